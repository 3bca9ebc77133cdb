import { Decimal } from '../../../expression/values/decimal.ts';
import { Double, Single } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Special, Type } from '../../binder/types/types.ts';
import { binaryOperator, numericConversion } from '../../runtime/arithmetic.ts';
import { Func } from '../../runtime/objects.ts';
import { iterate } from '../../runtime/sequences.ts';
import { isValueType } from '../../runtime/values.ts';
import { compare } from '../../runtime/order.ts';
import { source, noElements } from './sources.ts';

/** Sums, averages and extremes of sequences. */

/** Returns the greatest or least item. */
export function extreme(c: Call, from: Value, sign: 1 | -1, select: Func | null, type: Type): Value {
  let best: Value = null;
  let any = false;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    const value = select ? select.invoke([item]) : item;
    if (value === null) continue;
    if (!any) best = value;
    else if (isNaN_(value)) {
      if (sign < 0) best = value;
    } else if (isNaN_(best) ? sign > 0 : compare(value, best, c.rt) * sign > 0) best = value;
    any = true;
  }
  if (!any && isValueType(type) && !(type instanceof NamedType && type.special === 'Nullable')) throw noElements();
  return best;
}

function isNaN_(value: Value): boolean {
  return (value instanceof Double || value instanceof Single) && Number.isNaN(value.value);
}

/** Returns sum and number of the items of a numeric type, without nulls. */
function total(c: Call, from: Value, select: Func | null, type: Special): { sum: Value; count: number } {
  const wide: Special = type === 'float' ? 'double' : type;
  const add = binaryOperator('+', wide, true);
  const convert = numericConversion(type, wide, false);
  let sum: Value = wide === 'int' ? 0 : wide === 'long' ? 0n : wide === 'decimal' ? Decimal.zero : new Double(0);
  let number = 0;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    const value = select ? select.invoke([item]) : item;
    if (value === null) continue;
    sum = add ? add(sum, convert(value)) : sum;
    number++;
  }
  return { sum, count: number };
}

/** Returns the sum of the items. */
export function sumOf(c: Call, from: Value, select: Func | null, type: Special): Value {
  const { sum } = total(c, from, select, type);
  return type === 'float' ? new Single((sum as Double).value) : sum;
}

/** Returns the average of the items. */
export function averageOf(c: Call, from: Value, select: Func | null, type: Special, nullable: boolean): Value {
  const { sum, count: number } = total(c, from, select, type === 'int' ? 'long' : type);
  return average(sum, number, type, nullable);
}

/** Returns the average from a sum and a number of items. */
export function average(sum: Value, number: number, type: Special, nullable: boolean): Value {
  if (number === 0) {
    if (nullable) return null;
    throw noElements();
  }
  if (sum instanceof Decimal) return sum.dividedBy(Decimal.fromInteger(number));
  const whole = typeof sum === 'bigint' || typeof sum === 'number' ? Number(sum) : (sum as Double).value;
  return type === 'float' ? new Single(whole / number) : new Double(whole / number);
}
