/** Draws objects of a page as separate pictures. */
import type { ImageResource, Page, PlacedObject } from '../../page.ts';
import { PX_PER_MM } from '../paint.ts';
import { exportPng, type PngOptions } from '../png.ts';
import type { DrawObject } from './grid.ts';

/** Dots per inch of a drawn object: sharp on paper and on screens of double density. */
const RESOLUTION = 192;
/** Maximum side of a drawn object, px; larger ones are left out. */
const MAX_SIZE = 4000;

/** Draws objects as PNG pictures without their background. */
export function objectDrawer(options: Pick<PngOptions, 'fonts' | 'decodeImage'>): DrawObject {
  let count = 0;
  return async (object) => {
    const { width, height } = object;
    if (width > MAX_SIZE || height > MAX_SIZE) return undefined;
    const page = pageOf({ ...object, left: 0, top: 0, border: undefined, children: undefined });
    for await (const { bytes } of exportPng([page], { ...options, resolution: RESOLUTION, transparent: true }))
      return pictureOf(bytes, `drawn ${++count}`, object);
    return undefined;
  };
}

function pageOf(object: PlacedObject): Page {
  return {
    number: 1,
    source: '',
    paperWidth: object.width / PX_PER_MM,
    paperHeight: object.height / PX_PER_MM,
    margins: { left: 0, top: 0, right: 0, bottom: 0 },
    landscape: false,
    unlimited: false,
    objects: [object],
  };
}

function pictureOf(bytes: Uint8Array, id: string, { width, height }: PlacedObject): ImageResource {
  const scale = RESOLUTION / 96;
  return { id, bytes, format: 'png', width: Math.round(width * scale), height: Math.round(height * scale) };
}
