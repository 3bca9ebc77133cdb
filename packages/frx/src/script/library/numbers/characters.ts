import { compareChecked } from '../../runtime/order.ts';
import { ExpressionError } from '../../../expression/errors.ts';
import { toChar } from '../../../expression/members/numbers.ts';
import { Char, Double } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import type { Ref } from '../../runtime/objects.ts';
import { equals, error } from '../../runtime/values.ts';

import { enumValue } from '../enums.ts';
import { alias, declare } from '../registry.ts';
import type { Declarations } from '../registry.ts';
import { WHITE_SPACE } from '../../../expression/parsing/whiteSpace.ts';
import { unicodeCategory } from '../unicode.ts';
import { attempt, constant } from './numbers.ts';

/** System.Char. */

const code = (value: Char): string => String.fromCharCode(value.code);
const charTest =
  (pattern: RegExp): Declarations[string] =>
  (_c: Call, value: Char) =>
    pattern.test(code(value));
/** Categories that System.Char takes from a table of its own, older than that of the other characters. */
const OWN_CATEGORIES: ReadonlyMap<number, string> = new Map([
  [0xa7, 'OtherSymbol'],
  [0xaa, 'LowercaseLetter'],
  [0xad, 'DashPunctuation'],
  [0xb6, 'OtherSymbol'],
  [0xba, 'LowercaseLetter'],
]);
function charCategory(code: number): Value {
  const own = OWN_CATEGORIES.get(code);
  return own === undefined ? unicodeCategory(code) : enumValue('UnicodeCategory', own);
}
const CHAR_TESTS: Readonly<Record<string, RegExp>> = {
  IsDigit: /^\p{Nd}$/u, IsNumber: /^\p{N}$/u, IsLetter: /^\p{L}$/u, IsLetterOrDigit: /^[\p{L}\p{Nd}]$/u, IsUpper: /^\p{Lu}$/u, IsLower: /^[\p{Ll}ªº]$/u,
  IsWhiteSpace: WHITE_SPACE, IsPunctuation: /^(?![§¶])[\p{P}\u00AD]$/u, IsControl: /^\p{Cc}$/u, IsSymbol: /^[\p{S}§¶]$/u, IsSeparator: /^\p{Z}$/u, IsSurrogate: /^[\uD800-\uDFFF]$/u, IsHighSurrogate: /^[\uD800-\uDBFF]$/u, IsLowSurrogate: /^[\uDC00-\uDFFF]$/u,
}; // prettier-ignore
function charAt(text: string, index: number): Char {
  if (index < 0 || index >= text.length)
    throw error(
      'ArgumentOutOfRangeException',
      "Specified argument was out of the range of valid values. (Parameter 'index')",
    );
  return new Char(text.charCodeAt(index));
}
const SIGNS: ReadonlyMap<string, number> = new Map([
  ['¹', 1],
  ['²', 2],
  ['³', 3],
  ['¼', 0.25],
  ['½', 0.5],
  ['¾', 0.75],
]);

/**
 * Returns the numeric value of a character, -1 if it has none. @throws ExpressionError for numeric characters other than digits outside
 * Latin 1
 */
function numericValue(character: string): number {
  if (!/^\p{N}$/u.test(character)) return -1;
  const known = SIGNS.get(character);
  if (known !== undefined) return known;
  if (!/^\p{Nd}$/u.test(character))
    throw new ExpressionError(`char.GetNumericValue of '${character}' is not available`);
  let value = 0;
  // Decimal digits are in blocks of ten, zero first.
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCharCode(character.charCodeAt(0) - value - 1))) value++;
  return value;
}

/** Reads a text of one character. */
function parseChar(text: string | null): Char {
  if (text === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 's')");
  return toChar(text);
}

const cased = (text: string, original: string): Char => new Char((text.length === 1 ? text : original).charCodeAt(0));
alias('char', declare('System', 'struct Char : IComparable, IComparable<Char>, IEquatable<Char>, IConvertible', {
  'string ToString()': (_c, self: Char) => code(self),
  'string ToString(IFormatProvider provider)': (_c, self: Char) => code(self),
  'static string ToString(char c)': (_c, self: Char) => code(self),
  'static UnicodeCategory GetUnicodeCategory(char c)': (_c, self: Char) => charCategory(self.code),
  'static UnicodeCategory GetUnicodeCategory(string s, int index)': (_c, text: string, index: number) => charCategory(text.charCodeAt(index)),
  'TypeCode GetTypeCode()': () => enumValue('TypeCode', 'Char'),
  'int CompareTo(Char value)': (_c, self: Char, other: Char) => self.code - other.code,
  'int CompareTo(object value)': (c, self: Value, other: Value) => compareChecked(c, self, other),
  'bool Equals(Char obj)': (_c, self: Char, other: Char) => self.code === other.code,
  'bool Equals(object obj)': (c, self: Value, other: Value) => equals(self, other, c.rt),
  ...Object.fromEntries(Object.entries(CHAR_TESTS).flatMap(([name, pattern]) => [
    [`static bool ${name}(char c)`, charTest(pattern)],
    [`static bool ${name}(string s, int index)`, (_c: Call, text: string, index: number) => pattern.test(code(charAt(text, index)))],
  ])),
  'static char ToUpper(char c)': (_c, value: Char) => cased(code(value).toUpperCase(), code(value)),
  'static char ToLower(char c)': (_c, value: Char) => cased(code(value).replace('İ', 'i').toLowerCase(), code(value)),
  'static char ToUpper(char c, CultureInfo culture)': (_c, value: Char) => cased(code(value).toUpperCase(), code(value)),
  'static char ToLower(char c, CultureInfo culture)': (_c, value: Char) => cased(code(value).toLowerCase(), code(value)),
  'static char ToUpperInvariant(char c)': (_c, value: Char) => (code(value) === 'ı' ? value : cased(code(value).toUpperCase(), code(value))),
  'static char ToLowerInvariant(char c)': (_c, value: Char) => cased(code(value).toLowerCase(), code(value)),
  'static double GetNumericValue(char c)': (_c, value: Char) => new Double(numericValue(code(value))),
  'static char Parse(string s)': (_c, text: string | null) => parseChar(text),
  'static bool TryParse(string s, out char result)': (_c, text: string | null, result: Ref) => attempt(result, new Char(0), () => parseChar(text)),
  'static string ConvertFromUtf32(int utf32)': (_c, value: number) => fromUtf32(value),
  'static int ConvertToUtf32(string s, int index)': (_c, text: string, index: number) => text.codePointAt(index) ?? 0,
  'static int ConvertToUtf32(char highSurrogate, char lowSurrogate)': (_c, high: Char, low: Char) => {
    if (!isPair(code(high) + code(low))) throw error('ArgumentOutOfRangeException', 'A valid high surrogate character is between 0xd800 and 0xdbff, inclusive.');
    return (code(high) + code(low)).codePointAt(0) ?? 0;
  },
  'static bool IsSurrogatePair(char highSurrogate, char lowSurrogate)': (_c, high: Char, low: Char) => isPair(code(high) + code(low)),
  'static bool IsSurrogatePair(string s, int index)': (_c, text: string, index: number) => isPair(text.slice(index, index + 2)),
  'const char MinValue': constant(new Char(0)),
  'const char MaxValue': constant(new Char(65535)),
}, { special: 'char' })); // prettier-ignore

function fromUtf32(value: number): string {
  if (value >= 0 && value <= 0x10ffff && (value < 0xd800 || value > 0xdfff)) return String.fromCodePoint(value);
  const range =
    'between 0x000000 and 0x10ffff, inclusive, and should not include surrogate codepoint values (0x00d800 ~ 0x00dfff)';
  throw error('ArgumentOutOfRangeException', `A valid UTF32 value is ${range}. (Parameter 'utf32')`);
}

/** Returns true for a surrogate pair. */
function isPair(units: string): boolean {
  return /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(units);
}
