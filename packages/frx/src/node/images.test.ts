import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { LimitError } from '../limits.ts';
import { imageDecoder } from './images.ts';

/** A picture as a report holds it. */
function png(width: number, height: number) {
  return {
    bytes: new Uint8Array(createCanvas(width, height).toBuffer('image/png')),
    format: 'png' as const,
    id: 'a',
    width,
    height,
  };
}

function svg(source: string) {
  return { bytes: new TextEncoder().encode(source), format: 'svg' as const, id: 'a', width: 0, height: 0 };
}

describe('the pictures of a run', () => {
  it('are limited by their total number of pixels', async () => {
    const decode = imageDecoder(250);
    expect(await decode(png(10, 10))).toMatchObject({ width: 10, height: 10 });
    expect(await decode(png(10, 15))).toMatchObject({ width: 10, height: 15 });
    await expect(decode(png(1, 1))).rejects.toThrow(LimitError);
  });

  it('count towards the limit even without a size in their headers', async () => {
    const decode = imageDecoder(1);
    const dot = svg('<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>');
    expect(await decode(dot)).toMatchObject({ width: 2, height: 2 });
    await expect(decode(dot)).rejects.toThrow(LimitError);
  });

  it('are not read and not counted when their header states too many pixels', async () => {
    const decode = imageDecoder(100);
    expect(await decode({ ...png(10, 10), width: 10_000, height: 5_001 })).toBeUndefined();
    expect(await decode(png(10, 10))).toBeDefined();
  });

  it('are not drawn when a drawing exceeds the limit', async () => {
    const decode = imageDecoder();
    const sized = (width: number) => svg(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="8000"/>`);
    expect(await decode(sized(9_000))).toBeUndefined();
  });
});
