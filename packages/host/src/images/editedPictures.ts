/** Draws edited photos: the original turned, cropped and marked. */
import { editedSize, drawMarks, type PhotoEdit } from '@holdfast/contract/photos';
import { BOLD_SANS } from '@holdfast/frx/shippedFonts';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import sharp, { type Sharp } from 'sharp';
import { openPicture, QUALITY } from './pictureFiles.ts';

// The font of text marks. It is registered here, because some machines have no fonts.
GlobalFonts.registerFromPath(BOLD_SANS, 'Inter');

/**
 * Draws an edited photo.
 * @param edge longest edge of the result, in pixels
 * @returns an upright JPEG; null when the photo does not decode, or has too many pixels
 */
export async function drawEdited(bytes: Uint8Array, edit: PhotoEdit, edge: number): Promise<Uint8Array | null> {
  try {
    const opened = await openPicture(bytes);
    return opened === null ? null : await draw(opened.picture, opened, edit, edge);
  } catch {
    return null;
  }
}

async function draw(
  picture: Sharp,
  original: { width: number; height: number },
  edit: PhotoEdit,
  edge: number,
): Promise<Uint8Array> {
  const { crop, turn } = edit;
  const part = editedSize({ turn: 0, crop }, original);
  const left = Math.min(Math.round((crop?.x ?? 0) * original.width), original.width - part.width);
  const top = Math.min(Math.round((crop?.y ?? 0) * original.height), original.height - part.height);
  // Cropped and scaled down before it is rotated, so that only the result is held in memory.
  const cut = await picture
    .autoOrient()
    .extract({ left, top, ...part })
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { data, info } = await sharp(cut.data, { raw: { ...cut.info, channels: cut.info.channels } })
    .rotate(turn)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const canvas = createCanvas(size.width, size.height);
  const surface = canvas.getContext('2d');
  const pixels = surface.createImageData(size.width, size.height);
  pixels.data.set(data);
  surface.putImageData(pixels, 0, 0);
  drawMarks(surface, size, edit);
  return canvas.encode('jpeg', QUALITY);
}
