import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { decodeImage } from '../node/images.ts';
import { loadFonts } from '../node/fonts.ts';
import type { ImageResource, OutlineNode, Page, PlacedObject } from '../page.ts';
import { describeImage } from '../text/index.ts';
import { testFont, testText } from '../text/testing.ts';
import { exportHtml } from './html.ts';
import { encodePng } from './images.ts';
import { exportLayout } from './layout.ts';
import { exportPdf } from './pdf/index.ts';
import type { PdfOptions } from './pdf/index.ts';
import { exportPng } from './png.ts';
import { exportXlsx } from './xlsx.ts';

const fonts = loadFonts({ installed: false });
const NOW = new Date('2026-01-15T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'frx-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function object(changes: Partial<PlacedObject>): PlacedObject {
  return { type: 'TextObject', name: 'Text1', left: 0, top: 0, width: 200, height: 20, ...changes };
}

function page(number: number, ...objects: PlacedObject[]): Page {
  const margins = { left: 10, top: 10, right: 10, bottom: 10 };
  return {
    number,
    source: 'Page1',
    paperWidth: 210,
    paperHeight: 297,
    margins,
    landscape: false,
    unlimited: false,
    objects,
  };
}

function picture(): ImageResource {
  const rgba = new Uint8Array(16 * 4).map((_, index) => (index % 4 === 0 ? 255 : index % 4 === 3 ? 128 : 0));
  const bytes = encodePng({ width: 4, height: 4, rgba });
  return { id: 'p1', bytes, ...describeImage(bytes) };
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

async function textOf(content: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of content) text += part;
  return text;
}

const pdf = async (
  pages: Page[],
  changes: Partial<PdfOptions> = {},
  outline: OutlineNode[] = [],
): Promise<Uint8Array> =>
  bytesOf(exportPdf({ pages, outline: () => outline }, { fonts, now: NOW, compress: false, decodeImage, ...changes }));

/** Whether a tool of the machine is there to read what was written. */
function has(tool: string): boolean {
  try {
    execFileSync('which', [tool]);
    return true;
  } catch {
    return false;
  }
}

function read(tool: string, bytes: Uint8Array, ...options: string[]): string {
  const path = join(folder, 'file.pdf');
  writeFileSync(path, bytes);
  return execFileSync(
    tool,
    options.map((option) => (option === 'FILE' ? path : option)),
    { encoding: 'utf8' },
  );
}

describe('PDF', () => {
  const text = object({
    text: testText('Løfteutstyr – Überprüfung', { font: testFont({ size: 12 }) }),
    link: { kind: 'URL', value: 'https://example.org', newTab: true },
  });

  it('is the same to the byte for the same pages, fonts and clock', async () => {
    const first = await pdf([page(1, text), page(2, text)], { compress: true });
    const second = await pdf([page(1, text), page(2, text)], { compress: true });
    expect(Buffer.compare(first, second)).toBe(0);
  });

  it("is compressed without Node's compressor, with which a cancelled thread would take its process along", async () => {
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

  it('hands out a page before the next one is made', async () => {
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

  it('writes no word where a number belongs', async () => {
    const odd = object({ left: NaN, top: Infinity, fill: { kind: 'solid', color: '#ff0000' } });
    expect(Buffer.from(await pdf([page(1, odd)])).toString('latin1')).not.toMatch(/NaN|Infinity/);
  });

  it('refuses addresses that are no web or mail address', async () => {
    const link = { kind: 'URL', value: 'javascript:alert(1)', newTab: false } as const;
    expect(Buffer.from(await pdf([page(1, { ...text, link })])).toString('latin1')).not.toContain('javascript');
  });

  it.skipIf(!has('qpdf'))('has no syntax errors, with pictures, gradients, angles and tables', async () => {
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
    expect(read('qpdf', bytes, '--check', 'FILE')).toContain('No syntax or stream encoding errors');
  });

  it.skipIf(!has('pdftotext'))(
    'can be searched: letters, justified words, right-to-left words and foreign scripts come back as text',
    async () => {
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
      const found = read('pdftotext', bytes, '-layout', 'FILE', '-').replace(/\s+/g, ' ');
      expect(found).toContain('Løfteutstyr – Überprüfung');
      expect(found).toContain('The quick brown fox');
      expect(found).toContain('Здравствуйте Ελληνικά');
      const hebrew = read(
        'pdftotext',
        await pdf([page(1, object({ text: testText('שלום עולם 45%', { rightToLeft: true }) }))]),
        'FILE',
        '-',
      );
      expect(hebrew).toMatch(/שלום עולם/);
    },
  );

  it.skipIf(!has('pdfinfo'))(
    'tells screen readers what is a heading, a paragraph and a cell, and leaves page footers out',
    async () => {
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
      const tags = read('pdfinfo', await pdf(pages), '-struct-text', 'FILE').replace(/\s+/g, ' ');
      expect(tags).toContain(
        'H1 (block) "The title" P (block) "A row" Table (block) TR TH "cell 00" TH "cell 01" TR TD "cell 10" TD "cell 11"',
      );
      expect(tags).not.toContain('Page 1');
    },
  );

  it.skipIf(!has('pdffonts'))('embeds only subsets of its fonts', async () => {
    const listed = read('pdffonts', await pdf([page(1, text)]), 'FILE')
      .split('\n')
      .slice(2)
      .filter((line) => line !== '');
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatch(/LiberationSans .* yes yes yes/);
  });
});

describe('layout', () => {
  it('leaves out what is at its default and rounds to hundredths', async () => {
    const layout = JSON.parse(await textOf(exportLayout([page(1, object({ left: 1.006, text: testText('x') }))]))) as {
      pages: { objects: unknown[] }[];
    };
    expect(layout.pages[0]?.objects[0]).toEqual({
      type: 'TextObject',
      name: 'Text1',
      l: 1.01,
      t: 0,
      w: 200,
      h: 20,
      text: 'x',
      font: 'Arial, 8pt',
      color: '#000000',
      align: 'Left/Top',
    });
  });

  it('is a whole file even without a page', async () => {
    expect(JSON.parse(await textOf(exportLayout([])))).toEqual({ pages: [] });
  });
});

describe('PNG', () => {
  it('is as large as the paper at the resolution asked for', async () => {
    for await (const { bytes } of exportPng([page(1, object({ text: testText('x') }))], {
      fonts,
      resolution: 48,
      decodeImage,
    })) {
      expect(describeImage(bytes)).toEqual({ format: 'png', width: 397, height: 561 });
    }
  });

  it('shows fills, pictures and glyphs where they belong', async () => {
    const objects = [
      object({ fill: { kind: 'solid', color: '#00ff00' } }),
      object({ left: 300, drawing: [{ kind: 'image', image: picture(), x: 0, y: 0, width: 20, height: 20 }] }),
    ];
    for await (const { bytes } of exportPng([page(1, ...objects)], { fonts, decodeImage })) {
      const pixels = await decodeImage({ id: '', bytes, format: 'png', width: 794, height: 1123 });
      const at = (x: number, y: number): number[] => [
        ...(pixels?.rgba.subarray((y * 794 + x) * 4, (y * 794 + x) * 4 + 3) ?? []),
      ];
      expect(at(40, 40)).toEqual([0, 255, 0]);
      expect(at(38 + 310, 48)).toEqual([255, 127, 127]);
      expect(at(700, 700)).toEqual([255, 255, 255]);
    }
  });

  it('leaves a colour of a picture out that is to be transparent', async () => {
    const image = picture();
    const rgba = new Uint8Array(16 * 4).fill(255);
    const white = { ...image, id: 'white', bytes: encodePng({ width: 4, height: 4, rgba }) };
    const drawing = [
      { kind: 'image', image: white, x: 0, y: 0, width: 20, height: 20, transparentColor: '#ffffff' },
    ] as const;
    const objects = [object({ fill: { kind: 'solid', color: '#0000ff' }, drawing })];
    for await (const { bytes } of exportPng([page(1, ...objects)], { fonts, decodeImage })) {
      const pixels = await decodeImage({ id: '', bytes, format: 'png', width: 794, height: 1123 });
      expect([...(pixels?.rgba.subarray((48 * 794 + 48) * 4, (48 * 794 + 48) * 4 + 3) ?? [])]).toEqual([0, 0, 255]);
    }
  });

  it('refuses a page that is too large', async () => {
    const huge = { ...page(1), paperWidth: 20_000, paperHeight: 20_000 };
    await expect(exportPng([huge], { fonts }).next()).rejects.toThrow(RangeError);
  });
});

describe('HTML', () => {
  it('keeps texts as texts, escaped, and needs no other file', async () => {
    const html = await textOf(
      exportHtml({ pages: [page(1, object({ text: testText('a < b & "c"') }))] }, { fonts, title: '<Report>' }),
    );
    expect(html).toContain('>a &lt; b &amp; &quot;c&quot;</text>');
    expect(html).toContain('<title>&lt;Report&gt;</title>');
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:|https:\/\/example)/);
  });

  it('has no link to a script', async () => {
    const link = { kind: 'URL', value: 'javascript:alert(1)', newTab: false } as const;
    expect(
      await textOf(exportHtml({ pages: [page(1, object({ text: testText('x'), link }))] }, { fonts })),
    ).not.toContain('javascript');
  });
});

describe('XLSX', () => {
  const sheetOf = async (...objects: PlacedObject[]): Promise<string> => {
    const files = unzipSync(await bytesOf(exportXlsx([page(1, ...objects)], { now: NOW })));
    return Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString('utf8');
  };

  it('puts objects side by side into cells of one row', async () => {
    const sheet = await sheetOf(
      object({ width: 100, text: testText('left') }),
      object({ left: 100, width: 100, text: testText('right') }),
    );
    expect(sheet).toMatch(/<c r="A1"[^>]*><is><t[^>]*>left<\/t>/);
    expect(sheet).toMatch(/<c r="B1"[^>]*><is><t[^>]*>right<\/t>/);
  });

  it('keeps numbers and dates as such', async () => {
    const money = object({ text: testText('$1,234.50'), value: { value: 1234.5 } });
    const percent = object({ top: 40, text: testText('12,5 %'), value: { value: 0.125 } });
    const empty = object({ top: 60, text: testText(''), value: { value: 0 } });
    const date = object({ top: 20, text: testText('15.01.2026'), value: { value: NOW, format: 'dd.MM.yyyy' } });
    const files = unzipSync(await bytesOf(exportXlsx([page(1, money, date, percent, empty)], { now: NOW })));
    const sheet = Buffer.from(files['xl/worksheets/sheet1.xml'] ?? []).toString('utf8');
    const styles = Buffer.from(files['xl/styles.xml'] ?? []).toString('utf8');
    expect(sheet).toContain('<v>1234.5</v>');
    expect(sheet).toContain('<v>46037.5</v>');
    expect(styles).toContain('formatCode="&quot;$&quot;#,##0.00"');
    expect(styles).toContain('formatCode="dd.mm.yyyy"');
    expect(styles).toContain('formatCode="0.0&quot; &quot;%"');
    expect(sheet).not.toContain('<v>0</v>');
  });

  it('never makes a formula of a text', async () => {
    expect(await sheetOf(object({ text: testText('=1+1') }))).toMatch(/t="inlineStr"><is><t[^>]*>=1\+1<\/t>/);
  });

  it('shows what spans several columns as merged cells', async () => {
    const sheet = await sheetOf(
      object({ width: 200, text: testText('head') }),
      object({ top: 20, width: 100, text: testText('a') }),
      object({ top: 20, left: 100, width: 100, text: testText('b') }),
    );
    expect(sheet).toContain('<mergeCell ref="A1:B1"/>');
  });

  it('prints the page header once', async () => {
    const header = object({ type: 'PageHeaderBand', children: [object({ text: testText('Header') })] });
    const files = unzipSync(await bytesOf(exportXlsx([page(1, header), page(2, header)], { now: NOW })));
    expect(
      Buffer.from(files['xl/worksheets/sheet1.xml'] ?? [])
        .toString('utf8')
        .match(/Header/g),
    ).toHaveLength(1);
  });
});
