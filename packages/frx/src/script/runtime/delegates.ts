import { PLACE } from '../../expression/budget.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values/values.ts';
import { Func } from './objects.ts';
import { error } from './values.ts';

/** Combines delegates or removes one. @throws ArgumentException for other values */
export function combineDelegates(operator: '+' | '-', a: Value, b: Value, rt: Runtime): Value {
  if (a === null) return operator === '+' ? b : null;
  if (b === null) return a;
  if (!(a instanceof Func) || !(b instanceof Func))
    throw error('ArgumentException', 'Delegates must be of the same type.');
  if (operator === '-') return Func.remove(a, b);
  const count = a.parts.length + b.parts.length;
  rt.budget.hold(count);
  rt.budget.collect(count * PLACE);
  return Func.combine(a, b);
}
