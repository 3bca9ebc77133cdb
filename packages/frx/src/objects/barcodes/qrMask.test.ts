import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbologies, moduleRows } from './encoder.ts';
import { withBestMask } from './qrMask.ts';

beforeAll(loadSymbologies);

const masked = (text: string, version: number, mask: number): readonly string[] =>
  moduleRows('qrcode', text, { eclevel: 'M', fixedeclevel: true, version, mask: mask + 1 });

/** Number of all matches of an expression, also of those that overlap. */
const matches = (lines: readonly string[], expression: RegExp): RegExpExecArray[] =>
  lines.flatMap((line) => [...line.matchAll(expression)]);

/** The four penalties of ISO/IEC 18004, 7.8.3, over the symbol without its quiet zone. */
function penaltyOf(rows: readonly string[]): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x]).join(''));
  const lines = [...rows, ...columns];
  const adjacent = matches(lines, /0{5,}|1{5,}/g).reduce((sum, [run]) => sum + run.length - 2, 0);
  const pairs = (row: string): string[] => Array.from({ length: row.length - 1 }, (_, x) => row.slice(x, x + 2));
  const blocks = rows.slice(1).flatMap((row, y) => {
    const above = pairs(rows[y]!);
    return pairs(row).filter((pair, x) => pair === above[x] && pair[0] === pair[1]);
  });
  const finders = matches(lines, /(?=1011101)(?:(?=1011101(0000))|(?<=0000))/g);
  const dark = matches(rows, /1/g).length / rows.length ** 2;
  return adjacent + 3 * blocks.length + 40 * finders.length + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

describe('the mask of a QR code', () => {
  it('is the first of the eight with the lowest penalty', () => {
    const texts = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 3, max: 8 }), (text, version) => {
        const symbols = Array.from({ length: 8 }, (_, mask) => masked(text, version, mask));
        const penalties = symbols.map(penaltyOf);
        const best = symbols[penalties.indexOf(Math.min(...penalties))];
        expect(withBestMask(symbols[0]!, 'M')).toEqual(best);
      }),
      { numRuns: 60 },
    );
  });
});
