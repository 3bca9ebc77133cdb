/**
 * Sheets for the eye: the first page of every report beside a reference picture.
 * `node sideBySide.ts PICTURES REFERENCES OUT [WORD]` joins `NAME.page-1.png` of the first two folders into `OUT/NAME.png`.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const ENDING = '.page-1.png';
const GAP = 16;
const TALLEST = 1400;

const [pictures, references, out, word = ''] = process.argv.slice(2);
if (pictures === undefined || references === undefined || out === undefined) {
  process.stderr.write('usage: sideBySide.ts PICTURES REFERENCES OUT [WORD]\n');
  process.exit(2);
}
mkdirSync(out, { recursive: true });
for (const name of readdirSync(pictures).filter((file) => file.endsWith(ENDING) && file.includes(word))) {
  if (!existsSync(join(references, name))) continue;
  const [left, right] = await Promise.all([loadImage(join(pictures, name)), loadImage(join(references, name))]);
  const sheet = createCanvas(left.width + right.width + GAP, Math.min(TALLEST, Math.max(left.height, right.height)));
  const context = sheet.getContext('2d');
  context.fillStyle = '#808080';
  context.fillRect(0, 0, sheet.width, sheet.height);
  context.drawImage(left, 0, 0);
  context.drawImage(right, left.width + GAP, 0);
  writeFileSync(join(out, name.replace(ENDING, '.png')), sheet.toBuffer('image/png'));
}
