import type { Culture } from '../cultures/culture.ts';
import { formatDateTime } from './dateFormat.ts';
import { Decimal } from '../values/decimal.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { formatNumber, numberText } from './numberFormat.ts';
import { formatTimeSpan } from './timeSpanFormat.ts';
import { Char, DateTime, Delegate, Double, EnumValue, Integer, NetArray, Single, TimeSpan } from '../values/values.ts';
import type { EnumType, Value } from '../values/values.ts';

/** Maximum length of the text of a value. */
const MAX_TEXT = 4 * 1024 * 1024;

/** Returns the result of `ToString()` in a culture; "" for null. */
export function toText(value: Value, culture: Culture): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'bigint':
      return numberText(value, culture.numbers);
    case 'boolean':
      return value ? 'True' : 'False';
    default:
      return value === null ? '' : objectText(value, culture);
  }
}

function objectText(value: Exclude<Value, null | string | number | bigint | boolean>, culture: Culture): string {
  if (value instanceof Uint8Array) return 'System.Byte[]';
  switch (value.kind) {
    case 'decimal':
    case 'double':
    case 'float':
    case 'integer':
      return numberText(value, culture.numbers);
    case 'char':
      return String.fromCharCode(value.code);
    case 'DateTime':
      return formatDateTime(value, '', culture.dates);
    case 'TimeSpan':
      return formatTimeSpan(value, '', culture.numbers.decimalSeparator);
    case 'enum':
      return enumText(value.type, value.value);
    case 'array':
      return `${systemName(value.elementType)}[]`;
    case 'delegate':
      return 'System.EventHandler';
    case 'object':
      return value.text ? value.text() : value.typeName;
    default:
      return never(value);
  }
}

function never(value: never): never {
  throw new ExpressionError(`A value of an unknown kind: ${String(value)}`);
}

/** .NET's names of types by those of C#. */
export const systemNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bool: 'Boolean',
    byte: 'Byte',
    sbyte: 'SByte',
    short: 'Int16',
    ushort: 'UInt16',
    int: 'Int32',
    uint: 'UInt32',
    long: 'Int64',
    ulong: 'UInt64',
    float: 'Single',
    double: 'Double',
    decimal: 'Decimal',
    char: 'Char',
    string: 'String',
    object: 'Object',
    DateTime: 'DateTime',
    TimeSpan: 'TimeSpan',
  }),
);

/** `System.Int32` for `int`; other names are unchanged. */
function systemName(type: string): string {
  const name = systemNames.get(type);
  return name === undefined ? type : `System.${name}`;
}

const sortedMembers = new WeakMap<EnumType, readonly (readonly [string, bigint])[]>();

/** Members of an enum in the order of `Enum.GetNames`: by their unsigned values. */
export function enumEntries(type: EnumType): readonly (readonly [string, bigint])[] {
  let entries = sortedMembers.get(type);
  if (!entries) {
    const made = [...type.members].map(([name, number]) => [name, BigInt.asUintN(64, BigInt(number))] as const);
    if (made.some(([, value], index) => value < (made[index - 1]?.[1] ?? 0n))) quickSort(made, 0, made.length - 1);
    sortedMembers.set(type, (entries = made));
  }
  return entries;
}

/** Sorts as the runtime of .NET sorts members of an enum that are out of order: not stable, with the middle one as pivot. */
function quickSort(items: (readonly [string, bigint])[], from: number, to: number): void {
  if (from >= to) return;
  const swap = (one: number, other: number): void => {
    const [a, b] = [items[one], items[other]];
    if (a && b) [items[one], items[other]] = [b, a];
  };
  swap(from, Math.floor((from + to) / 2));
  const pivot = items[from]?.[1] ?? 0n;
  let last = from;
  for (let index = from + 1; index <= to; index++) if ((items[index]?.[1] ?? 0n) < pivot) swap(index, ++last);
  swap(from, last);
  quickSort(items, from, last - 1);
  quickSort(items, last + 1, to);
}

/** Name of an enum's number; of several, the one that .NET's binary search finds. */
export function enumMemberName(type: EnumType, value: number): string | undefined {
  const entries = enumEntries(type);
  const wanted = BigInt.asUintN(64, BigInt(value));
  let low = 0;
  let high = entries.length - 1;
  while (low <= high) {
    const middle = low + ((high - low) >> 1);
    const [name = '', number = 0n] = entries[middle] ?? [];
    if (number === wanted) return name;
    if (number < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

/** Name of an enum's number; combined names of flags, lowest first; the number when it has no name. */
function enumText(type: EnumType, value: number, isFlags = type.flags): string {
  const name = isFlags ? flagNames(type, BigInt.asUintN(64, BigInt(value))) : enumMemberName(type, value);
  return name ?? String(value);
}

function flagNames(type: EnumType, value: bigint): string | undefined {
  const entries = enumEntries(type);
  if (value === 0n) return entries[0]?.[1] === 0n ? entries[0][0] : undefined;
  const exact = entries.findLast(([, number]) => number === value);
  if (exact) return exact[0];
  const names: string[] = [];
  let rest = value;
  for (const [index, [name, number]] of [...entries.entries()].toReversed()) {
    if ((index === 0 && number === 0n) || (rest & number) !== number) continue;
    names.unshift(name);
    rest -= number;
  }
  return rest === 0n ? names.join(', ') : undefined;
}

/** `ToString(format)`: IFormattable types use the format, all others ignore it. Throws FormatException. */
export function formatted(value: Value, format: string, culture: Culture): string {
  if (typeof value === 'number' || typeof value === 'bigint') return formatNumber(value, format, culture.numbers);
  if (value instanceof Decimal || value instanceof Double || value instanceof Single || value instanceof Integer) {
    return formatNumber(value, format, culture.numbers);
  }
  if (value instanceof DateTime) return formatDateTime(value, format, culture.dates);
  if (value instanceof TimeSpan) return formatTimeSpan(value, format, culture.numbers.decimalSeparator);
  if (value instanceof EnumValue) {
    if (/^[dD]$/u.test(format)) return String(value.value);
    if (/^[xX]$/u.test(format)) return value.value.toString(16).toUpperCase().padStart(8, '0');
  }
  return toText(value, culture);
}

/** A part of a composite format: text, or an argument. */
type CompositePart =
  | string
  | { readonly index: number; readonly width: number; readonly format: string | undefined; readonly at: number };

const composites = new Map<string, readonly CompositePart[]>();

function compositeParts(format: string): readonly CompositePart[] {
  let parts = composites.get(format);
  if (!parts) {
    parts = readComposite(format);
    if (composites.size > 500) composites.clear();
    if (format.length < 500) composites.set(format, parts);
  }
  return parts;
}

function readComposite(format: string): CompositePart[] {
  const parts: CompositePart[] = [];
  let text = '';
  let at = 0;
  while (at < format.length) {
    const character = format[at] ?? '';
    if ((character === '{' || character === '}') && format[at + 1] === character) {
      text += character;
      at += 2;
    } else if (character === '{') {
      const end = format.indexOf('}', at);
      const hole = /^(\d{1,6})\s*(?:,\s*(-?\d{1,6})\s*)?(?::([^{]*))?$/u.exec(
        format.slice(at + 1, Math.max(end, at + 1)),
      );
      if (!hole) throw new NetException('FormatException', 'Input string was not in a correct format.', format, at);
      if (text !== '') parts.push(text);
      text = '';
      parts.push({ index: Number(hole[1]), width: Number(hole[2] ?? 0), format: hole[3], at });
      at = end + 1;
    } else if (character === '}') {
      throw new NetException('FormatException', 'Input string was not in a correct format.', format, at);
    } else {
      text += character;
      at++;
    }
  }
  if (text !== '') parts.push(text);
  return parts;
}

/** `String.Format`: `{index[,width][:format]}`, `{{` and `}}`. Throws FormatException. */
export function composite(format: string, args: readonly Value[], culture: Culture): string {
  let text = '';
  for (const part of compositeParts(format)) {
    if (typeof part === 'string') {
      text += part;
      continue;
    }
    const value = args[part.index];
    if (value === undefined) {
      throw new NetException(
        'FormatException',
        'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.',
        format,
        part.at,
      );
    }
    const written = part.format === undefined ? toText(value, culture) : formatted(value, part.format, culture);
    text += part.width < 0 ? written.padEnd(-part.width) : written.padStart(part.width);
    if (text.length > MAX_TEXT) throw new NetException('OutOfMemoryException', 'The text is too long.');
  }
  return text;
}

/** C# name of a value's type, for messages and `GetType`. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'number':
      return 'int';
    case 'bigint':
      return 'long';
    case 'boolean':
      return 'bool';
    default:
  }
  if (value === null) return 'null';
  if (value instanceof Uint8Array) return 'byte[]';
  if (value instanceof Integer) return value.type;
  if (value instanceof EnumValue) return value.type.name;
  if (value instanceof NetArray) return `${value.elementType}[]`;
  if (value instanceof Delegate) return 'EventHandler';
  if (value instanceof Char) return 'char';
  return value.kind === 'object' ? value.typeName : value.kind;
}
