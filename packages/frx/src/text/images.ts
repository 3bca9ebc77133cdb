import type { InlineImage } from './types.ts';

/**
 * Reads the size of a picture inside a text. Only pictures that the text carries itself (`data:` with base64) are shown: a report fetches
 * nothing from the network while it is laid out. Undefined for everything else.
 */
export function inlineImage(source: string, width = -1, height = -1): InlineImage | undefined {
  const bytes = dataBytes(source);
  const size = bytes === undefined ? undefined : pixelSize(bytes);
  if (size === undefined) return undefined;
  return { source, width: width >= 0 ? width : size.width, height: height >= 0 ? height : size.height };
}

/** Bytes of a `data:` address in base64; undefined for any other address. */
export function dataBytes(source: string): Uint8Array | undefined {
  const found = /^data:[^,]*;base64,(.*)$/is.exec(source);
  if (found === null || (found[1] ?? '').length > MAX_BASE64) return undefined;
  try {
    return Uint8Array.from(atob(found[1] ?? ''), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

const MAX_BASE64 = 16 * 1024 * 1024;

/** Size that the header of a PNG, JPEG or GIF states. */
function pixelSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length >= 24 && view.getUint32(0) === 0x89504e47)
    return { width: view.getUint32(16), height: view.getUint32(20) };
  if (bytes.length >= 10 && view.getUint32(0) === 0x47494638)
    return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = view.getUint16(at);
    const frame = marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc;
    if (frame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}
