import type { Installation, InstallationInspectionSummary } from '@holdfast/contract';
import { Paper, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { formatDayRange, todayIn } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { Calm } from '../../ui/illustrations.tsx';
import { CountsRing } from '../conditions/index.ts';
import { dueOf, timingOf } from '../inspections/index.ts';
import classes from './Today.module.css';

/** An inspection that needs work now, with its installation. */
interface Due {
  installation: Installation;
  inspection: InstallationInspectionSummary;
  day: number;
}

/** The inspections that need work now: overdue ones first, then those running, then those that start within a week. */
export function Today({
  installations,
  now,
  onOpen,
}: {
  installations: readonly Installation[];
  now: Date;
  onOpen(installationId: string, installationInspectionId: string): void;
}) {
  const due = installations
    .flatMap((installation): Due[] => {
      const day = todayIn(installation.timeZone, now);
      return installation.installationInspections.map((inspection) => ({ installation, inspection, day }));
    })
    .filter(({ inspection, day }) => dueOf(inspection, day) !== null)
    .toSorted(
      (a, b) =>
        dueOf(a.inspection, a.day)! - dueOf(b.inspection, b.day)! ||
        a.inspection.expectedEndDate - b.inspection.expectedEndDate,
    );
  return (
    <Paper component="section" aria-labelledby="today-title" className={classes['today'] ?? ''}>
      <Title order={2} id="today-title" className={classes['title'] ?? ''}>
        {t('dashboard.today')}
      </Title>
      {due.length === 0 ? (
        <div className={classes['none']}>
          <Calm />
          <Text c="dimmed">{t('dashboard.todayNone')}</Text>
        </div>
      ) : (
        <ul className={classes['list']}>
          {due.map(({ installation, inspection, day }) => {
            const { text, overdue } = timingOf(inspection, day);
            const checked =
              inspection.fitForPurpose + inspection.needsAttention + inspection.defective + inspection.notApplicable;
            return (
              <li key={inspection.id} className={classes['row']}>
                <CountsRing counts={inspection} />
                <div className={classes['words']}>
                  <Text fw={600}>
                    <CoverButton
                      onClick={() => onOpen(installation.id, inspection.id)}
                      label={t('dashboard.open', { inspection: inspection.inspectionName, place: installation.name })}
                    >
                      {inspection.inspectionName}
                    </CoverButton>
                  </Text>
                  <Text size="sm" c="dimmed">
                    {installation.name} · {t('dashboard.unchecked', { count: inspection.totalItems - checked })}
                  </Text>
                </div>
                <Text
                  size="sm"
                  fw={600}
                  className={classes['when']}
                  data-overdue={overdue || undefined}
                  title={formatDayRange(inspection.startDate, inspection.expectedEndDate)}
                >
                  {text}
                </Text>
                <IconChevronRight size={20} aria-hidden className={classes['arrow'] ?? ''} />
              </li>
            );
          })}
        </ul>
      )}
    </Paper>
  );
}
