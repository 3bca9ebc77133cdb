import type { Culture } from './culture.ts';
import { Decimal } from './decimal.ts';
import { castTo, wholeAs, wholeRange } from './convert.ts';
import { arithmetic, doubleArithmetic, type ArithmeticOperator } from './operators.ts';
import { asNumber, numericKind } from './promotion.ts';
import { typeNameOf } from './toText.ts';
import { Double, Single, type Value } from './values.ts';

/** The first double above the largest decimal. */
const BEYOND_DECIMAL = 2 ** 96;
const toDecimal = castTo('decimal');

/**
 * `a operator b` where one of them is a Variant (a total, `Value` of a highlight): numbers are calculated as doubles, and the result is converted to the
 * type of the first one if that can represent it. So half of the integer 7 is 3.5, and decimals lose trailing zeros. Null is 0.
 */
export function variantArithmetic(operator: ArithmeticOperator, a: Value, b: Value, culture: Culture): Value {
  const [first, second] = [a ?? 0, b ?? 0];
  if (numericKind(first) === undefined || numericKind(second) === undefined)
    return arithmetic(operator, first, second, culture);
  return likeFirst(first, doubleArithmetic(operator, asNumber(first), asNumber(second)));
}

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
