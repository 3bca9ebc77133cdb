/** Charts without axes: pie, doughnut, funnel, pyramid, radar. */
import type { Color, PathCommand, Primitive } from '../../page.ts';
import { arc, filled, line, polygon, polyline, solid, stroked } from '../drawing/path.ts';
import type { DrawTools } from '../object.ts';
import { seriesColor } from './cartesian.ts';
import { paletteColor, type ChartModel, type ChartSeries } from './model.ts';
import { scaleFor, shareOf } from './scale.ts';
import { labelText, lineHeight, textAt, textWidth, type Area } from './text.ts';

/** Radius of the hole of a doughnut, as a share of its radius. */
const HOLE = 0.5;
const WHITE_PEN = { color: '#ffffff', width: 1 };

function valueOf(point: { readonly y: readonly number[] }): number {
  return Math.abs(point.y[0] ?? 0);
}

/** Returns the text of a part: its label, or its axis label where the pattern is empty. */
function partText(series: ChartSeries, index: number, total: number): string {
  const point = series.points[index]!;
  if (series.label !== '') return labelText(series.label, point, index, total, series.name);
  return series.showValue ? labelText('#VALY', point, index, total, series.name) : point.label;
}

/** Draws a series as a pie or a doughnut. */
export function drawPie(model: ChartModel, series: ChartSeries, area: Area, tools: DrawTools): readonly Primitive[] {
  const total = series.points.reduce((sum, point) => sum + valueOf(point), 0);
  if (total <= 0) return [];
  const outside = series.properties['PieLabelStyle'] === 'Outside';
  const texts = series.points.map((_, index) =>
    series.properties['PieLabelStyle'] === 'Disabled' ? '' : partText(series, index, total),
  );
  const widest = outside ? texts.reduce((most, text) => Math.max(most, textWidth(text, series.font, tools)), 0) : 0;
  const marginX = outside ? Math.min(area.width * 0.3, widest + 16) : 6;
  const marginY = outside ? lineHeight(series.font, tools) + 10 : 6;
  const radius = Math.max(4, Math.min(area.width / 2 - marginX, area.height / 2 - marginY));
  const [centerX, centerY] = [area.x + area.width / 2, area.y + area.height / 2];
  const hole = series.kind === 'Doughnut' ? radius * HOLE : 0;
  const drawing: Primitive[] = [];
  let start = -90;
  for (const [index, point] of series.points.entries()) {
    const sweep = (360 * valueOf(point)) / total;
    const middle = ((start + sweep / 2) * Math.PI) / 180;
    drawing.push({
      kind: 'path',
      commands: sector(centerX, centerY, radius, hole, start, sweep),
      fill: solid(paletteColor(model.palette, index)),
      stroke: WHITE_PEN,
    });
    const text = texts[index] ?? '';
    if (text !== '' && sweep > 0) {
      const [dx, dy] = [Math.cos(middle), Math.sin(middle)];
      if (outside) {
        const edge = radius + 8;
        drawing.push(
          line(centerX + dx * radius, centerY + dy * radius, centerX + dx * edge, centerY + dy * edge, {
            color: '#c0c0c0',
            width: 1,
          }),
        );
        drawing.push(
          textAt(
            text,
            centerX + dx * (edge + 2),
            centerY + dy * (edge + 4),
            series.font,
            '#000000',
            dx < 0 ? 'right' : 'left',
            tools,
          ),
        );
      } else {
        const distance = hole > 0 ? (radius + hole) / 2 : radius * 0.65;
        drawing.push(
          textAt(text, centerX + dx * distance, centerY + dy * distance, series.font, '#000000', 'center', tools),
        );
      }
    }
    start += sweep;
  }
  return drawing;
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

/** Draws layers as wide as their values, the first on top; a pyramid is a triangle whose layers are as high as their values. */
export function drawFunnel(model: ChartModel, series: ChartSeries, area: Area, tools: DrawTools): readonly Primitive[] {
  const pyramid = series.kind === 'Pyramid';
  const total = series.points.reduce((sum, point) => sum + valueOf(point), 0);
  const largest = series.points.reduce((most, point) => Math.max(most, valueOf(point)), 0);
  if (total <= 0) return [];
  const width = area.width * 0.6;
  const centerX = area.x + area.width * 0.4;
  const drawing: Primitive[] = [];
  let done = 0;
  for (const [index, point] of series.points.entries()) {
    const layer = pyramid ? valueOf(point) / total : 1 / series.points.length;
    const next = series.points[index + 1];
    const upper = pyramid ? done : valueOf(point) / largest;
    const lower = pyramid ? done + layer : (next === undefined ? valueOf(point) : valueOf(next)) / largest;
    const [top, bottom] = [area.y + 6 + (area.height - 12) * done, area.y + 6 + (area.height - 12) * (done + layer)];
    const commands = polygon([
      [centerX - (width * upper) / 2, top],
      [centerX + (width * upper) / 2, top],
      [centerX + (width * lower) / 2, bottom],
      [centerX - (width * lower) / 2, bottom],
    ]);
    drawing.push({ kind: 'path', commands, fill: solid(paletteColor(model.palette, index)), stroke: WHITE_PEN });
    drawing.push(
      textAt(
        partText(series, index, total),
        centerX + width / 2 + 6,
        (top + bottom) / 2,
        series.font,
        '#000000',
        'left',
        tools,
      ),
    );
    done += layer;
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
  const drawing: Primitive[] = [0.25, 0.5, 0.75, 1].map((share) => stroked(polygon(ring(share)), gridPen));
  for (let spoke = 0; spoke < spokes; spoke++) {
    drawing.push(line(centerX, centerY, ...at(spoke, 1), gridPen));
    const text = model.series.map(({ points }) => points[spoke]?.label ?? '').find((label) => label !== '') ?? '';
    const [x, y] = at(spoke, 1 + (lineHeight(font, tools) * 0.6) / radius);
    if (text !== '') drawing.push(textAt(text, x, y, font, '#000000', 'center', tools));
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
