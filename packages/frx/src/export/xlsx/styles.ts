/** Looks of cells, each written once. */
import type { Border, BorderLine, Color, TextStyle } from '../../page.ts';
import { xmlText } from '../xmlText.ts';
import type { CellContent } from './grid.ts';

/** Collects looks while cells are written and writes them at the end. */
export interface StyleBook {
  /** Number of the look of a cell. */
  readonly of: (cell: CellContent) => number;
  readonly xml: () => string;
}

/** A list that keeps every entry once. */
function list(first: readonly string[]): {
  readonly indexOf: (entry: string) => number;
  readonly entries: () => readonly string[];
} {
  const known = new Map(first.map((entry, index) => [entry, index]));
  return {
    indexOf: (entry) => {
      let index = known.get(entry);
      if (index === undefined) known.set(entry, (index = known.size));
      return index;
    },
    entries: () => [...known.keys()],
  };
}

const FIRST_OWN_FORMAT = 164;

/** Starts an empty book. */
export function styleBook(): StyleBook {
  const fonts = list(['<font><sz val="10"/><name val="Arial"/></font>']);
  const fills = list([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  const borders = list(['<border><left/><right/><top/><bottom/><diagonal/></border>']);
  const formats = list([]);
  const looks = list(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);
  return {
    of: (cell) => {
      const font = cell.style === undefined ? 0 : fonts.indexOf(fontXml(cell.style));
      const fill = cell.fill === undefined ? 0 : fills.indexOf(fillXml(cell.fill));
      const border = cell.border === undefined ? 0 : borders.indexOf(borderXml(cell.border));
      const code = numberFormat(cell);
      const format = code === undefined ? 0 : FIRST_OWN_FORMAT + formats.indexOf(code);
      const applies = 'applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyNumberFormat="1"';
      return looks.indexOf(
        `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0" ${applies}>${alignmentXml(cell.style)}</xf>`,
      );
    },
    xml: () => {
      const numbers = formats
        .entries()
        .map((code, index) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + index}" formatCode="${xmlText(code)}"/>`);
      const part = (name: string, entries: readonly string[]): string =>
        `<${name} count="${entries.length}">${entries.join('')}</${name}>`;
      return [
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
        numbers.length === 0 ? '' : part('numFmts', numbers),
        part('fonts', fonts.entries()),
        part('fills', fills.entries()),
        part('borders', borders.entries()),
        '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
        part('cellXfs', looks.entries()),
        '</styleSheet>',
      ].join('');
    },
  };
}

/** Alpha, red, green, blue as Excel writes a colour. */
function argb(color: Color): string {
  return `FF${color.slice(1, 7).toUpperCase()}`;
}

function fontXml(style: TextStyle): string {
  const { font, fill } = style;
  const marks = `${font.bold ? '<b/>' : ''}${font.italic ? '<i/>' : ''}${font.strikeout ? '<strike/>' : ''}${font.underline ? '<u/>' : ''}`;
  const color = fill.kind === 'solid' ? `<color rgb="${argb(fill.color)}"/>` : '';
  return `<font>${marks}<sz val="${font.size}"/>${color}<name val="${xmlText(font.family)}"/></font>`;
}

function fillXml(color: Color): string {
  return `<fill><patternFill patternType="solid"><fgColor rgb="${argb(color)}"/></patternFill></fill>`;
}

const LINES: Readonly<Record<BorderLine['style'], string>> = {
  Solid: 'thin',
  Dash: 'dashed',
  Dot: 'dotted',
  DashDot: 'dashDot',
  DashDotDot: 'dashDotDot',
  Double: 'double',
  Custom: 'thin',
};

function borderXml(border: Border): string {
  const side = (name: 'left' | 'right' | 'top' | 'bottom'): string => {
    if (!border.lines[name]) return `<${name}/>`;
    const line = border[name];
    const kind =
      line.style === 'Solid' && line.width >= 3
        ? 'thick'
        : line.style === 'Solid' && line.width >= 2
          ? 'medium'
          : LINES[line.style];
    return `<${name} style="${kind}"><color rgb="${argb(line.color)}"/></${name}>`;
  };
  return `<border>${side('left')}${side('right')}${side('top')}${side('bottom')}<diagonal/></border>`;
}

function alignmentXml(style: TextStyle | undefined): string {
  if (style === undefined) return '<alignment vertical="top"/>';
  const across = { Left: 'left', Center: 'center', Right: 'right', Justify: 'justify' }[style.horzAlign];
  const down = { Top: 'top', Center: 'center', Bottom: 'bottom' }[style.vertAlign];
  const turned = style.angle === 90 ? ' textRotation="180"' : style.angle === 270 ? ' textRotation="90"' : '';
  return `<alignment horizontal="${across}" vertical="${down}"${style.wordWrap ? ' wrapText="1"' : ''}${turned}/>`;
}

/** Excel's code for the .NET format of a cell's value; undefined for the general format. */
export function numberFormat(cell: CellContent): string | undefined {
  if (cell.value === undefined || typeof cell.value.value === 'boolean') return undefined;
  const { format = '' } = cell.value;
  return cell.value.value instanceof Date ? dateFormat(format) : numericFormat(format, cell.text);
}

/** Standard date formats of .NET in the invariant order of parts. */
const DATES: Readonly<Record<string, string>> = {
  '': 'yyyy-mm-dd hh:mm',
  d: 'yyyy-mm-dd',
  D: 'dddd, d mmmm yyyy',
  t: 'hh:mm',
  T: 'hh:mm:ss',
  f: 'dddd, d mmmm yyyy hh:mm',
  F: 'dddd, d mmmm yyyy hh:mm:ss',
  g: 'yyyy-mm-dd hh:mm',
  G: 'yyyy-mm-dd hh:mm:ss',
  s: 'yyyy-mm-dd"T"hh:mm:ss',
  M: 'd mmmm',
  m: 'd mmmm',
  Y: 'mmmm yyyy',
  y: 'mmmm yyyy',
};

function dateFormat(format: string): string {
  const standard = DATES[format];
  if (standard !== undefined) return standard;
  return format
    .replace(/'([^']*)'/g, '"$1"')
    .replace(/\btt?\b/g, 'AM/PM')
    .replace(/M+/g, (letters) => letters.toLowerCase())
    .replace(/H+/g, (letters) => letters.toLowerCase())
    .replace(/f+/g, (letters) => letters.replaceAll('f', '0'));
}

function numericFormat(format: string, text: string): string | undefined {
  const standard = /^([CcDdFfNnPp])(\d*)$/.exec(format);
  if (standard === null)
    return format === '' || /^[GgRr]\d*$/.test(format) ? undefined : format.replace(/'([^']*)'/g, '"$1"');
  const letter = standard[1]?.toLowerCase() ?? 'n';
  const decimals = letter === 'd' ? 0 : Number(standard[2] === '' ? 2 : standard[2]);
  const places = decimals === 0 ? '' : `.${'0'.repeat(Math.min(30, decimals))}`;
  if (letter === 'd') return '0'.repeat(Math.max(1, Math.min(30, Number(standard[2] ?? 1))));
  if (letter === 'f') return `0${places}`;
  if (letter === 'p') return `0${places}%`;
  if (letter === 'n') return `#,##0${places}`;
  // The currency's sign is where the printed text has it.
  const [, before = '', after = ''] =
    /^[-(]?([^\d\s(-]*)\s?[\d.,\s\u00a0]*\d\s?([^\d\s)]*)\)?$/.exec(text.trim()) ?? [];
  return `${before === '' ? '' : `"${before.replaceAll('"', '')}"`}#,##0${places}${after === '' ? '' : `" ${after.replaceAll('"', '')}"`}`;
}
