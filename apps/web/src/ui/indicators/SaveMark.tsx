import { Button, Group, Loader, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconCloudOff } from '@tabler/icons-react';
import type { Conflict, SaveState } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/index.ts';
import { ConflictMark } from './ConflictMark.tsx';
import classes from './SaveMark.module.css';

/** State of a value's save: unemphasised while there is no problem. Reserves its height, so that the layout does not shift. */
export function SaveMark({
  state,
  reason,
  conflict,
  yours = '',
  onRetry,
  onDiscard,
}: {
  state: SaveState;
  reason?: string;
  /** The value that another user saved, when it is the reason of a refusal. */
  conflict?: Conflict | undefined;
  /** The user's own value as text, for the choice between the two. */
  yours?: string;
  onRetry(): void;
  onDiscard(): void;
}) {
  if (state === 'refused' && conflict !== undefined) {
    return <ConflictMark conflict={conflict} yours={yours} onKeep={onRetry} onTakeTheirs={onDiscard} />;
  }
  if (state === 'refused') {
    return (
      <Group gap="xs" role="alert" mt={4}>
        <IconAlertCircle size={18} color="var(--mantine-color-error)" aria-hidden />
        <Text size="sm" c="var(--mantine-color-error)" fw={550} flex="1 1 200px">
          {t('saving.refused', { reason: reason ?? '' })}
        </Text>
        <Button variant="default" size="compact-md" h={44} onClick={onRetry}>
          {t('actions.retry')}
        </Button>
        <Button variant="subtle" color="gray" size="compact-md" h={44} onClick={onDiscard}>
          {t('actions.discard')}
        </Button>
      </Group>
    );
  }
  if (state === 'waiting') {
    return (
      <Group gap="xs" role="status" mt={4}>
        <IconCloudOff size={18} aria-hidden />
        <Text size="sm" fw={550} flex={1}>
          {t('saving.waiting')}
        </Text>
        <Button variant="default" size="compact-md" h={44} onClick={onRetry}>
          {t('actions.retry')}
        </Button>
      </Group>
    );
  }
  return (
    // A plain element: every question of a form has one, and most are empty.
    <div className={classes['quiet']} role="status">
      {state === 'saving' && <Loader size={12} color="gray" aria-hidden />}
      {state === 'saved' && <IconCheck size={14} aria-hidden />}
      {state === 'queued' && <IconCloudOff size={14} aria-hidden />}
      {state !== 'idle' && t(QUIET[state])}
    </div>
  );
}

/** Texts shown in the reserved height: a mark that grew when a field is left would move the next field away from the finger. */
const QUIET = { saving: 'saving.saving', saved: 'saving.saved', queued: 'saving.waiting' } as const;
