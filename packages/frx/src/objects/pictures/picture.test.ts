import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImageResource } from '../../page.ts';
import { drawObject, objectClass } from '../index.ts';
import { objectNow, testTools } from '../testing/testObject.ts';
import { exifTurn } from './orientation.ts';

const bytes = new Uint8Array([1, 2, 3]);
const image: ImageResource = { id: 'a', bytes, format: 'png', width: 40, height: 20 };

function placed(attributes: Readonly<Record<string, string>>, resource: ImageResource = image): unknown[] {
  const { drawing = [] } = drawObject(objectNow('PictureObject', attributes, { image: resource }), testTools());
  return drawing.map((primitive) =>
    primitive.kind === 'image'
      ? [primitive.x, primitive.y, primitive.width, primitive.height, primitive.angle ?? 0]
      : [],
  );
}

/** A JPEG's head with an orientation, in Intel's or Motorola's byte order. */
function photo(orientation: number, little: boolean): Uint8Array {
  const two = (value: number): number[] => (little ? [value & 255, value >> 8] : [value >> 8, value & 255]);
  const four = (value: number): number[] => (little ? [...two(value), 0, 0] : [0, 0, ...two(value)]);
  const tiff = [
    ...(little ? [0x49, 0x49] : [0x4d, 0x4d]),
    ...two(42),
    ...four(8),
    ...two(1),
    ...two(0x0112),
    ...two(3),
    ...four(1),
    ...two(orientation),
    0,
    0,
  ];
  const length = tiff.length + 8;
  return new Uint8Array([
    0xff,
    0xd8,
    0xff,
    0xe1,
    length >> 8,
    length & 255,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    ...tiff,
    0xff,
    0xda,
    0,
    2,
    0,
    0,
  ]);
}

/** The size that a picture with data asks for. */
const sizeOf = (
  attributes: Record<string, string>,
  resource: typeof image | undefined,
): ReturnType<NonNullable<ReturnType<typeof objectClass>['size']>> => {
  const object = objectNow('PictureObject', attributes, { image: resource });
  return objectClass('PictureObject').size?.(object, testTools().fonts, { left: 0, width: 0 }, true);
};

describe('a picture', () => {
  it('keeps its proportions, is stretched, centred, or is placed at the left top in its own size', () => {
    expect(placed({})).toEqual([[0, 0, 100, 50, 0]]);
    expect(placed({}, { ...image, height: 40 })).toEqual([[25, 0, 50, 50, 0]]);
    expect(placed({ SizeMode: 'StretchImage' }, { ...image, height: 40 })).toEqual([[0, 0, 100, 50, 0]]);
    expect(placed({ SizeMode: 'CenterImage' })).toEqual([[30, 15, 40, 20, 0]]);
    expect(placed({ SizeMode: 'Normal' })).toEqual([[0, 0, 40, 20, 0]]);
  });

  it('is aligned to the side that ImageAlign names, inside the padding', () => {
    expect(placed({ SizeMode: 'Normal', ImageAlign: 'Bottom_Right', Padding: '1, 2, 3, 4' })).toEqual([
      [57, 26, 40, 20, 0],
    ]);
  });

  it('is clipped where it is larger than its object', () => {
    const { drawing } = drawObject(
      objectNow('PictureObject', { SizeMode: 'Normal' }, { image: { ...image, width: 400 } }),
      testTools(),
    );
    expect(drawing![0]).toMatchObject({ clip: { x: 0, y: 0, width: 100, height: 50 } });
  });

  it('is rotated about its centre', () => {
    expect(placed({ SizeMode: 'CenterImage', Angle: '90' })).toEqual([[30, 15, 40, 20, 90]]);
    expect(placed({ Angle: '90' })).toEqual([[25, 12.5, 50, 25, 90]]);
  });

  it('fills its object with copies', () => {
    expect(placed({ Tile: 'true' }).length).toBe(9);
  });

  it('can be faded and grey', () => {
    const { drawing } = drawObject(
      objectNow('PictureObject', { Transparency: '0.25', Grayscale: 'true' }, { image }),
      testTools(),
    );
    expect(drawing![0]).toMatchObject({ opacity: 0.75, grayscale: true });
  });

  it('gives an object with AutoSize its pixels without the padding, within the greatest width and height', () => {
    expect(sizeOf({}, image)).toBeUndefined();
    const attributes = { SizeMode: 'AutoSize', Padding: '1, 0, 2, 0', MaxHeight: '15' };
    expect(sizeOf(attributes, image)).toEqual({ width: 40, height: 15 });
    expect(sizeOf(attributes, undefined)).toEqual({ width: 0, height: 0 });
    expect(drawObject(objectNow('PictureObject', attributes), testTools())).toEqual({
      drawing: [],
      width: 0,
      height: 0,
    });
  });

  it('is not drawn when it cannot be read or has too many pixels, which is a warning', () => {
    for (const broken of [
      { ...image, width: 0 },
      { ...image, width: 100_000, height: 100_000 },
    ]) {
      const tools = testTools();
      expect(drawObject(objectNow('PictureObject', {}, { image: broken }), tools).drawing).toEqual([]);
      expect(tools.warnings).toHaveLength(1);
    }
  });
});

describe('a photograph', () => {
  it('is rotated as its camera specifies, in either byte order', () => {
    const turns = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((orientation) => exifTurn(photo(orientation, orientation % 2 === 0)));
    expect(turns).toEqual([0, 0, 180, 180, 90, 90, 270, 270, 0]);
    const upright = sizeOf(
      { SizeMode: 'AutoSize' },
      {
        ...image,
        format: 'jpeg',
        bytes: photo(6, true),
      },
    );
    expect(upright).toEqual({ width: 20, height: 40 });
  });

  it('of any bytes is no error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (tail) => {
        expect([0, 90, 180, 270]).toContain(
          exifTurn(new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 70, 0x45, 0x78, 0x69, 0x66, 0, 0, ...tail])),
        );
      }),
      { numRuns: 300 },
    );
  });
});
