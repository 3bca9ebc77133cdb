import { unzipSync, unzlibSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { imageDecoder } from '../node/images.ts';
import { loadFonts } from '../node/fonts.ts';
import type { PlacedObject } from '../page.ts';
import { describeImage } from '../text/index.ts';
import { readCoverage, readFontMetrics, readFrom } from '../text/sfnt.ts';
import { testFont, testText } from '../text/testing/texts.ts';
import { exportHtml } from './html.ts';
import { encodePng } from './images.ts';
import { exportLayout } from './layout.ts';
import { exportPng } from './png.ts';
import { bytesOf, NOW, object, page, picture, textOf } from './testing/pages.ts';
import { exportXlsx } from './xlsx.ts';

const decodeImage = imageDecoder();

const fonts = loadFonts({ installed: false });

/** The font file that a WOFF file holds. */
function fromWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + count * 16);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let at = directory.length;
  for (let index = 0; index < count; index++) {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    const table = packed < length ? Buffer.from(unzlibSync(bytes)) : bytes;
    expect(table).toHaveLength(length);
    woff.copy(directory, 12 + index * 16, entry, entry + 4);
    directory.writeUInt32BE(at, 20 + index * 16);
    directory.writeUInt32BE(length, 24 + index * 16);
    const padded = Buffer.alloc(Math.ceil(length / 4) * 4);
    table.copy(padded);
    tables.push(padded);
    at += padded.length;
  }
  return Buffer.concat([directory, ...tables]);
}

describe('layout', () => {
  it('leaves out default values and rounds to hundredths', async () => {
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

  it('is a complete file even without a page', async () => {
    expect(JSON.parse(await textOf(exportLayout([])))).toEqual({ pages: [] });
  });
});

describe('PNG', () => {
  it('has the size of the paper at the requested resolution', async () => {
    for await (const { bytes } of exportPng([page(1, object({ text: testText('x') }))], {
      fonts,
      resolution: 48,
      decodeImage,
    })) {
      expect(describeImage(bytes)).toEqual({ format: 'png', width: 397, height: 561 });
    }
  });

  it('shows fills, pictures and glyphs at their positions', async () => {
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

  it('does not draw the transparent colour of a picture', async () => {
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
  it('keeps texts as escaped texts, and needs no other file', async () => {
    const html = await textOf(
      exportHtml({ pages: [page(1, object({ text: testText('a < b & "c"') }))] }, { fonts, title: '<Report>' }),
    );
    expect(html).toContain('>a &lt; b &amp; &quot;c&quot;</text>');
    expect(html).toContain('<title>&lt;Report&gt;</title>');
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:|https:\/\/example)/);
  });

  it('embeds the glyphs of each page in the fonts used for printing', async () => {
    const first = page(1, object({ text: testText('abc', { font: testFont({ bold: true }) }) }));
    const second = page(2, object({ text: testText('abd', { font: testFont({ bold: true }) }) }));
    const html = await textOf(exportHtml({ pages: [first, second] }, { fonts }));
    const rules = [
      ...html.matchAll(
        /@font-face\{font-family:(f\d);src:url\(data:font\/woff;base64,([^)]+)\);unicode-range:([^}]+)\}/g,
      ),
    ];
    expect(rules.map(([, name, , range]) => `${name} ${range}`)).toEqual(['f1 U+61,U+62,U+63', 'f1 U+64']);
    expect(html).toContain('font-family="f1, sans-serif"');
    const font = fromWoff(Buffer.from(rules[0]?.[2] ?? '', 'base64'));
    const read = readFrom(font);
    const has = readCoverage(read, 0);
    expect(['a', 'c', 'd'].map((letter) => has(letter.charCodeAt(0)))).toEqual([true, true, false]);
    const whole = fonts.face(testFont({ bold: true }));
    expect(readFontMetrics(read, 0).basicPlane['a'.charCodeAt(0)]).toBe(whole.units('a', 0, 1));
    expect(font.length).toBeLessThan(60_000);
  });

  it('embeds a complex script completely, with its shaping rules', async () => {
    const html = await textOf(
      exportHtml(
        { pages: ['\u0633\u0644', '\u0645'].map((text, index) => page(index + 1, object({ text: testText(text) }))) },
        { fonts },
      ),
    );
    const rules = [...html.matchAll(/base64,([^)]+)\);unicode-range:([^}]+)/g)].filter(([, , range]) =>
      range?.includes('U+0590-08FF'),
    );
    expect(rules).toHaveLength(1);
    expect(fromWoff(Buffer.from(rules[0]?.[1] ?? '', 'base64')).toString('latin1')).toContain('GSUB');
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

  it('recognises a date pattern in linear time', async () => {
    const format = `${'hhyyy'.repeat(40)}?`;
    const date = object({ top: 20, text: testText('15.01.2026'), value: { value: NOW, format } });
    const began = performance.now();
    await bytesOf(exportXlsx([page(1, date)], { now: NOW }));
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('never exports a text as a formula', async () => {
    expect(await sheetOf(object({ text: testText('=1+1') }))).toMatch(/t="inlineStr"><is><t[^>]*>=1\+1<\/t>/);
  });

  it('shows objects that span several columns as merged cells', async () => {
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
