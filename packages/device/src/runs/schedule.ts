import type { Platform } from '../platform.ts';

/** Reason why a run started, as shown in the history of runs. */
export type Trigger = 'User' | 'Start' | 'Change' | 'Server' | 'Interval' | 'Connection' | 'Sign-in';

/** Scheduled runs, at most one for each trigger. */
export interface Schedule {
  /** Starts accepting plans, until `stop`; other calls of `plan` are ignored. */
  start(): void;
  /** Schedules a run in so many milliseconds, replacing the scheduled run of the same trigger. */
  plan(trigger: Trigger, delay: number): void;
  /** Cancels all scheduled runs, because the run that begins now replaces them. */
  clear(): void;
  stop(): void;
}

/** Opens a schedule. @param due called when a scheduled run is due */
export function openSchedule({ later }: Pick<Platform, 'later'>, due: (trigger: Trigger) => void): Schedule {
  const plans = new Map<Trigger, () => void>();
  let isOpen = false;

  function clear(): void {
    for (const callOff of plans.values()) callOff();
    plans.clear();
  }

  return {
    start() {
      isOpen = true;
    },
    plan(trigger, delay) {
      const known = plans.get(trigger);
      // A new local change postpones the scheduled run, but an event of the server does not: a stream of events would postpone it forever.
      if (!isOpen || (known !== undefined && trigger === 'Server')) return;
      known?.();
      const callOff = later(delay, () => {
        plans.delete(trigger);
        due(trigger);
      });
      plans.set(trigger, callOff);
    },
    clear,
    stop() {
      isOpen = false;
      clear();
    },
  };
}
