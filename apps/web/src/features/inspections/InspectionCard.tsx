import type { InstallationInspectionSummary } from '@holdfast/contract';
import { Group, Paper, Text, Title } from '@mantine/core';
import { formatDayRange, progressOf } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { StatusDot } from '../../ui/indicators/StatusDot.tsx';
import { CountsBar, useCounted } from '../conditions/index.ts';
import classes from './InspectionCard.module.css';
import { timingOf } from './rules.ts';

/** An inspection of an installation with its five counts; a click opens it. */
export function InspectionCard({
  inspection,
  day,
  onOpen,
}: {
  inspection: InstallationInspectionSummary;
  /** Today at the installation: midnight UTC, in seconds. */
  day: number;
  onOpen(): void;
}) {
  const counted = useCounted(inspection).slice(0, -1);
  const { text, overdue } = timingOf(inspection, day);
  return (
    <Paper component="article" className={classes['card']}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} fz="lg">
          <CoverButton onClick={onOpen}>{inspection.inspectionName}</CoverButton>
        </Title>
        <Text fw={700} fz="xl" lh={1.2} className={classes['name']}>
          {t('inspections.percent', { percent: progressOf(inspection) })}
        </Text>
      </Group>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          {formatDayRange(inspection.startDate, inspection.expectedEndDate)}
        </Text>
        <Text size="sm" {...(overdue ? { fw: 600, c: 'var(--holdfast-strong)' } : { c: 'dimmed' })}>
          {text}
        </Text>
      </Group>
      <CountsBar counts={inspection} />
      <dl className={classes['counts']}>
        <Count label={t('inspections.total')} count={inspection.totalItems} />
        {counted.map(({ appearance, count }) => (
          <Count
            key={appearance.label}
            label={appearance.label}
            count={count}
            mark={<StatusDot appearance={appearance} size={16} hidden />}
          />
        ))}
      </dl>
    </Paper>
  );
}

function Count({ label, count, mark }: { label: string; count: number; mark?: React.ReactNode }) {
  return (
    <div className={classes['count']}>
      <dt>
        {mark}
        <span>{label}</span>
      </dt>
      <dd>{count.toLocaleString('en-GB')}</dd>
    </div>
  );
}
