/** Draws the pictures used as photos: the thing in front of its support, with its tag number and the day. */
import { CONDITIONS } from '@holdfast/contract';
import { blank, disc, rectangle, write } from './canvas.ts';
import { between, roll } from '../chance.ts';
import { gifOf, type Picture } from './gif.ts';
import type { EquipmentType } from '../itemTypes.ts';
import { LETTER_STEP } from './letters.ts';
import type { Equipment } from '../rig.ts';

const WIDTH = 480;
const HEIGHT = 360;

/** Indexes of the palette; 0 is the sky, the background. */
const SKY_LOW = 1;
const STEEL = 2;
const STEEL_DARK = 3;
const BODY = 4;
const BODY_LIGHT = 5;
const BODY_DARK = 6;
const LABEL = 7;
const INK = 8;
const MARK = 9;
const RUST = 10;

const BODIES = [0xc9a227, 0x6b7f8c, 0x8d4a2f, 0x4f6d4a, 0xb0b7bb] as const;

/** Types drawn as round things; any other is drawn as a box. */
const ROUND: readonly EquipmentType[] = [
  'Sheave / Snatch Block',
  'Shackle',
  'Gas Detector',
  'PA Speaker and Beacon',
  'CCTV Camera',
  'Padeye',
];
/** Things drawn as bars from side to side. */
const BARS: readonly EquipmentType[] = [
  'Cable Tray',
  'Handrail and Gate',
  'Fixed Ladder',
  'Grating Panel',
  'Safety Net',
];

/** A drawing as a GIF. @param date as the label shows it */
export function drawing(thing: Equipment, found: keyof typeof CONDITIONS, date: string): Uint8Array {
  const picture = blank(WIDTH, HEIGHT);
  background(picture, thing);
  body(picture, thing);
  if (found === 'defective' || found === 'needsAttention') rust(picture, `${thing.key} ${date}`);
  label(picture, thing.key, date);
  return gifOf(picture, paletteOf(thing, found));
}

function paletteOf({ key }: Equipment, found: keyof typeof CONDITIONS): number[] {
  const base = BODIES[Math.floor(roll(`${key} paint`) * BODIES.length)]!;
  const sky = [0xa9c3d6, 0xb9bfc4, 0x8fa9bd][Math.floor(roll(`${key} sky`) * 3)]!;
  const mark = Number.parseInt(CONDITIONS[found].color.slice(1), 16);
  return [
    sky,
    shade(sky, 0.88),
    0x7a838a,
    0x555d63,
    base,
    shade(base, 1.25),
    shade(base, 0.7),
    0xf4f1e6,
    0x1b1f22,
    mark,
    0x7a3b17,
  ];
}

function shade(colour: number, by: number): number {
  const part = (shift: number): number => Math.min(255, Math.round(((colour >> shift) & 255) * by)) << shift;
  return part(16) | part(8) | part(0);
}

function background(picture: Picture, { key, height }: Equipment): void {
  const horizon = Math.round(HEIGHT * Math.min(0.95, 0.55 + height / 140));
  rectangle(picture, [0, horizon, WIDTH, HEIGHT - horizon], SKY_LOW);
  const post = between(`${key} post`, [60, 340]);
  rectangle(picture, [post, 0, 46, HEIGHT], STEEL);
  rectangle(picture, [post + 36, 0, 10, HEIGHT], STEEL_DARK);
  const beam = between(`${key} beam`, [60, 150]);
  rectangle(picture, [0, beam, WIDTH, 30], STEEL);
  rectangle(picture, [0, beam + 24, WIDTH, 6], STEEL_DARK);
}

function body(picture: Picture, { key, type }: Equipment): void {
  const x = between(`${key} x`, [170, 310]);
  const y = between(`${key} y`, [150, 220]);
  if (BARS.includes(type)) {
    for (let bar = 0; bar < 4; bar++)
      rectangle(picture, [40, y - 50 + bar * 34, WIDTH - 80, 12], bar % 2 ? BODY_DARK : BODY);
    for (let rung = 0; rung < 6; rung++) rectangle(picture, [60 + rung * 68, y - 50, 8, 114], BODY_LIGHT);
    return;
  }
  rectangle(picture, [x - 8, y - 100, 16, 70], STEEL_DARK);
  if (ROUND.includes(type)) {
    disc(picture, [x, y, 62], BODY_DARK);
    disc(picture, [x - 4, y - 4, 56], BODY);
    disc(picture, [x - 14, y - 16, 22], BODY_LIGHT);
    disc(picture, [x, y, 9], INK);
    return;
  }
  rectangle(picture, [x - 78, y - 46, 156, 100], BODY_DARK);
  rectangle(picture, [x - 74, y - 42, 144, 88], BODY);
  rectangle(picture, [x - 60, y - 30, 60, 26], BODY_LIGHT);
  for (const [dx, dy] of [
    [-66, -36],
    [62, -36],
    [-66, 40],
    [62, 40],
  ] as const)
    disc(picture, [x + dx, y + dy, 5], INK);
}

function rust(picture: Picture, name: string): void {
  for (let spot = 0; spot < 5; spot++)
    disc(
      picture,
      [
        between(`${name} x ${spot}`, [180, 320]),
        between(`${name} y ${spot}`, [130, 250]),
        between(`${name} r ${spot}`, [3, 11]),
      ],
      RUST,
    );
}

function label(picture: Picture, tag: string, date: string): void {
  const top = HEIGHT - 64;
  rectangle(picture, [12, top, 44 + tag.length * LETTER_STEP * 3, 54], LABEL);
  rectangle(picture, [12, top, 16, 54], MARK);
  write(picture, tag, [38, top + 7, 3], INK);
  write(picture, date, [38, top + 35, 2], INK);
}
