/** Pictures that explain questions: an acceptable example beside one to reject. */
import { base64Of } from './base64.ts';
import { blank, disc, rectangle, write } from './pictures/canvas.ts';
import { gifOf, type Picture } from './pictures/gif.ts';
import { LIBRARY_DAY, type Library } from './library.ts';
import { MINUTE_MS, type Story } from './story.ts';
import { daysFrom } from './surveyPlans.ts';

const HALF = 300;
const HEIGHT = 260;
const STEEL = 1;
const DARK = 2;
const GREEN = 3;
const RED = 4;
const INK = 5;
const BRASS = 6;
const PALETTE = [0xf4f1e6, 0x9aa4ab, 0x555d63, 0x2e7d32, 0xc62828, 0x1b1f22, 0xb8860b];

/** Draws one half of a reference, its left edge at x. */
type Half = (picture: Picture, x: number, isGood: boolean) => void;

interface Reference {
  /** `template / question`. */
  question: string;
  filename: string;
  draw: Half;
}

const REFERENCES: readonly Reference[] = [
  { question: 'Securing: bolted / Nut locking', filename: 'Split pin, acceptable and rejectable.gif', draw: splitPin },
  {
    question: 'Securing: wire sling / Anchor independent',
    filename: 'Sling anchor, acceptable and rejectable.gif',
    draw: slingAnchor,
  },
  { question: 'Ex data: Ex d / Flamepath', filename: 'Flamepath, acceptable and rejectable.gif', draw: flamepath },
];

/** Adds the pictures to their questions. */
export async function addReferences(story: Story, { questions }: Library): Promise<void> {
  const call = story.as('wren', daysFrom(story.day, LIBRARY_DAY + 1) + 900 * MINUTE_MS);
  for (const { question, filename, draw } of REFERENCES)
    await call('addFieldImage', {
      id: questions.get(question)!.id,
      base64: base64Of(gifOf(reference(draw), PALETTE)),
      path: filename,
    });
}

function reference(draw: Half): Picture {
  const picture = blank(2 * HALF, HEIGHT);
  for (const [x, isGood] of [
    [0, true],
    [HALF, false],
  ] as const) {
    draw(picture, x, isGood);
    rectangle(picture, [x, HEIGHT - 36, HALF - 2, 36], isGood ? GREEN : RED);
    write(picture, isGood ? 'ACCEPTABLE' : 'REJECT', [x + 20, HEIGHT - 28, 3], 0);
  }
  return picture;
}

/** A bolt through its nut; the pin's legs are opened, or hang straight. */
function splitPin(picture: Picture, x: number, isGood: boolean): void {
  rectangle(picture, [x + 130, 40, 40, 150], STEEL);
  rectangle(picture, [x + 90, 110, 120, 50], DARK);
  rectangle(picture, [x + 80, 72, 140, 8], BRASS);
  disc(picture, [x + 78, 76, 12], BRASS);
  for (let step = 0; step < 26; step++) {
    const rise = isGood ? step : 0;
    rectangle(picture, [x + 218 + step, 70 - rise, 3, 5], BRASS);
    rectangle(picture, [x + 218 + step, 78 + rise, 3, 5], BRASS);
  }
}

/** A lamp on its bracket; the sling goes to a member of its own, or to the same bracket. */
function slingAnchor(picture: Picture, x: number, isGood: boolean): void {
  rectangle(picture, [x + 20, 30, 260, 22], STEEL);
  rectangle(picture, [x + 80, 52, 16, 60], DARK);
  rectangle(picture, [x + 50, 112, 110, 70], STEEL);
  const anchor = isGood ? 230 : 100;
  for (let step = 0; step <= 60; step++) {
    const along = 150 + ((anchor - 150) * step) / 60;
    rectangle(picture, [x + Math.round(along), 112 - step, 4, 4], INK);
  }
  disc(picture, [x + anchor, 50, 9], BRASS);
}

/** Two flanges; the path between them is clean, or painted over. */
function flamepath(picture: Picture, x: number, isGood: boolean): void {
  rectangle(picture, [x + 40, 60, 220, 55], STEEL);
  rectangle(picture, [x + 40, 121, 220, 55], STEEL);
  rectangle(picture, [x + 40, 115, 220, 6], isGood ? BRASS : RED);
  for (const bolt of [70, 150, 230]) disc(picture, [x + bolt, 88, 12], DARK);
  if (!isGood) for (let spot = 0; spot < 9; spot++) disc(picture, [x + 60 + spot * 22, 118 + (spot % 3) * 4, 7], RED);
}
