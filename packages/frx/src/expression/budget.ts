import type { Limits } from '../limits.ts';
import { LimitError } from '../limits.ts';

/** Counts what expressions and scripts use and stops them with a `LimitError` when a limit is reached. */
export interface Budget {
  /** One loop turn, call or statement. */
  step(): void;
  /** A call begins; calls nest at most `Limits.calls` deep. */
  enter(): void;
  /** A call has ended. */
  leave(): void;
  /** `length` characters or items are about to be held in one value. */
  hold(length: number): void;
  /** `size` more bytes, roughly, are kept in variables and collections, counted over a whole run. */
  collect(size: number): void;
  /** One call goes through `size` characters or items: enough of them and the clock is looked at, whatever the number of steps. */
  work(size: number): void;
}

/** Bytes, roughly, that a place in a collection takes, and a key of a dictionary or an object of its own. */
export const PLACE = 8;
export const ENTRY = 64;

/** Bytes, roughly, that a value takes in a collection. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + PLACE;
  return typeof value === 'object' && value !== null ? ENTRY : PLACE;
}

/** Texts up to this length are not worth counting one by one. */
const SHORT_TEXT = 1000;

/** Counts a long text that a variable, field or item now keeps. */
export function keep(value: unknown, budget: Budget): void {
  if (typeof value === 'string' && value.length > SHORT_TEXT) budget.collect(value.length);
}

/** Steps between two checks of the clock. */
const STEPS_PER_LOOK = 4096;

/** Characters or items that calls of the library go through between two checks of the clock. */
const WORK_PER_LOOK = 200_000;

/**
 * A budget over `limits`. `clock` gives milliseconds (for instance `performance.now`); `cancelled` is asked now and then and ends the run
 * with the error it gives.
 */
export function createBudget(
  limits: Pick<Limits, 'steps' | 'milliseconds' | 'calls' | 'textLength' | 'keptBytes'>,
  clock: () => number,
  cancelled?: () => Error | undefined,
): Budget {
  const deadline = clock() + limits.milliseconds;
  let steps = 0;
  let nextLook = Math.min(STEPS_PER_LOOK, limits.steps);
  let depth = 0;
  let collected = 0;
  let worked = 0;
  const look = (): void => {
    if (steps > limits.steps) throw new LimitError('steps', limits.steps);
    if (clock() > deadline) throw new LimitError('milliseconds', limits.milliseconds);
    const reason = cancelled?.();
    if (reason) throw reason;
    nextLook = Math.min(steps + STEPS_PER_LOOK, limits.steps);
  };
  return {
    step() {
      if (++steps > nextLook) look();
    },
    enter() {
      if (++depth > limits.calls) throw new LimitError('calls', limits.calls);
    },
    leave() {
      depth--;
    },
    hold(length) {
      if (length > limits.textLength) throw new LimitError('textLength', limits.textLength);
    },
    collect(size) {
      collected += size;
      if (collected > limits.keptBytes) throw new LimitError('keptBytes', limits.keptBytes);
    },
    work(size) {
      worked += size;
      if (worked <= WORK_PER_LOOK) return;
      worked = 0;
      look();
    },
  };
}
