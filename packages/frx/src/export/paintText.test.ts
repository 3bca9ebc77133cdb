import { describe, expect, it } from 'vitest';
import { imageDecoder } from '../node/images.ts';
import { loadFonts } from '../node/fonts.ts';
import type { Fill, Page, PlacedObject, PlacedText } from '../page.ts';
import { describeImage } from '../text/index.ts';
import { testFont, testText } from '../text/testing/texts.ts';
import { exportHtml } from './html.ts';
import { encodePng } from './images.ts';
import { exportPdf } from './pdf/index.ts';
import { exportPng } from './png.ts';

const decodeImage = imageDecoder();

const fonts = loadFonts({ installed: false });
const NOW = new Date('2026-01-15T12:00:00Z');

function pageWith(changes: Partial<PlacedObject>): Page {
  const object: PlacedObject = { type: 'TextObject', name: 'T', left: 0, top: 0, width: 200, height: 60, ...changes };
  return {
    number: 1,
    source: 'Page1',
    paperWidth: 60,
    paperHeight: 30,
    margins: { left: 0, top: 0, right: 0, bottom: 0 },
    landscape: false,
    unlimited: false,
    objects: [object],
  };
}

async function pdfOf(page: Page): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of exportPdf({ pages: [page] }, { fonts, now: NOW, compress: false, decodeImage }))
    parts.push(part);
  return Buffer.concat(parts).toString('latin1');
}

function redTexture(): Fill {
  const rgba = new Uint8Array(16).map((_, index) => (index % 4 === 0 || index % 4 === 3 ? 255 : 0));
  const bytes = encodePng({ width: 2, height: 2, rgba });
  const image = { id: 'red', bytes, ...describeImage(bytes) };
  return {
    kind: 'texture',
    image,
    width: 0,
    height: 0,
    wrapMode: 'Tile',
    preserveAspectRatio: false,
    offsetX: 0,
    offsetY: 0,
  };
}

function textured(): PlacedText {
  const { text, style } = testText('MMM', { font: testFont({ size: 30, bold: true }) });
  return { text, style: { ...style, fill: redTexture() } };
}

describe('letters filled with a picture', () => {
  it('are filled with a pattern in PDF, and remain text', async () => {
    const content = await pdfOf(pageWith({ text: textured() }));
    expect(content).toMatch(/7 Tr [^\n]*Tj 0 Tr ET/);
    expect(content.split(/ \/I\d+ Do/).length).toBeGreaterThan(100);
  });

  it('show the picture inside their outlines only in a PNG', async () => {
    for await (const { bytes } of exportPng([pageWith({ text: textured() })], { fonts, decodeImage })) {
      const { id, ...described } = { id: 'page', bytes, ...describeImage(bytes) };
      const pixels = await decodeImage({ id, ...described });
      const colors = new Set<string>();
      for (let at = 0; at < pixels!.rgba.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = pixels!.rgba.subarray(at, at + 3);
        colors.add(red === 255 && green === blue ? (green === 0 ? 'red' : green === 255 ? 'white' : 'edge') : 'other');
      }
      expect([...colors].toSorted()).toEqual(['edge', 'red', 'white']);
    }
  });

  it('clip the picture in HTML', async () => {
    let html = '';
    for await (const part of exportHtml({ pages: [pageWith({ text: textured() })] }, { fonts, decodeImage }))
      html += part;
    expect(html).toMatch(/<clipPath id="[^"]+"><text [^>]*>MMM<\/text><\/clipPath>/);
  });
});

describe('a text that does not fit', () => {
  it('shows the part inside the padding', async () => {
    const { text, style } = testText('one\ntwo\nthree\nfour', { font: testFont({ size: 12 }) });
    const padding = { left: 10, top: 5, right: 10, bottom: 5 };
    const content = await pdfOf(pageWith({ text: { text, style: { ...style, padding } } }));
    expect(content).toContain('10 5 m 190 5 l 190 55 l 10 55 l h W n');
  });
});

describe('a cellular text', () => {
  it('has frames around its cells only', async () => {
    const side = { style: 'Solid', width: 1, color: '#000000' } as const;
    const lines = { left: true, top: true, right: true, bottom: true };
    const border = { lines, left: side, top: side, right: side, bottom: side };
    expect(await pdfOf(pageWith({ border }))).toContain('0 0 m 200 0 l 200 60 l 0 60 l h S');
    expect(await pdfOf(pageWith({ type: 'CellularTextObject', border }))).not.toContain('0 0 m 200 0 l');
  });
});
