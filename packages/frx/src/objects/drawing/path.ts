import type { Color, Fill, PathCommand, PathPrimitive, Stroke } from '../../page.ts';

/** Distance of the control points of a quarter circle, in radii. */
const QUARTER = 0.5522847498;

/** Returns a solid fill. */
export function solid(color: Color): Fill {
  return { kind: 'solid', color };
}

/** Returns the closed outline of a rectangle from its top left corner. */
export function rectangle(x: number, y: number, width: number, height: number): readonly PathCommand[] {
  return [['M', x, y], ['L', x + width, y], ['L', x + width, y + height], ['L', x, y + height], ['Z']];
}

/** Returns the closed outline through the points. */
export function polygon(points: readonly (readonly [number, number])[]): readonly PathCommand[] {
  return [...polyline(points), ['Z']];
}

/** Returns the open outline through the points; no commands for no points. */
export function polyline(points: readonly (readonly [number, number])[]): readonly PathCommand[] {
  return points.map(([x, y], index): PathCommand => [index === 0 ? 'M' : 'L', x, y]);
}

/** Returns the closed outline of an ellipse about its centre, of a circle with one radius. */
export function ellipse(
  centerX: number,
  centerY: number,
  radiusX: number,
  radiusY: number = radiusX,
): readonly PathCommand[] {
  const x = radiusX * QUARTER;
  const y = radiusY * QUARTER;
  const left = centerX - radiusX;
  const right = centerX + radiusX;
  const top = centerY - radiusY;
  const bottom = centerY + radiusY;
  return [
    ['M', right, centerY],
    ['C', right, centerY + y, centerX + x, bottom, centerX, bottom],
    ['C', centerX - x, bottom, left, centerY + y, left, centerY],
    ['C', left, centerY - y, centerX - x, top, centerX, top],
    ['C', centerX + x, top, right, centerY - y, right, centerY],
    ['Z'],
  ];
}

/** Returns the outline of a rectangle whose corners are quarters of ellipses of the given radii. */
export function roundRectangle(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  radiusY: number = radius,
): readonly PathCommand[] {
  const rx = Math.max(0, Math.min(radius, width / 2));
  const ry = Math.max(0, Math.min(radiusY, height / 2));
  if (rx === 0 || ry === 0) return rectangle(x, y, width, height);
  const kx = rx * (1 - QUARTER);
  const ky = ry * (1 - QUARTER);
  const right = x + width;
  const bottom = y + height;
  return [
    ['M', x + rx, y],
    ['L', right - rx, y],
    ['C', right - kx, y, right, y + ky, right, y + ry],
    ['L', right, bottom - ry],
    ['C', right, bottom - ky, right - kx, bottom, right - rx, bottom],
    ['L', x + rx, bottom],
    ['C', x + kx, bottom, x, bottom - ky, x, bottom - ry],
    ['L', x, y + ry],
    ['C', x, y + ky, x + kx, y, x + rx, y],
    ['Z'],
  ];
}

/** Returns an arc of an ellipse from `start` over `sweep` degrees, clockwise from three o'clock; its first command is an M, or an L to continue a path. */
export function arc(
  centerX: number,
  centerY: number,
  radiusX: number,
  radiusY: number,
  start: number,
  sweep: number,
  first: 'M' | 'L' = 'M',
): readonly PathCommand[] {
  const pieces = Math.max(1, Math.min(64, Math.ceil(Math.abs(sweep) / 90)));
  const step = ((sweep / pieces) * Math.PI) / 180;
  const handle = (4 / 3) * Math.tan(step / 4);
  let angle = (start * Math.PI) / 180;
  const commands: PathCommand[] = [[first, centerX + radiusX * Math.cos(angle), centerY + radiusY * Math.sin(angle)]];
  for (let piece = 0; piece < pieces; piece++) {
    const next = angle + step;
    commands.push([
      'C',
      centerX + radiusX * (Math.cos(angle) - handle * Math.sin(angle)),
      centerY + radiusY * (Math.sin(angle) + handle * Math.cos(angle)),
      centerX + radiusX * (Math.cos(next) + handle * Math.sin(next)),
      centerY + radiusY * (Math.sin(next) - handle * Math.cos(next)),
      centerX + radiusX * Math.cos(next),
      centerY + radiusY * Math.sin(next),
    ]);
    angle = next;
  }
  return commands;
}

/** Returns the primitive of an outline that is filled and has no stroke. */
export function filled(commands: readonly PathCommand[], fill: Fill): PathPrimitive {
  return { kind: 'path', commands, fill };
}

/** Returns the primitive of an outline that has a stroke and no fill. */
export function stroked(commands: readonly PathCommand[], stroke: Stroke): PathPrimitive {
  return { kind: 'path', commands, stroke };
}

/** Returns the primitive of a straight line between two points. */
export function line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): PathPrimitive {
  return stroked(
    [
      ['M', x1, y1],
      ['L', x2, y2],
    ],
    stroke,
  );
}
