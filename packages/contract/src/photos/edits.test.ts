import { describe, expect, it } from 'vitest';
import { areaInEdited, editedSize, type Point, toEdited, toOriginal, type Turn } from './edits.ts';
import { PhotoEdit, readPhotoEdit } from './photoEdit.ts';

const TURNS: Turn[] = [0, 90, 180, 270];
const crop = { x: 0.25, y: 0.5, width: 0.5, height: 0.25 };

function near(point: Point, wanted: Point): void {
  expect(point.x).toBeCloseTo(wanted.x, 9);
  expect(point.y).toBeCloseTo(wanted.y, 9);
}

describe('an edit of a photo', () => {
  it.each(TURNS)('rotated by %i degrees and cropped maps from the original to the picture and back', (turn) => {
    for (const part of [null, crop]) {
      for (const place of [
        { x: 0.3, y: 0.6 },
        { x: 0.5, y: 0.7 },
      ])
        near(toOriginal({ turn, crop: part }, toEdited({ turn, crop: part }, place)), place);
    }
  });

  it('rotates clockwise: the top left moves to the top right', () => {
    near(toEdited({ turn: 90, crop: null }, { x: 0, y: 0 }), { x: 1, y: 0 });
    near(toEdited({ turn: 180, crop: null }, { x: 0, y: 0 }), { x: 1, y: 1 });
    near(toEdited({ turn: 270, crop: null }, { x: 0, y: 0 }), { x: 0, y: 1 });
  });

  it('has the size of its part, with sides exchanged when it is rotated by a quarter', () => {
    const original = { width: 400, height: 200 };
    expect(editedSize({ turn: 0, crop }, original)).toEqual({ width: 200, height: 50 });
    expect(editedSize({ turn: 90, crop }, original)).toEqual({ width: 50, height: 200 });
  });

  it('shows exactly its part', () => {
    for (const turn of TURNS) {
      const { x, y, width, height } = areaInEdited({ turn, crop }, crop);
      near({ x, y }, { x: 0, y: 0 });
      near({ x: width, y: height }, { x: 1, y: 1 });
    }
  });

  it.each([
    ['outside the picture', { turn: 0, crop: { x: 0.8, y: 0, width: 0.5, height: 1 }, marks: [] }],
    ['with an unknown rotation', { turn: 45, crop: null, marks: [] }],
    ['with a blank text', { turn: 0, crop: null, marks: [{ kind: 'text', at: { x: 0, y: 0 }, words: ' ' }] }],
    ['with an unknown mark', { turn: 0, crop: null, marks: [{ kind: 'star', at: { x: 0, y: 0 } }] }],
    [
      'with too many marks',
      { turn: 0, crop: null, marks: Array.from({ length: 51 }, () => ({ kind: 'blur', area: crop })) },
    ],
  ])('%s is refused', (_what, edit) => {
    expect(PhotoEdit.safeParse(edit).success).toBe(false);
    expect(readPhotoEdit(JSON.stringify(edit))).toBeUndefined();
  });

  it('is stored as JSON, and empty for a photo as it was taken', () => {
    const edit = { turn: 90 as const, crop, marks: [{ kind: 'blur' as const, area: crop }] };
    expect(readPhotoEdit(JSON.stringify(edit))).toEqual(edit);
    expect(readPhotoEdit('')).toBeNull();
    expect(readPhotoEdit('{')).toBeUndefined();
  });
});
