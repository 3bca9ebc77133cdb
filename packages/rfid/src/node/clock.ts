import type { ReaderClock } from '../types.ts';

/** The clock of this process. Its timers do not keep the process alive. */
export const systemClock: ReaderClock = {
  now: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
