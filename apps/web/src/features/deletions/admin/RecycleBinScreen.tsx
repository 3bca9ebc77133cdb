import type { DeletedRecord } from '@holdfast/contract';
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { adminQuery, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { type Column, DataTable, MOMENT_TRACK, momentCell } from '../../../ui/admin/DataTable.tsx';
import type { Filter } from '../../../ui/admin/Filters.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { OPERATIONS } from './kinds.ts';

const keyOf = ({ id }: DeletedRecord): string => id;
const kindOf = ({ kind }: DeletedRecord): string => t(`deletions.kind.${kind}`);
const companyOf = ({ companyName }: DeletedRecord): string => companyName ?? '';
const userOf = ({ userName }: DeletedRecord): string => userName;

const FILTERS: readonly Filter<DeletedRecord>[] = [
  { id: 'kind', label: t('deletions.kind'), of: kindOf },
  { id: 'user', label: t('deletions.by'), of: userOf },
];

const COLUMNS: readonly Column<DeletedRecord>[] = [
  {
    id: 'name',
    title: t('admin.name'),
    cell: ({ name }) => name,
    sort: ({ name }) => name,
    track: 'minmax(120px, 3fr)',
  },
  { id: 'kind', title: t('deletions.kind'), cell: kindOf, sort: kindOf, track: 'minmax(100px, 2fr)' },
  {
    id: 'company',
    title: t('adminUsers.company'),
    cell: companyOf,
    sort: companyOf,
    track: 'minmax(96px, 2fr)',
    wideOnly: true,
  },
  { id: 'user', title: t('deletions.by'), cell: userOf, sort: userOf, track: 'minmax(96px, 2fr)', wideOnly: true },
  {
    id: 'deletedAt',
    title: t('deletions.when'),
    cell: ({ deletedAt }) => momentCell(deletedAt),
    sort: ({ deletedAt }) => deletedAt,
    track: MOMENT_TRACK,
    wideOnly: true,
  },
];

/** Deleted records of every company, each of which can be restored. */
export function RecycleBinScreen() {
  const read = useQuery(adminQuery('load the recycle bin', 'getDeletedRecords', {}));
  const { write, attempt } = useAdminWrites();
  const confirm = useConfirm();
  const restore = async ({ kind, id, name }: DeletedRecord): Promise<void> => {
    const sure = await confirm({
      title: t('deletions.restoreTitle', { name }),
      text: t('deletions.restoreText'),
      confirm: t('deletions.restore'),
    });
    if (!sure) return;
    const done = await attempt(() => write('restore the record', OPERATIONS[kind].restore, { id }));
    if (done !== undefined) notifications.show({ message: t('deletions.restored', { name }) });
  };
  return (
    <ListPage
      title={t('admin.recycle-bin')}
      read={read}
      wordsOf={(record) => [record.name, kindOf(record), companyOf(record), userOf(record)].join(' ')}
      filters={FILTERS}
      empty={{ title: t('deletions.emptyTitle'), hint: t('deletions.emptyHint') }}
    >
      {(found) => (
        <>
          <Text size="sm" c="dimmed">
            {t('deletions.openHint')}
          </Text>
          <DataTable
            label={t('admin.recycle-bin')}
            rows={found}
            columns={COLUMNS}
            keyOf={keyOf}
            onOpen={(record) => void restore(record)}
          />
        </>
      )}
    </ListPage>
  );
}
