import type { ImageResource } from '../page.ts';

/** Format and size in pixels, from the first bytes of a picture; 0 × 0 and `unknown` for anything else. */
export function describeImage(bytes: Uint8Array): Pick<ImageResource, 'format' | 'width' | 'height'> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return describe(view) ?? describeSvg(bytes) ?? UNKNOWN;
  } catch (error) {
    if (error instanceof RangeError) return UNKNOWN;
    throw error;
  }
}

type Description = Pick<ImageResource, 'format' | 'width' | 'height'>;

const UNKNOWN: Description = { format: 'unknown', width: 0, height: 0 };

/** Reads the header. @throws RangeError when the bytes end too early. */
function describe(view: DataView): Description | undefined {
  const start = view.getUint32(0);
  if (start === 0x89504e47) return { format: 'png', width: view.getUint32(16), height: view.getUint32(20) };
  if (start === 0x47494638) return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (start >>> 16 === 0xffd8) return describeJpeg(view);
  if (start >>> 16 === 0x424d)
    return { format: 'bmp', width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  if (start === 0x52494646 && view.getUint32(8) === 0x57454250) return describeWebp(view);
  if (start === 0x00000100) return { format: 'ico', width: view.getUint8(6) || 256, height: view.getUint8(7) || 256 };
  if (start === 0x49492a00 || start === 0x4d4d002a) return describeTiff(view, start === 0x49492a00);
  if (start === 0x01000000 && view.getUint32(40) === 0x20454d46) {
    return {
      format: 'emf',
      width: view.getInt32(16, true) - view.getInt32(8, true),
      height: view.getInt32(20, true) - view.getInt32(12, true),
    };
  }
  return undefined;
}

function describeJpeg(view: DataView): Description {
  for (let at = 2; ;) {
    const marker = view.getUint16(at);
    const frame = marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
    if (frame) return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    // Fill bytes may precede a marker.
    if (marker === 0xffff) at += 1;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
}

function describeWebp(view: DataView): Description {
  const kind = view.getUint32(12);
  const three = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  if (kind === 0x56503858) return { format: 'webp', width: three(24) + 1, height: three(27) + 1 };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { format: 'webp', width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

function describeTiff(view: DataView, little: boolean): Description {
  const directory = view.getUint32(4, little);
  const size = { width: 0, height: 0 };
  const entries = view.getUint16(directory, little);
  for (let index = 0; index < entries; index++) {
    const at = directory + 2 + index * 12;
    const tag = view.getUint16(at, little);
    const value =
      view.getUint16(at + 2, little) === 3 ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little);
    if (tag === 256) size.width = value;
    if (tag === 257) size.height = value;
  }
  return { format: 'tiff', ...size };
}

function describeSvg(bytes: Uint8Array): Description | undefined {
  const start = new TextDecoder().decode(bytes.subarray(0, 4096));
  const tag = /<svg\b[^>]*>/i.exec(start)?.[0];
  if (tag === undefined) return undefined;
  const box = /viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i.exec(tag);
  const length = (name: string, otherwise: string | undefined): number => {
    const found = new RegExp(`\\b${name}\\s*=\\s*["']\\s*([\\d.]+)(px|pt|mm|cm|in)?\\s*["']`, 'i').exec(tag);
    const unit = { pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 }[found?.[2]?.toLowerCase() ?? ''] ?? 1;
    return Math.round(Number(found?.[1] ?? otherwise ?? 0) * (found === null ? 1 : unit));
  };
  return { format: 'svg', width: length('width', box?.[1]), height: length('height', box?.[2]) };
}
