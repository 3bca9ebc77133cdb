/** Reads the ChartData of a chart: the XML of .NET's chart control, in base64. Only properties that are drawn are read. */
import { SaxesParser } from 'saxes';
import type { Color, Font } from '../../page.ts';
import { parseColor } from '../../template/colors.ts';
import { base64Bytes, parseFont } from '../../template/properties.ts';
import type { SeriesData, SeriesPoint } from '../object.ts';

/** A series with its formatting and its points. */
export interface ChartSeries extends SeriesData {
  /** `Column`, `Bar`, `Line`, `Pie` … */
  readonly kind: string;
  readonly color: Color | undefined;
  readonly borderWidth: number;
  /** Text at every point, with `#VALX`, `#VALY`, `#PERCENT`, `#SERIESNAME`; empty: none. */
  readonly label: string;
  readonly showValue: boolean;
  readonly font: Font;
  readonly legendText: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly markers: boolean;
}

interface ChartAxis {
  readonly enabled: boolean;
  readonly title: string;
  readonly font: Font;
  readonly lineColor: Color;
  readonly gridColor: Color;
  readonly grid: boolean;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly format: string;
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
  return Number.isFinite(value) ? value : undefined;
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
  };
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
  const points = (child(series, 'Points')?.children ?? []).map(({ attributes: point }): SeriesPoint => ({
    label: point['AxisLabel'] ?? '',
    x: number(point['XValue']),
    y: point['IsEmpty'] === 'True' ? [] : (point['YValues'] ?? '').split(',').map((value) => number(value) ?? 0),
  }));
  return {
    name: attributes['Name'] ?? '',
    points,
    kind: attributes['ChartType'] ?? 'Column',
    color: color(attributes['Color']),
    borderWidth: number(attributes['BorderWidth']) ?? 1,
    label: attributes['Label'] ?? '',
    showValue: attributes['IsValueShownAsLabel'] === 'True',
    font: font(attributes['Font']),
    legendText: attributes['LegendText'] ?? '',
    properties,
    markers: (attributes['MarkerStyle'] ?? 'None') !== 'None',
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
  }));
  return { ...model, series };
}

/** Colours of the series, or of the points of a pie. */
const PALETTES: Readonly<Record<string, readonly Color[]>> = {
  BrightPastel: [
    '#418cf0',
    '#fcb441',
    '#e0400a',
    '#056492',
    '#bfbfbf',
    '#1a3b69',
    '#ffe382',
    '#129cdd',
    '#ca6b4b',
    '#005cdb',
    '#f3d288',
    '#506381',
    '#f1b9a8',
    '#e0830a',
    '#7893be',
  ],
  EarthTones: [
    '#ff8000',
    '#b8860b',
    '#c04000',
    '#6b8e23',
    '#cd853f',
    '#c0c000',
    '#228b22',
    '#d2691e',
    '#808000',
    '#20b2aa',
    '#f4a460',
    '#00c000',
    '#8fbc8b',
    '#b22222',
    '#8b4513',
    '#c00000',
  ],
  Fire: ['#ffd700', '#ff0000', '#ff1493', '#dc143c', '#ff8c00', '#ff00ff', '#ffff00', '#ff4500', '#c71585', '#dde221'],
  Chocolate: [
    '#a0522d',
    '#d2691e',
    '#8b0000',
    '#cd853f',
    '#a52a2a',
    '#f4a460',
    '#8b4513',
    '#c04000',
    '#b22222',
    '#b65c3a',
  ],
  SeaGreen: [
    '#2e8b57',
    '#66cdaa',
    '#4682b4',
    '#008b8b',
    '#5f9ea0',
    '#3cb371',
    '#48d1cc',
    '#b0c4de',
    '#8fbc8b',
    '#87ceeb',
  ],
  Berry: [
    '#8a2be2',
    '#ba55d3',
    '#4169e1',
    '#c71585',
    '#0000ff',
    '#8a2be2',
    '#da70d6',
    '#7b68ee',
    '#c000c0',
    '#0000cd',
    '#800080',
  ],
  Excel: [
    '#9999ff',
    '#993366',
    '#ffffcc',
    '#ccffff',
    '#660066',
    '#ff8080',
    '#0066cc',
    '#ccccff',
    '#000080',
    '#ff00ff',
    '#ffff00',
    '#00ffff',
    '#800080',
    '#800000',
    '#008080',
    '#0000ff',
  ],
  Pastel: [
    '#87ceeb',
    '#32cd32',
    '#ba55d3',
    '#f08080',
    '#4682b4',
    '#9acd32',
    '#40e0d0',
    '#ff69b4',
    '#f0e68c',
    '#d2b48c',
    '#8fbc8b',
    '#6495ed',
    '#dda0dd',
    '#5f9ea0',
    '#ffdab9',
    '#ffa07a',
  ],
  Grayscale: [
    '#c8c8c8',
    '#bdbdbd',
    '#b2b2b2',
    '#a7a7a7',
    '#9c9c9c',
    '#919191',
    '#868686',
    '#7b7b7b',
    '#707070',
    '#656565',
    '#5a5a5a',
    '#4f4f4f',
    '#444444',
    '#393939',
    '#2e2e2e',
    '#232323',
  ],
  Bright: [
    '#008000',
    '#0000ff',
    '#800080',
    '#00ff00',
    '#ff00ff',
    '#008080',
    '#ffff00',
    '#808080',
    '#00ffff',
    '#000080',
    '#800000',
    '#ff0000',
    '#808000',
    '#c0c0c0',
    '#ff6347',
    '#ffe4b5',
  ],
};

/** Returns a colour of a named palette by its index. */
export function paletteColor(palette: string, index: number): Color {
  const colors = PALETTES[palette] ?? PALETTES['BrightPastel']!;
  return colors[index % colors.length]!;
}
