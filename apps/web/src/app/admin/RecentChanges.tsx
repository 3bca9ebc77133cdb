import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { actionText } from '../../features/audit/admin/words.ts';
import { adminQuery } from '../../lib/adminCalls.ts';
import { formatMoment } from '../../lib/formats.ts';
import { t } from '../../lib/texts/administration.ts';
import { Unread } from '../../ui/admin/ListPage.tsx';
import classes from './OverviewScreen.module.css';

/** Number of changes listed. */
const LISTED = 6;
/** Number of entries read: sign-ins and exports among them change nothing. */
const READ = 50;

/** The latest entries of the audit log. */
export function RecentChanges() {
  const read = useQuery(adminQuery('load the audit log', 'getAuditEntries', { limit: READ }));
  const changes = read.data?.entries.filter(({ area }) => area !== 'signIn' && area !== 'export').slice(0, LISTED);
  return (
    <Paper component="section" p="lg" aria-labelledby="overview-changes">
      <Title order={2} mb="xs" id="overview-changes">
        {t('admin.recent')}
      </Title>
      {changes === undefined ? (
        <Unread read={read} rows={4} />
      ) : (
        <>
          <ul className={classes['findings']}>
            {changes.map(({ seq, at, userName, action, subject }) => (
              <li key={seq} className={classes['change']}>
                <div>
                  <Text component="span" fw={600} c="var(--holdfast-strong)">
                    {actionText(action)}
                  </Text>{' '}
                  <Text component="span" c="dimmed">
                    {subject}
                  </Text>
                </div>
                <Text size="sm" c="dimmed">
                  {userName === '' ? formatMoment(at) : `${userName} · ${formatMoment(at)}`}
                </Text>
              </li>
            ))}
          </ul>
          <Anchor component={Link} to="/admin/audit" mt="sm" inline className={classes['all'] ?? ''}>
            {t('admin.recentAll')}
          </Anchor>
        </>
      )}
    </Paper>
  );
}
