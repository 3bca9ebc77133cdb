/** Charts with axes: columns, bars, lines, areas, points, ranges. */
import type { Color, Primitive } from '../../page.ts';
import type { DrawTools } from '../object.ts';
import { arrangeAxes, drawAxes } from './axes.ts';
import type { ChartModel, ChartSeries } from './model.ts';
import { paletteColor } from './palettes.ts';
import { positionsOf, type Positions } from './positions.ts';
import { scaleFor, type Scale } from './scale.ts';
import { drawSeries, placeOf, shapeOf, widthOf, type Part, type Plot } from './shapes.ts';
import { labelText, lineHeight, textAt, textWidth, type Area } from './text.ts';

const isStacked = (kind: string): boolean => kind.startsWith('Stacked');
const isPercent = (kind: string): boolean => kind.endsWith('100');
const isLying = (kind: string): boolean => /^(?:Bar|StackedBar|StackedBar100|RangeBar)$/.test(kind);
/** Kinds of series that need space beside their first and last point. */
const isWide = (kind: string): boolean =>
  shapeOf(kind) === 'column' || /Stock|Candlestick|RangeColumn|RangeBar|ErrorBar|BoxPlot/.test(kind);

/** Returns the colour of a series by its index. */
export function seriesColor(model: ChartModel, index: number): Color {
  return model.series[index]?.color ?? paletteColor(model.palette, index);
}

/** Returns the values of the series: cumulative sums of stacked ones, shares of the total for charts of 100 %. */
function partsOf(series: readonly ChartSeries[], { keyOf }: Positions): readonly (readonly Part[])[] {
  const sums = { positive: new Map<number, number>(), negative: new Map<number, number>() };
  const totals = new Map<number, number>();
  for (const { points } of series)
    for (const [index, point] of points.entries()) {
      const key = keyOf(point, index);
      totals.set(key, (totals.get(key) ?? 0) + Math.abs(point.y[0] ?? 0));
    }
  return series.map(({ kind, points }) =>
    points.map((point, index): Part => {
      const key = keyOf(point, index);
      const whole = isPercent(kind) ? totals.get(key)! / 100 || 1 : 1;
      const value = (point.y[0] ?? 0) / whole;
      if (!isStacked(kind)) return { point, index, from: 0, to: value };
      const reached = value < 0 ? sums.negative : sums.positive;
      const from = reached.get(key) ?? 0;
      reached.set(key, from + value);
      return { point, index, from, to: from + value };
    }),
  );
}

/** Returns the scale of the values of series; undefined without a series. */
function scaleOf(model: ChartModel, parts: readonly (readonly Part[])[], secondary: boolean): Scale | undefined {
  const members = model.series
    .map((series, index) => ({ series, parts: parts[index]! }))
    .filter(({ series }) => series.secondary === secondary);
  if (members.length === 0) return undefined;
  const axis = secondary ? model.axisY2 : model.axisY;
  const values = members.flatMap(({ series, parts: own }) => {
    const present = own.filter(({ point }) => point.y.length > 0);
    return shapeOf(series.kind) === 'range'
      ? present.flatMap(({ point }) => point.y)
      : present.flatMap(({ from, to }) => [from, to]);
  });
  const whole = members.every(({ series }) => isPercent(series.kind)) ? 100 : undefined;
  return scaleFor(values, { ...axis, maximum: axis.maximum ?? whole });
}

/** Draws the series that have axes. */
export function drawCartesian(model: ChartModel, area: Area, tools: DrawTools): readonly Primitive[] {
  const lying = model.series.some(({ kind }) => isLying(kind));
  const { axisX } = model;
  const row = lineHeight(axisX.font, tools);
  const labelCount = Math.floor(
    lying ? area.height / (1.2 * row) : area.width / (textWidth('00/00/0000', axisX.font, tools) + 8),
  );
  const positions = positionsOf(
    model,
    model.series.some(({ kind }) => isWide(kind)),
    labelCount,
    tools.culture,
  );
  const parts = partsOf(model.series, positions);
  const [left, right] = [scaleOf(model, parts, false), scaleOf(model, parts, true)];
  const scale = left ?? right!;
  const axes = arrangeAxes(
    model,
    area,
    { positions, scale, secondary: left === undefined ? undefined : right, lying },
    tools,
  );
  const drawing: Primitive[] = [...drawAxes(model, axes, tools)];
  const columns = model.series.filter(({ kind }) => shapeOf(kind) === 'column');
  const count = columns.some(({ kind }) => isStacked(kind)) ? 1 : Math.max(1, columns.length);
  for (const [index, series] of model.series.entries()) {
    const plot: Plot = { area: axes.inner, positions, scale: (series.secondary ? right : left) ?? scale, lying };
    const group = { index: count === 1 ? 0 : Math.max(0, columns.indexOf(series)), count };
    drawing.push(
      ...drawSeries(plot, series, parts[index]!, seriesColor(model, index), group),
      ...pointLabels(plot, series, parts[index]!, group, tools),
    );
  }
  return drawing;
}

/** The texts at the points of a series; those of columns are above the middle of each. */
function pointLabels(
  plot: Plot,
  series: ChartSeries,
  parts: readonly Part[],
  group: { readonly index: number; readonly count: number },
  tools: DrawTools,
): readonly Primitive[] {
  if (series.label === '' && !series.showValue) return [];
  const offset =
    shapeOf(series.kind) === 'column'
      ? ((group.index + 0.5) / group.count - 0.5) * widthOf(series) * plot.positions.unit
      : 0;
  return parts
    .filter(({ point }) => point.y.length > 0)
    .map(({ point, index, to }) => {
      const [x, y] = placeOf(plot, plot.positions.at(point, index) + offset, to);
      const text = labelText(series, point, index, tools.culture);
      return plot.lying
        ? textAt(text, x + 3, y, series.font, '#000000', 'left', tools)
        : textAt(text, x, y - lineHeight(series.font, tools) / 2 - 2, series.font, '#000000', 'center', tools);
    });
}
