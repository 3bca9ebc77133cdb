/** Styles of cells, each written once. */
import type { Border, BorderLine, Color, TextStyle } from '../../page.ts';
import { xmlText } from '../xmlText.ts';
import type { CellContent } from '../grid/grid.ts';

/** Collects styles while cells are written and writes them at the end. */
export interface StyleBook {
  /** Index of the style of a cell. */
  readonly of: (cell: CellContent) => number;
  readonly xml: () => string;
}

/** A list without duplicates. */
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

/** Creates an empty collection of styles. */
export function styleBook(): StyleBook {
  const fonts = list(['<font><sz val="10"/><name val="Arial"/></font>']);
  const fills = list([
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]);
  const borders = list(['<border><left/><right/><top/><bottom/><diagonal/></border>']);
  const formats = list([]);
  const cellFormats = list(['<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>']);
  return {
    of: (cell) => {
      const font = cell.style === undefined ? 0 : fonts.indexOf(fontXml(cell.style));
      const fill = cell.fill === undefined ? 0 : fills.indexOf(fillXml(cell.fill));
      const border = cell.border === undefined ? 0 : borders.indexOf(borderXml(cell.border));
      const code = numberFormat(cell);
      const format = code === undefined ? 0 : FIRST_OWN_FORMAT + formats.indexOf(code);
      const applies = 'applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1" applyNumberFormat="1"';
      return cellFormats.indexOf(
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
        part('cellXfs', cellFormats.entries()),
        '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
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

/** Excel's number format of a cell's number or moment; undefined for the general format. */
function numberFormat(cell: CellContent): string | undefined {
  const value = cell.value?.value;
  if (value instanceof Date) return dateFormat(cell.value?.format ?? '', value);
  return typeof value === 'number' ? numericFormat(value, cell.text) : undefined;
}

/** Standard date formats of .NET in the invariant culture. */
const DATES: Readonly<Record<string, string>> = {
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

/** A pattern of .NET whose parts all exist in Excel. */
const DATE_PATTERN =
  /^(?:d{1,4}(?!d)|M{1,4}(?!M)|y{2,4}(?!y)|H{1,2}(?!H)|h{1,2}(?!h)|m{1,2}(?!m)|s{1,2}(?!s)|tt|'[^']*'|[\s.,:/-])+$/;

function dateFormat(format: string, moment: Date): string {
  const standard = DATES[format];
  if (standard !== undefined) return standard;
  if (!DATE_PATTERN.test(format)) return moment.getTime() % 86_400_000 === 0 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm';
  return format.replace(
    /'([^']*)'|(tt)|([MH]+)/g,
    (_, quoted: string | undefined, half: string | undefined, letters: string | undefined) => {
      if (quoted !== undefined) return `"${quoted.replaceAll('"', '')}"`;
      return half === undefined ? (letters ?? '').toLowerCase() : 'AM/PM';
    },
  );
}

const MAX_DECIMALS = 10;

/** Matches the text before the digits, the digits, and the text after them. */
const PRINTED_NUMBER = /^([^\d]*?)([\d][\d.,'\s\u00a0\u202f]*\d|\d)([^\d]*)$/u;

/**
 * Derives the number format from a printed number: decimals, digit groups, a currency or percent sign. The text decides, not the culture: its
 * digits are those of the value with that number of decimals.
 */
function numericFormat(value: number, text: string): string | undefined {
  const [, before = '', digits = '', after = ''] = PRINTED_NUMBER.exec(text.trim()) ?? [];
  if (digits === '') return undefined;
  const percent = before.includes('%') || after.includes('%');
  const shown = Math.abs(percent ? value * 100 : value);
  const plain = digits.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  let decimals = 0;
  while (
    decimals <= MAX_DECIMALS &&
    shown
      .toFixed(decimals)
      .replace('.', '')
      .replace(/^0+(?=\d)/, '') !== plain
  )
    decimals++;
  if (decimals > MAX_DECIMALS) return undefined;
  const separators = digits.replace(/\d/g, '').length;
  // An amount below a thousand shows no group separator, but others in its column do.
  const money = !percent && literal(before + after).length > 0;
  const grouped = separators > (decimals > 0 ? 1 : 0) || (money && shown < 1000);
  const code = `${grouped ? '#,##0' : '0'}${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`;
  return `${literal(before)}${code}${percent ? literal(after.replace('%', '')) + '%' : literal(after)}`;
}

/** Currency signs and units around a number, without its sign, as literals of a format. */
function literal(text: string): string {
  const kept = text.replace(/[-−()%"]/g, '');
  return kept === '' ? '' : `"${kept}"`;
}
