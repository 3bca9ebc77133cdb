import type { InspectionDefaultItem } from '@holdfast/contract';
import { Button, Group, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery, useAdminWrites } from '../../../lib/adminCalls.ts';
import { TEMPLATE_LISTS } from '../../../lib/templateTypes.ts';
import { t } from '../../../lib/texts/index.ts';
import { CHOICE_LIMIT, MENU_MAX_PX } from '../../../ui/admin/LinkPanel.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { rowsOf } from './defaultItems.ts';

const KINDS = [
  { value: 'Item', label: t('adminInspections.defaultItem') },
  { value: 'Question', label: t('adminInspections.defaultQuestion') },
] as const;

type Values = Pick<
  InspectionDefaultItem,
  'name' | 'type' | 'parentDefaultItemId' | 'fieldsTemplateId' | 'itemFieldsTemplateId'
> & { itemTypeId: string | null };

/** Makes or changes a default item. */
export function DefaultItemDialog({
  inspectionId,
  item,
  tree,
  onClose,
}: {
  inspectionId: string;
  /** null: a new one. */
  item: InspectionDefaultItem | null;
  tree: readonly InspectionDefaultItem[];
  onClose(): void;
}) {
  const { isBusy, write, attempt } = useAdminWrites();
  const [values, setValues] = useState<Values>(
    item ?? {
      name: '',
      type: 'Item',
      itemTypeId: null,
      parentDefaultItemId: null,
      fieldsTemplateId: null,
      itemFieldsTemplateId: null,
    },
  );
  const change = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }));
  const { name, type, itemTypeId } = values;
  const isQuestion = type === 'Question';
  const itemTypes = useQuery(adminQuery('load the item types', 'getItemTypes', { inspectionId }));
  const prompts = useQuery(adminQuery('load the prompts', 'getInspectionPrompts', { id: inspectionId }));
  const types = isQuestion ? prompts.data : itemTypes.data?.filter((one) => !one.isQuestion);
  const isReady = name.trim() !== '' && itemTypeId !== null;

  const save = async (): Promise<void> => {
    if (itemTypeId === null) return;
    const { parentDefaultItemId, fieldsTemplateId, itemFieldsTemplateId } = values;
    const input = { name, type, itemTypeId, parentDefaultItemId, fieldsTemplateId, itemFieldsTemplateId };
    const saved = await attempt(() =>
      item === null
        ? write('create the default item', 'createInspectionDefaultItem', { id: inspectionId, ...input })
        : write('save the default item', 'updateInspectionDefaultItem', { id: item.id, ...input }),
    );
    if (saved !== undefined) onClose();
  };

  return (
    <Dialog opened onClose={onClose} title={t('adminInspections.defaultEditTitle')} size="lg">
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('adminInspections.defaultKind')}
          data={[...KINDS]}
          value={type}
          onChange={(to) => change({ type: to, itemTypeId: null })}
        />
        <Chosen
          label={t(isQuestion ? 'adminInspections.defaultPrompt' : 'adminInspections.defaultItemType')}
          isRequired
          options={types}
          value={itemTypeId}
          onChoose={(to) => {
            const chosen = types?.find(({ id }) => id === to)?.name ?? '';
            const known = types?.find(({ id }) => id === itemTypeId)?.name ?? '';
            // Until it has a name of its own it is called as its type.
            change({ itemTypeId: to, ...(name === '' || name === known ? { name: chosen } : {}) });
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
        <Chosen
          label={t('adminInspections.defaultParent')}
          none={t('adminInspections.defaultParentNone')}
          options={possibleParents(tree, item)}
          value={values.parentDefaultItemId}
          onChoose={(to) => change({ parentDefaultItemId: to })}
        />
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
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button disabled={!isReady} loading={isBusy} onClick={() => void save()}>
            {t('admin.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What an item can stand below: anything but itself and what stands below it. */
function possibleParents(
  tree: readonly InspectionDefaultItem[],
  item: InspectionDefaultItem | null,
): { id: string; name: string }[] {
  const excluded = new Set(item === null ? [] : rowsOf([item]).map((row) => row.item.id));
  return rowsOf(tree)
    .map((row) => row.item)
    .filter(({ id, type }) => !excluded.has(id) && type === 'Item');
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
  return <Chosen none={t('adminInspections.defaultOfType')} options={data} {...rest} />;
}

function Chosen({
  label,
  isRequired = false,
  none,
  options,
  value,
  onChoose,
}: {
  label: string;
  isRequired?: boolean;
  /** What choosing nothing means. */
  none?: string;
  options: readonly { id: string; name: string }[] | undefined;
  value: string | null;
  onChoose(id: string | null): void;
}) {
  return (
    <Select
      size="md"
      label={label}
      required={isRequired}
      clearable={!isRequired}
      searchable
      limit={CHOICE_LIMIT}
      maxDropdownHeight={MENU_MAX_PX}
      placeholder={none ?? t('fields.choose')}
      nothingFoundMessage={t(options === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
      data={(options ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChoose}
    />
  );
}
