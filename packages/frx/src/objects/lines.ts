/** Lines, shapes, polygons and polylines: their border is the pen, their fill is inside the outline. */
import type { Border, Fill, LineStyle, PathCommand, Primitive, Stroke } from '../page.ts';
import { enumOf, flagOf, numberOf, numbersOf, textOf } from '../template/properties.ts';
import type { TemplateObject } from '../template/model.ts';
import { compose, rotation, scaling, transformCommands, translation } from './drawing/matrix.ts';
import { ellipse, filled, polygon, polyline, rectangle, roundRectangle, stroked } from './drawing/path.ts';
import type { Drawn, ObjectNow } from './object.ts';

/** Dashes of .NET's pens, in pen widths. */
export const DASHES: Readonly<Record<LineStyle, readonly number[] | undefined>> = {
  Solid: undefined,
  Double: undefined,
  Custom: undefined,
  Dash: [3, 1],
  Dot: [1, 1],
  DashDot: [3, 1, 1, 1],
  DashDotDot: [3, 1, 1, 1, 1, 1],
};

/** The pen of an object drawn with its border's left line; DashPattern is in pen widths and overrides the style. */
function penOf(source: TemplateObject, border: Border): Stroke {
  const { color, style, width } = border.left;
  const pattern = numbersOf(source, 'DashPattern').filter((length) => length > 0);
  const dash = pattern.length > 0 ? pattern : DASHES[style];
  return { color, width, ...(dash === undefined ? {} : { dash: dash.map((length) => length * Math.max(1, width)) }) };
}

function outlined(commands: readonly PathCommand[], fill: Fill, pen: Stroke): Primitive {
  return { kind: 'path', commands, fill, stroke: pen };
}

/** Draws a LineObject with its caps: diagonally across its box when Diagonal is set, else along the longer side. Nothing for a length of 0. */
export function drawLine({ source, width, height, border }: ObjectNow): Drawn {
  const pen = penOf(source, border);
  const diagonal = flagOf(source, 'Diagonal');
  const flat = Math.abs(width) > Math.abs(height);
  const endX = diagonal || flat ? width : 0;
  const endY = diagonal || !flat ? height : 0;
  const length = Math.hypot(endX, endY);
  if (length === 0) return { drawing: [] };
  const start = capOf(source, 'StartCap');
  const end = capOf(source, 'EndCap');
  const scale = pen.width;
  const from = Math.min(length, start.inset * scale);
  const to = Math.max(from, length - end.inset * scale);
  const along = (distance: number): readonly [number, number] => [
    (endX * distance) / length,
    (endY * distance) / length,
  ];
  const drawing: Primitive[] = [stroked(polyline([along(from), along(to)]), pen)];
  // Caps are outlines in a coordinate system whose y axis is along the line, drawn with a pen as wide as the line.
  const angle = (Math.atan2(endY, endX) * 180) / Math.PI;
  const capPen: Stroke = { color: pen.color, width: scale };
  for (const [cap, x, y, turn] of [
    [start, 0, 0, angle + 90],
    [end, endX, endY, angle - 90],
  ] as const) {
    if (cap.outline.length === 0) continue;
    const map = compose(translation(x, y), compose(rotation(turn), scaling(scale)));
    drawing.push(stroked(transformCommands(cap.outline, map), capPen));
  }
  return { drawing };
}

/** The outline of a cap around the line's end, and the length of the line that it covers; in line widths. */
function capOf(
  source: TemplateObject,
  name: 'StartCap' | 'EndCap',
): { readonly outline: readonly PathCommand[]; readonly inset: number } {
  const width = numberOf(source, `${name}.Width`, 8);
  const height = numberOf(source, `${name}.Height`, 8);
  switch (enumOf(source, `${name}.Style`, ['None', 'Circle', 'Square', 'Diamond', 'Arrow'], 'None')) {
    case 'Circle':
      return { outline: ellipse(0, 0, width / 2, height / 2), inset: height / 2 };
    case 'Square':
      return { outline: rectangle(-width / 2, -height / 2, width, height), inset: height / 2 };
    case 'Diamond': {
      const [x, y] = [width / 1.4, height / 1.4];
      return {
        outline: polygon([
          [0, -y],
          [-x, 0],
          [0, y],
          [x, 0],
        ]),
        inset: y,
      };
    }
    case 'Arrow':
      return {
        outline: polyline([
          [-width, -height],
          [0, 0],
          [width, -height],
        ]),
        inset: 0,
      };
    default:
      return { outline: [], inset: 0 };
  }
}

/** Draws a ShapeObject inside its box, half the pen's width from the edges; an unknown shape is a rectangle. */
export function drawShape({ source, width, height, border, fill }: ObjectNow): Drawn {
  const pen = penOf(source, border);
  const inset = pen.width / 2;
  const [x, y, w, h] = [inset, inset, Math.max(0, width - pen.width), Math.max(0, height - pen.width)];
  const outline = (): readonly PathCommand[] => {
    switch (enumOf(source, 'Shape', ['Rectangle', 'RoundRectangle', 'Ellipse', 'Triangle', 'Diamond'])) {
      case 'RoundRectangle': {
        const curve = numberOf(source, 'Curve', 0);
        const least = Math.min(w, h);
        return roundRectangle(x, y, w, h, (curve === 0 ? least / 4 : Math.min(least, curve * 10)) / 2);
      }
      case 'Ellipse':
        return ellipse(x + w / 2, y + h / 2, w / 2, h / 2);
      case 'Triangle':
        return polygon([
          [x + w, y + h],
          [x, y + h],
          [x + w / 2, y],
        ]);
      case 'Diamond':
        return polygon([
          [x + w / 2, y],
          [x + w, y + h / 2],
          [x + w / 2, y + h],
          [x, y + h / 2],
        ]);
      default:
        return rectangle(x, y, w, h);
    }
  };
  return { drawing: [outlined(outline(), fill, pen)] };
}

interface PolyPoint {
  readonly x: number;
  readonly y: number;
  /** Bézier control points relative to the point. */
  readonly before?: readonly [number, number] | undefined;
  readonly after?: readonly [number, number] | undefined;
}

/** Maximum number of points that are drawn. */
const MAX_POINTS = 20_000;

/** `x/y/L/x/y/R/x/y|…`, or the older `x\y\type|…`, relative to the centre. */
function pointsOf(source: TemplateObject): readonly PolyPoint[] {
  const newer = textOf(source, 'PolyPoints_v2', '');
  const separator = newer === '' ? '\\' : '/';
  const text = newer === '' ? textOf(source, 'PolyPoints', '') : newer;
  const points: PolyPoint[] = [];
  for (const part of text.split('|').slice(0, MAX_POINTS)) {
    const fields = part.split(separator);
    const number = (index: number): number => Number(fields[index]?.replace(',', '.')) || 0;
    if (fields.length < 2) continue;
    const handle = (letter: string): readonly [number, number] | undefined => {
      const index = fields.indexOf(letter);
      return index < 0 ? undefined : [number(index + 1), number(index + 2)];
    };
    points.push({ x: number(0), y: number(1), before: handle('L'), after: handle('R') });
  }
  return points;
}

function polyCommands(source: TemplateObject, closed: boolean): readonly PathCommand[] {
  const centerX = numberOf(source, 'CenterX', 0);
  const centerY = numberOf(source, 'CenterY', 0);
  const points = pointsOf(source).map((point) => ({ ...point, x: point.x + centerX, y: point.y + centerY }));
  const [first] = points;
  if (first === undefined) return [];
  const commands: PathCommand[] = [['M', first.x, first.y]];
  const rest = points.slice(1);
  let previous = first;
  for (const point of closed ? [...rest, first] : rest) {
    if (previous.after === undefined && point.before === undefined) commands.push(['L', point.x, point.y]);
    else {
      // Without a control point a side starts straight towards the other point.
      const third = (from: number, to: number): number => (to - from) / 3;
      const [ax, ay] = previous.after ?? [third(previous.x, point.x), third(previous.y, point.y)];
      const [bx, by] = point.before ?? [third(point.x, previous.x), third(point.y, previous.y)];
      commands.push(['C', previous.x + ax, previous.y + ay, point.x + bx, point.y + by, point.x, point.y]);
    }
    previous = point;
  }
  if (closed) commands.push(['Z']);
  return commands;
}

/** Draws a PolyLineObject: the open outline, never filled. */
export function drawPolyLine({ source, border }: ObjectNow): Drawn {
  return { drawing: [stroked(polyCommands(source, false), penOf(source, border))] };
}

/** Draws a PolygonObject: the closed outline, filled unless the fill is transparent. */
export function drawPolygon({ source, border, fill }: ObjectNow): Drawn {
  const commands = polyCommands(source, true);
  const transparent = fill.kind === 'solid' && fill.color.length === 9 && fill.color.endsWith('00');
  const pen = stroked(commands, penOf(source, border));
  return { drawing: transparent ? [pen] : [filled(commands, fill), pen] };
}
