import { describe, expect, it } from 'vitest';
import { imageDecoder } from '../node/images.ts';
import { loadFonts } from '../node/fonts.ts';
import type { Fill, Page, PlacedObject, PlacedText, Primitive, Watermark } from '../page.ts';
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

describe('a line of a drawing', () => {
  it('begins at its point, or is centred on it, or ends there', async () => {
    const startOf = async (align: 'left' | 'center' | 'right', width?: number): Promise<number> => {
      const line: Primitive = {
        kind: 'text',
        text: 'MM',
        x: 100,
        y: 30,
        font: testFont(),
        color: '#000000',
        align,
        width,
      };
      const content = await pdfOf(pageWith({ drawing: [line] }));
      return Number(/([\d.]+) [\d.-]+ Td|1 0 0 -?1 ([\d.]+) [\d.]+ Tm/.exec(content)!.slice(1).find(Boolean));
    };
    expect([await startOf('left', 40), await startOf('center', 40), await startOf('right', 40)]).toEqual([100, 80, 60]);
    const natural = 100 - (await startOf('right'));
    expect(natural).toBeGreaterThan(10);
    expect(await startOf('center')).toBeCloseTo(100 - natural / 2, 2);
  });
});

describe('tiles of a picture', () => {
  it('are mirrored in every second column and row', async () => {
    const fill = { ...redTexture(), width: 100, height: 30 } as Fill;
    const placesOf = async (wrapMode: string): Promise<string[]> => {
      const content = await pdfOf(pageWith({ fill: { ...fill, wrapMode } as Fill }));
      return [...content.matchAll(/q ([\d.-]+) 0 0 ([\d.-]+) ([\d.-]+) ([\d.-]+) cm \/I/g)].map(([, ...parts]) =>
        parts.join(' '),
      );
    };
    expect(await placesOf('Tile')).toEqual(['100 -30 0 30', '100 -30 100 30', '100 -30 0 60', '100 -30 100 60']);
    expect(await placesOf('TileFlipX')).toEqual(['100 -30 0 30', '-100 -30 200 30', '100 -30 0 60', '-100 -30 200 60']);
    expect(await placesOf('TileFlipXY')).toEqual(['100 -30 0 30', '-100 -30 200 30', '100 30 0 30', '-100 30 200 30']);
  });
});

describe('the picture of a watermark', () => {
  const placesOf = async (imageSize: Watermark['imageSize'], size: readonly [number, number]): Promise<string[]> => {
    const texture = redTexture();
    const image = { ...(texture.kind === 'texture' ? texture.image : undefined!), width: size[0], height: size[1] };
    const watermark: Watermark = {
      image,
      imageSize,
      imageTransparency: 0.5,
      showImageOnTop: false,
      text: '',
      font: testFont(),
      textFill: { kind: 'solid', color: '#000000' },
      textRotation: 'Horizontal',
      showTextOnTop: false,
    };
    const content = await pdfOf({ ...pageWith({}), paperWidth: 100, paperHeight: 50, watermark });
    return [...content.matchAll(/q ([\d.-]+) 0 0 ([\d.-]+) ([\d.-]+) ([\d.-]+) cm \/I/g)].map(([, ...parts]) =>
      parts.join(' '),
    );
  };

  it('keeps its size in a corner or the middle, or is fitted to the paper', async () => {
    expect(await placesOf('Normal', [40, 20])).toEqual(['40 -20 0 20']);
    expect(await placesOf('Center', [40, 20])).toEqual(['40 -20 169 104.5']);
    expect(await placesOf('Stretch', [40, 20])).toEqual(['378 -189 0 189']);
    expect(await placesOf('Zoom', [10, 10])).toEqual(['189 -189 94.5 189']);
  });

  it('is repeated over the paper, unless that needs more than 2000', async () => {
    expect(await placesOf('Tile', [200, 100])).toEqual([
      '200 -100 0 100',
      '200 -100 200 100',
      '200 -100 0 200',
      '200 -100 200 200',
    ]);
    expect(await placesOf('Tile', [9.5, 3.8])).toHaveLength(2000);
    expect(await placesOf('Tile', [9.5, 3.75])).toEqual([]);
  });
});
