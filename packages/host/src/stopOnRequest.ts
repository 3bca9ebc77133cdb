import type { Logger } from 'pino';

/** Time in ms for calls under way to finish before the process ends. */
const GRACE_MS = 10_000;

/** Ends the process on a signal, after running work was stopped: with code 0, or with 1 when stopping fails or takes too long. */
export function stopOnRequest(log: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  const end = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
