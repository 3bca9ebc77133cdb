/** Pictures of a page, their pixels and formats. */
import { zlibSync } from 'fflate';
import { colorParts } from '../template/colors.ts';
import type { Color, ImageResource, Page, PlacedObject, Primitive } from '../page.ts';
import { describeImage } from '../text/index.ts';
import { dataBytes } from '../text/images.ts';

/** A picture as pixels: red, green, blue, alpha, a byte each, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Decodes a picture into pixels; undefined when it cannot be read. Provided by the caller: decoding needs native code. */
export type DecodeImage = (image: ImageResource) => Promise<Pixels | undefined>;

/** Changes of a picture's pixels before it is drawn. */
export interface PixelEffects {
  readonly grayscale?: boolean | undefined;
  readonly transparentColor?: Color | undefined;
}

/** A picture and the pixel changes applied to it. */
export interface UsedImage {
  readonly image: ImageResource;
  readonly effects: PixelEffects;
}

/** The key of a picture with its pixel changes within an export. */
export function imageKey(image: ImageResource, effects: PixelEffects): string {
  return `${image.id}${effects.grayscale === true ? '|gray' : ''}${effects.transparentColor === undefined ? '' : `|${effects.transparentColor}`}`;
}

/** Returns true when the pixels are not changed. */
export function hasNoPixelEffects(effects: PixelEffects): boolean {
  return effects.grayscale !== true && effects.transparentColor === undefined;
}

/** Applies pixel changes. */
export function applyEffects(pixels: Pixels, effects: PixelEffects): Pixels {
  if (hasNoPixelEffects(effects)) return pixels;
  const rgba = Uint8Array.from(pixels.rgba);
  const hidden = effects.transparentColor === undefined ? undefined : colorParts(effects.transparentColor);
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    if (hidden !== undefined && red === hidden.red && green === hidden.green && blue === hidden.blue) rgba[at + 3] = 0;
    if (effects.grayscale === true) rgba.fill(Math.round(0.299 * red + 0.587 * green + 0.114 * blue), at, at + 3);
  }
  return { ...pixels, rgba };
}

/** All pictures that are needed to paint this page. */
export function imagesOf(page: Page): UsedImage[] {
  const found = new Map<string, UsedImage>();
  const add = (image: ImageResource, effects: PixelEffects = {}): void =>
    void found.set(imageKey(image, effects), { image, effects });
  if (page.watermark?.image !== undefined) add(page.watermark.image);
  if (page.fill?.kind === 'texture') add(page.fill.image);
  const visitPrimitive = (primitive: Primitive): void => {
    if (primitive.kind === 'image') add(primitive.image, primitive);
    if (primitive.kind === 'path' && primitive.fill?.kind === 'texture') add(primitive.fill.image);
    if (primitive.kind === 'textBox') visitText(primitive.content.text);
  };
  const visitText = (text: string): void => {
    for (const tag of text.includes('<img') ? text.matchAll(/src="(data:[^"]*)"/g) : []) {
      const resource = inlineResource(tag[1] ?? '');
      if (resource !== undefined) add(resource);
    }
  };
  const visit = (object: PlacedObject): void => {
    if (object.fill?.kind === 'texture') add(object.fill.image);
    if (object.text?.style.fill.kind === 'texture') add(object.text.style.fill.image);
    if (object.text !== undefined && object.text.style.renderType !== 'Default') visitText(object.text.text);
    object.drawing?.forEach(visitPrimitive);
    object.children?.forEach(visit);
  };
  page.objects.forEach(visit);
  return [...found.values()];
}

/** A picture embedded in a text. */
export function inlineResource(source: string): ImageResource | undefined {
  const bytes = dataBytes(source);
  if (bytes === undefined) return undefined;
  return { id: `text:${source.length}:${source.slice(-64)}`, bytes, ...describeImage(bytes) };
}

/** Formats that browsers and spreadsheets show without conversion. */
const SHOWN_ANYWHERE: Readonly<Partial<Record<ImageResource['format'], string>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

/** A picture as a file in a widely supported format, with its pixel changes applied; undefined when it cannot be read. */
export async function portableImage(
  { image, effects }: UsedImage,
  decode: DecodeImage | undefined,
): Promise<PortableImage | undefined> {
  const type = SHOWN_ANYWHERE[image.format];
  if (type !== undefined && (hasNoPixelEffects(effects) || decode === undefined)) return { type, bytes: image.bytes };
  const pixels = await decode?.(image);
  return pixels === undefined || pixels.width === 0 || pixels.height === 0
    ? undefined
    : { type: 'image/png', bytes: encodePng(applyEffects(pixels, effects)) };
}

/** A picture in a file format, with its MIME type. */
export interface PortableImage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Pixels as a PNG file. */
export function encodePng(pixels: Pixels): Uint8Array {
  const { width, height, rgba } = pixels;
  const rows = new Uint8Array(height * (width * 4 + 1));
  for (let row = 0; row < height; row++)
    rows.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1);
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([8, 6, 0, 0, 0], 8);
  const parts = [
    new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', head),
    pngChunk('IDAT', zlibSync(rows)),
    pngChunk('IEND', new Uint8Array()),
  ];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let index = 0; index < 4; index++) chunk[4 + index] = name.charCodeAt(index);
  chunk.set(data, 8);
  let sum = 0xffffffff;
  for (let at = 4; at < data.length + 8; at++) {
    sum ^= chunk[at] ?? 0;
    for (let bit = 0; bit < 8; bit++) sum = (sum & 1) === 0 ? sum >>> 1 : (sum >>> 1) ^ 0xedb88320;
  }
  view.setUint32(data.length + 8, (sum ^ 0xffffffff) >>> 0);
  return chunk;
}
