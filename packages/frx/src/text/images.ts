import { describeImage } from './describeImage.ts';
import type { InlineImage } from './types.ts';

/**
 * Reads the size of a picture inside a text. Only pictures embedded in the text (`data:` with base64) are shown: a report fetches
 * nothing from the network during layout. Undefined for everything else.
 */
export function inlineImage(source: string, width = -1, height = -1): InlineImage | undefined {
  const bytes = dataBytes(source);
  const size = bytes === undefined ? undefined : describeImage(bytes);
  if (size === undefined || size.format === 'unknown') return undefined;
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
