/**
 * Aggregates over the cells of a table that a script builds. The reference compares variants: only numbers, dates and times can be greater
 * than each other, and a value that is neither greater nor equal is less. So the minimum of texts is the one printed first, the
 * maximum the one printed last.
 */
import { relational } from '../../expression/values/operators.ts';
import { asNumber, numericKind } from '../../expression/values/promotion.ts';
import { DateTime, Single, TimeSpan, type Value } from '../../expression/values/values.ts';
import { addVariants, divideVariants } from '../matrix/aggregate.ts';

/** Aggregate functions. */
export type CellAggregate = 'Sum' | 'Min' | 'Max' | 'Avg' | 'Count';

const sameKind = (a: Value, b: Value): boolean =>
  (numericKind(a) !== undefined && numericKind(b) !== undefined) ||
  (a instanceof DateTime && b instanceof DateTime) ||
  (a instanceof TimeSpan && b instanceof TimeSpan);

const isGreater = (a: Value, b: Value): boolean => sameKind(a, b) && relational('>', a, b, true);

/** Compares as the reference does: null equals the number 0, but not vice versa. */
function isEqual(a: Value, b: Value): boolean {
  if (a === null && numericKind(b) !== undefined) return asNumber(b) === 0;
  return sameKind(a, b) ? relational('<=', a, b, true) && !relational('<', a, b, true) : a === b;
}

const isLess = (a: Value, b: Value): boolean => !isGreater(a, b) && !isEqual(a, b);

/** The aggregate of the values of cells, the one printed last first. Null is a missing value: it counts, and may be the minimum or maximum. */
export function aggregateCells(values: readonly Value[], kind: CellAggregate): Value {
  const sum = (): Value => {
    const given: readonly Value[] = values.filter((value) => value !== null);
    return given.length > 0 ? given.reduce((total, value) => addVariants(total, value)) : 0;
  };
  switch (kind) {
    case 'Count':
      return values.length;
    case 'Sum':
      return sum();
    case 'Avg':
      return divideVariants(sum(), Math.max(1, values.filter((value) => value !== null).length));
    case 'Min':
      if (values.length === 0) return new Single(Number.POSITIVE_INFINITY);
      return values.reduce((least, value) => (isLess(value, least) ? value : least));
    default:
      if (values.length === 0) return new Single(Number.NEGATIVE_INFINITY);
      return values.reduce((greatest, value) => (isGreater(value, greatest) ? value : greatest));
  }
}
