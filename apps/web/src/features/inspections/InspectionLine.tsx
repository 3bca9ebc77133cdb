import type { InstallationInspectionSummary } from '@holdfast/contract';
import { Group, Text } from '@mantine/core';
import { formatDayRange, progressOf } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { CountsBar } from '../conditions/index.ts';
import classes from './InspectionLine.module.css';
import { timingOf } from './rules.ts';

/** An inspection on one line: name, dates, progress. A click opens it. */
export function InspectionLine({
  inspection,
  day,
  heading,
  onOpen,
}: {
  inspection: InstallationInspectionSummary;
  /** Today at the installation: midnight UTC, in seconds. */
  day: number;
  /** Shown before the name where a list mixes lines of several installations. */
  heading?: string;
  onOpen(): void;
}) {
  const { text, overdue } = timingOf(inspection, day);
  return (
    <div className={classes['line']}>
      <Group justify="space-between" wrap="nowrap" gap="md" align="baseline">
        <Text fw={550}>
          <CoverButton onClick={onOpen}>{inspection.inspectionName}</CoverButton>
        </Text>
        <Text fw={600} className={classes['percent']}>
          {t('inspections.percent', { percent: progressOf(inspection) })}
        </Text>
      </Group>
      {heading !== undefined && (
        <Text size="sm" c="dimmed">
          {heading}
        </Text>
      )}
      <CountsBar counts={inspection} height={8} />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {formatDayRange(inspection.startDate, inspection.expectedEndDate)}
        </Text>
        <Text size="sm" {...(overdue ? { fw: 600, className: classes['overdue'] } : { c: 'dimmed' })}>
          {text}
        </Text>
      </Group>
    </div>
  );
}
