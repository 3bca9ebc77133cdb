import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import type { TextStyle } from '../page.ts';
import { breakText, describeImage, layoutText, neededHeight, neededWidth } from './index.ts';
import { testText } from './testing/texts.ts';

const fonts = loadFonts({ installed: false });

const pieces = fc.constantFrom(
  'word',
  ' ',
  '  ',
  '\n',
  '\r\n',
  '\t',
  '-',
  'Wörter',
  'שלום',
  'مرحبا',
  '検査',
  '😀',
  '<b>',
  '</b>',
  '<i>',
  '<br>',
  '<font color="Red">',
  '</font>',
  '<sub>',
  '<span style="font-size:20pt">',
  '</span>',
  '<img src="x">',
  '<',
  '>',
  '&',
  '&lt;',
  '&#65;',
  '&#xffffffff;',
  '12.5',
  '\ud800',
  '\u0000',
);
const texts = fc.array(pieces, { maxLength: 25 }).map((parts) => parts.join(''));
const styles = fc.record({
  renderType: fc.constantFrom<TextStyle['renderType']>('Default', 'HtmlTags', 'HtmlParagraph'),
  horzAlign: fc.constantFrom<TextStyle['horzAlign']>('Left', 'Center', 'Right', 'Justify'),
  wordWrap: fc.boolean(),
  rightToLeft: fc.boolean(),
  angle: fc.constantFrom(0, 45, 90, 270),
  trimming: fc.constantFrom<TextStyle['trimming']>('None', 'Character', 'Word', 'EllipsisWord', 'EllipsisPath'),
  firstTabOffset: fc.constantFrom(0, 20),
  tabWidth: fc.constantFrom(0, 58),
});
const sizes = fc.record({ width: fc.integer({ min: -5, max: 300 }), height: fc.integer({ min: -5, max: 120 }) });

describe('any text in any style', () => {
  it('is measured and laid out with finite numbers', () => {
    fc.assert(
      fc.property(texts, styles, sizes, (text, style, size) => {
        const content = testText(text, style);
        expect(Number.isFinite(neededHeight(fonts, content, size))).toBe(true);
        expect(Number.isFinite(neededWidth(fonts, content, size))).toBe(true);
        for (const line of layoutText(fonts, content, size.width, size.height).lines) {
          for (const run of line.runs) expect([run.x, run.width, run.baseline].every(Number.isFinite)).toBe(true);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('loses no character when it is split, and every part is shorter than the text', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 10, max: 200 }), fc.integer({ min: 5, max: 60 }), (text, width, height) => {
        const parts = breakText(fonts, testText(text), { width, height });
        if (parts === undefined) return;
        expect(parts.head + parts.rest).toBe(text);
        if (text !== '') expect(parts.head).not.toBe('');
      }),
      { numRuns: 1500 },
    );
  });

  it('does not become lower when its object becomes narrower', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('alpha', 'beta', 'gamma-delta'), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 30, max: 200 }),
        (words, width) => {
          const content = testText(words.join(' '));
          expect(neededHeight(fonts, content, { width, height: 5 })).toBeGreaterThanOrEqual(
            neededHeight(fonts, content, { width: width + 40, height: 5 }),
          );
        },
      ),
    );
  });
});

describe('pictures', () => {
  it('are described without an exception, for any bytes', () => {
    const starts = fc.constantFrom(
      [0x89, 0x50, 0x4e, 0x47],
      [0xff, 0xd8, 0xff, 0xe0],
      [0x47, 0x49, 0x46, 0x38],
      [0x42, 0x4d],
      [0x49, 0x49, 0x2a, 0],
      [0x52, 0x49, 0x46, 0x46],
      [0, 0, 1, 0],
    );
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 200 }), (start, rest) => {
        const { width, height } = describeImage(Uint8Array.from([...start, ...rest]));
        expect(Number.isFinite(width) && Number.isFinite(height)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
