/** Decodes pictures with the canvas library. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { DecodeImage } from '../export/images.ts';

/** Pictures of more pixels than this are not read. */
const MOST_PIXELS = 50_000_000;
/** A drawing without a size of its own becomes as large as this. */
const PLAIN_SIZE = 512;

/** Reads PNG, JPEG, GIF, WebP, BMP, TIFF, ICO and SVG; undefined for everything else and for pictures that are too large. */
export const decodeImage: DecodeImage = async ({ bytes, width, height }) => {
  if (width * height > MOST_PIXELS) return undefined;
  let picture;
  try {
    picture = await loadImage(bytes);
  } catch {
    return undefined;
  }
  const size = { width: picture.width || width || PLAIN_SIZE, height: picture.height || height || PLAIN_SIZE };
  if (size.width * size.height > MOST_PIXELS) return undefined;
  const context = createCanvas(size.width, size.height).getContext('2d');
  context.drawImage(picture, 0, 0, size.width, size.height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { ...size, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
};
