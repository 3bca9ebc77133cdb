import type { Field, Inspection, ListViewField } from '@holdfast/contract';
import { ActionIcon, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { ReasonedButton } from '../../../ui/ReasonedButton.tsx';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { moved, SortableList } from '../../../ui/admin/SortableList.tsx';

/** Returns the columns of a stored list-view setting; none for an empty one. */
export function columnsOf(json: string): ListViewField[] {
  return json === '' ? [] : (JSON.parse(json) as ListViewField[]);
}

/** Returns a list-view setting in its stored form. */
export function listViewText(columns: readonly ListViewField[]): string {
  return JSON.stringify(columns);
}

/** The columns of the inspector's list: names of fields in order, each searchable or not. Saved with the inspection type. */
export function ListViewTab({
  inspection,
  itemColumns,
  resultColumns,
  onItemColumns,
  onResultColumns,
}: {
  inspection: Inspection;
  itemColumns: readonly ListViewField[];
  resultColumns: readonly ListViewField[];
  onItemColumns(columns: readonly ListViewField[]): void;
  onResultColumns(columns: readonly ListViewField[]): void;
}) {
  const { data: types } = useQuery(adminQuery('load the item types', 'getItemTypes', { inspectionId: inspection.id }));
  const { data: templates } = useQuery(adminQuery('load the templates', 'getFieldsTemplates', {}));
  const asked = new Set(inspection.itemTypes.map(({ fieldsTemplateId }) => fieldsTemplateId));
  return (
    <Stack gap="md">
      <Columns
        title={t('adminInspections.columnsItem')}
        hint={t('adminInspections.columnsItemHint')}
        columns={itemColumns}
        fields={types?.flatMap(({ itemTypeFieldsTemplates }) =>
          itemTypeFieldsTemplates.flatMap(({ fieldsTemplate }) => fieldsTemplate.fields),
        )}
        onChange={onItemColumns}
      />
      <Columns
        title={t('adminInspections.columnsResult')}
        hint={t('adminInspections.columnsResultHint')}
        columns={resultColumns}
        fields={templates?.filter(({ id }) => asked.has(id)).flatMap(({ fields }) => fields)}
        onChange={onResultColumns}
      />
    </Stack>
  );
}

function Columns({
  title,
  hint,
  columns,
  fields,
  onChange,
}: {
  title: string;
  hint: string;
  columns: readonly ListViewField[];
  /** The questions whose answers can be shown; undefined while they are being loaded. */
  fields: readonly Field[] | undefined;
  onChange(columns: readonly ListViewField[]): void;
}) {
  const [chosen, choose] = useState<string | null>(null);
  const add = (): void => {
    if (chosen === null) return;
    onChange([...columns, { name: chosen, isSearchable: true }]);
    choose(null);
  };
  return (
    <Paper component="section" p="lg" aria-label={title}>
      <Title order={2}>{title}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {hint}
      </Text>
      {columns.length === 0 ? (
        <Text c="dimmed" py="xs">
          {t('adminInspections.columnsNone')}
        </Text>
      ) : (
        <SortableList
          label={title}
          entries={columns.map((column) => ({ ...column, id: column.name }))}
          onMove={(from, to) => onChange(moved(columns, from, to))}
          renderHead={({ name, isSearchable }, index) => (
            <Group justify="space-between" gap="xs">
              <span>
                {name}
                {fields !== undefined && !fields.some((field) => field.name === name) && (
                  <Text component="span" size="sm" c="dimmed" ml="xs">
                    {t('adminInspections.columnUnknown')}
                  </Text>
                )}
              </span>
              <Group gap="xs" wrap="nowrap">
                <Switch
                  label={t('adminInspections.isSearchable')}
                  aria-label={`${t('adminInspections.isSearchable')}: ${name}`}
                  checked={isSearchable}
                  onChange={(event) =>
                    onChange(columns.with(index, { name, isSearchable: event.currentTarget.checked }))
                  }
                />
                <ActionIcon
                  size={44}
                  aria-label={t('admin.removeNamed', { name })}
                  onClick={() => onChange(columns.toSpliced(index, 1))}
                >
                  <IconX size={18} />
                </ActionIcon>
              </Group>
            </Group>
          )}
        />
      )}
      <Group gap="sm" wrap="nowrap" mt="sm">
        <LongSelect
          flex={1}
          maw={460}
          aria-label={`${t('adminInspections.addColumn')}: ${title}`}
          placeholder={t('fields.choose')}
          nothingFoundMessage={t(fields === undefined ? 'dropdown.loading' : 'dropdown.noOptions')}
          data={choicesOf(fields ?? [], columns)}
          value={chosen}
          onChange={choose}
        />
        <ReasonedButton
          isInToolbar
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          reason={chosen === null ? t('admin.chooseFirst') : null}
          onClick={add}
        >
          {t('admin.add')}
        </ReasonedButton>
      </Group>
    </Paper>
  );
}

/** Returns the names that are not columns yet; those marked "Show in list" first. */
function choicesOf(fields: readonly Field[], columns: readonly ListViewField[]) {
  const isColumn = new Set(columns.map(({ name }) => name));
  const free = fields.filter(({ name }) => !isColumn.has(name));
  const offered = [...new Set(free.filter(({ showInList }) => showInList).map(({ name }) => name))];
  const others = [...new Set(free.map(({ name }) => name))].filter((name) => !offered.includes(name));
  return [
    { group: t('adminInspections.columnsOffered'), items: offered },
    { group: t('adminInspections.columnsOthers'), items: others },
  ].filter(({ items }) => items.length > 0);
}
