/** Messages with one button. */
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { t } from '../lib/texts/index.ts';

/** Time in ms for which Undo is offered. */
const UNDO_MS = 20_000;

/** Reports that something was done, and offers Undo for a while. */
export function offerUndo(title: string, undo: () => void, more?: string): void {
  offer({ title, more, action: t('actions.undo'), act: undo, autoClose: UNDO_MS });
}

/** Time in ms for which Undo is offered for an action that is repeated hundreds of times. */
const BRIEF_MS = 8_000;

/** A message about one step of a long series. */
interface BriefMessage {
  title: string;
  /** null: the step was undone. */
  undo: (() => void) | null;
}

let brief: string | null = null;
let line: BriefMessage | null = null;
/** Listeners of the lines in which screens show brief messages. */
const lines = new Set<() => void>();

/** Offers Undo for one step of a long series, for a short time. Replaces the previous brief message. */
export function offerBriefUndo(title: string, undo: () => void, more?: string): void {
  withdrawBrief();
  if (lines.size > 0) showLine({ title, undo });
  else brief = offer({ title, more, action: t('actions.undo'), act: undo, autoClose: BRIEF_MS });
}

/** Reports that such a step was undone, in place of the previous brief message. */
export function notifyBriefly(message: string): void {
  withdrawBrief();
  if (lines.size > 0) showLine({ title: message, undo: null });
  else brief = notifications.show({ message, autoClose: BRIEF_MS });
}

/** Removes a brief message that no longer applies. */
export function withdrawBrief(): void {
  if (brief !== null) notifications.hide(brief);
  brief = null;
  showLine(null);
}

/**
 * The brief message, for a screen with a line of its own for it: while such a screen is mounted, brief messages are not shown over other
 * contents, and stay until the next one.
 */
export function useBriefMessage(): BriefMessage | null {
  return useSyncExternalStore(listenToLine, () => line);
}

function listenToLine(listener: () => void): () => void {
  lines.add(listener);
  return () => {
    lines.delete(listener);
    if (lines.size === 0) line = null;
  };
}

function showLine(message: BriefMessage | null): void {
  line = message;
  for (const listener of lines) listener();
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
