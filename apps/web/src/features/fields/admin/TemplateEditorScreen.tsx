import type { Field, FieldsTemplate, FieldType, NamingRule, TemplateDraft } from '@holdfast/contract';
import { ActionIcon, Button, Menu, SegmentedControl, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconDots, IconFileExport, IconHistory, IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { memo, type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { adminQuery, callAdmin, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { useAddressRecord } from '../../../lib/navigation/addressState.ts';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { DeleteRecord } from '../../deletions/admin/DeleteRecord.tsx';
import { useConflictAuthor } from '../../users/people.ts';
import { useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { templateAddress, type TemplateList, templateListOf } from '../templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { isSureOfChanges } from './sureOfChanges.ts';
import { reportsText, usageText } from './usageText.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { EditorPage, EditorUnread } from '../../../ui/admin/EditorPage.tsx';
import { useMedia } from '../../../ui/hooks/useMedia.ts';
import { useStableHandlers } from '../../../ui/hooks/useStableHandlers.ts';
import { useIsDrawn } from '../../../ui/admin/useIsDrawn.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { deleteField } from './calls.ts';
import { follow } from './rules/followed.ts';
import { FollowedRules } from './rules/FollowedRules.tsx';
import { DraftEditor } from './DraftEditor.tsx';
import { EvidenceInUse } from './rules/EvidenceEditor.tsx';
import { FieldPanel } from './FieldPanel.tsx';
import { FieldsPane } from './FieldsPane.tsx';
import {
  type FieldEdit,
  type FieldEdits,
  fieldValuesOf,
  isFieldChanged,
  isFieldComplete,
  isNewField,
  newField,
  withEdit,
} from './fieldEdits.ts';
import { LostEdits } from './LostEdits.tsx';
import { KeptByRules } from './rules/NamedInRulesDialog.tsx';
import { Preview } from './Preview.tsx';
import { TemplateName } from './TemplateName.tsx';
import classes from './TemplateEditor.module.css';
import { type FieldEditing, useFieldEdits } from './useFieldEdits.ts';
import { useRuleFaults } from './rules/useRuleFaults.ts';
import { useFieldOrder } from './useFieldOrder.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

const valuesOf = ({ name }: FieldsTemplate) => ({ name });
const NO_TYPES: readonly FieldType[] = [];
const NO_TEMPLATES: readonly FieldsTemplate[] = [];

/** The editor of a template: its questions on the left, the form that inspectors will see on the right. */
export function TemplateEditorScreen({ list }: { list: TemplateList }) {
  const { fieldsTemplateId: id = '' } = useParams();
  const read = useQuery(adminQuery('load the template', 'getFieldsTemplate', { id }));
  const back = { to: `/admin/${list}`, label: t(`admin.${list}`) };
  const isDrawn = useIsDrawn(read.data);
  if (read.data === undefined || !isDrawn) return <EditorUnread back={back} read={read} />;
  // A template belongs to the list of its type, even when it was opened under the address of another list.
  if (templateListOf(read.data.fieldsTemplateTypeId) !== list)
    return <Navigate to={templateAddress(read.data)} replace />;
  return <EditorOrDraft key={id} template={read.data} isGone={isNotFound(read.error)} back={back} />;
}

/** The editor of the version in use, or of the draft of the next version when the address requests it. */
function EditorOrDraft({
  template,
  isGone,
  back,
}: {
  template: FieldsTemplate;
  /** True when the template was deleted since it was read. */
  isGone: boolean;
  back: { to: string; label: string };
}) {
  const [search, setSearch] = useSearchParams();
  const { id } = template;
  const draft = useQuery(adminQuery('load the draft', 'getFieldsTemplateDraft', { id }));
  const open = (isDraft: boolean): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      if (isDraft) next.set('draft', '1');
      else next.delete('draft');
      return next;
    });
  if (!search.has('draft'))
    return (
      <Editor template={template} isGone={isGone} back={back} draft={draft.data ?? null} onDraft={() => open(true)} />
    );
  if (draft.data === undefined) return <EditorUnread back={back} read={draft} />;
  return <DraftEditor template={template} isGone={isGone} draft={draft.data} back={back} onLeave={() => open(false)} />;
}

interface EditorProps {
  template: FieldsTemplate;
  isGone: boolean;
  back: { to: string; label: string };
  /** The draft of the next version; null when there is none. */
  draft: TemplateDraft | null;
  onDraft(): void;
}

function Editor({ template, isGone, back, draft: nextVersion, onDraft }: EditorProps) {
  const cache = useQueryClient();
  const { id, fieldsTemplateTypeId } = template;
  const { write } = useAdminWrites();
  const types = useQuery(adminQuery('load the field types', 'getFieldTypes', {})).data ?? NO_TYPES;
  const templates =
    useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId })).data ?? NO_TEMPLATES;
  const [pane, setPane] = useState('fields');
  const [openId, setOpenId] = useState<string | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [shownVersions, showVersions] = useAddressRecord('versions');
  const toggle = useCallback((fieldId: string) => setOpenId((open) => (open === fieldId ? null : fieldId)), []);
  const confirm = useConfirm();
  const editing = useFieldEdits(template);
  const { added, settled } = editing;
  const known = useMemo(
    () => (added.length === 0 ? template.fields : [...template.fields, ...added]),
    [template, added],
  );
  const { ordered, move } = useFieldOrder({ id, fields: known }, settled);
  const draft = useRecordDraft({
    record: template,
    keptAs: `fieldsTemplate:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: ({ name }, ifMatch) => write('save the template', 'updateFieldsTemplate', { ...template, name }, { ifMatch }),
    reload: () => cache.fetchQuery({ ...adminQuery('load the template', 'getFieldsTemplate', { id }), staleTime: 0 }),
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { edits, changed } = editing;
  const isChanged = draft.isChanged || changed.size > 0;
  const { content, followed, broken } = useMemo(
    () => withEdits(template, { ordered, edits, types }),
    [template, ordered, edits, types],
  );
  const shown = content.fields;
  const faults = useRuleFaults(shown, content.evidence);
  const isIncomplete = draft.values.name.trim() === '' || !areComplete(shown);

  const save = async (): Promise<void> => {
    const latest = editing.latest();
    const wanted = withEdits(template, { ordered, edits: latest, types }).content.fields;
    if (!areComplete(wanted) || !(await isSureOfChanges(template, wanted, confirm))) return;
    setSaving(true);
    if (draft.isChanged) await draft.save();
    const areFieldsChanged = ordered.some((field) => isNewField(field) || isFieldChanged(field, latest.get(field.id)));
    const isSaved = !areFieldsChanged || (await editing.save({ shown: wanted }));
    setSaving(false);
    if (isSaved) return;
    // A question that was not saved is opened: it contains the reason.
    const kept = ordered.find((field) => isRefused(editing.latest().get(field.id)));
    if (kept !== undefined) setOpenId(kept.id);
  };
  const discard = (): void => {
    draft.discard();
    editing.discard();
  };
  const { isBusy, duplicate } = useDuplicate(template);
  const add = (): void => {
    const name = t('adminFields.newField');
    const field = newField(newId(), { name, fieldsTemplateId: id, fields: known, types });
    if (field === undefined) return;
    editing.add(field);
    setOpenId(field.id);
    setAddedId(field.id);
    setPane('fields');
  };
  const removal = useFieldRemoval(editing);

  const actions = useStableHandlers({ onVersions: () => showVersions('1'), onDraft, onDuplicate: duplicate });
  const fields = (
    <FieldsPane
      fields={shown}
      isReady={types.length > 0}
      onAdd={add}
      onMove={move}
      openId={openId}
      changed={changed}
      faults={faults}
      onToggle={toggle}
      renderBody={(field, index) => {
        const stored = ordered[index]!;
        return (
          <FieldPanel
            field={stored}
            isNew={stored.id === addedId}
            fields={shown}
            faults={faults}
            edit={edits.get(field.id)}
            types={types}
            templates={templates}
            onChange={(part) => editing.change(stored, part)}
            onSaveOnTop={() => void editing.save({ shown, onTop: stored })}
            onTakeTheirs={() => editing.discard(field.id)}
            onDelete={() => removal.remove(stored)}
          />
        );
      }}
    >
      <EvidenceInUse template={template} />
    </FieldsPane>
  );
  const preview = <Preview template={template} fields={shown} templates={templates} />;

  return (
    <EditorPage
      back={back}
      title={template.name}
      isWide
      actions={
        <EditorActions
          template={template}
          list={back.to}
          hasDraft={nextVersion !== null}
          isBusy={isBusy}
          isChanged={isChanged}
          {...actions}
        />
      }
      isIncomplete={isIncomplete}
      saving={{
        isChanged,
        isRestored: draft.isRestored || editing.isRestored,
        isSaving,
        failure: draft.isGone ? null : draft.failure,
        save,
        discard,
      }}
    >
      <KeptByRules kept={removal.kept} onForget={removal.forget} onOpen={setOpenId} />
      {shownVersions !== null && <VersionsDialog template={template} onClose={() => showVersions(null)} />}
      {(isGone || draft.isGone) && <DeletedNotice kind="fieldsTemplate" id={id} onRestored={draft.forgetFailure} />}
      <LostEdits fields={known} editing={editing} />
      <DraftConflict draft={draft} who={who} shown={{ name: { name: t('admin.name') } }} />
      <FollowedRules followed={followed} broken={broken} />
      <TemplateName value={draft.values.name} onChange={(name) => draft.change({ name })} />
      <Panes pane={pane} onPane={setPane} fields={fields} preview={preview} />
    </EditorPage>
  );
}

/** Returns the questions of a template with changes applied, and with rules that follow renamed questions. */
function withEdits(
  template: FieldsTemplate,
  { ordered, edits, types }: { ordered: readonly Field[]; edits: FieldEdits; types: readonly FieldType[] },
) {
  const fields = ordered.map((field) => withEdit(field, edits.get(field.id), types));
  return follow(template, { fields, evidence: template.evidence });
}

function isRefused(edit: FieldEdit | undefined): boolean {
  return edit !== undefined && (edit.failure !== null || edit.conflict !== null);
}

function areComplete(fields: readonly Field[]): boolean {
  return fields.every((field) => isFieldComplete(fieldValuesOf(field)));
}

/** Fields and preview side by side, or one of them on a narrow screen. */
function Panes({
  pane,
  onPane,
  fields,
  preview,
}: {
  /** The pane that is shown on a narrow screen. */
  pane: string;
  onPane(pane: string): void;
  fields: ReactNode;
  preview: ReactNode;
}) {
  const isWide = useMedia('(min-width: 75em)');
  // Where both are side by side, the questions are rendered before their preview.
  const isPreviewDrawn = useDeferredValue(true, false);
  return (
    <>
      {!isWide && (
        <SegmentedControl
          aria-label={t('admin.show')}
          data={[
            { value: 'fields', label: t('adminFields.fields') },
            { value: 'preview', label: t('adminFields.preview') },
          ]}
          value={pane}
          onChange={onPane}
        />
      )}
      <div className={classes['studio']}>
        {(isWide || pane === 'fields') && fields}
        {(isWide ? isPreviewDrawn : pane === 'preview') && <div className={classes['aside']}>{preview}</div>}
      </div>
    </>
  );
}

/** Duplicates a template, and opens the copy. */
function useDuplicate(template: FieldsTemplate) {
  const navigate = useNavigate();
  const { isBusy, write, attempt } = useAdminWrites();
  const duplicate = (): void =>
    void attempt(async () => {
      const copy = await write('duplicate the template', 'duplicateFieldsTemplate', { id: template.id });
      await navigate(templateAddress(copy));
      const message = opensFurther(copy) ? t('adminFields.duplicatedShared') : t('adminFields.duplicated');
      notifications.show({ title: copy.name, message });
    });
  return { isBusy, duplicate };
}

/** Actions on the template. */
const EditorActions = memo(function EditorActions({
  template,
  list,
  hasDraft,
  isBusy,
  isChanged,
  onVersions,
  onDraft,
  onDuplicate,
}: {
  template: FieldsTemplate;
  /** Address of the list that contains it. */
  list: string;
  hasDraft: boolean;
  isBusy: boolean;
  isChanged: boolean;
  onVersions(): void;
  onDraft(): void;
  onDuplicate(): void;
}) {
  return (
    <>
      <DeleteRecord kind="fieldsTemplate" id={template.id} name={template.name} list={list} />
      <Button variant="default" leftSection={<IconHistory size={18} aria-hidden />} onClick={onVersions}>
        {t('adminVersions.open', { version: template.version })}
      </Button>
      <ReasonedButton
        variant="default"
        isInToolbar
        leftSection={<IconPencil size={18} aria-hidden />}
        reason={isChanged ? t('adminVersions.saveFirst') : null}
        onClick={onDraft}
      >
        {t(hasDraft ? 'adminVersions.continue' : 'adminVersions.begin')}
      </ReasonedButton>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <ActionIcon size={44} variant="default" loading={isBusy} aria-label={t('admin.more')}>
            <IconDots size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            mih={48}
            leftSection={<IconCopy size={18} aria-hidden />}
            {...(isChanged && { 'aria-disabled': true, 'data-disabled': true, closeMenuOnClick: false })}
            onClick={() => {
              if (!isChanged) onDuplicate();
            }}
          >
            {t('adminFields.duplicate')}
            {isChanged && (
              <Text size="sm" c="dimmed">
                {t('adminVersions.saveFirst')}
              </Text>
            )}
          </Menu.Item>
          <Menu.Item
            mih={48}
            leftSection={<IconFileExport size={18} aria-hidden />}
            component="a"
            href={`/ext/admin/fields-templates/${template.id}/setup`}
            download
          >
            {t('adminFields.export')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
});

/** Deletes questions after a confirmation, and discards those that are not stored. */
function useFieldRemoval({ settled, discard }: FieldEditing) {
  const cache = useQueryClient();
  const confirm = useConfirm();
  // A separate set of writes, so that other writes do not wait for this one.
  const { attempt } = useAdminWrites();
  /** A question that was not deleted because rules read it. */
  const [kept, setKept] = useState<{ name: string; rules: readonly NamingRule[] } | null>(null);
  const remove = async (field: Field): Promise<void> => {
    if ((await settled()).has(field.id)) {
      discard(field.id);
      return;
    }
    const usage = await callAdmin('load the usage', 'getFieldUsage', { id: field.id });
    if (usage.rules.length > 0) {
      setKept({ name: field.name, rules: usage.rules });
      return;
    }
    const sure = await confirm({
      title: t('adminFields.deleteTitle', { name: field.name }),
      text: [t('adminFields.deleteQuestion'), usageText(usage), ...reportsText(usage.reports)].join(' '),
      confirm: t('actions.delete'),
      danger: true,
    });
    if (!sure) return;
    if (await deleteField(field.id)) {
      discard(field.id);
      await cache.invalidateQueries();
    } else {
      notifications.show({ color: 'red', title: t('adminFields.deleteFailed'), message: t('adminFields.tryAgain') });
    }
  };

  return { kept, forget: () => setKept(null), remove: (field: Field) => void attempt(() => remove(field)) };
}

/** Returns true when options of a template open other templates, which a copy would share. */
function opensFurther({ fields }: FieldsTemplate): boolean {
  return fields.some(({ options }) => options.some(({ fieldsTemplateId }) => fieldsTemplateId !== null));
}
