/** The axes of a chart: their lines, grids, labels and titles. */
import type { Primitive, Stroke } from '../../page.ts';
import { line } from '../drawing/path.ts';
import type { DrawTools } from '../object.ts';
import { arrangeLabels, drawLabels, type LabelLayout } from './axisLabels.ts';
import type { ChartAxis, ChartModel } from './model.ts';
import type { Mark, Positions } from './positions.ts';
import { shareOf, ticksOf, type Scale } from './scale.ts';
import { lineHeight, shortened, textAt, textWidth, valueText, type Area } from './text.ts';

/** Contents of the axes of a chart. */
export interface AxisContents {
  readonly positions: Positions;
  readonly scale: Scale;
  /** Of the axis opposite to that of the values; undefined: there is none. */
  readonly secondary: Scale | undefined;
  readonly lying: boolean;
}

/** The places of axes. */
export interface AxisLayout extends AxisContents {
  /** The area inside the axes. */
  readonly inner: Area;
  /** Labels below the area. */
  readonly below: LabelLayout;
  /** Labels at the left and at the right. */
  readonly beside: readonly Mark[];
  readonly opposite: readonly Mark[];
  /** Greatest width of the labels at the left, px. */
  readonly leftWidth: number;
  readonly rightWidth: number;
}

const TICK = 4;

/** Returns the texts of the values of an axis. */
function valueMarks(scale: Scale, axis: ChartAxis, tools: DrawTools): readonly Mark[] {
  return ticksOf(scale).map((tick) => ({
    share: shareOf(scale, tick),
    text: valueText(tick, axis.format, tools.culture),
  }));
}

/** Divides an area between the plot and its labels. */
export function arrangeAxes(model: ChartModel, area: Area, contents: AxisContents, tools: DrawTools): AxisLayout {
  const { positions, scale, secondary, lying } = contents;
  const { axisX, axisY, axisY2 } = model;
  const [under, side] = lying ? [axisY, axisX] : [axisX, axisY];
  const marks = (isSide: boolean): readonly Mark[] =>
    isSide === lying ? positions.marks : valueMarks(scale, axisY, tools);
  const widthOf = (texts: readonly Mark[], axis: ChartAxis): number =>
    axis.enabled ? texts.reduce((most, { text }) => Math.max(most, textWidth(text, axis.font, tools)), 0) : 0;
  const titleOf = (axis: ChartAxis): number => (axis.title === '' ? 0 : lineHeight(axis.font, tools));
  const beside = marks(true);
  // The opposite axis of lying values would be above the plot; it has no labels there.
  const opposite = secondary === undefined || lying ? [] : valueMarks(secondary, axisY2, tools);
  const leftWidth = Math.min(area.width * 0.4, widthOf(beside, side));
  const rightWidth = Math.min(area.width * 0.3, widthOf(opposite, axisY2));
  const left = (side.enabled ? leftWidth + TICK + 2 : TICK) + titleOf(side);
  const right = opposite.length === 0 ? 10 : rightWidth + TICK + 2 + titleOf(axisY2);
  const width = Math.max(1, area.width - left - right);
  const below = under.enabled
    ? arrangeLabels(marks(false), under.font, under.angle, width, area.height * 0.35, tools)
    : { height: 0, angle: 0, labels: [] };
  const bottom = TICK + below.height + TICK + titleOf(under);
  return {
    ...contents,
    inner: { x: area.x + left, y: area.y + 6, width, height: Math.max(1, area.height - bottom - 6) },
    below,
    beside: side.enabled
      ? readable(beside, side, area.height - bottom - 6, tools).map(({ share, text }) => ({
          share,
          text: shortened(text, leftWidth, (part) => textWidth(part, side.font, tools)),
        }))
      : [],
    opposite: axisY2.enabled ? opposite : [],
    leftWidth,
    rightWidth,
  };
}

/** Leaves out labels at the side that would be over each other. */
function readable(marks: readonly Mark[], axis: ChartAxis, height: number, tools: DrawTools): readonly Mark[] {
  const space = Math.max(1, Math.floor(height / (lineHeight(axis.font, tools) + 1)));
  const every = Math.ceil(marks.length / space);
  return marks.filter((_, index) => index % every === 0);
}

/** Draws grids, lines, labels and titles. */
export function drawAxes(model: ChartModel, layout: AxisLayout, tools: DrawTools): readonly Primitive[] {
  const { inner, scale, lying, below, beside, opposite } = layout;
  const { axisX, axisY, axisY2 } = model;
  const [under, side] = lying ? [axisY, axisX] : [axisX, axisY];
  const right = inner.x + inner.width;
  const bottom = inner.y + inner.height;
  const valueShares = ticksOf(scale).map((tick) => shareOf(scale, tick));
  const gridPen = (axis: ChartAxis): Stroke => ({ color: axis.gridColor, width: 0.5 });
  const upright = (share: number, pen: Stroke): Primitive =>
    line(inner.x + share * inner.width, inner.y, inner.x + share * inner.width, bottom, pen);
  const level = (share: number, pen: Stroke): Primitive =>
    line(inner.x, bottom - share * inner.height, right, bottom - share * inner.height, pen);
  const [ofPoints, ofValues] = lying ? [level, upright] : [upright, level];
  const sideLabels = (
    marks: readonly Mark[],
    axis: ChartAxis,
    x: number,
    align: 'left' | 'right',
  ): readonly Primitive[] =>
    marks.map(({ share, text }) => textAt(text, x, bottom - share * inner.height, axis.font, '#000000', align, tools));
  const turnedTitle = (axis: ChartAxis, x: number): readonly Primitive[] =>
    axis.title === ''
      ? []
      : [
          {
            kind: 'text',
            text: axis.title,
            x,
            y: inner.y + inner.height / 2,
            font: axis.font,
            color: '#000000',
            align: 'center',
            angle: -90,
          },
        ];
  const titleMiddle = bottom + 2 * TICK + below.height + lineHeight(under.font, tools) / 2;
  return [
    ...(axisX.grid ? (lying ? beside : below.labels).map(({ share }) => ofPoints(share, gridPen(axisX))) : []),
    ...(axisY.grid ? valueShares.map((share) => ofValues(share, gridPen(axisY))) : []),
    ...sideLabels(beside, side, inner.x - TICK, 'right'),
    ...sideLabels(opposite, axisY2, right + TICK, 'left'),
    ...drawLabels(below, under.font, inner.x, inner.width, bottom + TICK, tools),
    line(inner.x, inner.y, inner.x, bottom, { color: side.lineColor, width: 1 }),
    line(inner.x, bottom, right, bottom, { color: under.lineColor, width: 1 }),
    ...(opposite.length === 0 ? [] : [line(right, inner.y, right, bottom, { color: axisY2.lineColor, width: 1 })]),
    ...(under.title === ''
      ? []
      : [textAt(under.title, inner.x + inner.width / 2, titleMiddle, under.font, '#000000', 'center', tools)]),
    ...turnedTitle(side, inner.x - layout.leftWidth - TICK - 2),
    ...(opposite.length === 0
      ? []
      : turnedTitle(axisY2, right + TICK + 2 + layout.rightWidth + lineHeight(axisY2.font, tools) * 0.8)),
  ];
}
