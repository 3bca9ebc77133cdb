/**
 * Runs a job after `firstMs` and then again, each time `nextMs` after it ended.
 * @param job must not throw
 */
export function repeat(job: () => Promise<void>, firstMs: number, nextMs: number): { stop(): void } {
  let timer = setTimeout(() => void run(), firstMs);
  let stopped = false;
  const run = async (): Promise<void> => {
    await job();
    if (!stopped) timer = setTimeout(() => void run(), nextMs);
  };
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
