import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { fontsInFolders, loadFonts } from '../node/fonts.ts';
import { createFonts, missingGlyph } from './index.ts';
import { readFontMetrics, readFontNames, readFrom } from './sfnt.ts';
import { testFont } from './testing/texts.ts';

const shipped = fileURLToPath(new URL('../../fonts/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'frx-fonts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fonts = loadFonts({ installed: false });

describe('a font set', () => {
  it('replaces a missing family by the metric-compatible one, and reports it', () => {
    const own = loadFonts({ installed: false });
    expect(own.face(testFont({ family: 'Calibri', bold: true })).source.families).toContain('Carlito');
    expect(own.face(testFont({ family: 'Liberation Sans' })).source.bold).toBe(false);
    expect(own.substitutions()).toEqual([{ family: 'Calibri', used: 'Carlito', quality: 'same' }]);
    expect(own.again().substitutions()).toEqual([]);
  });

  it('has the line heights that Windows has', () => {
    const spacing = (family: string): number => fonts.face(testFont({ family })).lineSpacing;
    expect(spacing('Arial')).toBeCloseTo(2355 / 2048, 6);
    expect(spacing('Tahoma')).toBeCloseTo(2472 / 2048, 6);
    expect(spacing('Times New Roman')).toBeCloseTo(2355 / 2048, 6);
    expect(spacing('Courier New')).toBeCloseTo(2320 / 2048, 6);
  });

  it('uses the typographic line metrics of a face that specifies them', () => {
    const face = fonts.face(testFont({ family: 'Cambria' }));
    expect([face.lineSpacing, face.ascent, face.descent]).toEqual([1.15, 0.9, 0.25]);
    expect(fonts.face(testFont({ family: 'Calibri' })).lineSpacing).toBeCloseTo(2500 / 2048, 6);
  });

  it('spaces the substitute of Tahoma with the advances of Tahoma', () => {
    const face = fonts.face(testFont({ family: 'Tahoma' }));
    expect(face.substituteAdvances).toBe(true);
    expect(face.units('A', 0, 1) / face.unitsPerEm).toBeCloseTo(1229 / 2048, 2);
  });

  it('draws Arial Narrow with Liberation Sans at the advances of Arial Narrow, in every style', () => {
    const own = loadFonts({ installed: false });
    const width = (family: string, bold: boolean, italic: boolean): number => {
      const face = own.face(testFont({ family, bold, italic }));
      expect(face).toMatchObject({ slanted: false, thickened: false });
      return face.units('Report 117', 0, 10) / face.unitsPerEm;
    };
    for (const [bold, italic] of [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const)
      expect(width('Arial Narrow', bold, italic) / width('Arial', bold, italic)).toBeCloseTo(0.82, 2);
    expect(own.substitutions()).toContainEqual({ family: 'Arial Narrow', used: 'Liberation Sans', quality: 'scaled' });
  });

  it('slants and thickens a face that lacks the style', () => {
    const face = fonts.face(testFont({ family: 'Tahoma', bold: true, italic: true }));
    expect(face).toMatchObject({ slanted: true, thickened: false });
  });

  it('finds another face for letters that a face lacks', () => {
    const cambria = fonts.face(testFont({ family: 'Cambria' }));
    const arabic = 'ش'.codePointAt(0) ?? 0;
    expect(cambria.has(arabic)).toBe(false);
    expect(fonts.fallback(cambria, arabic).has(arabic)).toBe(true);
    expect(fonts.fallback(cambria, 65)).toBe(cambria);
  });

  it.each([
    ['Chinese', '检查吊車'],
    ['Japanese', '点検クレーンの'],
    ['Korean', '검사크레인'],
  ])('has the letters of everyday %s', (_, text) => {
    expect(missingGlyph(fonts, testFont({ family: 'Arial' }), `Deck 3 ${text}`)).toBeUndefined();
  });

  it('reports a character that no face has, and ignores those that are never drawn', () => {
    expect(missingGlyph(fonts, testFont(), 'a\u200d\ufe0f\u{1d173}b')).toBeUndefined();
    expect(missingGlyph(fonts, testFont(), 'x\u{20bb7}y')).toBe('\u{20bb7}');
  });

  it('reads the coverage of a file without its metrics', () => {
    const [caladea] = fontsInFolders([shipped]).filter((face) => face.families.includes('Caladea'));
    expect(caladea?.covers(65)).toBe(true);
    expect(caladea?.covers(0x634)).toBe(false);
    expect(caladea?.covers(0x1f600)).toBe(false);
  });

  it('prefers the folders that were given', () => {
    writeFileSync(join(folder, 'own.ttf'), readFileSync(join(shipped, 'LiberationSerif-Regular.ttf')));
    const own = loadFonts({ installed: false, folders: [folder] });
    expect(own.face(testFont({ family: 'Times New Roman' })).source.name).toBe(join(folder, 'own.ttf'));
  });

  it('skips files that are not fonts', () => {
    writeFileSync(join(folder, 'broken.ttf'), 'no font at all');
    expect(fontsInFolders([folder]).map((face) => face.name)).not.toContain(join(folder, 'broken.ttf'));
  });

  it('throws an error when there is no font', () => {
    expect(() => createFonts([]).face(testFont())).toThrow('No font is available');
  });
});

describe('a damaged font file', () => {
  const whole = readFileSync(join(shipped, 'LiberationMono-Regular.ttf'));

  it('returns no names or throws a typed error, for any damage', () => {
    const change = fc.record({ at: fc.integer({ min: 0, max: 2000 }), value: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 0, max: whole.length }),
        (changes, length) => {
          const damaged = Uint8Array.from(whole.subarray(0, length));
          for (const { at, value } of changes) if (at < damaged.length) damaged[at] = value;
          readFontNames(readFrom(damaged));
          try {
            readFontMetrics(readFrom(damaged), 0);
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});
