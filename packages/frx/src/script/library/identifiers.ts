import { NetException } from '../../expression/errors.ts';
import { asBigInt } from '../../expression/values/promotion.ts';
import { Double } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { Obj } from '../runtime/objects.ts';
import type { Ref } from '../runtime/objects.ts';
import { error } from '../runtime/values.ts';
import { registerDefault } from '../runtime/defaults.ts';
import { hashOf } from '../runtime/hashCodes.ts';
import { byteArray, bytesOf } from './encoding.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';

/**
 * System.Guid, and System.Random with a seed. A report prints the same pages each time, so that new identifiers and unseeded random numbers
 * are not available.
 */

class GuidObj extends Obj {
  /** 32 hexadecimal digits. */
  readonly digits: string;
  constructor(type: NamedType, digits: string) {
    super(type);
    this.digits = digits;
  }
  override nativeText(): string {
    return write(this.digits, 'D');
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof GuidObj && other.digits === this.digits;
  }
  override nativeKey(): unknown {
    return `g${this.digits}`;
  }
  /** Combines the four words of its bytes. */
  override nativeHash(): number {
    const word = (...pairs: readonly number[]): number =>
      Number.parseInt(pairs.map((at) => this.digits.slice(at * 2, at * 2 + 2)).join(''), 16);
    return word(0, 1, 2, 3) ^ word(6, 7, 4, 5) ^ word(11, 10, 9, 8) ^ word(15, 14, 13, 12);
  }
  override nativeCompare(other: Value): number {
    if (!(other instanceof GuidObj))
      throw error('ArgumentException', "Object must be of type GUID. (Parameter 'value')");
    return this.digits < other.digits ? -1 : this.digits > other.digits ? 1 : 0;
  }
  formatted(format: string): string {
    return write(this.digits, format);
  }
}

/** Returns the hexadecimal digits of a whole number in a width; negative ones in two's complement. */
function hexadecimal(value: Value, width: number): string {
  return BigInt.asUintN(width * 4, asBigInt(value))
    .toString(16)
    .padStart(width, '0');
}

function write(digits: string, format: string): string {
  const dashed = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
  switch (format.toUpperCase()) {
    case 'N':
      return digits;
    case '':
    case 'D':
      return dashed;
    case 'B':
      return `{${dashed}}`;
    case 'P':
      return `(${dashed})`;
    case 'X': {
      const bytes = (digits.slice(16).match(/../gu) ?? []).map((byte) => `0x${byte}`).join(',');
      return `{0x${digits.slice(0, 8)},0x${digits.slice(8, 12)},0x${digits.slice(12, 16)},{${bytes}}}`;
    }
    default:
      throw error('FormatException', 'Format string can be only "D", "d", "N", "n", "P", "p", "B", "b", "X" or "x".');
  }
}

const SHAPES: Readonly<Record<string, RegExp>> = {
  N: /^[\da-f]{32}$/iu,
  D: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu,
  B: /^\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}$/iu,
  P: /^\([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\)$/iu,
};

function read(text: string | null, format?: string): string {
  if (text === null) return nullOf(format === undefined ? 'g' : 'input');
  const trimmed = text.trim();
  const shapes = format === undefined ? Object.values(SHAPES) : [SHAPES[format.toUpperCase()]];
  if (!shapes.some((shape) => shape?.test(trimmed)))
    throw error(
      'FormatException',
      /^[^{(]{36}$/u.test(trimmed) && /^.{8}-.{4}-.{4}-.{4}-/u.test(trimmed)
        ? 'Guid string should only contain hexadecimal characters.'
        : /[-{(]/u.test(trimmed)
          ? 'Unrecognized Guid format.'
          : 'Guid should contain 32 digits with 4 dashes (xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx).',
    );
  return trimmed.replaceAll(/[^\da-f]/giu, '').toLowerCase();
}

/** The first three parts of a Guid are little-endian in its bytes. */
const ORDER = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
const guid = (digits: string): GuidObj => new GuidObj(need('Guid').open, digits);
const BLANK = '0'.repeat(32);
registerDefault('Guid', () => guid(BLANK));

function fromBytes(bytes: readonly number[]): GuidObj {
  if (bytes.length !== 16)
    throw error('ArgumentException', "Byte array for GUID must be exactly 16 bytes long. (Parameter 'b')");
  return guid(ORDER.map((place) => (bytes[place] ?? 0).toString(16).padStart(2, '0')).join(''));
}

function tryRead(result: Ref, text: string | null, format?: string): boolean {
  try {
    result.write(guid(text === null ? BLANK : read(text, format)));
    return text !== null;
  } catch (caught) {
    if (!(caught instanceof NetException)) throw caught;
    result.write(guid(BLANK));
    return false;
  }
}

declare('System', 'struct Guid : IComparable, IComparable<Guid>, IEquatable<Guid>, IFormattable', {
  'new(string g)': (_c, text: string | null) => guid(read(text)),
  'new(byte[] b)': (_c, bytes: Value) => fromBytes(bytesOf(bytes, 'b')),
  'new(int a, short b, short c, byte[] d)': (_c, a: Value, b: Value, c: Value, d: Value) => {
    const bytes = bytesOf(d, 'd');
    if (bytes.length !== 8)
      throw error('ArgumentException', "Byte array for GUID must be exactly 8 bytes long. (Parameter 'd')");
    return guid(
      hexadecimal(a, 8) + hexadecimal(b, 4) + hexadecimal(c, 4) + bytes.map((byte) => hexadecimal(byte, 2)).join(''),
    );
  },
  'new(int a, short b, short c, byte d, byte e, byte f, byte g, byte h, byte i, byte j, byte k)': (
    _c,
    ...parts: Value[]
  ) => guid(parts.map((part, at) => hexadecimal(part, at === 0 ? 8 : at < 3 ? 4 : 2)).join('')),
  'static readonly Guid Empty': { value: () => guid(BLANK) },
  'static Guid Parse(string input)': (_c, text: string | null) => guid(read(text ?? nullOf('input'))),
  'static Guid ParseExact(string input, string format)': (_c, text: string | null, format: string) =>
    guid(read(text, format)),
  'static bool TryParse(string input, out Guid result)': (_c, text: string | null, result: Ref) =>
    tryRead(result, text),
  'static bool TryParseExact(string input, string format, out Guid result)': (
    _c,
    text: string | null,
    format: string,
    result: Ref,
  ) => tryRead(result, text, format),
  'byte[] ToByteArray()': (c, self: GuidObj) =>
    byteArray(c, ORDER.map((place) => Number.parseInt(self.digits.slice(place * 2, place * 2 + 2), 16))), // prettier-ignore
  'string ToString()': (_c, self: GuidObj) => write(self.digits, 'D'),
  'string ToString(string format)': (_c, self: GuidObj, format: string | null) => write(self.digits, format ?? 'D'),
  'string ToString(string format, IFormatProvider provider)': (_c, self: GuidObj, format: string | null) =>
    write(self.digits, format ?? 'D'),
  'bool Equals(Guid g)': (_c, self: GuidObj, other: GuidObj) => self.digits === other.digits,
  'bool Equals(object o)': (_c, self: GuidObj, other: Value) => self.nativeEquals(other),
  'int GetHashCode()': (c, self: GuidObj) => hashOf(self, c.rt),
  'int CompareTo(Guid value)': (_c, self: GuidObj, other: GuidObj) => self.nativeCompare(other),
  'int CompareTo(object value)': (_c, self: GuidObj, other: Value) => (other === null ? 1 : self.nativeCompare(other)),
  'static bool operator ==(Guid a, Guid b)': (_c, a: GuidObj, b: GuidObj) => a.digits === b.digits,
  'static bool operator !=(Guid a, Guid b)': (_c, a: GuidObj, b: GuidObj) => a.digits !== b.digits,
});

const MAX = 2147483647;

/** The subtractive random number generator of .NET, which is deterministic for a seed. */
class RandomObj extends Obj {
  readonly #seeds = new Int32Array(56);
  #next = 0;
  #behind = 21;
  constructor(type: NamedType, seed: number) {
    super(type);
    const seeds = this.#seeds;
    const start = seed === -2147483648 ? MAX : Math.abs(seed);
    let last = 161803398 - start;
    let step = 1;
    seeds[55] = last;
    for (let index = 1; index < 55; index++) {
      const place = (21 * index) % 55;
      seeds[place] = step;
      step = last - step;
      if (step < 0) step += MAX;
      last = seeds[place] ?? 0;
    }
    for (let round = 1; round < 5; round++)
      for (let index = 1; index < 56; index++) {
        const mixed = ((seeds[index] ?? 0) - (seeds[1 + ((index + 30) % 55)] ?? 0)) | 0;
        seeds[index] = mixed < 0 ? mixed + MAX : mixed;
      }
  }
  /** Returns a number from 0 to 2^31 - 2. */
  sample(): number {
    this.#next = this.#next >= 55 ? 1 : this.#next + 1;
    this.#behind = this.#behind >= 55 ? 1 : this.#behind + 1;
    let value = ((this.#seeds[this.#next] ?? 0) - (this.#seeds[this.#behind] ?? 0)) | 0;
    if (value === MAX) value--;
    if (value < 0) value += MAX;
    this.#seeds[this.#next] = value;
    return value;
  }
  /** Returns a number from 0 up to but not including 1. */
  fraction(): number {
    return this.sample() * (1 / MAX);
  }
  /** Returns a fraction for ranges wider than 31 bits. */
  wide(): number {
    const size = this.sample();
    const value = this.sample() % 2 === 0 ? -size : size;
    return (value + (MAX - 1)) / (2 * MAX - 1);
  }
}

declare('System', 'class Random', {
  'new(int Seed)': (c, seed: number) => new RandomObj(c.type, seed),
  'int Next()': (_c, self: RandomObj) => self.sample(),
  'int Next(int maxValue)': (_c, self: RandomObj, max: number) => {
    if (max < 0) throw error('ArgumentOutOfRangeException', "'maxValue' must be greater than zero. (Parameter 'maxValue')");
    return Math.trunc(self.fraction() * max);
  },
  'int Next(int minValue, int maxValue)': (_c, self: RandomObj, min: number, max: number) => {
    if (min > max)
      throw error('ArgumentOutOfRangeException', "'minValue' cannot be greater than maxValue. (Parameter 'minValue')");
    const range = max - min;
    return Math.trunc((range <= MAX ? self.fraction() : self.wide()) * range) + min;
  },
  'double NextDouble()': (_c, self: RandomObj) => new Double(self.fraction()),
  'void NextBytes(byte[] buffer)': (c, self: RandomObj, buffer: Value) => {
    if (buffer === null) nullOf('buffer');
    fill(c, self, buffer);
  },
}); // prettier-ignore

function fill(c: Call, self: RandomObj, buffer: Value): void {
  if (buffer instanceof Uint8Array) for (let at = 0; at < buffer.length; at++) buffer[at] = self.sample() & 255;
  else if (typeof buffer === 'object' && buffer !== null && 'items' in buffer && Array.isArray(buffer.items))
    for (let at = 0; at < buffer.items.length; at++)
      buffer.items[at] = byteArray(c, [self.sample() & 255]).items[0] ?? null;
}
