/** Text as the faces of a font set can draw it. */
import type { Font } from '../page.ts';
import type { FontFace, Fonts } from '../text/index.ts';

/** A piece of text that one face can draw. */
export interface FacePart {
  readonly text: string;
  readonly face: FontFace;
  readonly width: number;
}

/** Width of a text in px from its advances alone. */
export function tightWidth(fonts: Fonts, font: Font, text: string): number {
  const face = fonts.face(font);
  return ((face.units(text, 0, text.length) / face.unitsPerEm) * font.size * 96) / 72;
}

/** Parts a text where its face lacks glyphs and another face of the set has them; the width is shared by the measured advances. */
export function splitByFace(fonts: Fonts, font: Font, text: string, width: number): FacePart[] {
  const face = fonts.face(font);
  if (hasAll(face, text)) return [{ text, face, width }];
  const total = face.units(text, 0, text.length);
  const parts: FacePart[] = [];
  let start = 0;
  let current: FontFace | undefined;
  const push = (end: number): void => {
    if (current === undefined || end === start) return;
    const units = face.units(text, start, end);
    parts.push({ text: text.slice(start, end), face: current, width: total === 0 ? 0 : (units / total) * width });
    start = end;
  };
  for (let index = 0; index < text.length;) {
    const codePoint = text.codePointAt(index) ?? 0;
    // Blanks go with what stands before them, so that a foreign word sequence stays in one piece.
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

function hasAll(face: FontFace, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const codePoint = text.codePointAt(index) ?? 0;
    if (codePoint > 0xffff) index++;
    if (codePoint >= 32 && !face.has(codePoint)) return false;
  }
  return true;
}
