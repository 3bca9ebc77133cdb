import type { Limits } from '../limits.ts';
import { LimitError } from '../limits.ts';

/** Counts what expressions and scripts use and stops them with a `LimitError` when a limit is reached. */
export interface Budget {
  /** Counts one iteration of a loop, call or statement. */
  step(): void;
  /** A call begins; calls nest at most `Limits.calls` deep. */
  enter(): void;
  /** A call has ended. */
  leave(): void;
  /** Called before `length` characters or items are stored in one value. */
  hold(length: number): void;
  /** Adds about `size` bytes stored in variables and collections, counted during the run. */
  collect(size: number): void;
  /** Counts `size` characters or items that one call processes: the clock is checked after enough of them, regardless of the number of steps. */
  work(size: number): void;
}

/** Approximate bytes of an element of a collection, and of a key of a dictionary or a separate object. */
export const PLACE = 8;
export const ENTRY = 64;

/** Approximate bytes of a value in a collection. */
export function weightOf(value: unknown): number {
  if (typeof value === 'string') return value.length + PLACE;
  return typeof value === 'object' && value !== null ? ENTRY : PLACE;
}

/** Texts up to this length are not counted individually. */
const SHORT_TEXT = 1000;

/** Counts a long text that is stored in a variable, field or item. */
export function keep(value: unknown, budget: Budget): void {
  if (typeof value === 'string' && value.length > SHORT_TEXT) budget.collect(value.length);
}

/** Steps between two checks of the clock. */
const STEPS_PER_LOOK = 4096;

/** Characters or items processed by calls of the library between two checks of the clock. */
const WORK_PER_LOOK = 200_000;

/**
 * A budget over `limits`. `clock` returns milliseconds (for instance `performance.now`); `cancelled` is called at intervals and ends the run
 * with the error it returns.
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
