/** Codes of the post: bars of one width that differ in height. */
import { digitsOf } from './digits.ts';
import { barExtents } from './encoder.ts';
import { BarcodeError } from './types.ts';

/** Tall and half bars; the reference prints no check digit, so the library's is taken out again. */
export function postnetPattern(text: string): string {
  const bars = Array.from(digitsOf(text), (digit) => barExtents('postnet', digit.repeat(5)).slice(1, 6)).flat();
  return [true, ...bars.map(({ to }) => to > 0.7), true].map((tall) => (tall ? '5' : '9')).join('1');
}

/** Bars that reach up, down, both ways or neither, with spaces of the class given. */
export function fourStatePattern(symbology: 'japanpost' | 'onecode', text: string, space: '1' | '2'): string {
  return barExtents(symbology, text)
    .map(({ from, to }) => (from > 0.1 ? (to > 0.9 ? 'F' : 'E') : to > 0.9 ? '6' : 'G'))
    .join(space);
}

/** Most characters of an address; a letter counts twice. */
const MOST_CHARACTERS = 20;

/** The hyphens of the postal code, after its third digit and behind it, are not encoded. */
export function japanPostPattern(text: string): string {
  const encoded = text.replace(/^(\d{3})-/, '$1').replace(/^(\d{7})-/, '$1');
  const length = encoded.replace(/[A-Z]/g, '$&$&').length;
  if (text.length < 7 || !/^\d{7}(?!-)[\dA-Z-]*$/.test(encoded) || length > MOST_CHARACTERS)
    throw new BarcodeError('The barcode takes a postal code and an address in digits, capitals and hyphens.');
  return fourStatePattern('japanpost', encoded, '1');
}
