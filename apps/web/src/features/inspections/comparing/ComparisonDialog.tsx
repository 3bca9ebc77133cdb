import type { InstallationInspection, InstallationInspectionSummary } from '@holdfast/contract';
import { Button, Chip, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { formatDayRange } from '../../../lib/display/formats.ts';
import { queryOf } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/comparison.ts';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Empty, Failed, Loading } from '../../../ui/states.tsx';
import { severityOf } from '../../conditions/index.ts';
import { useInspectionRows } from '../../items/index.ts';
import { compared, type Difference, DIFFERENCES } from './comparing.ts';
import { ComparedRow } from './ComparedRow.tsx';
import classes from './ComparisonDialog.module.css';

/** Compares an inspection with an earlier one of the same installation, item by item; on screen and in print. */
export default function ComparisonDialog({
  inspection,
  columns,
  onOpen,
  onClose,
}: {
  inspection: InstallationInspection;
  /** Names of the columns in the list of the inspection. */
  columns: readonly string[];
  onOpen(itemId: string): void;
  onClose(): void;
}) {
  const { id, installationId, installationName, inspectionName, startDate, expectedEndDate } = inspection;
  const { data, error, refetch } = useQuery(queryOf('getInstallationInspections', { installationId }));
  const earlier = data === undefined ? undefined : earlierOnes(data, inspection);
  const [chosen, choose] = useState<string | null>(null);
  const other = earlier?.find((one) => one.id === chosen) ?? earlier?.[0];
  return (
    <Dialog opened fullscreen onClose={onClose} title={t('comparison.title')}>
      <div data-print-alone>
        <Text c="dimmed" mb="sm">
          {installationName} · {inspectionName} · {formatDayRange(startDate, expectedEndDate)}
        </Text>
        {error !== null && data === undefined ? (
          <Failed what={t('comparison.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        ) : earlier === undefined ? (
          <Waiting />
        ) : other === undefined ? (
          <Empty title={t('comparison.none')} />
        ) : (
          <>
            <NativeSelect
              className={classes['with'] ?? ''}
              label={t('comparison.with')}
              size="md"
              value={other.id}
              onChange={(event) => choose(event.currentTarget.value)}
              data={earlier.map((one) => ({
                value: one.id,
                // The dates come first: the end of a long label is cut off on a phone.
                label: `${formatDayRange(one.startDate, one.expectedEndDate)}, ${one.inspectionName}`,
              }))}
            />
            <Compared
              key={other.id}
              before={other.id}
              now={id}
              columns={other.inspectionId === inspection.inspectionId ? columns : NO_COLUMNS}
              onOpen={onOpen}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

const NO_COLUMNS: readonly string[] = [];

/** Returns the inspections that began before an inspection: those of its type first, then the newest first. */
function earlierOnes(
  all: readonly InstallationInspectionSummary[],
  { id, inspectionId, startDate }: InstallationInspection,
): InstallationInspectionSummary[] {
  return all
    .filter((one) => one.id !== id && one.startDate <= startDate)
    .toSorted(
      (a, b) =>
        Number(b.inspectionId === inspectionId) - Number(a.inspectionId === inspectionId) || b.startDate - a.startDate,
    );
}

function Compared({
  before,
  now,
  columns,
  onOpen,
}: {
  before: string;
  now: string;
  columns: readonly string[];
  onOpen(itemId: string): void;
}) {
  const old = useInspectionRows(before);
  const present = useInspectionRows(now);
  const [shown, show] = useState<Difference | 'all'>('all');
  const items = useMemo(
    () =>
      old.rows === undefined || present.rows === undefined
        ? undefined
        : compared(old.rows, present.rows, columns, severityOf).toSorted(
            (a, b) => DIFFERENCES.indexOf(a.difference) - DIFFERENCES.indexOf(b.difference),
          ),
    [old.rows, present.rows, columns],
  );
  const error = old.error ?? present.error;
  if (items === undefined) {
    if (error === null) return <Waiting />;
    return (
      <Failed
        what={t('comparison.failed')}
        reason={reasonOf(error)}
        onRetry={() => {
          void old.refetch();
          void present.refetch();
        }}
      />
    );
  }
  const counts = new Map<Difference | 'all', number>([['all', items.length]]);
  for (const { difference } of items) counts.set(difference, (counts.get(difference) ?? 0) + 1);
  const choices = (['all', ...DIFFERENCES] as const).filter((one) => one === 'all' || counts.has(one));
  return (
    <>
      <div className={classes['tools']} data-screen-only>
        <Group gap={8} className={classes['choices'] ?? ''} role="radiogroup" aria-label={t('comparison.show')}>
          {choices.map((one) => (
            <Chip
              key={one}
              type="radio"
              name="difference"
              variant="outline"
              size="md"
              checked={shown === one}
              onChange={() => show(one)}
              classNames={{ label: classes['chip'] ?? '' }}
            >
              {t('comparison.counted', { difference: t(`comparison.${one}`), count: counts.get(one) ?? 0 })}
            </Chip>
          ))}
        </Group>
        <Button
          variant="default"
          flex="none"
          leftSection={<IconPrinter size={20} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('comparison.print')}
        </Button>
      </div>
      <ul className={classes['items']} aria-label={t('comparison.title')}>
        {items
          .filter(({ difference }) => shown === 'all' || difference === shown)
          .map((item) => (
            <ComparedRow key={item.itemId} item={item} before={before} now={now} onOpen={onOpen} />
          ))}
      </ul>
    </>
  );
}

function Waiting() {
  return (
    <Loading>
      <Stack>
        <Skeleton height={48} />
        <Skeleton height={320} />
      </Stack>
    </Loading>
  );
}
