/** Random input for the readers of foreign formats. */
import fc from 'fast-check';

const rtfTextPiece = fc.constantFrom(
  '{',
  '}',
  '\\par ',
  "\\'",
  '\\u-1 ',
  '\\uc9 ',
  '\\pict\\pngblip ',
  '\\cell ',
  '\\row ',
  '\\trowd\\cellx-5 ',
  '\\bin999 ',
  '\\*',
  '\\fonttbl ',
  '\\colortbl;',
  '\\fs-5 ',
  '\\f99 ',
  '\\ansicpg1 ',
  'text',
);

/** Texts similar to RTF. */
export const rtfText = fc
  .array(fc.oneof(rtfTextPiece, fc.string({ maxLength: 5 })), { maxLength: 40 })
  .map((parts) => parts.join(''));

const svgContentPiece = fc.constantFrom(
  '<g>',
  '</g>',
  '<path d="',
  '"/>',
  'M0 0',
  'A1 1 0 01',
  '<use href="#a"/>',
  '<rect id="a" width="5" height="5" fill="url(#a)"/>',
  'transform="rotate(',
  ')',
  '<style>',
  '{',
  '}',
  '&lt;',
  '1e999',
  '-',
  '"',
);

/** Texts similar to the content of an SVG. */
export const svgContent = fc
  .array(fc.oneof(svgContentPiece, fc.string({ maxLength: 6 })), { maxLength: 20 })
  .map((parts) => parts.join(''));

const chartXmlPiece = fc.constantFrom(
  '<Chart>',
  '</Chart>',
  '<Series>',
  '</Series>',
  '<Series Name="a" ChartType="Pie">',
  '<Points>',
  '<DataPoint YValues="1,x,"/>',
  '<ChartAreas>',
  'x',
);

/** Texts similar to a stored chart. */
export const chartXml = fc
  .array(fc.oneof(chartXmlPiece, fc.string({ maxLength: 4 })), { maxLength: 12 })
  .map((parts) => parts.join(''));

/** Headers of picture files followed by random bytes. */
export const pictureBytes = fc
  .tuple(
    fc.constantFrom(
      [0xff, 0xd8, 0xff, 0xe1, 0, 70, 0x45, 0x78, 0x69, 0x66, 0, 0],
      [0xff, 0xd8, 0xff, 0xc0],
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
      [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
      [0x42, 0x4d],
      [0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50],
      [0x49, 0x49, 0x2a, 0],
      [0x4d, 0x4d, 0, 0x2a],
      [0, 0, 1, 0],
      [0x3c, 0x73, 0x76, 0x67],
      [],
    ),
    fc.uint8Array({ maxLength: 120 }),
  )
  .map(([head, tail]) => Uint8Array.from([...head, ...tail]));
