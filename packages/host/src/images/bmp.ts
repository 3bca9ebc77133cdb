/** Bitmaps of Windows, which the image library does not read. */

/** Pixels, three bytes each, from the top left. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const RGB = 0;
const BITFIELDS = 3;

/**
 * Reads an uncompressed bitmap of any depth.
 * @param limitPixels maximum number of pixels, because each takes memory
 * @returns null for a bitmap that is cut off, compressed, too large or no bitmap
 */
export function readBmp(bytes: Uint8Array, limitPixels: number): Pixels | null {
  if (bytes.length < 26) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerSize = view.getUint32(14, true);
  const old = headerSize === 12;
  if (!old && (headerSize < 40 || bytes.length < 14 + headerSize)) return null;
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = old ? view.getUint16(20, true) : view.getInt32(22, true);
  const height = Math.abs(signedHeight);
  const depth = view.getUint16(old ? 24 : 28, true);
  const compression = old ? RGB : view.getUint32(30, true);
  if (width <= 0 || height === 0 || width * height > limitPixels) return null;
  if (![1, 4, 8, 16, 24, 32].includes(depth)) return null;
  if (compression !== RGB && !(compression === BITFIELDS && depth >= 16 && depth !== 24)) return null;

  const start = view.getUint32(10, true);
  const stride = Math.floor((depth * width + 31) / 32) * 4;
  if (start + stride * height > bytes.length) return null;
  const color = depth <= 8 ? paletteReader(bytes, headerSize, depth) : directReader(view, depth, compression);
  if (color === null) return null;

  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const row = start + stride * (signedHeight < 0 ? y : height - 1 - y);
    for (let x = 0; x < width; x += 1) data.set(color(row, x), (y * width + x) * 3);
  }
  return { data, width, height };
}

type ColorAt = (row: number, x: number) => [red: number, green: number, blue: number];

function paletteReader(bytes: Uint8Array, headerSize: number, depth: number): ColorAt {
  const palette = 14 + headerSize;
  const entry = headerSize === 12 ? 3 : 4;
  return (row, x) => {
    const bit = x * depth;
    const index = (bytes[row + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
    const at = palette + index * entry;
    return [bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0];
  };
}

function directReader(view: DataView, depth: number, compression: number): ColorAt | null {
  if (depth === 24)
    return (row, x) => [view.getUint8(row + x * 3 + 2), view.getUint8(row + x * 3 + 1), view.getUint8(row + x * 3)];
  if (compression === BITFIELDS && view.byteLength < 66) return null;
  const masks =
    compression === BITFIELDS
      ? [54, 58, 62].map((at) => view.getUint32(at, true))
      : depth === 16
        ? [0x7c00, 0x03e0, 0x001f]
        : [0xff0000, 0x00ff00, 0x0000ff];
  const [red, green, blue] = masks.map(channel);
  return (row, x) => {
    const pixel = depth === 16 ? view.getUint16(row + x * 2, true) : view.getUint32(row + x * 4, true);
    return [red!(pixel), green!(pixel), blue!(pixel)];
  };
}

/** Reads one channel of a pixel through its mask, spread over 0 to 255. */
function channel(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
