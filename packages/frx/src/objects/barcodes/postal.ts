/** Codes of the post: bars of one width that differ in height. */
import { digitsOf } from './digits.ts';
import { barExtents } from './encoder.ts';

/** Tall and half bars; the reference prints no check digit, so the library's is taken out again. */
export function postnetPattern(text: string): string {
  const digits = digitsOf(text);
  const padded =
    digits.length <= 5
      ? digits.padEnd(5, '0')
      : digits.length <= 9
        ? digits.padEnd(9, '0')
        : digits.slice(0, 11).padEnd(11, '0');
  const tall = barExtents('postnet', padded).map(({ to }) => to > 0.7);
  const body = tall.slice(1, 1 + 5 * Math.min(digits.length, padded.length));
  return [true, ...body, true].map((bar) => (bar ? '5' : '9')).join('1');
}

/** Bars that reach up, down, both ways or neither, with spaces of the class given. */
export function fourStatePattern(symbology: 'japanpost' | 'onecode', text: string, space: '1' | '2'): string {
  return barExtents(symbology, text)
    .map(({ from, to }) => (from > 0.1 ? (to > 0.9 ? 'F' : 'E') : to > 0.9 ? '6' : 'G'))
    .join(space);
}

/** The hyphens of the postal code, after its third digit and behind it, are not encoded. */
export function japanPostPattern(text: string): string {
  return fourStatePattern('japanpost', text.replace(/^(\d{3})-/, '$1').replace(/^(\d{7})-/, '$1'), '1');
}
