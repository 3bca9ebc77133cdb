import { Stack, Table, Text } from '@mantine/core';
import { t } from '../../../lib/texts/administration.ts';
import { FactList } from '../../../ui/FactList.tsx';
import { useMedia } from '../../../ui/hooks/useMedia.ts';

/** A count of the usage, and its limit. */
interface UsageColumn {
  title: string;
  limit?: string;
}

/** The counts of one company or caller. */
interface UsageRow {
  key: string;
  name: string;
  kind?: string;
  /** A value for each column. */
  values: readonly string[];
}

/** Counts of companies or callers: a table, or on a phone, where it would scroll sideways, a list of counts for each. */
export function UsageTable({
  label,
  columns,
  rows,
}: {
  label: string;
  columns: readonly UsageColumn[];
  rows: readonly UsageRow[];
}) {
  const isWide = useMedia('(min-width: 48em)');
  if (!isWide) {
    return (
      <Stack component="ul" gap="md" m={0} p={0} aria-label={label} style={{ listStyle: 'none' }}>
        {rows.map((row) => (
          <li key={row.key}>
            <Text component="div" fw={600}>
              <Named {...row} />
            </Text>
            <FactList facts={columns.map((column, at) => [column.title, valueWithLimit(column, row.values[at]!)])} />
          </li>
        ))}
      </Stack>
    );
  }
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('admin.name')}</Table.Th>
            {columns.map(({ title, limit }) => (
              <Table.Th key={title} ta="end">
                {title}
                {limit !== undefined && (
                  <Text size="xs" fw={400} c="dimmed">
                    {limit}
                  </Text>
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Td>
                <Named {...row} />
              </Table.Td>
              {row.values.map((value, at) => (
                <Table.Td key={columns[at]!.title} ta="end" style={{ fontVariantNumeric: 'tabular-nums' }}>
                  {value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Named({ name, kind }: UsageRow) {
  return (
    <>
      {name}
      {kind !== undefined && (
        <Text size="sm" c="dimmed">
          {kind}
        </Text>
      )}
    </>
  );
}

function valueWithLimit({ limit }: UsageColumn, value: string): string {
  return limit === undefined ? value : `${value} (${limit})`;
}
