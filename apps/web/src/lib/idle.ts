/** Longest work in ms where the browser reports no deadline, and the pause between two pieces of work. */
const SLICE_MS = 4;
const PAUSE_MS = 50;

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
