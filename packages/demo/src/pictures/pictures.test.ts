import { describe, expect, it } from 'vitest';
import { base64Of } from '../base64.ts';
import { drawing } from './drawing.ts';
import { gifOf } from './gif.ts';
import { paper } from './paper.ts';
import { tarnFindings } from '../tarn/tarn.ts';

/** The pixels of a generated GIF, decoded according to the format. */
function pointsIn(gif: Uint8Array): number[] {
  const data: number[] = [];
  // Header 13, palette 48, image descriptor 10, then one byte of code width.
  let at = 13 + 48 + 10;
  const first = gif[at++]! + 1;
  for (let length = gif[at++]!; length > 0; length = gif[at++]!) {
    data.push(...gif.subarray(at, at + length));
    at += length;
  }
  const clear = 1 << (first - 1);
  const points: number[] = [];
  let table: number[][] = [];
  let width = first;
  let previous: number[] | null = null;
  let bit = 0;
  for (;;) {
    let code = 0;
    for (let i = 0; i < width; i++, bit++) code |= ((data[bit >> 3]! >> (bit & 7)) & 1) << i;
    if (code === clear + 1) return points;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, i) => [i]);
      width = first;
      previous = null;
      continue;
    }
    const run: number[] = table[code] ?? [...previous!, previous![0]!];
    points.push(...run);
    if (previous !== null && table.length < 4096) table.push([...previous, run[0]!]);
    if (table.length === 1 << width && width < 12) width += 1;
    previous = run;
  }
}

describe('a picture', () => {
  it('is decoded from its GIF unchanged, with any number of codes', () => {
    const points = Uint8Array.from({ length: 300 * 200 }, (_, i) => (Math.imul(i, 2_654_435_761) >>> 13) & 15);
    const gif = gifOf({ width: 300, height: 200, points }, [0xff0000]);
    expect(String.fromCharCode(...gif.subarray(0, 6))).toBe('GIF89a');
    expect(pointsIn(gif)).toEqual([...points]);
  });

  it('of an item is small, the same each time, and differs between items', () => {
    const [first, second] = tarnFindings().rig.equipment;
    const one = drawing(first!, 'defective', '14/11/2026');
    expect(one).toEqual(drawing(first!, 'defective', '14/11/2026'));
    expect(one).not.toEqual(drawing(second!, 'defective', '14/11/2026'));
    expect(one.length).toBeLessThan(12_000);
  });
});

describe('a document', () => {
  it('is a PDF with a correct table of objects', () => {
    const file = String.fromCharCode(...paper('Load chart (crane)', ['45 t at 12 m']));
    const offsets = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]));
    expect(offsets).toHaveLength(5);
    for (const [i, offset] of offsets.entries()) expect(file.slice(offset)).toMatch(new RegExp(`^${i + 1} 0 obj`));
    expect(file.slice(Number(/startxref\n(\d+)/.exec(file)![1]))).toMatch(/^xref/);
    expect(file).toContain('(Load chart \\(crane\\)) Tj');
  });
});

describe('Base64', () => {
  it('is the same as that of Node, for every remainder of three', () => {
    const bytes = Uint8Array.from({ length: 302 }, (_, i) => i);
    for (const length of [0, 1, 2, 3, 300, 301, 302])
      expect(base64Of(bytes.subarray(0, length))).toBe(Buffer.from(bytes.subarray(0, length)).toString('base64'));
  });
});
