import type { Field, FieldsTemplate, FieldType, NamingRule, TemplateContent, TemplateDraft } from '@holdfast/contract';
import { CallError } from '@holdfast/contract/client';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { adminQuery, isNotFound, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { newId } from '../../../lib/ids.ts';
import { usePersistedState } from '../../../lib/drafts/persistedState.ts';
import { t } from '../../../lib/texts/administration.ts';
import { EditorPage } from '../../../ui/admin/EditorPage.tsx';
import { moved } from '../../../ui/admin/SortableList.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { type ContentField, contentOf, editOf, fieldOfContent, withChanges } from './draftContent.ts';
import { DeletedNotice } from '../../deletions/admin/DeletedNotice.tsx';
import { EvidenceEditor } from './rules/EvidenceEditor.tsx';
import { FieldPanel } from './FieldPanel.tsx';
import { changeShown, follow } from './rules/followed.ts';
import { LateDraft } from './LateDraft.tsx';
import { FollowedRules } from './rules/FollowedRules.tsx';
import { FieldsPane } from './FieldsPane.tsx';
import { fieldValuesOf, isFieldComplete } from './fieldEdits.ts';
import { KeptByRules } from './rules/NamedInRulesDialog.tsx';
import { Preview } from './Preview.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { TemplateName } from './TemplateName.tsx';
import { rulesReading, useRuleFaults } from './rules/useRuleFaults.ts';
import classes from './TemplateEditor.module.css';

const NO_TYPES: readonly FieldType[] = [];
const NO_TEMPLATES: readonly FieldsTemplate[] = [];

/** Changes to a draft, and the save on which they are based. */
interface Unsaved {
  content: TemplateContent;
  /** The content with the names that its rules use; absent: the saved content. */
  base?: TemplateContent;
  replaces: string | null;
}
const NOTHING: Unsaved | null = null as Unsaved | null;

interface DraftEditorProps {
  template: FieldsTemplate;
  /** True when the template was deleted since it was read. */
  isGone: boolean;
  draft: TemplateDraft | null;
  back: { to: string; label: string };
  /** Returns to the version in use. */
  onLeave(): void;
}

/** The editor of the next version of a template. Inspectors see the version in use until the draft is published. */
export function DraftEditor({ template, isGone, draft, back, onLeave }: DraftEditorProps) {
  const { id, fieldsTemplateTypeId } = template;
  const writes = useAdminWrites();
  const { content, followed, broken, edit, save, saveOnTop, discard, forgetFailure, isLate, ...saving } =
    useDraftContent(template, draft, writes);
  const types = useQuery(adminQuery('load the field types', 'getFieldTypes', {})).data ?? NO_TYPES;
  const templates =
    useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId })).data ?? NO_TEMPLATES;
  const [openId, setOpenId] = useState<string | null>(null);
  const [addedId, setAddedId] = useState<string | null>(null);
  const [isPublishing, setPublishing] = useState(false);
  const toggle = useCallback(
    (fieldId: string) => setOpenId((open) => (open === fieldId ? null : fieldId)),
    [setOpenId],
  );
  const editField = (fieldId: string, next: (field: ContentField) => ContentField): void =>
    edit((before) => ({
      ...before,
      fields: before.fields.map((field) => (field.id === fieldId ? next(field) : field)),
    }));

  const fields = useMemo(() => {
    const live = new Map(template.fields.map((field) => [field.id, field]));
    return content.fields.map((field, order) =>
      fieldOfContent(field, order, { live: live.get(field.id), types, template }),
    );
  }, [content, template, types]);
  const edits = useMemo(() => new Map(fields.map((field) => [field.id, editOf(field)])), [fields]);
  const faults = useRuleFaults(fields, content.evidence);
  const isIncomplete = content.name.trim() === '' || fields.some((field) => !isFieldComplete(fieldValuesOf(field)));

  const add = (): void => {
    const kind = types.find(({ name }) => name === 'Text') ?? types[0];
    if (kind === undefined) return;
    const fieldId = newId();
    const values = { name: t('adminFields.newField'), shortName: '', description: '', fieldTypeId: kind.id };
    edit((before) => ({
      ...before,
      fields: [
        ...before.fields,
        { id: fieldId, ...values, required: false, showInList: false, options: [], rules: null },
      ],
    }));
    setOpenId(fieldId);
    setAddedId(fieldId);
  };
  const [kept, setKept] = useState<{ name: string; rules: readonly NamingRule[] } | null>(null);
  const remove = async ({ id: fieldId, name }: Field): Promise<void> => {
    const rules = await rulesReading({ fields, evidence: content.evidence }, fieldId);
    if (rules.length > 0) setKept({ name, rules });
    else edit((before) => ({ ...before, fields: before.fields.filter((field) => field.id !== fieldId) }));
  };
  const abandon = useAbandon(id, draft, writes, () => {
    discard();
    onLeave();
  });

  return (
    <EditorPage
      back={back}
      title={t('adminVersions.draftOf', { name: template.name })}
      isWide
      isIncomplete={isIncomplete}
      saving={{
        ...saving,
        failure: isLate || (isGone && isNotFound(saving.failure)) ? null : saving.failure,
        save,
        discard,
      }}
      actions={
        <>
          <Button variant="default" onClick={() => void abandon()}>
            {t('adminVersions.abandon')}
          </Button>
          <ReasonedButton
            variant="default"
            isInToolbar
            reason={
              saving.isChanged ? t('adminVersions.saveFirst') : draft === null ? t('adminVersions.changeFirst') : null
            }
            onClick={() => setPublishing(true)}
          >
            {t('adminVersions.publishOpen')}
          </ReasonedButton>
        </>
      }
    >
      <DraftAlert version={template.version} isChanged={saving.isChanged} onLeave={onLeave} />
      {isGone && <DeletedNotice kind="fieldsTemplate" id={id} onRestored={forgetFailure} />}
      {isLate && (
        <LateDraft
          draft={draft}
          content={content}
          inUse={contentOf(template)}
          isSaving={saving.isSaving}
          onTakeTheirs={discard}
          onSaveOnTop={() => void saveOnTop()}
        />
      )}
      <KeptByRules kept={kept} onForget={() => setKept(null)} onOpen={setOpenId} />
      <FollowedRules followed={followed} broken={broken} />
      <TemplateName value={content.name} onChange={(name) => edit((before) => ({ ...before, name }))} />
      <div className={classes['studio']}>
        <FieldsPane
          fields={fields}
          isReady={types.length > 0}
          onAdd={add}
          onMove={(from, to) => edit((before) => ({ ...before, fields: moved(before.fields, from, to) }))}
          openId={openId}
          faults={faults}
          onToggle={toggle}
          renderBody={(field: Field) => (
            <FieldPanel
              field={field}
              isNew={field.id === addedId}
              isDraft
              fields={fields}
              faults={faults}
              edit={edits.get(field.id)}
              types={types}
              templates={templates}
              onChange={(part) => editField(field.id, (now) => withChanges(now, part))}
              onSaveOnTop={() => undefined}
              onTakeTheirs={() => undefined}
              onDelete={() => void writes.attempt(() => remove(field))}
            />
          )}
        >
          <EvidenceEditor
            template={template}
            evidence={content.evidence}
            faults={faults}
            onChange={(evidence) => edit((before) => ({ ...before, evidence }))}
          />
        </FieldsPane>
        <div className={classes['aside']}>
          <Preview template={{ ...template, evidence: content.evidence }} fields={fields} templates={templates} />
        </div>
      </div>
      {isPublishing && draft !== null && (
        <PublishDialog id={id} draft={draft} onClose={() => setPublishing(false)} onPublished={onLeave} />
      )}
    </EditorPage>
  );
}

/** Discards a draft after a confirmation. @param onDone called when there is no draft any more */
function useAbandon(
  id: string,
  draft: TemplateDraft | null,
  { write, attempt }: ReturnType<typeof useAdminWrites>,
  onDone: () => void,
): () => Promise<void> {
  const confirm = useConfirm();
  return async () => {
    const question = {
      title: t('adminVersions.abandonTitle'),
      text: t('adminVersions.abandonText'),
      confirm: t('adminVersions.abandon'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    await attempt(async () => {
      if (draft !== null) await write('discard the draft', 'discardFieldsTemplateDraft', { id });
      onDone();
    });
  };
}

/** The content of a draft with its changes, which are kept when the page is closed until they are saved. */
function useDraftContent(
  template: FieldsTemplate,
  draft: TemplateDraft | null,
  { write }: Pick<ReturnType<typeof useAdminWrites>, 'write'>,
) {
  const { id } = template;
  const { value: unsaved, latest, change, drop } = usePersistedState(`templateDraft:${id}`, NOTHING);
  const [isRestored, setRestored] = useState(unsaved !== null);
  const cache = useQueryClient();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const saved = useMemo(() => draft?.content ?? contentOf(template), [draft, template]);
  const written = unsaved?.content ?? saved;
  const base = unsaved?.base ?? saved;
  const { content, followed, broken } = useMemo(() => follow(base, written), [base, written]);
  const isChanged = unsaved !== null && JSON.stringify(content) !== JSON.stringify(saved);
  const isLate = failure instanceof CallError && failure.is('changedMeanwhile');

  const edit = (next: (before: TemplateContent) => TemplateContent): void =>
    change((before) => ({
      ...changeShown({ content: before?.content ?? saved, base: before?.base ?? saved }, next),
      replaces: before === null ? (draft?.savedAt ?? null) : before.replaces,
    }));
  const save = async (onTopOf = unsaved === null ? (draft?.savedAt ?? null) : unsaved.replaces): Promise<boolean> => {
    setSaving(true);
    setFailure(null);
    try {
      const now = latest();
      const sent = now === null ? content : follow(now.base ?? saved, now.content).content;
      const { savedAt } = await write('save the draft', 'saveFieldsTemplateDraft', {
        id,
        content: sent,
        replaces: onTopOf,
      });
      // Changes typed during the save remain unsaved changes, based on the draft that was just saved.
      let isTyped = false;
      change((now) => {
        const shown = now === null ? null : follow(now.base ?? saved, now.content).content;
        isTyped = shown !== null && JSON.stringify(shown) !== JSON.stringify(sent);
        return now === null || shown === null ? null : { content: shown, base: sent, replaces: savedAt };
      });
      if (!isTyped) drop();
      setRestored(false);
      return !isTyped;
    } catch (error) {
      setFailure(error);
      // The notice about a conflict compares with the draft as it is stored now.
      await cache.invalidateQueries();
      return false;
    } finally {
      setSaving(false);
    }
  };
  const discard = (): void => {
    drop();
    setRestored(false);
    setFailure(null);
  };
  return {
    content,
    followed,
    broken,
    edit,
    save: () => save(),
    /** Overwrites the draft that another user saved meanwhile. */
    saveOnTop: () => save(draft?.savedAt ?? null),
    discard,
    forgetFailure: () => setFailure(null),
    isChanged,
    isRestored,
    isSaving,
    failure,
    /** True when another user saved the draft meanwhile. */
    isLate,
  };
}

/** Says that a draft is edited, and leads back to the template in use once the draft is saved. */
function DraftAlert({ version, isChanged, onLeave }: { version: number; isChanged: boolean; onLeave(): void }) {
  return (
    <Alert variant="default" icon={<IconPencil aria-hidden />} title={t('adminVersions.draftTitle')}>
      <Group justify="space-between">
        <Text size="sm">{t('adminVersions.draftHint', { version })}</Text>
        <ReasonedButton
          variant="default"
          isInToolbar
          reason={isChanged ? t('adminVersions.saveFirst') : null}
          onClick={onLeave}
        >
          {t('adminVersions.toInUse')}
        </ReasonedButton>
      </Group>
    </Alert>
  );
}
