import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** Shortest time in ms between two refreshes; changes in between are combined. */
const PAUSE_MS = 1_000;

/** Refreshes the data on screen when another user changed it, and signs out when the server ends the session. */
export function useLive(): void {
  const cache = useQueryClient();
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      pause ??= setTimeout(() => {
        pause = undefined;
        void cache.invalidateQueries();
      }, PAUSE_MS);
    };
    void (async () => {
      const { listenToServer } = await import('./live.ts');
      if (!gone) stop = listenToServer(changed);
    })();
    return () => {
      gone = true;
      clearTimeout(pause);
      stop?.();
    };
  }, [cache]);
}
