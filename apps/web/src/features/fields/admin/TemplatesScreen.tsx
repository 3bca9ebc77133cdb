import type { FieldsTemplate } from '@holdfast/contract';
import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { importedAddress, type TemplateList } from '../templateTypes.ts';
import { t } from '../../../lib/texts/administration.ts';
import { useCreate } from '../../../lib/navigation/useCreate.ts';
import { type Column, DataTable, idOf } from '../../../ui/admin/DataTable.tsx';
import { ListPage } from '../../../ui/admin/ListPage.tsx';
import { SetupDialog } from '../../setups/admin/SetupDialog.tsx';
import { usesOf, usesText } from './usedBy.ts';

/** The templates of one type. */
export function TemplatesScreen({ list, fieldsTemplateTypeId }: { list: TemplateList; fieldsTemplateTypeId: string }) {
  const read = useQuery(adminQuery('load the templates', 'getFieldsTemplates', { fieldsTemplateTypeId }));
  const asksTypes = list === 'item-type-templates' || list === 'prompt-templates';
  const asksCompanies = list === 'installation-details-templates';
  const itemTypes = useQuery({ ...adminQuery('load the item types', 'getItemTypes', {}), enabled: asksTypes });
  const companies = useQuery({ ...adminQuery('load the companies', 'getCompanies', {}), enabled: asksCompanies });
  const inspections = useQuery({
    ...adminQuery('load the inspections', 'getAdminInspections', {}),
    enabled: !asksTypes && !asksCompanies,
  });
  const create = useCreate(async (write) => {
    const input = { name: t('adminFields.newName'), fieldsTemplateTypeId };
    const { id } = await write('create the template', 'createFieldsTemplate', input);
    return `/admin/${list}/${id}`;
  });
  const navigate = useNavigate();
  const [isImporting, setImporting] = useState(false);
  const isKnown = [itemTypes, companies, inspections].some(({ data }) => data !== undefined);
  const uses = usesOf({
    itemTypes: itemTypes.data,
    companies: companies.data,
    inspections: inspections.data,
    templates: read.data ?? [],
  });
  const columns: Column<FieldsTemplate>[] = [
    { id: 'name', title: t('admin.name'), cell: ({ name }) => name, sort: ({ name }) => name, track: 'minmax(0, 2fr)' },
    {
      id: 'fields',
      title: t('adminFields.fields'),
      cell: ({ fields }) => fields.length,
      sort: ({ fields }) => fields.length,
      numeric: true,
      track: '80px',
    },
    {
      id: 'uses',
      title: t('admin.usedIn'),
      cell: ({ id }) => (isKnown ? usesText(uses.get(id)) : ''),
      wideOnly: true,
      track: 'minmax(0, 1fr)',
    },
  ];
  return (
    <>
      <ListPage
        title={t(`admin.${list}`)}
        read={read}
        wordsOf={({ name, fields }) => [name, ...fields.map((field) => field.name)].join(' ')}
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
        empty={{ title: t('admin.nothingYet'), hint: t('adminFields.emptyHint') }}
      >
        {(found) => (
          <DataTable
            label={t(`admin.${list}`)}
            rows={found}
            columns={columns}
            keyOf={idOf}
            linkOf={({ id }) => `/admin/${list}/${id}`}
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
