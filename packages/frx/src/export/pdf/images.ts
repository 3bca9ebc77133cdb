/** Pictures as objects of a PDF file: JPEG and opaque PNG data unchanged, everything else as pixels. */
import { zlibSync } from 'fflate';
import { hasNoPixelEffects, applyEffects } from '../images.ts';
import type { DecodeImage, Pixels, UsedImage } from '../images.ts';
import { joined, newReference, writeStream } from './document.ts';
import type { PdfDocument, PdfReference } from './document.ts';

/** Writes a picture into the file; undefined when it cannot be read. */
export async function embedImage(
  document: PdfDocument,
  { image, effects }: UsedImage,
  decode: DecodeImage | undefined,
): Promise<PdfReference | undefined> {
  const direct = !hasNoPixelEffects(effects)
    ? undefined
    : (jpegObject(document, image.bytes) ?? pngObject(document, image.bytes));
  if (direct !== undefined) return direct;
  const pixels = await decode?.(image);
  return pixels === undefined || pixels.width === 0 || pixels.height === 0
    ? undefined
    : pixelObject(document, applyEffects(pixels, effects));
}

function imageObject(
  document: PdfDocument,
  width: number,
  height: number,
  more: Record<string, unknown>,
  data: Uint8Array,
): PdfReference {
  const reference = newReference(document, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    BitsPerComponent: 8,
    ...more,
  });
  reference.end(data);
  return reference;
}

function jpegObject(document: PdfDocument, bytes: Uint8Array): PdfReference | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let adobe = false;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint16(at);
    if (marker === 0xffee) adobe = true;
    const frame = marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
    if (!frame) {
      if (marker < 0xff01 || marker === 0xffda) return undefined;
      at += marker >= 0xffd0 && marker <= 0xffd9 ? 2 : 2 + view.getUint16(at + 2);
      continue;
    }
    const components = view.getUint8(at + 9);
    const space =
      components === 1 ? 'DeviceGray' : components === 3 ? 'DeviceRGB' : components === 4 ? 'DeviceCMYK' : undefined;
    if (space === undefined || view.getUint8(at + 4) !== 8) return undefined;
    const size = `/Width ${view.getUint16(at + 7)} /Height ${view.getUint16(at + 5)} /BitsPerComponent 8`;
    const inverted = components === 4 && adobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
    const parameters = `/ColorSpace /${space} /Filter /DCTDecode${inverted}`;
    return writeStream(document, `/Type /XObject /Subtype /Image ${size} ${parameters}`, bytes);
  }
  return undefined;
}

const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngObject(document: PdfDocument, bytes: Uint8Array): PdfReference | undefined {
  if (bytes.length < 33 || PNG_HEAD.some((value, index) => bytes[index] !== value)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = view.getUint32(16);
  const height = view.getUint32(20);
  const depth = view.getUint8(24);
  const type = view.getUint8(25);
  if (view.getUint8(28) !== 0 || (type !== 0 && type !== 2 && type !== 3) || depth > 8) return undefined;
  const data: Uint8Array[] = [];
  let palette: Uint8Array | undefined;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const name = view.getUint32(at + 4);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (name === 0x74524e53) return undefined;
    if (name === 0x49444154) data.push(chunk);
    if (name === 0x504c5445) palette = chunk;
    at += 12 + length;
  }
  if (data.length === 0 || (type === 3 && palette === undefined)) return undefined;
  const colors = type === 2 ? 3 : 1;
  const space =
    type === 0
      ? 'DeviceGray'
      : type === 2
        ? 'DeviceRGB'
        : ['Indexed', 'DeviceRGB', (palette?.length ?? 3) / 3 - 1, palette ?? new Uint8Array()];
  const parameters = { Predictor: 15, Colors: colors, BitsPerComponent: depth, Columns: width };
  const more = { ColorSpace: space, BitsPerComponent: depth, Filter: 'FlateDecode', DecodeParms: parameters };
  return imageObject(document, width, height, more, joined(data));
}

function pixelObject(document: PdfDocument, pixels: Pixels): PdfReference {
  const { width, height, rgba } = pixels;
  const count = width * height;
  const colors = new Uint8Array(count * 3);
  const alpha = new Uint8Array(count);
  let opaque = true;
  for (let index = 0; index < count; index++) {
    alpha[index] = rgba[index * 4 + 3] ?? 0;
    if (alpha[index] !== 255) opaque = false;
    colors[index * 3] = rgba[index * 4] ?? 0;
    colors[index * 3 + 1] = rgba[index * 4 + 1] ?? 0;
    colors[index * 3 + 2] = rgba[index * 4 + 2] ?? 0;
  }
  const flate = { Filter: 'FlateDecode' };
  const mask = opaque
    ? {}
    : { SMask: imageObject(document, width, height, { ColorSpace: 'DeviceGray', ...flate }, zlibSync(alpha)) };
  return imageObject(document, width, height, { ColorSpace: 'DeviceRGB', ...flate, ...mask }, zlibSync(colors));
}
