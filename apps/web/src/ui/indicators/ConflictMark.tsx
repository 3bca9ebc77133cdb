import { Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { formatMoment } from '../../lib/display/formats.ts';
import type { Conflict } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/index.ts';
import classes from './ConflictMark.module.css';

/** Conflict of two users who saved different values: shows both values and the choice between them. Neither is lost before the choice. */
export function ConflictMark({
  conflict,
  yours,
  onKeep,
  onTakeTheirs,
}: {
  conflict: Conflict;
  /** The user's own value as text. */
  yours: string;
  onKeep(): void;
  onTakeTheirs(): void;
}) {
  const { theirs, by, isOwn = false, at } = conflict;
  const who = isOwn ? t('conflict.yourself') : (by ?? t('conflict.anotherUser'));
  return (
    <div className={classes['conflict']} role="alert">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconUsers size={20} aria-hidden className={classes['icon'] ?? ''} />
        <Text fw={600}>
          {at === null ? t('conflict.title', { who }) : t('conflict.titleAt', { who, when: formatMoment(at) })}
        </Text>
      </Group>
      <dl className={classes['values']}>
        <Value label={t('conflict.theirs')} value={theirs} />
        <Value label={t('conflict.yours')} value={yours} />
      </dl>
      <Group gap="xs">
        <Button variant="default" onClick={onTakeTheirs}>
          {t('conflict.takeTheirs')}
        </Button>
        <Button variant="default" onClick={onKeep}>
          {t('conflict.keep')}
        </Button>
      </Group>
    </div>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === '' ? t('conflict.nothing') : value}</dd>
    </div>
  );
}
