/** Fallback faces for characters that a face lacks; measuring ignores them. */
import type { Font } from '../page.ts';
import { emOf, tightWidth } from './plain.ts';
import { isSymbolFont, signsOf } from './symbolFonts.ts';
import type { FontFace, Fonts } from './types.ts';

/** A piece of text that one face can draw. */
export interface FacePart {
  readonly text: string;
  readonly face: FontFace;
  /** px. */
  readonly width: number;
}

/** Returns true when a face has every visible character of a text. */
export function hasAll(face: FontFace, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index++;
    if (codePoint >= 32 && !face.has(codePoint)) return false;
  }
  return true;
}

/** Characters that every common face has; only texts with others are checked. */
const COMMON = /^[\p{ASCII}\u0080-\u02ff\u0370-\u052f\u1e00-\u1eff\u2000-\u206f]*$/u;

/** The first character of a text that no face of the set can draw. */
export function missingGlyph(fonts: Fonts, font: Font, written: string): string | undefined {
  const face = fonts.face(font);
  const text = isSymbolFont(font, face) ? signsOf(font, written) : written;
  if (COMMON.test(text)) return undefined;
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (codePoint >= 32 && !IGNORABLE.test(character) && !fonts.fallback(face, codePoint).has(codePoint))
      return character;
  }
  return undefined;
}

/** Characters that are never drawn: joiners, direction marks, variation selectors. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;

/** Splits a text where its face lacks glyphs that another face of the set has; letters of a missing symbol font are replaced by Unicode symbols. */
export function partsByFace(fonts: Fonts, font: Font, written: string): FacePart[] {
  const face = fonts.face(font);
  const text = isSymbolFont(font, face) ? signsOf(font, written) : written;
  if (hasAll(face, text)) return [{ text, face, width: tightWidth(face, font, text) }];
  const parts: FacePart[] = [];
  let start = 0;
  let current: FontFace | undefined;
  const push = (end: number): void => {
    if (current === undefined || end === start) return;
    const part = text.slice(start, end);
    parts.push({
      text: part,
      face: current,
      width: (current.units(part, 0, part.length) / current.unitsPerEm) * emOf(font),
    });
    start = end;
  };
  for (let index = 0; index < text.length;) {
    const codePoint = text.codePointAt(index) ?? 0;
    // Spaces belong to the preceding part, so that words of a fallback face stay in one part.
    const next =
      codePoint === 32 && current !== undefined && current.has(32) ? current : fonts.fallback(face, codePoint);
    if (next !== current) {
      push(index);
      current = next;
    }
    index += codePoint > 0xffff ? 2 : 1;
  }
  push(text.length);
  return parts;
}

/** Width of a text as drawn, in px. */
export function drawnWidth(fonts: Fonts, font: Font, text: string): number {
  return partsByFace(fonts, font, text).reduce((sum, part) => sum + part.width, 0);
}
