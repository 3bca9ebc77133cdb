import type { QueryClient } from '@tanstack/react-query';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, createElement, type ReactNode } from 'react';
import { ViewerContext } from '../navigation/views.ts';
import { type NewSave, type Outbox, OutboxContext, type Save } from '../outbox/index.ts';

/** An outbox whose waiting saves a test determines. */
export interface HeldOutbox {
  outbox: Outbox;
  /** Saves that were added by the page, in order. */
  added: NewSave[];
  /** Replaces the waiting saves. */
  hold(saves: readonly object[]): Promise<void>;
}

/** Creates an outbox that sends nothing. */
export function heldOutbox(rest: Partial<Outbox> = {}): HeldOutbox {
  let saves: readonly Save[] = [];
  const added: NewSave[] = [];
  const listeners = new Set<() => void>();
  const outbox = {
    saves: () => saves,
    add: (save: NewSave) => void added.push(save),
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ...rest,
  } as Outbox;
  return {
    outbox,
    added,
    hold: (next) =>
      act(async () => {
        saves = next as readonly Save[];
        for (const listener of listeners) listener();
      }),
  };
}

/** Returns the providers that most hooks need: a cache, an outbox, and the user `maren`. */
export function provided(cache: QueryClient, outbox: Outbox | null = null): (children: ReactNode) => ReactNode {
  return (children) =>
    createElement(
      QueryClientProvider,
      { client: cache },
      createElement(
        OutboxContext.Provider,
        { value: outbox },
        createElement(ViewerContext.Provider, { value: 'maren' }, children),
      ),
    );
}
