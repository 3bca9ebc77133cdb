import { Paper, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { ReportList } from './ReportList.tsx';

/** The reports over an installation; nothing at all where there are none (INST-11). */
export default function InstallationReports({ installationId }: { installationId: string }) {
  const read = useQuery(queryOf('getReportsForInstallation', { installationId }));
  const isThere = read.data === undefined ? read.error !== null : read.data.length > 0;
  if (!isThere) return null;
  return (
    <Paper component="section" aria-labelledby="installation-reports" style={{ overflow: 'hidden' }}>
      <Title order={2} id="installation-reports" px={20} py="md">
        {t('reports.title')}
      </Title>
      <ReportList
        read={read}
        over={{ name: 'executeReportInstallations', input: { installationIds: [installationId] } }}
        label={t('reports.title')}
      />
    </Paper>
  );
}
