/** Splits texts into glyph runs of the faces of a font set. */
import type { Font } from '../page.ts';
import { partsByFace } from '../text/fallback.ts';
import type { FacePart } from '../text/fallback.ts';
import type { Fonts } from '../text/index.ts';

/** Width of a text in px, as the sum of its advances. */
export function tightWidth(fonts: Fonts, font: Font, text: string): number {
  const face = fonts.face(font);
  return ((face.units(text, 0, text.length) / face.unitsPerEm) * font.size * 96) / 72;
}

/** Splits a text by the faces that draw it; the parts together fill `width`. */
export function splitByFace(fonts: Fonts, font: Font, text: string, width: number): FacePart[] {
  const parts = partsByFace(fonts, font, text);
  if (parts.length === 1) return parts.map((part) => ({ ...part, width }));
  const total = parts.reduce((sum, part) => sum + part.width, 0);
  return parts.map((part) => ({ ...part, width: total === 0 ? 0 : (part.width / total) * width }));
}
