/** Messages with one button. */
import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useSyncExternalStore } from 'react';
import { t } from '../lib/texts/index.ts';

/** Time in ms for which Undo is offered. */
const UNDO_MS = 20_000;

/** Reports that something was done, and offers Undo for a while. */
export function offerUndo(title: string, undo: () => void, more?: string): void {
  offered.add(offer({ title, more, action: t('actions.undo'), act: undo, autoClose: UNDO_MS }));
}

/** Notifications that offer Undo, shown or not. */
const offered = new Set<string>();

/** Removes the messages that offer Undo, on a screen that offers the same itself. */
export function withdrawUndo(): void {
  for (const id of offered) notifications.hide(id);
  offered.clear();
}

/** Time in ms for which Undo is offered for an action that is repeated hundreds of times. */
const BRIEF_MS = 8_000;

/** A message about one step of a long series. */
interface BriefMessage {
  title: string;
  /** null: the step was undone. */
  undo: (() => void) | null;
}

let briefNotification: string | null = null;
let briefMessage: BriefMessage | null = null;
/** Listeners of the screens that show brief messages themselves. */
const listeners = new Set<() => void>();

/** Offers Undo for one step of a long series, for a short time. Replaces the previous brief message. */
export function offerBriefUndo(title: string, undo: () => void, more?: string): void {
  withdrawBrief();
  if (listeners.size > 0) showInScreen({ title: more === undefined ? title : `${title} · ${more}`, undo });
  else briefNotification = offer({ title, more, action: t('actions.undo'), act: undo, autoClose: BRIEF_MS });
}

/** Reports that such a step was undone, in place of the previous brief message. */
export function notifyBriefly(message: string): void {
  withdrawBrief();
  if (listeners.size > 0) showInScreen({ title: message, undo: null });
  else briefNotification = notifications.show({ message, autoClose: BRIEF_MS });
}

/** Removes a brief message that no longer applies. */
export function withdrawBrief(): void {
  if (briefNotification !== null) notifications.hide(briefNotification);
  briefNotification = null;
  showInScreen(null);
}

/**
 * The brief message, for a screen with a line of its own for it: while such a screen is mounted, brief messages are not shown over other
 * contents, and stay until the next one.
 */
export function useBriefMessage(): BriefMessage | null {
  return useSyncExternalStore(subscribe, () => briefMessage);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) briefMessage = null;
  };
}

function showInScreen(message: BriefMessage | null): void {
  briefMessage = message;
  for (const listener of listeners) listener();
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
