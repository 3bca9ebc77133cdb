/** The series of a chart with axes: columns, lines, areas, points and ranges. */
import type { Color, PathCommand, Primitive, Stroke } from '../../page.ts';
import { colorFromParts, colorParts } from '../../template/colors.ts';
import { ellipse, filled, line, polygon, rectangle, solid, stroked } from '../drawing/path.ts';
import { DASHES } from '../lines.ts';
import type { SeriesPoint } from '../object.ts';
import type { ChartSeries } from './model.ts';
import type { Positions } from './positions.ts';
import { shareOf, type Scale } from './scale.ts';
import type { Area } from './text.ts';

/** Forms in which the values of a series are drawn. */
export type Shape = 'column' | 'line' | 'area' | 'point' | 'range';

/** Returns the form in which the values of a kind of series are drawn. */
export function shapeOf(kind: string): Shape {
  if (/^(?:Line|FastLine|StepLine|Spline|Kagi|Renko|ThreeLineBreak|PointAndFigure)$/.test(kind)) return 'line';
  if (/Area/.test(kind)) return 'area';
  if (/^(?:Point|FastPoint|Bubble)$/.test(kind)) return 'point';
  if (/Range|Stock|Candlestick|ErrorBar|BoxPlot/.test(kind)) return 'range';
  return 'column';
}

/** A plot with its two axes. */
export interface Plot {
  readonly area: Area;
  readonly positions: Positions;
  readonly scale: Scale;
  /** Values are to the right, and points one above the other. */
  readonly lying: boolean;
}

/** A value of a point, or the part of a stack that it is. */
export interface Part {
  readonly point: SeriesPoint;
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** Share of its position that a column fills. */
const FILLED = 0.8;
const THIN: Stroke = { color: '#00000040', width: 0.5 };

/** Returns the place of a value at a position of the other axis, px. */
export function placeOf(
  { area, scale, lying }: Omit<Plot, 'positions'>,
  along: number,
  value: number,
): readonly [number, number] {
  const across = shareOf(scale, value);
  return lying
    ? [area.x + area.width * across, area.y + area.height * (1 - along)]
    : [area.x + area.width * along, area.y + area.height * (1 - across)];
}

/**
 * Draws a series.
 * @param parts its values, in order; missing ones are left out of lines
 * @param group place of its columns beside those of other series, and the number of such places
 */
export function drawSeries(
  plot: Plot,
  series: ChartSeries,
  parts: readonly Part[],
  color: Color,
  group: { readonly index: number; readonly count: number },
): readonly Primitive[] {
  const present = parts.filter(({ point }) => point.y.length > 0);
  const ends = present.map(({ point, index, to }) => placeOf(plot, plot.positions.at(point, index), to));
  const pen: Stroke = { ...penOf(series), color, join: 'round' };
  switch (shapeOf(series.kind)) {
    case 'column':
      return present.map(({ point, index, from, to }) =>
        column(plot, plot.positions.at(point, index), widthOf(series), group, from, to, point.color ?? color),
      );
    case 'line':
      return [
        ...(ends.length > 1 ? [stroked(lineOf(series.kind, ends), pen)] : []),
        ...markers(series, present, ends, color),
      ];
    case 'area': {
      if (ends.length === 0) return [];
      const base = present
        .map(({ point, index, from }) => placeOf(plot, plot.positions.at(point, index), from))
        .toReversed();
      const outline: readonly PathCommand[] = [
        ...lineOf(series.kind, ends),
        ...base.map(([x, y]): PathCommand => ['L', x, y]),
        ['Z'],
      ];
      return [filled(outline, solid(faded(color))), ...markers(series, present, ends, color)];
    }
    case 'point':
      return present.map(({ point }, index) => dot(plot, point, ends[index]!, series, color));
    default:
      return ranges(plot, series, present, color);
  }
}

/** The pen of a series without its colour. */
function penOf({ borderWidth, lineStyle }: ChartSeries): Omit<Stroke, 'color'> {
  const width = Math.max(1, borderWidth);
  const dash = DASHES[lineStyle]?.map((length) => length * width);
  return dash === undefined ? { width } : { width, dash };
}

/** Returns the share of a position that the columns of a series fill. */
export function widthOf({ properties }: ChartSeries): number {
  const width = Number(properties['PointWidth']);
  return width > 0 && width <= 2 ? width : FILLED;
}

function faded(color: Color): Color {
  const { alpha, red, green, blue } = colorParts(color);
  return colorFromParts(Math.min(alpha, 190), red, green, blue);
}

function column(
  plot: Plot,
  middle: number,
  filledShare: number,
  group: { readonly index: number; readonly count: number },
  from: number,
  to: number,
  color: Color,
): Primitive {
  const whole = filledShare * plot.positions.unit;
  const start = middle - whole / 2 + (group.index * whole) / group.count;
  const [x1, y1] = placeOf(plot, start, from);
  const [x2, y2] = placeOf(plot, start + whole / group.count, to);
  const commands = rectangle(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
  return { kind: 'path', commands, fill: solid(color), stroke: THIN };
}

/** Straight segments, steps, or curves through the points. */
function lineOf(kind: string, points: readonly (readonly [number, number])[]): readonly PathCommand[] {
  return points.flatMap(([x, y], index): readonly PathCommand[] => {
    const start = points[index - 1];
    if (start === undefined) return [['M', x, y]];
    if (kind === 'StepLine')
      return [
        ['L', x, start[1]],
        ['L', x, y],
      ];
    if (!kind.startsWith('Spline')) return [['L', x, y]];
    const before = points[index - 2] ?? start;
    const after = points[index + 1] ?? [x, y];
    return [
      [
        'C',
        start[0] + (x - before[0]) / 6,
        start[1] + (y - before[1]) / 6,
        x - (after[0] - start[0]) / 6,
        y - (after[1] - start[1]) / 6,
        x,
        y,
      ],
    ];
  });
}

/** Draws the markers of a series; those of the fast kinds of .NET's chart control have none. */
function markers(
  { kind, marker }: ChartSeries,
  parts: readonly Part[],
  places: readonly (readonly [number, number])[],
  color: Color,
): readonly Primitive[] {
  if (marker === undefined || kind === 'FastLine') return [];
  return places.map(([x, y], index) =>
    filled(
      markerOutline(marker.style, x, y, marker.size / 2 + 1),
      solid(marker.color ?? parts[index]!.point.color ?? color),
    ),
  );
}

/** Returns the outline of a marker about its centre. */
function markerOutline(style: string, x: number, y: number, radius: number): readonly PathCommand[] {
  const around = (corners: number, inner: number, turn = 0): readonly PathCommand[] =>
    polygon(
      Array.from({ length: corners }, (_, index): readonly [number, number] => {
        const angle = (index / corners) * 2 * Math.PI - Math.PI / 2 + turn;
        const distance = index % 2 === 0 ? radius : inner;
        return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
      }),
    );
  if (style === 'Square') return rectangle(x - radius, y - radius, 2 * radius, 2 * radius);
  if (style === 'Diamond') return around(4, radius);
  if (style === 'Triangle') return around(3, radius);
  if (style === 'Cross') return around(8, radius * 0.35, Math.PI / 4);
  const star = /^Star(\d+)$/.exec(style);
  if (star !== null) return around(2 * Math.min(10, Math.max(4, Number(star[1]))), radius * 0.45);
  return ellipse(x, y, radius);
}

function dot(
  { area }: Plot,
  point: SeriesPoint,
  [x, y]: readonly [number, number],
  series: ChartSeries,
  color: Color,
): Primitive {
  const own = point.color ?? series.marker?.color ?? color;
  if (series.kind !== 'Bubble')
    return filled(
      markerOutline(series.marker?.style ?? 'Circle', x, y, series.marker ? series.marker.size / 2 + 1 : 3),
      solid(own),
    );
  const largest = series.points.reduce((most, { y: values }) => Math.max(most, Math.abs(values[1] ?? 0)), 0);
  const share = largest > 0 ? Math.sqrt(Math.abs(point.y[1] ?? 0) / largest) : 0;
  return filled(ellipse(x, y, 3 + (Math.min(area.width, area.height) / 12) * share), solid(faded(own)));
}

/** From the first to the second value; stock kinds have high, low, open and close. */
function ranges(plot: Plot, series: ChartSeries, parts: readonly Part[], color: Color): readonly Primitive[] {
  const middleOf = ({ point, index }: Part): number => plot.positions.at(point, index);
  if (/^(?:Spline)?Range$/.test(series.kind)) {
    const [upper, lower] = [0, 1].map((which) =>
      parts.map((part) => placeOf(plot, middleOf(part), part.point.y[which] ?? 0)),
    );
    const back = lineOf(series.kind, lower!.toReversed()).map((command): PathCommand =>
      command[0] === 'M' ? ['L', command[1], command[2]] : command,
    );
    return upper!.length === 0 ? [] : [filled([...lineOf(series.kind, upper!), ...back, ['Z']], solid(faded(color)))];
  }
  const pen: Stroke = { ...penOf(series), color };
  const alone = { index: 0, count: 1 };
  return parts.flatMap((part) => {
    const [high = 0, low = 0, open, close] = part.point.y;
    const own = part.point.color ?? color;
    if (open === undefined || close === undefined)
      return [column(plot, middleOf(part), widthOf(series), alone, low, high, own)];
    const [top, bottom] = [high, low].map((value) => placeOf(plot, middleOf(part), value));
    return [line(...bottom!, ...top!, pen), column(plot, middleOf(part), widthOf(series), alone, open, close, own)];
  });
}
