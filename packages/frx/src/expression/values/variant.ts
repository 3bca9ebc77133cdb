import type { Culture } from '../cultures/culture.ts';
import { Decimal } from './decimal.ts';
import { ticksOf } from './calendar.ts';
import { castTo, wholeAs, wholeRange } from './convert.ts';
import { NetException } from '../errors.ts';
import {
  arithmetic,
  bitwise,
  doubleArithmetic,
  equal,
  relational,
  type ArithmeticOperator,
  type BitOperator,
  type RelationalOperator,
} from './operators.ts';
import { roundHalfEven } from '../members/math.ts';
import { asNumber, numericKind } from './promotion.ts';
import { toText, typeNameOf } from '../formats/toText.ts';
import { parseNumber } from '../parsing/parseNumber.ts';
import { Char, DateTime, Double, Single, TimeSpan, type Value } from './values.ts';

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
  if (operator === '+' && a instanceof Char && !isDigits(toText(a, culture)))
    return arithmetic(operator, toText(a, culture), toText(b, culture), culture);
  if (a === null) {
    if (operator === '+' && typeof b === 'boolean') return b;
    if (operator !== '+' || typeof b !== 'string') throw withoutValue('InvalidOperationException');
    return b;
  }
  const right = typeof b === 'boolean' && numericKind(a) !== undefined ? Number(b) : b;
  if (numericKind(a) === undefined || numericKind(right) === undefined) return arithmetic(operator, a, right, culture);
  return likeFirst(a, doubleArithmetic(operator, asNumber(a), asNumber(right)));
}

/**
 * `a == b` of a Variant. One without a value equals 0, false and an empty text, but not null. A text is compared with what the Variant prints, a
 * number with the number in it, and a truth value with whether it counts as true. @throws NetException for a text that is no number beside a number
 */
export function variantEqual(a: Value, b: Value, culture: Culture): boolean {
  if (a === null || b === null)
    return a === null && (b === '' || b === false || (numericKind(b) !== undefined && equal(0, b, true)));
  if (typeof b === 'string') return toText(a, culture) === b;
  if (b instanceof Char) return toText(a, culture) === toText(b, culture);
  if (typeof b === 'boolean') return isTrueVariant(a, culture) === b;
  if (numericKind(b) !== undefined) return numberIn(a, culture) === numberIn(b, culture);
  return equal(a, b, true);
}

/** Texts that a Variant reads as false. */
const FALSE_TEXTS = new Set([
  '',
  'false',
  'f',
  'no',
  'n',
  'off',
  'negative',
  'neg',
  'disabled',
  'incorrect',
  'wrong',
  'left',
]);

const isDigits = (text: string): boolean => /^[\p{Nd}.]+$/u.test(text);

function isTrueVariant(value: Value, culture: Culture): boolean {
  if (typeof value !== 'string')
    return typeof value === 'boolean' || numericKind(value) !== undefined ? numberIn(value, culture) !== 0 : true;
  return isDigits(value) ? numberIn(value, culture) !== 0 : !FALSE_TEXTS.has(value.toLowerCase().trim());
}

/** The number that a value counts as beside another one: of a text the number in it, of true 1, of a date its ticks. */
function numberIn(value: Value, culture: Culture): number {
  if (typeof value === 'boolean') return Number(value);
  const text = typeof value === 'string' || value instanceof Char ? toText(value, culture) : undefined;
  if (text === undefined) {
    if (value instanceof DateTime) return Number(ticksOf(value));
    if (value instanceof TimeSpan) return value.ticks;
    if (numericKind(value) !== undefined) return asNumber(value);
    throw new NetException('InvalidCastException', `A value of type ${typeNameOf(value)} has no number to compare`);
  }
  return text === '' ? 0 : asNumber(parseNumber(text, 'double', culture));
}

/**
 * `a operator b` of a Variant. Numbers, dates and spans of time are compared with their like; no other value, and none without a value, is greater
 * than another one. What is neither greater nor equal is less.
 */
export function variantRelational(operator: RelationalOperator, a: Value, b: Value, culture: Culture): boolean {
  const isGreater = a !== null && b !== null && haveOrder(a, b) && relational('>', a, b, true);
  if (operator === '>') return isGreater;
  if (operator === '<=') return !isGreater;
  const isEqual = !isGreater && b !== null && variantEqual(a, b, culture);
  return operator === '>=' ? isGreater || isEqual : !isGreater && !isEqual;
}

function haveOrder(a: Value, b: Value): boolean {
  if (numericKind(a) !== undefined) return numericKind(b) !== undefined;
  return (a instanceof DateTime && b instanceof DateTime) || (a instanceof TimeSpan && b instanceof TimeSpan);
}

const withoutValue = (typeName: string): NetException =>
  new NetException(typeName, 'A total or Value in the calculation has no value');

/**
 * `a operator b` of a Variant for operators of bits: `&` and `|` of the numbers without their decimals, in the type of the first one; the others of
 * the numbers rounded to a whole one. @throws NetException for a number with decimals behind `&` and `|`
 */
export function variantBits(operator: BitOperator, a: Value, b: Value): Value {
  if (operator !== '&' && operator !== '|') return bitwise(operator, wholeOf(a), wholeOf(b));
  const kind = numericKind(b);
  if (kind === 'decimal' || kind === 'double' || kind === 'float')
    throw new NetException(
      'InvalidOperationException',
      `Operator '${operator}' cannot be applied to a total and a number with decimals`,
    );
  const [x, y] = [a, b].map((value) =>
    BigInt(Math.trunc(typeof value === 'boolean' ? Number(value) : asNumber(value))),
  );
  return likeFirst(a, Number(operator === '&' ? x! & y! : x! | y!));
}

const toInt = castTo('int');

/** A number with decimals as a whole one, rounded to the even one in the middle. */
function wholeOf(value: Value): Value {
  const kind = numericKind(value);
  return kind === 'decimal' || kind === 'double' || kind === 'float'
    ? toInt(new Double(roundHalfEven(asNumber(value))))
    : value;
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
