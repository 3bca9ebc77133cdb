/**
 * Aggregates cells of a matrix. The reference calculates with variants: numbers of different types are converted to doubles, and the result has the
 * type of the first one unless that is an integer and the result is not.
 */
import { castTo } from '../../expression/convert.ts';
import { relational } from '../../expression/operators.ts';
import { asNumber, numericKind } from '../../expression/promotion.ts';
import { Double, TimeSpan, type Value } from '../../expression/values.ts';

/** The functions of a matrix cell (property `Function`). */
export type AggregateFunction = 'None' | 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count' | 'CountDistinct' | 'Custom';

const toDecimal = castTo('decimal');

function calculate(a: Value, b: Value, combine: (a: number, b: number) => number): Value {
  if (a instanceof TimeSpan && b instanceof TimeSpan) return new TimeSpan(combine(a.ticks, b.ticks));
  const kind = numericKind(a);
  if (kind === undefined || numericKind(b) === undefined) return a;
  const result = combine(asNumber(a), asNumber(b));
  if (!Number.isFinite(result) || kind === 'double' || kind === 'float') return new Double(result);
  if (kind === 'decimal') return toDecimal(new Double(result));
  if (!Number.isInteger(result)) return new Double(result);
  return kind === 'int' && result === (result | 0)
    ? result
    : castTo(kind === 'int' ? 'long' : kind)(new Double(result));
}

/** Adds two values: texts are concatenated, numbers added in the type of the first; a first value that is not a number is returned unchanged. */
export function addVariants(a: Value, b: Value): Value {
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  return calculate(a, b, (x, y) => x + y);
}

/** Divides two values in the type of the first, which is returned unchanged unless both are numbers. Division by zero gives an infinite double. */
export function divideVariants(a: Value, b: Value): Value {
  return calculate(a, b, (x, y) => x / y);
}

function less(a: Value, b: Value): boolean {
  return typeof a === 'string' && typeof b === 'string' ? a < b : relational('<', a, b, true);
}

/** The aggregate of values, none of them null; null when there are none. `Custom` is calculated by the engine. */
export function aggregate(values: readonly Value[], kind: AggregateFunction, keyOf: (value: Value) => string): Value {
  const [first] = values;
  if (first === undefined) return null;
  switch (kind) {
    case 'Count':
      return values.length;
    case 'CountDistinct':
      return new Set(values.map(keyOf)).size;
    case 'Sum':
      return values.reduce((sum, value) => addVariants(sum, value));
    case 'Avg':
      return divideVariants(
        values.reduce((sum, value) => addVariants(sum, value)),
        values.length,
      );
    case 'Min':
      return values.reduce((least, value) => (less(value, least) ? value : least));
    case 'Max':
      return values.reduce((greatest, value) => (less(greatest, value) ? value : greatest));
    default:
      return first;
  }
}
