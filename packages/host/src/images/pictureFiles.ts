/** Decodes photos in a process of its own, because received bytes may be hostile. */
import type { DecodedImage } from '@holdfast/core';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { readBmp } from './bmp.ts';

/** More pixels than the largest camera in use has (108 million). */
const PIXEL_LIMIT = 120_000_000;
/** Limit for bitmaps, which are decoded at once. Only drawings in two colours with more pixels would fit into an upload. */
const BITMAP_PIXEL_LIMIT = 40_000_000;
/** Maximum memory for a picture that has to be decoded completely before its first row is known. */
const WHOLE_LIMIT_BYTES = 320 * 1024 * 1024;
/** Quality of JPEG copies. */
export const QUALITY = 82;

// Only these formats are photos (product decision 22). The library's other loaders, above all those of drawings and documents, are blocked.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
// Each content is decoded once, so the cache of the library would only take memory.
sharp.cache(false);

/**
 * Decodes a photo to the end and makes its upright copies. libvips reads from top to bottom as far as a format allows, so that memory does not grow
 * with the picture.
 * @returns null when it does not decode, or has too many pixels
 */
export async function decodePicture(bytes: Uint8Array): Promise<DecodedImage | null> {
  try {
    return await decode(bytes);
  } catch {
    return null;
  }
}

async function decode(bytes: Uint8Array): Promise<DecodedImage | null> {
  const opened = await openPicture(bytes);
  if (opened === null) return null;
  const { picture, width, height } = opened;
  const large = await copyOf(picture.autoOrient(), 1280);
  return { width, height, renditions: { 1280: large, 320: await copyOf(sharp(large), 320) } };
}

/**
 * Opens a photo and reads its upright size.
 * @returns null when it has too many pixels
 * @throws {Error} when it does not decode
 */
export async function openPicture(
  bytes: Uint8Array,
): Promise<{ picture: Sharp; width: number; height: number } | null> {
  const bitmap = bytes[0] === 0x42 && bytes[1] === 0x4d ? readBmp(bytes, BITMAP_PIXEL_LIMIT) : undefined;
  if (bitmap === null) return null;
  const rules = { limitInputPixels: PIXEL_LIMIT, failOn: 'error', sequentialRead: true } as const;
  const source =
    bitmap === undefined
      ? sharp(bytes, rules)
      : sharp(bitmap.data, { ...rules, raw: { width: bitmap.width, height: bitmap.height, channels: 3 } });
  const metadata = await source.metadata();
  if (bytesWhole(metadata) > WHOLE_LIMIT_BYTES) return null;
  return { picture: source, ...metadata.autoOrient };
}

/** Returns the memory for a picture that is decoded at once; 0 for one that is decoded row by row. */
function bytesWhole({ format, isProgressive, width, height, channels, depth }: Metadata): number {
  const rowByRow = (format === 'jpeg' || format === 'png') && !isProgressive;
  if (rowByRow) return 0;
  // A progressive JPEG is kept as coefficients of two bytes.
  const bytesPerSample = format === 'jpeg' || depth === 'ushort' ? 2 : 1;
  return width * height * channels * bytesPerSample;
}

/** Makes a JPEG whose longest edge has at most `edge` pixels; transparent areas become white. */
function copyOf(image: Sharp, edge: number): Promise<Uint8Array> {
  return image
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
