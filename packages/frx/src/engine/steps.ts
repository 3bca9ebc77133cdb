import type { Steps } from './run.ts';

/** Takes steps to their end without a pause: where a script or a table in the middle of a band has to wait for them. */
export function drain(steps: Steps): void {
  while (!steps.next().done);
}
