/** Format and size of a picture, read from its head without decoding it. */
import type { ImageResource } from '../../page.ts';
import { svgSize } from './svgHead.ts';

export type Description = Pick<ImageResource, 'format' | 'width' | 'height'>;

/** Pictures with more pixels than this are not drawn. */
export const MAX_PIXELS = 200_000_000;

const unreadable: Description = { format: 'unknown', width: 0, height: 0 };

/** What the bytes are, and how many pixels wide and high; width and height 0 when they cannot be read or are far too many. Never throws. */
export function describeImage(bytes: Uint8Array): Description {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (text: string, at = 0): boolean =>
    bytes.length >= at + text.length &&
    Array.from(text).every((character, index) => bytes[at + index] === character.charCodeAt(0));
  let found: Description = unreadable;
  if (starts('\x89PNG\r\n\x1a\n')) found = png(view);
  else if (starts('\xff\xd8')) found = { format: 'jpeg', ...jpegSize(view) };
  else if (starts('GIF8'))
    found = bytes.length < 10 ? unreadable : size('gif', view.getUint16(6, true), view.getUint16(8, true));
  else if (starts('BM')) found = bmp(view);
  else if (starts('RIFF') && starts('WEBP', 8)) found = webp(view, starts);
  else if (starts('II*\0') || starts('MM\0*')) found = tiff(view, starts('II'));
  else if (starts('\0\0\x01\0'))
    found = bytes.length < 8 ? unreadable : size('ico', bytes[6]! || 256, bytes[7]! || 256);
  else if (starts('\x01\0\0\0') && starts(' EMF', 40)) found = emf(view);
  else {
    const svg = svgSize(bytes);
    if (svg !== undefined) found = { format: 'svg', ...svg };
  }
  return found.width * found.height > MAX_PIXELS ? { ...found, width: 0, height: 0 } : found;
}

function size(format: Description['format'], width: number, height: number): Description {
  return { format, width: Math.abs(width), height: Math.abs(height) };
}

function png(view: DataView): Description {
  return view.byteLength < 24 ? unreadable : size('png', view.getUint32(16), view.getUint32(20));
}

function bmp(view: DataView): Description {
  if (view.byteLength < 26) return unreadable;
  // Headers of OS/2 1 are 12 bytes long and count in 16 bits.
  if (view.getUint32(14, true) === 12) return size('bmp', view.getUint16(18, true), view.getUint16(20, true));
  return size('bmp', view.getInt32(18, true), view.getInt32(22, true));
}

/** Walks the segments up to the frame header. */
function jpegSize(view: DataView): { readonly width: number; readonly height: number } {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return { width: 0, height: 0 };
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const alone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += alone ? 2 : 2 + Math.max(2, view.getUint16(at + 2));
  }
  return { width: 0, height: 0 };
}

function webp(view: DataView, starts: (text: string, at: number) => boolean): Description {
  if (view.byteLength < 30) return unreadable;
  if (starts('VP8X', 12))
    return size(
      'webp',
      1 + (view.getUint32(24, true) & 0xffffff),
      1 + ((view.getUint32(27, true) & 0xffffff) % 0x1000000),
    );
  if (starts('VP8L', 12)) {
    const bits = view.getUint32(21, true);
    return size('webp', 1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
  }
  if (starts('VP8 ', 12)) return size('webp', view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  return unreadable;
}

const TIFF_WIDTH = 256;
const TIFF_HEIGHT = 257;

function tiff(view: DataView, little: boolean): Description {
  const tags = tiffTags(view, 0, little, [TIFF_WIDTH, TIFF_HEIGHT]);
  return size('tiff', tags.get(TIFF_WIDTH) ?? 0, tags.get(TIFF_HEIGHT) ?? 0);
}

/** Some tags of the first directory of a TIFF structure that begins at `start`. */
export function tiffTags(
  view: DataView,
  start: number,
  little: boolean,
  wanted: readonly number[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (start + 8 > view.byteLength) return found;
  const directory = start + view.getUint32(start + 4, little);
  if (directory + 2 > view.byteLength) return found;
  const count = view.getUint16(directory, little);
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > view.byteLength) break;
    const tag = view.getUint16(entry, little);
    if (!wanted.includes(tag)) continue;
    // Type 3 is a 16-bit, type 4 a 32-bit number.
    found.set(
      tag,
      view.getUint16(entry + 2, little) === 3 ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little),
    );
  }
  return found;
}

/** The frame in hundredths of a millimetre, as px at 96 dpi. */
function emf(view: DataView): Description {
  if (view.byteLength < 44) return unreadable;
  const px = (from: number, to: number): number =>
    Math.round(((view.getInt32(to, true) - view.getInt32(from, true)) * 96) / 2540);
  return size('emf', px(24, 32), px(28, 36));
}
