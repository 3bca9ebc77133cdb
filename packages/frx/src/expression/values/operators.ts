import { addTicks, compareDateTimes, difference } from './calendar.ts';
import type { Culture } from '../cultures/culture.ts';
import { Decimal } from './decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { asBigInt, asDecimal, asNumber, commonKind, numericKind } from './promotion.ts';
import type { NumericKind } from './promotion.ts';
import { toText, typeNameOf } from '../formats/toText.ts';
import { Char, DateTime, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from './values.ts';
import type { Value } from './values.ts';

/** Arithmetic operators. */
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type BitOperator = '&' | '|' | '^' | '<<' | '>>';
export type RelationalOperator = '<' | '>' | '<=' | '>=';

function mismatch(operator: string, a: Value, b: Value): ExpressionError {
  return new ExpressionError(
    `Operator '${operator}' cannot be applied to operands of type '${typeNameOf(a)}' and '${typeNameOf(b)}'`,
  );
}

function divideByZero(): NetException {
  return new NetException('DivideByZeroException', 'Attempted to divide by zero.');
}

function int32(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return (a + b) | 0;
    case '-':
      return (a - b) | 0;
    case '*':
      return Math.imul(a, b);
    case '/':
      if (b === 0) throw divideByZero();
      return (a / b) | 0;
    default:
      if (b === 0) throw divideByZero();
      return (a % b) | 0;
  }
}

/** Calculates with two doubles; never throws. */
export function doubleArithmetic(operator: ArithmeticOperator, a: number, b: number): number {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

function decimal(operator: ArithmeticOperator, a: Decimal, b: Decimal): Decimal {
  switch (operator) {
    case '+':
      return a.plus(b);
    case '-':
      return a.minus(b);
    case '*':
      return a.times(b);
    case '/':
      return a.dividedBy(b);
    default:
      return a.remainder(b);
  }
}

function int64(operator: ArithmeticOperator, a: bigint, b: bigint): bigint {
  switch (operator) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      if (b === 0n) throw divideByZero();
      return a / b;
    default:
      if (b === 0n) throw divideByZero();
      return a % b;
  }
}

/** Integer results wrap around, as in C# outside `checked`. */
function wholeOf(kind: NumericKind, value: bigint): Value {
  if (kind === 'uint') return new Integer('uint', BigInt.asUintN(32, value));
  if (kind === 'ulong') return new Integer('ulong', BigInt.asUintN(64, value));
  return BigInt.asIntN(64, value);
}

function inKind(kind: NumericKind, operator: ArithmeticOperator, a: Value, b: Value): Value {
  switch (kind) {
    case 'int':
      return int32(operator, asNumber(a), asNumber(b));
    case 'decimal':
      return decimal(operator, asDecimal(a), asDecimal(b));
    case 'double':
      return new Double(doubleArithmetic(operator, asNumber(a), asNumber(b)));
    case 'float':
      return new Single(doubleArithmetic(operator, asNumber(a), asNumber(b)));
    default:
      return wholeOf(kind, int64(operator, asBigInt(a), asBigInt(b)));
  }
}

/**
 * `a operator b` with C#'s numeric promotion; `+` with a text concatenates. A null operand gives null, as with nullable types. Throws
 * ExpressionError when C# would not compile it, DivideByZeroException and OverflowException as .NET does.
 */
export function arithmetic(operator: ArithmeticOperator, a: Value, b: Value, culture: Culture): Value {
  if (typeof a === 'number' && typeof b === 'number') return int32(operator, a, b);
  if (a instanceof Decimal && b instanceof Decimal) return decimal(operator, a, b);
  if (operator === '+' && (typeof a === 'string' || typeof b === 'string')) return concatenate(a, b, culture);
  if (a === null || b === null) return null;
  const left = numericKind(a);
  const right = numericKind(b);
  if (left !== undefined && right !== undefined) {
    const kind = commonKind(left, right);
    if (kind === undefined) throw mismatch(operator, a, b);
    return inKind(kind, operator, a, b);
  }
  const other = dates(operator, a, b) ?? enums(operator, a, b);
  if (other === undefined) throw mismatch(operator, a, b);
  return other;
}

function concatenate(a: Value, b: Value, culture: Culture): string {
  return (typeof a === 'string' ? a : toText(a, culture)) + (typeof b === 'string' ? b : toText(b, culture));
}

function dates(operator: ArithmeticOperator, a: Value, b: Value): Value | undefined {
  if (a instanceof DateTime) {
    if (b instanceof DateTime) return operator === '-' ? difference(a, b) : undefined;
    if (!(b instanceof TimeSpan)) return undefined;
    if (operator === '+') return addTicks(a, b.ticks);
    return operator === '-' ? addTicks(a, -b.ticks) : undefined;
  }
  if (a instanceof TimeSpan && b instanceof TimeSpan) {
    if (operator === '+') return new TimeSpan(a.ticks + b.ticks);
    if (operator === '-') return new TimeSpan(a.ticks - b.ticks);
    return operator === '/' ? new Double(a.ticks / b.ticks) : undefined;
  }
  const factor = (value: Value): number | undefined => (numericKind(value) === undefined ? undefined : asNumber(value));
  if (a instanceof TimeSpan) {
    const by = factor(b);
    if (by === undefined) return undefined;
    if (operator === '*') return new TimeSpan(Math.round(a.ticks * by));
    return operator === '/' && by !== 0 ? new TimeSpan(Math.round(a.ticks / by)) : undefined;
  }
  if (b instanceof TimeSpan && operator === '*') {
    const by = factor(a);
    return by === undefined ? undefined : new TimeSpan(Math.round(b.ticks * by));
  }
  return undefined;
}

function enums(operator: ArithmeticOperator, a: Value, b: Value): Value | undefined {
  if (operator !== '+' && operator !== '-') return undefined;
  if (a instanceof EnumValue && b instanceof EnumValue) {
    return operator === '-' && a.type === b.type ? a.value - b.value : undefined;
  }
  if (a instanceof EnumValue && typeof b === 'number') return new EnumValue(a.type, int32(operator, a.value, b));
  if (b instanceof EnumValue && typeof a === 'number' && operator === '+') return new EnumValue(b.type, a + b.value);
  return undefined;
}

/** `& | ^` for integers, bools and enums, `<< >>` for integers. */
export function bitwise(operator: BitOperator, a: Value, b: Value): Value {
  if (typeof a === 'number' && typeof b === 'number') return bits32(operator, a, b);
  if (a === null || b === null) return null;
  if (typeof a === 'boolean' && typeof b === 'boolean') {
    if (operator === '&') return a && b;
    if (operator === '|') return a || b;
    if (operator === '^') return a !== b;
  }
  if (a instanceof EnumValue && b instanceof EnumValue && a.type === b.type) {
    return new EnumValue(a.type, bits32(operator, a.value, b.value));
  }
  const left = numericKind(a);
  const right = numericKind(b);
  const shift = operator === '<<' || operator === '>>';
  const kind = left === undefined || right === undefined ? undefined : shift ? left : commonKind(left, right);
  if (kind === undefined || kind === 'decimal' || kind === 'double' || kind === 'float') throw mismatch(operator, a, b);
  if (kind === 'int') return bits32(operator, asNumber(a), asNumber(b));
  const x = asBigInt(a);
  const y = asBigInt(b);
  if (operator === '&') return wholeOf(kind, x & y);
  if (operator === '|') return wholeOf(kind, x | y);
  if (operator === '^') return wholeOf(kind, x ^ y);
  const count = y & (kind === 'uint' ? 31n : 63n);
  return wholeOf(kind, operator === '<<' ? x << count : x >> count);
}

function bits32(operator: BitOperator, a: number, b: number): number {
  switch (operator) {
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '^':
      return a ^ b;
    case '<<':
      return a << b;
    default:
      return a >> b;
  }
}

/** `-x`. */
export function negate(value: Value): Value {
  if (typeof value === 'number') return -value | 0;
  if (typeof value === 'bigint') return BigInt.asIntN(64, -value);
  if (value === null) return null;
  if (value instanceof Decimal) return value.negated();
  if (value instanceof Double) return new Double(-value.value);
  if (value instanceof Single) return new Single(-value.value);
  if (value instanceof TimeSpan) return new TimeSpan(-value.ticks);
  if (value instanceof Char) return -value.code;
  // The literals 2147483648 and 9223372036854775808 are valid only when negated.
  if (value instanceof Integer) {
    if (value.type === 'uint') return value.value === 2147483648n ? -2147483648 : -value.value;
    if (value.type !== 'ulong') return -Number(value.value);
    if (value.value === 9223372036854775808n) return -9223372036854775808n;
  }
  throw new ExpressionError(`Operator '-' cannot be applied to operand of type '${typeNameOf(value)}'`);
}

/** Compares two numbers; NaN when one of them is NaN. */
export function compareNumbers(a: Value, b: Value): number {
  const left = numericKind(a) ?? 'int';
  const right = numericKind(b) ?? 'int';
  const kind = commonKind(left, right) ?? 'decimal';
  if (kind === 'int' || kind === 'double' || kind === 'float') {
    const x = asNumber(a);
    const y = asNumber(b);
    return x < y ? -1 : x > y ? 1 : x === y ? 0 : Number.NaN;
  }
  if (kind === 'decimal') return asDecimal(a).compare(asDecimal(b));
  const x = asBigInt(a);
  const y = asBigInt(b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** `a operator b` for `<`, `>`, `<=`, `>=`; false when an operand is null. */
export function relational(operator: RelationalOperator, a: Value, b: Value, variant = false): boolean {
  if (typeof a === 'number' && typeof b === 'number') return holds(operator, a - b);
  if (a === null || b === null) return false;
  const left = numericKind(a);
  const right = numericKind(b);
  if (left !== undefined && right !== undefined) {
    if (!variant && commonKind(left, right) === undefined) throw mismatch(operator, a, b);
    return holds(operator, compareNumbers(a, b));
  }
  if (a instanceof DateTime && b instanceof DateTime) return holds(operator, compareDateTimes(a, b));
  if (a instanceof TimeSpan && b instanceof TimeSpan) return holds(operator, a.ticks - b.ticks);
  if (a instanceof EnumValue && b instanceof EnumValue && a.type === b.type) return holds(operator, a.value - b.value);
  if (a instanceof EnumValue && b === 0) return holds(operator, a.value);
  if (variant && typeof a === 'string' && typeof b === 'string') return holds(operator, a < b ? -1 : a > b ? 1 : 0);
  throw mismatch(operator, a, b);
}

function holds(operator: RelationalOperator, order: number): boolean {
  switch (operator) {
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    default:
      return order >= 0;
  }
}

/**
 * `a == b`. Comparing incompatible types of C# is an ExpressionError; with `variant` they are equal if their texts are. Objects whose
 * static type is only `object` are compared by value here, by reference in C#: a template that does that means the value.
 */
export function equal(a: Value, b: Value, variant = false): boolean {
  // A Variant without a value is converted to an empty text, which is compared with null.
  if (variant && a === null && b === null) return false;
  if (a === b) return !((a instanceof Double || a instanceof Single) && Number.isNaN(a.value));
  if (a === null || b === null) return false;
  if (typeof a === 'number' && typeof b === 'number') return false;
  if (typeof a === 'string' && typeof b === 'string') return false;
  const left = numericKind(a);
  const right = numericKind(b);
  if (left !== undefined && right !== undefined) {
    if (!variant && commonKind(left, right) === undefined) throw mismatch('==', a, b);
    return compareNumbers(a, b) === 0;
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return false;
  if (a instanceof DateTime && b instanceof DateTime) return compareDateTimes(a, b) === 0;
  if (a instanceof TimeSpan && b instanceof TimeSpan) return a.ticks === b.ticks;
  if (a instanceof EnumValue && b instanceof EnumValue && a.type === b.type) return a.value === b.value;
  if (a instanceof EnumValue && right !== undefined) return a.value === asNumber(b);
  if (b instanceof EnumValue && left !== undefined) return b.value === asNumber(a);
  if (isObject(a) && isObject(b)) return 'equals' in a && a.equals ? a.equals(b) : false;
  if (variant || isObject(a) || isObject(b)) return false;
  throw mismatch('==', a, b);
}

function isObject(value: Value): value is Extract<Value, { kind: 'object' | 'delegate' | 'array' }> | Uint8Array {
  if (value instanceof Uint8Array || value instanceof NetArray) return true;
  return typeof value === 'object' && value !== null && (value.kind === 'object' || value.kind === 'delegate');
}
