import type { ServerUse } from '@holdfast/contract';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { adminQuery } from '../../../lib/calls/adminCalls.ts';
import { formatMoment, formatSize } from '../../../lib/display/formats.ts';
import { t } from '../../../lib/texts/administration.ts';
import { Unread } from '../../../ui/admin/ListPage.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../../ui/states.tsx';
import { UsageTable } from './UsageTable.tsx';

/** Interval in ms at which the counts are read again. */
const REFRESH_MS = 10_000;

/** Usage of the server by companies, users and desktops, with its limits. */
export function UsageDialog({ onClose }: { onClose(): void }) {
  const read = useQuery({ ...adminQuery('load the use', 'getUsage', {}), staleTime: 0, refetchInterval: REFRESH_MS });
  return (
    <Dialog opened inAddress onClose={onClose} title={t('usage.title')} size="xl">
      {read.data === undefined ? <Unread read={read} rows={6} /> : <Use {...read.data} readAt={read.dataUpdatedAt} />}
    </Dialog>
  );
}

/** Time at which the server answered, ms UTC. */
interface ReadAt {
  readAt: number;
}

function Use({
  limits: { each, company, storageBytes },
  companies,
  callers,
  backup,
  promotions,
  readAt,
}: ServerUse & ReadAt) {
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {t('usage.hint')}
      </Text>
      <Title order={3} size="h4">
        {t('usage.companies')}
      </Title>
      <UsageTable
        label={t('usage.companies')}
        columns={[
          { title: t('usage.stored'), limit: sizeOrNone(storageBytes) },
          { title: t('usage.uploaded'), limit: sizeOrNone(company.upload) },
          { title: t('usage.printed'), limit: numberOrNone(company.print) },
          { title: t('usage.requests') },
        ]}
        rows={companies.map(({ id, name, storedBytes, uploaded, printed, requests }) => ({
          key: id,
          name,
          values: [formatSize(storedBytes), formatSize(uploaded), number(printed), number(requests)],
        }))}
      />
      <Title order={3} size="h4">
        {t('usage.callers')}
      </Title>
      {callers.length === 0 ? (
        <Empty title={t('usage.none')} hint={t('usage.noneHint')} />
      ) : (
        <UsageTable
          label={t('usage.callers')}
          columns={[
            { title: t('usage.uploaded'), limit: sizeOrNone(each.upload) },
            { title: t('usage.printed'), limit: numberOrNone(each.print) },
            { title: t('usage.requests'), limit: numberOrNone(each.request) },
          ]}
          rows={callers.map(({ kind, name, uploaded, printed, requests }, index) => ({
            // Names may be equal, and the list is always replaced as one.
            key: String(index),
            name,
            kind: t(`usage.kind.${kind}`),
            values: [formatSize(uploaded), number(printed), number(requests)],
          }))}
        />
      )}
      {backup !== null && <Backup {...backup} readAt={readAt} />}
      {promotions === 'unrecognised' && (
        <Stack gap="xs" component="section" aria-label={t('usage.postgres')}>
          <Title order={3} size="h4">
            {t('usage.postgres')}
          </Title>
          <Alert color="yellow">{t('usage.postgresUnrecognised')}</Alert>
        </Stack>
      )}
    </Stack>
  );
}

/** Age in ms from which the last backup is reported as old: a nightly backup was missed. */
const OLD_BACKUP_MS = 36 * 60 * 60 * 1000;

/** The state of the backups. */
function Backup({ completed, failed, readAt }: NonNullable<ServerUse['backup']> & ReadAt) {
  const isOld = completed !== null && readAt - Date.parse(completed.at) > OLD_BACKUP_MS;
  return (
    <Stack gap="xs" component="section" aria-label={t('usage.backup')}>
      <Title order={3} size="h4">
        {t('usage.backup')}
      </Title>
      {failed !== null && (
        <Alert color="red">{t('usage.backupFailed', { at: formatMoment(failed.at), reason: failed.reason })}</Alert>
      )}
      <Text>
        {completed === null
          ? t('usage.backupNone')
          : t('usage.backupCompleted', {
              at: formatMoment(completed.at),
              rows: number(completed.rows),
              contents: number(completed.contents),
            })}
        {isOld && ` ${t('usage.backupOld')}`}
      </Text>
      {completed !== null && completed.damaged > 0 && (
        <Text>{t('usage.backupDamaged', { count: completed.damaged })}</Text>
      )}
    </Stack>
  );
}

function sizeOrNone(bytes: number | null): string {
  return bytes === null ? t('usage.unlimited') : t('usage.limit', { limit: formatSize(bytes) });
}

function numberOrNone(most: number | null): string {
  return most === null ? t('usage.unlimited') : t('usage.limit', { limit: number(most) });
}

function number(value: number): string {
  return value.toLocaleString('en-GB');
}
