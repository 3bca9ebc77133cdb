import type { PhotoEdit } from '@holdfast/contract';
import type { DecodedImage, Ports } from '../ports.ts';
import { isPolyglot, PHOTO_TYPES, sniff } from './sniff.ts';

/**
 * Decodes a photo and creates its copies. The type is recognised only by content, because the row that refers to it may come from a device
 * (product decision 22).
 * @returns null when the bytes are not a photo, contain something else as well, or cannot be decoded
 */
export async function decodePhoto(
  images: Ports['images'],
  bytes: Uint8Array,
  scopeId: string,
): Promise<DecodedImage | null> {
  if (!PHOTO_TYPES.has(sniff(bytes)) || isPolyglot(bytes)) return null;
  return images.decode(bytes, scopeId);
}

/**
 * Draws an edited photo as an upright JPEG whose longest edge has at most `edge` pixels.
 * @returns null when the bytes are not a photo, contain something else as well, or cannot be decoded
 */
export async function drawPhoto(
  images: Ports['images'],
  bytes: Uint8Array,
  edit: PhotoEdit,
  edge: number,
  scopeId: string,
): Promise<Uint8Array | null> {
  if (!PHOTO_TYPES.has(sniff(bytes)) || isPolyglot(bytes)) return null;
  return images.draw(bytes, edit, edge, scopeId);
}
