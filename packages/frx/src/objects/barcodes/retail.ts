/** EAN, UPC and their supplements: guard bars extend beside the digits, some of which are outside of the bars. */
import { checkDigit, digitsOf, fixedLength, withCheckDigit } from './digits.ts';
import { barWidths } from './encoder.ts';
import { flagOption } from './options.ts';
import { fourWidths, longBars, patternOf, patternWidth, textBelow } from './pattern.ts';
import type { Barcode, BarText } from './types.ts';

type Classes = readonly [number, number, number, number];

/** Bars of an EAN or UPC symbol and positions of its digits. Lengths in bar units from the first bar. */
export interface RetailCode {
  readonly pattern: string;
  readonly printedText: string;
  readonly extraLeft?: number;
  readonly extraRight?: number;
  readonly texts?: readonly BarText[];
  readonly textAbove?: boolean;
}

/** Bar units of margin for a digit beside the bars. */
const OUTSIDE = 8;

function guarded(widths: readonly number[], guards: readonly (readonly [number, number])[]): string {
  const pattern = patternOf(widths, fourWidths);
  let result = '';
  for (let index = 0; index < pattern.length; index++) {
    const long = guards.some(([from, to]) => index >= from && index < to);
    result += long ? longBars(pattern.charAt(index)) : pattern.charAt(index);
  }
  return result;
}

/** Widths of the seven modules of a digit right of the centre (GS1 General Specifications, 5.2.1). */
const RIGHT_DIGITS = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'];
const CLOSING_GUARD = 3;

/**
 * Widths of the bars of all digits, with the last one as given: the library refuses a wrong check digit, the reference prints it.
 * It precedes the closing guard.
 */
function widthsOf(symbology: 'ean8' | 'ean13' | 'upca', digits: string): readonly number[] {
  const body = digits.slice(0, -1);
  const widths = barWidths(symbology, body + checkDigit(body));
  const last = Array.from(RIGHT_DIGITS[Number(digits.slice(-1))]!, Number);
  return widths.toSpliced(widths.length - CLOSING_GUARD - last.length, last.length, ...last);
}

function checksum(barcode: Barcode): boolean {
  return flagOption(barcode, 'CalcCheckSum', true);
}

/** Encodes EAN-8: seven digits and a check digit, four digits on each side of the middle guard. */
export function encodeEan8(barcode: Barcode, text: string, classes: Classes): RetailCode {
  const digits = withCheckDigit(text, 8, checksum(barcode));
  const pattern = guarded(widthsOf('ean8', digits), [
    [0, 3],
    [19, 24],
    [40, 43],
  ]);
  return {
    pattern,
    printedText: digits,
    texts: [
      textBelow(digits.slice(0, 4), pattern, classes, 3, 20),
      textBelow(digits.slice(4), pattern, classes, 23, 40),
    ],
  };
}

/** Encodes EAN-13: twelve digits and a check digit; the first is printed beside the bars. */
export function encodeEan13(barcode: Barcode, text: string, classes: Classes): RetailCode {
  const digits = withCheckDigit(text, 13, checksum(barcode));
  const pattern = guarded(widthsOf('ean13', digits), [
    [0, 3],
    [27, 32],
    [56, 59],
  ]);
  return {
    pattern,
    printedText: digits,
    extraLeft: OUTSIDE,
    texts: [
      { text: digits.slice(0, 1), from: -8, to: -2 },
      textBelow(digits.slice(1, 7), pattern, classes, 3, 28),
      textBelow(digits.slice(7), pattern, classes, 31, 56),
    ],
  };
}

/** Encodes UPC-A: eleven digits and a check digit; the first and the last are printed small beside the bars. */
export function encodeUpcA(barcode: Barcode, text: string, classes: Classes): RetailCode {
  const digits = withCheckDigit(text, 12, checksum(barcode));
  const pattern = guarded(widthsOf('upca', digits), [
    [0, 7],
    [27, 32],
    [52, 59],
  ]);
  const end = patternWidth(pattern, classes);
  return {
    pattern,
    printedText: digits,
    extraLeft: OUTSIDE,
    extraRight: OUTSIDE,
    texts: [
      { text: digits.slice(0, 1), from: -8, to: -2, small: true },
      textBelow(digits.slice(1, 6), pattern, classes, 7, 27),
      textBelow(digits.slice(6, 11), pattern, classes, 32, 52),
      { text: digits.slice(11), from: end + 1, to: end + 8, small: true },
    ],
  };
}

/** Encodes UPC-E of number system 0 or 1: six digits; the check digit is that of the UPC-A number they abbreviate. */
export function encodeUpcE(barcode: Barcode, text: string, classes: Classes, system: '0' | '1'): RetailCode {
  const given = digitsOf(fixedLength(text, checksum(barcode) ? 6 : 7));
  const body = given.slice(0, 6);
  const check = given.slice(6) === '' ? upcECheckDigit(system, body) : given.slice(6);
  const number = `${system}${body}${check}`;
  const pattern = guarded(widthsOfUpcE(body, system, check), [
    [0, 3],
    [27, 33],
  ]);
  const end = patternWidth(pattern, classes);
  return {
    pattern,
    printedText: number.slice(1),
    extraLeft: OUTSIDE,
    extraRight: OUTSIDE,
    texts: [
      { text: system, from: -8, to: -2, small: true },
      textBelow(body, pattern, classes, 3, 27),
      { text: number.slice(7), from: end + 1, to: end + 8, small: true },
    ],
  };
}

/** Digits of UPC-E that are reversed, by the check digit, in number system 0; in system 1 the others are (GS1 General Specifications, 5.2.2.4). */
const TURNED_DIGITS = ['012', '013', '014', '015', '023', '034', '045', '024', '025', '035'];

/** Widths of the bars of UPC-E. The check digit has no bars; it selects the reversed digits, and may be wrong. */
function widthsOfUpcE(body: string, system: '0' | '1', check: string): readonly number[] {
  const digits = Array.from(body, (digit, index) => {
    const widths = Array.from(RIGHT_DIGITS[Number(digit)]!, Number);
    const turned = TURNED_DIGITS[Number(check)]!.includes(String(index));
    return turned === (system === '0') ? widths.toReversed() : widths;
  });
  return [1, 1, 1, ...digits.flat(), 1, 1, 1, 1, 1, 1];
}

/** The last digit of a UPC-E number encodes where its zeros were left out (GS1 General Specifications, 7.10). */
function upcECheckDigit(system: string, body: string): string {
  const last = body.slice(5);
  let long = `${body.slice(0, 5)}0000${last}`;
  if (last <= '2') long = `${body.slice(0, 2)}${last}0000${body.slice(2, 5)}`;
  else if (last === '3') long = `${body.slice(0, 3)}00000${body.slice(3, 5)}`;
  else if (last === '4') long = `${body.slice(0, 4)}00000${body.slice(4, 5)}`;
  return withCheckDigit(system + long, 12, true).slice(11);
}

/** Encodes the supplement of two or five digits beside EAN or UPC, with its digits above the bars. */
export function encodeSupplement(text: string, length: 2 | 5, barWidth: (pattern: string) => number): RetailCode {
  const digits = digitsOf(fixedLength(text, length));
  const pattern = patternOf(barWidths(length === 2 ? 'ean2' : 'ean5', digits), fourWidths);
  return { pattern, printedText: digits, textAbove: true, texts: [{ text: digits, from: 0, to: barWidth(pattern) }] };
}
