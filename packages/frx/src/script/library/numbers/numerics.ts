import { Decimal } from '../../../expression/values/decimal.ts';
import { groupDigits } from '../../../expression/values/digits.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import { formatted } from '../../../expression/formats/toText.ts';
import { Double } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import type { Culture } from '../../../expression/cultures/culture.ts';
import { integral, rangeOf } from '../../runtime/arithmetic.ts';
import { Obj } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { error } from '../../runtime/values.ts';
import { registerDefault } from '../../runtime/defaults.ts';
import { nullOf } from '../collections/listHelpers.ts';
import { cultureOf } from '../providers.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

/** System.Numerics.BigInteger and System.Version. */

/** Greatest number of bits of a number. */
const MOST_BITS = 1_000_000;

class BigObj extends Obj {
  readonly value: bigint;
  constructor(value: bigint) {
    super(need('BigInteger').open);
    this.value = value;
  }
  override nativeText(): string {
    return String(this.value);
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof BigObj && other.value === this.value;
  }
  override nativeKey(): unknown {
    return `B${String(this.value)}`;
  }
  override nativeCompare(other: Value): number {
    const value = other instanceof BigObj ? other.value : asBigInt(other);
    return this.value < value ? -1 : this.value > value ? 1 : 0;
  }
  /** Formats with D, R, G, N and X; other formats of a number beyond long are refused, because they need a floating-point number. */
  formatted(format: string, rt: Call['rt'], culture: Culture): string {
    rt.budget.hold(Number(/(?<!\d)\d+$/u.exec(format)?.[0] ?? '0'));
    const hexadecimal = /^([xX])(\d*)$/u.exec(format);
    if (hexadecimal) {
      const text = hexadecimalOf(this.value).padStart(Number(hexadecimal[2] ?? '0'), this.value < 0n ? 'F' : '0');
      return hexadecimal[1] === 'x' ? text.toLowerCase() : text;
    }
    const found = /^([dDgGrRnN])(\d*)$/u.exec(format);
    if (!found) {
      if (this.value < 2n ** 63n && this.value >= -(2n ** 63n)) return formatted(this.value, format, culture);
      throw new ExpressionError(`The format '${format}' of a BigInteger beyond long is not available in scripts of reports`);
    }
    const [, letter = '', count = ''] = found;
    const digits = String(this.value < 0n ? -this.value : this.value);
    const sign = this.value < 0n ? culture.numbers.negativeSign : '';
    if (letter.toUpperCase() !== 'N') return sign + (letter.toUpperCase() === 'D' ? digits.padStart(Number(count || 0), '0') : digits);
    const places = count === '' ? culture.numbers.decimalDigits : Number(count);
    const whole = groupDigits(digits, culture.numbers.groupSeparator, [3]);
    return sign + whole + (places > 0 ? culture.numbers.decimalSeparator + '0'.repeat(places) : '');
  } // prettier-ignore
}

/** Returns two's complement in as few digits as .NET: the first one contains the sign. */
function hexadecimalOf(value: bigint): string {
  // One additional bit for the sign, in whole bytes.
  const bits = Math.floor((value < 0n ? ~value : value).toString(2).length / 8) * 8 + 8;
  const digits = BigInt.asUintN(bits, value)
    .toString(16)
    .toUpperCase()
    .padStart(bits / 4, '0');
  const first = Number.parseInt(digits.slice(0, 2), 16);
  return first < 8 || first > 0xf7 ? digits.slice(1) : digits;
}

function big(c: Call, value: bigint): BigObj {
  const size = value.toString(16).length;
  if (size * 4 > MOST_BITS) throw error('OverflowException', 'Value was either too large or too small.');
  c.rt.budget.collect(size >> 1);
  return new BigObj(value);
}

const WHOLE: readonly Special[] = ['sbyte', 'byte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong'];
const operators: Record<string, (a: bigint, b: bigint) => bigint> = {
  '+': (a, b) => a + b, '-': (a, b) => a - b, '*': (a, b) => a * b, '&': (a, b) => a & b, '|': (a, b) => a | b, '^': (a, b) => a ^ b,
}; // prettier-ignore
const divided = (b: bigint): bigint => {
  if (b === 0n) throw error('DivideByZeroException', 'Attempted to divide by zero.');
  return b;
};
operators['/'] = (a, b) => a / divided(b);
operators['%'] = (a, b) => a % divided(b);
const comparisons: Record<string, (a: bigint, b: bigint) => boolean> = {
  '<': (a, b) => a < b, '>': (a, b) => a > b, '<=': (a, b) => a <= b, '>=': (a, b) => a >= b, '==': (a, b) => a === b, '!=': (a, b) => a !== b,
}; // prettier-ignore

function parseBig(c: Call, text: string | null): BigObj {
  if (text === null) return nullOf('value');
  if (!/^\s*[+-]?\d+\s*$/u.test(text)) throw error('FormatException', 'The value could not be parsed.');
  c.rt.budget.hold(text.length);
  return big(c, BigInt(text.trim().replace(/^\+/u, '')));
}

function power(c: Call, base: bigint, exponent: number): BigObj {
  if (exponent < 0)
    throw error('ArgumentOutOfRangeException', "The number must be greater than or equal to zero. (Parameter 'exponent')");
  const bits = (base < 0n ? -base : base).toString(2).length;
  if (base !== 0n && base !== 1n && base !== -1n && (bits - 1) * exponent > MOST_BITS)
    throw error('OverflowException', 'Value was either too large or too small.');
  return big(c, base ** BigInt(exponent));
} // prettier-ignore

function common(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b < 0n ? -b : b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

function modPower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let factor = base % divided(modulus);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % modulus;
    factor = (factor * factor) % modulus;
  }
  return result % modulus;
}

const one =
  (run: (value: bigint) => Value): Declarations[string] =>
  (_c: Call, self: BigObj) =>
    run(self.value);
const two =
  (run: (a: bigint, b: bigint) => bigint): Declarations[string] =>
  (c: Call, a: BigObj, b: BigObj) =>
    big(c, run(a.value, b.value));

function narrowed(type: Special, value: bigint): Value {
  const range = rangeOf(type);
  if (range && (value < range[0] || value > range[1]))
    throw error('OverflowException', `Value was either too large or too small for ${NAMES[type] ?? type}.`);
  return integral(type, value);
}
const NAMES: Readonly<Record<string, string>> = {
  int: 'an Int32',
  long: 'an Int64',
  uint: 'a UInt32',
  ulong: 'a UInt64',
  byte: 'an unsigned byte',
  short: 'an Int16',
  ushort: 'a UInt16',
  sbyte: 'a signed byte',
};

declare('System.Numerics', 'struct BigInteger : IComparable, IComparable<BigInteger>, IEquatable<BigInteger>, IFormattable', {
  ...Object.fromEntries(['int', 'long', 'uint', 'ulong'].map((type) => [`new(${type} value)`, (c: Call, value: Value) => big(c, asBigInt(value))])),
  ...Object.fromEntries(['double', 'decimal'].flatMap((type): [string, Declarations[string]][] => {
    const from = (c: Call, value: Value): BigObj => big(c, value instanceof Decimal ? BigInt(value.toString().replace(/\..*/u, '')) : wholeOf(asNumber(value)));
    return [[`new(${type} value)`, from], [`static explicit operator BigInteger(${type} value)`, from]];
  })),
  ...Object.fromEntries(WHOLE.flatMap((type): [string, Declarations[string]][] => [
    [`static implicit operator BigInteger(${type} value)`, (c: Call, value: Value) => big(c, asBigInt(value))],
    [`static explicit operator ${type}(BigInteger value)`, (_c: Call, value: BigObj) => narrowed(type, value.value)],
  ])),
  'static explicit operator double(BigInteger value)': (_c, value: BigObj) => new Double(Number(value.value)),
  'static explicit operator decimal(BigInteger value)': (_c, value: BigObj) => {
    if ((value.value < 0n ? -value.value : value.value) >= 2n ** 96n) throw error('OverflowException', 'Value was either too large or too small for a Decimal.');
    return Decimal.parse(String(value.value)) ?? Decimal.zero;
  },
  ...Object.fromEntries(Object.entries(operators).map(([op, run]) => [`static BigInteger operator ${op}(BigInteger a, BigInteger b)`, two(run)])),
  ...Object.fromEntries(Object.entries(comparisons).map(([op, run]) => [`static bool operator ${op}(BigInteger a, BigInteger b)`, (_c: Call, a: BigObj, b: BigObj) => run(a.value, b.value)])),
  'static BigInteger operator -(BigInteger value)': (c, a: BigObj) => big(c, -a.value),
  'static BigInteger operator +(BigInteger value)': (_c, a: BigObj) => a,
  'static BigInteger operator ++(BigInteger value)': (c, a: BigObj) => big(c, a.value + 1n),
  'static BigInteger operator --(BigInteger value)': (c, a: BigObj) => big(c, a.value - 1n),
  'static BigInteger operator <<(BigInteger value, int shift)': (c, a: BigObj, by: number) => power(c, 2n, Math.abs(by)) && big(c, a.value << BigInt(by)),
  'static BigInteger operator >>(BigInteger value, int shift)': (c, a: BigObj, by: number) => power(c, 2n, Math.abs(by)) && big(c, a.value >> BigInt(by)),
  'static BigInteger Zero { get; }': () => new BigObj(0n),
  'static BigInteger One { get; }': () => new BigObj(1n),
  'static BigInteger MinusOne { get; }': () => new BigObj(-1n),
  'bool IsZero { get; }': one((value) => value === 0n),
  'bool IsOne { get; }': one((value) => value === 1n),
  'bool IsEven { get; }': one((value) => value % 2n === 0n),
  'int Sign { get; }': one((value) => (value < 0n ? -1 : value > 0n ? 1 : 0)),
  'static BigInteger Parse(string value)': parseBig,
  'static bool TryParse(string value, out BigInteger result)': (c, text: string | null, result: Ref) => {
    try { result.write(parseBig(c, text)); return true; } catch (caught) { if (!(caught instanceof NetException)) throw caught; result.write(new BigObj(0n)); return false; }
  },
  'static BigInteger Pow(BigInteger value, int exponent)': (c, a: BigObj, exponent: number) => power(c, a.value, exponent),
  'static BigInteger ModPow(BigInteger value, BigInteger exponent, BigInteger modulus)': (c, a: BigObj, b: BigObj, m: BigObj) => big(c, modPower(a.value, b.value, m.value)),
  'static BigInteger Abs(BigInteger value)': (c, a: BigObj) => big(c, a.value < 0n ? -a.value : a.value),
  'static BigInteger Negate(BigInteger value)': (c, a: BigObj) => big(c, -a.value),
  'static BigInteger Max(BigInteger left, BigInteger right)': two((a, b) => (a > b ? a : b)),
  'static BigInteger Min(BigInteger left, BigInteger right)': two((a, b) => (a < b ? a : b)),
  'static BigInteger Add(BigInteger left, BigInteger right)': two((a, b) => a + b),
  'static BigInteger Subtract(BigInteger left, BigInteger right)': two((a, b) => a - b),
  'static BigInteger Multiply(BigInteger left, BigInteger right)': two((a, b) => a * b),
  'static BigInteger Divide(BigInteger dividend, BigInteger divisor)': two((a, b) => a / divided(b)),
  'static BigInteger Remainder(BigInteger dividend, BigInteger divisor)': two((a, b) => a % divided(b)),
  'static BigInteger DivRem(BigInteger dividend, BigInteger divisor, out BigInteger remainder)': (c, a: BigObj, b: BigObj, rest: Ref) => { rest.write(big(c, a.value % divided(b.value))); return big(c, a.value / b.value); },
  'bool IsPowerOfTwo { get; }': one((value) => value > 0n && (value & (value - 1n)) === 0n),
  'static BigInteger GreatestCommonDivisor(BigInteger left, BigInteger right)': two(common),
  'static int Compare(BigInteger left, BigInteger right)': (_c, a: BigObj, b: BigObj) => a.nativeCompare(b),
  'int CompareTo(BigInteger other)': (_c, self: BigObj, other: BigObj) => self.nativeCompare(other),
  'int CompareTo(long other)': (_c, self: BigObj, other: Value) => self.nativeCompare(other),
  'bool Equals(BigInteger other)': (_c, self: BigObj, other: BigObj) => self.value === other.value,
  'bool Equals(long other)': (_c, self: BigObj, other: Value) => self.value === asBigInt(other),
  'string ToString()': (_c, self: BigObj) => String(self.value),
  'string ToString(string format)': (c, self: BigObj, format: string | null) => format === null || format === '' ? String(self.value) : self.formatted(format, c.rt, c.rt.culture),
  'string ToString(IFormatProvider provider)': (_c, self: BigObj) => String(self.value),
  'string ToString(string format, IFormatProvider provider)': (c, self: BigObj, format: string | null, provider: Value) => format === null || format === '' ? String(self.value) : self.formatted(format, c.rt, cultureOf(provider, c)),
}); // prettier-ignore
registerDefault('BigInteger', () => new BigObj(0n));

function wholeOf(value: number): bigint {
  if (!Number.isFinite(value)) throw error('OverflowException', 'BigInteger cannot represent infinity.');
  return BigInt(Math.trunc(value));
}

/** Numbers of a version; missing ones are -1. */
class VersionObj extends Obj {
  readonly parts: readonly number[];
  constructor(parts: readonly number[]) {
    super(need('Version').open);
    if (parts.some((part) => part < 0))
      throw error('ArgumentOutOfRangeException', "Version's parameters must be greater than or equal to zero.");
    this.parts = parts;
  }
  override nativeText(): string {
    return this.parts.join('.');
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof VersionObj && this.nativeCompare(other) === 0;
  }
  override nativeKey(): unknown {
    return `v${this.parts.join('.')}`;
  }
  override nativeCompare(other: Value): number {
    if (!(other instanceof VersionObj)) throw error('ArgumentException', 'Object must be of type Version.');
    for (let index = 0; index < 4; index++) {
      const by = (this.parts[index] ?? -1) - (other.parts[index] ?? -1);
      if (by !== 0) return Math.sign(by);
    }
    return 0;
  }
}

function parseVersion(text: string | null, name: string): VersionObj {
  const parts = (text ?? nullOf(name)).split('.');
  if (parts.length < 2 || parts.length > 4)
    throw error('ArgumentException', `Version string portion was too short or too long. (Parameter '${name}')`);
  if (!parts.every((part) => /^\s*\d+\s*$/u.test(part)))
    throw error('FormatException', 'Input string was not in a correct format.');
  return new VersionObj(parts.map(Number));
}

const order = (a: VersionObj | null, b: VersionObj | null): number =>
  a === null || b === null ? (a === b ? 0 : a === null ? -1 : 1) : a.nativeCompare(b);
declare('System', 'class Version : IComparable, IComparable<Version>, IEquatable<Version>, ICloneable', {
  'new()': () => new VersionObj([0, 0]),
  'new(string version)': (_c, text: string | null) => parseVersion(text, text === null ? 'version' : 'input'),
  ...Object.fromEntries([2, 3, 4].map((count) => [`new(${['int major', 'int minor', 'int build', 'int revision'].slice(0, count).join(', ')})`, (_c: Call, ...parts: number[]) => new VersionObj(parts)])),
  ...Object.fromEntries(['Major', 'Minor', 'Build', 'Revision'].map((name, index) => [`int ${name} { get; }`, (_c: Call, self: VersionObj) => self.parts[index] ?? -1])),
  ...Object.fromEntries((['<', '>', '<=', '>=', '==', '!='] as const).map((op) => [`static bool operator ${op}(Version a, Version b)`, (_c: Call, a: VersionObj | null, b: VersionObj | null) => comparisons[op]?.(BigInt(order(a, b)), 0n) === true])),
  'static Version Parse(string input)': (_c, text: string | null) => parseVersion(text, 'input'),
  'static bool TryParse(string input, out Version result)': (_c, text: string | null, result: Ref) => {
    try { result.write(parseVersion(text, 'input')); return true; } catch (caught) { if (!(caught instanceof NetException)) throw caught; result.write(null); return false; }
  },
  'int CompareTo(Version value)': (_c, self: VersionObj, other: VersionObj | null) => order(self, other),
  'bool Equals(Version obj)': (_c, self: VersionObj, other: VersionObj | null) => other !== null && self.nativeEquals(other),
  'string ToString()': (_c, self: VersionObj) => self.nativeText(),
  'string ToString(int fieldCount)': (_c, self: VersionObj, count: number) => {
    if (count < 0 || count > self.parts.length) throw error('ArgumentException', `Argument must be between 0 and ${String(self.parts.length)}. (Parameter 'fieldCount')`);
    return self.parts.slice(0, count).join('.');
  },
  'object Clone()': (_c, self: VersionObj) => self,
}); // prettier-ignore
