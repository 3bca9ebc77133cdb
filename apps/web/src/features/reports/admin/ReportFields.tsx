import type { ReportTable } from '@holdfast/contract';
import { Accordion, CopyButton, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useAddressState } from '../../../lib/navigation/addressState.ts';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { holdsAll, plain, searchWords } from '../../../lib/search.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { SearchInput } from '../../../ui/inputs/SearchInput.tsx';
import { Empty } from '../../../ui/states.tsx';
import classes from './ReportFields.module.css';
import screen from './ReportsScreen.module.css';

/** The fields that a report template can use, by table, each with an expression that can be copied. */
export function ReportFields() {
  const read = useQuery(adminQuery('load the fields', 'getReportTables', {}));
  const [search, setSearch] = useAddressState('field');
  const sought = useDeferredValue(search);
  const [open, setOpen] = useState<string[]>([]);
  const found = useMemo(() => foundIn(read.data ?? [], sought), [read.data, sought]);
  const isSearching = sought.trim() !== '';
  return (
    <div className={screen['generators']}>
      <Text c="dimmed" maw={720}>
        {t('adminReports.fieldsHint')}
      </Text>
      <SearchInput label={t('adminReports.fieldsSearch')} value={search} onChange={setSearch} />
      {read.data === undefined ? (
        <Unread read={read} rows={8} />
      ) : found.length === 0 ? (
        <Empty title={t('adminReports.fieldsNone')} />
      ) : (
        <Accordion
          multiple
          variant="contained"
          order={2}
          value={isSearching ? found.map(({ name }) => name) : open}
          onChange={(names) => !isSearching && setOpen(names)}
        >
          {found.map((table) => (
            <Accordion.Item key={table.name} value={table.name}>
              <Accordion.Control>
                <Text fw={600}>{table.name}</Text>
                <Text size="sm" c="dimmed">
                  {table.description}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>
                {(isSearching || open.includes(table.name)) && <Columns table={table} />}
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </div>
  );
}

function Columns({ table: { name, parents, columns } }: { table: ReportTable }) {
  const [parent] = parents;
  return (
    <>
      {parent !== undefined && (
        <Text size="sm" mb="sm">
          {t('adminReports.fieldParents', { parents: parents.join(', '), example: `[${name}.${parent}.Id]` })}
        </Text>
      )}
      <Table className={classes['table'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('adminReports.fieldExpression')}</Table.Th>
            <Table.Th scope="col">{t('adminReports.fieldType')}</Table.Th>
            <Table.Th scope="col">{t('adminReports.fieldDescription')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((column) => (
            <Table.Tr key={column.name}>
              <Table.Td>
                <Expression expression={`[${name}.${column.name}]`} />
              </Table.Td>
              <Table.Td>{t(`adminReports.fieldType.${column.type}`)}</Table.Td>
              <Table.Td>
                {column.description}
                {column.templates.length > 0 && (
                  <Text size="sm" c="dimmed">
                    {t('adminReports.fieldTemplates', { templates: column.templates.join(', ') })}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
}

/** An expression that is copied when it is pressed. */
function Expression({ expression }: { expression: string }) {
  const afterTable = expression.indexOf('.') + 1;
  // On a narrow screen the line is broken here.
  const [table, rest] = [expression.slice(0, afterTable), expression.slice(afterTable)];
  return (
    <CopyButton value={expression}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes['expression'] ?? ''}
          aria-label={t('adminReports.copy', { expression })}
          onClick={copy}
        >
          <code>
            {table}
            <wbr />
            {rest}
          </code>
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          <VisuallyHidden role="status">{copied ? t('adminReports.copied') : ''}</VisuallyHidden>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}

/** Returns the tables with the columns whose name, description and templates, together with the name of the table, contain every word. */
function foundIn(tables: readonly ReportTable[], search: string): ReportTable[] {
  const words = searchWords(search);
  if (words.length === 0) return [...tables];
  return tables
    .map((table) => {
      const about = `${table.name} `;
      return {
        ...table,
        columns: table.columns.filter(({ name, description, templates }) =>
          holdsAll(plain([about, name, description, ...templates].join(' ')), words),
        ),
      };
    })
    .filter(({ columns }) => columns.length > 0);
}
