import { act } from 'react';
import { createBrowserRouter } from 'react-router';
import { afterEach, beforeEach, vi } from 'vitest';
import { EVERY_PAGE } from './routed.ts';
import { steppedHistory } from './steppedHistory.ts';

/** Lets time pass on the clock of the tests, so that steps of the history and their consequences are done. */
export const turn = (ms = 15): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

/** Gives each test of a file a router over a history of its own that begins at an address, and a clock that stands still. */
export function browserRouter(address: string): { readonly router: ReturnType<typeof createBrowserRouter> } {
  const now = {} as { router: ReturnType<typeof createBrowserRouter> };
  let restore: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    window.history.replaceState(null, '', address);
    restore = steppedHistory();
    now.router = createBrowserRouter(EVERY_PAGE);
  });
  afterEach(() => {
    now.router.dispose();
    restore();
    vi.useRealTimers();
  });
  return now;
}
