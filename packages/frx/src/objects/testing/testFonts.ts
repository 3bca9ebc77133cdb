/** Fonts for tests: every glyph of every face is as wide as a digit of Arial, the line metrics are Arial's. */
import type { FontFace, Fonts } from '../../text/types.ts';

const face: FontFace = {
  id: 1,
  source: {
    name: 'test',
    families: ['Arial'],
    postscriptName: 'Arial',
    bold: false,
    italic: false,
    weight: 400,
    directory: 0,
    bytes: () => new Uint8Array(),
    covers: () => true,
  },
  ascent: 1854 / 2048,
  descent: 434 / 2048,
  lineSpacing: 2355 / 2048,
  unitsPerEm: 2048,
  units: (_text, start, end) => (end - start) * 1139,
  has: () => true,
  substituteAdvances: false,
  slanted: false,
  thickened: false,
};

export const testFonts: Fonts = {
  face: () => face,
  fallback: (given) => given,
  substitutions: () => [],
  again: () => testFonts,
};
