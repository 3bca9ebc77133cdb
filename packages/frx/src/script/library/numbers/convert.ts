import { systemNames } from '../../../expression/formats/toText.ts';
import type { Culture } from '../../../expression/cultures/culture.ts';
import { wholeAs } from '../../../expression/values/convert.ts';
import { Decimal } from '../../../expression/values/decimal.ts';
import { variantEqual, variantRelational } from '../../../expression/values/variant.ts';
import { NetException } from '../../../expression/errors.ts';
import { round } from '../../../expression/members/math.ts';
import { convertStatics, toChar } from '../../../expression/members/numbers.ts';
import { parseNumber } from '../../../expression/parsing/parseNumber.ts';
import { minDateTime } from '../../../expression/values/calendar.ts';
import { asBigInt, asNumber } from '../../../expression/values/promotion.ts';
import { Char, DateTime, Double, EnumValue, Integer, Single } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Special } from '../../binder/types/types.ts';
import { rangeOf } from '../../runtime/arithmetic.ts';
import { TypeObj, TypedArray } from '../../runtime/objects.ts';
import { error, isInstance, textOf, typeOf } from '../../runtime/values.ts';
import { arrayItems } from '../../runtime/sequences.ts';
import { arrayOf, systemText } from '../../binder/types/types.ts';
import { dbNull, fullName } from '../core.ts';
import { typeCode } from '../enums.ts';
import { readDate } from '../dates.ts';
import { cultureOf, TextReader } from '../providers.ts';
import { typeObject } from '../../runtime/hooks.ts';
import { declare, libraryType, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import { widthOf, FLOAT_STYLE, INTEGER_STYLE, NUMBER_STYLE, NUMBERS, parse, RANGE_NAMES, through } from './numbers.ts';

/** System.Convert. */

const METHODS: readonly (readonly [string, Special])[] = [
  ['ToSByte', 'sbyte'],
  ['ToByte', 'byte'],
  ['ToInt16', 'short'],
  ['ToUInt16', 'ushort'],
  ['ToInt32', 'int'],
  ['ToUInt32', 'uint'],
  ['ToInt64', 'long'],
  ['ToUInt64', 'ulong'],
  ['ToSingle', 'float'],
  ['ToDouble', 'double'],
  ['ToDecimal', 'decimal'],
  ['ToBoolean', 'bool'],
  ['ToChar', 'char'],
  ['ToDateTime', 'DateTime' as Special],
];
/** Types to which System.Convert converts. */
const CONVERTIBLE: ReadonlySet<string> = new Set(METHODS.map(([, type]) => type));

/** Returns .NET's name of a type; other names are unchanged. */
const netName = (type: string): string => systemNames.get(type) ?? type;

/** Implements `Convert.ToX(value)`. */
export function convertTo(type: string, value: Value, culture: Culture, c: Call): Value {
  if (value === null)
    return type === 'bool'
      ? false
      : type === 'char'
        ? new Char(0)
        : type === 'DateTime'
          ? minDateTime
          : type === 'float'
            ? new Single(0)
            : type === 'double'
              ? new Double(0)
              : type === 'decimal'
                ? Decimal.zero
                : wholeAs(type, 0n);
  if (
    value === dbNull() ||
    (typeof value === 'object' &&
      !(
        value instanceof Decimal ||
        value instanceof Double ||
        value instanceof Single ||
        value instanceof Integer ||
        value instanceof Char ||
        value instanceof EnumValue ||
        value instanceof DateTime
      ))
  )
    throw error(
      'InvalidCastException',
      value === dbNull()
        ? 'Object cannot be cast from DBNull to other types.'
        : `Unable to cast object of type '${systemText(typeOf(value))}' to type 'System.IConvertible'.`,
    );
  const refuse = (): never => {
    throw error('InvalidCastException', `Invalid cast from '${netName(sourceName(value))}' to '${netName(type)}'.`);
  };
  if (type === 'DateTime') {
    if (value instanceof DateTime) return value;
    return typeof value === 'string' ? readDate(c, value, culture) : refuse();
  }
  if (value instanceof DateTime) return refuse();
  if (typeof value === 'string' && type !== 'bool' && type !== 'char')
    return parse(
      type as Special,
      value,
      type === 'decimal' ? NUMBER_STYLE : type === 'double' || type === 'float' ? FLOAT_STYLE : INTEGER_STYLE,
      culture,
    );
  if (type === 'char') {
    if (value instanceof Char) return value;
    if (typeof value === 'string') return toChar(value);
    if (typeof value === 'boolean' || value instanceof Double || value instanceof Single || value instanceof Decimal)
      return refuse();
    const number = asBigInt(value);
    if (number < 0n || number > 65535n)
      throw error('OverflowException', 'Value was either too large or too small for a character.');
    return new Char(Number(number));
  }
  if (value instanceof Char && (type === 'bool' || type === 'double' || type === 'float' || type === 'decimal'))
    return refuse();
  if (value instanceof Char) return convertTo(type, value.code, culture, c);
  const range = rangeOf(type as Special);
  if (range && (value instanceof Double || value instanceof Single)) {
    const rounded = asNumber(through(round)(c, new Double(value.value)));
    const whole = Number.isFinite(rounded) ? BigInt(rounded) : undefined;
    if (whole === undefined || whole < range[0] || whole > range[1]) {
      if (type === 'long' || type === 'ulong')
        throw error('OverflowException', 'Arithmetic operation resulted in an overflow.');
      // The small types are reached by way of Int32.
      const isBeyond = whole === undefined || whole < -0x8000_0000n || whole > 0x7fff_ffffn;
      const named = isBeyond && type !== 'uint' ? 'int' : type;
      throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[named] ?? named}.`);
    }
    return wholeAs(type, whole);
  }
  const converter = convertStatics.get(METHODS.find(([, each]) => each === type)?.[0] ?? '');
  try {
    return through(converter)(c, value instanceof EnumValue ? value.value : value);
  } catch (caught) {
    if (caught instanceof NetException && caught.typeName === 'OverflowException')
      throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[type] ?? type}.`);
    throw caught;
  }
}

function sourceName(value: Exclude<Value, null>): string {
  if (value instanceof EnumValue) return 'Enum';
  const type = typeOf(value);
  return type instanceof NamedType ? (type.special ?? type.definition.name) : 'Array';
}

const convert: Record<string, Declarations[string]> = {};
for (const [name, type] of METHODS) {
  const returns = type === ('DateTime' as Special) ? 'DateTime' : type;
  const body = (c: Call, value: Value): Value => convertTo(type, value, c.rt.culture, c);
  const withProvider = (c: Call, value: Value, provider: Value): Value =>
    convertTo(type, value, cultureOf(provider, c), c);
  convert[`${returns} ${name}(object value)`] = body;
  convert[`${returns} ${name}(object value, IFormatProvider provider)`] = withProvider;
  for (const source of [...NUMBERS, 'bool', 'char', 'DateTime']) convert[`${returns} ${name}(${source} value)`] = body;
  convert[`${returns} ${name}(string value)`] = (c: Call, value: string | null) =>
    value === null && type === ('char' as Special) ? charNull() : body(c, value);
  convert[`${returns} ${name}(string value, IFormatProvider provider)`] = withProvider;
  if (rangeOf(type) && type !== 'char')
    convert[`${returns} ${name}(string value, int fromBase)`] = (_c: Call, value: string | null, base: number) =>
      fromBase(type, value, base);
}
function charNull(): never {
  throw error('ArgumentNullException', "Value cannot be null. (Parameter 'value')");
}
function fromBase(type: Special, text: string | null, base: number): Value {
  if (![2, 8, 10, 16].includes(base)) throw error('ArgumentException', 'Invalid Base.');
  if (text === null) return wholeAs(type, 0n);
  if (base === 10)
    return parseNumber(text, type, {
      name: '',
      numbers: { negativeSign: '-', positiveSign: '+', groupSeparator: ',', decimalSeparator: '.' },
    } as Culture);
  const digits = text.replace(/^0[xX]/u, base === 16 ? '' : '0x');
  const allowed = base === 2 ? /^[01]+$/u : base === 8 ? /^[0-7]+$/u : /^[0-9a-fA-F]+$/u;
  if (text === '')
    throw error(
      'ArgumentOutOfRangeException',
      "Index was out of range. Must be non-negative and less than the size of the collection. (Parameter 'startIndex')",
    );
  if (!allowed.test(digits)) throw error('FormatException', 'Could not find any recognizable digits.');
  const bits = widthOf(type);
  let value = 0n;
  for (const digit of digits) value = value * BigInt(base) + BigInt(Number.parseInt(digit, 16));
  if (value >= 2n ** BigInt(bits))
    throw error('OverflowException', `Value was either too large or too small for ${RANGE_NAMES[type] ?? type}.`);
  return wholeAs(type, (rangeOf(type)?.[0] ?? 0n) < 0n ? BigInt.asIntN(bits, value) : value);
}
function toBase(value: Value, base: number): string {
  if (![2, 8, 10, 16].includes(base)) throw error('ArgumentException', 'Invalid Base.');
  const number = asBigInt(value);
  if (base === 10) return String(number);
  const bits = typeof value === 'bigint' ? 64 : value instanceof Integer ? (value.type === 'byte' ? 8 : 16) : 32;
  return BigInt.asUintN(bits, number).toString(base);
}
/** Members of IConvertible. */
declare('System', 'interface IConvertible', {
  'TypeCode GetTypeCode()': (_c, self: Exclude<Value, null>) => typeCode(typeOf(self)),
  'string ToString(IFormatProvider provider)': (c, self: Value, provider: Value) =>
    TextReader.format(c, self, null, provider),
  'object ToType(Type conversionType, IFormatProvider provider)': (c, self: Value, type: TypeObj, provider: Value) =>
    changeType(c, self, type, cultureOf(provider, c)),
  ...Object.fromEntries(
    METHODS.map(([name, type]) => [
      `${type} ${name}(IFormatProvider provider)`,
      (c: Call, self: Value, provider: Value) => convertTo(type, self, cultureOf(provider, c), c),
    ]),
  ),
});
/** The type of totals and of `Value`; its values are those it holds. */
declare('FastReport', 'class Variant : Object', {
  'Type GetType()': () => typeObject(need('Variant').open),
  'Type Type { get; }': (_c, self: Exclude<Value, null>) => typeObject(typeOf(self)),
  'TypeCode GetTypeCode()': (_c, self: Exclude<Value, null>) => typeCode(typeOf(self)),
  'string ToString()': (c, self: Value) => textOf(self, c.rt),
  'string ToString(IFormatProvider provider)': (c, self: Value, provider: Value) =>
    TextReader.format(c, self, null, provider),
  'int CompareTo(object other)': (c, self: Value, other: Value) =>
    variantRelational('>', self, other, c.rt.culture) ? 1 : variantEqual(self, other, c.rt.culture) ? 0 : -1,
  ...Object.fromEntries(
    METHODS.flatMap(([name, type]) => [
      [`${type} ${name}()`, (c: Call, self: Value) => convertTo(type, self, c.rt.culture, c)],
      [
        `${type} ${name}(IFormatProvider provider)`,
        (c: Call, self: Value, provider: Value) => convertTo(type, self, cultureOf(provider, c), c),
      ],
    ]),
  ),
}, { special: 'dynamic' }); // prettier-ignore
declare('System', 'static class Convert', {
  ...convert,
  'string ToString(object value)': (c, value: Value) => textOf(value, c.rt),
  'string ToString(object value, IFormatProvider provider)': (c, value: Value, provider: Value) =>
    TextReader.format(c, value, null, provider),
  'string ToString(string value)': (_c, value: string | null) => value,
  'string ToString(string value, IFormatProvider provider)': (_c, value: string | null) => value,
  'string ToString(byte value, int toBase)': (_c, value: Value, base: number) => toBase(value, base),
  'string ToString(short value, int toBase)': (_c, value: Value, base: number) => toBase(value, base),
  'string ToString(int value, int toBase)': (_c, value: Value, base: number) => toBase(value, base),
  'string ToString(long value, int toBase)': (_c, value: Value, base: number) => toBase(value, base),
  ...Object.fromEntries(
    ['bool', 'char', ...NUMBERS, 'DateTime'].flatMap((type) => [
      [`string ToString(${type} value)`, (c: Call, value: Value) => textOf(value, c.rt)],
      [
        `string ToString(${type} value, IFormatProvider provider)`,
        (c: Call, value: Value, provider: Value) => TextReader.format(c, value, null, provider),
      ],
    ]),
  ),
  'TypeCode GetTypeCode(object value)': (_c, value: Value) => typeCode(value === null ? undefined : typeOf(value)),
  'bool IsDBNull(object value)': (_c, value: Value) => value === dbNull(),
  'static readonly object DBNull': { value: () => dbNull() },
  'object ChangeType(object value, Type conversionType)': (c, value: Value, type: TypeObj) =>
    changeType(c, value, type, c.rt.culture),
  'object ChangeType(object value, Type conversionType, IFormatProvider provider)': (
    c,
    value: Value,
    type: TypeObj,
    provider: Value,
  ) => changeType(c, value, type, cultureOf(provider, c)),
  'string ToBase64String(byte[] inArray)': (_c, array: Value) => base64(arrayItems(array)),
  'string ToBase64String(byte[] inArray, int offset, int length)': (_c, array: Value, offset: number, length: number) =>
    base64(arrayItems(array).slice(offset, offset + length)),
  'object ChangeType(object value, TypeCode typeCode)': (c, value: Value, code: EnumValue) =>
    changeType(c, value, ofCode(code), c.rt.culture),
  'object ChangeType(object value, TypeCode typeCode, IFormatProvider provider)': (
    c,
    value: Value,
    code: EnumValue,
    provider: Value,
  ) => changeType(c, value, ofCode(code), cultureOf(provider, c)),
  'byte[] FromBase64String(string s)': (_c, text: string) => fromBase64(text),
});

/** Returns the type of a TypeCode. */
function ofCode(code: EnumValue): TypeObj {
  const name = [...code.type.members].find(([, number]) => number === code.value)?.[0];
  const definition = name === undefined ? undefined : libraryType(name);
  if (!definition) throw error('InvalidCastException', 'Null object cannot be converted to a value type.');
  return typeObject(definition.open);
}

/** Implements `Convert.ChangeType`. */
export function changeType(c: Call, value: Value, type: TypeObj, culture: Culture): Value {
  const of = type.of;
  if (value === null) {
    if (of instanceof NamedType && of.definition.isValueType)
      throw error('InvalidCastException', 'Null object cannot be converted to a value type.');
    return null;
  }
  if (value !== dbNull() && !isInstance(value, need('IConvertible').open)) {
    if (typeOf(value) === of) return value;
    throw error('InvalidCastException', 'Object must implement IConvertible.');
  }
  if (typeOf(value) === of || (of instanceof NamedType && of.special === 'object')) return value;
  if (!(of instanceof NamedType)) throw error('InvalidCastException', 'Invalid cast.');
  if (of.special === 'string') return textOf(value, c.rt, culture);
  const name = of.special ?? of.definition.name;
  if (!CONVERTIBLE.has(name))
    throw error('InvalidCastException', `Invalid cast from '${systemText(typeOf(value))}' to '${fullName(of)}'.`);
  return convertTo(name, value, culture, c);
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function base64(items: readonly Value[]): string {
  let text = '';
  for (let at = 0; at < items.length; at += 3) {
    const bytes = [0, 1, 2].map((offset) =>
      at + offset < items.length ? Number(asBigInt(items[at + offset] ?? null)) : 0,
    );
    const bits = ((bytes[0] ?? 0) << 16) | ((bytes[1] ?? 0) << 8) | (bytes[2] ?? 0);
    for (let index = 0; index < 4; index++)
      text += at + index - 1 < items.length ? (BASE64[(bits >> (18 - index * 6)) & 63] ?? '') : '=';
  }
  return text;
}
function fromBase64(text: string): TypedArray {
  const clean = text.replaceAll(/\s/gu, '');
  if (clean.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/u.test(clean))
    throw error(
      'FormatException',
      'The input is not a valid Base-64 string as it contains a non-base 64 character, more than two padding characters, or an illegal character among the padding characters.',
    );
  const bytes: Value[] = [];
  for (let at = 0; at < clean.length; at += 4) {
    const part = clean.slice(at, at + 4).replaceAll('=', '');
    let bits = 0;
    for (const character of part.padEnd(4, 'A')) bits = (bits << 6) | BASE64.indexOf(character);
    for (let index = 0; index < part.length - 1; index++)
      bytes.push(new Integer('byte', BigInt((bits >> (16 - index * 8)) & 255)));
  }
  return new TypedArray(arrayOf(need('Byte').open), bytes);
}
