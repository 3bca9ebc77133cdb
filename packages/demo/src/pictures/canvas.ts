/** Drawing of pictures with a palette. Positions are in pixels from the upper left corner, colours are indexes of the palette. */
import type { Picture } from './gif.ts';
import { pointsOf } from './letters.ts';

/** Makes a picture filled with colour 0. */
export function blank(width: number, height: number): Picture {
  return { width, height, points: new Uint8Array(width * height) };
}

/** Fills a rectangle, clipped to the picture. */
export function rectangle(
  { width, height, points }: Picture,
  [x, y, w, h]: readonly [number, number, number, number],
  colour: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + h); row++)
    points.fill(colour, row * width + Math.max(0, x), row * width + Math.min(width, x + w));
}

/** Fills a circle. */
export function disc(picture: Picture, [x, y, radius]: readonly [number, number, number], colour: number): void {
  for (let row = -radius; row <= radius; row++) {
    const half = Math.round(Math.sqrt(radius ** 2 - row ** 2));
    rectangle(picture, [x - half, y + row, 2 * half, 1], colour);
  }
}

/** Writes text at x, y, enlarged by a factor. */
export function write(
  picture: Picture,
  words: string,
  [x, y, scale]: readonly [number, number, number],
  colour: number,
): void {
  for (const [dx, dy] of pointsOf(words)) rectangle(picture, [x + dx * scale, y + dy * scale, scale, scale], colour);
}
