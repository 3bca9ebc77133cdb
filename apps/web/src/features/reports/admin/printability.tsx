import type { Report, TemplateFinding } from '@holdfast/contract';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { adminQuery, callAdmin } from '../../../lib/calls/adminCalls.ts';
import { t } from '../../../lib/texts/administration.ts';
import { FindingList } from '../FindingList.tsx';
import classes from './printability.module.css';

/** The latest requested check; the next check starts after it. */
let latest: Promise<unknown> = Promise.resolve();

/**
 * The findings about the template in use of a report. One report is checked at a time: the server limits the number of checks per user.
 */
function findingsQuery({ id }: Report) {
  const { queryKey } = adminQuery('check the template', 'getReportFindings', { id });
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<TemplateFinding[]> => {
      const check = async (): Promise<TemplateFinding[]> => {
        signal.throwIfAborted();
        return callAdmin('check the template', 'getReportFindings', { id }, { signal });
      };
      const checked = latest.then(check, check);
      latest = checked;
      return checked;
    },
  });
}

function isBlocking({ preventsPrinting }: TemplateFinding): boolean {
  return preventsPrinting === true;
}

/** Returns the published reports that cannot be printed, as far as they are checked. */
export function useUnprintable(reports: readonly Report[]): readonly Report[] {
  const published = reports.filter((report) => report.published);
  const checks = useQueries({ queries: published.map(findingsQuery) });
  return published.filter((_, place) => checks[place]?.data?.some(isBlocking) === true);
}

/** Title of a report in a list, marked when it cannot be printed. */
export function MarkedTitle({ report }: { report: Report }) {
  const { data } = useQuery(findingsQuery(report));
  if (data?.some(isBlocking) !== true) return report.title;
  return (
    <>
      <span className={classes['title']}>{report.title}</span>
      <span className={classes['mark']}>
        <IconAlertTriangle size={14} aria-hidden />
        {t('adminReports.cannotPrint')}
      </span>
    </>
  );
}

/** Findings about the template in use of a report, those that prevent printing first; empty when there are none. */
export function TemplateRemarks({ report }: { report: Report }) {
  const { data: findings = [] } = useQuery(findingsQuery(report));
  if (findings.length === 0) return null;
  const icon = <IconAlertTriangle aria-hidden />;
  if (!findings.some(isBlocking))
    return (
      <Alert color="gray" icon={icon} title={t('adminReports.findings', { count: findings.length })}>
        <FindingList findings={findings} />
      </Alert>
    );
  return (
    <Alert color="red" icon={icon} title={t('adminReports.cannotPrintTitle')}>
      <Text size="sm">
        {t(report.published ? 'adminReports.cannotPrintPublished' : 'adminReports.cannotPrintDraft')}
      </Text>
      <FindingList findings={findings} />
    </Alert>
  );
}
