import type { AuditEntry } from '@holdfast/contract';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { factText } from '../../features/audit/admin/entryTexts.ts';
import { adminQuery } from '../../lib/calls/adminCalls.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { t } from '../../lib/texts/administration.ts';
import { Unread } from '../../ui/admin/ListPage.tsx';
import classes from './OverviewScreen.module.css';

/** Number of changes listed. */
const LISTED = 6;
/** Number of entries read, more than are listed, because not all entries are changes. */
const READ = 50;

/** Returns true for an entry that changed data, as opposed to refused attempts, sign-ins, exports, previews and prints. */
function isChange({ area, outcome, action }: AuditEntry): boolean {
  const isRun = action === 'previewReport' || action.startsWith('executeReport');
  return outcome === 'done' && area !== 'signIn' && area !== 'export' && !isRun;
}

/** The latest changes of the audit log. */
export function RecentChanges() {
  const read = useQuery(adminQuery('load the audit log', 'getAuditEntries', { limit: READ }));
  const changes = read.data?.entries.filter(isChange).slice(0, LISTED);
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
            {changes.map((entry) => (
              <li key={entry.seq} className={classes['change']}>
                <div>
                  <Text component="span" fw={600} c="var(--holdfast-strong)">
                    {factText(entry)}
                  </Text>{' '}
                  <Text component="span" c="dimmed">
                    {entry.subject}
                  </Text>
                </div>
                <Text size="sm" c="dimmed">
                  {[entry.userName, formatMoment(entry.at)].filter((part) => part !== '').join(' · ')}
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
