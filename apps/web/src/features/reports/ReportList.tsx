import type { Report } from '@holdfast/contract';
import { Skeleton, Stack } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import { reasonOf } from '../../lib/calls/failures.ts';
import { t } from '../../lib/texts/reports.ts';
import { useDemoSeeded } from '../../lib/useDemoSeeded.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import { ReportRows } from './ReportRows.tsx';
import type { PrintedOver } from './runs.ts';

/** The reports about a record, or the reason why there are none. */
export function ReportList({
  read: { data, error, refetch },
  over,
  label,
}: {
  read: Pick<UseQueryResult<Report[]>, 'data' | 'error' | 'refetch'>;
  /** null while the data to print is unknown. */
  over: PrintedOver | null;
  /** Label of the list for screen readers. */
  label: string;
}) {
  if (error !== null && data === undefined)
    return <Failed isInset what={t('reports.listFailed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
  if (data === undefined || over === null)
    return (
      <Loading>
        <Stack gap={8} px={20} py="sm">
          <Skeleton height={44} />
          <Skeleton height={44} />
        </Stack>
      </Loading>
    );
  if (data.length === 0) return <NoReports onMore={() => void refetch()} />;
  return <ReportRows reports={data} over={over} label={label} />;
}

/** There are no reports yet: while a demo server is still being filled, they appear automatically. */
function NoReports({ onMore }: { onMore(): void }) {
  const seeded = useDemoSeeded();
  useDidUpdate(onMore, [seeded]);
  return seeded < 1 ? (
    <Empty title={t('reports.beingMade')} hint={t('reports.beingMadeHint')} />
  ) : (
    <Empty title={t('reports.none')} hint={t('reports.noneHint')} />
  );
}
