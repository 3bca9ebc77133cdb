/** Messages with one thing to do about them. */
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../lib/texts/index.ts';

/** Time in ms for which undo is offered. */
const UNDO_MS = 20_000;

/** Says that something was done, and offers for a while to take that back. */
export function offerUndo(title: string, undo: () => void, more?: string): void {
  offer({ title, more, action: t('actions.undo'), act: undo, autoClose: UNDO_MS });
}

/** Time in ms for which undo is offered of something done hundreds of times. */
const BRIEF_MS = 5_000;

let brief: string | null = null;

/** Offers undo of a step of a long row of them: in place of the offer before it, and only for a moment. */
export function offerBriefUndo(title: string, undo: () => void): void {
  if (brief !== null) notifications.hide(brief);
  brief = offer({ title, more: undefined, action: t('actions.undo'), act: undo, autoClose: BRIEF_MS });
}

/** Says that something did not work and why, and offers to try again. */
export function offerRetry(title: string, reason: string, retry: () => void): void {
  offer({ title, more: reason, action: t('actions.retry'), act: retry, autoClose: false, color: 'red' });
}

function offer({
  title,
  more,
  action,
  act,
  ...look
}: {
  title: string;
  more: string | undefined;
  action: string;
  act(): void;
  autoClose: number | false;
  color?: string;
}): string {
  const id = notifications.show({
    ...look,
    title,
    message: (
      <>
        {more !== undefined && <Text size="sm">{more}</Text>}
        <Button
          variant="light"
          mt="xs"
          onClick={() => {
            notifications.hide(id);
            act();
          }}
        >
          {action}
        </Button>
      </>
    ),
  });
  return id;
}
