import { Group, Paper, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../lib/failures.ts';
import { t } from '../../lib/texts/index.ts';
import { Page } from '../../ui/Page.tsx';
import { Empty, Failed, Loading, ScreenTitle } from '../../ui/states.tsx';

/** What a list of the administration shows of each entry. */
export interface AdminRecord {
  id: string;
  name: string;
  shortName?: string;
}

type ListPath =
  | 'inspections'
  | 'item-types'
  | 'companies'
  | 'item-type-templates'
  | 'installation-details-templates'
  | 'inspection-details-templates'
  | 'inspection-templates'
  | 'prompt-templates';

/** A searchable list with its count. */
export function RecordList({
  path,
  query,
  withShortName = false,
}: {
  path: ListPath;
  query: Pick<UseQueryResult<AdminRecord[]>, 'data' | 'error' | 'refetch'>;
  withShortName?: boolean;
}) {
  const [search, setSearch] = useState('');
  const { data: records, error, refetch } = query;
  const words = search.trim().toLocaleLowerCase('en-GB');
  const found = records?.filter(({ name, shortName = '' }) =>
    `${name} ${shortName}`.toLocaleLowerCase('en-GB').includes(words),
  );
  return (
    <Page>
      <Group justify="space-between" align="flex-end">
        <div>
          <ScreenTitle>{t(`admin.${path}`)}</ScreenTitle>
          <Text c="dimmed" h={24}>
            {found === undefined ? '' : t('admin.count', { count: found.length })}
          </Text>
        </div>
        <TextInput
          type="search"
          aria-label={t('admin.search')}
          placeholder={t('admin.search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          w={280}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </Group>
      {found !== undefined && found.length > 0 && (
        <Paper style={{ overflow: 'hidden' }}>
          <Table verticalSpacing="sm" horizontalSpacing="lg" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('admin.name')}</Table.Th>
                {withShortName && <Table.Th w={180}>{t('admin.shortName')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map(({ id, name, shortName }) => (
                <Table.Tr key={id}>
                  <Table.Td>{name}</Table.Td>
                  {withShortName && <Table.Td>{shortName}</Table.Td>}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {found?.length === 0 && <Empty title={t(words === '' ? 'admin.none' : 'admin.noneFound')} />}
      {found === undefined && error !== null && (
        <Failed what={t('admin.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      {found === undefined && error === null && (
        <Loading>
          <Stack gap={8}>
            {Array.from({ length: 6 }, (_, index) => (
              <Skeleton key={index} height={44} />
            ))}
          </Stack>
        </Loading>
      )}
    </Page>
  );
}
