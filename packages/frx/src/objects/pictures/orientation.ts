import { tiffTags } from './describe.ts';

const ORIENTATION = 0x0112;

/** By how many degrees clockwise a camera wants its JPEG turned (EXIF orientation 3, 6, 8 and their mirrored forms); else 0. */
export function exifTurn(bytes: Uint8Array): 0 | 90 | 180 | 270 {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return 0;
  let at = 2;
  while (at + 10 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // The image data begin: what comes behind is no longer a head.
    if (marker === 0xda) return 0;
    const isExif = marker === 0xe1 && view.getUint32(at + 4) === 0x45786966;
    if (isExif) {
      const start = at + 10;
      const little = start + 2 <= view.byteLength && view.getUint16(start) === 0x4949;
      const orientation = tiffTags(view, start, little, [ORIENTATION]).get(ORIENTATION) ?? 1;
      return orientation === 3 || orientation === 4
        ? 180
        : orientation === 5 || orientation === 6
          ? 90
          : orientation === 7 || orientation === 8
            ? 270
            : 0;
    }
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return 0;
}
