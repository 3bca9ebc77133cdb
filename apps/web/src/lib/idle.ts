/** How long work may go on at a time where the browser does not tell, ms, and the pause between. */
const SLICE_MS = 4;
const PAUSE_MS = 50;

/**
 * Does work while the page has nothing else to do.
 * @param work goes on until it is told to pause, and says whether it is done
 * @returns what gives it up
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
