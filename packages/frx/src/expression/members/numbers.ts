import { asDecimal, asNumber, numericKind } from '../values/promotion.ts';
import { defaultOf, wholeAs, wholeRange } from '../values/convert.ts';
import { Decimal } from '../values/decimal.ts';
import { NetException } from '../errors.ts';
import { compareNumbers } from '../values/operators.ts';
import { parseDateTime } from '../parsing/parseDate.ts';
import { parseNumber } from '../parsing/parseNumber.ts';
import { toText, typeNameOf } from '../formats/toText.ts';
import { Char, DateTime, Double, EnumValue, Single } from '../values/values.ts';
import type { TypeName, Value } from '../values/values.ts';
import type { StaticMethod } from './arguments.ts';
import { roundHalfEven } from './math.ts';

export function toChar(value: string): Char {
  if (value.length !== 1) throw new NetException('FormatException', 'String must be exactly one character long.');
  return new Char(value.charCodeAt(0));
}

function parseBool(value: string): boolean {
  const word = value.trim().toLowerCase();
  if (word !== 'true' && word !== 'false') {
    throw new NetException('FormatException', `String '${value}' was not recognized as a valid Boolean.`);
  }
  return word === 'true';
}

function invalidCast(value: Value, type: string): NetException {
  return new NetException('InvalidCastException', `Unable to cast '${typeNameOf(value)}' to '${type}'.`);
}

/** `Convert.ToInt32` and the like: rounds half to even, parses texts by the culture, null is 0. */
function toWholeNumber(type: TypeName): StaticMethod {
  return (args, runtime) => {
    const value = args[0] ?? null;
    const [least, greatest] = wholeRange(type) ?? [0n, 0n];
    let whole: bigint;
    if (value === null) whole = 0n;
    else if (typeof value === 'boolean') whole = value ? 1n : 0n;
    else if (typeof value === 'string') return parseNumber(value, type, runtime.culture);
    else if (value instanceof Double || value instanceof Single) {
      if (!(Math.abs(value.value) < 1e20)) throw tooLarge(type);
      whole = BigInt(roundHalfEven(value.value));
    } else if (value instanceof Decimal) whole = value.rounded(0, 'even').toBigInt();
    else if (value instanceof EnumValue) whole = BigInt(value.value);
    else if (numericKind(value) === undefined) throw invalidCast(value, type);
    else whole = asDecimal(value).toBigInt();
    if (whole < least || whole > greatest) throw tooLarge(type);
    return wholeAs(type, whole);
  };
}

function tooLarge(type: string): NetException {
  return new NetException('OverflowException', `Value was either too large or too small for ${type}.`);
}

function toFractional(type: 'double' | 'float' | 'decimal', make: (value: Value) => Value): StaticMethod {
  return (args, runtime) => {
    const value = args[0] ?? null;
    if (value === null) return make(0);
    if (typeof value === 'boolean') return make(value ? 1 : 0);
    if (typeof value === 'string') return parseNumber(value, type, runtime.culture);
    if (value instanceof Char || (numericKind(value) === undefined && !(value instanceof EnumValue))) {
      throw invalidCast(value, type);
    }
    return make(value instanceof EnumValue ? value.value : value);
  };
}

/** Methods of `System.Convert`. */
export const convertStatics: ReadonlyMap<string, StaticMethod> = new Map(
  Object.entries<StaticMethod>({
    ToByte: toWholeNumber('byte'),
    ToSByte: toWholeNumber('sbyte'),
    ToInt16: toWholeNumber('short'),
    ToUInt16: toWholeNumber('ushort'),
    ToInt32: toWholeNumber('int'),
    ToUInt32: toWholeNumber('uint'),
    ToInt64: toWholeNumber('long'),
    ToUInt64: toWholeNumber('ulong'),
    ToDouble: toFractional('double', (value) => new Double(asNumber(value))),
    ToSingle: toFractional('float', (value) => new Single(asNumber(value))),
    ToDecimal: toFractional('decimal', asDecimal),
    ToString: (args, runtime) => toText(args[0] ?? null, runtime.culture),
    ToBoolean: (args) => {
      const value = args[0] ?? null;
      if (value === null) return false;
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string') return parseBool(value);
      if (numericKind(value) === undefined) throw invalidCast(value, 'bool');
      return compareNumbers(value, 0) !== 0;
    },
    ToChar: (args) => {
      const value = args[0] ?? null;
      if (value instanceof Char) return value;
      if (typeof value === 'string') return toChar(value);
      if (value === null || numericKind(value) === 'int') {
        const code = asNumber(value ?? 0);
        if (code < 0 || code > 0xffff)
          throw new NetException('OverflowException', 'Value was either too large or too small for a character.');
        return new Char(code);
      }
      throw invalidCast(value, 'char');
    },
    ToDateTime: (args, runtime) => {
      const value = args[0] ?? null;
      if (value instanceof DateTime) return value;
      if (value === null) return defaultOf('DateTime');
      if (typeof value !== 'string') throw invalidCast(value, 'DateTime');
      return parseDateTime(value, runtime.culture, runtime.now);
    },
    IsDBNull: (args) => args[0] === null,
  }),
);
