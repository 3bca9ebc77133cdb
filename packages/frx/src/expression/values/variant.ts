import type { Culture } from '../cultures/culture.ts';
import { Decimal } from './decimal.ts';
import { castTo, wholeAs, wholeRange } from './convert.ts';
import { NetException } from '../errors.ts';
import {
  arithmetic,
  doubleArithmetic,
  equal,
  relational,
  type ArithmeticOperator,
  type RelationalOperator,
} from './operators.ts';
import { asNumber, numericKind } from './promotion.ts';
import { toText, typeNameOf } from '../formats/toText.ts';
import { Char, Double, Single, type Value } from './values.ts';

/** The first double above the largest decimal. */
const BEYOND_DECIMAL = 2 ** 96;
const toDecimal = castTo('decimal');

/**
 * `a operator b` where one of them is a Variant (a total, `Value` of a highlight): numbers are calculated as doubles, and the result is converted to the
 * type of the first one if that can represent it. So half of the integer 7 is 3.5, and decimals lose trailing zeros. A letter is appended as text,
 * true counts as 1. A Variant without a value can only be followed by a text or by a truth value, which then is the sum.
 * @throws NetException for an operand without a value
 */
export function variantArithmetic(operator: ArithmeticOperator, a: Value, b: Value, culture: Culture): Value {
  if (b === null) throw withoutValue('NullReferenceException');
  if (operator === '+' && b instanceof Char)
    return arithmetic(operator, a === null ? '' : toText(a, culture), b, culture);
  if (a === null) {
    if (operator === '+' && typeof b === 'boolean') return b;
    if (operator !== '+' || typeof b !== 'string') throw withoutValue('InvalidOperationException');
    return b;
  }
  const right = typeof b === 'boolean' && numericKind(a) !== undefined ? Number(b) : b;
  if (numericKind(a) === undefined || numericKind(right) === undefined) return arithmetic(operator, a, right, culture);
  return likeFirst(a, doubleArithmetic(operator, asNumber(a), asNumber(right)));
}

/** `a == b` of a Variant: one without a value equals 0, false and an empty text, but not null. */
export function variantEqual(a: Value, b: Value): boolean {
  if (a !== null || b === null) return equal(a, b, true);
  return b === '' || b === false || (numericKind(b) !== undefined && equal(0, b, true));
}

/** `a operator b` of a Variant. As in the reference, no value is greater than another one, and less whenever it is not equal. */
export function variantRelational(operator: RelationalOperator, a: Value, b: Value): boolean {
  if (a !== null && b !== null) return relational(operator, a, b, true);
  if (operator === '>') return false;
  return operator === '<=' || (b !== null && variantEqual(a, b)) === (operator === '>=');
}

const withoutValue = (typeName: string): NetException =>
  new NetException(typeName, 'A total or Value in the calculation has no value');

/** `-a` of a Variant, calculated as 0 minus the value. */
export function variantMinus(value: Value, culture: Culture): Value {
  return variantArithmetic('-', 0, value, culture);
}

/** Converts a result to the type of the first operand, or to a larger one that can represent it. */
export function likeFirst(first: Value, result: number): Value {
  const double = new Double(result);
  if (first instanceof Double) return double;
  // 0 divided by 0 is within the limits of the comparison, as in the reference, and cannot be converted.
  if (first instanceof Decimal) return Math.abs(result) >= BEYOND_DECIMAL ? double : toDecimal(double);
  if (first instanceof Single) return Number.isFinite(Math.fround(result)) ? new Single(result) : double;
  if (!Number.isInteger(result)) return double;
  const type = [typeNameOf(first), 'int', 'long'].find((name) => fits(name, result));
  return type === undefined ? double : wholeAs(type, BigInt(result));
}

function fits(type: string, whole: number): boolean {
  const range = wholeRange(type);
  return range !== undefined && BigInt(whole) >= range[0] && BigInt(whole) <= range[1];
}
