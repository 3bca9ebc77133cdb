import type { Value } from '../expression/values.ts';
import type { Instance } from './instance.ts';

/** The state of one call of a method: the object it was called on and its local variables. */
export interface Frame {
  readonly self: Instance;
  readonly locals: Value[];
  /** What `return` gave. */
  result: Value;
}

/** How a statement ended. */
export type Completion = 0 | 1 | 2 | 3;
export const NORMAL: Completion = 0;
export const BREAK: Completion = 1;
export const CONTINUE: Completion = 2;
export const RETURN: Completion = 3;

/** A compiled statement. */
export type Execute = (frame: Frame) => Completion;
