import type { Company } from '@holdfast/contract';
import { useQuery } from '@tanstack/react-query';
import { useAddressRecord } from '../../../lib/navigation/addressState.ts';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useUser } from '../../users/index.ts';
import { useCreate } from '../../../lib/navigation/useCreate.ts';
import { type Column, DataTable, idOf } from '../../../ui/admin/DataTable.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { UsageDialog } from './UsageDialog.tsx';

/** All companies with their installations and users. */
export function CompaniesScreen() {
  const read = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const { data: installations } = useQuery(adminQuery('load the installations', 'getAdminInstallations', {}));
  const { data: users } = useQuery(adminQuery('load the users', 'getUsers', {}));
  const [usage, openUsage] = useAddressRecord('usage');
  const { role } = useUser();
  const create = useCreate(async (write) => {
    const { id } = await write('create the company', 'createCompany', { name: t('adminCompanies.newName') });
    return `/admin/companies/${id}`;
  });
  const counted = (id: string, title: string, of: (company: Company) => number | undefined): Column<Company> => ({
    id,
    title,
    cell: (company) => of(company) ?? '',
    sort: (company) => of(company) ?? 0,
    numeric: true,
    wideOnly: true,
    track: '150px',
  });
  const columns: Column<Company>[] = [
    { id: 'name', title: t('admin.name'), cell: ({ name }) => name, sort: ({ name }) => name, track: 'minmax(0, 3fr)' },
    {
      id: 'shortName',
      title: t('admin.shortName'),
      cell: ({ shortName }) => shortName,
      sort: ({ shortName }) => shortName,
    },
    counted('installations', t('admin.installations'), ({ id }) =>
      installations === undefined
        ? undefined
        : installations.filter(({ companyId, archived }) => companyId === id && !archived).length,
    ),
    counted('users', t('admin.users'), ({ id }) => users?.filter(({ companyId }) => companyId === id).length),
    counted('allowed', t('adminCompanies.allowed'), ({ companyInspections }) => companyInspections.length),
  ];
  return (
    <>
      <ListPage
        title={t('admin.companies')}
        read={read}
        wordsOf={({ name, shortName }) => `${name} ${shortName}`}
        {...(role === 'administrator' ? { create: { label: t('admin.create'), ...create } } : {})}
        empty={{ title: t('admin.nothingYet'), hint: t('adminCompanies.emptyHint') }}
        links={role === 'administrator' ? [{ label: t('usage.open'), run: () => openUsage('1') }] : []}
      >
        {(found) => (
          <DataTable
            label={t('admin.companies')}
            rows={found}
            columns={columns}
            keyOf={idOf}
            linkOf={({ id }) => `/admin/companies/${id}`}
          />
        )}
      </ListPage>
      {usage !== null && <UsageDialog onClose={() => openUsage(null)} />}
    </>
  );
}
