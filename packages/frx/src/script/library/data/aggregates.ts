import { asBigInt, asDecimal, asNumber } from '../../../expression/values/promotion.ts';
import { Double, Single } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { binaryOperator, integral } from '../../runtime/arithmetic.ts';
import { error } from '../../runtime/values.ts';
import { compare } from '../../runtime/order.ts';
import { Decimal } from '../../../expression/values/decimal.ts';
import { compareText } from './operators.ts';

/** Aggregates over a column of a DataTable; null stands for DBNull and is skipped. */

const WHOLE = new Set(['SByte', 'Byte', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64']);
const INTEGERS = { SByte: 'sbyte', Byte: 'byte', Int16: 'short', UInt16: 'ushort', Int32: 'int', UInt32: 'uint', Int64: 'long', UInt64: 'ulong' } as const; // prettier-ignore

/** Returns an aggregate of a column: sum, average, count and others. */
export function aggregate(c: Call, name: string, type: string, column: readonly Value[]): Value {
  const values = column.filter((value) => value !== null);
  for (const _value of values) c.rt.budget.step();
  switch (name) {
    case 'COUNT':
      return values.length;
    case 'MIN':
    case 'MAX': {
      const sign = name === 'MIN' ? 1 : -1;
      let best: Value = null;
      for (const value of values) if (best === null || orderOf(c, value, best) * sign < 0) best = value;
      return best;
    }
    case 'SUM':
    case 'AVG':
      return sumOf(c, name, type, values);
    default:
      return spread(name, type, values);
  }
}

function orderOf(c: Call, a: Value, b: Value): number {
  return typeof a === 'string' && typeof b === 'string' ? compareText(c, a, b, false) : compare(a, b, c.rt);
}

function unusable(name: string, type: string): Error {
  const title = name === 'STDEV' ? 'StDev' : name.charAt(0) + name.slice(1).toLowerCase();
  return error('DataException', `Invalid usage of aggregate function ${title}() and Type: ${type}.`);
}

function sumOf(_c: Call, name: string, type: string, values: readonly Value[]): Value {
  const isWhole = WHOLE.has(type);
  if (!isWhole && type !== 'Decimal' && type !== 'Double' && type !== 'Single') throw unusable(name, type);
  if (values.length === 0) return null;
  if (isWhole) {
    let sum = 0n;
    for (const value of values) sum += asBigInt(value);
    const isUnsigned = type.startsWith('U') || type === 'Byte';
    if (name === 'SUM') return integral(isUnsigned ? 'ulong' : 'long', sum);
    return integral(INTEGERS[type as keyof typeof INTEGERS], sum / BigInt(values.length));
  }
  if (type === 'Decimal') {
    const add = binaryOperator('+', 'decimal', true);
    const divide = binaryOperator('/', 'decimal', true);
    let sum: Value = Decimal.zero;
    for (const value of values) sum = add?.(sum, asDecimal(value)) ?? null;
    return name === 'SUM' ? sum : (divide?.(sum, asDecimal(values.length)) ?? null);
  }
  let sum = 0;
  for (const value of values) sum += asNumber(value);
  const made = name === 'SUM' ? sum : sum / values.length;
  return type === 'Single' ? new Single(made) : new Double(made);
}

/** Returns VAR or STDEV of a sample, calculated from sums as .NET does. */
function spread(name: string, type: string, values: readonly Value[]): Value {
  if (!WHOLE.has(type) && type !== 'Decimal' && type !== 'Double' && type !== 'Single') throw unusable(name, type);
  if (values.length < 2) return null;
  let sum = 0;
  let squares = 0;
  for (const value of values) {
    const number = asNumber(value);
    sum += number;
    squares += number * number;
  }
  const count = values.length;
  const variance = count * squares - sum * sum;
  const precision = variance / (sum * sum);
  const made = precision < 1e-15 || variance < 0 ? 0 : variance / (count * (count - 1));
  return new Double(name === 'VAR' ? made : Math.sqrt(made));
}
