import type { OpenInspection } from '@holdfast/contract';
import { Badge, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminQuery } from '../../lib/calls/adminCalls.ts';
import { daysBetween, formatDay, progressOf, todayIn } from '../../lib/display/formats.ts';
import { useViews } from '../../lib/navigation/views.ts';
import { t } from '../../lib/texts/administration.ts';
import { Unread } from '../../ui/admin/ListPage.tsx';
import classes from './OverviewScreen.module.css';

/** Number of inspections listed; the page of the company lists the others. */
const LISTED = 8;

/** Unfinished inspections of all companies, overdue ones first. */
export function OpenInspections() {
  const read = useQuery(adminQuery('load the running inspections', 'getOpenInspections', {}));
  const [today] = useState(() => todayIn(new Intl.DateTimeFormat().resolvedOptions().timeZone, new Date()));
  const overdue = read.data?.filter(({ expectedEndDate }) => expectedEndDate < today).length ?? 0;
  return (
    <Paper component="section" p="lg" aria-labelledby="overview-running">
      <Title order={2} mb="xs" id="overview-running">
        {t('admin.running')}
      </Title>
      {read.data === undefined ? (
        <Unread read={read} rows={4} />
      ) : read.data.length === 0 ? (
        <Text c="dimmed">{t('admin.runningNone')}</Text>
      ) : (
        <>
          <Text c="dimmed" mb="xs">
            {[
              t('admin.runningCount', { count: read.data.length }),
              ...(overdue > 0 ? [t('admin.overdueCount', { count: overdue })] : []),
            ].join(', ')}
          </Text>
          <ul className={classes['findings']}>
            {read.data.slice(0, LISTED).map((inspection) => (
              <Running key={inspection.id} inspection={inspection} today={today} />
            ))}
          </ul>
          {read.data.length > LISTED && (
            <Text c="dimmed" mt="sm">
              {t('admin.attentionMore', { count: read.data.length - LISTED })}
            </Text>
          )}
        </>
      )}
    </Paper>
  );
}

function Running({ inspection, today }: { inspection: OpenInspection; today: number }) {
  const { inspectionName, installationId, installationName, companyName, expectedEndDate } = inspection;
  const { open } = useViews();
  const days = daysBetween(today, expectedEndDate);
  return (
    <li>
      <Link
        to="/"
        className={classes['finding']}
        onClick={(event) => {
          // Opens the views above it, too, so that Back leads from the inspection to its installation.
          event.preventDefault();
          open({ at: 'inspection', installationId, installationInspectionId: inspection.id });
        }}
      >
        <span>
          <Text component="span" fw={600} c="var(--holdfast-strong)">
            {installationName}
          </Text>{' '}
          <Text component="span" c="dimmed">
            {inspectionName} · {companyName}
          </Text>
        </span>
        <span className={classes['due']} title={formatDay(expectedEndDate)}>
          {days < 0 ? (
            <Badge variant="default" tt="none">
              {t('admin.overdueBy', { count: -days })}
            </Badge>
          ) : (
            t('admin.dueIn', { count: days })
          )}
          <Text component="span" fw={600} className={classes['share'] ?? ''}>
            {progressOf(inspection)} %
          </Text>
        </span>
      </Link>
    </li>
  );
}
