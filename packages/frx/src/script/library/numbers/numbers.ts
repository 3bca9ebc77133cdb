import { enumValue } from '../enums.ts';
import type { Culture } from '../../../expression/cultures/culture.ts';
import { wholeAs } from '../../../expression/values/convert.ts';
import { Decimal } from '../../../expression/values/decimal.ts';
import { NetException } from '../../../expression/errors.ts';
import { round } from '../../../expression/members/math.ts';
import type { StaticMethod } from '../../../expression/members/arguments.ts';
import { Double, EnumValue, Integer, Single } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import { numericConversion, rangeOf } from '../../runtime/arithmetic.ts';
import { TypedArray } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { equals, error } from '../../runtime/values.ts';
import { compare, compareChecked } from '../../runtime/order.ts';
import { hashOf } from '../../runtime/hashCodes.ts';
import { arrayOf } from '../../binder/types/types.ts';

import { trimmedBoolean, trimmedNumber } from '../../../expression/parsing/whiteSpace.ts';
import { textOfSpan } from '../collections/spanObjects.ts';
import type { SpanObj } from '../collections/spanObjects.ts';
import { cultureOf, formattable } from '../providers.ts';
import { alias, declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

/** The types of numbers, from the narrowest. */
export const NUMBERS: readonly Special[] = [
  'sbyte',
  'byte',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
  'float',
  'double',
  'decimal',
];

/** Numbers and bool (System.Int32 and so on). */

/** Wraps a function of the expression engine, which takes its arguments as a list, as an implementation. */
export const through =
  (method: StaticMethod | undefined) =>
  (c: Call, ...args: Value[]): Value => {
    if (!method) throw error('NotSupportedException', 'Specified method is not supported.');
    return method(args, c.rt);
  };

const STYLES = {
  leadingWhite: 1,
  trailingWhite: 2,
  leadingSign: 4,
  trailingSign: 8,
  parentheses: 16,
  point: 32,
  thousands: 64,
  exponent: 128,
  currency: 256,
  hex: 512,
};
/** NumberStyles.Integer. */
export const INTEGER_STYLE = 7;
/** NumberStyles.Number. */
export const NUMBER_STYLE = 111;
/** NumberStyles.Float with thousands. */
export const FLOAT_STYLE = 231;

function invalid(): NetException {
  return error('FormatException', 'Input string was not in a correct format.');
}

/** Names of the types in messages about their range. */
export const RANGE_NAMES: Readonly<Record<string, string>> = {
  sbyte: 'a signed byte',
  byte: 'an unsigned byte',
  short: 'an Int16',
  ushort: 'a UInt16',
  int: 'an Int32',
  uint: 'a UInt32',
  long: 'an Int64',
  ulong: 'a UInt64',
  decimal: 'a Decimal',
  float: 'a Single',
  double: 'a Double',
};

/** Implements `Parse(text, styles, provider)`. */
export function parse(type: Special, text: string | null, style: number, culture: Culture): Value {
  if (text === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 's')");
  const { numbers } = culture;
  if (style & STYLES.hex) {
    const digits = trimmedNumber(text, (style & STYLES.leadingWhite) !== 0, (style & STYLES.trailingWhite) !== 0);
    if (!/^[0-9a-fA-F]+$/u.test(digits)) throw invalid();
    const range = rangeOf(type);
    const bits = widthOf(type);
    const value = BigInt(`0x${digits}`);
    if (value >= 2n ** BigInt(bits))
      throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[type] ?? type}.`);
    return wholeAs(type, range && range[0] < 0n ? BigInt.asIntN(bits, value) : value);
  }
  const atEnd = (style & STYLES.trailingWhite) !== 0;
  let rest = trimmedNumber(text, (style & STYLES.leadingWhite) !== 0, atEnd);
  if (type === 'double' || type === 'float') {
    const lower = rest.toLowerCase();
    const special =
      lower === numbers.nan.toLowerCase()
        ? Number.NaN
        : lower === numbers.positiveInfinity.toLowerCase()
          ? Infinity
          : lower === numbers.negativeInfinity.toLowerCase()
            ? -Infinity
            : undefined;
    if (special !== undefined) return type === 'double' ? new Double(special) : new Single(special);
  }
  let negative = false;
  let signed = false;
  if (style & STYLES.parentheses && rest.startsWith('(') && rest.endsWith(')')) {
    rest = rest.slice(1, -1);
    negative = signed = true;
  }
  const currency = (): void => {
    if (!(style & STYLES.currency)) return;
    if (rest.startsWith(numbers.currencySymbol)) rest = trimmedNumber(rest.slice(numbers.currencySymbol.length));
    else if (rest.endsWith(numbers.currencySymbol)) rest = trimmedNumber(rest.slice(0, -numbers.currencySymbol.length));
  };
  currency();
  const marks = [
    [numbers.negativeSign, true],
    ['-', true],
    [numbers.positiveSign, false],
  ] as const;
  if (!signed && style & STYLES.leadingSign)
    for (const [mark, minus] of marks)
      if (mark !== '' && rest.startsWith(mark)) {
        rest = rest.slice(mark.length);
        negative = minus;
        signed = true;
        break;
      }
  if (!signed && style & STYLES.trailingSign)
    for (const [mark, minus] of marks)
      if (mark !== '' && rest.endsWith(mark)) {
        rest = trimmedNumber(rest.slice(0, -mark.length), false, atEnd);
        negative = minus;
        break;
      }
  currency();
  const group = numbers.groupSeparator;
  if (style & STYLES.thousands && group !== '') {
    const point = rest.indexOf(numbers.decimalSeparator);
    const whole = point < 0 ? rest : rest.slice(0, point);
    if (!whole.startsWith(group))
      rest =
        whole.replaceAll(group, '').replaceAll(group.trim() === '' ? ' ' : group, '') +
        (point < 0 ? '' : rest.slice(point));
  }
  const pattern = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?$/u;
  const plain =
    numbers.decimalSeparator === '.' ? rest : rest.includes('.') ? '?' : rest.replace(numbers.decimalSeparator, '.');
  const match = pattern.exec(plain);
  if (!match || (match[1] === '' && (match[2] ?? '') === '')) throw invalid();
  const [, whole = '', fraction, exponent] = match;
  if ((fraction !== undefined && !(style & STYLES.point)) || (exponent !== undefined && !(style & STYLES.exponent)))
    throw invalid();
  const sign = negative ? '-' : '';
  if (type === 'double') return new Double(Number(sign + plain));
  if (type === 'float') return new Single(Number(sign + plain));
  if (type === 'decimal') {
    const value = Decimal.parse(sign + plain);
    if (!value) throw invalid();
    return value;
  }
  let digits = whole === '' ? '0' : whole;
  if (exponent !== undefined || /[1-9]/u.test(fraction ?? '')) {
    const value = Decimal.parse(plain);
    if (!value || value.rounded(0, 'down').compare(value) !== 0)
      throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[type] ?? type}.`);
    digits = String(value.toBigInt());
  }
  const value = BigInt(sign + digits);
  const range = rangeOf(type);
  if (range && (value < range[0] || value > range[1]))
    throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[type] ?? type}.`);
  return wholeAs(type, value);
}

/** Implements `TryParse`: sets the parsed value, or a fallback and returns false. */
export function attempt(result: Ref, fallback: Value, run: () => Value): boolean {
  try {
    result.write(run());
    return true;
  } catch (caught) {
    if (!(caught instanceof NetException)) throw caught;
    result.write(fallback);
    return false;
  }
}

const INTEGRAL: readonly (readonly [string, Special])[] = [
  ['SByte', 'sbyte'],
  ['Byte', 'byte'],
  ['Int16', 'short'],
  ['UInt16', 'ushort'],
  ['Int32', 'int'],
  ['UInt32', 'uint'],
  ['Int64', 'long'],
  ['UInt64', 'ulong'],
];
const REAL: readonly (readonly [string, Special])[] = [
  ['Single', 'float'],
  ['Double', 'double'],
  ['Decimal', 'decimal'],
];

/** Returns the number of bits of an integral type. */
export function widthOf(type: string): number {
  if (type === 'long' || type === 'ulong') return 64;
  if (type === 'byte' || type === 'sbyte') return 8;
  return type === 'short' || type === 'ushort' ? 16 : 32;
}

function common(name: string): Declarations {
  return {
    ...formattable,
    [`int CompareTo(${name} value)`]: (c: Call, self: Value, other: Value) => compare(self, other, c.rt),
    'TypeCode GetTypeCode()': () => enumValue('TypeCode', name),
    [`bool Equals(${name} obj)`]: (c: Call, self: Value, other: Value) => equals(self, other, c.rt),
    'int GetHashCode()': (c, self: Value) => hashOf(self, c.rt),
  };
}

function parsing(name: string, type: Special, style: number, zero: Value): Declarations {
  return {
    [`static ${name} Parse(string s)`]: (c: Call, s: string | null) => parse(type, s, style, c.rt.culture),
    [`static ${name} Parse(string s, IFormatProvider provider)`]: (c: Call, s: string | null, provider: Value) =>
      parse(type, s, style, cultureOf(provider, c)),
    [`static ${name} Parse(string s, NumberStyles style)`]: (c: Call, s: string | null, given: EnumValue) =>
      parse(type, s, given.value, c.rt.culture),
    [`static ${name} Parse(string s, NumberStyles style, IFormatProvider provider)`]: (
      c: Call,
      s: string | null,
      given: EnumValue,
      provider: Value,
    ) => parse(type, s, given.value, cultureOf(provider, c)),
    [`static ${name} Parse(ReadOnlySpan<char> s)`]: (c: Call, s: SpanObj) =>
      parse(type, textOfSpan(s), style, c.rt.culture),
    [`static ${name} Parse(ReadOnlySpan<char> s, NumberStyles style, IFormatProvider provider = null)`]: (
      c: Call,
      s: SpanObj,
      given: EnumValue,
      provider: Value,
    ) => parse(type, textOfSpan(s), given.value, cultureOf(provider, c)),
    [`static bool TryParse(ReadOnlySpan<char> s, out ${name} result)`]: (c: Call, s: SpanObj, result: Ref) =>
      attempt(result, zero, () => parse(type, textOfSpan(s), style, c.rt.culture)),
    [`static bool TryParse(string s, out ${name} result)`]: (c: Call, s: string | null, result: Ref) =>
      attempt(result, zero, () => parse(type, s, style, c.rt.culture)),
    [`static bool TryParse(string s, NumberStyles style, IFormatProvider provider, out ${name} result)`]: (
      c: Call,
      s: string | null,
      given: EnumValue,
      provider: Value,
      result: Ref,
    ) => attempt(result, zero, () => parse(type, s, given.value, cultureOf(provider, c))),
  };
}

/** A constant of the library. */
export const constant = (value: Value): { value: () => Value } => ({ value: () => value });
const interfaces = (name: string): string =>
  `IComparable, IComparable<${name}>, IEquatable<${name}>, IFormattable, IConvertible`;

for (const [name, type] of INTEGRAL) {
  const [least, greatest] = rangeOf(type) ?? [0n, 0n];
  const definition = declare('System', `struct ${name} : ${interfaces(name)}`, {
    ...common(name),
    ...parsing(name, type, INTEGER_STYLE, wholeAs(type, 0n)),
    [`const ${name} MinValue`]: constant(wholeAs(type, least)),
    [`const ${name} MaxValue`]: constant(wholeAs(type, greatest)),
  }, { special: type }); // prettier-ignore
  alias(type, definition);
}
const floats = (make: (value: number) => Value, name: string): Declarations => ({
  [`const ${name} NaN`]: constant(make(Number.NaN)),
  [`const ${name} PositiveInfinity`]: constant(make(Infinity)),
  [`const ${name} NegativeInfinity`]: constant(make(-Infinity)),
  [`static bool IsNaN(${name} d)`]: (_c: Call, value: Double) => Number.isNaN(value.value),
  [`static bool IsInfinity(${name} d)`]: (_c: Call, value: Double) => Math.abs(value.value) === Infinity,
  [`static bool IsPositiveInfinity(${name} d)`]: (_c: Call, value: Double) => value.value === Infinity,
  [`static bool IsNegativeInfinity(${name} d)`]: (_c: Call, value: Double) => value.value === -Infinity,
  [`static bool IsFinite(${name} d)`]: (_c: Call, value: Double) => Number.isFinite(value.value),
  [`static bool IsNegative(${name} d)`]: (_c: Call, value: Double) => value.value < 0 || Object.is(value.value, -0),
});
const largest = Decimal.parse('79228162514264337593543950335') ?? Decimal.zero;
for (const [name, type] of REAL) {
  const own: Declarations = type === 'decimal' ? {
    'const Decimal MaxValue': constant(largest),
    'const Decimal MinValue': constant(largest.negated()),
    'const Decimal Zero': constant(Decimal.zero),
    'const Decimal One': constant(Decimal.one),
    'const Decimal MinusOne': constant(Decimal.one.negated()),
    'new(int value)': (_c, value: number) => Decimal.fromInteger(value),
    'new(long value)': (_c, value: bigint) => Decimal.fromInteger(value),
    'new(float value)': (_c, value: Single) => numericConversion('float', 'decimal', true)(value),
    'new(double value)': (_c, value: Double) => Decimal.fromDouble(value.value),
    'new(int lo, int mid, int hi, bool isNegative, byte scale)': (_c, lo: number, mid: number, hi: number, negative: boolean, scale: Integer) => {
      if (scale.value > 28n)
        throw error('ArgumentOutOfRangeException', "Decimal's scale value must be between 0 and 28, inclusive. (Parameter 'scale')");
      return decimalOf(lo, mid, hi, negative, Number(scale.value));
    },
    'static decimal Round(decimal d)': (_c, d: Decimal) => d.rounded(0, 'even'),
    'static decimal Round(decimal d, int decimals)': (_c, d: Decimal, decimals: number) => round([d, decimals]),
    'static decimal Round(decimal d, MidpointRounding mode)': (_c, d: Decimal, mode: Value) => round([d, mode]),
    'static decimal Round(decimal d, int decimals, MidpointRounding mode)': (_c, d: Decimal, decimals: number, mode: Value) => round([d, decimals, mode]),
    'static decimal Floor(decimal d)': (_c, d: Decimal) => d.rounded(0, 'floor'),
    'static decimal Ceiling(decimal d)': (_c, d: Decimal) => d.rounded(0, 'ceiling'),
    'static decimal Truncate(decimal d)': (_c, d: Decimal) => d.rounded(0, 'down'),
    'static decimal Negate(decimal d)': (_c, d: Decimal) => d.negated(),
    'static decimal Add(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.plus(b),
    'static decimal Subtract(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.minus(b),
    'static decimal Multiply(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.times(b),
    'static decimal Divide(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.dividedBy(b),
    'static decimal Remainder(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.remainder(b),
    'static int Compare(decimal a, decimal b)': (_c, a: Decimal, b: Decimal) => a.compare(b),
    ...Object.fromEntries(
      (
        [
          ['byte', 'Byte'],
          ['sbyte', 'SByte'],
          ['short', 'Int16'],
          ['ushort', 'UInt16'],
          ['uint', 'UInt32'],
          ['ulong', 'UInt64'],
          ['float', 'Single'],
        ] as const
      ).map(([type, name]) => [
        `static ${type} To${name}(decimal ${name === 'Single' ? 'd' : 'value'})`,
        (_c: Call, value: Decimal) => numericConversion('decimal', type, true)(value),
      ]),
    ),
    'static int ToInt32(decimal d)': (_c, d: Decimal) => numericConversion('decimal', 'int', true)(d),
    'static long ToInt64(decimal d)': (_c, d: Decimal) => numericConversion('decimal', 'long', true)(d),
    'static double ToDouble(decimal d)': (_c, d: Decimal) => new Double(d.toNumber()),
    'static int[] GetBits(decimal d)': (_c, d: Decimal) => bitsOf(d),
    'static decimal FromOACurrency(long cy)': (_c, cy: bigint) => Decimal.fromInteger(cy).dividedBy(Decimal.fromInteger(10000)),
  } : type === 'double' ? {
    ...floats((value) => new Double(value), name),
    'const Double MaxValue': constant(new Double(Number.MAX_VALUE)),
    'const Double MinValue': constant(new Double(-Number.MAX_VALUE)),
    'const Double Epsilon': constant(new Double(Number.MIN_VALUE)),
  } : {
    ...floats((value) => new Single(value), name),
    'const Single MaxValue': constant(new Single(3.4028234663852886e38)),
    'const Single MinValue': constant(new Single(-3.4028234663852886e38)),
    'const Single Epsilon': constant(new Single(1.401298464324817e-45)),
  }; // prettier-ignore
  const zero = type === 'decimal' ? Decimal.zero : type === 'double' ? new Double(0) : new Single(0);
  alias(
    type,
    declare(
      'System',
      `struct ${name} : ${interfaces(name)}`,
      { ...common(name), ...parsing(name, type, type === 'decimal' ? NUMBER_STYLE : FLOAT_STYLE, zero), ...own },
      { special: type },
    ),
  );
}

function decimalOf(lo: number, mid: number, hi: number, negative: boolean, scale: number): Decimal {
  const mantissa = (BigInt(hi >>> 0) << 64n) | (BigInt(mid >>> 0) << 32n) | BigInt(lo >>> 0);
  return new Decimal(
    mantissa <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(mantissa) * (negative ? -1 : 1)
      : negative
        ? -mantissa
        : mantissa,
    scale,
  );
}

function bitsOf(d: Decimal): TypedArray {
  const mantissa = BigInt(d.mantissa);
  const size = mantissa < 0n ? -mantissa : mantissa;
  const flags = (d.scale << 16) | (d.isNegative ? 0x80000000 : 0);
  return new TypedArray(arrayOf(need('Int32').open), [
    Number(BigInt.asIntN(32, size)),
    Number(BigInt.asIntN(32, size >> 32n)),
    Number(BigInt.asIntN(32, size >> 64n)),
    flags | 0,
  ]);
}

const parseBool = (text: string | null): boolean => {
  if (text === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
  const word = trimmedBoolean(text).toLowerCase();
  if (word !== 'true' && word !== 'false')
    throw error('FormatException', `String '${text}' was not recognized as a valid Boolean.`);
  return word === 'true';
};
alias('bool', declare('System', 'struct Boolean : IComparable, IComparable<Boolean>, IEquatable<Boolean>, IConvertible', {
  'string ToString()': (_c, self: boolean) => (self ? 'True' : 'False'),
  'string ToString(IFormatProvider provider)': (_c, self: boolean) => (self ? 'True' : 'False'),
  'TypeCode GetTypeCode()': () => enumValue('TypeCode', 'Boolean'),
  'int CompareTo(Boolean value)': (c, self: Value, other: Value) => compare(self, other, c.rt),
  'int CompareTo(object value)': (c, self: Value, other: Value) => compareChecked(c, self, other),
  'bool Equals(Boolean obj)': (_c, self: Value, other: Value) => self === other,
  'static bool Parse(string value)': (_c, text: string | null) => parseBool(text),
  'static bool TryParse(string value, out bool result)': (_c, text: string | null, result: Ref) => attempt(result, false, () => parseBool(text)),
  'static readonly string TrueString': constant('True'),
  'static readonly string FalseString': constant('False'),
}, { special: 'bool' })); // prettier-ignore
