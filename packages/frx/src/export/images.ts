/** Pictures of a page, and what their bytes say about them. */
import type { ImageResource, Page, PlacedObject, Primitive } from '../page.ts';
import { dataBytes } from '../text/images.ts';

/** A picture as pixels: red, green, blue, alpha, a byte each, rows from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** Turns the bytes of a picture into pixels; undefined when they cannot be read. Comes from outside: decoding needs native code. */
export type DecodeImage = (image: ImageResource) => Promise<Pixels | undefined>;

/** A picture with the look it is used with. */
export interface UsedImage {
  readonly image: ImageResource;
  readonly grayscale: boolean;
}

/** The name under which an export keeps a picture in one look. */
export function imageKey(image: ImageResource, grayscale: boolean): string {
  return grayscale ? `${image.id}|gray` : image.id;
}

/** Every picture that painting this page will ask for. */
export function imagesOf(page: Page): UsedImage[] {
  const found = new Map<string, UsedImage>();
  const add = (image: ImageResource, grayscale = false): void =>
    void found.set(imageKey(image, grayscale), { image, grayscale });
  if (page.watermark?.image !== undefined) add(page.watermark.image);
  if (page.fill?.kind === 'texture') add(page.fill.image);
  const visitPrimitive = (primitive: Primitive): void => {
    if (primitive.kind === 'image') add(primitive.image, primitive.grayscale);
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
  const format = bytes[0] === 0xff ? 'jpeg' : bytes[0] === 0x89 ? 'png' : bytes[0] === 0x47 ? 'gif' : 'unknown';
  return { id: `text:${source.length}:${source.slice(-64)}`, bytes, format, width: 0, height: 0 };
}
