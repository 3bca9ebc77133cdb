import type { ReaderClock } from '../types.ts';

/** A clock that stands still until it is advanced. */
export interface ManualClock extends ReaderClock {
  /** Advances the clock by so many milliseconds: runs the due callbacks in order, each with the work it starts. */
  advance(ms: number): Promise<void>;
}

/** Opens a clock at 0. */
export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  // Waits for one iteration of the event loop, after which all work that needs no timer is done.
  const settle = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= until).toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.callback();
        await settle();
      }
      now = until;
    },
  };
}
