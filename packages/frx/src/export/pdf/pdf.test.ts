import zlib from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { imageDecoder } from '../../node/images.ts';
import { loadFonts } from '../../node/fonts.ts';
import type { OutlineNode, Page, PlacedObject } from '../../page.ts';
import { pdfFaults, pdfTags, pdfTexts } from '../../testing/pdfFile.ts';
import { testFont, testText } from '../../text/testing/texts.ts';
import { bytesOf, NOW, object, page, picture } from '../testing/pages.ts';
import { exportPdf } from './index.ts';
import type { PdfOptions } from './index.ts';

const decodeImage = imageDecoder();

const fonts = loadFonts({ installed: false });

const pdf = async (
  pages: Page[],
  changes: Partial<PdfOptions> = {},
  outline: OutlineNode[] = [],
): Promise<Uint8Array> =>
  bytesOf(exportPdf({ pages, outline: () => outline }, { fonts, now: NOW, compress: false, decodeImage, ...changes }));

describe('PDF', () => {
  const text = object({
    text: testText('Løfteutstyr – Überprüfung', { font: testFont({ size: 12 }) }),
    link: { kind: 'URL', value: 'https://example.org', newTab: true },
  });

  it('has identical bytes for the same pages, fonts and clock', async () => {
    const first = await pdf([page(1, text), page(2, text)], { compress: true });
    const second = await pdf([page(1, text), page(2, text)], { compress: true });
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it("is compressed without Node's zlib, which crashes the process when a thread is cancelled", async () => {
    const theirs = vi.spyOn(zlib, 'deflateSync');
    try {
      const plain = await pdf([page(1, text)]);
      const packed = await pdf([page(1, text)], { compress: true });
      expect(theirs).not.toHaveBeenCalled();
      const streams = Buffer.from(packed)
        .toString('latin1')
        .split(/\bstream\n/)
        .slice(1);
      expect(streams.filter((stream) => stream.startsWith('\x78')).length).toBeGreaterThan(1);
      expect(packed.length).toBeLessThan(plain.length * 0.8);
    } finally {
      theirs.mockRestore();
    }
  });

  it('returns a page before the next one is created', async () => {
    const events: string[] = [];
    function* pages(): Generator<Page> {
      for (let number = 1; number <= 3; number++) {
        events.push(`page ${number}`);
        yield page(number, text);
      }
    }
    let written = 0;
    for await (const part of exportPdf({ pages: pages() }, { fonts, now: NOW })) {
      written += part.length;
      events.push('bytes');
    }
    expect(written).toBeGreaterThan(1000);
    expect(events.indexOf('bytes')).toBeLessThan(events.indexOf('page 3'));
  });

  it('holds a page of any length', async () => {
    const long = { ...page(1, text), paperHeight: 12_000, unlimited: true };
    const content = Buffer.from(await pdf([long])).toString('latin1');
    expect(content).toContain('/UserUnit 3');
    expect(Number(/MediaBox \[0 0 [\d.]+ ([\d.]+)\]/.exec(content)?.[1])).toBeLessThanOrEqual(14_400);
  });

  it('never writes NaN or similar instead of a number', async () => {
    const odd = object({ left: NaN, top: Infinity, fill: { kind: 'solid', color: '#ff0000' } });
    expect(Buffer.from(await pdf([page(1, odd)])).toString('latin1')).not.toMatch(/NaN|Infinity/);
  });

  it('refuses addresses that are not web or mail addresses', async () => {
    const link = { kind: 'URL', value: 'javascript:alert(1)', newTab: false } as const;
    expect(Buffer.from(await pdf([page(1, { ...text, link })])).toString('latin1')).not.toContain('javascript');
  });

  it('has no syntax errors, with pictures, gradients, angles and tables', async () => {
    const cell = (row: number, column: number): PlacedObject =>
      object({
        type: 'TableCell',
        left: column * 50,
        top: 100 + row * 20,
        width: 50,
        cell: { column, row, columnSpan: 1, rowSpan: 1 },
        text: testText(`${row}/${column}`),
      });
    const drawn: PlacedObject[] = [
      object({
        text: testText('turned', { angle: 45 }),
        fill: { kind: 'glass', color: '#2e8b57', blend: 0.2, hatch: true },
      }),
      object({
        fill: {
          kind: 'linearGradient',
          startColor: '#ff0000',
          endColor: '#0000ff80',
          angle: 30,
          focus: 0.5,
          contrast: 1,
        },
      }),
      object({ fill: { kind: 'pathGradient', centerColor: '#ffffff', edgeColor: '#000000', style: 'Elliptic' } }),
      object({
        type: 'PictureObject',
        drawing: [
          { kind: 'image', image: picture(), x: 0, y: 0, width: 50, height: 50, grayscale: true, opacity: 0.5 },
        ],
      }),
      object({
        type: 'TableObject',
        table: { columns: [50, 50], rows: [20, 20], headerRows: 1, headerColumns: 0 },
        children: [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)],
      }),
    ];
    const outline = [
      { text: 'Kapittel Å', page: 0, offsetY: 0, children: [{ text: 'Inside', page: 1, offsetY: 50, children: [] }] },
    ];
    const bytes = await pdf([page(1, ...drawn), page(2, text)], { archival: true, compress: true }, outline);
    expect(await pdfFaults(bytes)).toEqual([]);
  });

  it('turns a text by its angle around its middle', async () => {
    const turned = async (angle: number): Promise<string> =>
      Buffer.from(
        await pdf([page(1, object({ text: testText('Deck', { font: testFont({ size: 12 }), angle }) }))]),
      ).toString('latin1');
    expect(await turned(90)).toMatch(/^0\.000000 1\.000000 -1\.000000 0\.000000 [\d.-]+ [\d.-]+ cm$/m);
    expect(await turned(270)).toMatch(/^-?0\.000000 -1\.000000 1\.000000 -?0\.000000 [\d.-]+ [\d.-]+ cm$/m);
  });

  it('can be searched: letters, justified words, right-to-left words and foreign scripts are extracted as text', async () => {
    const justified = testText('The quick brown fox jumps over the lazy dog near the riverbank', {
      horzAlign: 'Justify',
    });
    const bytes = await pdf([
      page(
        1,
        text,
        object({ top: 30, height: 80, width: 120, text: justified }),
        object({ top: 120, text: testText('Здравствуйте Ελληνικά') }),
      ),
    ]);
    const [found] = await pdfTexts(bytes);
    expect(found).toContain('Løfteutstyr – Überprüfung');
    expect(found).toContain('The quick brown fox');
    expect(found).toContain('Здравствуйте Ελληνικά');
    const hebrew = await pdfTexts(
      await pdf([page(1, object({ text: testText('שלום עולם 45%', { rightToLeft: true }) }))]),
    );
    expect(hebrew.join()).toMatch(/שלום עולם/);
  });

  it('marks headings, paragraphs and cells for screen readers, and leaves page footers out', async () => {
    const cell = (row: number, column: number): PlacedObject =>
      object({
        type: 'TableCell',
        left: column * 50,
        top: 60 + row * 20,
        width: 50,
        cell: { column, row, columnSpan: 1, rowSpan: 1 },
        text: testText(`cell ${row}${column}`),
      });
    const grid = { columns: [50, 50], rows: [20, 20], headerRows: 1, headerColumns: 0 };
    const pages = [
      page(
        1,
        object({ type: 'ReportTitleBand', children: [object({ text: testText('The title') })] }),
        object({ type: 'DataBand', top: 20, children: [object({ top: 20, text: testText('A row') })] }),
        object({
          type: 'TableObject',
          top: 60,
          table: grid,
          children: [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)],
        }),
        object({ type: 'PageFooterBand', top: 900, children: [object({ top: 900, text: testText('Page 1') })] }),
      ),
    ];
    const [tags] = await pdfTags(await pdf(pages));
    expect(tags).toContain(
      'H1 "The title" L LI LBody "A row" Table TR TH "cell 00" TH "cell 01" TR TD "cell 10" TD "cell 11"',
    );
    expect(tags).not.toContain('Page 1');
  });

  it('reads group headers as headings without a gap, rows of a band as one list and pictures as figures', async () => {
    const band = (type: string, name: string, top: number, ...children: PlacedObject[]): PlacedObject =>
      object({ type, name, top, children: children.map((child) => ({ ...child, top })) });
    const photo = object({
      type: 'PictureObject',
      left: 100,
      drawing: [{ kind: 'image', image: picture(), x: 0, y: 0, width: 20, height: 20 }],
    });
    const objects = [
      band('GroupHeaderBand', 'Outer', 0, object({ text: testText('Deck') })),
      band('GroupHeaderBand', 'Inner', 20, object({ text: testText('Area') })),
      band(
        'DataBand',
        'Rows',
        40,
        object({ text: testText('One') }),
        photo,
        object({ left: 200, text: testText('more') }),
      ),
      band('DataBand', 'Rows', 60, object({ text: testText('Two') })),
      band('GroupHeaderBand', 'Inner', 80, object({ text: testText('Area 2') })),
    ];
    const [tags] = await pdfTags(await pdf([page(1, ...objects)]));
    expect(tags).toContain('H1 "Deck" H2 "Area" L LI LBody "One" Figure "" "more" LI LBody "Two" H2 "Area 2"');
  });

  it('separates the words of adjacent lines and texts', async () => {
    const wrapped = object({ width: 60, height: 60, text: testText('corrosion of the surface') });
    const beside = object({ left: 80, text: testText('next') });
    const bytes = await pdf([page(1, object({ type: 'DataBand', height: 60, children: [wrapped, beside] }))]);
    // A blank ends each of the three lines, and the text beside them.
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/ Tj <[0-9a-f]{4}> Tj ET/g),
    ).toHaveLength(4);
  });

  it('states that it is accessible, with a title of any letters', async () => {
    const written = Buffer.from(await pdf([page(1, text)], { title: 'Ex & <b>' })).toString('latin1');
    expect(written).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(written).toContain('Ex &amp; &lt;b&gt;');
    expect(written).toContain('/DisplayDocTitle true');
    expect(written).toContain('/Lang (en)');
  });

  it('has fields for editable texts, except in an archival file', async () => {
    const editable = object({ name: 'Remark', editable: true, text: testText('fill me in') });
    const bytes = await pdf([page(1, editable), page(2, editable)]);
    expect(await pdfFaults(bytes)).toEqual([]);
    const written = Buffer.from(bytes).toString('latin1');
    expect(written).toMatch(/\/T \(Remark\)[^]*\/T \(Remark 2\)/);
    expect(written.match(/\/V \(fill me in\)/g)).toHaveLength(2);
    expect(written).not.toContain('pdfuaid');
    const archived = Buffer.from(await pdf([page(1, editable)], { archival: true })).toString('latin1');
    expect(archived).not.toContain('AcroForm');
    expect(await pdfTexts(Buffer.from(archived, 'latin1'))).toEqual([expect.stringContaining('fill me in')]);
  });

  it('embeds only subsets of its fonts, with the letters of their glyphs', async () => {
    const written = Buffer.from(await pdf([page(1, text)])).toString('latin1');
    const names = [...written.matchAll(/\/(?:BaseFont|FontName) \/(\S+)/g)].map(([, name]) => name);
    expect(new Set(names).size).toBe(1);
    expect(names[0]).toMatch(/^[A-Z]{6}\+LiberationSans$/);
    expect(written.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(1);
    expect(written.match(/\/ToUnicode \d+ 0 R/g)).toHaveLength(1);
  });
});
