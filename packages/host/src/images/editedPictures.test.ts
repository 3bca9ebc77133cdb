import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { sharpImages } from './images.ts';

const images = sharpImages();
const NO_MARKS = { turn: 0, crop: null, marks: [] } as const;

/** A picture of 400 by 200 pixels: red on the left, blue on the right; with an orientation of the camera. */
function photo(orientation = 1): Promise<Buffer> {
  const red = { create: { width: 200, height: 200, channels: 3 as const, background: '#ff0000' } };
  return sharp({ create: { width: 400, height: 200, channels: 3, background: '#0000ff' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation })
    .jpeg({ quality: 100 })
    .toBuffer();
}

async function draw(
  edit: Parameters<typeof images.draw>[1],
  edge = 1280,
  orientation = 1,
): Promise<{ width: number; height: number; at(x: number, y: number): number[] }> {
  const drawn = await images.draw(await photo(orientation), edit, edge, 'a company');
  const { data, info } = await sharp(drawn!).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    at(x, y) {
      const place = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3;
      return [...data.subarray(place, place + 3)];
    },
  };
}

function isNear(colour: number[], wanted: number[]): void {
  for (const [i, value] of wanted.entries()) expect(Math.abs(colour[i]! - value)).toBeLessThan(40);
}
const RED = [255, 0, 0];
const BLUE = [0, 0, 255];

/** Returns true if a pixel or its neighbour has the colour of marks; strokes of two pixels have mixed colours at their edges. */
function isInked({ at }: { at(x: number, y: number): number[] }, x: number, y: number): boolean {
  return [-1, 0, 1].some((step) => {
    const [red, green, blue] = at(x + step / 400, y + step / 400);
    return red! > 150 && green! > 110 && blue! < 120;
  });
}

describe('edited photos are drawn', () => {
  it('rotated clockwise, after the orientation of the camera', async () => {
    const turned = await draw({ ...NO_MARKS, marks: [], turn: 90 });
    expect([turned.width, turned.height]).toEqual([200, 400]);
    isNear(turned.at(0.5, 0.2), RED);
    isNear(turned.at(0.5, 0.8), BLUE);
    // Orientation 6 turns the stored picture by 90 degrees itself.
    const twice = await draw({ ...NO_MARKS, marks: [], turn: 90 }, 1280, 6);
    expect([twice.width, twice.height]).toEqual([400, 200]);
    isNear(twice.at(0.2, 0.5), BLUE);
    isNear(twice.at(0.8, 0.5), RED);
  });

  it('cropped, and no larger than asked', async () => {
    const cropped = await draw({ turn: 0, crop: { x: 0.5, y: 0, width: 0.5, height: 0.5 }, marks: [] }, 100);
    expect([cropped.width, cropped.height]).toEqual([100, 50]);
    isNear(cropped.at(0.1, 0.5), BLUE);
    // Upright by orientation 6: red above, blue below, 200 by 400 pixels.
    const lower = await draw({ turn: 0, crop: { x: 0, y: 0.5, width: 1, height: 0.25 }, marks: [] }, 1280, 6);
    expect([lower.width, lower.height]).toEqual([200, 100]);
    isNear(lower.at(0.5, 0.1), BLUE);
    isNear(lower.at(0.5, 0.9), BLUE);
  });

  it('with arrows, circles and texts, at the same position of the photo in every rotation', async () => {
    const arrow = { kind: 'arrow' as const, from: { x: 0.1, y: 0.5 }, to: { x: 0.9, y: 0.5 } };
    expect(isInked(await draw({ ...NO_MARKS, marks: [arrow] }), 0.3, 0.5)).toBe(true);
    expect(isInked(await draw({ ...NO_MARKS, turn: 90, marks: [arrow] }), 0.5, 0.3)).toBe(true);
    const circle = { kind: 'circle' as const, area: { x: 0.6, y: 0.2, width: 0.3, height: 0.6 } };
    const ringed = await draw({ ...NO_MARKS, marks: [circle] });
    expect(isInked(ringed, 0.6, 0.5)).toBe(true);
    isNear(ringed.at(0.75, 0.5), BLUE);
    const words = await draw({ ...NO_MARKS, marks: [{ kind: 'text', at: { x: 0.55, y: 0.5 }, words: 'MMMM' }] });
    const inked = Array.from({ length: 30 }, (_, i) => isInked(words, 0.55 + i / 200, 0.53));
    expect(inked.filter(Boolean).length).toBeGreaterThan(3);
    expect(isInked(words, 0.55, 0.2)).toBe(false);
  });

  it('with blurred areas that contain only mean colours', async () => {
    const blurred = await draw({
      ...NO_MARKS,
      marks: [{ kind: 'blur', area: { x: 0.4, y: 0, width: 0.2, height: 1 } }],
    });
    // The boundary between red and blue becomes one column of their mean colour.
    isNear(blurred.at(0.1, 0.5), RED);
    isNear(blurred.at(0.9, 0.5), BLUE);
    const row = Array.from({ length: 80 }, (_, i) => blurred.at(0.4 + i / 400, 0.5));
    expect(new Set(row.map((colour) => colour.map((value) => Math.round(value / 64)).join())).size).toBeLessThanOrEqual(
      5,
    );
  });

  it('as nothing if the bytes are not a photo', async () => {
    expect(await images.draw(Buffer.from('not a photo'), { ...NO_MARKS, marks: [] }, 320, 'a company')).toBeNull();
  });
});
