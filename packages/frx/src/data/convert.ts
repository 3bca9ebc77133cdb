import { Decimal } from '../expression/values/decimal.ts';
import {
  Char,
  DateTime,
  Double,
  EnumValue,
  Integer,
  Single,
  TimeSpan,
  type SmallIntegerType,
  type TypeName,
  type Value,
} from '../expression/values/values.ts';
import { base64Bytes } from '../template/properties.ts';

const typeNames: Readonly<Record<string, TypeName>> = {
  'System.Int32': 'int',
  'System.Int64': 'long',
  'System.Int16': 'short',
  'System.UInt16': 'ushort',
  'System.UInt32': 'uint',
  'System.UInt64': 'ulong',
  'System.Byte': 'byte',
  'System.SByte': 'sbyte',
  'System.Double': 'double',
  'System.Single': 'float',
  'System.Decimal': 'decimal',
  'System.String': 'string',
  'System.Char': 'char',
  'System.Boolean': 'bool',
  'System.DateTime': 'DateTime',
  'System.DateTimeOffset': 'DateTime',
  'System.TimeSpan': 'TimeSpan',
  'System.Byte[]': 'byte[]',
};

/** The C# name of a .NET type as templates write it; `object` for a type that the engine has no values for. */
export function typeNameOf(dotNet: string): TypeName {
  return typeNames[dotNet.split(',')[0]!.trim()] ?? 'object';
}

const smallIntegers = new Set<TypeName>(['byte', 'sbyte', 'short', 'ushort', 'uint', 'ulong']);

/** Returns the value that replaces null when nulls are converted: zero, '', false or the first moment of the calendar; null for other types. */
export function defaultValueOf(type: TypeName): Value {
  switch (type) {
    case 'int':
      return 0;
    case 'long':
      return 0n;
    case 'double':
      return new Double(0);
    case 'float':
      return new Single(0);
    case 'decimal':
      return Decimal.zero;
    case 'string':
      return '';
    case 'char':
      return new Char(0);
    case 'bool':
      return false;
    case 'DateTime':
      return new DateTime(Date.UTC(1, 0, 1) - yearOneShift);
    case 'TimeSpan':
      return new TimeSpan(0);
    default:
      return smallIntegers.has(type) ? new Integer(type as SmallIntegerType, 0n) : null;
  }
}

/** `Date.UTC(1, …)` means 1901; the year 1 is this much earlier. */
const yearOneShift = Date.UTC(1, 0, 1) - Date.parse('0001-01-01T00:00:00Z');

/** The value as a JavaScript number; undefined when it is not a number. */
export const numberOfValue = (value: Value): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Double || value instanceof Single) return value.value;
  if (value instanceof Integer) return Number(value.value);
  if (value instanceof EnumValue) return value.value;
  if (value instanceof Decimal) return value.toNumber();
  if (typeof value === 'string') {
    const read = Number(value.trim());
    return value.trim() !== '' && Number.isFinite(read) ? read : undefined;
  }
  return undefined;
};

/**
 * Parses a moment as written in XML and JSON. With an offset the moment is converted to UTC, without one it is kept as written; undefined when
 * the text is not a moment.
 */
export function parseMoment(text: string): DateTime | undefined {
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,7})\d*)?)?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(
      text.trim(),
    );
  if (!match) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const ticks = Number(fraction.padEnd(7, '0'));
  const date = new Date(Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)));
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const shift =
    zone === 'Z' ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
  return new DateTime(date.getTime() - shift * 60_000 + Math.trunc(ticks / 10_000), ticks % 10_000);
}

function parseDuration(text: string): TimeSpan | undefined {
  const iso = /^(-)?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text.trim());
  const clock = /^(-)?(?:(\d+)\.)?(\d+):(\d+)(?::(\d+(?:\.\d+)?))?$/.exec(text.trim());
  const match = iso ?? clock;
  if (!match) return undefined;
  const [, sign, days = '0', hours = '0', minutes = '0', seconds = '0'] = match;
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return new TimeSpan(Math.round(total * 1e7) * (sign ? -1 : 1));
}

/** Converts a cell of a caller's row to a `Value`; undefined and null become null. */
export function toValue(cell: unknown): Value {
  if (cell === undefined || cell === null) return null;
  if (typeof cell === 'number') return Number.isInteger(cell) && Math.abs(cell) < 2 ** 31 ? cell : new Double(cell);
  if (cell instanceof Date) return new DateTime(cell.getTime());
  // The rows of a nested source, read as a value.
  if (Array.isArray(cell)) return JSON.stringify(cell);
  return cell as Value;
}

/** The truth value that a text names; undefined for another text. */
function truthIn(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/** Converts a value to a declared type; a value that cannot be converted is returned unchanged, as the data decide, not the template. */
export function convertValue(value: Value, type: TypeName): Value {
  switch (type) {
    case 'string':
      if (typeof value === 'boolean') return value ? 'True' : 'False';
      return typeof value === 'string' || typeof value === 'object' ? value : String(value);
    case 'int': {
      if (typeof value === 'number') return value;
      const number = numberOfValue(value);
      return number === undefined ? value : roundHalfEven(number);
    }
    case 'decimal':
      return toDecimal(value);
    case 'double': {
      if (value instanceof Double) return value;
      const number = numberOfValue(value);
      return number === undefined ? value : new Double(number);
    }
    case 'float': {
      const number = numberOfValue(value);
      return number === undefined ? value : new Single(number);
    }
    case 'long': {
      const number = numberOfValue(value);
      return typeof value === 'bigint' || number === undefined ? value : BigInt(roundHalfEven(number));
    }
    case 'bool': {
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string') return truthIn(value.trim().toLowerCase()) ?? value;
      const number = numberOfValue(value);
      return number === undefined ? value : number !== 0;
    }
    case 'DateTime':
      return typeof value === 'string' ? (parseMoment(value) ?? value) : value;
    case 'TimeSpan':
      return typeof value === 'string' ? (parseDuration(value) ?? value) : value;
    case 'byte[]':
      return typeof value === 'string' ? base64Bytes(value) : value;
    case 'char':
      return typeof value === 'string' && value.length > 0 ? new Char(value.codePointAt(0)!) : value;
    default: {
      if (!smallIntegers.has(type) || value instanceof Integer) return value;
      const number = numberOfValue(value);
      return number === undefined ? value : new Integer(type as SmallIntegerType, BigInt(roundHalfEven(number)));
    }
  }
}

function toDecimal(value: Value): Value {
  if (value instanceof Decimal) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return Decimal.fromInteger(value);
  if (typeof value === 'string') return Decimal.parse(value.trim()) ?? value;
  const number = numberOfValue(value);
  return number === undefined ? value : Decimal.fromDouble(number);
}

function roundHalfEven(number: number): number {
  const floor = Math.floor(number);
  const rest = number - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5) return floor + 1;
  return floor % 2 === 0 ? floor : floor + 1;
}
