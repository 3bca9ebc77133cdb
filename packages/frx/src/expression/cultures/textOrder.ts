import { toUpper } from './letterCase.ts';
import type { Runtime } from '../scope.ts';

/** Order of texts: by a culture, or by code units. */

/** Method of comparing two texts. */
export interface Comparison {
  readonly ordinal: boolean;
  readonly ignoreCase: boolean;
  readonly ignoreAccents?: boolean;
  readonly culture: string;
}

const collators = new Map<string, Intl.Collator[]>();

/** The collator of a culture; English for the invariant culture. */
function collator(culture: string, ignoreCase: boolean, ignoreAccents: boolean): Intl.Collator {
  let ofCulture = collators.get(culture);
  if (!ofCulture) collators.set(culture, (ofCulture = []));
  const sensitivity = ignoreAccents ? (ignoreCase ? 'base' : 'case') : ignoreCase ? 'accent' : 'variant';
  return (ofCulture[Number(ignoreCase) + 2 * Number(ignoreAccents)] ??= new Intl.Collator(
    culture === '' ? 'en-US' : culture,
    { sensitivity },
  ));
}

/** Compares two texts by the culture of the report. */
export function compareTexts(a: string, b: string, runtime: Runtime): number {
  return collator(runtime.culture.name, false, false).compare(a, b);
}

/** Compares two texts: -1, 0 or 1; ordinal comparison returns the number of .NET. Null is first. */
export function compareStrings(a: string | null, b: string | null, how: Comparison): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? -1 : 1;
  if (!how.ordinal) return Math.sign(collator(how.culture, how.ignoreCase, how.ignoreAccents ?? false).compare(a, b));
  return how.ignoreCase ? compareIgnoringCase(a, b) : compareUnits(a, b);
}

function compareUnits(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/**
 * The order of `StringComparison.OrdinalIgnoreCase`. ASCII letters are compared as capitals. From the first other character on, characters that are not
 * cases of each other are ordered by their original codes: "Ø" is before "é", and "é" before "ø".
 */
function compareIgnoringCase(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x > 0x7f || y > 0x7f) return compareLetters(a.slice(at), b.slice(at));
    const difference = capital(x) - capital(y);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

const capital = (code: number): number => (code >= 0x61 && code <= 0x7a ? code - 0x20 : code);

function compareLetters(a: string, b: string): number {
  const [first, second] = [Array.from(a), Array.from(b)];
  const length = Math.min(first.length, second.length);
  for (let at = 0; at < length; at++) {
    const [x = '', y = ''] = [first[at], second[at]];
    if (x !== y && toUpper(x) !== toUpper(y)) return (x.codePointAt(0) ?? 0) < (y.codePointAt(0) ?? 0) ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}
