import { act } from 'react';
import { createBrowserRouter } from 'react-router';
import { afterEach, beforeEach } from 'vitest';
import { EVERY_PAGE } from './routed.ts';
import { steppedHistory } from './steppedHistory.ts';

/** Waits until steps of the history and their consequences are done. Many short pauses, so that on a busy machine each step is made in its order. */
export const turn = (ms = 15): Promise<void> =>
  act(async () => {
    for (let part = 0; part < 10; part += 1) await new Promise((resolve) => setTimeout(resolve, ms / 10));
  });

/** Gives each test of a file a router over a history of its own that begins at an address. */
export function browserRouter(address: string): { readonly router: ReturnType<typeof createBrowserRouter> } {
  const now = {} as { router: ReturnType<typeof createBrowserRouter> };
  let restore: () => void;
  beforeEach(() => {
    window.history.replaceState(null, '', address);
    restore = steppedHistory();
    now.router = createBrowserRouter(EVERY_PAGE);
  });
  afterEach(() => {
    now.router.dispose();
    restore();
  });
  return now;
}
