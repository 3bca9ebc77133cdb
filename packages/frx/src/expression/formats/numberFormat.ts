import { Decimal } from '../values/decimal.ts';
import type { NumberSymbols, Separators } from '../cultures/culture.ts';
import { customNumber } from './customNumber.ts';
import { exactText, fixedParts, floating, groupDigits, shortestDigits, significantDigits } from '../values/digits.ts';
import type { Digits, Half, NumericValue } from '../values/digits.ts';
import { NetException } from '../errors.ts';
import {
  currencyNegativePatterns,
  currencyPositivePatterns,
  numberNegativePatterns,
  percentNegativePatterns,
  percentPositivePatterns,
} from './numberPatterns.ts';
import { Double, Integer, Single } from '../values/values.ts';

/** Writes a number with a .NET format string, standard (`N2`) or custom (`#,##0.00`). Throws FormatException for an unknown standard one. */
export function formatNumber(value: NumericValue, format: string, symbols: NumberSymbols): string {
  const special = specialText(value, symbols);
  if (special !== undefined) return special;
  const standard = /^([a-zA-Z])(\d{0,2})$/u.exec(format);
  if (format === '') return generalText(value, -1, 'E', symbols);
  if (!standard) return customNumber(value, format, symbols);
  const letter = standard[1] ?? '';
  const precision = standard[2] ? Number(standard[2]) : -1;
  switch (letter) {
    case 'C':
    case 'c':
      return currencyText(value, precision < 0 ? symbols.currencyDecimalDigits : precision, symbols, 'even');
    case 'N':
    case 'n':
      return groupedText(value, precision < 0 ? symbols.decimalDigits : precision, symbols, 'even');
    case 'F':
    case 'f':
      return fixedText(value, precision < 0 ? symbols.decimalDigits : precision, symbols);
    case 'P':
    case 'p':
      return percentText(value, precision < 0 ? symbols.percentDecimalDigits : precision, symbols, 'even');
    case 'E':
    case 'e':
      return exponentText(
        significantDigits(value, (precision < 0 ? 6 : precision) + 1),
        precision < 0 ? 6 : precision,
        letter,
        symbols,
      );
    case 'G':
    case 'g':
      return generalText(
        value,
        precision > 0 ? precision : precision === 0 && value instanceof Decimal ? 29 : -1,
        letter === 'G' ? 'E' : 'e',
        symbols,
      );
    case 'R':
    case 'r':
      if (!(value instanceof Double || value instanceof Single))
        throw new NetException('FormatException', 'Format specifier was invalid.');
      return generalText(value, -1, letter === 'R' ? 'E' : 'e', symbols);
    case 'D':
    case 'd':
      return wholeText(value, precision, symbols);
    case 'X':
    case 'x':
      return hexadecimalText(value, precision, letter);
    default:
      throw new NetException('FormatException', 'Format specifier was invalid.');
  }
}

/** Writes a number as `ToString()` without a format: shortest digits, trailing zeros of a decimal kept. */
export function numberText(value: NumericValue, symbols: NumberSymbols): string {
  if (typeof value === 'number') return value < 0 ? symbols.negativeSign + String(-value) : String(value);
  if (value instanceof Double) {
    const size = Math.abs(value.value);
    // In this range JavaScript writes the same digits, without an exponent.
    if (size >= 1e-4 && size < 1e15) {
      const text = String(value.value);
      if (symbols.decimalSeparator === '.' && symbols.negativeSign === '-') return text;
      return text.replace('.', symbols.decimalSeparator).replace('-', symbols.negativeSign);
    }
  }
  return specialText(value, symbols) ?? generalText(value, -1, 'E', symbols);
}

function specialText(value: NumericValue, symbols: NumberSymbols): string | undefined {
  const number = floating(value);
  if (number === undefined || Number.isFinite(number)) return undefined;
  if (Number.isNaN(number)) return symbols.nan;
  return number > 0 ? symbols.positiveInfinity : symbols.negativeInfinity;
}

/** Inserts digits into one of the patterns of `numberPatterns.ts`. */
function fill(pattern: string, digits: string, symbol: string, negativeSign: string): string {
  let text = '';
  for (const character of pattern) {
    if (character === 'n') text += digits;
    else if (character === '$' || character === '%') text += symbol;
    else text += character === '-' ? negativeSign : character;
  }
  return text;
}

function grouped(
  value: NumericValue,
  decimals: number,
  symbols: Separators,
  half: Half,
  hundredfold = false,
): { negative: boolean; text: string } {
  const parts = fixedParts(value, hundredfold ? decimals + 2 : decimals, half);
  const { negative } = parts;
  // Moves the point within the digits: a double times 100 would be rounded again.
  const whole = hundredfold ? (parts.whole + parts.fraction.slice(0, 2)).replace(/^0+(?=\d)/u, '') : parts.whole;
  const fraction = hundredfold ? parts.fraction.slice(2) : parts.fraction;
  const text = groupDigits(whole, symbols.groupSeparator, symbols.groupSizes);
  return { negative, text: decimals > 0 ? text + symbols.decimalSeparator + fraction : text };
}

/** `N`: groups, decimals, the culture's negative pattern. */
export function groupedText(
  value: NumericValue,
  decimals: number,
  symbols: NumberSymbols,
  half: Half = 'away',
): string {
  const { negative, text } = grouped(value, decimals, symbols, half);
  if (!negative) return text;
  return fill(numberNegativePatterns[symbols.negativePattern] ?? '-n', text, '', symbols.negativeSign);
}

/** `C`. */
export function currencyText(
  value: NumericValue,
  decimals: number,
  symbols: NumberSymbols,
  half: Half = 'away',
): string {
  const { negative, text } = grouped(value, decimals, symbols.currency, half);
  const pattern = negative
    ? (currencyNegativePatterns[symbols.currencyNegativePattern] ?? '-$n')
    : (currencyPositivePatterns[symbols.currencyPositivePattern] ?? '$n');
  return fill(pattern, text, symbols.currencySymbol, symbols.negativeSign);
}

/** `P`: a hundred times the value. */
export function percentText(
  value: NumericValue,
  decimals: number,
  symbols: NumberSymbols,
  half: Half = 'away',
): string {
  const { negative, text } = grouped(value, decimals, symbols.percent, half, true);
  const pattern = negative
    ? (percentNegativePatterns[symbols.percentNegativePattern] ?? '-n%')
    : (percentPositivePatterns[symbols.percentPositivePattern] ?? 'n%');
  return fill(pattern, text, symbols.percentSymbol, symbols.negativeSign);
}

function fixedText(value: NumericValue, decimals: number, symbols: NumberSymbols): string {
  const { negative, whole, fraction } = fixedParts(value, decimals, 'even');
  return (negative ? symbols.negativeSign : '') + whole + (decimals > 0 ? symbols.decimalSeparator + fraction : '');
}

/** `E`: one digit before the separator, at least three in the exponent. */
function exponentText(value: Digits, decimals: number, letter: string, symbols: NumberSymbols): string {
  const exponent = value.digits === '' ? 0 : value.point - 1;
  const fraction = value.digits.slice(1, decimals + 1).padEnd(decimals, '0');
  return (
    (value.negative ? symbols.negativeSign : '') +
    (value.digits[0] ?? '0') +
    (decimals > 0 ? symbols.decimalSeparator + fraction : '') +
    letter +
    (exponent < 0 ? symbols.negativeSign : symbols.positiveSign) +
    String(Math.abs(exponent)).padStart(3, '0')
  );
}

/** Maximum digits of the integer part before an exponent is used: those needed to parse the same value. */
const DOUBLE_DIGITS = 17;
const SINGLE_DIGITS = 9;

/** `G`: plain, or with an exponent when the number is longer than its type's precision or smaller than 0.0001. */
function generalText(value: NumericValue, precision: number, letter: 'E' | 'e', symbols: NumberSymbols): string {
  if (precision < 0 && !(value instanceof Double) && !(value instanceof Single)) {
    const text = exactText(value);
    const sign = text.startsWith('-') ? symbols.negativeSign : '';
    return sign + (sign ? text.slice(1) : text).replace('.', symbols.decimalSeparator);
  }
  const all = precision < 0 ? shortestDigits(value) : significantDigits(value, precision);
  const { digits, point } = all;
  const sign = all.negative && digits !== '' ? symbols.negativeSign : '';
  if (digits === '')
    return floating(value) !== undefined && Object.is(floating(value), -0) ? `${symbols.negativeSign}0` : '0';
  const most =
    precision < 0 ? Math.max(digits.length, value instanceof Single ? SINGLE_DIGITS : DOUBLE_DIGITS) : precision;
  if (point > most || point < -3) {
    const exponent = point - 1;
    const fraction = digits.length > 1 ? symbols.decimalSeparator + digits.slice(1) : '';
    const exponentSign = exponent < 0 ? symbols.negativeSign : symbols.positiveSign;
    return sign + (digits[0] ?? '') + fraction + letter + exponentSign + String(Math.abs(exponent)).padStart(2, '0');
  }
  if (point <= 0) return `${sign}0${symbols.decimalSeparator}${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return sign + digits.padEnd(point, '0');
  return sign + digits.slice(0, point) + symbols.decimalSeparator + digits.slice(point);
}

function isWholeType(value: NumericValue): value is number | bigint | Integer {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Integer;
}

function wholeText(value: NumericValue, precision: number, symbols: NumberSymbols): string {
  if (!isWholeType(value)) throw new NetException('FormatException', 'Format specifier was invalid.');
  const text = exactText(value);
  const negative = text.startsWith('-');
  return (negative ? symbols.negativeSign : '') + (negative ? text.slice(1) : text).padStart(precision, '0');
}

const bitsOfSmallTypes = { byte: 8, sbyte: 8, short: 16, ushort: 16, uint: 32, ulong: 64 } as const;

function hexadecimalText(value: NumericValue, precision: number, letter: string): string {
  if (!isWholeType(value)) throw new NetException('FormatException', 'Format specifier was invalid.');
  const bits = typeof value === 'number' ? 32 : typeof value === 'bigint' ? 64 : bitsOfSmallTypes[value.type];
  const text = BigInt.asUintN(bits, BigInt(exactText(value)))
    .toString(16)
    .padStart(precision, '0');
  return letter === 'X' ? text.toUpperCase() : text;
}
