import { compareDateTimes } from '../calendar.ts';
import { NetException } from '../errors.ts';
import { compareNumbers } from '../operators.ts';
import { numericKind } from '../promotion.ts';
import type { Runtime } from '../scope.ts';
import { typeNameOf } from '../toText.ts';
import { DateTime, EnumValue, TimeSpan } from '../values.ts';
import type { Value } from '../values.ts';
import { compareTexts } from '../textOrder.ts';

/** The order of `Comparer.Default`: null first, texts by the culture. Throws when two types have no order. */
export function compareAny(a: Value, b: Value, runtime: Runtime): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b, runtime);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (numericKind(a) !== undefined && numericKind(b) !== undefined) return compareNumbers(a, b);
  if (a instanceof DateTime && b instanceof DateTime) return compareDateTimes(a, b);
  if (a instanceof TimeSpan && b instanceof TimeSpan) return a.ticks - b.ticks;
  if (a instanceof EnumValue && b instanceof EnumValue) return a.value - b.value;
  throw new NetException('InvalidOperationException', `Failed to compare ${typeNameOf(a)} with ${typeNameOf(b)}.`);
}
