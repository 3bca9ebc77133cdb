/** Decodes pictures with the canvas library. */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { DecodeImage } from '../export/images.ts';
import { defaultLimits, LimitError } from '../limits.ts';
import { isModestSvg } from '../objects/svg/modest.ts';

/** Maximum number of pixels of a picture. */
const MAX_PIXELS = 50_000_000;
/** Width and height of an SVG that has no size. */
const PLAIN_SIZE = 512;

/**
 * Reads PNG, JPEG, GIF, WebP, BMP, TIFF, ICO and SVG; undefined for other formats and for pictures that are too large.
 * @param pixels maximum of all pictures of a run together; decoding more throws LimitError
 */
export function imageDecoder(pixels = defaultLimits.pixels): DecodeImage {
  let decoded = 0;
  return async ({ bytes, format, width, height }) => {
    if (width * height > MAX_PIXELS) return undefined;
    if (format === 'svg' && !isModestSvg(new TextDecoder().decode(bytes))) return undefined;
    decoded += Math.max(width * height, 1);
    if (decoded > pixels) throw new LimitError('pixels', pixels);
    let picture;
    try {
      picture = await loadImage(bytes);
    } catch {
      return undefined;
    }
    const size = { width: picture.width || width || PLAIN_SIZE, height: picture.height || height || PLAIN_SIZE };
    if (size.width * size.height > MAX_PIXELS) return undefined;
    const context = createCanvas(size.width, size.height).getContext('2d');
    context.drawImage(picture, 0, 0, size.width, size.height);
    const { data } = context.getImageData(0, 0, size.width, size.height);
    return { ...size, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) };
  };
}
