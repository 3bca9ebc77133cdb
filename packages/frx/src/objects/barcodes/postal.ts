/** Postal codes: bars of one width that differ in height. */
import { digitsOf } from './digits.ts';
import { barExtents } from './encoder.ts';
import { BarcodeError } from './types.ts';

/** Tall and half bars; the reference prints no check digit, so that of the library is removed. */
export function postnetPattern(text: string): string {
  const bars = Array.from(digitsOf(text), (digit) => barExtents('postnet', digit.repeat(5)).slice(1, 6)).flat();
  return [true, ...bars.map(({ to }) => to > 0.7), true].map((tall) => (tall ? '5' : '9')).join('1');
}

/** Bars that extend up, down, both ways or neither, with spaces of the given class. */
export function fourStatePattern(symbology: 'japanpost' | 'onecode', text: string, space: '1' | '2'): string {
  return barExtents(symbology, text)
    .map(({ from, to }) => (from > 0.1 ? (to > 0.9 ? 'F' : 'E') : to > 0.9 ? '6' : 'G'))
    .join(space);
}

/** Maximum number of characters of an address; a letter counts twice. */
const MAX_CHARACTERS = 20;

/** Leaves out the hyphens of the postal code, after its third and last digit. */
export function japanPostPattern(text: string): string {
  const encoded = text.replace(/^(\d{3})-/, '$1').replace(/^(\d{7})-/, '$1');
  const length = encoded.replace(/[A-Z]/g, '$&$&').length;
  if (text.length < 7 || !/^\d{7}(?!-)[\dA-Z-]*$/.test(encoded) || length > MAX_CHARACTERS)
    throw new BarcodeError('The barcode accepts a postal code and an address in digits, capitals and hyphens.');
  return fourStatePattern('japanpost', encoded, '1');
}
