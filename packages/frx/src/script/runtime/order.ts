import type { Call } from '../binder/types/types.ts';
import { compareDateTimes } from '../../expression/values/calendar.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { compareTexts } from '../../expression/cultures/textOrder.ts';
import type { Runtime } from '../../expression/scope.ts';
import { Char, DateTime, Double, EnumValue, Integer, Single, TimeSpan } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { Obj, TupleObj } from './objects.ts';
import { error, typeOf, scriptMethod, callScript, typeName } from './values.ts';

/** Order of values. */

const SMALL: ReadonlySet<string> = new Set(['byte', 'sbyte', 'short', 'ushort']);

/** Compares with `Comparer<T>.Default`. @throws InvalidOperationException for values without order */
export function compare(a: Value, b: Value, rt: Runtime): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : 1;
  if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return Math.sign(compareTexts(a, b, rt));
  if (typeof a === 'boolean' && typeof b === 'boolean') return a ? 1 : -1;
  if (a instanceof Decimal && b instanceof Decimal) return a.compare(b);
  if (a instanceof Double && b instanceof Double) return compareDoubles(a.value, b.value);
  if (a instanceof Single && b instanceof Single) return compareDoubles(a.value, b.value);
  if (a instanceof Integer && b instanceof Integer && a.type === b.type) {
    // Types smaller than int return the difference.
    if (SMALL.has(a.type)) return Number(a.value - b.value);
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  }
  if (a instanceof Char && b instanceof Char) return a.code - b.code;
  if (a instanceof DateTime && b instanceof DateTime) return Math.sign(compareDateTimes(a, b));
  if (a instanceof TimeSpan && b instanceof TimeSpan) return Math.sign(a.ticks - b.ticks);
  if (a instanceof EnumValue && b instanceof EnumValue && a.type === b.type) return Math.sign(a.value - b.value);
  if (a instanceof TupleObj && b instanceof TupleObj) {
    for (const [index, field] of a.fields.entries()) {
      const order = compare(field, b.fields[index] ?? null, rt);
      if (order !== 0) return order;
    }
    return 0;
  }
  if (a instanceof Obj) {
    const method = scriptMethod(a.type.definition, 'CompareTo', 1);
    if (method && a.type.bases.some(({ definition }) => definition.name === 'IComparable'))
      return callScript(a, method, [b], rt) as number;
    if (a.nativeCompare) return a.nativeCompare(b, rt);
  }
  if (b instanceof Obj) {
    const method = scriptMethod(b.type.definition, 'CompareTo', 1);
    if (method && b.type.bases.some(({ definition }) => definition.name === 'IComparable') && typeof a === 'object')
      return -(callScript(b, method, [a], rt) as number);
  }
  if (typeOf(a) !== typeOf(b) && isComparable(a))
    throw error('ArgumentException', `Object must be of type ${typeName(typeOf(a))}.`);
  throw error('ArgumentException', 'At least one object must implement IComparable.');
}

function isComparable(value: Exclude<Value, null>): boolean {
  return typeof value !== 'object' || !(value instanceof Obj);
}

function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return 0;
  return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : 1;
}

/** Compares two values. Throws ArgumentException for values of different types. */
export function compareChecked(c: Call, self: Value, other: Value): number {
  if (other !== null && self !== null && typeOf(self) !== typeOf(other) && !(self instanceof Obj))
    throw error('ArgumentException', `Object must be of type ${typeName(typeOf(self))}.`);
  return compare(self, other, c.rt);
}
