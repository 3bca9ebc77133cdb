import type { ReaderClock } from '../types.ts';

/** A clock that stands still until it is advanced. */
export interface ManualClock extends ReaderClock {
  /** Lets so many milliseconds pass: calls back what is due, in order, and lets what follows from it happen. */
  advance(ms: number): Promise<void>;
}

/** Opens a clock at 0. */
export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ at: number; callback: () => void }>();
  // Everything that follows without the time passing has happened once the event loop turned.
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
