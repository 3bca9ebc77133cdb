/** MaxiCode (ISO/IEC 16023): hexagons in 33 rows, every second one shifted by half a field, around three rings. */
import type { PathCommand, Primitive } from '../../page.ts';
import type { TextSize } from '../../text/types.ts';
import { ellipse, filled, polygon, solid, stroked } from '../drawing/path.ts';
import type { Barcode, HexagonCode } from './types.ts';

/** Distances of hexagons in tenths of the symbol's unit, which is `SCALE` px. */
const COLUMN = 2.46;
const ROW = 2.135;
const SCALE = 2.47;
const RINGS = [9.91, 6.16, 2.37];
const RING_WIDTH = 2;
const CENTER = { x: 35.76, y: 35.6 };
const CORNERS = [
  [0, 1],
  [0.86, 0.5],
  [0.86, -0.5],
  [0, -1],
  [-0.86, -0.5],
  [-0.86, 0.5],
] as const;
/** Hexagons are drawn a quarter larger than their grid cell, so that neighbours touch. */
const SPREAD = 1.25;

/** px at zoom 1. */
export const hexagonSize: TextSize = {
  width: SCALE * (29 * COLUMN + COLUMN / 2 + 0.86 * SPREAD),
  height: SCALE * (32 * ROW + 1.43 + SPREAD),
};

/** Centre of the field with this number. */
export function fieldCenter(field: number): readonly [number, number] {
  const row = Math.floor(field / 30);
  const column = field % 30;
  return [SCALE * (column * COLUMN + COLUMN / 2 + (row % 2 === 1 ? COLUMN / 2 : 0)), SCALE * (row * ROW + 1.43)];
}

/** Draws the symbol, stretched to an unrotated box. */
export function drawHexagons(
  code: HexagonCode,
  barcode: Barcode,
  box: TextSize,
  natural: TextSize,
): readonly Primitive[] {
  const scaleX = box.width / natural.width;
  const scaleY = box.height / natural.height;
  const commands: PathCommand[] = [];
  for (const field of code.dark) {
    const [x, y] = fieldCenter(field);
    commands.push(
      ...polygon(
        CORNERS.map(([dx, dy]) => [(x + dx * SPREAD * SCALE) * scaleX, (y + dy * SPREAD * SCALE) * scaleY] as const),
      ),
    );
  }
  const rings = RINGS.map((radius) =>
    stroked(
      ellipse(CENTER.x * SCALE * scaleX, CENTER.y * SCALE * scaleY, radius * SCALE * scaleX, radius * SCALE * scaleY),
      {
        color: barcode.color,
        width: (RING_WIDTH * SCALE * (scaleX + scaleY)) / 2,
      },
    ),
  );
  return [filled(commands, solid(barcode.color)), ...rings];
}
