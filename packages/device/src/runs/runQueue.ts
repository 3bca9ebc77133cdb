import type { Trigger } from './schedule.ts';

/** A run that was requested. */
export interface Asked {
  trigger: Trigger;
  /** True when everything is compared with the server. */
  full: boolean;
}

/** Performs runs one after the other. Runs requested during a run are combined into one run after it. */
export interface RunQueue {
  ask(asked: Asked): void;
  /** Requests a run after the current one, unless one is requested already. */
  askAgain(trigger: Trigger): void;
  /** Called when the records of the current run are received. Resolves `recordsSettled` unless another run follows. */
  recordsArrived(): void;
  /** Resolves when no run is active or requested. */
  settled(): Promise<void>;
  /** Resolves when the records of the runs requested so far are received, or those runs ended. */
  recordsSettled(): Promise<void>;
}

/** Work of a queue. */
export interface RunWork {
  /** Performs one run. Does not throw. */
  run(asked: Asked): Promise<void>;
  /** Called after the last run. */
  rest(): Promise<void>;
  /** Its abort prevents further runs. */
  signal: AbortSignal;
}

/** Opens a queue of runs. */
export function openRunQueue({ run, rest, signal }: RunWork): RunQueue {
  let asked: Asked | null = null;
  let working: Promise<void> | null = null;
  let records = Promise.withResolvers<void>();

  async function work(): Promise<void> {
    while (asked !== null && !signal.aborted) {
      const next = asked;
      asked = null;
      await run(next);
    }
    await rest();
  }

  function begin(): void {
    if (working !== null) return;
    records = Promise.withResolvers<void>();
    working = work().finally(() => {
      working = null;
      records.resolve();
      // Requested during `rest`.
      if (asked !== null && !signal.aborted) begin();
    });
  }

  return {
    ask({ trigger, full }) {
      asked = { trigger, full: full || (asked?.full ?? false) };
      begin();
    },
    askAgain(trigger) {
      asked ??= { trigger, full: false };
    },
    recordsArrived() {
      if (asked === null) records.resolve();
    },
    async settled() {
      await working;
    },
    async recordsSettled() {
      if (working !== null) await records.promise;
    },
  };
}
