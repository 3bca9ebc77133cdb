/**
 * Runs a job after a while and then again and again, each time that long after it ended.
 * @param job must not throw
 */
export function everyNowAndThen(job: () => Promise<void>, firstMs: number, nextMs: number): { stop(): void } {
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
