import type { Font } from '../../page.ts';
import type { Fonts } from '../../text/types.ts';

/** Width of a line of text as measured by GDI+: 3 % more than the advances and a sixth of the em on both sides; px. */
export function gdiWidth(fonts: Fonts, font: Font, text: string): number {
  const em = (font.size * 96) / 72;
  const face = fonts.face(font);
  return (1.03 * face.units(text, 0, text.length) * em) / face.unitsPerEm + em / 3;
}

/** Height of a line of text as measured by GDI+; px. */
export function gdiHeight(fonts: Fonts, font: Font): number {
  const em = (font.size * 96) / 72;
  return (fonts.face(font).lineSpacing + 1 / 8) * em;
}

/** Height reserved for the printed text in px at zoom 1: 14 (bars) or 18 (modules) for Arial 8, in proportion for other fonts. */
export function textLineHeight(fonts: Fonts, font: Font, standard: 14 | 18): number {
  const height = Math.ceil((font.size * 96 * fonts.face(font).lineSpacing) / 72);
  return (height * standard) / 13;
}
