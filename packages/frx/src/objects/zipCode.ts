import type { Primitive } from '../page.ts';
import type { TemplateObject } from '../template/model.ts';
import { flagOf, numberOf } from '../template/properties.ts';
import { ellipse, filled, polyline, rectangle, solid, stroked } from './drawing/path.ts';
import type { Drawn, ObjectNow } from './object.ts';

/** px of one millimetre. */
const MM = 3.78;

/** The strokes of the digits in a field 5 wide and 10 high. */
const DIGITS: readonly (readonly (readonly [number, number])[])[] = [
  [
    [0, 0],
    [5, 0],
    [5, 10],
    [0, 10],
    [0, 0],
  ],
  [
    [0, 5],
    [5, 0],
    [5, 10],
  ],
  [
    [0, 0],
    [5, 0],
    [5, 5],
    [0, 10],
    [5, 10],
  ],
  [
    [0, 0],
    [5, 0],
    [0, 5],
    [5, 5],
    [0, 10],
  ],
  [
    [0, 0],
    [0, 5],
    [5, 5],
    [5, 0],
    [5, 10],
  ],
  [
    [5, 0],
    [0, 0],
    [0, 5],
    [5, 5],
    [5, 10],
    [0, 10],
  ],
  [
    [5, 0],
    [0, 5],
    [0, 10],
    [5, 10],
    [5, 5],
    [0, 5],
  ],
  [
    [0, 0],
    [5, 0],
    [0, 5],
    [0, 10],
  ],
  [
    [0, 5],
    [0, 0],
    [5, 0],
    [5, 10],
    [0, 10],
    [0, 5],
    [5, 5],
  ],
  [
    [5, 5],
    [0, 5],
    [0, 0],
    [5, 0],
    [5, 5],
    [0, 10],
  ],
];

/** The dots of the grid: along the outline and both diagonals of the two squares of a digit. */
const GRID = [
  '111111',
  '100011',
  '100101',
  '101001',
  '110001',
  '111111',
  '100011',
  '100101',
  '101001',
  '110001',
  '111111',
];

const MAX_SEGMENTS = 100;

function measures(source: TemplateObject): {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly spacing: number;
  readonly markers: boolean;
} {
  return {
    count: Math.min(MAX_SEGMENTS, Math.max(0, Math.round(numberOf(source, 'SegmentCount', 6)))),
    width: numberOf(source, 'SegmentWidth', 18.9),
    height: numberOf(source, 'SegmentHeight', 37.8),
    spacing: numberOf(source, 'Spacing', 34.02),
    markers: flagOf(source, 'ShowMarkers', true),
  };
}

/** Draws a postal code as strokes on a grid of dots, from the top left corner of the object; its pen is three px wide by default. */
export function drawZipCode({ source, border, text }: ObjectNow): Drawn {
  const { count, width, height, spacing, markers } = measures(source);
  const { color } = border.left;
  const penWidth = numberOf(source, 'Border.Width', 3);
  const drawing: Primitive[] = [];
  const offsetY = markers ? 4 * MM : penWidth / 2;
  const scaleX = (width / (5 * MM)) * MM;
  const scaleY = (height / (10 * MM)) * MM;
  const mark = (x: number): Primitive => filled(rectangle(x, 0, 7 * MM, 2 * MM), solid(color));
  if (markers) drawing.push(mark(0), filled(rectangle(0, 3 * MM, 7 * MM, MM), solid(color)));
  for (const [index, character] of text.padStart(count, '0').slice(0, count).split('').entries()) {
    const left = (index + (markers ? 1 : 0)) * spacing;
    if (markers) drawing.push(mark(left));
    const offsetX = left + (markers ? MM : penWidth / 2);
    if (flagOf(source, 'ShowGrid', true)) {
      const dots = GRID.flatMap((row, y) =>
        Array.from(row).flatMap((dot, x) =>
          dot === '1' ? ellipse(offsetX + x * scaleX, offsetY + y * scaleY, MM / 8) : [],
        ),
      );
      drawing.push(filled(dots, solid(color)));
    }
    const strokes = DIGITS[Number.parseInt(character, 10)];
    if (strokes === undefined) continue;
    const path = polyline(strokes.map(([x, y]) => [offsetX + x * scaleX, offsetY + y * scaleY] as const));
    drawing.push(stroked(path, { color, width: penWidth, cap: 'round', join: 'round' }));
  }
  return { drawing };
}
