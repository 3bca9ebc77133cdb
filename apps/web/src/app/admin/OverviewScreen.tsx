import { Anchor, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconArrowRight, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { adminQuery } from '../../lib/calls/adminCalls.ts';
import { t } from '../../lib/texts/administration.ts';
import { typesOf } from '../../features/items/admin/typeTree.ts';
import { useUnprintable } from '../../features/reports/admin/printability.tsx';
import { Unread } from '../../ui/admin/ListPage.tsx';
import { Page } from '../../ui/Page.tsx';
import { Empty, ScreenTitle } from '../../ui/states.tsx';
import { setupSteps } from './checklist.ts';
import { Checklist } from './Checklist.tsx';
import { type Configuration, findings } from './findings.ts';
import { OpenInspections } from './OpenInspections.tsx';
import classes from './OverviewScreen.module.css';
import { RecentChanges } from './RecentChanges.tsx';

/** Maximum number of findings listed. */
const FINDING_LIMIT = 12;

/** Counts with links to their lists, work in progress, recent changes, and findings that need attention. */
export function OverviewScreen() {
  const inspections = useQuery(adminQuery('load the inspections', 'getAdminInspections', {}));
  const companies = useQuery(adminQuery('load the companies', 'getCompanies', {}));
  const itemTypes = useQuery(adminQuery('load the item types', 'getItemTypesStructured', {}));
  const templates = useQuery(adminQuery('load the templates', 'getFieldsTemplates', {}));
  const users = useQuery(adminQuery('load the users', 'getUsers', {}));
  const installations = useQuery(adminQuery('load the installations', 'getAdminInstallations', {}));
  const reports = useQuery(adminQuery('load the reports', 'getReports', {}));
  const letters = useQuery(adminQuery('load the mails', 'getLetters', {}));
  const use = useQuery(adminQuery('load the use', 'getUsage', {}));
  const instance = useQuery(adminQuery('load the facts of the server', 'getInstance', {})).data;
  const reads = [inspections, companies, itemTypes, templates, users, installations, reports, letters, use];
  const known: Partial<Configuration> = {
    inspections: inspections.data,
    companies: companies.data,
    itemTypes: itemTypes.data,
    templates: templates.data,
    users: users.data,
    installations: installations.data,
    reports: reports.data,
    letters: letters.data,
    backup: use.data?.backup,
  };
  const failed = reads.find(({ data, error }) => data === undefined && error !== null);
  const complete = isComplete(known) ? known : undefined;
  const steps = complete === undefined ? [] : setupSteps(complete);
  return (
    <Page>
      <ScreenTitle>{t('admin.overview')}</ScreenTitle>
      {failed === undefined ? (
        <>
          <Counts known={known} />
          {steps.some(({ isDone }) => !isDone) && <Checklist steps={steps} />}
          <div className={classes['columns']}>
            <OpenInspections />
            <RecentChanges />
          </div>
          <Paper component="section" p="lg" aria-label={t('admin.attention')}>
            <Title order={2} mb="xs">
              {t('admin.attention')}
            </Title>
            {complete === undefined ? (
              <Unread read={{ data: undefined, error: null, refetch }} rows={4} />
            ) : (
              <Findings of={complete} />
            )}
          </Paper>
        </>
      ) : (
        <Unread read={{ ...failed, refetch }} rows={6} />
      )}
      {instance !== undefined && (
        <Text size="sm" c="dimmed">
          {t('admin.version', { version: instance.version })}
        </Text>
      )}
    </Page>
  );

  function refetch(): void {
    for (const read of reads) if (read.data === undefined) void read.refetch();
  }
}

function isComplete(known: Partial<Configuration>): known is Configuration {
  return Object.values(known).every((part) => part !== undefined);
}

function Counts({ known }: { known: Partial<Configuration> }) {
  const { inspections, itemTypes, companies, installations, templates, users } = known;
  const counts = [
    { to: 'companies', label: t('admin.companies'), count: companies?.length },
    {
      to: 'companies',
      label: t('admin.installations'),
      count: installations?.filter(({ archived }) => !archived).length,
    },
    { to: 'users', label: t('admin.users'), count: users?.length },
    { to: 'inspections', label: t('admin.inspections'), count: inspections?.length },
    { to: 'item-types', label: t('admin.item-types'), count: itemTypes && typesOf(itemTypes).length },
    { to: 'item-type-templates', label: t('admin.templates'), count: templates?.length },
  ];
  return (
    <div className={classes['counts']}>
      {counts.map(({ to, label, count }) => (
        <Link key={label} to={`/admin/${to}`} className={classes['count']}>
          <span>{label}</span>
          {count === undefined ? (
            <Skeleton height={38} width={64} />
          ) : (
            <span className={classes['number']}>{count.toLocaleString('en-GB')}</span>
          )}
        </Link>
      ))}
    </div>
  );
}

function Findings({ of }: { of: Configuration }) {
  const found = findings(of, useUnprintable(of.reports));
  if (found.length === 0) {
    return (
      <Empty
        icon={<IconCircleCheck size={32} color="var(--holdfast-accent-text)" aria-hidden />}
        title={t('admin.attentionNone')}
        hint={t('admin.attentionNoneHint')}
      />
    );
  }
  return (
    <>
      <ul className={classes['findings']}>
        {found.slice(0, FINDING_LIMIT).map(({ key, name, text, to }) => (
          <li key={key}>
            <Anchor component={Link} to={to} className={classes['finding'] ?? ''}>
              <span>
                <Text component="span" fw={600} c="var(--holdfast-strong)">
                  {name}
                </Text>{' '}
                <Text component="span" c="dimmed">
                  {text}
                </Text>
              </span>
              <IconArrowRight size={18} aria-hidden />
            </Anchor>
          </li>
        ))}
      </ul>
      {found.length > FINDING_LIMIT && (
        <Text c="dimmed" mt="sm">
          {t('admin.attentionMore', { count: found.length - FINDING_LIMIT })}
        </Text>
      )}
    </>
  );
}
