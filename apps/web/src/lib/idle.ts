/** Longest work in ms where the browser reports no deadline, and the pause between two pieces of work. */
const SLICE_MS = 4;
const PAUSE_MS = 50;

/** Time in ms without a press or a key after which a user is not busy, and the time after which work begins nevertheless. */
const QUIET_MS = 3_000;
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

/**
 * Begins work when the user has not pressed anything for a few seconds, so that it does not compete with what the user waits for.
 * @returns a function that cancels it
 */
export function whenQuiet(work: () => void): () => void {
  let timer = setTimeout(begin, QUIET_MS);
  const latest = setTimeout(begin, LATEST_MS);
  const acts = ['pointerdown', 'keydown'] as const;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(begin, QUIET_MS);
  };
  for (const act of acts) addEventListener(act, wait, { capture: true, passive: true });
  function cancel(): void {
    clearTimeout(timer);
    clearTimeout(latest);
    for (const act of acts) removeEventListener(act, wait, { capture: true });
  }
  function begin(): void {
    cancel();
    work();
  }
  return cancel;
}
