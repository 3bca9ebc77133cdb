import type { Field, FieldsTemplate, FieldType, NamingRule, TemplateDraft } from '@holdfast/contract';
import { Button, Group, Paper, SegmentedControl, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconCopy, IconFileExport, IconHistory, IconPencil, IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { adminQuery, callAdmin, useAdminWrites } from '../../../lib/adminCalls.ts';
import { useAddressRecord } from '../../../lib/addressState.ts';
import { DeleteRecord } from '../../deletions/admin/DeleteRecord.tsx';
import { usePersonName } from '../../users/people.ts';
import { useRecordDraft } from '../../../lib/recordDraft.ts';
import { templateAddress, type TemplateList, templateListOf } from '../templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { usageText } from './usageText.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { EditorPage, EditorUnread } from '../../../ui/admin/EditorPage.tsx';
import { SortableList } from '../../../ui/admin/SortableList.tsx';
import { useIsDrawn } from '../../../ui/admin/useIsDrawn.ts';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Empty } from '../../../ui/states.tsx';
import { deleteField } from './calls.ts';
import { DraftEditor } from './DraftEditor.tsx';
import { FieldHead, FieldPanel } from './FieldPanel.tsx';
import { fieldValuesOf, isFieldComplete, orderOfNew, withEdit } from './fieldEdits.ts';
import { NamedInRulesDialog } from './NamedInRulesDialog.tsx';
import { Preview } from './Preview.tsx';
import classes from './TemplateEditor.module.css';
import { useFieldEdits } from './useFieldEdits.ts';
import { useRuleFaults } from './useRuleFaults.ts';
import { useFieldOrder } from './useFieldOrder.ts';
import { VersionsDialog } from './VersionsDialog.tsx';

const valuesOf = ({ name }: FieldsTemplate) => ({ name });
const NO_TYPES: readonly FieldType[] = [];
const NO_TEMPLATES: readonly FieldsTemplate[] = [];

/** The editor of a template: its questions on the left, the form inspectors will see on the right. */
export function TemplateEditorScreen({ list }: { list: TemplateList }) {
  const { fieldsTemplateId: id = '' } = useParams();
  const read = useQuery(adminQuery('load the template', 'getFieldsTemplate', { id }));
  const back = { to: `/admin/${list}`, label: t(`admin.${list}`) };
  const isDrawn = useIsDrawn(read.data);
  if (read.data === undefined || !isDrawn) return <EditorUnread back={back} read={read} />;
  // A template belongs to the list of its own type, also when it was opened under the address of another.
  if (templateListOf(read.data.fieldsTemplateTypeId) !== list)
    return <Navigate to={templateAddress(read.data)} replace />;
  return <EditorOrDraft key={id} template={read.data} back={back} />;
}

/** The editor of the version in use, or of the draft of the next one where the address asks for it. */
function EditorOrDraft({ template, back }: { template: FieldsTemplate; back: { to: string; label: string } }) {
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
    return <Editor template={template} back={back} draft={draft.data ?? null} onDraft={() => open(true)} />;
  if (draft.data === undefined) return <EditorUnread back={back} read={draft} />;
  return <DraftEditor template={template} draft={draft.data} back={back} onLeave={() => open(false)} />;
}

function Editor({
  template,
  back,
  draft: nextVersion,
  onDraft,
}: {
  template: FieldsTemplate;
  back: { to: string; label: string };
  /** The draft of the next version; null when there is none. */
  draft: TemplateDraft | null;
  onDraft(): void;
}) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { id, fieldsTemplateTypeId } = template;
  const { isBusy, write, attempt } = useAdminWrites();
  // It waits for an answer, and nothing else waits with it.
  const removal = useAdminWrites();
  const types = useQuery(adminQuery('load the field types', 'getFieldTypes', {})).data ?? NO_TYPES;
  const templates =
    useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId })).data ?? NO_TEMPLATES;
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [pane, setPane] = useState('fields');
  const [openId, setOpenId] = useState<string | null>(null);
  // The arrow of a field turns at once; what it opens follows when it is drawn.
  const drawnId = useDeferredValue(openId);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [shownVersions, showVersions] = useAddressRecord('versions');
  const [kept, setKept] = useState<{ name: string; rules: readonly NamingRule[] } | null>(null);
  const toggle = useCallback((fieldId: string) => setOpenId((open) => (open === fieldId ? null : fieldId)), []);
  const confirm = useConfirm();
  const { ordered, move } = useFieldOrder(template);
  const editing = useFieldEdits(template);
  const draft = useRecordDraft({
    record: template,
    keptAs: `fieldsTemplate:${id}`,
    valuesOf,
    clockOf: ({ clock }) => clock,
    save: ({ name }, ifMatch) => write('save the template', 'updateFieldsTemplate', { ...template, name }, { ifMatch }),
    reload: () => cache.fetchQuery({ ...adminQuery('load the template', 'getFieldsTemplate', { id }), staleTime: 0 }),
  });
  const who = usePersonName(draft.conflict?.by ?? null);
  const { edits, changed } = editing;
  const isChanged = draft.isChanged || changed.size > 0;
  const shown = useMemo(
    () => ordered.map((field) => withEdit(field, edits.get(field.id), types)),
    [ordered, edits, types],
  );
  const faults = useRuleFaults(shown, template.evidence);
  const isIncomplete = draft.values.name.trim() === '' || shown.some((field) => !isFieldComplete(fieldValuesOf(field)));

  /** Names beforehand the recorded answers of questions that are to have another type. */
  const isSureOfTypes = async (): Promise<boolean> => {
    for (const { id: fieldId, fieldTypeId } of template.fields) {
      const wanted = shown.find((field) => field.id === fieldId);
      if (wanted === undefined || wanted.fieldTypeId === fieldTypeId) continue;
      const usage = await callAdmin('load the usage', 'getFieldUsage', { id: fieldId });
      if (usage.answers === 0) continue;
      const sure = await confirm({
        title: t('adminFields.typeTitle', { name: wanted.name, type: wanted.fieldType.name }),
        text: `${usageText(usage)} ${t('adminFields.typeKeepsAnswers')}`,
        confirm: t('adminFields.typeConfirm'),
      });
      if (!sure) return false;
    }
    return true;
  };
  const save = async (): Promise<void> => {
    if (!(await isSureOfTypes())) return;
    setSaving(true);
    if (draft.isChanged) await draft.save();
    if (changed.size > 0) await editing.save();
    setSaving(false);
  };
  const discard = (): void => {
    draft.discard();
    editing.discard();
  };
  const add = (): void =>
    void attempt(async () => {
      const kinds = await cache.ensureQueryData(adminQuery('load the field types', 'getFieldTypes', {}));
      const kind = kinds.find(({ name }) => name === 'Text') ?? kinds[0];
      if (kind === undefined) return;
      const made = await write('add the field', 'createField', {
        name: t('adminFields.newField'),
        fieldTypeId: kind.id,
        fieldsTemplateId: id,
        order: orderOfNew(template.fields),
      });
      setOpenId(made.id);
      setAddedId(made.id);
      setPane('fields');
    });
  const duplicate = (): void =>
    void attempt(async () => {
      const copy = await write('duplicate the template', 'duplicateFieldsTemplate', { id });
      await navigate(templateAddress(copy));
      const message = opensFurther(copy) ? t('adminFields.duplicatedShared') : t('adminFields.duplicated');
      notifications.show({ title: copy.name, message });
    });
  const remove = async (field: Field): Promise<void> => {
    const usage = await callAdmin('load the usage', 'getFieldUsage', { id: field.id });
    if (usage.rules.length > 0) {
      setKept({ name: field.name, rules: usage.rules });
      return;
    }
    const sure = await confirm({
      title: t('adminFields.deleteTitle', { name: field.name }),
      text: `${t('adminFields.deleteQuestion')} ${usageText(usage)}`,
      confirm: t('actions.delete'),
      danger: true,
    });
    if (!sure) return;
    if (await deleteField(field.id)) {
      editing.discard(field.id);
      await cache.invalidateQueries();
    } else {
      notifications.show({ color: 'red', title: t('adminFields.deleteFailed'), message: t('adminFields.tryAgain') });
    }
  };

  const renderHead = useCallback(
    (field: Field) => (
      <FieldHead
        field={field}
        isOpen={openId === field.id}
        isChanged={changed.has(field.id)}
        isFaulty={faults.some(({ fieldId }) => fieldId === field.id)}
        onToggle={toggle}
      />
    ),
    [openId, changed, faults, toggle],
  );
  const fields = (
    <Paper component="section" aria-label={t('adminFields.fields')} className={classes['pane'] ?? ''}>
      <Group justify="space-between" className={classes['paneHead'] ?? ''}>
        <Title order={2}>{t('adminFields.fieldCount', { count: shown.length })}</Title>
        <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} loading={isBusy} onClick={add}>
          {t('adminFields.add')}
        </Button>
      </Group>
      {shown.length === 0 ? (
        <Empty title={t('adminFields.noFields')} hint={t('adminFields.noFieldsHint')} />
      ) : (
        <SortableList
          label={t('adminFields.fields')}
          entries={shown}
          onMove={move}
          renderHead={renderHead}
          renderBody={(field, index) => {
            if (openId !== field.id || drawnId !== field.id) return null;
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
                onSaveOnTop={() => void editing.save(stored)}
                onTakeTheirs={() => editing.discard(field.id)}
                onDelete={() => void removal.attempt(() => remove(stored))}
              />
            );
          }}
        />
      )}
    </Paper>
  );
  const preview = <Preview template={template} fields={shown} templates={templates} />;

  return (
    <EditorPage
      back={back}
      title={template.name}
      isWide
      actions={
        <>
          <DeleteRecord kind="fieldsTemplate" id={id} name={template.name} list={back.to} />
          <Button
            variant="default"
            leftSection={<IconHistory size={18} aria-hidden />}
            onClick={() => showVersions('1')}
          >
            {t('adminVersions.open', { version: template.version })}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPencil size={18} aria-hidden />}
            disabled={isChanged}
            onClick={onDraft}
          >
            {t(nextVersion === null ? 'adminVersions.begin' : 'adminVersions.continue')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileExport size={18} aria-hidden />}
            component="a"
            href={`/ext/admin/fields-templates/${id}/setup`}
            download
          >
            {t('adminFields.export')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCopy size={18} aria-hidden />}
            loading={isBusy}
            disabled={isChanged}
            onClick={duplicate}
          >
            {t('adminFields.duplicate')}
          </Button>
        </>
      }
      isIncomplete={isIncomplete}
      saving={{
        isChanged,
        isRestored: draft.isRestored || editing.isRestored,
        isSaving,
        failure: draft.failure,
        save,
        discard,
      }}
    >
      {kept !== null && (
        <NamedInRulesDialog
          {...kept}
          onOpen={(fieldId) => {
            setKept(null);
            setOpenId(fieldId);
          }}
          onClose={() => setKept(null)}
        />
      )}
      {shownVersions !== null && <VersionsDialog template={template} onClose={() => showVersions(null)} />}
      <DraftConflict draft={draft} who={who} shown={{ name: { name: t('admin.name') } }} />
      <TextInput
        size="md"
        maw={620}
        label={t('admin.name')}
        required
        maxLength={300}
        value={draft.values.name}
        error={draft.values.name.trim() === '' ? t('admin.nameNeeded') : null}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
      />
      {isWide ? (
        <div className={classes['studio']}>
          {fields}
          <div className={classes['aside']}>{preview}</div>
        </div>
      ) : (
        <>
          <SegmentedControl
            aria-label={t('admin.show')}
            data={[
              { value: 'fields', label: t('adminFields.fields') },
              { value: 'preview', label: t('adminFields.preview') },
            ]}
            value={pane}
            onChange={setPane}
          />
          {pane === 'fields' ? fields : preview}
        </>
      )}
    </EditorPage>
  );
}

/** Returns true when choices of a template open other templates, which a copy of it shares. */
function opensFurther({ fields }: FieldsTemplate): boolean {
  return fields.some(({ options }) => options.some(({ fieldsTemplateId }) => fieldsTemplateId !== null));
}
