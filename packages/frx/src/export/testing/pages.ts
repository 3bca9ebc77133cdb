/** Pages for tests of the exports, and their complete output. */
import type { ImageResource, Page, PlacedObject } from '../../page.ts';
import { describeImage } from '../../text/index.ts';
import { encodePng } from '../images.ts';

/** Creation time of every file. */
export const NOW = new Date('2026-01-15T12:00:00Z');

/** A text object of 200 by 20 pixels by default. */
export function object(changes: Partial<PlacedObject>): PlacedObject {
  return { type: 'TextObject', name: 'Text1', left: 0, top: 0, width: 200, height: 20, ...changes };
}

/** An A4 page. */
export function page(number: number, ...objects: PlacedObject[]): Page {
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

/** A half transparent picture of four pixels by four. */
export function picture(): ImageResource {
  const rgba = new Uint8Array(16 * 4).map((_, index) => (index % 4 === 0 ? 255 : index % 4 === 3 ? 128 : 0));
  const bytes = encodePng({ width: 4, height: 4, rgba });
  return { id: 'p1', bytes, ...describeImage(bytes) };
}

/** Reads all bytes. */
export async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

/** Reads all text. */
export async function textOf(content: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of content) text += part;
  return text;
}
