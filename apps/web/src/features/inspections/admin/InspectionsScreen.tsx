import type { Inspection } from '@holdfast/contract';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useCreate } from '../../../lib/navigation/useCreate.ts';
import { type Column, DataTable, idOf } from '../../../ui/admin/DataTable.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { importedAddress } from '../../fields/templateTypes.ts';
import { SetupDialog } from '../../setups/admin/SetupDialog.tsx';

/** All inspection types, with their item types and the companies that may start them. */
export function InspectionsScreen() {
  const read = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const { data: companies } = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const navigate = useNavigate();
  const [isImporting, setImporting] = useState(false);
  const create = useCreate(async (write) => {
    const { id } = await write('create the inspection', 'createInspection', { name: t('adminInspections.newName') });
    return `/admin/inspections/${id}`;
  });
  const companyCount = ({ id }: Inspection): number | undefined =>
    companies?.filter(({ companyInspections }) => companyInspections.some(({ inspectionId }) => inspectionId === id))
      .length;
  const columns: Column<Inspection>[] = [
    { id: 'name', title: t('admin.name'), cell: ({ name }) => name, sort: ({ name }) => name, track: 'minmax(0, 3fr)' },
    {
      id: 'shortName',
      title: t('admin.shortName'),
      cell: ({ shortName }) => shortName,
      sort: ({ shortName }) => shortName,
    },
    {
      id: 'itemTypes',
      title: t('admin.item-types'),
      cell: ({ itemTypes }) => itemTypes.length,
      sort: ({ itemTypes }) => itemTypes.length,
      numeric: true,
      wideOnly: true,
      track: '120px',
    },
    {
      id: 'companies',
      title: t('adminInspections.companies'),
      cell: (inspection) => companyCount(inspection) ?? '',
      sort: (inspection) => companyCount(inspection) ?? 0,
      numeric: true,
      wideOnly: true,
      track: '120px',
    },
  ];
  return (
    <>
      <ListPage
        title={t('admin.inspections')}
        read={read}
        wordsOf={({ name, shortName }) => `${name} ${shortName}`}
        aside={
          <Button
            variant="default"
            leftSection={<IconFileImport size={18} aria-hidden />}
            onClick={() => setImporting(true)}
          >
            {t('adminSetup.import')}
          </Button>
        }
        create={{ label: t('admin.create'), ...create }}
        empty={{ title: t('admin.nothingYet'), hint: t('adminInspections.emptyHint') }}
      >
        {(found) => (
          <DataTable
            label={t('admin.inspections')}
            rows={found}
            columns={columns}
            keyOf={idOf}
            linkOf={({ id }) => `/admin/inspections/${id}`}
          />
        )}
      </ListPage>
      {isImporting && (
        <SetupDialog
          onClose={() => setImporting(false)}
          onImported={(imported) => void navigate(importedAddress(imported))}
        />
      )}
    </>
  );
}
