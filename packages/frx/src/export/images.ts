/** Pictures of a page, and what their bytes say about them. */
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

/** Turns the bytes of a picture into pixels; undefined when they cannot be read. Comes from outside: decoding needs native code. */
export type DecodeImage = (image: ImageResource) => Promise<Pixels | undefined>;

/** Changes of a picture's own pixels before it is drawn. */
export interface PixelLook {
  readonly grayscale?: boolean | undefined;
  readonly transparentColor?: Color | undefined;
}

/** A picture with the look it is used with. */
export interface UsedImage {
  readonly image: ImageResource;
  readonly look: PixelLook;
}

/** The name under which an export keeps a picture in one look. */
export function imageKey(image: ImageResource, look: PixelLook): string {
  return `${image.id}${look.grayscale === true ? '|gray' : ''}${look.transparentColor === undefined ? '' : `|${look.transparentColor}`}`;
}

/** Returns true when a look leaves the pixels as they are. */
export function isPlainLook(look: PixelLook): boolean {
  return look.grayscale !== true && look.transparentColor === undefined;
}

/** The pixels as a look shows them. */
export function withLook(pixels: Pixels, look: PixelLook): Pixels {
  if (isPlainLook(look)) return pixels;
  const rgba = Uint8Array.from(pixels.rgba);
  const hidden = look.transparentColor === undefined ? undefined : colorParts(look.transparentColor);
  for (let at = 0; at < rgba.length; at += 4) {
    const [red = 0, green = 0, blue = 0] = rgba.subarray(at, at + 3);
    if (hidden !== undefined && red === hidden.red && green === hidden.green && blue === hidden.blue) rgba[at + 3] = 0;
    if (look.grayscale === true) rgba.fill(Math.round(0.299 * red + 0.587 * green + 0.114 * blue), at, at + 3);
  }
  return { ...pixels, rgba };
}

/** Every picture that painting this page will ask for. */
export function imagesOf(page: Page): UsedImage[] {
  const found = new Map<string, UsedImage>();
  const add = (image: ImageResource, look: PixelLook = {}): void =>
    void found.set(imageKey(image, look), { image, look });
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

/** A picture that a text carries itself. */
export function inlineResource(source: string): ImageResource | undefined {
  const bytes = dataBytes(source);
  if (bytes === undefined) return undefined;
  return { id: `text:${source.length}:${source.slice(-64)}`, bytes, ...describeImage(bytes) };
}

/** Formats that browsers and spreadsheets show as they are. */
const SHOWN_ANYWHERE: Readonly<Partial<Record<ImageResource['format'], string>>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
};

/** A picture as a file of a format that every reader knows, its look applied; undefined when it cannot be read. */
export async function portableImage(
  { image, look }: UsedImage,
  decode: DecodeImage | undefined,
): Promise<PortableImage | undefined> {
  const type = SHOWN_ANYWHERE[image.format];
  if (type !== undefined && (isPlainLook(look) || decode === undefined)) return { type, bytes: image.bytes };
  const pixels = await decode?.(image);
  return pixels === undefined || pixels.width === 0 || pixels.height === 0
    ? undefined
    : { type: 'image/png', bytes: encodePng(withLook(pixels, look)) };
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
