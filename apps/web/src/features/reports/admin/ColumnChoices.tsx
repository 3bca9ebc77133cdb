import type { StarterColumn, StarterField } from '@holdfast/contract';
import { ActionIcon, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { LongSelect } from '../../../ui/admin/LongSelect.tsx';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { moved, SortableList } from '../../../ui/admin/SortableList.tsx';

const keyOf = ({ table, column }: Pick<StarterField, 'table' | 'column'>): string => `${table}.${column}`;

/** Returns the text of a column in a list, with its templates, because two templates may have questions of the same name. */
const wordsOf = ({ label, templates }: StarterColumn): string => [label, ...templates].join(' · ');

/** The columns of a report created from choices, in order, each with its heading. */
export function ColumnChoices({
  fields,
  onChange,
}: {
  fields: readonly StarterField[];
  onChange(fields: readonly StarterField[]): void;
}) {
  const read = useQuery(adminQuery('load the columns', 'getStarterColumns', {}));
  if (read.data === undefined) return read.error === null ? <Skeleton height={70} /> : <Unread read={read} rows={1} />;
  const known = new Map(read.data.map((column) => [keyOf(column), column]));
  const taken = new Set(fields.map(keyOf));
  const groups = Map.groupBy(
    read.data.filter((column) => !taken.has(keyOf(column))),
    ({ table }) => table,
  );
  const add = (key: string | null): void => {
    const column = known.get(key ?? '');
    if (column !== undefined)
      onChange([...fields, { table: column.table, column: column.column, label: column.label }]);
  };
  const nameOf = (field: StarterField): string => wordsOf(known.get(keyOf(field)) ?? { ...field, templates: [] });
  const rename = (index: number, label: string): void => onChange(fields.with(index, { ...fields[index]!, label }));
  return (
    <Stack gap="xs">
      {fields.length > 0 && (
        <SortableList
          label={t('adminReports.columns')}
          entries={fields.map((field) => ({ ...field, id: keyOf(field), name: nameOf(field) }))}
          onMove={(from, to) => onChange(moved(fields, from, to))}
          renderHead={({ name, table, label }, index) => (
            <Group gap="xs" wrap="nowrap" py={6}>
              <TextInput
                size="md"
                style={{ flex: 1 }}
                aria-label={t('adminReports.columnLabel', { column: name })}
                description={t(`adminReports.table.${table}`)}
                inputWrapperOrder={['input', 'description']}
                maxLength={300}
                value={label}
                onChange={(event) => rename(index, event.currentTarget.value)}
              />
              <ActionIcon
                size={44}
                variant="default"
                aria-label={t('adminReports.removeColumn', { column: name })}
                onClick={() => onChange(fields.toSpliced(index, 1))}
              >
                <IconX size={20} />
              </ActionIcon>
            </Group>
          )}
        />
      )}
      <LongSelect
        key={fields.length}
        aria-label={t('adminReports.addColumn')}
        placeholder={t('adminReports.addColumn')}
        description={t('adminReports.addColumnHint')}
        inputWrapperOrder={['input', 'description']}
        nothingFoundMessage={t('dropdown.noOptions')}
        data={[...groups].map(([table, columns]) => ({
          group: t(`adminReports.table.${table}`),
          items: columns.map((column) => ({ value: keyOf(column), label: wordsOf(column) })),
        }))}
        value={null}
        onChange={add}
      />
    </Stack>
  );
}
