import type { OverriddenChange } from '@holdfast/contract';
import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { reasonOf } from '../../lib/failures.ts';
import { formatMoment } from '../../lib/formats.ts';
import { queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './OverriddenChanges.module.css';

/** Where the user and somebody else changed the same thing apart: which value counts, and which does not. */
export function OverriddenChanges() {
  const { data, error, refetch } = useQuery(queryOf('getOverriddenChanges', {}));
  if (data === undefined) {
    if (error !== null)
      return <Failed what={t('overridden.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />;
    return (
      <Loading>
        <Stack>
          <Skeleton height={72} />
          <Skeleton height={72} />
        </Stack>
      </Loading>
    );
  }
  if (data.length === 0) return <Empty title={t('overridden.none')} hint={t('overridden.noneHint')} />;
  return (
    <ul className={classes['list']}>
      {data.map((change) => (
        <Entry key={change.id} change={change} />
      ))}
    </ul>
  );
}

function Entry({ change: { place, what, field, kept, overridden, isOwn } }: { change: OverriddenChange }) {
  const subject = field === '' ? what : field;
  return (
    <li>
      <Group gap="xs">
        <Text fw={600}>{place === '' ? subject : `${place} · ${subject}`}</Text>
        {isOwn && (
          <Badge variant="outline" tt="none">
            {t('overridden.own')}
          </Badge>
        )}
      </Group>
      <dl className={classes['sides']}>
        <Side title={t('overridden.kept')} side={kept} look="kept" />
        <Side title={t('overridden.lost')} side={overridden} look="overridden" />
      </dl>
    </li>
  );
}

function Side({ title, side, look }: { title: string; side: OverriddenChange['kept']; look: 'kept' | 'overridden' }) {
  const { value, userName, at } = side;
  return (
    <>
      <dt>{title}</dt>
      <dd>
        <span className={value === '' ? classes['nothing'] : classes[look]}>
          {value === '' ? t('history.nothing') : value}
        </span>
        <Text span c="dimmed" size="sm">
          {' · '}
          {userName} · <time dateTime={at}>{formatMoment(at)}</time>
        </Text>
      </dd>
    </>
  );
}
