import { Decimal } from './decimal.ts';
import { Double, Integer, Single } from './values.ts';
import type { Value } from './values.ts';

/** A number of any .NET numeric type. */
export type NumericValue = number | bigint | Integer | Double | Single | Decimal;

export function isNumeric(value: Value): value is NumericValue {
  if (typeof value === 'number' || typeof value === 'bigint') return true;
  return value instanceof Decimal || value instanceof Double || value instanceof Integer || value instanceof Single;
}

/** A number as decimal digits: 0.`digits` × 10^`point`; no leading zeros, "" for zero. */
export interface Digits {
  readonly negative: boolean;
  readonly digits: string;
  readonly point: number;
}

/** Code of `0`. */
const ZERO = 48;

function fromPlainText(text: string): Digits {
  const negative = text.startsWith('-');
  const from = negative ? 1 : 0;
  const e = text.indexOf('e');
  const to = e < 0 ? text.length : e;
  const dot = text.indexOf('.');
  const whole = dot < 0 ? to - from : dot - from;
  const all = dot < 0 ? text.slice(from, to) : text.slice(from, dot) + text.slice(dot + 1, to);
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === ZERO) first++;
  let last = all.length;
  while (last > first && all.charCodeAt(last - 1) === ZERO) last--;
  if (first === last) return { negative, digits: '', point: 0 };
  return {
    negative,
    digits: all.slice(first, last),
    point: whole - first + (e < 0 ? 0 : Number(text.slice(e + 1))),
  };
}

/** The value of a double or float; undefined for the exact types. */
export function floating(value: NumericValue): number | undefined {
  return value instanceof Double || value instanceof Single ? value.value : undefined;
}

/** Shortest digits that are parsed to the same double or float; all digits of other numbers. */
export function shortestDigits(value: NumericValue): Digits {
  if (value instanceof Single) return fromPlainText(shortestSingle(value.value));
  if (value instanceof Double) return fromPlainText(shortestDouble(value.value));
  return fromPlainText(exactText(value));
}

/**
 * Rounding of a double or float exactly between two results: to even by the format strings of .NET Core, away from zero by the
 * formats of templates. Decimals are always rounded away from zero.
 */
export type Half = 'even' | 'away';

/** Maximum number of digits that JavaScript writes. */
const MAX_DIGITS = 100;

/**
 * A floating-point number with a given number of digits. .NET Core selects the even digit when the number is exactly between two results;
 * JavaScript selects the greater one.
 */
function evenAtHalf(write: (count: number) => string, count: number): string {
  const rounded = write(Math.min(count, MAX_DIGITS));
  if (count + 1 > MAX_DIGITS) return rounded;
  const [longer = '', exponent] = write(count + 1).split('e');
  const cut = longer.slice(0, -1).replace(/\.$/u, '');
  if (!longer.endsWith('5') || !/[02468]$/u.test(cut)) return rounded;
  const [all = ''] = write(Math.min(count + 60, MAX_DIGITS)).split('e');
  if (!all.startsWith(longer) || /[1-9]/u.test(all.slice(longer.length))) return rounded;
  return exponent === undefined ? cut : `${cut}e${exponent}`;
}

/** Digits rounded to `precision` significant ones: half to even for doubles and floats, half away from zero for the exact types. */
export function significantDigits(value: NumericValue, precision: number): Digits {
  const number = floating(value);
  if (number !== undefined) {
    const digits = fromPlainText(evenAtHalf((count) => number.toPrecision(count), Math.max(precision, 1)));
    return number === 0 ? { ...digits, negative: Object.is(number, -0) } : digits;
  }
  const all = fromPlainText(exactText(value));
  return roundDigits(all, precision - all.point);
}

/** Rounds digits to `decimals` after the decimal point, half away from zero. */
export function roundDigits(value: Digits, decimals: number): Digits {
  const { negative, digits, point } = value;
  const keep = point + decimals;
  if (keep >= digits.length) return value;
  if (keep < 0) return { negative, digits: '', point: 0 };
  if ((digits[keep] ?? '0') < '5') {
    const kept = digits.slice(0, keep).replace(/(?<!0)0+$/u, '');
    return { negative, digits: kept, point: kept === '' ? 0 : point };
  }
  let end = keep;
  while (end > 0 && digits[end - 1] === '9') end--;
  if (end === 0) return { negative, digits: '1', point: point + 1 };
  return { negative, digits: digits.slice(0, end - 1) + String(Number(digits[end - 1]) + 1), point };
}

/** Integer part and exactly `decimals` digits of the fraction, without sign. */
export function fixedParts(
  value: NumericValue,
  decimals: number,
  half: Half = 'away',
): { negative: boolean; whole: string; fraction: string } {
  const number = floating(value);
  let text: string;
  let negative: boolean;
  if (number === undefined) {
    if (value instanceof Decimal) {
      const rounded = value.rounded(Math.min(decimals, 28), 'away').toString();
      negative = rounded.startsWith('-');
      text = negative ? rounded.slice(1) : rounded;
    } else {
      const whole = exactText(value);
      negative = whole.startsWith('-');
      text = negative ? whole.slice(1) : whole;
    }
  } else {
    const size = Math.abs(number);
    negative = number < 0 || Object.is(number, -0);
    text =
      size >= 1e21
        ? String(BigInt(size))
        : half === 'even'
          ? evenAtHalf((count) => size.toFixed(count), decimals)
          : size.toFixed(Math.min(decimals, MAX_DIGITS));
  }
  const dot = text.indexOf('.');
  const whole = dot < 0 ? text : text.slice(0, dot);
  const fraction = (dot < 0 ? '' : text.slice(dot + 1)).padEnd(decimals, '0');
  // A double or float keeps its sign when it is rounded to zero; the exact types do not.
  if (negative && number === undefined && !/[1-9]/u.test(whole + fraction)) negative = false;
  return { negative, whole, fraction };
}

/** All digits of a number that is not a double or float, invariant. */
export function exactText(value: NumericValue): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (value instanceof Decimal) return value.toString();
  return String(value.value);
}

const floatBits = new DataView(new ArrayBuffer(4));

/** The float next to a positive one, away from zero or towards it. */
function besideSingle(size: number, step: 1 | -1): number {
  floatBits.setFloat32(0, size);
  floatBits.setUint32(0, floatBits.getUint32(0) + step);
  return floatBits.getFloat32(0);
}

/** The shortest text of a float. As in .NET, a text exactly between two floats is not used for either. */
function shortestSingle(value: number): string {
  const size = Math.abs(value);
  if (size === 0 || !Number.isFinite(size)) return String(value);
  const low = (size + besideSingle(size, -1)) / 2;
  const above = besideSingle(size, 1);
  const high = (size + (Number.isFinite(above) ? above : 2 ** 128)) / 2;
  for (let precision = 1; precision < 9; precision++) {
    const number = Number(size.toPrecision(precision));
    if (number > low && number < high) return String(value < 0 ? -number : number);
  }
  return String(Number(value.toPrecision(9)));
}

/** From here on a text of at most 17 digits can be exactly between two doubles. */
const HALFWAY = 2 ** 54;

/** The shortest text of a double. As in .NET, a text exactly between two doubles is not used for either; JavaScript uses it for the even one. */
function shortestDouble(value: number): string {
  const size = Math.abs(value);
  if (size < HALFWAY || !Number.isFinite(size)) return String(value);
  const exact = BigInt(size);
  const bits = exact.toString(2);
  const gap = 1n << BigInt(bits.length - 53);
  const isPower = !bits.includes('1', 1);
  for (let precision = 15; precision < 17; precision++) {
    const number = wholeOf(size.toPrecision(precision));
    const distance = number < exact ? (exact - number) * (isPower ? 4n : 2n) : (number - exact) * 2n;
    if (distance < gap) return String(value);
  }
  return value.toPrecision(17);
}

/** The integer in a text of `toPrecision`. */
function wholeOf(text: string): bigint {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const digits = mantissa.replace('.', '');
  const places = Number(exponent) - (mantissa.includes('.') ? digits.length - 1 : 0);
  return BigInt(digits) * 10n ** BigInt(Math.max(0, places));
}

/** Inserts group separators into the digits of an integer. */
export function groupDigits(whole: string, separator: string, sizes: readonly number[]): string {
  const first = sizes[0] ?? 3;
  if (first <= 0 || whole.length <= first) return whole;
  let end = whole.length;
  let text = '';
  for (let index = 0; ; index++) {
    const size = sizes[Math.min(index, sizes.length - 1)] ?? 3;
    if (size <= 0 || end <= size) return whole.slice(0, end) + text;
    text = separator + whole.slice(end - size, end) + text;
    end -= size;
  }
}
