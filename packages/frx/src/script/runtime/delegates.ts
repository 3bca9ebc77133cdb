import type { Value } from '../../expression/values.ts';
import { Func } from './objects.ts';
import { error } from './values.ts';

/** Adds delegates or takes one off. Throws ArgumentException for values that are none. */
export function combineDelegates(operator: '+' | '-', a: Value, b: Value): Value {
  if (a === null) return operator === '+' ? b : null;
  if (b === null) return a;
  if (!(a instanceof Func) || !(b instanceof Func))
    throw error('ArgumentException', 'Delegates must be of the same type.');
  return operator === '+' ? Func.combine(a, b) : Func.remove(a, b);
}
