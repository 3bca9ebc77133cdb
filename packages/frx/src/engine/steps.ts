import type { Steps } from './run.ts';

/** Runs steps to their end without a pause, for a script or a table in the middle of a band that needs their result. */
export function drain(steps: Steps): void {
  while (!steps.next().done);
}
