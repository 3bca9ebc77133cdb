import type { Bound } from '../bound.ts';
import type { Argument } from '../bound.ts';

/** A member of the report's objects that is called by its name alone. */
export interface HostCall extends Bound {
  readonly hostCall: (args: readonly Argument[]) => Bound;
}

export function isHostCall(bound: Bound): bound is HostCall {
  return 'hostCall' in bound;
}
