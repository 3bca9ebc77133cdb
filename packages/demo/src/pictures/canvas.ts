/** Drawing into flat pictures. Places are in points from the upper left corner, colours are places in a palette. */
import type { Picture } from './gif.ts';
import { pointsOf } from './letters.ts';

/** A picture all of colour 0. */
export function blank(width: number, height: number): Picture {
  return { width, height, points: new Uint8Array(width * height) };
}

/** Fills a box at x, y of a width and height; what lies outside the picture is left out. */
export function rectangle(
  { width, height, points }: Picture,
  [x, y, w, h]: readonly [number, number, number, number],
  colour: number,
): void {
  for (let row = Math.max(0, y); row < Math.min(height, y + h); row++)
    points.fill(colour, row * width + Math.max(0, x), row * width + Math.min(width, x + w));
}

/** Fills a circle around x, y of a radius. */
export function disc(picture: Picture, [x, y, radius]: readonly [number, number, number], colour: number): void {
  for (let row = -radius; row <= radius; row++) {
    const half = Math.round(Math.sqrt(radius ** 2 - row ** 2));
    rectangle(picture, [x - half, y + row, 2 * half, 1], colour);
  }
}

/** Writes words at x, y in letters so many times the smallest size. */
export function write(
  picture: Picture,
  words: string,
  [x, y, scale]: readonly [number, number, number],
  colour: number,
): void {
  for (const [dx, dy] of pointsOf(words)) rectangle(picture, [x + dx * scale, y + dy * scale, scale, scale], colour);
}
