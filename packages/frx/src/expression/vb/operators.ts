import { like } from './like.ts';
import { minDateTime, timeOfDay } from '../values/calendar.ts';
import { castTo, wholeAs, wholeRange } from '../values/convert.ts';
import { Decimal } from '../values/decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import type { StaticMethod } from '../members/arguments.ts';
import { roundHalfEven } from '../members/math.ts';
import { arithmetic, bitwise, equal, negate, relational } from '../values/operators.ts';
import { parseDateTime } from '../parsing/parseDate.ts';
import { parseNumber } from '../parsing/parseNumber.ts';
import { asBigInt, asDecimal, asNumber, numericKind } from '../values/promotion.ts';
import type { Runtime } from '../scope.ts';
import { formatted, toText, typeNameOf } from '../formats/toText.ts';
import { BASIC_TYPE_NAMES as NAMES } from './typeNames.ts';
import { Char, DateTime, Double, EnumValue, Integer, Single } from '../values/values.ts';
import type { Value } from '../values/values.ts';

/**
 * Operators and conversions of Visual Basic with Option Strict Off and Option Compare Binary (Visual Basic language specification, Operators
 * and Conversions): Nothing is 0, "" or False, texts are converted to numbers, True is -1, integer overflow is an error.
 */

/** Result type of a conversion function, by its name in lower case. */
export const VB_CONVERSIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cbool: 'bool', cbyte: 'byte', csbyte: 'sbyte', cshort: 'short', cushort: 'ushort', cint: 'int', cuint: 'uint', clng: 'long', culng: 'ulong',
    csng: 'float', cdbl: 'double', cdec: 'decimal', cstr: 'string', cchar: 'char', cdate: 'DateTime', cobj: 'object',
  }),
); // prettier-ignore

function invalid(value: Value, type: string): NetException {
  const from = typeof value === 'string' ? `string "${value.slice(0, 32)}"` : `type '${NAMES[typeNameOf(value)] ?? typeNameOf(value)}'`; // prettier-ignore
  return new NetException(
    'InvalidCastException',
    `Conversion from ${from} to type '${NAMES[type] ?? type}' is not valid.`,
  );
}

function overflow(): NetException {
  return new NetException('OverflowException', 'Arithmetic operation resulted in an overflow.');
}

/** A text as a number; `&H` and `&O` prefix integers. */
function parsed(text: string, runtime: Runtime, type: 'double' | 'decimal' = 'double', target: string = type): Value {
  const trimmed = text.trim();
  const based = /^&(?:h([\da-f]{1,16})|o([0-7]{1,21}))$/iu.exec(trimmed);
  if (based) return BigInt.asIntN(64, BigInt(based[1] === undefined ? `0o${based[2] ?? '0'}` : `0x${based[1]}`));
  const { currencySymbol: symbol } = runtime.culture.numbers;
  if (/∞|inf/iu.test(trimmed)) throw invalid(text, target);
  try {
    return parseNumber(symbol === '' ? trimmed : trimmed.replace(symbol, ''), type, runtime.culture);
  } catch (error) {
    if (error instanceof NetException && error.typeName !== 'OverflowException') throw invalid(text, target);
    throw error;
  }
}

/** A text as a decimal, with all digits after its point. */
function parsedDecimal(text: string, runtime: Runtime, target = 'decimal'): Value {
  return castTo('decimal')(parsed(text, runtime, /e/iu.test(text) ? 'double' : 'decimal', target));
}

/** True as a number: a Short with all bits set. */
const TRUE = new Integer('short', -1n);
const FALSE = new Integer('short', 0n);

/** A value as an operand of arithmetic; `target` is the type that the message on any other value names. */
function numeric(value: Value, runtime: Runtime, target = 'double'): Value {
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? TRUE : FALSE;
  if (typeof value === 'string') return parsed(value, runtime, 'double', target);
  if (value instanceof EnumValue) return value.value;
  if (value instanceof Char || numericKind(value) === undefined) throw invalid(value, target);
  return value;
}

const isDecimal = (a: Value, b: Value): boolean => a instanceof Decimal || b instanceof Decimal;
const isReal = (value: Value): boolean => value instanceof Double || value instanceof Single;

/** Decimal with double is calculated in double, with single in single. */
function together(a: Value, b: Value): readonly [Value, Value] {
  if (isDecimal(a, b) && (a instanceof Double || b instanceof Double)) return [new Double(asNumber(a)), new Double(asNumber(b))]; // prettier-ignore
  if (isDecimal(a, b) && (isReal(a) || isReal(b))) return [new Single(asNumber(a)), new Single(asNumber(b))];
  return [a, b];
}

const isUnsignedLong = (value: Value): boolean => value instanceof Integer && value.type === 'ulong';
const isSigned = (value: Value): boolean =>
  typeof value === 'number' || typeof value === 'bigint' || (value instanceof Integer && (value.type === 'sbyte' || value.type === 'short')); // prettier-ignore

/** Returns true for a ULong with a signed integer: no integer type holds all values of both. */
const isMixed = (a: Value, b: Value): boolean =>
  (isUnsignedLong(a) && isSigned(b)) || (isSigned(a) && isUnsignedLong(b));

/** A Boolean as an operand: a Short, beside an SByte an SByte. */
function flagged(value: Value, other: Value): Value {
  return typeof value === 'boolean' && other instanceof Integer && other.type === 'sbyte'
    ? wholeAs('sbyte', value ? -1n : 0n)
    : value;
}

/** Nothing as an operand: the zero of the other operand's type. */
function zeroOf(other: Value): Value {
  if (typeof other === 'boolean') return FALSE;
  return other instanceof Integer ? wholeAs(other.type, 0n) : 0;
}

/** Both operands as numbers. */
function numbers(a: Value, b: Value, runtime: Runtime, target?: string): readonly [Value, Value] {
  return [
    a === null ? zeroOf(b) : numeric(flagged(a, b), runtime, target),
    b === null ? zeroOf(a) : numeric(flagged(b, a), runtime, target),
  ];
}

/** Types of fewer than 32 bits, from the narrowest. */
const SMALL: readonly string[] = ['sbyte', 'byte', 'short', 'ushort'];

/** Result type for two numbers of fewer than 32 bits; undefined for others. */
function smallType(a: Value, b: Value): string | undefined {
  if (!(a instanceof Integer) || !(b instanceof Integer) || !SMALL.includes(a.type) || !SMALL.includes(b.type))
    return undefined;
  const [narrow, wide] = SMALL.indexOf(a.type) < SMALL.indexOf(b.type) ? [a.type, b.type] : [b.type, a.type];
  if (narrow === wide) return wide;
  if (narrow === 'sbyte') return wide === 'ushort' ? undefined : 'short';
  return narrow === 'short' ? undefined : wide;
}

/** An integer checked against the range of a type. Throws OverflowException. */
function inSmall(type: string, value: Value): Value {
  const number = asBigInt(value);
  const range = wholeRange(type);
  if (range && (number < range[0] || number > range[1])) throw overflow();
  return wholeAs(type, number);
}

/** `+`, `-`, `*` and Mod of numbers; integer overflow is an error. */
function calculate(operator: '+' | '-' | '*' | '%', a: Value, b: Value, runtime: Runtime): Value {
  if (typeof a === 'number' && typeof b === 'number' && operator !== '%') {
    const exact = operator === '+' ? a + b : operator === '-' ? a - b : a * b;
    if (exact > 2147483647 || exact < -2147483648) throw overflow();
    return exact | 0;
  }
  const [x, y] = together(...numbers(a, b, runtime));
  if (isMixed(x, y)) return arithmetic(operator, asDecimal(x), asDecimal(y), runtime.culture);
  const result = arithmetic(operator, x, y, runtime.culture);
  const small = smallType(x, y);
  if (small !== undefined) return inSmall(small, result);
  const isWhole = typeof result === 'number' || typeof result === 'bigint' || result instanceof Integer;
  if (isWhole && operator !== '%') {
    const [m, n] = [asBigInt(x), asBigInt(y)];
    const exact = operator === '+' ? m + n : operator === '-' ? m - n : m * n;
    if (exact !== asBigInt(result)) throw overflow();
  }
  return result;
}

const isText = (value: Value): value is string | Char => typeof value === 'string' || value instanceof Char;
const isTime = (value: Value): boolean =>
  value instanceof DateTime ||
  (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'TimeSpan');

const isSpan = (value: Value): boolean => isTime(value) && !(value instanceof DateTime);

/** The error for operands that an operator does not have. */
const noOperator = (operator: string): ExpressionError =>
  new ExpressionError(`Operator '${operator}' has no such operands`);

/** `+` of texts: Nothing beside a character is the character 0. */
function joined(a: Value, b: Value, runtime: Runtime): string {
  const shown = (value: Value, other: Value): string => (value === null && other instanceof Char ? '\0' : text(value, runtime)); // prettier-ignore
  return shown(a, b) + shown(b, a);
}

/** `*`: Nothing beside a Decimal is zero without a fraction, beside a span of time no span. */
function multiply(a: Value, b: Value, runtime: Runtime): Value {
  const other = a ?? b;
  if (a === null || b === null) {
    if (other instanceof Decimal) return asDecimal(0);
    if (other instanceof DateTime) throw noOperator('*');
    if (isSpan(other)) return arithmetic('-', other, other, runtime.culture);
  }
  return isTime(a) || isTime(b) ? arithmetic('*', a, b, runtime.culture) : calculate('*', a, b, runtime);
}

/** `&` and Like take the texts of values, which spans of time do not have. */
function texts(operator: string, a: Value, b: Value, runtime: Runtime): readonly [string, string] {
  if (isSpan(a) || isSpan(b)) throw noOperator(operator);
  return [text(a, runtime), text(b, runtime)];
}

function add(a: Value, b: Value, runtime: Runtime): Value {
  if ((isText(a) || a === null) && (isText(b) || b === null) && (isText(a) || isText(b))) return joined(a, b, runtime);
  if (isTime(a) || isTime(b)) {
    if (a instanceof Char || b instanceof Char) throw noOperator('+');
    if (a === null && isSpan(b)) return b;
    if (b === null && isSpan(a)) return a;
    // Behind a date Nothing is written before it.
    if (b === null) return text(minDateTime, runtime) + text(a, runtime);
    if (isText(a) || isText(b) || a === null) return text(a ?? minDateTime, runtime) + text(b, runtime);
    return arithmetic('+', a, b, runtime.culture);
  }
  return calculate('+', a, b, runtime);
}

function subtract(a: Value, b: Value, runtime: Runtime): Value {
  if (!isTime(a) && !isTime(b)) return calculate('-', a, b, runtime);
  return arithmetic('-', a ?? minDateTime, b ?? minDateTime, runtime.culture);
}

/** `/`: integers give a double. */
function divide(a: Value, b: Value, runtime: Runtime): Value {
  const [x, y] = together(numeric(a, runtime), numeric(b, runtime));
  if (isDecimal(x, y)) return arithmetic('/', asDecimal(x), asDecimal(y), runtime.culture);
  if ((x instanceof Single || y instanceof Single) && !(x instanceof Double || y instanceof Double))
    return arithmetic('/', new Single(asNumber(x)), new Single(asNumber(y)), runtime.culture);
  return new Double(asNumber(x) / asNumber(y));
}

/** `\`: both operands are first rounded to integers, half to even. */
function wholeDivide(a: Value, b: Value, runtime: Runtime): Value {
  const [x, y] = wholes(a, b, runtime);
  const small = smallType(x, y);
  const result = arithmetic('/', x, y, runtime.culture);
  return small === undefined ? result : inSmall(small, result);
}

/** Both operands as integers: a text is a Long, and so is a ULong with a signed integer. */
function wholes(a: Value, b: Value, runtime: Runtime): readonly [Value, Value] {
  const [x, y] = [
    a === null ? zeroOf(b) : shifted(flagged(a, b), runtime),
    b === null ? zeroOf(a) : shifted(flagged(b, a), runtime),
  ];
  return isMixed(x, y) ? [whole('long', x, runtime), whole('long', y, runtime)] : [x, y];
}

/** A number rounded to an integer: those with a fraction become long. */
function rounded(value: Value): Value {
  if (value instanceof Decimal) return value.rounded(0, 'even').toBigInt();
  if (!isReal(value)) return value;
  const whole = roundHalfEven(asNumber(value));
  if (!(Math.abs(whole) < 2 ** 63)) throw overflow();
  return BigInt(whole);
}

/** Text of a value in a concatenation; a date without time of day shows only its date, the first day of all only its time. */
function text(value: Value, runtime: Runtime): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (value instanceof EnumValue) return String(value.value);
  if (value instanceof DateTime)
    return formatted(value, value.milliseconds - timeOfDay(value) / 10_000 === minDateTime.milliseconds ? 'T' : timeOfDay(value) === 0 ? 'd' : 'G', runtime.culture); // prettier-ignore
  return toText(value, runtime.culture);
}

function truth(value: Value, runtime: Runtime): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (typeof value === 'string') {
    const lower = value.trim().toLowerCase();
    if (lower === 'true' || lower === 'false') return lower === 'true';
    return asNumber(parsed(value, runtime, 'double', 'bool')) !== 0;
  }
  if (value instanceof EnumValue) return value.value !== 0;
  if (numericKind(value) === undefined || value instanceof Char) throw invalid(value, 'bool');
  return asNumber(value) !== 0;
}

function moment(value: Value, runtime: Runtime): DateTime {
  if (value instanceof DateTime) return value;
  if (value === null) return minDateTime;
  if (typeof value !== 'string') throw invalid(value, 'DateTime');
  try {
    return parseDateTime(value, runtime.culture, runtime.now, () => minDateTime);
  } catch (error) {
    if (error instanceof NetException) throw invalid(value, 'DateTime');
    throw error;
  }
}

/** Converts both operands of a comparison to one type. */
function alike(a: Value, b: Value, runtime: Runtime): readonly [Value, Value] {
  const isComparable = (value: Value): boolean => value === null || isText(value);
  const [isDateA, isDateB] = [a instanceof DateTime, b instanceof DateTime];
  // Dates compare with dates and texts, characters with texts.
  if ((isDateA && !isDateB && !isComparable(b)) || (isDateB && !isDateA && !isComparable(a)) || (a instanceof Char && !isComparable(b) && !isDateB) || (b instanceof Char && !isComparable(a) && !isDateA))
    throw new ExpressionError("Operator '=' has no such operands"); // prettier-ignore
  if (isDateA || isDateB) return [moment(a, runtime), moment(b, runtime)];
  if ((isText(a) || a === null) && (isText(b) || b === null) && (isText(a) || isText(b))) return [text(a, runtime), text(b, runtime)]; // prettier-ignore
  if (typeof a === 'boolean' && typeof b === 'boolean') return [numeric(a, runtime), numeric(b, runtime)];
  // A text that is compared with a Boolean becomes one.
  if ((typeof a === 'boolean' && isText(b)) || (isText(a) && typeof b === 'boolean'))
    return [truth(text(a, runtime), runtime) ? -1 : 0, truth(text(b, runtime), runtime) ? -1 : 0];
  if ((typeof a === 'boolean' || a === null) && (typeof b === 'boolean' || b === null))
    return [truth(a, runtime) ? -1 : 0, truth(b, runtime) ? -1 : 0];
  // Nothing beside a span of time is no span.
  if (a === null && isSpan(b)) return [arithmetic('-', b, b, runtime.culture), b];
  if (b === null && isSpan(a)) return [a, arithmetic('-', a, a, runtime.culture)];
  const isPlain = (value: Value): boolean => value === null || typeof value !== 'object' || value instanceof EnumValue || numericKind(value) !== undefined; // prettier-ignore
  return isPlain(a) && isPlain(b) ? together(numeric(a, runtime), numeric(b, runtime)) : [a, b];
}

const same = (a: Value, b: Value, runtime: Runtime): boolean => equal(...alike(a, b, runtime), true);
const ordered = (operator: '<' | '>' | '<=' | '>=', a: Value, b: Value, runtime: Runtime): boolean =>
  relational(operator, ...alike(a, b, runtime), true);

function bits(operator: '&' | '|' | '^', a: Value, b: Value, runtime: Runtime): Value {
  const [isFlagA, isFlagB] = [typeof a === 'boolean', typeof b === 'boolean'];
  const isLogical = isFlagA ? isFlagB || b === null || typeof b === 'string' : isFlagB && (a === null || typeof a === 'string'); // prettier-ignore
  if (isLogical) return bitwise(operator, truth(a, runtime), truth(b, runtime));
  const [x, y] = wholes(a, b, runtime);
  const small = smallType(x, y);
  const result = bitwise(operator, x, y);
  const type = a instanceof EnumValue ? a.type : b instanceof EnumValue ? b.type : undefined;
  const isEnum = (value: Value): boolean => value === null || (value instanceof EnumValue && value.type === type);
  // An enum beside one of the same type or Nothing remains one.
  if (type && isEnum(a) && isEnum(b)) return new EnumValue(type, asNumber(result));
  return small === undefined ? result : wholeAs(small, asBigInt(result));
}

/** `<<` and `>>`: the result has the type of the first operand, and as many bits of the count are used as it needs. */
function shift(operator: '<<' | '>>', a: Value, b: Value, runtime: Runtime): Value {
  const [value, given] = [shifted(a, runtime), whole('int', b, runtime)];
  if (!(value instanceof Integer) || !SMALL.includes(value.type)) return bitwise(operator, value, given);
  const bits = value.type.endsWith('byte') ? 8 : 16;
  const count = asBigInt(given) & BigInt(bits - 1);
  const moved = operator === '<<' ? value.value << count : value.value >> count;
  return wholeAs(value.type, value.type === 'sbyte' || value.type === 'short' ? BigInt.asIntN(bits, moved) : BigInt.asUintN(bits, moved)); // prettier-ignore
}

/** Not: the bits of a number in its own type. */
function inverted(value: Value, runtime: Runtime): Value {
  if (typeof value === 'boolean') return !value;
  const operand = shifted(value, runtime);
  if (value instanceof EnumValue) return new EnumValue(value.type, asNumber(bitwise('^', operand, -1)));
  if (!(operand instanceof Integer)) return bitwise('^', operand, -1);
  const [least, greatest] = wholeRange(operand.type) ?? [0n, 0n];
  return wholeAs(operand.type, least < 0n ? -1n - operand.value : greatest - operand.value);
}

/** Types of the negative of numbers that have none in their own type. */
const NEGATIVE: Readonly<Record<string, string>> = { byte: 'short', ushort: 'int', uint: 'long' };

function negated(value: Value, runtime: Runtime): Value {
  if (isTime(value)) return negate(value);
  const operand = numeric(value, runtime);
  if (isUnsignedLong(operand)) return negate(asDecimal(operand));
  if (operand instanceof Integer) return inSmall(NEGATIVE[operand.type] ?? operand.type, -operand.value);
  const result = negate(operand);
  // The least integer has no positive one.
  if ((typeof result === 'number' || typeof result === 'bigint') && asBigInt(result) !== -asBigInt(operand))
    throw overflow();
  return result;
}

/** CInt and the like: rounds to the nearest integer, half to even, within the range of the type. */
function whole(type: string, value: Value, runtime: Runtime): Value {
  const range = wholeRange(type);
  // True is the number whose bits are all set.
  if (value === true && range?.[0] === 0n) return wholeAs(type, range[1]);
  const number = asBigInt(rounded(numeric(value, runtime, type)));
  if (range && (number < range[0] || number > range[1])) throw overflow();
  return wholeAs(type, number);
}

function converted(type: string, value: Value, runtime: Runtime): Value {
  switch (type) {
    case 'object':
      return value;
    case 'bool':
      return truth(value, runtime);
    case 'string':
      if (typeNameOf(value) === 'DBNull') throw invalid(value, type);
      return value === null ? null : text(value, runtime);
    case 'DateTime':
      return moment(value, runtime);
    case 'char':
      if (value !== null && !isText(value)) throw invalid(value, type);
      return new Char(text(value, runtime).charCodeAt(0) || 0);
    case 'double':
      return new Double(asNumber(numeric(value, runtime)));
    case 'float':
      return new Single(
        asNumber(typeof value === 'string' ? parsed(value, runtime, 'double', type) : numeric(value, runtime, type)),
      );
    case 'decimal':
      return typeof value === 'string'
        ? parsedDecimal(value, runtime)
        : castTo('decimal')(numeric(value, runtime, type));
    case 'long':
    case 'ulong':
      return whole(type, typeof value === 'string' ? parsedDecimal(value, runtime, type) : value, runtime);
    default:
      return whole(type, typeof value === 'string' ? parsed(value, runtime, 'double', type) : value, runtime);
  }
}

type Two = (a: Value, b: Value, runtime: Runtime) => Value;

const binary: Readonly<Record<string, Two>> = {
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '\\': wholeDivide,
  mod: (a, b, runtime) => calculate('%', a, b, runtime),
  '^': (a, b, runtime) => new Double(asNumber(numeric(a, runtime)) ** asNumber(numeric(b, runtime))),
  '&': (a, b, runtime) => texts('&', a, b, runtime).join(''),
  '=': same,
  '<>': (a, b, runtime) => !same(a, b, runtime),
  '<': (a, b, runtime) => ordered('<', a, b, runtime),
  '>': (a, b, runtime) => ordered('>', a, b, runtime),
  '<=': (a, b, runtime) => ordered('<=', a, b, runtime),
  '>=': (a, b, runtime) => ordered('>=', a, b, runtime),
  like: (a, b, runtime) => like(...texts('like', a, b, runtime), runtime),
  is: (a, b) => a === b,
  isnot: (a, b) => a !== b,
  and: (a, b, runtime) => bits('&', a, b, runtime),
  or: (a, b, runtime) => bits('|', a, b, runtime),
  xor: (a, b, runtime) => bits('^', a, b, runtime),
  '<<': (a, b, runtime) => shift('<<', a, b, runtime),
  '>>': (a, b, runtime) => shift('>>', a, b, runtime),
};

/** Operators that DBNull has. */
const OF_DBNULL: ReadonlySet<string> = new Set(['&', 'is', 'isnot']);

const isDBNull = (value: Value): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'object' && typeNameOf(value) === 'DBNull'; // prettier-ignore

function undefinedFor(operator: string, a: Value, b: Value): NetException {
  const shown = (value: Value): string => {
    if (value === null) return "'Nothing'";
    return typeof value === 'string' ? `string "${value}"` : `type '${NAMES[typeNameOf(value)] ?? typeNameOf(value)}'`;
  };
  return new NetException(
    'InvalidCastException',
    `Operator '${operator.replace(/^[a-z]/u, (letter) => letter.toUpperCase())}' is not defined for ${shown(a)} and ${shown(b)}.`,
  );
}

/** An operator that is not there for the operands is an exception of the script: late-bound code can catch it. */
function defined(operator: string, run: Two): Two {
  return (a, b, runtime) => {
    if (!OF_DBNULL.has(operator) && (isDBNull(a) || isDBNull(b))) throw undefinedFor(operator, a, b);
    try {
      return run(a, b, runtime);
    } catch (error) {
      if (error instanceof NetException || !(error instanceof ExpressionError) || !error.message.startsWith("Operator '")) throw error; // prettier-ignore
      throw undefinedFor(operator, a, b);
    }
  };
}

/** An operand as an integer; a text is a Long. */
function shifted(value: Value, runtime: Runtime): Value {
  return typeof value === 'string' ? converted('long', value, runtime) : rounded(numeric(value, runtime));
}

const unary: Readonly<Record<string, (value: Value, runtime: Runtime) => Value>> = {
  not: inverted,
  negate: negated,
  plus: (value, runtime) => numeric(value, runtime),
  bool: (value, runtime) => truth(value, runtime),
  logical: (value, runtime) => truth(value, runtime),
  value: (value) => value,
};

/** `Mid(text, start, length) = put`: replaces as many characters as both sides have. */
function midReplaced(
  [given = null, first = null, count = null, put = null]: readonly Value[],
  runtime: Runtime,
): string {
  const [value, inserted] = [text(given, runtime), text(put, runtime)];
  const start = Number(asBigInt(whole('int', first, runtime))) - 1;
  const length = Number(asBigInt(whole('int', count, runtime)));
  if (start < 0 || start >= value.length)
    throw new NetException('ArgumentException', "Argument 'Start' is not a valid value.");
  if (length < 0) throw new NetException('ArgumentException', "Argument 'Length' is not a valid value.");
  const replaced = Math.min(length, inserted.length, value.length - start);
  return value.slice(0, start) + inserted.slice(0, replaced) + value.slice(start + replaced);
}

/** The functions of the operators; expressions cannot write their names. */
export const vbFunctions: Readonly<Record<string, StaticMethod>> = Object.fromEntries([
  ...Object.entries(binary).map(([name, run]): [string, StaticMethod] => [
    `vb:${name}`,
    ([a = null, b = null], runtime) => defined(name, run)(a, b, runtime),
  ]),
  ...Object.entries(unary).map(([name, run]): [string, StaticMethod] => [
    `vb:${name}`,
    ([value = null], runtime) => run(value, runtime),
  ]),
  ['vb:mid=', midReplaced] satisfies [string, StaticMethod],
  ...[...VB_CONVERSIONS.values()].map((type): [string, StaticMethod] => [
    `vb:to ${type}`,
    ([value = null], runtime) => converted(type, value, runtime),
  ]),
]);

/** Result types that do not depend on the operands. */
export const vbResults: Readonly<Record<string, string>> = {
  'vb:&': 'string',
  'vb:mid=': 'string',
  'vb:^': 'double',
  'vb:bool': 'bool',
  'vb:logical': 'bool',
  ...Object.fromEntries(['=', '<>', '<', '>', '<=', '>=', 'like', 'is', 'isnot'].map((name) => [`vb:${name}`, 'bool'])),
  ...Object.fromEntries([...VB_CONVERSIONS.values()].map((type) => [`vb:to ${type}`, type])),
};
