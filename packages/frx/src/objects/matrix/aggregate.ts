/**
 * Aggregates cells of a matrix. The reference calculates with variants: numbers of different types are converted to doubles, and the result has the
 * type of the first one unless that is an integer and the result is not.
 */
import { NetException } from '../../expression/errors.ts';
import { relational } from '../../expression/values/operators.ts';
import { asNumber, numericKind } from '../../expression/values/promotion.ts';
import { TimeSpan, type Value } from '../../expression/values/values.ts';
import { likeFirst } from '../../expression/values/variant.ts';

/** The functions of a matrix cell (property `Function`). */
export type AggregateFunction = 'None' | 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count' | 'CountDistinct' | 'Custom';

function calculate(a: Value, b: Value, combine: (a: number, b: number) => number): Value {
  if (a instanceof TimeSpan && b instanceof TimeSpan) return new TimeSpan(combine(a.ticks, b.ticks));
  if (numericKind(a) === undefined || numericKind(b) === undefined) return a;
  return likeFirst(a, combine(asNumber(a), asNumber(b)));
}

/**
 * Adds two values: texts are concatenated, numbers added in the type of the first; true counts as 1 after a number, and negates a truth value. Another
 * first value that is not a number is returned unchanged.
 */
export function addVariants(a: Value, b: Value): Value {
  if (typeof b === 'boolean') return typeof a === 'boolean' ? a !== b : addVariants(a, Number(b));
  if (typeof a === 'string' && typeof b === 'string') return a + b;
  return calculate(a, b, (x, y) => x + y);
}

/**
 * Divides two values in the type of the first, which is returned unchanged unless both are numbers. Division by zero gives an infinite double.
 * @throws NetException for a decimal 0 divided by 0, and for a text
 */
export function divideVariants(a: Value, b: Value): Value {
  if (typeof a === 'string' && !/^[\d.]*$/.test(a))
    throw new NetException('InvalidOperationException', 'Texts have no average');
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
