/** Timers that fire when a test lets time pass. */
export interface TestTimers {
  later(ms: number, work: () => void): () => void;
  /** Lets time pass, and runs what is due. */
  pass(ms: number): void;
  /** Time in ms until the next timer fires; null without one. */
  next(): number | null;
}

/** Opens timers without pending work. */
export function testTimers(): TestTimers {
  let now = 0;
  let pending: { at: number; work: () => void }[] = [];
  return {
    later(ms, work) {
      const timer = { at: now + ms, work };
      pending.push(timer);
      return () => {
        pending = pending.filter((one) => one !== timer);
      };
    },
    pass(ms) {
      now += ms;
      const due = pending.filter(({ at }) => at <= now);
      pending = pending.filter(({ at }) => at > now);
      for (const { work } of due) work();
    },
    next: () => (pending.length === 0 ? null : Math.min(...pending.map(({ at }) => at)) - now),
  };
}
