/** The 2 of 5 family: every digit has five elements, two of them wide. */
import { checkDigit, digitsOf, postCheckDigit, withCheckDigit } from './digits.ts';
import { barWidths } from './encoder.ts';
import { flagOption } from './options.ts';
import { patternOf, twoWidths } from './pattern.ts';
import { BarcodeError, type Barcode } from './types.ts';

/** Encoded text: the elements, and the text as printed below them. */
export interface Encoded {
  readonly pattern: string;
  readonly printedText: string;
}

function interleaved(digits: string): string {
  return patternOf(barWidths('interleaved2of5', digits), twoWidths);
}

/** Returns true for a text that the reference treats as a number of the Russian post: `RP` and 13 characters. */
export function isRussianPost(text: string): boolean {
  return text.length === 15 && /^RP/i.test(text);
}

/** Encodes pairs of digits; a single digit gets a leading zero; with a check digit an even text loses its first digit, as in the reference. */
export function encodeInterleaved(barcode: Barcode, text: string): Encoded {
  const digits = digitsOf(isRussianPost(text) ? text.slice(2) : text);
  if (!flagOption(barcode, 'CalcCheckSum', true)) {
    return { pattern: interleaved(digits.length % 2 === 0 ? digits : `0${digits}`), printedText: text };
  }
  const odd = digits.length % 2 === 0 ? digits.slice(1) : digits;
  return { pattern: interleaved(odd + checkDigit(odd)), printedText: text };
}

/** Encodes 2 of 5 Industrial: only the widths of bars represent digits. */
export function encodeIndustrial(barcode: Barcode, text: string): Encoded {
  return {
    pattern: `${patternOf(barWidths('industrial2of5', checked(barcode, text)), twoWidths)}0`,
    printedText: text,
  };
}

/** Start and stop begin with a bar one class wider than the wide ones. */
export function encodeMatrix(barcode: Barcode, text: string): Encoded {
  const widths = barWidths('matrix2of5', checked(barcode, text));
  const stop = widths.length - 5;
  return {
    pattern: patternOf(widths, (width, index) => (index === 0 || index === stop ? 2 : twoWidths(width))),
    printedText: text,
  };
}

function checked(barcode: Barcode, text: string): string {
  const digits = digitsOf(text);
  return flagOption(barcode, 'CalcCheckSum', true) ? digits + checkDigit(digits) : digits;
}

function postDigits(barcode: Barcode, text: string, length: number): string {
  const digits = digitsOf(text.replace(/[. ]/g, ''));
  if (digits.length === length) return digits;
  if (digits.length === length - 1 && flagOption(barcode, 'CalcCheckSum', true)) return digits + postCheckDigit(digits);
  throw new BarcodeError(`The barcode accepts ${String(length - 1)} digits and a check digit.`);
}

/** Identcode of the German post: 11 digits and a check digit. */
export function encodeIdentcode(barcode: Barcode, text: string): Encoded {
  const digits = postDigits(barcode, text, 12);
  const body = `${digits.slice(0, 2)}.${digits.slice(2, 5)} ${digits.slice(5, 8)}.${digits.slice(8, 11)}`;
  return {
    pattern: interleaved(digits),
    printedText: flagOption(barcode, 'PrintCheckSum', true) ? `${body} ${digits.slice(11)}` : body,
  };
}

/** Leitcode of the German post: 13 digits and a check digit. */
export function encodeLeitcode(barcode: Barcode, text: string): Encoded {
  const digits = postDigits(barcode, text, 14);
  const parts = [digits.slice(0, 5), digits.slice(5, 8), digits.slice(8, 11)].map((part) => `${part}. `);
  return { pattern: interleaved(digits), printedText: `${parts.join('')}${digits.slice(11, 13)} ${digits.slice(13)}` };
}

/** ITF-14 with its quiet zones of ten and bearers of four modules. */
export function encodeItf14(barcode: Barcode, text: string): Encoded {
  const digits = withCheckDigit(text, 14, flagOption(barcode, 'CalcCheckSum', true));
  const side = '0'.repeat(14);
  return { pattern: side + interleaved(digits) + side, printedText: digits };
}
