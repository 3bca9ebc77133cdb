import type { Color, Primitive } from '../../page.ts';
import { filled, rectangle, solid, stroked } from '../drawing/path.ts';
import { markedFrame } from '../marked.ts';
import type { DrawTools, Drawn, ObjectNow } from '../object.ts';
import { textOf } from '../../template/properties.ts';
import { drawCartesian, seriesColor } from './cartesian.ts';
import { ChartError, readChart, withRows, type ChartModel } from './model.ts';
import { paletteColor } from './palettes.ts';
import { drawFunnel, drawPie, drawRadar } from './round.ts';
import { lineHeight, textAt, textWidth, type Area } from './text.ts';

/** Maximum number of points that are drawn in one chart. */
const MAX_POINTS = 20_000;

function modelOf(object: ObjectNow): ChartModel {
  const model = readChart(textOf(object.source, 'ChartData', ''));
  const filledIn = object.series === undefined || object.series.length === 0 ? model : withRows(model, object.series);
  return {
    ...filledIn,
    series: filledIn.series.map((series) => ({ ...series, points: series.points.slice(0, MAX_POINTS) })),
  };
}

/** Draws an MSChartObject: titles, legend and plot. */
export function drawChart(object: ObjectNow, tools: DrawTools): Drawn {
  return drawn(object, 'Chart', tools, (model) => {
    for (const omission of model.omissions) tools.warn(omission);
    const { width, height } = object;
    const drawing: Primitive[] = [filled(rectangle(0, 0, width, height), solid(model.background))];
    if (model.borderWidth > 0)
      drawing.push(stroked(rectangle(0, 0, width, height), { color: model.borderColor, width: model.borderWidth }));
    let area: Area = { x: 6, y: 6, width: width - 12, height: height - 12 };
    for (const title of model.titles) {
      const titleHeight = lineHeight(title.font, tools) + 4;
      const y = title.bottom ? area.y + area.height - titleHeight / 2 : area.y + titleHeight / 2;
      drawing.push(textAt(title.text, area.x + area.width / 2, y, title.font, title.color, 'center', tools));
      area = { ...area, y: title.bottom ? area.y : area.y + titleHeight, height: area.height - titleHeight };
    }
    const legend = legendOf(model, area, tools);
    drawing.push(...legend.drawing);
    drawing.push(...plot(model, legend.rest, tools));
    return drawing;
  });
}

/** Draws a SparklineObject: only the plot, of the object's size. */
export function drawSparkline(object: ObjectNow, tools: DrawTools): Drawn {
  return drawn(object, 'Sparkline', tools, (model) => {
    const bare = { ...model.axisX, enabled: false, grid: false, title: '', lineColor: '#ffffff00' };
    const axisY = { ...bare, minimum: model.axisY.minimum, maximum: model.axisY.maximum };
    return plot(
      { ...model, axisX: bare, axisY, axisY2: axisY },
      { x: 0, y: 0, width: object.width, height: object.height },
      tools,
    );
  });
}

function drawn(
  object: ObjectNow,
  word: string,
  tools: DrawTools,
  draw: (model: ChartModel) => readonly Primitive[],
): Drawn {
  try {
    return { drawing: draw(modelOf(object)) };
  } catch (error) {
    if (!(error instanceof ChartError)) throw error;
    tools.warn(error.message);
    return { drawing: markedFrame(object, word, tools) };
  }
}

const isPie = (kind: string): boolean => kind === 'Pie' || kind === 'Doughnut';
const isFunnel = (kind: string): boolean => kind === 'Funnel' || kind === 'Pyramid';

function plot(model: ChartModel, area: Area, tools: DrawTools): readonly Primitive[] {
  const [first] = model.series;
  if (first === undefined || area.width < 8 || area.height < 8) return [];
  if (isPie(first.kind)) return drawPie(model, first, area, tools);
  if (isFunnel(first.kind)) return drawFunnel(model, first, area, tools);
  if (first.kind === 'Radar' || first.kind === 'Polar') return drawRadar(model, area, tools);
  return drawCartesian(model, area, tools);
}

/** The legend of the series, or of the parts of a pie, at a side of the area; and the remaining area. */
function legendOf(
  model: ChartModel,
  area: Area,
  tools: DrawTools,
): { readonly drawing: readonly Primitive[]; readonly rest: Area } {
  const [first] = model.series;
  if (model.legend === undefined || first === undefined) return { drawing: [], rest: area };
  const { font, docking } = model.legend;
  const parts = isPie(first.kind) || isFunnel(first.kind);
  const entries: { readonly text: string; readonly color: Color }[] = parts
    ? first.points.map((point, index) => ({
        text: point.label === '' ? String(index + 1) : point.label,
        color: point.color ?? paletteColor(model.palette, index),
      }))
    : model.series.map((series, index) => ({
        text: series.legendText === '' ? series.name : series.legendText,
        color: seriesColor(model, index),
      }));
  const row = lineHeight(font, tools) + 2;
  const key = row * 0.6;
  const widths = entries.map(({ text }) => textWidth(text, font, tools) + key + 12);
  const drawing: Primitive[] = [];
  const entry = (index: number, x: number, y: number): void => {
    const { text, color } = entries[index]!;
    drawing.push(filled(rectangle(x, y + (row - key) / 2, key, key), solid(color)));
    drawing.push(textAt(text, x + key + 4, y + row / 2, font, '#000000', 'left', tools));
  };
  if (docking === 'Top' || docking === 'Bottom') {
    const lines: number[][] = [[]];
    let used = 0;
    for (const [index, width] of widths.entries()) {
      if (used + width > area.width && lines.at(-1)!.length > 0) {
        lines.push([]);
        used = 0;
      }
      lines.at(-1)!.push(index);
      used += width;
    }
    const height = Math.min(area.height / 2, lines.length * row + 4);
    let y = docking === 'Top' ? area.y : area.y + area.height - height + 4;
    for (const line of lines.slice(0, Math.floor(height / row))) {
      let x = area.x + (area.width - line.reduce((sum, index) => sum + widths[index]!, 0)) / 2;
      for (const index of line) {
        entry(index, x, y);
        x += widths[index]!;
      }
      y += row;
    }
    return {
      drawing,
      rest: { ...area, y: docking === 'Top' ? area.y + height : area.y, height: area.height - height },
    };
  }
  const width = Math.min(area.width / 2, Math.max(0, ...widths));
  const x = docking === 'Left' ? area.x : area.x + area.width - width;
  for (let index = 0; index < Math.min(entries.length, Math.floor(area.height / row)); index++)
    entry(index, x, area.y + index * row);
  return { drawing, rest: { ...area, x: docking === 'Left' ? area.x + width : area.x, width: area.width - width } };
}
