import { castTo } from '../../expression/values/convert.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { asBigInt, asDecimal, asNumber } from '../../expression/values/promotion.ts';
import { Char, Double, EnumValue, Integer, Single } from '../../expression/values/values.ts';
import type { SmallIntegerType, Value } from '../../expression/values/values.ts';
import type { BinaryOperator } from '../grammar/syntax.ts';
import type { Special } from '../binder/types/types.ts';
import { error } from './values.ts';

/** Numeric conversions and operators of the simple types (C# specification, Numeric conversions and Arithmetic operators). */

export type Unary = (value: Value) => Value;
/** A calculation with two values. */
export type Binary = (a: Value, b: Value) => Value;

const BITS: Readonly<Record<string, readonly [bits: number, signed: boolean]>> = {
  sbyte: [8, true],
  byte: [8, false],
  short: [16, true],
  ushort: [16, false],
  char: [16, false],
  int: [32, true],
  uint: [32, false],
  long: [64, true],
  ulong: [64, false],
};

const SYSTEM_NAMES: Readonly<Record<string, string>> = {
  sbyte: 'a signed byte',
  byte: 'an unsigned byte',
  short: 'an Int16',
  ushort: 'a UInt16',
  char: 'a character',
  int: 'an Int32',
  uint: 'a UInt32',
  long: 'an Int64',
  ulong: 'a UInt64',
};

/** Returns the name of a type of whole numbers in messages. */
export function numberName(type: Special): string {
  return SYSTEM_NAMES[type] ?? type;
}

/** Returns true for the types of whole numbers. */
export function isIntegral(type: Special | undefined): boolean {
  return type !== undefined && BITS[type] !== undefined;
}

/** Returns true for the types of numbers. */
export function isNumeric(type: Special | undefined): boolean {
  return isIntegral(type) || type === 'float' || type === 'double' || type === 'decimal';
}

/** Returns the least and greatest value of an integral type. */
export function rangeOf(type: Special): readonly [least: bigint, greatest: bigint] | undefined {
  const range = BITS[type];
  if (!range) return undefined;
  const [bits, signed] = range;
  return signed ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
}

function overflow(): Error {
  return error('OverflowException', 'Arithmetic operation resulted in an overflow.');
}

/** Returns a whole number that fits as a value of an integral type. */
export function integral(type: Special, value: bigint): Value {
  if (type === 'int') return Number(value);
  if (type === 'long') return value;
  if (type === 'char') return new Char(Number(value));
  return new Integer(type as SmallIntegerType, value);
}

/**
 * Truncates the number of an enum to the bits of its type. An unsigned number of 64 bits is not changed: it has no exact representation.
 */
export function enumBits(type: Special, value: bigint): number {
  return Number(type === 'ulong' ? value : asBigInt(fit(type, value, false)));
}

function fit(type: Special, value: bigint, checked: boolean): Value {
  const [bits, signed] = BITS[type] ?? [64, true];
  const wrapped = signed ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
  if (checked && wrapped !== value) throw overflow();
  return integral(type, wrapped);
}

/** Returns the conversion between two numeric types; enums convert as their numbers. */
export function numericConversion(from: Special, to: Special, checked: boolean): Unary {
  if (from === to) return (value) => value;
  if (to === 'double') return (value) => new Double(asNumber(value));
  if (to === 'float') return (value) => new Single(asNumber(value));
  if (to === 'decimal') return from === 'float' ? (value) => Decimal.fromSingle(asNumber(value)) : from === 'double' ? (value) => Decimal.fromDouble(asNumber(value)) : (value) => asDecimal(value); // prettier-ignore
  if (from === 'decimal') {
    const range = rangeOf(to);
    return (value) => {
      const whole = (value as Decimal).toBigInt();
      if (range && (whole < range[0] || whole > range[1]))
        throw error('OverflowException', `Value was either too large or too small for ${SYSTEM_NAMES[to] ?? to}.`);
      return integral(to, whole);
    };
  }
  if (from === 'float' || from === 'double') {
    const cast = castTo(to);
    if (!checked) return to === 'long' || to === 'uint' ? cast : (value) => unchecked(to, Math.trunc(asNumber(value)));
    const range = rangeOf(to);
    return (value) => {
      const whole = Math.trunc(asNumber(value));
      if (!Number.isFinite(whole) || (range && (BigInt(whole) < range[0] || BigInt(whole) > range[1])))
        throw overflow();
      return integral(to, BigInt(whole));
    };
  }
  if (to === 'long' && from === 'int') return (value) => BigInt(value as number);
  if (to === 'int' && from === 'char') return (value) => (value as Char).code;
  if (to === 'char' && from === 'int' && !checked) return (value) => new Char((value as number) & 0xffff);
  return (value) => fit(to, asBigInt(value), checked);
}

/** Converts a floating-point number that does not fit, as .NET does: for small types by way of int, whose least value represents it. */
function unchecked(to: Special, whole: number): Value {
  if (to === 'ulong') {
    if (!(whole < 2 ** 64)) return fit(to, 0n, false);
    return fit(to, whole < -(2 ** 63) ? -(2n ** 63n) : BigInt(whole), false);
  }
  const fits = whole >= -2147483648 && whole <= 2147483647;
  return fit(to, fits ? BigInt(whole) : -2147483648n, false);
}

/** Returns the type in which two numbers are calculated (C# specification, Binary numeric promotions); undefined if there is none. */
export function promoted(a: Special, b: Special): Special | undefined {
  if (!isNumeric(a) || !isNumeric(b)) return undefined;
  const either = (type: Special): boolean => a === type || b === type;
  if (either('decimal')) return either('double') || either('float') ? undefined : 'decimal';
  if (either('double')) return 'double';
  if (either('float')) return 'float';
  if (either('ulong')) return isSigned(a === 'ulong' ? b : a) ? undefined : 'ulong';
  if (either('long')) return 'long';
  if (either('uint')) return isSigned(a === 'uint' ? b : a) ? 'long' : 'uint';
  return 'int';
}

function isSigned(type: Special): boolean {
  return BITS[type]?.[1] === true;
}

const zero = (): Error => error('DivideByZeroException', 'Attempted to divide by zero.');

type Table = Partial<Record<BinaryOperator, Binary>>;

const intTable = (checked: boolean): Table => {
  const fitted = (value: number): number => {
    if (value > 2147483647 || value < -2147483648) throw overflow();
    return value;
  };
  return {
    '+': checked ? (a, b) => fitted((a as number) + (b as number)) : (a, b) => ((a as number) + (b as number)) | 0,
    '-': checked ? (a, b) => fitted((a as number) - (b as number)) : (a, b) => ((a as number) - (b as number)) | 0,
    '*': checked ? (a, b) => fitted((a as number) * (b as number)) + 0 : (a, b) => Math.imul(a as number, b as number),
    '/': (a, b) => {
      if (b === 0) throw zero();
      if (b === -1 && a === -2147483648) throw overflow();
      return ((a as number) / (b as number)) | 0;
    },
    '%': (a, b) => {
      if (b === 0) throw zero();
      if (b === -1 && a === -2147483648) throw overflow();
      return ((a as number) % (b as number)) | 0;
    },
    '&': (a, b) => (a as number) & (b as number),
    '|': (a, b) => (a as number) | (b as number),
    '^': (a, b) => (a as number) ^ (b as number),
    '<<': (a, b) => (a as number) << (b as number),
    '>>': (a, b) => (a as number) >> (b as number),
    '<': (a, b) => (a as number) < (b as number),
    '>': (a, b) => (a as number) > (b as number),
    '<=': (a, b) => (a as number) <= (b as number),
    '>=': (a, b) => (a as number) >= (b as number),
    '==': (a, b) => a === b,
    '!=': (a, b) => a !== b,
  };
};

function wholeTable(type: Special, checked: boolean): Table {
  const read: (value: Value) => bigint =
    type === 'long' ? (value) => value as bigint : (value) => (value as Integer).value;
  const [bits] = BITS[type] ?? [64];
  const make =
    (operate: (a: bigint, b: bigint) => bigint, check = checked): Binary =>
    (a, b) =>
      fit(type, operate(read(a), read(b)), check);
  const test =
    (operate: (a: bigint, b: bigint) => boolean): Binary =>
    (a, b) =>
      operate(read(a), read(b));
  const shift =
    (operate: (a: bigint, count: bigint) => bigint): Binary =>
    (a, b) =>
      fit(type, operate(read(a), BigInt((b as number) & (bits - 1))), false);
  const divisor = (b: bigint): bigint => {
    if (b === 0n) throw zero();
    return b;
  };
  return {
    '+': make((a, b) => a + b),
    '-': make((a, b) => a - b),
    '*': make((a, b) => a * b),
    '/': make((a, b) => a / divisor(b), true),
    '%': make((a, b) => {
      if (type === 'long' && b === -1n && a === -(2n ** 63n)) throw overflow();
      return a % divisor(b);
    }),
    '&': make((a, b) => a & b, false),
    '|': make((a, b) => a | b, false),
    '^': make((a, b) => a ^ b, false),
    '<<': shift((a, count) => a << count),
    '>>': shift((a, count) => a >> count),
    '<': test((a, b) => a < b),
    '>': test((a, b) => a > b),
    '<=': test((a, b) => a <= b),
    '>=': test((a, b) => a >= b),
    '==': test((a, b) => a === b),
    '!=': test((a, b) => a !== b),
  };
}

function floatTable(make: (value: number) => Value): Table {
  const read = (value: Value): number => (value as Double | Single).value;
  const test =
    (operate: (a: number, b: number) => boolean): Binary =>
    (a, b) =>
      operate(read(a), read(b));
  return {
    '+': (a, b) => make(read(a) + read(b)),
    '-': (a, b) => make(read(a) - read(b)),
    '*': (a, b) => make(read(a) * read(b)),
    '/': (a, b) => make(read(a) / read(b)),
    '%': (a, b) => make(read(a) % read(b)),
    '<': test((a, b) => a < b),
    '>': test((a, b) => a > b),
    '<=': test((a, b) => a <= b),
    '>=': test((a, b) => a >= b),
    '==': test((a, b) => a === b),
    '!=': test((a, b) => a !== b),
  };
}

const decimalTable: Table = {
  '+': (a, b) => (a as Decimal).plus(b as Decimal),
  '-': (a, b) => (a as Decimal).minus(b as Decimal),
  '*': (a, b) => (a as Decimal).times(b as Decimal),
  '/': (a, b) => (a as Decimal).dividedBy(b as Decimal),
  '%': (a, b) => (a as Decimal).remainder(b as Decimal),
  '<': (a, b) => (a as Decimal).compare(b as Decimal) < 0,
  '>': (a, b) => (a as Decimal).compare(b as Decimal) > 0,
  '<=': (a, b) => (a as Decimal).compare(b as Decimal) <= 0,
  '>=': (a, b) => (a as Decimal).compare(b as Decimal) >= 0,
  '==': (a, b) => (a as Decimal).compare(b as Decimal) === 0,
  '!=': (a, b) => (a as Decimal).compare(b as Decimal) !== 0,
};

const boolTable: Table = {
  '&': (a, b) => a === true && b === true,
  '|': (a, b) => a === true || b === true,
  '^': (a, b) => a !== b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

const tables = new Map<string, Table>();

function tableOf(type: Special, checked: boolean): Table {
  const key = `${type}${String(checked)}`;
  let table = tables.get(key);
  if (!table) {
    if (type === 'int') table = intTable(checked);
    else if (type === 'decimal') table = decimalTable;
    else if (type === 'bool') table = boolTable;
    else if (type === 'double') table = floatTable((value) => new Double(value));
    else if (type === 'float') table = floatTable((value) => new Single(value));
    else table = wholeTable(type, checked);
    tables.set(key, table);
  }
  return table;
}

/** Returns the operator of a type on two values; the right operand of a shift is an int. */
export function binaryOperator(operator: BinaryOperator, type: Special, checked: boolean): Binary | undefined {
  return tableOf(type, checked)[operator];
}

/** Returns the operator `+x`, `-x`, `~x` or `!x` of a type. */
export function unaryOperator(operator: '+' | '-' | '~' | '!', type: Special, checked: boolean): Unary | undefined {
  if (operator === '!') return type === 'bool' ? (value) => value !== true : undefined;
  if (operator === '+') return (value) => value;
  if (operator === '~') {
    if (type === 'int') return (value) => ~(value as number);
    return isIntegral(type) ? (value) => fit(type, ~asBigInt(value), false) : undefined;
  }
  if (type === 'int') {
    return (value) => {
      if (checked && value === -2147483648) throw overflow();
      return -(value as number) | 0;
    };
  }
  if (type === 'double') return (value) => new Double(-(value as Double).value);
  if (type === 'float') return (value) => new Single(-(value as Single).value);
  if (type === 'decimal') return (value) => (value as Decimal).negated();
  return type === 'long' ? (value) => fit('long', -(value as bigint), checked) : undefined;
}

/** Returns the number of an enum's value. */
export function enumNumber(value: Value): number {
  return (value as EnumValue).value;
}
