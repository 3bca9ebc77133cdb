/** Notices a connection on which nothing arrives any more. */
export interface IdleTimeout {
  /** Aborted when nothing arrived for too long, or by `cut`. */
  readonly signal: AbortSignal;
  /** Data arrived: the timeout starts again. */
  arrived(): void;
  /** Ends watching; the signal stays as it is. */
  end(): void;
  /** Ends watching and aborts at once. */
  cut(): void;
}

/** Watches a connection from now on. @param ms how long nothing may arrive */
export function idleTimeout(ms: number): IdleTimeout {
  const dead = new AbortController();
  const silent = (): void => dead.abort(new Error(`Nothing arrived for ${ms / 1000} seconds.`));
  let timer = setTimeout(silent, ms);
  return {
    signal: dead.signal,
    arrived() {
      clearTimeout(timer);
      timer = setTimeout(silent, ms);
    },
    end: () => clearTimeout(timer),
    cut() {
      clearTimeout(timer);
      dead.abort(new Error('The connection was closed on this side.'));
    },
  };
}
