/** Longest work in ms where the browser reports no deadline, and the pause between two pieces of work. */
const SLICE_MS = 4;
const PAUSE_MS = 50;

/** Time in ms without a press or a key after which a user is not busy, and the time after which work begins nevertheless. */
const QUIET_MS = 1_500;
const LATEST_MS = 15_000;

/**
 * Runs work while the page is idle.
 * @param work runs until it must pause, and returns true when it is done
 * @returns a function that cancels it
 */
export function whenIdle(work: (mayGoOn: () => boolean) => boolean): () => void {
  let cancel = (): void => undefined;
  const later = (): void => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback((idle) => go(() => idle.timeRemaining() > 1));
      cancel = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(() => {
        const end = performance.now() + SLICE_MS;
        go(() => performance.now() < end);
      }, PAUSE_MS);
      cancel = () => clearTimeout(timer);
    }
  };
  const go = (mayGoOn: () => boolean): void => {
    if (!work(mayGoOn)) later();
  };
  later();
  return () => cancel();
}

/** Observes whether the user is busy. @returns `quiet`, a promise of such a time, and `stop`, after which no such promise resolves */
export function observeQuiet(): { quiet(): Promise<void>; stop(): void } {
  const acts = ['pointerdown', 'keydown'] as const;
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let lastPress = performance.now();
  const notePress = (): void => void (lastPress = performance.now());
  for (const act of acts) addEventListener(act, notePress, { capture: true, passive: true });
  const wait = (latest: number, resolve: () => void): void => {
    const ms = Math.min(lastPress + QUIET_MS, latest) - performance.now();
    if (ms <= 0) return resolve();
    const timer = setTimeout(() => {
      timers.delete(timer);
      wait(latest, resolve);
    }, ms);
    timers.add(timer);
  };
  return {
    quiet: () => new Promise((resolve) => wait(performance.now() + LATEST_MS, resolve)),
    stop() {
      for (const timer of timers) clearTimeout(timer);
      for (const act of acts) removeEventListener(act, notePress, { capture: true });
    },
  };
}
