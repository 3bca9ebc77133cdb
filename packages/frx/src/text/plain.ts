/**
 * Measuring and wrapping as in GDI+ with its normal string format: every text is 3 % wider than its advances, plus a margin of a sixth of an em
 * at both ends.
 */
import type { Font } from '../page.ts';
import type { FontFace, Fonts, TextSize } from './types.ts';

/** A line of a text: `start` to `end` without trailing spaces; the following line begins at `next`. */
export interface PlainLine {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  /** Advances from `start` to `end` in units of the em. */
  readonly units: number;
  /** The line ends because the next word did not fit. */
  readonly wrapped: boolean;
}

/** Returns the position after a tab at a position on the line, both in px. */
export type TabStops = (position: number) => number;

const WIDENING = 1.03;
/** Tolerance in px by which a word may exceed its line (docs/frx/layout.md, Measuring of texts). */
const HAIR = 0.01;
/** An unlimited width and height in the reference's own measure. */
export const UNLIMITED = 100_000;

/** Size of the em in px. */
export function emOf(font: Font): number {
  return (font.size * 96) / 72;
}

/** Height of one line in px. */
export function lineSpacingOf(face: FontFace, font: Font): number {
  return face.lineSpacing * emOf(font);
}

/** Width that GDI+ measures for a text of these advances, in px. */
export function plainWidth(face: FontFace, font: Font, units: number): number {
  return ((WIDENING * units) / face.unitsPerEm) * emOf(font) + emOf(font) / 3;
}

/** Width of a text without margins, in px (the typographic format). */
export function tightWidth(face: FontFace, font: Font, text: string): number {
  return (face.units(text, 0, text.length) / face.unitsPerEm) * emOf(font);
}

/** Returns the number of units of the em that fit a width in px. */
function unitsFitting(face: FontFace, font: Font, width: number): number {
  const em = emOf(font);
  return (((width + HAIR - em / 3) / em) * face.unitsPerEm) / WIDENING;
}

/** Size of a text that is broken at its line breaks only, or also at `width` px if that is positive. */
export function measurePlain(fonts: Fonts, text: string, font: Font, width: number, tabs?: TabStops): TextSize {
  const face = fonts.face(font);
  const lines = plainLines(face, font, text, width, tabs);
  let widest = 0;
  for (const line of lines) widest = Math.max(widest, line.units);
  return { width: plainWidth(face, font, widest), height: lines.length * lineSpacingOf(face, font) + emOf(font) / 8 };
}

/** Texts of more than one line, and those with trailing spaces. */
const ENDS_OR_BREAKS = /[\n\r]|[ \t]$/;

/** The lines of a text. A line break at the very end adds no line. */
export function plainLines(face: FontFace, font: Font, text: string, width: number, tabs?: TabStops): PlainLine[] {
  const lines: PlainLine[] = [];
  const perUnit = emOf(font) / face.unitsPerEm;
  const stops =
    tabs === undefined || !text.includes('\t') ? undefined : (units: number) => tabs(units * perUnit) / perUnit;
  const limit = width > 0 && width < UNLIMITED ? unitsFitting(face, font, width) : Infinity;
  let start = 0;
  if (stops === undefined && !ENDS_OR_BREAKS.test(text)) {
    const units = face.units(text, 0, text.length);
    if (units <= limit)
      return text === '' ? [] : [{ start, end: text.length, next: text.length, units, wrapped: false }];
  }
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const stop = newline < 0 ? text.length : newline;
    const end = stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    wrap(face, text, start, end, limit, lines, stops);
    const last = lines[lines.length - 1];
    if (last !== undefined && newline >= 0) lines[lines.length - 1] = { ...last, next: newline + 1 };
    start = newline < 0 ? text.length : newline + 1;
  }
  return lines;
}

/** Returns the number of characters of `text` from `start` that fit on one line of `width` px, including trailing spaces; at least one. */
export function charactersFitting(face: FontFace, font: Font, text: string, start: number, width: number): number {
  if (width >= UNLIMITED) return text.length - start;
  return lineEnd(face, text, start, text.length, unitsFitting(face, font, width)).next - start;
}

function wrap(
  face: FontFace,
  text: string,
  start: number,
  end: number,
  limit: number,
  lines: PlainLine[],
  tabs: TabStops | undefined,
): void {
  if (start === end) {
    lines.push({ start, end, next: end, units: 0, wrapped: false });
    return;
  }
  let at = start;
  while (at < end) {
    const line = lineEnd(face, text, at, end, limit, tabs);
    lines.push(line);
    at = line.next;
  }
}

/**
 * Finds the end of the line that begins at `start`: after the last word that fits, ignoring trailing spaces; inside a single word
 * that is too long. `tabs` uses units of the em.
 */
function lineEnd(face: FontFace, text: string, start: number, end: number, limit: number, tabs?: TabStops): PlainLine {
  let units = 0;
  /** End of the last visible character. */
  let visibleEnd = start;
  let visibleUnits = 0;
  /** The last break opportunity, and the text before it. */
  let breakAt = -1;
  let breakEnd = start;
  let breakUnits = 0;
  for (let index = start; index < end;) {
    const code = text.charCodeAt(index);
    const size = code >= 0xd800 && code < 0xdc00 && index + 1 < end ? 2 : 1;
    const next = index + size;
    units = code === 9 && tabs !== undefined ? tabs(units) : units + face.units(text, index, next);
    if (code === 32 || code === 9) {
      breakAt = next;
      breakEnd = visibleEnd;
      breakUnits = visibleUnits;
      index = next;
      continue;
    }
    if (units > limit) {
      if (breakEnd > start) return { start, end: breakEnd, next: breakAt, units: breakUnits, wrapped: true };
      const first = visibleEnd > start ? index : next;
      const firstUnits = visibleEnd > start ? visibleUnits : units;
      if (first < end) return { start, end: first, next: first, units: firstUnits, wrapped: true };
    }
    visibleEnd = next;
    visibleUnits = units;
    if (next < end && breaksAfter(text, index, next, end)) {
      breakAt = next;
      breakEnd = next;
      breakUnits = units;
    }
    index = next;
  }
  return { start, end: visibleEnd, next: end, units: visibleUnits, wrapped: false };
}

/** A line may be broken after a hyphen inside a word, and between ideographs. */
function breaksAfter(text: string, index: number, next: number, end: number): boolean {
  const code = text.charCodeAt(index);
  if (code < 0x2e80) return (code === 45 || code === 0x2010) && next < end;
  return (
    isIdeograph(text.codePointAt(index) ?? code) &&
    isIdeograph(text.codePointAt(next) ?? 0) &&
    !CLOSING.has(text[next] ?? '')
  );
}

/** Punctuation that may not begin a line. */
const CLOSING = new Set('、。，．・：；？！）］｝」』】〕〉》ー々');

function isIdeograph(code: number): boolean {
  return (
    (code >= 0x2e80 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7af) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xffef) ||
    (code >= 0x20000 && code <= 0x3ffff)
  );
}
