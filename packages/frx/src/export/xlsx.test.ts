import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { imageDecoder } from '../node/images.ts';
import type { ImagePrimitive, ImageResource, Page, PlacedObject } from '../page.ts';
import { describeImage } from '../text/index.ts';
import { testText } from '../text/testing/texts.ts';
import { encodePng } from './images.ts';
import { exportXlsx } from './xlsx.ts';

const decodeImage = imageDecoder();

const NOW = new Date('2026-01-15T12:00:00Z');

function picture(id: string, shade: number): ImageResource {
  const bytes = encodePng({ width: 4, height: 4, rgba: new Uint8Array(64).fill(shade) });
  return { id, bytes, ...describeImage(bytes) };
}

function showing(left: number, top: number, image: ImageResource, changes: Partial<ImagePrimitive> = {}): PlacedObject {
  const primitive: ImagePrimitive = { kind: 'image', image, x: 10, y: 0, width: 80, height: 40, ...changes };
  return { type: 'PictureObject', name: 'Picture1', left, top, width: 100, height: 40, drawing: [primitive] };
}

function page(number: number, ...objects: PlacedObject[]): Page {
  const text: PlacedObject = {
    type: 'TextObject',
    name: 'Text1',
    left: 0,
    top: 0,
    width: 100,
    height: 20,
    text: testText('Photos'),
  };
  const margins = { left: 10, top: 10, right: 10, bottom: 10 };
  const size = { paperWidth: 210, paperHeight: 297, landscape: false, unlimited: false };
  return { number, source: 'Page1', ...size, margins, objects: [text, ...objects] };
}

async function filesOf(...pages: Page[]): Promise<Map<string, string>> {
  const parts: Uint8Array[] = [];
  for await (const part of exportXlsx(pages, { now: NOW, decodeImage })) parts.push(part);
  const files = unzipSync(Buffer.concat(parts));
  return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]));
}

describe('the sheets of a workbook', () => {
  it('name their columns A to Z, then AA', async () => {
    const cells = Array.from({ length: 54 }, (_, at): PlacedObject => {
      const place = { left: at * 10, top: 0, width: 10, height: 20 };
      return { type: 'TextObject', name: `T${String(at)}`, ...place, text: testText(String(at)) };
    });
    const files = await filesOf({ ...page(1), objects: cells });
    const names = [...(files.get('xl/worksheets/sheet1.xml') ?? '').matchAll(/<c r="([A-Z]+)1"/g)].map(
      ([, name]) => name,
    );
    expect(names).toHaveLength(54);
    expect([0, 25, 26, 51, 52, 53].map((at) => names[at])).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'BB']);
  });

  it('have different names of at most 31 characters, whatever the pages are called', async () => {
    const named = (number: number, source: string): Page => ({ ...page(number), source });
    const same = 'Inspection of lifting equipment, port';
    const files = await filesOf(named(1, same), named(2, `${same} crane`), named(3, `${same.toUpperCase()} deck`));
    const names = [...(files.get('xl/workbook.xml') ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'Inspection of lifting equipm',
      'Inspection of lifting equipm 2',
      'INSPECTION OF LIFTING EQUIPM 3',
    ]);
  });
});

describe('pictures in a workbook', () => {
  it('are anchored to the cell they begin in, each file once', async () => {
    const photo = picture('a', 200);
    const files = await filesOf(
      page(1, showing(100, 30, photo), showing(200, 30, photo)),
      page(2, showing(0, 30, photo)),
    );
    const drawing = files.get('xl/drawings/drawing1.xml') ?? '';
    expect(drawing.match(/<xdr:pic>/g)).toHaveLength(3);
    // The text ends at 100 × 20 px, so the first picture begins 10 px right of and 10 px below that corner.
    expect(drawing).toContain(
      '<xdr:from><xdr:col>1</xdr:col><xdr:colOff>95250</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>95250</xdr:rowOff></xdr:from><xdr:ext cx="762000" cy="381000"/>',
    );
    expect([...files.keys()].filter((name) => name.startsWith('xl/media/'))).toEqual(['xl/media/image1.png']);
    expect(files.get('xl/drawings/_rels/drawing1.xml.rels')).toContain('Target="../media/image1.png"');
    expect(files.get('xl/worksheets/_rels/sheet1.xml.rels')).toContain('Target="../drawings/drawing1.xml"');
    expect(files.get('xl/worksheets/sheet1.xml')).toContain('<drawing r:id="r1"/>');
    expect(files.get('[Content_Types].xml')).toContain('PartName="/xl/drawings/drawing1.xml"');
  });

  it('are cropped to their visible part, rotated and faded', async () => {
    const clip = { x: 10, y: 0, width: 40, height: 20 };
    const files = await filesOf(page(1, showing(0, 30, picture('a', 9), { clip, angle: 90, opacity: 0.25 })));
    const drawing = files.get('xl/drawings/drawing1.xml') ?? '';
    expect(drawing).toContain('<a:srcRect l="0" t="0" r="50000" b="50000"/>');
    expect(drawing).toContain('<a:alphaModFix amt="25000"/>');
    expect(drawing).toContain('<a:xfrm rot="5400000">');
  });

  it('are PNG where Excel does not support their format, and left out where they cannot be read', async () => {
    const svg = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
    );
    const drawn: ImageResource = { id: 'svg', bytes: svg, ...describeImage(svg) };
    const broken: ImageResource = { id: 'x', bytes: new Uint8Array(9), format: 'unknown', width: 0, height: 0 };
    const files = await filesOf(page(1, showing(0, 30, drawn), showing(100, 30, broken)));
    expect([...files.keys()].filter((name) => name.startsWith('xl/media/'))).toEqual(['xl/media/image1.png']);
    expect(files.get('xl/media/image1.png')?.slice(1, 4)).toBe('PNG');
    expect(files.get('xl/drawings/drawing1.xml')?.match(/<xdr:pic>/g)).toHaveLength(1);
  });

  it('have no drawing on a page without pictures', async () => {
    const files = await filesOf(page(1));
    expect([...files.keys()].some((name) => name.includes('drawing'))).toBe(false);
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<drawing');
  });
});
