import type { Platform } from './platform.ts';

/** Reason why a run started, as shown in the history of runs. */
export type Trigger = 'User' | 'Start' | 'Change' | 'Server' | 'Interval' | 'Connection' | 'Sign-in';

/** Runs that are planned, at most one for each trigger. */
export interface Schedule {
  /** From now on plans are made; before, and after `stop`, they are not. */
  start(): void;
  /** Plans a run in so many milliseconds, in the place of the one that was planned for the same trigger. */
  plan(trigger: Trigger, delay: number): void;
  /** Drops what is planned: the run that begins now does all of it. */
  clear(): void;
  stop(): void;
}

/** Opens a schedule. @param due is called when the time of a trigger has come */
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
      // Own changes are sent once they pause. Events of the server would put each other off for as long as they come.
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
