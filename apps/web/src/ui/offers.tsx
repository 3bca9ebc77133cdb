/** Messages with one button. */
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../lib/texts/index.ts';

/** Time in ms for which Undo is offered. */
const UNDO_MS = 20_000;

/** Reports that something was done, and offers Undo for a while. */
export function offerUndo(title: string, undo: () => void, more?: string): void {
  offer({ title, more, action: t('actions.undo'), act: undo, autoClose: UNDO_MS });
}

/** Time in ms for which Undo is offered for an action that is repeated hundreds of times. */
const BRIEF_MS = 8_000;

let brief: string | null = null;

/** Offers Undo for one step of a long series, for a short time. Replaces the previous brief message. */
export function offerBriefUndo(title: string, undo: () => void, more?: string): void {
  withdrawBrief();
  brief = offer({ title, more, action: t('actions.undo'), act: undo, autoClose: BRIEF_MS });
}

/** Reports that such a step was undone, in place of the previous brief message. */
export function notifyBriefly(message: string): void {
  withdrawBrief();
  brief = notifications.show({ message, autoClose: BRIEF_MS });
}

/** Removes a brief message that no longer applies. */
export function withdrawBrief(): void {
  if (brief !== null) notifications.hide(brief);
  brief = null;
}

/** Reports that something failed and why, and offers a retry. */
export function offerRetry(title: string, reason: string, retry: () => void): void {
  offer({ title, more: reason, action: t('actions.retry'), act: retry, autoClose: false, color: 'red' });
}

function offer({
  title,
  more,
  action,
  act,
  ...options
}: {
  title: string;
  more: string | undefined;
  action: string;
  act(): void;
  autoClose: number | false;
  color?: string;
}): string {
  const id = notifications.show({
    ...options,
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
