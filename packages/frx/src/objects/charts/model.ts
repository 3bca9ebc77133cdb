/** Reads the ChartData of a chart: the XML of .NET's chart control, in base64. Only properties that are drawn are read. */
import { SaxesParser } from 'saxes';
import type { Color, Font, LineStyle } from '../../page.ts';
import { parseColor } from '../../template/colors.ts';
import { base64Bytes, parseFont } from '../../template/properties.ts';
import type { SeriesData, SeriesPoint } from '../object.ts';
import { GREATEST, type ScaleLimits } from './scale.ts';

/** A series with its formatting and its points. */
export interface ChartSeries extends SeriesData {
  /** `Column`, `Bar`, `Line`, `Pie` … */
  readonly kind: string;
  readonly color: Color | undefined;
  readonly borderWidth: number;
  readonly lineStyle: LineStyle;
  /** Text at every point, with `#VALX`, `#VALY`, `#PERCENT`, `#SERIESNAME`; empty: none. */
  readonly label: string;
  readonly showValue: boolean;
  /** .NET format of the shown value; empty: as it is. */
  readonly labelFormat: string;
  readonly font: Font;
  readonly legendText: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly marker: ChartMarker | undefined;
  /** The points are beside each other in their order, whatever their positions are. */
  readonly indexed: boolean;
  /** Values are on the axis at the right. */
  readonly secondary: boolean;
  /** The points have labels of the template, which replace their positions. */
  readonly labelled: boolean;
}

interface ChartMarker {
  readonly style: string;
  /** px */
  readonly size: number;
  readonly color: Color | undefined;
}

/** An axis of a chart. */
export interface ChartAxis extends ScaleLimits {
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly interval: number | undefined;
  readonly logarithmic: boolean;
  readonly reversed: boolean;
  readonly enabled: boolean;
  readonly title: string;
  readonly font: Font;
  readonly lineColor: Color;
  readonly gridColor: Color;
  readonly grid: boolean;
  /** .NET format of labels; empty: as they are. */
  readonly format: string;
  /** Rotation of labels in degrees clockwise; undefined: selected by their lengths. */
  readonly angle: number | undefined;
}

interface ChartTitle {
  readonly text: string;
  readonly font: Font;
  readonly color: Color;
  readonly bottom: boolean;
}

/** A chart as its template describes it, with its data. */
export interface ChartModel {
  readonly palette: string;
  readonly background: Color;
  readonly borderColor: Color;
  readonly borderWidth: number;
  readonly series: readonly ChartSeries[];
  readonly titles: readonly ChartTitle[];
  readonly legend: { readonly font: Font; readonly docking: string } | undefined;
  readonly axisX: ChartAxis;
  readonly axisY: ChartAxis;
  readonly axisY2: ChartAxis;
  /** Parts of the chart that are not drawn as the template describes them, as sentences. */
  readonly omissions: readonly string[];
}

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
}

/** The chart cannot be read. */
export class ChartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ChartError';
  }
}

const DAY_MS = 86_400_000;
/** 1970-01-01 as a number of days. */
const FIRST_DAY = 25_569;
/** px */
const MAX_MARKER = 200;
const LINE_STYLES: Readonly<Record<string, LineStyle>> = {
  Solid: 'Solid',
  Dash: 'Dash',
  Dot: 'Dot',
  DashDot: 'DashDot',
  DashDotDot: 'DashDotDot',
};

const MAX_NODES = 200_000;
const MAX_DEPTH = 32;

function readNodes(xml: string): Node {
  const parser = new SaxesParser({ xmlns: false });
  const open: Node[] = [];
  let root: Node | undefined;
  let count = 0;
  parser.on('error', (error) => {
    throw new ChartError(`The chart cannot be read: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (++count > MAX_NODES || open.length >= MAX_DEPTH) throw new ChartError('The chart has too many parts.');
    const node: Node = { name, attributes: { ...attributes }, children: [] };
    open.at(-1)?.children.push(node);
    root ??= node;
    open.push(node);
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml.replace(/^\ufeff/, '')).close();
  if (root === undefined) throw new ChartError('The chart has no content.');
  return root;
}

function child(node: Node | undefined, name: string): Node | undefined {
  return node?.children.find((inner) => inner.name === name);
}

function color(text: string | undefined): Color | undefined {
  return text === undefined || text === '' ? undefined : parseColor(text);
}

function number(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Math.abs(value) <= GREATEST ? value : undefined;
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined;
}

/** Converts a date as .NET stores it in a number, days since 1899-12-30, to ms since 1970. */
export function dateOfNumber(days: number): number {
  return (days - FIRST_DAY) * DAY_MS;
}

function font(text: string | undefined): Font {
  return parseFont(text ?? 'Microsoft Sans Serif, 8pt');
}

/** Reads base64 ChartData; throws `ChartError`. Without data a chart has no series. */
export function readChart(data: string): ChartModel {
  const xml = new TextDecoder().decode(base64Bytes(data));
  const chart = xml.trim() === '' ? { name: 'Chart', attributes: {}, children: [] } : readNodes(xml);
  const { attributes } = chart;
  const legend = child(chart, 'Legends')?.children.find(({ name }) => name === 'Legend');
  const area = child(child(chart, 'ChartAreas'), 'ChartArea');
  return {
    palette: attributes['Palette'] ?? 'BrightPastel',
    background: color(attributes['BackColor']) ?? '#ffffff',
    borderColor: color(attributes['BorderlineColor']) ?? '#ffffff00',
    borderWidth: number(attributes['BorderlineWidth']) ?? 1,
    series: (child(chart, 'Series')?.children ?? []).filter(({ name }) => name === 'Series').map(readSeries),
    titles: (child(chart, 'Titles')?.children ?? [])
      .filter((title) => title.attributes['Visible'] !== 'False' && (title.attributes['Text'] ?? '') !== '')
      .map((title) => ({
        text: title.attributes['Text'] ?? '',
        font: font(title.attributes['Font']),
        color: color(title.attributes['ForeColor']) ?? '#000000',
        bottom: title.attributes['Docking'] === 'Bottom',
      })),
    legend:
      legend === undefined || legend.attributes['Enabled'] === 'False'
        ? undefined
        : { font: font(legend.attributes['Font']), docking: legend.attributes['Docking'] ?? 'Right' },
    axisX: readAxis(child(area, 'AxisX')),
    axisY: readAxis(child(area, 'AxisY')),
    axisY2: readAxis(child(area, 'AxisY2')),
    omissions: omissionsOf(chart),
  };
}

/** Names what is drawn differently, or not at all. */
function omissionsOf(chart: Node): readonly string[] {
  const areas = (child(chart, 'ChartAreas')?.children ?? []).filter(({ name }) => name === 'ChartArea');
  const kinds = new Set(
    (child(chart, 'Series')?.children ?? []).map(({ attributes }) => attributes['ChartType'] ?? 'Column'),
  );
  const approximated = [...kinds].filter((kind) => /^(?:Kagi|Renko|ThreeLineBreak|PointAndFigure)$/.test(kind));
  return [
    ...approximated.map((kind) => `A chart of kind ${kind} is drawn as a line.`),
    ...(areas.length > 1 ? ['The chart has several areas; all its series are drawn in one.'] : []),
    ...((child(chart, 'Annotations')?.children.length ?? 0) > 0 ? ['Annotations of the chart are not drawn.'] : []),
    ...(areas.some((area) => area.children.some((axis) => child(axis, 'StripLines') !== undefined))
      ? ['Strip lines of the chart are not drawn.']
      : []),
  ];
}

function readAxis(axis: Node | undefined): ChartAxis {
  const grid = child(axis, 'MajorGrid');
  const label = child(axis, 'LabelStyle');
  return {
    enabled: axis?.attributes['Enabled'] !== 'False',
    title: axis?.attributes['Title'] ?? '',
    font: font(label?.attributes['Font']),
    lineColor: color(axis?.attributes['LineColor']) ?? '#000000',
    gridColor: color(grid?.attributes['LineColor']) ?? '#808080',
    grid: grid?.attributes['Enabled'] !== 'False',
    minimum: number(axis?.attributes['Minimum']),
    maximum: number(axis?.attributes['Maximum']),
    interval: positive(number(label?.attributes['Interval']) ?? number(axis?.attributes['Interval'])),
    logarithmic: axis?.attributes['IsLogarithmic'] === 'True',
    reversed: axis?.attributes['IsReversed'] === 'True',
    angle: number(label?.attributes['Angle']),
    format: label?.attributes['Format'] ?? '',
  };
}

function readSeries(series: Node): ChartSeries {
  const { attributes } = series;
  const properties: Record<string, string> = {};
  for (const part of (attributes['CustomProperties'] ?? '').split(',')) {
    const [key = '', value = ''] = part.split('=');
    if (key.trim() !== '') properties[key.trim()] = value.trim();
  }
  const dates = /^(?:Date|DateTime|DateTimeOffset)$/.test(attributes['XValueType'] ?? '');
  const points = (child(series, 'Points')?.children ?? []).map(({ attributes: point }): SeriesPoint => {
    const x = number(point['XValue']);
    return {
      label: point['AxisLabel'] ?? '',
      x: dates && x !== undefined ? dateOfNumber(x) : x,
      y: point['IsEmpty'] === 'True' ? [] : (point['YValues'] ?? '').split(',').map((value) => number(value) ?? 0),
      color: color(point['Color']),
      exploded: /(?:^|,)\s*Exploded\s*=\s*true/i.test(point['CustomProperties'] ?? ''),
    };
  });
  const markerStyle = attributes['MarkerStyle'] ?? 'None';
  return {
    name: attributes['Name'] ?? '',
    points,
    dates,
    kind: attributes['ChartType'] ?? 'Column',
    color: color(attributes['Color']),
    borderWidth: number(attributes['BorderWidth']) ?? 1,
    lineStyle: LINE_STYLES[attributes['BorderDashStyle'] ?? 'Solid'] ?? 'Solid',
    label: attributes['Label'] ?? '',
    showValue: attributes['IsValueShownAsLabel'] === 'True',
    labelFormat: attributes['LabelFormat'] ?? '',
    font: font(attributes['Font']),
    legendText: attributes['LegendText'] ?? '',
    properties,
    marker:
      markerStyle === 'None'
        ? undefined
        : {
            style: markerStyle,
            size: Math.min(MAX_MARKER, positive(number(attributes['MarkerSize'])) ?? 5),
            color: color(attributes['MarkerColor']),
          },
    indexed: attributes['IsXValueIndexed'] === 'True',
    secondary: attributes['YAxisType'] === 'Secondary',
    labelled: points.some(({ label }) => label !== ''),
  };
}

/** The model with the rows of the report instead of the sample points of the designer. */
export function withRows(model: ChartModel, rows: readonly SeriesData[]): ChartModel {
  const [first] = model.series;
  if (first === undefined) return model;
  const series = rows.map((row, index): ChartSeries => ({
    ...(model.series[index] ?? first),
    name: row.name,
    points: row.points,
    dates: row.dates,
    labelled: false,
  }));
  return { ...model, series };
}
