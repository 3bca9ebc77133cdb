import type { NumberSymbols } from '../cultures/culture.ts';
import { floating, groupDigits, roundDigits, shortestDigits, significantDigits } from '../values/digits.ts';
import type { Digits, NumericValue } from '../values/digits.ts';

/** A part of a section of a custom format. */
type Piece =
  | { readonly kind: 'digit'; readonly required: boolean }
  | { readonly kind: 'point' }
  | { readonly kind: 'exponent'; readonly letter: string; readonly plus: boolean; readonly digits: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'percent' }
  | { readonly kind: 'permille' };

interface Section {
  readonly pieces: readonly Piece[];
  readonly wholeDigits: number;
  readonly fractionDigits: number;
  /** Index of the first `0` among the integer placeholders; the digits from there on are always written. */
  readonly wholeRequired: number;
  readonly fractionRequired: number;
  readonly grouped: boolean;
  /** Power of ten by which the number is multiplied: 2 per `%`, 3 per `‰`, −3 per comma before the point. */
  readonly power: number;
  readonly exponent: boolean;
  /** Other text is between the integer placeholders, so that each must take its own digit. */
  readonly interrupted: boolean;
}

const cache = new Map<string, readonly Section[]>();

function sectionsOf(format: string): readonly Section[] {
  let sections = cache.get(format);
  if (!sections) {
    sections = splitSections(format).map(readSection);
    if (cache.size > 500) cache.clear();
    if (format.length < 500) cache.set(format, sections);
  }
  return sections;
}

/** Splits at `;` outside quotes. */
function splitSections(format: string): string[] {
  const sections: string[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < format.length; at++) {
    const character = format[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '\\') at++;
    else if (character === ';') {
      sections.push(format.slice(from, at));
      from = at + 1;
    }
  }
  sections.push(format.slice(from));
  return sections;
}

function readSection(format: string): Section {
  const pieces: Piece[] = [];
  let wholeDigits = 0;
  let fractionDigits = 0;
  let firstRequired = -1;
  let fractionRequired = 0;
  let afterPoint = false;
  let exponent = false;
  let grouped = false;
  let commas = 0;
  let power = 0;
  const text = (value: string): void => {
    const last = pieces.at(-1);
    if (last?.kind === 'text') pieces[pieces.length - 1] = { kind: 'text', text: last.text + value };
    else pieces.push({ kind: 'text', text: value });
  };
  for (let at = 0; at < format.length; at++) {
    const character = format[at] ?? '';
    if (character === '0' || character === '#') {
      if (afterPoint) {
        fractionDigits++;
        if (character === '0') fractionRequired = fractionDigits;
      } else {
        if (commas > 0 && wholeDigits > 0) grouped = true;
        commas = 0;
        if (character === '0' && firstRequired < 0) firstRequired = wholeDigits;
        wholeDigits++;
      }
      pieces.push({ kind: 'digit', required: character === '0' });
    } else if (character === '.') {
      if (!afterPoint) pieces.push({ kind: 'point' });
      afterPoint = true;
    } else if (character === ',') {
      if (!afterPoint) commas++;
    } else if (character === '%') {
      power += 2;
      pieces.push({ kind: 'percent' });
    } else if (character === '‰') {
      power += 3;
      pieces.push({ kind: 'permille' });
    } else if (character === '"' || character === "'") {
      const end = format.indexOf(character, at + 1);
      text(format.slice(at + 1, end < 0 ? format.length : end));
      at = end < 0 ? format.length : end;
    } else if (character === '\\') text(format[++at] ?? '');
    else if ((character === 'E' || character === 'e') && /^[+-]?0/u.test(format.slice(at + 1, at + 3))) {
      const match = /^([+-]?)(0+)/u.exec(format.slice(at + 1));
      const digits = Math.min(match?.[2]?.length ?? 1, 10);
      pieces.push({ kind: 'exponent', letter: character, plus: match?.[1] === '+', digits });
      exponent = true;
      at += match?.[0].length ?? 0;
    } else text(character);
  }
  return {
    pieces,
    wholeDigits,
    fractionDigits,
    wholeRequired: firstRequired < 0 ? 0 : wholeDigits - firstRequired,
    fractionRequired,
    grouped,
    power: power - (wholeDigits > 0 ? commas * 3 : 0),
    exponent,
    interrupted: isInterrupted(pieces, wholeDigits),
  };
}

function isInterrupted(pieces: readonly Piece[], wholeDigits: number): boolean {
  const first = pieces.findIndex(({ kind }) => kind === 'digit');
  return pieces.slice(first, first + wholeDigits).some(({ kind }) => kind !== 'digit');
}

/** Writes a number with a .NET custom format: up to three sections for positive, negative and zero. */
export function customNumber(value: NumericValue, format: string, symbols: NumberSymbols): string {
  const sections = sectionsOf(format);
  const number = floating(value);
  // .NET uses 15 digits of a double (and of a float, for which 7 are not enough) for custom formats.
  const all = number === undefined ? shortestDigits(value) : significantDigits(value, 15);
  let chosen = chooseSection(sections, all);
  let section = sections[chosen];
  let digits = section ? rounded(all, section) : all;
  if (section && digits.digits === '' && all.digits !== '') {
    // A number that is rounded to zero uses the section of zero, else the first one.
    const zero = sections[2] && sections[2].pieces.length > 0 ? 2 : 0;
    chosen = zero;
    section = sections[zero];
  }
  if (!section) return '';
  const written = writeSection(digits, section, symbols);
  // A double or float keeps its sign when it is rounded to zero.
  const isSigned = digits.digits !== '' || (number !== undefined && written !== '');
  const sign = digits.negative && isSigned && chosen === 0;
  return sign ? symbols.negativeSign + written : written;
}

function chooseSection(sections: readonly Section[], value: Digits): number {
  const usable = (index: number): boolean => (sections[index]?.pieces.length ?? 0) > 0;
  if (value.digits === '') return sections.length > 2 && usable(2) ? 2 : 0;
  if (value.negative && sections.length > 1 && usable(1)) return 1;
  return 0;
}

function rounded(value: Digits, section: Section): Digits {
  const moved = value.digits === '' ? value : { ...value, point: value.point + section.power };
  if (!section.exponent) return roundDigits(moved, section.fractionDigits);
  return roundDigits(moved, section.wholeDigits + section.fractionDigits - moved.point);
}

function writeSection(value: Digits, section: Section, symbols: NumberSymbols): string {
  const point = section.exponent && value.digits !== '' ? section.wholeDigits : value.point;
  let whole = point > 0 ? value.digits.slice(0, point).padEnd(point, '0') : '';
  whole = whole.padStart(section.exponent && value.digits === '' ? section.wholeDigits : section.wholeRequired, '0');
  let fraction = point > 0 ? value.digits.slice(point) : value.digits === '' ? '' : '0'.repeat(-point) + value.digits;
  fraction = fraction.slice(0, section.fractionDigits).padEnd(section.fractionRequired, '0');
  const shown = section.grouped ? groupDigits(whole, symbols.groupSeparator, symbols.groupSizes) : whole;
  // Placeholders take their digits from the right; the first one takes all remaining digits.
  const digitsFrom = section.interrupted ? shownOffsets(shown, whole.length, section.wholeDigits) : undefined;
  let placeholder = 0;
  let behind = 0;
  let text = '';
  for (const piece of section.pieces) {
    if (piece.kind === 'digit') {
      if (placeholder < section.wholeDigits) {
        if (digitsFrom) text += shown.slice(digitsFrom[placeholder], digitsFrom[placeholder + 1]);
        else if (placeholder === 0) text += shown;
        placeholder++;
      } else text += fraction[behind++] ?? '';
    } else if (piece.kind === 'point') {
      if (section.wholeDigits === 0 && whole !== '') text += shown;
      if (fraction !== '') text += symbols.decimalSeparator;
    } else if (piece.kind === 'exponent') text += exponentText(value, section, piece, symbols);
    else if (piece.kind === 'percent') text += symbols.percentSymbol;
    else if (piece.kind === 'permille') text += '‰';
    else text += piece.text;
  }
  return text;
}

/** Start of each integer placeholder's part in the grouped digits; one more entry for the end. */
function shownOffsets(shown: string, digits: number, placeholders: number): number[] {
  const offsets: number[] = [];
  const positions: number[] = [];
  for (let at = 0; at < shown.length; at++) if (/\d/u.test(shown[at] ?? '')) positions.push(at);
  for (let index = 0; index < placeholders; index++) {
    const digit = digits - placeholders + index;
    if (index === 0 || digit <= 0) offsets.push(0);
    else offsets.push((positions[digit - 1] ?? -1) + 1);
  }
  offsets.push(shown.length);
  return offsets;
}

function exponentText(
  value: Digits,
  section: Section,
  piece: Extract<Piece, { kind: 'exponent' }>,
  symbols: NumberSymbols,
): string {
  const exponent = value.digits === '' ? 0 : value.point - section.wholeDigits;
  const sign = exponent < 0 ? symbols.negativeSign : piece.plus ? symbols.positiveSign : '';
  return piece.letter + sign + String(Math.abs(exponent)).padStart(piece.digits, '0');
}
