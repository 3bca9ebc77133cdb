import { Char, Integer, NetArray } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call, NamedType } from '../binder/types/types.ts';
import { Obj, TypedArray } from '../runtime/objects.ts';
import { arrayItems } from '../runtime/sequences.ts';
import { error } from '../runtime/values.ts';
import { nullOf } from './collections/listHelpers.ts';
import { declare, need } from './registry.ts';
import type { Declarations } from './registry.ts';

/** System.Text.Encoding: UTF-8, ASCII, UTF-16 in both orders, UTF-32, Latin 1. */

interface Codec {
  readonly title: string;
  readonly webName: string;
  readonly codePage: number;
  readonly preamble: readonly number[];
  readonly encode: (text: string) => number[];
  readonly decode: (bytes: readonly number[]) => string;
}

function single(limit: number, title: string, webName: string, codePage: number): Codec {
  return {
    title,
    webName,
    codePage,
    preamble: [],
    encode: (text) => Array.from({ length: text.length }, (_, at) => (text.charCodeAt(at) < limit ? text.charCodeAt(at) : 63)), // prettier-ignore
    decode: (bytes) => bytes.map((byte) => (byte < limit ? String.fromCharCode(byte) : '?')).join(''),
  };
}

function utf16(isBig: boolean): Codec {
  return {
    title: isBig ? 'Unicode (Big-Endian)' : 'Unicode',
    webName: isBig ? 'utf-16BE' : 'utf-16',
    codePage: isBig ? 1201 : 1200,
    preamble: isBig ? [254, 255] : [255, 254],
    encode: (text) =>
      Array.from(text.toWellFormed()).flatMap((character) =>
        Array.from({ length: character.length }, (_, at) => character.charCodeAt(at)).flatMap((code) =>
          isBig ? [code >> 8, code & 255] : [code & 255, code >> 8],
        ),
      ),
    decode: (bytes) => new TextDecoder(isBig ? 'utf-16be' : 'utf-16le', { ignoreBOM: true }).decode(new Uint8Array(bytes)), // prettier-ignore
  };
}

const utf32: Codec = {
  title: 'Unicode (UTF-32)',
  webName: 'utf-32',
  codePage: 12000,
  preamble: [255, 254, 0, 0],
  encode: (text) =>
    Array.from(text.toWellFormed()).flatMap((character) => {
      const point = character.codePointAt(0) ?? 0;
      return [point & 255, (point >> 8) & 255, point >> 16, 0];
    }),
  decode: (bytes) => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 4) {
      const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(at, at + 4);
      const point = ((d * 256 + c) * 256 + b) * 256 + a;
      const isCharacter = at + 4 <= bytes.length && point < 0x11_00_00 && (point < 0xd8_00 || point > 0xdf_ff);
      text += isCharacter ? String.fromCodePoint(point) : '\ufffd';
    }
    return text;
  },
};
const utf8: Codec = {
  title: 'Unicode (UTF-8)',
  webName: 'utf-8',
  codePage: 65001,
  preamble: [239, 187, 191],
  encode: (text) => [...new TextEncoder().encode(text)],
  decode: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(new Uint8Array(bytes)),
};
const ascii = single(128, 'US-ASCII', 'us-ascii', 20127);
const latin1 = single(256, 'Western European (ISO)', 'iso-8859-1', 28591);
const unicode = utf16(false);
const bigEndian = utf16(true);

class EncodingObj extends Obj {
  readonly codec: Codec;
  constructor(type: NamedType, codec: Codec) {
    super(type);
    this.codec = codec;
  }
  override nativeEquals(other: Value): boolean {
    return other instanceof EncodingObj && other.codec === this.codec;
  }
}

const byteValues = (bytes: readonly number[]): Value[] => bytes.map((byte) => new Integer('byte', BigInt(byte)));
/** Returns a byte[] of a script. */
export function byteArray(c: Call, bytes: readonly number[]): TypedArray {
  c.rt.budget.collect(bytes.length * 8);
  return new TypedArray(arrayOf(need('Byte').open), byteValues(bytes));
}
/** Returns the numbers in a byte[]. */
export function bytesOf(value: Value, parameter = 'bytes'): number[] {
  if (value === null) throw error('ArgumentNullException', `Array cannot be null. (Parameter '${parameter}')`);
  return arrayItems(value).map((byte) => (byte instanceof Integer ? Number(byte.value) : 0));
}
function textIn(value: Value, parameter = 's'): string {
  if (value === null)
    throw error(
      'ArgumentNullException',
      `String reference not set to an instance of a String. (Parameter '${parameter}')`,
    );
  return value instanceof NetArray
    ? value.items.map((item) => (item instanceof Char ? String.fromCharCode(item.code) : '')).join('')
    : (value as string);
}
function part(bytes: Value, index: number, count: number): number[] {
  const all = bytesOf(bytes);
  if (index < 0 || count < 0)
    throw error(
      'ArgumentOutOfRangeException',
      `Non-negative number required. (Parameter '${index < 0 ? 'index' : 'count'}')`,
    );
  if (index + count > all.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Index and count must refer to a location within the buffer. (Parameter 'bytes')",
    );
  return all.slice(index, index + count);
}

const encodingOf = (codec: Codec, type: string): { value: () => Value } => {
  let made: EncodingObj | undefined;
  return { value: () => (made ??= new EncodingObj(need(type).open, codec)) };
};
const known: Readonly<Record<string, { value: () => Value }>> = {
  UTF8: encodingOf(utf8, 'UTF8Encoding'),
  ASCII: encodingOf(ascii, 'ASCIIEncoding'),
  Unicode: encodingOf(unicode, 'UnicodeEncoding'),
  BigEndianUnicode: encodingOf(bigEndian, 'UnicodeEncoding'),
  UTF32: encodingOf(utf32, 'UTF32Encoding'),
  Default: encodingOf(utf8, 'UTF8Encoding'),
};
const latin = encodingOf(latin1, 'Latin1Encoding');
const byNames: readonly [RegExp, { value: () => Value } | undefined][] = [
  [/^(?:utf-8|unicode-1-1-utf-8|65001)$/iu, known['UTF8']],
  [/^(?:us-ascii|ascii|20127)$/iu, known['ASCII']],
  [/^(?:utf-16|utf-16le|unicode|ucs-2|1200)$/iu, known['Unicode']],
  [/^(?:utf-16be|unicodefffe|1201)$/iu, known['BigEndianUnicode']],
  [/^(?:utf-32|utf-32le|12000)$/iu, known['UTF32']],
  [/^(?:iso-8859-1|latin1|28591)$/iu, latin],
];
function find(name: string): Value {
  const found = byNames.find(([pattern]) => pattern.test(name))?.[1];
  if (found) return found.value();
  if (/^\d+$/u.test(name))
    throw error(
      'NotSupportedException',
      `No data is available for encoding ${name}. For information on defining a custom encoding, see the documentation for the Encoding.RegisterProvider method.`,
    );
  throw error(
    'ArgumentException',
    `'${name}' is not a supported encoding name. For information on defining a custom encoding, see the documentation for the Encoding.RegisterProvider method. (Parameter 'name')`,
  );
}

const members: Declarations = {
  ...Object.fromEntries(Object.entries(known).map(([name, { value }]) => [`static Encoding ${name} { get; }`, value])),
  'static Encoding GetEncoding(string name)': (_c, name: string | null) => find(name ?? nullOf('name')),
  'static Encoding GetEncoding(int codepage)': (_c, page: number) => find(String(page)),
  'static byte[] Convert(Encoding srcEncoding, Encoding dstEncoding, byte[] bytes)': (
    c,
    from: EncodingObj,
    to: EncodingObj,
    bytes: Value,
  ) => byteArray(c, to.codec.encode(from.codec.decode(bytesOf(bytes)))),
  'byte[] GetBytes(string s)': (c, self: EncodingObj, text: Value) => byteArray(c, self.codec.encode(textIn(text))),
  'byte[] GetBytes(char[] chars)': (c, self: EncodingObj, chars: Value) =>
    byteArray(c, self.codec.encode(textIn(chars, 'chars'))),
  'int GetByteCount(string s)': (_c, self: EncodingObj, text: Value) => self.codec.encode(textIn(text)).length,
  'int GetByteCount(char[] chars)': (_c, self: EncodingObj, chars: Value) =>
    self.codec.encode(textIn(chars, 'chars')).length,
  'string GetString(byte[] bytes)': (c, self: EncodingObj, bytes: Value) => held(c, self.codec.decode(bytesOf(bytes))),
  'string GetString(byte[] bytes, int index, int count)': (
    c,
    self: EncodingObj,
    bytes: Value,
    index: number,
    count: number,
  ) => held(c, self.codec.decode(part(bytes, index, count))),
  'char[] GetChars(byte[] bytes)': (c, self: EncodingObj, bytes: Value) => {
    const text = held(c, self.codec.decode(bytesOf(bytes)));
    return new TypedArray(arrayOf(need('Char').open), Array.from({ length: text.length }, (_, at) => new Char(text.charCodeAt(at)))); // prettier-ignore
  },
  'int GetCharCount(byte[] bytes)': (_c, self: EncodingObj, bytes: Value) => self.codec.decode(bytesOf(bytes)).length,
  'byte[] GetPreamble()': (c, self: EncodingObj) => byteArray(c, self.codec.preamble),
  'string WebName { get; }': (_c, self: EncodingObj) => self.codec.webName,
  'string EncodingName { get; }': (_c, self: EncodingObj) => self.codec.title,
  'int CodePage { get; }': (_c, self: EncodingObj) => self.codec.codePage,
};
function held(c: Call, text: string): string {
  c.rt.budget.hold(text.length);
  return text;
}
declare('System.Text', 'abstract class Encoding', members);
declare('System.Text', 'class UTF8Encoding : Encoding', { 'new()': (c) => new EncodingObj(c.type, utf8) });
declare('System.Text', 'class ASCIIEncoding : Encoding', { 'new()': (c) => new EncodingObj(c.type, ascii) });
declare('System.Text', 'class UnicodeEncoding : Encoding', { 'new()': (c) => new EncodingObj(c.type, unicode) });
declare('System.Text', 'class UTF32Encoding : Encoding', { 'new()': (c) => new EncodingObj(c.type, utf32) });
declare('System.Text', 'class Latin1Encoding : Encoding', {});
