import { Decimal } from '../expression/values/decimal.ts';
import { Char, DateTime, TimeSpan, type Value } from '../expression/values/values.ts';
import { numberOfValue } from './convert.ts';

/** Orders two values as `IComparable.CompareTo` does: null first, strings by the culture's rules, numbers of any type by their value. */
export type CompareValues = (a: Value, b: Value) => number;

const sign = (difference: number): number => (difference < 0 ? -1 : difference > 0 ? 1 : 0);

/** @param culture BCP 47 name; decides the order of strings. */
export function createCompare(culture: string): CompareValues {
  const collator = new Intl.Collator(culture === '' ? 'en-US' : culture);
  return (a, b) => {
    if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
    if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : collator.compare(a, b);
    if (typeof a === 'number' && typeof b === 'number') return sign(a - b);
    if (a instanceof DateTime && b instanceof DateTime)
      return sign(a.milliseconds - b.milliseconds) || sign(a.ticks - b.ticks);
    if (a instanceof TimeSpan && b instanceof TimeSpan) return sign(a.ticks - b.ticks);
    if (a instanceof Char && b instanceof Char) return sign(a.code - b.code);
    if (a instanceof Decimal && b instanceof Decimal) return a.compare(b);
    const left = numberOfValue(a);
    const right = numberOfValue(b);
    return left === undefined || right === undefined ? 0 : sign(left - right);
  };
}

/** A text that is equal for equal keys of a relation: integers of all types alike, moments to the tick. */
export function keyOf(value: Value): string {
  if (value === null) return '';
  if (typeof value === 'string') return `s${value}`;
  if (value instanceof DateTime) return `d${String(value.milliseconds)}.${String(value.ticks)}`;
  if (value instanceof Char) return `s${String.fromCodePoint(value.code)}`;
  if (typeof value === 'boolean') return `b${String(value)}`;
  const number = numberOfValue(value);
  return number === undefined ? `o${typeof value}` : `n${String(number)}`;
}
