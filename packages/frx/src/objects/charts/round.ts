/** Charts without axes: pie, doughnut, funnel, pyramid, radar. */
import type { Color, PathCommand, Primitive } from '../../page.ts';
import { arc, filled, line, polygon, polyline, solid, stroked } from '../drawing/path.ts';
import type { DrawTools } from '../object.ts';
import { seriesColor } from './cartesian.ts';
import type { ChartModel, ChartSeries } from './model.ts';
import { paletteColor } from './palettes.ts';
import { scaleFor, shareOf, ticksOf } from './scale.ts';
import { labelText, lineHeight, textAt, textWidth, valueText, wrapped, type Area } from './text.ts';

/** Width of the ring of a doughnut, percent of its radius. */
const RING = 60;
/** Distance by which an exploded part is moved outwards, as a share of the radius. */
const EXPLODED = 0.1;
/** Length of the line from a part to its text, px, and the share of the width that texts may have at each side. */
const LEAD = 16;
const BESIDE = 0.28;
const WHITE_PEN = { color: '#ffffff', width: 1 };

function valueOf(point: { readonly y: readonly number[] }): number {
  return Math.abs(point.y[0] ?? 0);
}

/** Returns a property of a series that is a percentage, 0 to 1. */
function percentOf({ properties }: ChartSeries, name: string, otherwise: number): number {
  const value = Number(properties[name]);
  return Math.min(100, Math.max(0, properties[name] !== undefined && Number.isFinite(value) ? value : otherwise)) / 100;
}

/** Returns the text of a part: its label, or its axis label where the pattern is empty. */
function partText(series: ChartSeries, index: number, { culture }: DrawTools): string {
  const point = series.points[index]!;
  return series.label !== '' || series.showValue ? labelText(series, point, index, culture) : point.label;
}

/** A part of a pie: its angles in degrees clockwise from the right, its centre, and its text. */
interface Slice {
  readonly start: number;
  readonly sweep: number;
  /** Direction of its middle. */
  readonly direction: readonly [number, number];
  readonly color: Color;
  readonly exploded: boolean;
  readonly text: string;
}

function slicesOf(model: ChartModel, series: ChartSeries, total: number, tools: DrawTools): readonly Slice[] {
  let start = -90;
  return series.points.map((point, index) => {
    const sweep = (360 * valueOf(point)) / total;
    const middle = ((start + sweep / 2) * Math.PI) / 180;
    const slice: Slice = {
      start,
      sweep,
      direction: [Math.cos(middle), Math.sin(middle)],
      color: point.color ?? paletteColor(model.palette, index),
      exploded: point.exploded === true,
      text: sweep === 0 || series.properties['PieLabelStyle'] === 'Disabled' ? '' : partText(series, index, tools),
    };
    start += sweep;
    return slice;
  });
}

/** Draws a series as a pie or a doughnut. Texts that do not fit into their parts are beside the pie. */
export function drawPie(model: ChartModel, series: ChartSeries, area: Area, tools: DrawTools): readonly Primitive[] {
  const total = series.points.reduce((sum, point) => sum + valueOf(point), 0);
  if (total <= 0) return [];
  const slices = slicesOf(model, series, total, tools);
  const row = lineHeight(series.font, tools);
  const measure = (text: string): number => textWidth(text, series.font, tools);
  const share = series.kind === 'Doughnut' ? 1 - percentOf(series, 'DoughnutRadius', RING) : 0;
  const allOutside = series.properties['PieLabelStyle'] === 'Outside';
  const widths = slices.map(({ text }) => measure(text));
  const radiusWith = (outside: readonly boolean[]): number => {
    const widest = widths.reduce((most, width, index) => (outside[index] ? Math.max(most, width) : most), 0);
    const [besideX, besideY] = outside.includes(true)
      ? [Math.min(area.width * BESIDE, widest) + LEAD + 4, row + LEAD]
      : [6, 6];
    const free = Math.min(area.width / 2 - besideX, area.height / 2 - besideY);
    return Math.max(4, slices.some(({ exploded }) => exploded) ? free / (1 + EXPLODED) : free);
  };
  const textRadius = (radius: number): number => (share > 0 ? (radius * (1 + share)) / 2 : radius * 0.65);
  const fits = ({ sweep }: Slice, width: number, radius: number): boolean => {
    const chord = sweep >= 180 ? 1.2 * radius : 2 * textRadius(radius) * Math.sin((sweep * Math.PI) / 360);
    return chord >= row && width <= (share > 0 ? radius * (1 - share) : chord);
  };
  const inner = radiusWith(slices.map(() => false));
  const outside = slices.map(
    (slice, index) => slice.text !== '' && (allOutside || !fits(slice, widths[index]!, inner)),
  );
  const radius = radiusWith(outside);
  const [middleX, middleY] = [area.x + area.width / 2, area.y + area.height / 2];
  const centerOf = ({ exploded, direction }: Slice): readonly [number, number] => {
    const moved = exploded ? EXPLODED * radius : 0;
    return [middleX + direction[0] * moved, middleY + direction[1] * moved];
  };
  const drawing: Primitive[] = slices.map((slice) => ({
    kind: 'path',
    commands: sector(...centerOf(slice), radius, radius * share, slice.start, slice.sweep),
    fill: solid(slice.color),
    stroke: WHITE_PEN,
  }));
  for (const [index, slice] of slices.entries()) {
    if (slice.text === '' || outside[index]) continue;
    const [x, y] = centerOf(slice);
    const distance = textRadius(radius);
    const [textX, textY] = [x + slice.direction[0] * distance, y + slice.direction[1] * distance];
    drawing.push(textAt(slice.text, textX, textY, series.font, '#000000', 'center', tools));
  }
  for (const side of [-1, 1] as const) {
    const labels = slices
      .filter(({ direction }, index) => outside[index] === true && (direction[0] < 0 ? -1 : 1) === side)
      .map((slice) => {
        const [x, y] = centerOf(slice);
        const edge = (distance: number): readonly [number, number] => [
          x + slice.direction[0] * distance,
          y + slice.direction[1] * distance,
        ];
        return {
          from: edge(radius),
          to: edge(radius + LEAD / 2),
          lines: wrapped(slice.text, area.width / 2 - radius - LEAD - 4, measure),
        };
      })
      .toSorted((a, b) => a.to[1] - b.to[1]);
    const middles = apart(
      labels.map(({ to, lines }) => ({ middle: to[1], height: lines.length * row })),
      area.y,
      area.y + area.height,
    );
    for (const [index, { from, to, lines }] of labels.entries()) {
      const middle = middles[index]!;
      const x = Math.max(area.x, Math.min(area.x + area.width, to[0] + (side * LEAD) / 2));
      drawing.push(
        stroked(polyline([from, to, [x, middle]]), { color: '#c0c0c0', width: 1 }),
        ...lines.map((text, line) =>
          textAt(
            text,
            x + side * 2,
            middle + (line - (lines.length - 1) / 2) * row,
            series.font,
            '#000000',
            side < 0 ? 'right' : 'left',
            tools,
          ),
        ),
      );
    }
  }
  return drawing;
}

/** Moves labels that overlap apart, in their order from top to bottom and as far as there is space. Returns their middles. */
function apart(
  labels: readonly { readonly middle: number; readonly height: number }[],
  top: number,
  bottom: number,
): readonly number[] {
  const middles = labels.map(({ middle }) => middle);
  let end = top;
  for (const [index, { height }] of labels.entries()) {
    const middle = Math.max(middles[index]!, end + height / 2);
    middles[index] = middle;
    end = middle + height / 2;
  }
  end = bottom;
  for (let index = labels.length - 1; index >= 0; index--) {
    const { height } = labels[index]!;
    const middle = Math.min(middles[index]!, end - height / 2);
    middles[index] = middle;
    end = middle - height / 2;
  }
  return middles;
}

function sector(
  x: number,
  y: number,
  radius: number,
  hole: number,
  start: number,
  sweep: number,
): readonly PathCommand[] {
  const outer = arc(x, y, radius, radius, start, sweep);
  if (hole === 0) return [...outer, ['L', x, y], ['Z']];
  return [...outer, ...arc(x, y, hole, hole, start + sweep, -sweep, 'L'), ['Z']];
}

/**
 * Draws layers as high as their values, the first on top: those of a pyramid inside a triangle, those of a funnel inside one that narrows to its
 * neck. With `FunnelStyle=YIsWidth` the layers of a funnel are equally high, and as wide as their values.
 */
export function drawFunnel(model: ChartModel, series: ChartSeries, area: Area, tools: DrawTools): readonly Primitive[] {
  const total = series.points.reduce((sum, point) => sum + valueOf(point), 0);
  const largest = series.points.reduce((most, point) => Math.max(most, valueOf(point)), 0);
  if (total <= 0) return [];
  const byWidth = series.kind === 'Funnel' && series.properties['FunnelStyle'] === 'YIsWidth';
  const neck = { width: percentOf(series, 'FunnelNeckWidth', 5), height: percentOf(series, 'FunnelNeckHeight', 5) };
  const outlineWidth = (down: number): number => {
    if (series.kind === 'Pyramid') return down;
    const narrowed = neck.height >= 1 ? 1 : Math.min(1, down / (1 - neck.height));
    return 1 - (1 - neck.width) * narrowed;
  };
  const width = area.width * 0.6;
  const centerX = area.x + area.width * 0.4;
  const [top, height] = [area.y + 6, area.height - 12];
  const drawing: Primitive[] = [];
  let done = 0;
  for (const [index, point] of series.points.entries()) {
    const layer = byWidth ? 1 / series.points.length : valueOf(point) / total;
    const end = done + layer;
    const bend = 1 - neck.height;
    const levels = !byWidth && series.kind === 'Funnel' && done < bend && bend < end ? [done, bend, end] : [done, end];
    const widthAt = (down: number): number => {
      if (!byWidth) return outlineWidth(down);
      return valueOf(down === done ? point : (series.points[index + 1] ?? point)) / largest;
    };
    const side = (direction: 1 | -1): readonly (readonly [number, number])[] =>
      levels.map((down) => [centerX + (direction * width * widthAt(down)) / 2, top + height * down]);
    drawing.push(
      {
        kind: 'path',
        commands: polygon([...side(-1), ...side(1).toReversed()]),
        fill: solid(point.color ?? paletteColor(model.palette, index)),
        stroke: WHITE_PEN,
      },
      textAt(
        partText(series, index, tools),
        centerX + width / 2 + 6,
        top + height * (done + layer / 2),
        series.font,
        '#000000',
        'left',
        tools,
      ),
    );
    done = end;
  }
  return drawing;
}

/** Draws every series as a closed line around the centre. */
export function drawRadar(model: ChartModel, area: Area, tools: DrawTools): readonly Primitive[] {
  const spokes = Math.max(3, ...model.series.map(({ points }) => points.length));
  const scale = scaleFor(
    model.series.flatMap(({ points }) => points.map(({ y }) => y[0] ?? 0)),
    model.axisY,
  );
  const font = model.axisX.font;
  const radius = Math.max(4, Math.min(area.width, area.height) / 2 - lineHeight(font, tools) - 4);
  const [centerX, centerY] = [area.x + area.width / 2, area.y + area.height / 2];
  const at = (spoke: number, share: number): readonly [number, number] => {
    const angle = (spoke / spokes) * 2 * Math.PI - Math.PI / 2;
    return [centerX + Math.cos(angle) * radius * share, centerY + Math.sin(angle) * radius * share];
  };
  const ring = (share: number): readonly (readonly [number, number])[] =>
    Array.from({ length: spokes }, (_, spoke) => at(spoke, share));
  const gridPen = { color: model.axisY.gridColor, width: 0.5 };
  const ticks = ticksOf(scale).filter((tick) => tick > scale.minimum);
  const drawing: Primitive[] = ticks.map((tick) => stroked(polygon(ring(shareOf(scale, tick))), gridPen));
  for (let spoke = 0; spoke < spokes; spoke++) {
    drawing.push(line(centerX, centerY, ...at(spoke, 1), gridPen));
    const text = model.series.map(({ points }) => points[spoke]?.label ?? '').find((label) => label !== '') ?? '';
    const [x, y] = at(spoke, 1 + (lineHeight(font, tools) * 0.6) / radius);
    if (text !== '') drawing.push(textAt(text, x, y, font, '#000000', 'center', tools));
  }
  // The outermost one would be over the text of its spoke.
  for (const tick of model.axisY.enabled ? ticks.slice(0, -1) : []) {
    const [x, y] = at(0, shareOf(scale, tick));
    const text = valueText(tick, model.axisY.format, tools.culture);
    drawing.push(textAt(text, x - 3, y, model.axisY.font, '#808080', 'right', tools));
  }
  for (const [index, series] of model.series.entries()) {
    const color: Color = seriesColor(model, index);
    const points = series.points.map(({ y }, spoke) => at(spoke, shareOf(scale, y[0] ?? 0)));
    if (points.length === 0) continue;
    const pale: Color = color.length === 7 ? `${color}60` : color;
    drawing.push(
      filled(polygon(points), solid(pale)),
      stroked(polyline([...points, points[0]!]), { color, width: Math.max(1, series.borderWidth) }),
    );
  }
  return drawing;
}
