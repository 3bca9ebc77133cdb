import type { PhotoEdit } from '@holdfast/contract';
import type { DecodedImage, Ports } from '../ports.ts';
import { isPolyglot, PHOTO_TYPES, sniff } from './sniff.ts';

/**
 * Decodes a photo and makes its copies. Their type is recognised by content alone: the row that refers to them may come from a device
 * (product decision 22).
 * @returns null when they are no photo, hide something else, or do not decode
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
 * Draws a photo turned, cropped and marked, as an upright JPEG whose longest edge has at most `edge` pixels.
 * @returns null when the bytes are no photo, hide something else, or do not decode
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
