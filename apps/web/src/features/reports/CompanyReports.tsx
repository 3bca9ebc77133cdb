import { Paper, Select, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/reports.ts';
import classes from './CompanyReports.module.css';
import { ReportList } from './ReportList.tsx';

/** Company of the reports: `{}` for users of a company; the chosen one for staff. */
export interface OfCompany {
  companyId?: string;
}

const collator = new Intl.Collator('en-GB', { numeric: true });

/** The reports of the dashboard: about the complete company, and about its inspections of one type. */
export default function CompanyReports({ company }: { company: OfCompany | null }) {
  return (
    <Paper component="section" aria-label={t('reports.title')} style={{ overflow: 'hidden' }}>
      <Tabs defaultValue="company">
        <Tabs.List className={classes['tabs'] ?? ''}>
          <Tabs.Tab value="company" className={classes['tab'] ?? ''}>
            {t('reports.companyTab')}
          </Tabs.Tab>
          <Tabs.Tab value="type" className={classes['tab'] ?? ''}>
            {t('reports.typeTab')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="company">
          {company === null ? <ChooseCompany /> : <OverCompany company={company} />}
        </Tabs.Panel>
        <Tabs.Panel value="type">
          {company === null ? <ChooseCompany /> : <OverType key={company.companyId} company={company} />}
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

function ChooseCompany() {
  return (
    <Text c="dimmed" px={20} py="md">
      {t('reports.chooseCompany')}
    </Text>
  );
}

function OverCompany({ company }: { company: OfCompany }) {
  const read = useQuery(queryOf('getReportsForCompany', company));
  return (
    <ReportList read={read} over={{ name: 'executeReportCompany', input: company }} label={t('reports.companyTab')} />
  );
}

function OverType({ company }: { company: OfCompany }) {
  const [inspectionId, setInspectionId] = useState<string | null>(null);
  const { data: types, isPending } = useQuery(queryOf('getInspections', company));
  const choices = (types ?? [])
    .map(({ id, name }) => ({ value: id, label: name }))
    .toSorted((a, b) => collator.compare(a.label, b.label));
  return (
    <>
      <Select
        size="md"
        px={20}
        py="md"
        label={t('reports.type')}
        placeholder={t('fields.choose')}
        searchable
        allowDeselect={false}
        data={choices}
        nothingFoundMessage={t(isPending ? 'dropdown.loading' : 'dropdown.noOptions')}
        value={inspectionId}
        onChange={setInspectionId}
      />
      {inspectionId !== null && <OfType company={company} inspectionId={inspectionId} />}
    </>
  );
}

function OfType({ company, inspectionId }: { company: OfCompany; inspectionId: string }) {
  const input = { ...company, inspectionId };
  const read = useQuery(queryOf('getReportsForInspectionType', input));
  return <ReportList read={read} over={{ name: 'executeReportInspectionType', input }} label={t('reports.typeTab')} />;
}
