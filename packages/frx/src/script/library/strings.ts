import { enumValue } from './enums.ts';
import { Char, EnumValue, NetArray } from '../../expression/values/values.ts';
import { byLetter, toLower, toUpper } from '../../expression/cultures/letterCase.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { WHITE_SPACE } from '../../expression/parsing/whiteSpace.ts';
import { compareStrings } from '../../expression/cultures/textOrder.ts';
import type { Comparison } from '../../expression/cultures/textOrder.ts';
import type { Culture } from '../../expression/cultures/culture.ts';
import type { Value } from '../../expression/values/values.ts';
import { arrayOf } from '../binder/types/types.ts';
import type { Call } from '../binder/types/types.ts';
import { Obj, TypedArray } from '../runtime/objects.ts';
import { iterate } from '../runtime/sequences.ts';
import { callScript, error, formatText, scriptMethod, textOf } from '../runtime/values.ts';
import { askedFormat, cultureOf } from './providers.ts';
import { alias, declare, need } from './registry.ts';
import { spanOfText, textOfSpan } from './collections/spanObjects.ts';
import type { SpanObj } from './collections/spanObjects.ts';
import type { Declarations } from './registry.ts';

/** System.String. */

export const nullArgument = (name: string): never => {
  throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
};
/** Throws ArgumentOutOfRangeException for a parameter. */
export const outOfRange = (
  name: string,
  message = 'Specified argument was out of the range of valid values.',
): never => {
  throw error('ArgumentOutOfRangeException', `${message} (Parameter '${name}')`);
};

const code = (value: Value): string => (value instanceof Char ? String.fromCharCode(value.code) : (value as string));
const strings = (items: readonly string[]): TypedArray => new TypedArray(arrayOf(need('String').open), [...items]);
const chars = (text: string): Value[] =>
  Array.from({ length: text.length }, (_, index) => new Char(text.charCodeAt(index)));

/** Returns the order of a StringComparison. */
export function comparisonOf(c: Call, value: Value): Comparison {
  const number = value instanceof EnumValue ? value.value : 0;
  if (number < 0 || number > 5)
    throw error(
      'ArgumentException',
      "The string comparison type passed in is currently not supported. (Parameter 'comparisonType')",
    );
  return { ordinal: number >= 4, ignoreCase: number % 2 === 1, culture: number < 2 ? c.rt.culture.name : '' };
}

/** Returns the order of CompareOptions. Options that ignore symbols, widths or kana are not supported. */
export function comparisonBy(options: EnumValue, culture: string): Comparison {
  const has = (flag: number): boolean => (options.value & flag) !== 0;
  if (has(0x2000_0004))
    throw error('NotSupportedException', 'CompareOptions.IgnoreSymbols and StringSort are not supported in scripts');
  return {
    ordinal: has(0x5000_0000),
    ignoreCase: has(0x1000_0001),
    ignoreAccents: has(2),
    culture,
  };
}

const prepared = (how: Comparison, text: string): string => (how.ignoreCase ? toUpper(text) : text);

/** Characters that a culture-sensitive search ignores, and combining marks. */
const PASSED_OVER = /[\u0300-\u036f\p{Cf}]|(?![\t\n\v\f\r\u0085])\p{Cc}/u;

/**
 * Returns the comparison of a search. A culture-sensitive one is refused if characters would be ignored, because a search by characters
 * finds other positions.
 */
function searching(c: Call, comparison: Value, self: string, part: Value): Comparison {
  const how =
    comparison === null
      ? { ignoreCase: false, ordinal: part instanceof Char, culture: '' }
      : comparisonOf(c, comparison);
  if (!how.ordinal && (PASSED_OVER.test(self) || PASSED_OVER.test(code(part))))
    throw new ExpressionError(
      'A search by the rules of a culture is not available for texts with control characters or combining marks: use StringComparison.Ordinal',
    );
  return how;
}

function indexIn(c: Call, self: string, wanted: Value, start: number, count: number, comparison: Value): number {
  const part = wanted === null ? nullArgument('value') : code(wanted);
  if (start < 0 || start > self.length)
    outOfRange('startIndex', 'Index was out of range. Must be non-negative and less than the size of the collection.');
  if (count < 0 || start + count > self.length)
    outOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  const how = searching(c, comparison, self, wanted);
  const found = prepared(how, self.slice(start, start + count)).indexOf(prepared(how, part));
  return found < 0 ? -1 : found + start;
}

function lastIndexIn(
  c: Call,
  self: string,
  wanted: Value,
  start: number | undefined,
  comparison: Value,
  places?: number,
): number {
  const part = wanted === null ? nullArgument('value') : code(wanted);
  const isText = !(wanted instanceof Char);
  const how = searching(c, comparison, self, wanted);
  if (self === '' && (!isText || start === undefined || start === 0 || start === -1))
    return isText && part === '' ? 0 : -1;
  const given = start ?? self.length - 1;
  // A text may be looked for from behind the last character; a character may not.
  if (given < 0 || given > (isText ? self.length : self.length - 1))
    outOfRange('startIndex', 'Index was out of range. Must be non-negative and less than the size of the collection.');
  const isBehind = given === self.length;
  const from = isBehind ? given - 1 : given;
  const count = places === undefined ? from + 1 : isBehind && places > 0 ? places - 1 : places;
  if (count < 0 || from - count + 1 < 0)
    outOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  if (part === '') return from;
  if (part.length > count) return -1;
  const found = prepared(how, self).lastIndexOf(prepared(how, part), from - part.length + 1);
  return found < from - count + 1 ? -1 : found;
}

/** The characters of a part. Throws ArgumentOutOfRangeException where it is not within the text. */
function part(self: string, start: number, length: number): string {
  if (start < 0 || length < 0 || start + length > self.length)
    return outOfRange(
      length < 0 ? 'length' : 'startIndex',
      'Index was out of range. Must be non-negative and less than the size of the collection.',
    );
  return self.slice(start, start + length);
}

/** The items that `string.Join` takes. Throws ArgumentOutOfRangeException where there are fewer. */
function joinedPart(items: readonly Value[], start: number, count: number): readonly Value[] {
  if (start < 0) return outOfRange('startIndex', 'StartIndex cannot be less than zero.');
  if (count < 0) return outOfRange('count', 'Count cannot be less than zero.');
  if (start + count > items.length)
    return outOfRange('startIndex', 'Index and count must refer to a location within the buffer.');
  return items.slice(start, start + count);
}

/** The first place of one of the characters in a part. */
function anyIn(self: string, set: Value, start: number, count: number): number {
  if (set === null) return nullArgument('anyOf');
  if (start < 0 || start > self.length)
    outOfRange('startIndex', 'Index was out of range. Must be non-negative and less than the size of the collection.');
  if (count < 0 || start + count > self.length)
    outOfRange(
      'count',
      'Count must be positive and count must refer to a location within the string/array/collection.',
    );
  return firstOf(self.slice(0, start + count), separatorsOf(set), start);
}

/** The last place of one of the characters up to `start`. */
function lastAnyIn(self: string, set: Value, start: number): number {
  if (set === null) return nullArgument('anyOf');
  if (self === '') return -1;
  if (start < 0 || start >= self.length)
    outOfRange('startIndex', 'Index was out of range. Must be non-negative and less than the size of the collection.');
  return Math.max(-1, ...separatorsOf(set).map((each) => self.lastIndexOf(each, start)));
}

/** Refuses a range outside a text. @throws ArgumentOutOfRangeException */
export function within(self: string, start: number, length: number): void {
  if (start < 0) outOfRange('startIndex', 'StartIndex cannot be less than zero.');
  if (start > self.length) outOfRange('startIndex', 'startIndex cannot be larger than length of string.');
  if (length < 0) outOfRange('length', 'Length cannot be less than zero.');
  if (start + length > self.length)
    outOfRange('length', 'Index and length must refer to a location within the string.');
}

function split(c: Call, self: string, separators: readonly string[], count: number, options: number): TypedArray {
  if (count < 0) outOfRange('count', 'Count cannot be less than zero.');
  const removeEmpty = (options & 1) !== 0;
  if (count === 0 || (removeEmpty && self === '')) return strings([]);
  const marks = separators.filter((each) => each !== '');
  const parts: string[] = [];
  let from = 0;
  const add = (part: string): void => {
    if (!removeEmpty || part !== '') parts.push(part);
  };
  for (let at = 0; at < self.length && parts.length < count - 1;) {
    const mark =
      separators.length === 0
        ? WHITE_SPACE.test(self.charAt(at))
          ? self.charAt(at)
          : undefined
        : marks.find((each) => self.startsWith(each, at));
    if (mark === undefined) at++;
    else {
      add(self.slice(from, at));
      at += mark.length;
      from = at;
    }
  }
  let rest = self.slice(from);
  if (removeEmpty && count !== Number.MAX_SAFE_INTEGER) {
    // With a count, separators before the last part are skipped.
    for (let skipped = true; skipped && parts.length === count - 1;) {
      const mark =
        separators.length === 0
          ? WHITE_SPACE.test(rest.charAt(0))
            ? rest.charAt(0)
            : undefined
          : marks.find((each) => rest.startsWith(each));
      skipped = mark !== undefined;
      if (mark !== undefined) rest = rest.slice(mark.length);
    }
  }
  add(rest);
  c.rt.budget.collect(self.length + parts.length * 8);
  return strings(parts);
}

const separatorsOf = (value: Value): string[] =>
  value === null ? [] : value instanceof NetArray ? value.items.map(code) : [code(value)];
const MANY = Number.MAX_SAFE_INTEGER;
const flags = (value: Value): number => (value instanceof EnumValue ? value.value : 0);

/** Implements `string.Format` (composite formatting). */
export function format(
  c: Call,
  culture: Culture,
  text: string | null,
  args: readonly Value[],
  provider: Value = null,
): string {
  if (text === null) return nullArgument('format');
  const formatter = customFormatter(c, provider);
  let result = '';
  const invalid = (): never => {
    throw error('FormatException', 'Input string was not in a correct format.');
  };
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    if (character !== '{' && character !== '}') {
      result += character;
      at++;
      continue;
    }
    if (text.charAt(at + 1) === character) {
      result += character;
      at += 2;
      continue;
    }
    if (character === '}') invalid();
    const match = /^\{(\d{1,7}) *(?:, *(-?\d{1,7}) *)?(?::([^{}]*))?\}/u.exec(text.slice(at));
    if (!match) return invalid();
    const [whole, index, width, spec = ''] = match;
    if (Number(index) >= args.length)
      throw error(
        'FormatException',
        'Index (zero based) must be greater than or equal to zero and less than the size of the argument list.',
      );
    const value = args[Number(index)] ?? null;
    const written = formatter?.(spec, value) ?? formatText(value, spec, c.rt, culture, provider);
    const places = Number(width ?? 0);
    c.rt.budget.hold(Math.abs(places));
    result += places < 0 ? written.padEnd(-places) : written.padStart(places);
    c.rt.budget.hold(result.length);
    at += whole.length;
  }
  return result;
}

/** Returns the formatting function of a provider of the script (ICustomFormatter); a null result selects the default format. */
function customFormatter(c: Call, provider: Value): ((format: string, value: Value) => string | null) | undefined {
  const formatter = askedFormat(c, provider, 'ICustomFormatter');
  const method = formatter instanceof Obj ? scriptMethod(formatter.type.definition, 'Format', 3) : undefined;
  if (!method || !(formatter instanceof Obj)) return undefined;
  return (spec, value) =>
    callScript(formatter, method, [spec === '' ? null : spec, value, provider], c.rt) as string | null;
}

function joined(c: Call, separator: string, items: Iterable<Value>): string {
  let result = '';
  let first = true;
  for (const item of items) {
    if (!first) result += separator;
    first = false;
    result += textOf(item, c.rt);
    c.rt.budget.hold(result.length);
    c.rt.budget.step();
  }
  return result;
}

function trim(self: string, set: Value, start: boolean, end: boolean): string {
  const wanted = new Set(separatorsOf(set));
  const is = (at: number): boolean =>
    wanted.size === 0 ? WHITE_SPACE.test(self.charAt(at)) : wanted.has(self.charAt(at));
  let from = 0;
  let to = self.length;
  if (start) while (from < to && is(from)) from++;
  if (end) while (to > from && is(to - 1)) to--;
  return self.slice(from, to);
}

function padded(c: Call, self: string, width: number, fill: string, left: boolean): string {
  if (width < 0) return outOfRange('totalWidth', 'Non-negative number required.');
  c.rt.budget.hold(width);
  return left ? self.padStart(width, fill) : self.padEnd(width, fill);
}

/** Converts to lower case in a culture. İ becomes one character as in .NET: `i` in cultures without a dotless i. */
export const lowerIn = (text: string, language: string | undefined): string =>
  language === undefined
    ? toLower(text)
    : byLetter(text.replaceAll('İ', 'i'), (letter) => letter.toLocaleLowerCase(language));
/** Converts to upper case in the invariant culture, in which the dotless i does not change. */
const upperInvariant = (text: string): string => text.split('ı').map(toUpper).join('ı');
/** Returns the language whose case rules apply; undefined for the invariant culture. */
const locale = (value: Value, c: Call): string | undefined => {
  const { name } = cultureOf(value, c);
  return name === '' ? undefined : name;
};
/** Converts to upper case by the rules of a language, except for letters whose upper case is longer. */
export const upperIn = (text: string, language: string | undefined): string => {
  const upper = text.toLocaleUpperCase(language);
  if (upper.length === text.length) return upper;
  // A letter whose upper case is longer (ß) does not change.
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at).toLocaleUpperCase(language);
    return unit.length === 1 ? unit : text.charAt(at);
  }).join('');
};

const objects = (count: number): string =>
  Array.from({ length: count }, (_, index) => `, object arg${String(index)}`).join('');
const formats: Record<string, Declarations[string]> = {};
for (const count of [1, 2, 3]) {
  formats[`static string Format(string format${objects(count)})`] = (c: Call, text: string | null, ...args: Value[]) =>
    format(c, c.rt.culture, text, args);
  formats[`static string Format(IFormatProvider provider, string format${objects(count)})`] = (
    c: Call,
    provider: Value,
    text: string | null,
    ...args: Value[]
  ) => format(c, cultureOf(provider, c), text, args, provider);
}

const startsWith = (c: Call, self: string, part: string | null, comparison: Value): boolean => {
  if (part === null) return nullArgument('value');
  const how = searching(c, comparison, self, part);
  return prepared(how, self).startsWith(prepared(how, part));
};
const endsWith = (c: Call, self: string, part: string | null, comparison: Value): boolean => {
  if (part === null) return nullArgument('value');
  const how = searching(c, comparison, self, part);
  return prepared(how, self).endsWith(prepared(how, part));
};
const replaced = (c: Call, self: string, old: string | null, put: string | null, ignoreCase = false): string => {
  if (old === null) return nullArgument('oldValue');
  if (old === '') throw error('ArgumentException', "String cannot be of zero length. (Parameter 'oldValue')");
  if (!ignoreCase) {
    const pieces = self.split(old);
    c.rt.budget.hold(self.length + (pieces.length - 1) * Math.max((put ?? '').length - old.length, 0));
    return pieces.join(put ?? '');
  }
  let result = '';
  const [where, what] = [toUpper(self), toUpper(old)];
  let from = 0;
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, from)) {
    result += self.slice(from, at) + (put ?? '');
    from = at + old.length;
    c.rt.budget.hold(result.length);
  }
  return result + self.slice(from);
};

alias('string', declare('System', 'sealed class String : IComparable, IComparable<string>, IEquatable<string>, IEnumerable<char>, ICloneable, IConvertible', {
  'new(char c, int count)': (c, character: Char, count: number) => {
    if (count < 0) return outOfRange('count', 'Count cannot be less than zero.');
    c.rt.budget.hold(count);
    return code(character).repeat(count);
  },
  'new(char[] value)': (_c, value: NetArray | null) => (value === null ? '' : value.items.map(code).join('')),
  'new(ReadOnlySpan<char> value)': (_c, span: SpanObj) => textOfSpan(span),
  'static implicit operator ReadOnlySpan<char>(string value)': spanOfText,
  'new(char[] value, int startIndex, int length)': (_c, value: NetArray | null, start: number, length: number) => {
    if (value === null) return nullArgument('value');
    if (start < 0) return outOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (length < 0) return outOfRange('length', 'Length cannot be less than zero.');
    return part(value.items.map(code).join(''), start, length);
  },
  'int Length { get; }': (_c, self: string) => self.length,
  'TypeCode GetTypeCode()': () => enumValue('TypeCode', 'String'),
  'char this[int index] { get; }': (_c, self: string, index: number) => {
    if (index < 0 || index >= self.length) throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    return new Char(self.charCodeAt(index));
  },
  'static readonly string Empty': { value: () => '' },
  'object Clone()': (_c, self: string) => self,
  'string ToString()': (_c, self: string) => self,
  'string ToString(IFormatProvider provider)': (_c, self: string) => self,
  'string Substring(int startIndex)': (_c, self: string, start: number) => {
    within(self, start, Math.max(self.length - start, 0));
    return self.slice(start);
  },
  'string Substring(int startIndex, int length)': (_c, self: string, start: number, length: number) => {
    within(self, start, length);
    return self.slice(start, start + length);
  },
  'int IndexOf(char value)': (_c, self: string, value: Char) => self.indexOf(code(value)),
  'int IndexOf(char value, int startIndex)': (c, self: string, value: Char, start: number) => indexIn(c, self, value, start, self.length - start, null),
  'int IndexOf(char value, int startIndex, int count)': (c, self: string, value: Char, start: number, count: number) => indexIn(c, self, value, start, count, null),
  'int IndexOf(char value, StringComparison comparisonType)': (c, self: string, value: Char, comparison: Value) => indexIn(c, self, value, 0, self.length, comparison),
  'int IndexOf(string value)': (c, self: string, value: string | null) => indexIn(c, self, value, 0, self.length, null),
  'int IndexOf(string value, int startIndex)': (c, self: string, value: string | null, start: number) => indexIn(c, self, value, start, self.length - start, null),
  'int IndexOf(string value, int startIndex, int count)': (c, self: string, value: string | null, start: number, count: number) => indexIn(c, self, value, start, count, null),
  'int IndexOf(string value, StringComparison comparisonType)': (c, self: string, value: string | null, comparison: Value) => indexIn(c, self, value, 0, self.length, comparison),
  'int IndexOf(string value, int startIndex, StringComparison comparisonType)': (c, self: string, value: string | null, start: number, comparison: Value) => indexIn(c, self, value, start, self.length - start, comparison),
  'int LastIndexOf(char value)': (c, self: string, value: Char) => lastIndexIn(c, self, value, undefined, null),
  'int LastIndexOf(char value, int startIndex)': (c, self: string, value: Char, start: number) => lastIndexIn(c, self, value, start, null),
  'int LastIndexOf(string value)': (c, self: string, value: string | null) => lastIndexIn(c, self, value, undefined, null),
  'int LastIndexOf(string value, int startIndex)': (c, self: string, value: string | null, start: number) => lastIndexIn(c, self, value, start, null),
  'int LastIndexOf(string value, StringComparison comparisonType)': (c, self: string, value: string | null, comparison: Value) => lastIndexIn(c, self, value, undefined, comparison),
  'int IndexOf(string value, int startIndex, int count, StringComparison comparisonType)': (c, self: string, value: string | null, start: number, count: number, comparison: Value) => indexIn(c, self, value, start, count, comparison),
  'int LastIndexOf(string value, int startIndex, StringComparison comparisonType)': (c, self: string, value: string | null, start: number, comparison: Value) => lastIndexIn(c, self, value, start, comparison),
  'int LastIndexOf(string value, int startIndex, int count, StringComparison comparisonType)': (c, self: string, value: string | null, start: number, count: number, comparison: Value) => lastIndexIn(c, self, value, start, comparison, count),
  'int LastIndexOf(char value, int startIndex, int count)': (c, self: string, value: Char, start: number, count: number) => lastIndexIn(c, self, value, start, null, count),
  'int LastIndexOf(string value, int startIndex, int count)': (c, self: string, value: string | null, start: number, count: number) => lastIndexIn(c, self, value, start, null, count),
  'int IndexOfAny(char[] anyOf, int startIndex, int count)': (_c, self: string, set: Value, start: number, count: number) => anyIn(self, set, start, count),
  'int LastIndexOfAny(char[] anyOf, int startIndex)': (_c, self: string, set: Value, start: number) => lastAnyIn(self, set, start),
  'int IndexOfAny(char[] anyOf)': (_c, self: string, set: Value) => anyIn(self, set, 0, self.length),
  'int IndexOfAny(char[] anyOf, int startIndex)': (_c, self: string, set: Value, start: number) => anyIn(self, set, start, self.length - start),
  'int LastIndexOfAny(char[] anyOf)': (_c, self: string, set: Value) => lastAnyIn(self, set, self.length - 1),
  'bool Contains(string value)': (_c, self: string, value: string | null) => (value === null ? nullArgument('value') : self.includes(value)),
  'bool Contains(char value)': (_c, self: string, value: Char) => self.includes(code(value)),
  'bool Contains(string value, StringComparison comparisonType)': (c, self: string, value: string | null, comparison: Value) => indexIn(c, self, value, 0, self.length, comparison) >= 0,
  'bool Contains(char value, StringComparison comparisonType)': (c, self: string, value: Char, comparison: Value) => indexIn(c, self, value, 0, self.length, comparison) >= 0,
  'bool StartsWith(string value)': (c, self: string, part: string | null) => startsWith(c, self, part, null),
  'bool StartsWith(char value)': (_c, self: string, part: Char) => self.startsWith(code(part)),
  'bool StartsWith(string value, StringComparison comparisonType)': startsWith,
  'bool StartsWith(string value, bool ignoreCase, CultureInfo culture)': (_c, self: string, part: string, ignoreCase: boolean) => (ignoreCase ? toUpper(self).startsWith(toUpper(part)) : self.startsWith(part)),
  'bool EndsWith(string value)': (c, self: string, part: string | null) => endsWith(c, self, part, null),
  'bool EndsWith(char value)': (_c, self: string, part: Char) => self.endsWith(code(part)),
  'bool EndsWith(string value, bool ignoreCase, CultureInfo culture)': (c, self: string, value: string | null, ignoreCase: boolean, culture: Value) => compareStrings(self.slice(Math.max(0, self.length - (value ?? nullArgument('value')).length)), value, { ordinal: false, ignoreCase, culture: cultureOf(culture, c).name }) === 0,
  'bool EndsWith(string value, StringComparison comparisonType)': endsWith,
  'string Replace(string oldValue, string newValue)': (c, self: string, old: string | null, put: string | null) => replaced(c, self, old, put),
  'string Replace(char oldChar, char newChar)': (_c, self: string, old: Char, put: Char) => self.replaceAll(code(old), () => code(put)),
  'string Replace(string oldValue, string newValue, StringComparison comparisonType)': (c, self: string, old: string | null, put: string | null, comparison: Value) => replaced(c, self, old, put, comparisonOf(c, comparison).ignoreCase),
  'string ToUpper()': (c, self: string) => upperIn(self, locale(null, c)),
  'string ToUpper(CultureInfo culture)': (c, self: string, culture: Value) => upperIn(self, locale(culture, c)),
  'string ToLower()': (c, self: string) => lowerIn(self, locale(null, c)),
  'string ToLower(CultureInfo culture)': (c, self: string, culture: Value) => lowerIn(self, locale(culture, c)),
  'string ToUpperInvariant()': (_c, self: string) => upperInvariant(self),
  'string ToLowerInvariant()': (_c, self: string) => toLower(self),
  'string Trim()': (_c, self: string) => trim(self, null, true, true),
  'string Trim(char trimChar)': (_c, self: string, set: Value) => trim(self, set, true, true),
  'string Trim(params char[] trimChars)': (_c, self: string, set: Value) => trim(self, set, true, true),
  'string TrimStart()': (_c, self: string) => trim(self, null, true, false),
  'string TrimStart(char trimChar)': (_c, self: string, set: Value) => trim(self, set, true, false),
  'string TrimStart(params char[] trimChars)': (_c, self: string, set: Value) => trim(self, set, true, false),
  'string TrimEnd()': (_c, self: string) => trim(self, null, false, true),
  'string TrimEnd(char trimChar)': (_c, self: string, set: Value) => trim(self, set, false, true),
  'string TrimEnd(params char[] trimChars)': (_c, self: string, set: Value) => trim(self, set, false, true),
  'string PadLeft(int totalWidth)': (c, self: string, width: number) => padded(c, self, width, ' ', true),
  'string PadLeft(int totalWidth, char paddingChar)': (c, self: string, width: number, fill: Char) => padded(c, self, width, code(fill), true),
  'string PadRight(int totalWidth)': (c, self: string, width: number) => padded(c, self, width, ' ', false),
  'string PadRight(int totalWidth, char paddingChar)': (c, self: string, width: number, fill: Char) => padded(c, self, width, code(fill), false),
  'string Insert(int startIndex, string value)': (_c, self: string, at: number, value: string | null) => {
    if (value === null) return nullArgument('value');
    if (at < 0 || at > self.length) return outOfRange('startIndex');
    return self.slice(0, at) + value + self.slice(at);
  },
  'string Remove(int startIndex)': (_c, self: string, start: number) => {
    if (start < 0) return outOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (start >= self.length) return outOfRange('startIndex', 'startIndex must be less than length of string.');
    return self.slice(0, start);
  },
  'string Remove(int startIndex, int count)': (_c, self: string, start: number, count: number) => {
    if (start < 0) return outOfRange('startIndex', 'StartIndex cannot be less than zero.');
    if (count < 0) return outOfRange('count', 'Count cannot be less than zero.');
    if (start + count > self.length) return outOfRange('count', 'Index and count must refer to a location within the string.');
    return self.slice(0, start) + self.slice(start + count);
  },
  'string[] Split(params char[] separator)': (c, self: string, separators: Value) => split(c, self, separatorsOf(separators), MANY, 0),
  'string[] Split(char[] separator, int count)': (c, self: string, separators: Value, count: number) => split(c, self, separatorsOf(separators), count, 0),
  'string[] Split(char[] separator, StringSplitOptions options)': (c, self: string, separators: Value, options: Value) => split(c, self, separatorsOf(separators), MANY, flags(options)),
  'string[] Split(char[] separator, int count, StringSplitOptions options)': (c, self: string, separators: Value, count: number, options: Value) => split(c, self, separatorsOf(separators), count, flags(options)),
  'string[] Split(char separator, StringSplitOptions options = StringSplitOptions.None)': (c, self: string, separator: Value, options: Value) => split(c, self, separatorsOf(separator), MANY, flags(options)),
  'string[] Split(char separator, int count, StringSplitOptions options = StringSplitOptions.None)': (c, self: string, separator: Value, count: number, options: Value) => split(c, self, separatorsOf(separator), count, flags(options)),
  'string[] Split(string separator, StringSplitOptions options = StringSplitOptions.None)': (c, self: string, separator: Value, options: Value) => split(c, self, separatorsOf(separator), MANY, flags(options)),
  'string[] Split(string separator, int count, StringSplitOptions options = StringSplitOptions.None)': (c, self: string, separator: Value, count: number, options: Value) => split(c, self, separatorsOf(separator), count, flags(options)),
  'string[] Split(string[] separator, StringSplitOptions options)': (c, self: string, separators: Value, options: Value) => split(c, self, separatorsOf(separators), MANY, flags(options)),
  'string[] Split(string[] separator, int count, StringSplitOptions options)': (c, self: string, separators: Value, count: number, options: Value) => split(c, self, separatorsOf(separators), count, flags(options)),
  'void CopyTo(int sourceIndex, char[] destination, int destinationIndex, int count)': (_c, self: string, from: number, target: NetArray, at: number, count: number) => {
    if (count < 0 || from < 0 || from + count > self.length) outOfRange('sourceIndex', 'Index and count must refer to a location within the string.');
    if (at < 0 || at + count > target.items.length) outOfRange('destinationIndex', 'Either offset did not refer to a position in the string, or there is an insufficient length of destination character array.');
    for (const [index, char] of chars(self.slice(from, from + count)).entries()) target.items[at + index] = char;
  },
  'char[] ToCharArray()': (_c, self: string) => new TypedArray(arrayOf(need('Char').open), chars(self)),
  'char[] ToCharArray(int startIndex, int length)': (_c, self: string, start: number, length: number) => new TypedArray(arrayOf(need('Char').open), chars(part(self, start, length))),
  'int CompareTo(string strB)': (c, self: string, other: string | null) => compareStrings(self, other, comparisonOf(c, null)),
  'int CompareTo(object value)': (c, self: string, other: Value) => {
    if (other !== null && typeof other !== 'string') throw error('ArgumentException', 'Object must be of type String.');
    return compareStrings(self, other, comparisonOf(c, null));
  },
  'bool Equals(string value)': (_c, self: string, other: Value) => self === other,
  'bool Equals(object obj)': (_c, self: string, other: Value) => self === other,
  'bool Equals(string value, StringComparison comparisonType)': (c, self: string, other: string | null, comparison: Value) => compareStrings(self, other, comparisonOf(c, comparison)) === 0,
  'IEnumerator<char> GetEnumerator()': (c, self: string) => need('IEnumerable', 1).of([need('Char').open]).definition.members('GetEnumerator').flatMap((member) => (member.k === 'method' ? [member.invoke(self, [], { ...c, type: need('IEnumerable', 1).of([need('Char').open]) })] : []))[0] ?? null,
  'string Normalize()': (_c, self: string) => self.normalize(),
  'string Normalize(NormalizationForm form)': (_c, self: string, form: EnumValue) => self.normalize({ 1: 'NFC', 2: 'NFD', 5: 'NFKC', 6: 'NFKD' }[form.value] ?? 'NFC'),
  'bool IsNormalized()': (_c, self: string) => self === self.normalize(),
  'static bool IsNullOrEmpty(string value)': (_c, value: Value) => value === null || value === '',
  'static bool IsNullOrWhiteSpace(string value)': (_c, value: string | null) => value === null || trim(value, null, true, true) === '',
  'static string Format(string format, params object[] args)': (c, text: string | null, args: NetArray | null) => (args === null ? nullArgument('args') : format(c, c.rt.culture, text, args.items)),
  'static string Format(IFormatProvider provider, string format, params object[] args)': (c, provider: Value, text: string | null, args: NetArray) => format(c, cultureOf(provider, c), text, args.items, provider),
  ...formats,
  'static string Join(string separator, params string[] value)': (c, separator: string | null, items: NetArray | null) => (items === null ? nullArgument('value') : joined(c, separator ?? '', items.items)),
  'static string Join(string separator, params object[] values)': (c, separator: string | null, items: NetArray | null) => (items === null ? nullArgument('values') : joined(c, separator ?? '', items.items)),
  'static string Join<T>(string separator, IEnumerable<T> values)': (c, separator: string | null, items: Value) => (items === null ? nullArgument('values') : joined(c, separator ?? '', iterate(items, c.rt))),
  'static string Join(string separator, IEnumerable<string> values)': (c, separator: string | null, items: Value) => (items === null ? nullArgument('values') : joined(c, separator ?? '', iterate(items, c.rt))),
  'static string Join(string separator, string[] value, int startIndex, int count)': (c, separator: string | null, items: NetArray | null, start: number, count: number) => (items === null ? nullArgument('value') : joined(c, separator ?? '', joinedPart(items.items, start, count))),
  'static string Join(char separator, string[] value, int startIndex, int count)': (c, separator: Char, items: NetArray | null, start: number, count: number) => (items === null ? nullArgument('value') : joined(c, code(separator), joinedPart(items.items, start, count))),
  'static string Join(char separator, params string[] value)': (c, separator: Char, items: NetArray | null) => (items === null ? nullArgument('value') : joined(c, code(separator), items.items)),
  'static string Join(char separator, params object[] values)': (c, separator: Char, items: NetArray | null) => (items === null ? nullArgument('values') : joined(c, code(separator), items.items)),
  'static string Join<T>(char separator, IEnumerable<T> values)': (c, separator: Char, items: Value) => (items === null ? nullArgument('values') : joined(c, code(separator), iterate(items, c.rt))),
  'static string Concat(object arg0)': (c, a: Value) => textOf(a, c.rt),
  'static string Concat(object arg0, object arg1)': (c, a: Value, b: Value) => joined(c, '', [a, b]),
  'static string Concat(object arg0, object arg1, object arg2)': (c, a: Value, b: Value, d: Value) => joined(c, '', [a, b, d]),
  'static string Concat(params object[] args)': (c, items: NetArray | null) => (items === null ? nullArgument('args') : joined(c, '', items.items)),
  'static string Concat(string str0, string str1)': (c, a: Value, b: Value) => joined(c, '', [a, b]),
  'static string Concat(string str0, string str1, string str2)': (c, a: Value, b: Value, d: Value) => joined(c, '', [a, b, d]),
  'static string Concat(string str0, string str1, string str2, string str3)': (c, a: Value, b: Value, d: Value, e: Value) => joined(c, '', [a, b, d, e]),
  'static string Concat(params string[] values)': (c, items: NetArray | null) => (items === null ? nullArgument('values') : joined(c, '', items.items)),
  'static string Concat<T>(IEnumerable<T> values)': (c, items: Value) => (items === null ? nullArgument('values') : joined(c, '', iterate(items, c.rt))),
  'static string Concat(IEnumerable<string> values)': (c, items: Value) => (items === null ? nullArgument('values') : joined(c, '', iterate(items, c.rt))),
  'static int Compare(string strA, string strB)': (c, a: string | null, b: string | null) => compareStrings(a, b, comparisonOf(c, null)),
  'static int Compare(string strA, string strB, bool ignoreCase)': (c, a: string | null, b: string | null, ignoreCase: boolean) => compareStrings(a, b, { ordinal: false, ignoreCase, culture: c.rt.culture.name }),
  'static int Compare(string strA, string strB, StringComparison comparisonType)': (c, a: string | null, b: string | null, comparison: Value) => compareStrings(a, b, comparisonOf(c, comparison)),
  'static int Compare(string strA, string strB, bool ignoreCase, CultureInfo culture)': (c, a: string | null, b: string | null, ignoreCase: boolean, culture: Value) => compareStrings(a, b, { ordinal: false, ignoreCase, culture: cultureOf(culture, c).name }),
  'static int Compare(string strA, int indexA, string strB, int indexB, int length)': (c, a: string, from: number, b: string, to: number, length: number) => compareStrings(a.slice(from, from + length), b.slice(to, to + length), comparisonOf(c, null)),
  'static int Compare(string strA, int indexA, string strB, int indexB, int length, bool ignoreCase)': (c, a: string, from: number, b: string, to: number, length: number, ignoreCase: boolean) => compareStrings(a.slice(from, from + length), b.slice(to, to + length), { ordinal: false, ignoreCase, culture: c.rt.culture.name }),
  'static int Compare(string strA, int indexA, string strB, int indexB, int length, StringComparison comparisonType)': (c, a: string, from: number, b: string, to: number, length: number, comparison: Value) => compareStrings(a.slice(from, from + length), b.slice(to, to + length), comparisonOf(c, comparison)),
  'static int Compare(string strA, string strB, CultureInfo culture, CompareOptions options)': (c, a: string | null, b: string | null, culture: Value, options: EnumValue) => compareStrings(a, b, comparisonBy(options, cultureOf(culture, c).name)),
  'static int CompareOrdinal(string strA, int indexA, string strB, int indexB, int length)': (_c, a: string | null, from: number, b: string | null, to: number, length: number) => compareStrings(a && a.slice(from, from + length), b && b.slice(to, to + length), { ordinal: true, ignoreCase: false, culture: '' }),
  'static int CompareOrdinal(string strA, string strB)': (_c, a: string | null, b: string | null) => compareStrings(a, b, { ordinal: true, ignoreCase: false, culture: '' }),
  'static bool Equals(string a, string b)': (_c, a: Value, b: Value) => a === b,
  'static bool Equals(string a, string b, StringComparison comparisonType)': (c, a: string | null, b: string | null, comparison: Value) => compareStrings(a, b, comparisonOf(c, comparison)) === 0,
  'static string Copy(string str)': (_c, value: string) => value,
  'static string Intern(string str)': (_c, value: string) => value,
}, { special: 'string' })); // prettier-ignore

function firstOf(self: string, set: readonly string[], start: number): number {
  const wanted = new Set(set);
  for (let at = start; at < self.length; at++) if (wanted.has(self.charAt(at))) return at;
  return -1;
}
