import { MultiSelect, Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/reports.ts';
import type { OfCompany } from './CompanyReports.tsx';
import { ReportList } from './ReportList.tsx';

/** The reports about an installation and, optionally, about others of its company; empty when there are no reports (INST-11). */
export default function InstallationReports({
  installationId,
  company,
}: {
  installationId: string;
  company: OfCompany;
}) {
  const read = useQuery(queryOf('getReportsForInstallation', { installationId }));
  const [others, setOthers] = useState<string[]>([]);
  const isThere = read.data === undefined ? read.error !== null : read.data.length > 0;
  if (!isThere) return null;
  return (
    <Paper component="section" aria-labelledby="installation-reports" style={{ overflow: 'hidden' }}>
      <Title order={2} id="installation-reports" px={20} py="md">
        {t('reports.title')}
      </Title>
      <OtherInstallations installationId={installationId} company={company} value={others} onChange={setOthers} />
      <ReportList
        read={read}
        over={{ name: 'executeReportInstallations', input: { installationIds: [installationId, ...others] } }}
        label={t('reports.title')}
      />
    </Paper>
  );
}

/** Selects more installations for the same report; empty when the company has only one. */
function OtherInstallations({
  installationId,
  company,
  value,
  onChange,
}: {
  installationId: string;
  company: OfCompany;
  value: string[];
  onChange(value: string[]): void;
}) {
  const { data } = useQuery(queryOf('getInstallations', company));
  const choices = (data ?? [])
    .filter(({ id }) => id !== installationId)
    .map(({ id, name }) => ({ value: id, label: name }));
  if (choices.length === 0) return null;
  return (
    <MultiSelect
      size="md"
      px={20}
      pb="md"
      label={t('reports.alsoOver')}
      placeholder={value.length === 0 ? t('reports.onlyThis') : ''}
      searchable
      clearable
      hidePickedOptions
      // With this installation, the maximum number for one report.
      maxValues={99}
      nothingFoundMessage={t('dropdown.noOptions')}
      data={choices}
      value={value}
      onChange={onChange}
    />
  );
}
