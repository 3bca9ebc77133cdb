import type { InspectionDefaultItem } from '@holdfast/contract';
import { Button, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { adminQuery, failureText, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { useConflictAuthor } from '../../users/people.ts';
import { type RecordDraft, useRecordDraft } from '../../../lib/drafts/recordDraft.ts';
import { TEMPLATE_LISTS } from '../../fields/templateTypes.ts';
import { stillNeeded, t } from '../../../lib/texts/administration.ts';
import { DraftConflict } from '../../../ui/admin/DraftConflict.tsx';
import { RestoredNotice } from '../../../ui/admin/RestoredNotice.tsx';
import { useDiscarding } from '../../../ui/hooks/useDiscarding.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../../ui/dialogs/FormFailure.tsx';
import { possibleParents, rowsOf } from './defaultItems.ts';

const KINDS = [
  { value: 'Item', label: t('adminInspections.defaultItem') },
  { value: 'Question', label: t('adminInspections.defaultQuestion') },
] as const;

type Values = Pick<
  InspectionDefaultItem,
  'name' | 'type' | 'parentDefaultItemId' | 'fieldsTemplateId' | 'itemFieldsTemplateId'
> & { itemTypeId: string | null };

/** A default item that does not exist yet. */
const NEW: Values & { clock: string } = {
  name: '',
  type: 'Item',
  itemTypeId: null,
  parentDefaultItemId: null,
  fieldsTemplateId: null,
  itemFieldsTemplateId: null,
  clock: '',
};

const valuesOf = (item: Values): Values => ({
  name: item.name,
  type: item.type,
  itemTypeId: item.itemTypeId,
  parentDefaultItemId: item.parentDefaultItemId,
  fieldsTemplateId: item.fieldsTemplateId,
  itemFieldsTemplateId: item.itemFieldsTemplateId,
});

/** Creates or edits a default item. */
export function DefaultItemDialog({
  inspectionId,
  item,
  tree,
  onClose,
}: {
  inspectionId: string;
  /** null for a new default item. */
  item: InspectionDefaultItem | null;
  tree: readonly InspectionDefaultItem[];
  onClose(): void;
}) {
  const cache = useQueryClient();
  const { write } = useAdminWrites();
  const draft = useRecordDraft<Values & { clock: string }, Values>({
    record: item ?? NEW,
    keptAs: `defaultItem:${item?.id ?? inspectionId}`,
    valuesOf,
    clockOf: (record) => record.clock,
    async save({ itemTypeId: chosen, ...rest }, ifMatch) {
      if (chosen === null) return;
      const input = { ...rest, itemTypeId: chosen };
      if (item === null)
        await write('create the default item', 'createInspectionDefaultItem', { id: inspectionId, ...input });
      else await write('save the default item', 'updateInspectionDefaultItem', { id: item.id, ...input }, { ifMatch });
    },
    async reload() {
      const query = adminQuery('load the default items', 'getInspectionDefaultItems', { id: inspectionId });
      const read = await cache.fetchQuery({ ...query, staleTime: 0 });
      return rowsOf(read).find((row) => row.item.id === item?.id)?.item ?? item ?? NEW;
    },
  });
  const who = useConflictAuthor(draft.conflict?.by ?? null);
  const { values, change } = draft;
  const { name, type, itemTypeId } = values;
  const isQuestion = type === 'Question';
  const itemTypes = useQuery(adminQuery('load the item types', 'getItemTypes', { inspectionId }));
  const prompts = useQuery(adminQuery('load the prompts', 'getInspectionPrompts', { id: inspectionId }));
  const types = isQuestion ? prompts.data : itemTypes.data?.filter((one) => !one.isQuestion);
  const typeLabel = t(isQuestion ? 'adminInspections.defaultPrompt' : 'adminInspections.defaultItemType');
  const parentsFor = (typeId: string | null) =>
    possibleParents(
      tree,
      item?.id ?? null,
      itemTypes.data?.find(({ id }) => id === typeId),
    );
  const parentOptions = optionsWith(isQuestion ? [] : parentsFor(itemTypeId), tree, values.parentDefaultItemId);

  const discard = (): void => {
    draft.discard();
    onClose();
  };
  const close = useDiscarding(() => draft.isChanged, discard);
  const save = async (saving: Promise<boolean>): Promise<boolean> => {
    const isSaved = await saving;
    if (isSaved) onClose();
    return isSaved;
  };

  return (
    <Dialog opened onClose={close} title={t('adminInspections.defaultEditTitle')} size="lg">
      <Stack gap="md">
        {draft.isRestored && draft.isChanged && <RestoredNotice />}
        <DefaultItemConflict
          draft={{ ...draft, saveOnTop: () => save(draft.saveOnTop()), discard }}
          who={who}
          tree={tree}
        />
        {draft.failure instanceof Error && <FormFailure>{failureText(draft.failure)}</FormFailure>}
        <SegmentedControl
          aria-label={t('adminInspections.defaultKind')}
          data={[...KINDS]}
          value={type}
          onChange={(to) => change({ type: to, itemTypeId: null, parentDefaultItemId: null })}
        />
        <Chosen
          label={typeLabel}
          isRequired
          options={types}
          value={itemTypeId}
          onChoose={(to) => {
            const chosen = types?.find(({ id }) => id === to)?.name ?? '';
            const known = types?.find(({ id }) => id === itemTypeId)?.name ?? '';
            // Until the user types a name, the name of the type is used.
            const keepsParent = isQuestion || parentsFor(to).some(({ id }) => id === values.parentDefaultItemId);
            change({
              itemTypeId: to,
              ...(name === '' || name === known ? { name: chosen } : {}),
              ...(keepsParent ? {} : { parentDefaultItemId: null }),
            });
          }}
        />
        <TextInput
          size="md"
          label={t('admin.name')}
          required
          maxLength={300}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {(!isQuestion || values.parentDefaultItemId !== null) && (
          <Chosen
            label={t('adminInspections.defaultParent')}
            none={t('adminInspections.defaultParentNone')}
            options={parentOptions}
            value={values.parentDefaultItemId}
            onChoose={(to) => change({ parentDefaultItemId: to })}
          />
        )}
        <Template
          label={t('adminInspections.defaultItemQuestions')}
          list={isQuestion ? 'prompt-templates' : 'item-type-templates'}
          value={values.itemFieldsTemplateId}
          onChoose={(to) => change({ itemFieldsTemplateId: to })}
        />
        <Template
          label={t('adminInspections.defaultResultQuestions')}
          list="inspection-templates"
          value={values.fieldsTemplateId}
          onChoose={(to) => change({ fieldsTemplateId: to })}
        />
        <DialogActions>
          <Button variant="default" onClick={close}>
            {t('actions.cancel')}
          </Button>
          <ReasonedButton
            reason={stillNeeded({ [typeLabel]: itemTypeId === null, [t('admin.name')]: name.trim() === '' })}
            loading={draft.isSaving}
            onClick={() => void save(draft.save())}
          >
            {t('admin.save')}
          </ReasonedButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Notice about the values of the default item that another user saved meanwhile. */
function DefaultItemConflict({
  draft,
  who,
  tree,
}: {
  draft: RecordDraft<Values>;
  who: string | null;
  tree: readonly InspectionDefaultItem[];
}) {
  const enabled = draft.conflict !== null;
  const types = useQuery({ ...adminQuery('load the item types', 'getItemTypes', {}), enabled });
  const templates = useQuery({ ...adminQuery('load the templates', 'getFieldsTemplates', {}), enabled });
  const nameIn =
    (list: readonly { id: string; name: string }[] | undefined) =>
    (chosen: string | null): string =>
      list?.find(({ id }) => id === chosen)?.name ?? '';
  const nameOfTemplate = nameIn(templates.data);
  return (
    <DraftConflict
      draft={draft}
      who={who}
      shown={{
        name: { name: t('admin.name') },
        type: { name: t('adminInspections.defaultKind') },
        itemTypeId: { name: t('adminInspections.defaultItemType'), text: nameIn(types.data) },
        parentDefaultItemId: {
          name: t('adminInspections.defaultParent'),
          text: nameIn(rowsOf(tree).map((row) => row.item)),
        },
        itemFieldsTemplateId: { name: t('adminInspections.defaultItemQuestions'), text: nameOfTemplate },
        fieldsTemplateId: { name: t('adminInspections.defaultResultQuestions'), text: nameOfTemplate },
      }}
    />
  );
}

/**
 * Returns the options of a select including the selected one, which may no longer be allowed: later changes of the rules must not hide a
 * saved value.
 */
function optionsWith(
  options: readonly InspectionDefaultItem[],
  tree: readonly InspectionDefaultItem[],
  chosen: string | null,
): readonly InspectionDefaultItem[] {
  if (chosen === null || options.some(({ id }) => id === chosen)) return options;
  return [...options, ...rowsOf(tree).flatMap((row) => (row.item.id === chosen ? [row.item] : []))];
}

function Template({
  list,
  ...rest
}: {
  label: string;
  list: keyof typeof TEMPLATE_LISTS;
  value: string | null;
  onChoose(id: string | null): void;
}) {
  const fieldsTemplateTypeId = TEMPLATE_LISTS[list];
  const { data } = useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId }));
  return (
    <Chosen
      none={t('adminInspections.defaultOfType')}
      description={t('adminInspections.defaultFrom', { list: t(`admin.${list}`) })}
      options={data}
      {...rest}
    />
  );
}

function Chosen({
  label,
  description,
  isRequired = false,
  none,
  options,
  value,
  onChoose,
}: {
  label: string;
  description?: string;
  isRequired?: boolean;
  /** Label of the empty option. */
  none?: string;
  options: readonly { id: string; name: string }[] | undefined;
  value: string | null;
  onChoose(id: string | null): void;
}) {
  return (
    <LongSelect
      label={label}
      {...(description !== undefined && { description })}
      required={isRequired}
      clearable={!isRequired}
      placeholder={none ?? t('fields.choose')}
      nothingFoundMessage={t(options === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
      data={(options ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChoose}
    />
  );
}
