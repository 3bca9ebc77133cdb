import type { HistoryRecord } from '@holdfast/contract';
import { Badge, Group, Skeleton, Stack, Text, Timeline } from '@mantine/core';
import { IconArrowNarrowRight, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './HistoryTimeline.module.css';

const icons = { Created: IconPlus, Changed: IconPencil, Deleted: IconTrash };

/** History of an item, newest first: author, time, old and new value. */
export function HistoryTimeline({
  installationInspectionId,
  itemId,
}: {
  installationInspectionId: string;
  itemId: string;
}) {
  const { data, error, refetch } = useQuery(
    queryOf('getAuditLogsForInstallationInspectionAndItem', { installationInspectionId, itemId }),
  );
  if (data === undefined) {
    if (error !== null)
      return <Failed what={t('history.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
    return (
      <Loading>
        <Stack p="md">
          <Skeleton height={48} />
          <Skeleton height={48} />
          <Skeleton height={48} />
        </Stack>
      </Loading>
    );
  }
  if (data.length === 0) return <Empty title={t('history.none')} />;
  return (
    <Timeline bulletSize={28} lineWidth={2} py="md">
      {data.map((record) => (
        <Entry key={record.id} record={record} />
      ))}
    </Timeline>
  );
}

function Entry({ record }: { record: HistoryRecord }) {
  const { action, table, field, from, to, userName, createdAt, overridden } = record;
  const Icon = icons[action];
  return (
    <Timeline.Item
      bullet={<Icon size={16} aria-hidden />}
      title={
        <Group gap="xs">
          <Text fw={600}>{field === '' ? table : field}</Text>
          <Text size="sm" c="dimmed">
            {field === '' || field === table ? t(`history.${action}`) : `${table} · ${t(`history.${action}`)}`}
          </Text>
          {overridden && <Badge variant="outline">{t('history.overridden')}</Badge>}
        </Group>
      }
    >
      {(from !== '' || to !== '') && (
        <Group gap={8} className={classes['change']}>
          <Text component="span" className={from === '' ? classes['nothing'] : classes['from']}>
            {from === '' ? t('history.nothing') : from}
          </Text>
          <IconArrowNarrowRight size={18} role="img" aria-label={t('history.to')} />
          <Text component="span" className={to === '' ? classes['nothing'] : classes['to']}>
            {to === '' ? t('history.nothing') : to}
          </Text>
        </Group>
      )}
      <Text size="sm" c="dimmed">
        {userName} · <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
      </Text>
    </Timeline.Item>
  );
}
