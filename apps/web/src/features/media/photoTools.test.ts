import { UNEDITED } from '@holdfast/contract/photos';
import { describe, expect, it } from 'vitest';
import { drawn, moved, savedEdit, turned, withoutLast } from './photoTools.ts';

const [from, to] = [
  { x: 0.2, y: 0.2 },
  { x: 0.6, y: 0.8 },
];

describe('A tool on a photo', () => {
  it('marks the area of the original under the drag, also when the photo is rotated', () => {
    const lying = turned(UNEDITED, 1);
    expect(drawn(lying, 'arrow', from, to, '')!.marks).toEqual([
      { kind: 'arrow', from: { x: 0.2, y: 0.8 }, to: { x: 0.8, y: 0.4 } },
    ]);
    expect(drawn(lying, 'blur', from, to, '')!.marks).toMatchObject([{ kind: 'blur', area: { x: 0.2, y: 0.4 } }]);
  });

  it('ignores a very short drag, and places no empty text', () => {
    for (const tool of ['arrow', 'circle', 'blur', 'crop'] as const)
      expect(drawn(UNEDITED, tool, from, { x: 0.205, y: 0.205 }, '')).toBeNull();
    expect(drawn(UNEDITED, 'text', from, to, '  ')).toBeNull();
    expect(drawn(UNEDITED, 'text', from, to, ' Pin ')!.marks).toEqual([{ kind: 'text', at: to, words: 'Pin' }]);
  });

  it('marks an area that is long and narrow, but none that has no width or no height', () => {
    const drag = (tool: 'arrow' | 'blur' | 'crop', width: number, height: number) =>
      drawn(UNEDITED, tool, from, { x: from.x + width, y: from.y + height }, '');
    for (const tool of ['blur', 'crop'] as const) {
      expect(drag(tool, 0.5, 0.005), tool).toBeNull();
      expect(drag(tool, 0.005, 0.5), tool).toBeNull();
      expect(drag(tool, 0.5, 0.011), tool).not.toBeNull();
      expect(drag(tool, 0.011, 0.5), tool).not.toBeNull();
    }
    expect(drag('arrow', 0.5, 0)).not.toBeNull();
    expect(drag('arrow', 0.012, 0.012)).toBeNull();
    expect(drag('arrow', 0.016, 0.016)).not.toBeNull();
  });

  it('crops the visible part: a second crop is within the first', () => {
    const half = drawn(UNEDITED, 'crop', { x: 0, y: 0 }, { x: 0.5, y: 1 }, '')!;
    const quarter = drawn(half, 'crop', { x: 0, y: 0 }, { x: 0.5, y: 1 }, '')!;
    expect(quarter.crop).toEqual({ x: 0, y: 0, width: 0.25, height: 1 });
  });

  it('moves an arrow, a text and an area as a whole, and no earlier mark', () => {
    const by = { x: 0.1, y: -0.1 };
    const first = drawn(UNEDITED, 'text', from, to, 'Pin')!;
    const text = moved(drawn(first, 'text', from, to, 'Latch')!, by).marks;
    expect(text[0]).toEqual({ kind: 'text', at: to, words: 'Pin' });
    expect(text[1]).toEqual({ kind: 'text', at: { x: 0.7, y: 0.7 }, words: 'Latch' });
    expect(moved(drawn(first, 'arrow', from, to, '')!, by).marks[1]).toEqual({
      kind: 'arrow',
      from: { x: 0.3, y: 0.1 },
      to: { x: 0.7, y: 0.7 },
    });
    const area = {
      x: expect.closeTo(0.3),
      y: expect.closeTo(0.1),
      width: expect.closeTo(0.4),
      height: expect.closeTo(0.6),
    };
    expect(moved(drawn(first, 'blur', from, to, '')!, by).marks[1]).toEqual({ kind: 'blur', area });
    expect(moved(drawn(first, 'blur', from, to, '')!, { x: -5, y: 5 }).marks[1]).toMatchObject({
      area: { x: 0, y: expect.closeTo(0.4) },
    });
  });

  it('moves the last mark within the picture, and removes it again', () => {
    const marked = drawn(UNEDITED, 'circle', from, to, '')!;
    expect(moved(marked, { x: 5, y: 0 }).marks).toMatchObject([{ area: { x: expect.closeTo(0.6) as number, y: 0.2 } }]);
    expect(moved(UNEDITED, { x: 1, y: 1 })).toEqual(UNEDITED);
    expect(savedEdit(withoutLast(marked))).toBeNull();
  });
});

it('A photo is rotated in steps of 90 degrees, up to a full turn', () => {
  const turns = [turned(UNEDITED, -1)];
  for (let quarter = 0; quarter < 3; quarter += 1) turns.push(turned(turns.at(-1)!, -1));
  expect(turns.map(({ turn }) => turn)).toEqual([270, 180, 90, 0]);
});
