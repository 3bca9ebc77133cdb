/** Logos of companies and signatures of people, as flat pictures. */
import { between } from '../chance.ts';
import { blank, disc, rectangle, write } from './canvas.ts';
import { gifOf } from './gif.ts';

const PAPER = 0xffffff;
const INK = 0x1e3a8a;

/** Size of a signature, in points. */
const SIGNED = { width: 420, height: 120 };

/** Draws a signature: one looping line. */
export function signaturePicture(name: string): Uint8Array {
  const picture = blank(SIGNED.width, SIGNED.height);
  const loops = between(`${name} loops`, [5, 9]);
  const heights = Array.from({ length: loops }, (_, loop) => (loop === 0 ? 44 : between(`${name} ${loop}`, [12, 36])));
  const steps = 1_600;
  for (let step = 0; step <= steps; step++) {
    const along = (step / steps) * loops;
    const loop = Math.min(loops - 1, Math.floor(along));
    const turn = (along - loop) * 2 * Math.PI;
    const x = 30 + (along / loops) * (SIGNED.width - 90) + Math.sin(turn) * 14;
    const y = SIGNED.height / 2 + 8 - Math.sin(turn + 1.2) * heights[loop]! * 0.9;
    disc(picture, [Math.round(x), Math.round(y), 2], 1);
  }
  rectangle(picture, [24, SIGNED.height - 18, SIGNED.width - 70, 2], 1);
  return gifOf(picture, [PAPER, INK]);
}

/** A logo: the letters of a company on its colour, with a line of water below. */
export function logoPicture(letters: string, colour: number): Uint8Array {
  const picture = blank(300, 200);
  rectangle(picture, [0, 0, 300, 200], 1);
  write(picture, letters, [45, 40, 12], 0);
  for (let x = 0; x < 300; x += 30) disc(picture, [x + 15, 165, 12], 2);
  rectangle(picture, [0, 165, 300, 14], 1);
  return gifOf(picture, [PAPER, colour, 0xb7c9e2]);
}
