/** Charts with two axes: columns, bars, lines, areas, points, ranges. */
import type { Color, PathCommand, Primitive } from '../../page.ts';
import { colorFromParts, colorParts } from '../../template/colors.ts';
import { ellipse, filled, line, rectangle, solid, stroked } from '../drawing/path.ts';
import type { DrawTools } from '../object.ts';
import { paletteColor, type ChartModel, type ChartSeries } from './model.ts';
import { figure, scaleFor, shareOf, ticksOf, type Scale } from './scale.ts';
import { labelText, lineHeight, textAt, textWidth, type Area } from './text.ts';

type Shape = 'column' | 'line' | 'area' | 'point' | 'range';

function shapeOf(kind: string): Shape {
  if (/^(Line|FastLine|StepLine|Spline|Kagi|Renko|ThreeLineBreak|PointAndFigure)$/.test(kind)) return 'line';
  if (/Area/.test(kind)) return 'area';
  if (/^(Point|FastPoint|Bubble)$/.test(kind)) return 'point';
  if (/Range|Stock|Candlestick|ErrorBar|BoxPlot/.test(kind)) return 'range';
  return 'column';
}

const isSmooth = (kind: string): boolean => kind.startsWith('Spline');
const isStacked = (kind: string): boolean => kind.startsWith('Stacked');
const isPercent = (kind: string): boolean => kind.endsWith('100');
const isLying = (kind: string): boolean => /^(Bar|StackedBar|StackedBar100|RangeBar)$/.test(kind);

interface Plot {
  readonly area: Area;
  readonly scale: Scale;
  /** Number of positions along the axis of categories. */
  readonly slots: number;
  readonly lying: boolean;
}

/** A point of the plot: the middle of a slot (plus a fraction of it) and a value. */
function at({ area, scale, slots, lying }: Plot, slot: number, value: number): readonly [number, number] {
  const along = (slot + 0.5) / Math.max(1, slots);
  const across = shareOf(scale, value);
  return lying
    ? [area.x + area.width * across, area.y + area.height * along]
    : [area.x + area.width * along, area.y + area.height * (1 - across)];
}

/** Returns the colour of a series by its index. */
export function seriesColor(model: ChartModel, index: number): Color {
  return model.series[index]?.color ?? paletteColor(model.palette, index);
}

function faded(color: Color): Color {
  const { red, green, blue } = colorParts(color);
  return colorFromParts(190, red, green, blue);
}

/** Cumulative sums of the series, for each slot; shares of the total for charts of 100 %. */
function stackedValues(model: ChartModel): readonly (readonly { readonly from: number; readonly to: number }[])[] {
  const positive: number[] = [];
  const negative: number[] = [];
  const totals: number[] = [];
  for (const { points } of model.series)
    for (const [slot, { y }] of points.entries()) totals[slot] = (totals[slot] ?? 0) + Math.abs(y[0] ?? 0);
  return model.series.map((series) =>
    series.points.map(({ y }, slot) => {
      const whole = isPercent(series.kind) ? totals[slot]! / 100 || 1 : 1;
      const value = (y[0] ?? 0) / whole;
      if (!isStacked(series.kind)) return { from: 0, to: value };
      const sums = value < 0 ? negative : positive;
      const from = sums[slot] ?? 0;
      sums[slot] = from + value;
      return { from, to: from + value };
    }),
  );
}

/** Draws the series that have axes. */
export function drawCartesian(model: ChartModel, area: Area, tools: DrawTools): readonly Primitive[] {
  const lying = model.series.some(({ kind }) => isLying(kind));
  const slots = Math.max(1, ...model.series.map(({ points }) => points.length));
  const stacks = stackedValues(model);
  const values = model.series.flatMap((series, index) => [
    ...(stacks[index] ?? []).flatMap(({ from, to }) => [from, to]),
    ...(shapeOf(series.kind) === 'range' ? series.points.flatMap(({ y }) => y) : []),
  ]);
  const whole = model.series.every(({ kind }) => isPercent(kind)) ? 100 : undefined;
  const scale = scaleFor(values, { ...model.axisY, maximum: model.axisY.maximum ?? whole });
  const labels = Array.from(
    { length: slots },
    (_, slot) =>
      model.series.map(({ points }) => points[slot]?.label ?? '').find((text) => text !== '') ?? String(slot + 1),
  );
  const inner = plotArea(model, area, scale, labels, lying, tools);
  const plot: Plot = { area: inner, scale, slots, lying };
  const drawing: Primitive[] = [...axes(model, plot, labels, tools)];
  const columns = model.series.filter(({ kind }) => shapeOf(kind) === 'column');
  const groups = columns.some(({ kind }) => isStacked(kind)) ? 1 : Math.max(1, columns.length);
  for (const [index, series] of model.series.entries()) {
    const color = seriesColor(model, index);
    const stack = stacks[index] ?? [];
    const group = groups === 1 ? 0 : columns.indexOf(series);
    switch (shapeOf(series.kind)) {
      case 'column':
        drawing.push(...stack.map(({ from, to }, slot) => bar(plot, slot, group, groups, from, to, color)));
        break;
      case 'line':
        drawing.push(
          stroked(
            curve(
              stack.map(({ to }, slot) => at(plot, slot, to)),
              isSmooth(series.kind),
            ),
            { color, width: Math.max(1, series.borderWidth), join: 'round' },
          ),
        );
        break;
      case 'area': {
        const top = curve(
          stack.map(({ to }, slot) => at(plot, slot, to)),
          isSmooth(series.kind),
        );
        const bottom = stack.map(({ from }, slot) => at(plot, slot, from)).toReversed();
        const edge = bottom.map(([x, y]): PathCommand => ['L', x, y]);
        if (top.length > 0) drawing.push(filled([...top, ...edge, ['Z']], solid(faded(color))));
        break;
      }
      case 'point':
        drawing.push(...series.points.map(({ y }, slot) => dot(plot, slot, y, series, color)));
        break;
      default:
        drawing.push(...range(plot, series, color));
    }
    drawing.push(...pointLabels(plot, series, stack, tools));
  }
  return drawing;
}

/** Returns the area inside the axes and their labels. */
function plotArea(
  model: ChartModel,
  area: Area,
  scale: Scale,
  labels: readonly string[],
  lying: boolean,
  tools: DrawTools,
): Area {
  const [bottomAxis, leftAxis] = lying ? [model.axisY, model.axisX] : [model.axisX, model.axisY];
  const leftTexts = lying ? labels : ticksOf(scale).map(figure);
  const widest = leftTexts.reduce((most, text) => Math.max(most, textWidth(text, leftAxis.font, tools)), 0);
  const left =
    (leftAxis.enabled ? Math.min(area.width * 0.4, widest + 6) : 4) +
    (leftAxis.title === '' ? 0 : lineHeight(leftAxis.font, tools));
  const bottom =
    (bottomAxis.enabled ? lineHeight(bottomAxis.font, tools) + 8 : 4) +
    (bottomAxis.title === '' ? 0 : lineHeight(bottomAxis.font, tools));
  return {
    x: area.x + left,
    y: area.y + 6,
    width: Math.max(1, area.width - left - 10),
    height: Math.max(1, area.height - bottom - 6),
  };
}

function axes(model: ChartModel, plot: Plot, labels: readonly string[], tools: DrawTools): readonly Primitive[] {
  const { area, scale, lying, slots } = plot;
  const { axisX, axisY } = model;
  const drawing: Primitive[] = [];
  const right = area.x + area.width;
  const bottom = area.y + area.height;
  for (const tick of ticksOf(scale)) {
    const [x, y] = at(plot, -0.5, tick);
    if (axisY.grid)
      drawing.push(
        lying
          ? line(x, area.y, x, bottom, { color: axisY.gridColor, width: 0.5 })
          : line(area.x, y, right, y, { color: axisY.gridColor, width: 0.5 }),
      );
    if (!axisY.enabled) continue;
    const text = figure(tick);
    drawing.push(
      lying
        ? textAt(text, x, bottom + 4 + lineHeight(axisY.font, tools) / 2, axisY.font, '#000000', 'center', tools)
        : textAt(text, area.x - 4, y, axisY.font, '#000000', 'right', tools),
    );
  }
  if (axisX.enabled) {
    const widest = labels.reduce((most, text) => Math.max(most, textWidth(text, axisX.font, tools)), 1);
    const labelCount = lying ? area.height / (lineHeight(axisX.font, tools) + 1) : area.width / (widest + 2);
    const every = Math.max(1, Math.ceil(slots / Math.max(1, labelCount)));
    for (const [slot, text] of labels.entries()) {
      if (slot % every !== 0) continue;
      const [x, y] = at(plot, slot, scale.minimum);
      drawing.push(
        lying
          ? textAt(text, area.x - 4, y, axisX.font, '#000000', 'right', tools)
          : textAt(text, x, bottom + 4 + lineHeight(axisX.font, tools) / 2, axisX.font, '#000000', 'center', tools),
      );
    }
  }
  drawing.push(
    line(area.x, area.y, area.x, bottom, { color: axisY.lineColor, width: 1 }),
    line(area.x, bottom, right, bottom, { color: axisX.lineColor, width: 1 }),
  );
  const [under, beside] = lying ? [axisY, axisX] : [axisX, axisY];
  if (under.title !== '')
    drawing.push(
      textAt(
        under.title,
        area.x + area.width / 2,
        bottom + 8 + lineHeight(under.font, tools) * 1.5,
        under.font,
        '#000000',
        'center',
        tools,
      ),
    );
  if (beside.title !== '') {
    const widest = (lying ? labels : ticksOf(scale).map(figure)).reduce(
      (most, text) => Math.max(most, textWidth(text, beside.font, tools)),
      0,
    );
    drawing.push({
      kind: 'text',
      text: beside.title,
      x: area.x - widest - 6,
      y: area.y + area.height / 2,
      font: beside.font,
      color: '#000000',
      align: 'center',
      angle: -90,
    });
  }
  return drawing;
}

/** Share of a slot that columns fill. */
const FILLED = 0.8;

function bar(
  plot: Plot,
  slot: number,
  group: number,
  groups: number,
  from: number,
  to: number,
  color: Color,
): Primitive {
  const width = FILLED / groups;
  const start = slot - FILLED / 2 + group * width;
  const [x1, y1] = at(plot, start, from);
  const [x2, y2] = at(plot, start + width, to);
  const commands = rectangle(Math.min(x1, x2), Math.min(y1, y2), Math.abs(x2 - x1), Math.abs(y2 - y1));
  return { kind: 'path', commands, fill: solid(color), stroke: { color: '#00000040', width: 0.5 } };
}

/** Straight segments, or curves through the points whose control points depend on the neighbours. */
function curve(points: readonly (readonly [number, number])[], smooth: boolean): readonly PathCommand[] {
  return points.map(([x, y], index): PathCommand => {
    if (index === 0) return ['M', x, y];
    if (!smooth) return ['L', x, y];
    const before = points[index - 2] ?? points[index - 1]!;
    const start = points[index - 1]!;
    const after = points[index + 1] ?? [x, y];
    return [
      'C',
      start[0] + (x - before[0]) / 6,
      start[1] + (y - before[1]) / 6,
      x - (after[0] - start[0]) / 6,
      y - (after[1] - start[1]) / 6,
      x,
      y,
    ];
  });
}

function dot(plot: Plot, slot: number, y: readonly number[], series: ChartSeries, color: Color): Primitive {
  const [x, top] = at(plot, slot, y[0] ?? 0);
  const largest = series.points.reduce((most, point) => Math.max(most, Math.abs(point.y[1] ?? 0)), 0);
  const radius =
    series.kind === 'Bubble' && largest > 0
      ? 3 + (Math.min(plot.area.width, plot.area.height) / 12) * Math.sqrt(Math.abs(y[1] ?? 0) / largest)
      : 3;
  return filled(ellipse(x, top, radius), solid(series.kind === 'Bubble' ? faded(color) : color));
}

/** From the first to the second value; stock kinds have high, low, open and close. */
function range(plot: Plot, series: ChartSeries, color: Color): readonly Primitive[] {
  if (/Area|^SplineRange$|^Range$/.test(series.kind)) {
    const upper = curve(
      series.points.map(({ y }, slot) => at(plot, slot, y[0] ?? 0)),
      isSmooth(series.kind),
    );
    const lower = series.points.map(({ y }, slot) => at(plot, slot, y[1] ?? 0)).toReversed();
    return upper.length === 0
      ? []
      : [filled([...upper, ...lower.map(([x, y]): PathCommand => ['L', x, y]), ['Z']], solid(faded(color)))];
  }
  return series.points.flatMap(({ y }, slot) => {
    const [high = 0, low = 0, open, close] = y;
    if (open === undefined || close === undefined) return [bar(plot, slot, 0, 1, low, high, color)];
    const [x1, y1] = at(plot, slot, low);
    const [x2, y2] = at(plot, slot, high);
    return [
      line(x1, y1, x2, y2, { color, width: Math.max(1, series.borderWidth) }),
      bar(plot, slot, 0, 1, open, close, color),
    ];
  });
}

function pointLabels(
  plot: Plot,
  series: ChartSeries,
  stack: readonly { readonly to: number }[],
  tools: DrawTools,
): readonly Primitive[] {
  if (series.label === '' && !series.showValue) return [];
  const total = series.points.reduce((sum, { y }) => sum + (y[0] ?? 0), 0);
  return series.points.map((point, slot) => {
    const [x, y] = at(plot, slot, stack[slot]?.to ?? 0);
    const text = labelText(series.label === '' ? '#VALY' : series.label, point, slot, total, series.name);
    return plot.lying
      ? textAt(text, x + 3, y, series.font, '#000000', 'left', tools)
      : textAt(text, x, y - lineHeight(series.font, tools) / 2 - 2, series.font, '#000000', 'center', tools);
  });
}
