import { describe, expect, it } from 'vitest';
import type { Border, BorderLine, TextStyle } from '../../page.ts';
import { testFont, testText } from '../../text/testing/texts.ts';
import type { CellContent } from '../grid/grid.ts';
import { styleBook } from './styles.ts';

const cell = (changes: Partial<CellContent>): CellContent => ({ text: '', ...changes });

/** The format codes that cells get; undefined for the general format. */
function codesOf(...cells: CellContent[]): (string | undefined)[] {
  const book = styleBook();
  const indices = cells.map((each) => book.of(each));
  const xml = book.xml();
  const codes = new Map(
    [...xml.matchAll(/<numFmt numFmtId="(\d+)" formatCode="([^"]*)"/g)].map(([, id, code]) => [id!, code!]),
  );
  const formats = [.../<cellXfs[^>]*>(.*)<\/cellXfs>/.exec(xml)![1]!.matchAll(/<xf numFmtId="(\d+)"/g)].map(
    ([, id]) => id!,
  );
  return indices.map((index) => codes.get(formats[index]!)?.replaceAll('&quot;', '"'));
}

/** The part of a style sheet that a cell adds. */
function partOf(name: 'font' | 'fill' | 'border' | 'alignment', changes: Partial<CellContent>): string {
  const book = styleBook();
  book.of(cell(changes));
  return book
    .xml()
    .match(new RegExp(`<${name}(?: [^>]*/>|>.*?</${name}>)`, 'g'))!
    .at(-1)!;
}

describe('the number format of a cell', () => {
  const number = (value: number, text: string) => codesOf(cell({ text, value: { value, format: '' } }))[0];

  it.each([
    [5, '5', '0'],
    [4.5, '4.5', '0.0'],
    [4.5, '4,50', '0.00'],
    [-4.5, '-4.50', '0.00'],
    [0.25, '0.25', '0.00'],
    [1234567.5, '1,234,567.5', '#,##0.0'],
    [1234567, "1'234'567", '#,##0'],
    [1234.5, '1234.5', '0.0'],
    [0.125, '12.5 %', '0.0" "%'],
    [0.125, '12.50%', '0.00%'],
    [12, '£12', '"£"#,##0'],
    [1500, '1,500.00 kr', '#,##0.00" kr"'],
    [1500, '1500 kg', '0" kg"'],
    [7, '(7)', '0'],
    [0.0000000001, '0.0000000001', '0.0000000000'],
  ])('of %d printed as %s is %s', (value, text, code) => {
    expect(number(value, text)).toBe(code);
  });

  it.each([
    [5, 'five'],
    [5, '6'],
    [0.00000000001, '0.00000000001'],
  ])('of %d printed as %s is the general one', (value, text) => {
    expect(number(value, text)).toBeUndefined();
  });

  it.each([
    ['d', 'yyyy-mm-dd'],
    ['F', 'dddd, d mmmm yyyy hh:mm:ss'],
    ['dd.MM.yyyy', 'dd.mm.yyyy'],
    ['dd MMM yy HH:mm', 'dd mmm yy hh:mm'],
    ['h:mm tt', 'h:mm AM/PM'],
    ["d 'of' MMMM", 'd "of" mmmm'],
    ['ddddd', 'yyyy-mm-dd hh:mm'],
    ['dd.MM.yyyy zzz', 'yyyy-mm-dd hh:mm'],
    ['', 'yyyy-mm-dd hh:mm'],
  ])('of a moment in the format "%s" is %s', (format, code) => {
    const value = new Date(Date.UTC(2026, 0, 15, 13, 5));
    expect(codesOf(cell({ value: { value, format } }))).toEqual([code]);
  });

  it('of a day in an unknown format has no time', () => {
    expect(codesOf(cell({ value: { value: new Date(Date.UTC(2026, 0, 15)), format: '?' } }))).toEqual(['yyyy-mm-dd']);
  });

  it('is written once for all cells that have it', () => {
    const [one, other] = [4.5, 7.25].map((value) => cell({ text: value.toFixed(2), value: { value, format: '' } }));
    const book = styleBook();
    expect(book.of(one!)).toBe(book.of(other!));
    expect(book.of(one!)).not.toBe(book.of(cell({})));
    expect(book.xml()).toContain('<numFmts count="1"><numFmt numFmtId="164" formatCode="0.00"/></numFmts>');
    expect(styleBook().xml()).not.toContain('numFmts');
  });
});

describe('the look of a cell', () => {
  const style = (changes: Partial<TextStyle>): Partial<CellContent> => ({ style: testText('', changes).style });

  it('has the border lines of its sides, thick ones by their width', () => {
    const line = (style: BorderLine['style'], width: number): BorderLine => ({ style, width, color: '#0a0b0c' });
    const border: Border = {
      lines: { left: true, right: true, top: true, bottom: false },
      left: line('Solid', 1.5),
      right: line('Solid', 2),
      top: line('Solid', 3),
      bottom: line('Solid', 9),
    };
    const color = '<color rgb="FF0A0B0C"/>';
    expect(partOf('border', { border })).toBe(
      `<border><left style="thin">${color}</left><right style="medium">${color}</right><top style="thick">${color}</top><bottom/><diagonal/></border>`,
    );
    const dashed = { ...border, left: line('Dash', 3), right: line('Dot', 3), top: line('Double', 2) };
    expect(partOf('border', { border: dashed })).toMatch(
      /left style="dashed".*right style="dotted".*top style="double"/,
    );
  });

  it('has font, colour and fill', () => {
    const font = testFont({ family: 'A & B', size: 11, bold: true, italic: true, strikeout: true, underline: true });
    expect(partOf('font', style({ font, fill: { kind: 'solid', color: '#ff0000' } }))).toBe(
      '<font><b/><i/><strike/><u/><sz val="11"/><color rgb="FFFF0000"/><name val="A &amp; B"/></font>',
    );
    expect(partOf('font', style({}))).toBe('<font><sz val="8"/><color rgb="FF000000"/><name val="Arial"/></font>');
    expect(partOf('fill', { fill: '#00ff00' })).toBe(
      '<fill><patternFill patternType="solid"><fgColor rgb="FF00FF00"/></patternFill></fill>',
    );
  });

  it('has alignment, wrapping and rotation', () => {
    expect(partOf('alignment', {})).toBe('<alignment vertical="top"/>');
    expect(partOf('alignment', style({ horzAlign: 'Justify', vertAlign: 'Bottom' }))).toBe(
      '<alignment horizontal="justify" vertical="bottom" wrapText="1"/>',
    );
    expect(partOf('alignment', style({ angle: 90, wordWrap: false }))).toBe(
      '<alignment horizontal="left" vertical="top" textRotation="180"/>',
    );
    expect(partOf('alignment', style({ angle: 270, wordWrap: false }))).toContain('textRotation="90"');
    expect(partOf('alignment', style({ angle: 45, wordWrap: false }))).not.toContain('textRotation');
  });
});
