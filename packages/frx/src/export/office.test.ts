import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { loadFonts } from '../node/fonts.ts';
import { imageDecoder } from '../node/images.ts';
import type { BorderLine, Page, PlacedObject } from '../page.ts';
import { prepare } from '../prepare.ts';
import { readTemplate } from '../template/read.ts';
import { describeImage } from '../text/index.ts';
import { testFont, testText } from '../text/testing/texts.ts';
import { exportCsv } from './csv.ts';
import { exportDocx } from './docx.ts';
import { objectDrawer } from './grid/drawObject.ts';
import { bytesOf, NOW, object, page, picture, textOf } from './testing/pages.ts';
import { exportXlsx } from './xlsx.ts';

const fonts = loadFonts({ installed: false });
const decodeImage = imageDecoder();
const options = { fonts, now: NOW, decodeImage, drawObject: objectDrawer({ fonts, decodeImage }) };

async function partsOf(content: AsyncIterable<Uint8Array>): Promise<(name: string) => string> {
  const files = unzipSync(await bytesOf(content));
  return (name) => Buffer.from(files[name] ?? []).toString('utf8');
}

const sheetOf = async (...pages: Page[]): Promise<string> =>
  (await partsOf(exportXlsx(pages, options)))('xl/worksheets/sheet1.xml');

const band = (type: string, top: number, ...children: PlacedObject[]): PlacedObject => ({
  type,
  name: type,
  left: 0,
  top,
  width: 718,
  height: 20,
  children: children.map((child) => ({ ...child, top })),
});

/** An object that shows a triangle. */
function chart(changes: Partial<PlacedObject> = {}): PlacedObject {
  const commands = [['M', 0, 0], ['L', 40, 0], ['L', 0, 40], ['Z']] as const;
  const drawing = [{ kind: 'path', commands, fill: { kind: 'solid', color: '#ff0000' } }] as const;
  return object({ type: 'MSChartObject', name: 'Chart1', width: 40, height: 40, drawing, ...changes });
}

const line: BorderLine = { color: '#ff0000', width: 1, style: 'Solid' };
const ruled: Partial<PlacedObject> = {
  type: 'LineObject',
  height: 0,
  drawing: [
    {
      kind: 'path',
      commands: [
        ['M', 0, 0],
        ['L', 200, 0],
      ],
      stroke: { color: line.color, width: 1 },
    },
  ],
};

describe('the page setup of a workbook', () => {
  it('has the paper, margins and orientation of the report and its page breaks', async () => {
    const rows = [0, 20, 40].map((top) => band('DataBand', top, object({ text: testText('a row') })));
    const sheet = await sheetOf(page(1, ...rows), page(2, ...rows), page(3, ...rows));
    expect(sheet).toContain('<pageMargins left="0.3937" right="0.3937" top="0.3937" bottom="0.3937"');
    expect(sheet).toMatch(/<pageSetup paperSize="9" orientation="portrait" scale="\d+"\/>/);
    expect([...sheet.matchAll(/<brk id="(\d+)"/g)].map(([, row]) => Number(row))).toEqual([3, 6]);
    const wide = { ...page(1, ...rows), paperWidth: 420, paperHeight: 297, landscape: true };
    expect(await sheetOf(wide)).toContain('<pageSetup paperSize="8" orientation="landscape"');
    const label = { ...page(1, ...rows), paperWidth: 100, paperHeight: 50 };
    expect(await sheetOf(label)).toContain('paperHeight="100mm" paperWidth="50mm"');
  });

  it('is scaled until its columns fit the width of the paper', async () => {
    const sheet = await sheetOf(page(1, object({ width: 718, text: testText('as wide as the page') })));
    const scale = Number(/scale="(\d+)"/.exec(sheet)?.[1]);
    expect(scale).toBeGreaterThan(88);
    expect(scale).toBeLessThan(97);
    expect(await sheetOf(page(1, object({ text: testText('narrow') })))).toContain('scale="100"');
  });

  it('repeats the page header and numbers the pages if the report does', async () => {
    const pages = [1, 2].map((number) =>
      page(
        number,
        band('PageHeaderBand', 0, object({ text: testText('Header') })),
        band('DataBand', 20, object({ text: testText('row') })),
        band('PageFooterBand', 1000, object({ text: testText(`Page ${number}`) })),
      ),
    );
    const part = await partsOf(exportXlsx(pages, options));
    expect(part('xl/workbook.xml')).toContain(`localSheetId="0">'Page1'!$1:$1</definedName>`);
    expect(part('xl/worksheets/sheet1.xml')).toContain('&amp;P / &amp;N');
    expect(part('xl/worksheets/sheet1.xml')).not.toContain('Page 1');
  });

  it('has no breaks in a page of unlimited height', async () => {
    const one = { ...page(1, object({ text: testText('x') })), unlimited: true };
    const sheet = await sheetOf(one, { ...one, number: 2 });
    expect(sheet).not.toContain('<brk');
    expect(sheet).toContain('fitToPage="1"');
  });
});

describe('content that does not fit cells', () => {
  it('is exported as a picture: charts and barcodes', async () => {
    const barcode = chart({ type: 'BarcodeObject', top: 60, barcode: { symbology: 'QR', text: 'code' } });
    const part = await partsOf(exportXlsx([page(1, chart(), barcode)], options));
    expect(part('xl/drawings/drawing1.xml').match(/<xdr:pic>/g)).toHaveLength(2);
    expect(part('xl/drawings/drawing1.xml')).toContain('name="Chart1"');
    const word = await partsOf(exportDocx([page(1, chart())], options));
    expect(word('word/document.xml')).toContain('<a:blip r:embed="r3"/>');
    expect(word('word/_rels/document.xml.rels')).toContain('Target="media/image1.png"');
  });

  it('exports a barcode as its text where nothing is drawn', async () => {
    const barcode = chart({ barcode: { symbology: 'QR', text: 'HF-0042' } });
    expect(await textOf(exportCsv([page(1, barcode)]))).toBe('\uFEFFHF-0042\r\n');
  });

  it('draws lines as borders', async () => {
    const text = object({ top: 1, text: testText('under a line') });
    const part = await partsOf(exportXlsx([page(1, object(ruled), text)], options));
    expect(part('xl/styles.xml')).toContain('<top style="thin"><color rgb="FFFF0000"/></top>');
    const word = await partsOf(exportDocx([page(1, object(ruled), text)], options));
    expect(word('word/document.xml')).toMatch(/<w:top w:val="single" w:sz="6" w:space="0" w:color="FF0000"\/>/);
  });

  it('keeps overlapping texts, each with its formatting in Word', async () => {
    const caption = object({ height: 40, text: testText('Serial number') });
    const value = object({ top: 12, height: 28, text: testText('SN 4', { font: testFont({ size: 14 }) }) });
    const box = object({ type: 'CheckBoxObject', top: 20, width: 16, height: 16, checked: true });
    expect(await sheetOf(page(1, caption, value, box))).toMatch(/>Serial number\nSN 4\n\u2611</);
    const word = await partsOf(exportDocx([page(1, caption, value, box)], options));
    expect(word('word/document.xml')).toMatch(/Serial number.*<w:sz w:val="28"\/>.*SN 4.*\u2611/);
  });
});

describe('the numbers and dates of a matrix', () => {
  it('stay numbers and dates', async () => {
    const template = readTemplate(
      Buffer.from(`<Report><Dictionary><TableDataSource Name="Item" ReferenceName="Data.Item"><Column Name="Day" DataType="System.DateTime"/><Column Name="Weight" DataType="System.Decimal"/></TableDataSource></Dictionary>
      <ReportPage Name="P"><DataBand Name="D" Width="700" Height="60"><MatrixObject Name="M" Width="200" Height="40" DataSource="Item">
      <MatrixColumns><Header Expression="[Item.Day]" Totals="false"/></MatrixColumns><MatrixRows><Header Expression="&quot;row&quot;" Totals="false"/></MatrixRows>
      <MatrixCells><Cell Expression="[Item.Weight]"/></MatrixCells><TableColumn Width="60"/><TableColumn Width="90"/>
      <TableRow Height="20"><TableCell/><TableCell Format="Date" Format.Format="dd.MM.yyyy"/></TableRow>
      <TableRow Height="20"><TableCell/><TableCell Format="Number"/></TableRow></MatrixObject></DataBand></ReportPage></Report>`),
    );
    const rows = [
      { Day: new Date('2026-01-15T00:00:00Z'), Weight: 1.25 },
      { Day: new Date('2026-01-15T00:00:00Z'), Weight: 2 },
    ];
    const columns = [
      { name: 'Day', type: 'DateTime' },
      { name: 'Weight', type: 'decimal' },
    ];
    const { pages } = prepare(template, [{ name: 'Data', tables: [{ name: 'Item', columns, rows }] }], {
      fonts,
      describeImage,
      now: () => NOW.getTime(),
    });
    const sheet = (await partsOf(exportXlsx(pages, options)))('xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<v>46037</v>');
    expect(sheet).toContain('<v>3.25</v>');
  });
});

describe('a Word document', () => {
  it('has a section for every page with its paper, and the page footers as footers', async () => {
    const pages = [1, 2].map((number) =>
      page(
        number,
        band('DataBand', 0, object({ text: testText(`row ${number}`) })),
        band('PageFooterBand', 1000, object({ text: testText(`Page ${number}`) })),
      ),
    );
    const part = await partsOf(exportDocx(pages, { ...options, title: 'A < B', language: 'en-GB' }));
    const document = part('word/document.xml');
    expect(document.match(/<w:sectPr>/g)).toHaveLength(2);
    expect(document.match(/<w:pgSz w:w="11906" w:h="16838"\/>/g)).toHaveLength(2);
    expect(document).not.toContain('Page 1');
    expect(part('word/footer1.xml')).toContain('Page 1');
    expect(part('word/footer2.xml')).toContain('Page 2');
    expect(part('docProps/core.xml')).toContain('<dc:title>A &lt; B</dc:title>');
    expect(part('word/styles.xml')).toContain('<w:lang w:val="en-GB"/>');
  });

  it('keeps cells that span columns and rows, and the formatting of tags', async () => {
    const head = object({ width: 200, text: testText('head') });
    const tall = object({ top: 20, width: 100, height: 40, text: testText('tall') });
    const upper = object({
      top: 20,
      left: 100,
      width: 100,
      text: testText('a <b>bold</b> word', { renderType: 'HtmlTags' }),
    });
    const lower = object({ top: 40, left: 100, width: 100, text: testText('lower') });
    const document = (await partsOf(exportDocx([page(1, head, tall, upper, lower)], options)))('word/document.xml');
    expect(document).toContain('<w:gridSpan w:val="2"/>');
    expect(document.match(/<w:vMerge w:val="restart"\/>/g)).toHaveLength(1);
    expect(document.match(/<w:vMerge\/>/g)).toHaveLength(1);
    expect(document).toMatch(/<w:b\/><w:bCs\/>.{0,160}?<w:t xml:space="preserve">bold ?<\/w:t>/);
  });

  it('links only to web addresses', async () => {
    const linked = (value: string): PlacedObject =>
      object({ text: testText('x'), link: { kind: 'URL', value, newTab: false } });
    const good = await partsOf(exportDocx([page(1, linked('https://example.com/?a=1&b=2'))], options));
    expect(good('word/_rels/document.xml.rels')).toContain(
      'Target="https://example.com/?a=1&amp;b=2" TargetMode="External"',
    );
    const bad = await partsOf(exportDocx([page(1, linked('file:///etc/passwd'))], options));
    expect(bad('word/_rels/document.xml.rels')).not.toContain('passwd');
  });

  it('shows a picture in its cell', async () => {
    const photo = object({
      type: 'PictureObject',
      width: 100,
      height: 40,
      drawing: [{ kind: 'image', image: picture(), x: 0, y: 0, width: 80, height: 40 }],
    });
    const document = (await partsOf(exportDocx([page(1, photo)], options)))('word/document.xml');
    expect(document).toContain('<wp:extent cx="762000" cy="381000"/>');
  });
});

describe('comma-separated values', () => {
  it('are quoted where necessary, with numbers and dates in machine-readable form', async () => {
    const texts = [
      object({ width: 100, text: testText('a, "b"') }),
      object({ left: 100, width: 100, text: testText('1.234,50 €'), value: { value: 1234.5 } }),
      object({ left: 200, width: 100, text: testText('15.01.2026'), value: { value: new Date('2026-01-15') } }),
    ];
    const noted = object({ top: 60, width: 100, text: testText('two\nlines') });
    expect(await textOf(exportCsv([page(1, ...texts, noted)]))).toBe(
      '\uFEFF"a, ""b""",1234.5,2026-01-15\r\n"two\nlines",,\r\n',
    );
  });

  it('have the time of a moment beside its date', async () => {
    const moment = object({ text: testText('15.01.2026'), value: { value: new Date('2026-01-15T13:05:09Z') } });
    expect(await textOf(exportCsv([page(1, moment)]))).toBe('\uFEFF2026-01-15T13:05:09\r\n');
  });

  it.each(['=1+1', '+cmd', '-cmd()', '@x', "- 1+cmd|' /C calc'!A0", '- HYPERLINK(A1)'])(
    'export no formula: %s',
    async (text) => {
      expect(await textOf(exportCsv([page(1, object({ text: testText(text) }))]))).toBe(`\uFEFF'${text}\r\n`);
    },
  );

  it.each([
    ["Hook;=cmd|' /C calc'!A0", "Hook;'=cmd|' /C calc'!A0"],
    ['Hook\t+1;none;-2', "Hook\t'+1;none;-2"],
    ['＝1+1;＠x', "'＝1+1;'＠x"],
  ])('export no formula where a program splits %s at another separator', async (text, exported) => {
    expect(await textOf(exportCsv([page(1, object({ text: testText(text) }))]))).toBe(`\uFEFF${exported}\r\n`);
  });

  it.each(['-12.5', '- none'])('leave %s unchanged', async (text) => {
    expect(await textOf(exportCsv([page(1, object({ text: testText(text) }))]))).toBe(`\uFEFF${text}\r\n`);
  });
});
