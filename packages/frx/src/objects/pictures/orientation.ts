/** The tag of a camera's orientation in EXIF data. */
const ORIENTATION = 0x0112;

/** Degrees clockwise for the values 1 to 8 of the tag; mirrored forms are treated as their rotated ones. */
const TURNS = [0, 0, 180, 180, 90, 90, 270, 270] as const;

type Turn = (typeof TURNS)[number];

/** Returns the rotation of a JPEG in degrees clockwise, as stored by its camera; 0 for other pictures. Never throws. */
export function exifTurn(bytes: Uint8Array): Turn {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return 0;
  let at = 2;
  while (at + 10 < view.byteLength && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    // The image data begin: no header follows.
    if (marker === 0xda) return 0;
    const isExif = marker === 0xe1 && view.getUint32(at + 4) === 0x45786966;
    if (isExif) return TURNS[orientationOf(view, at + 10) - 1] ?? 0;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return 0;
}

/** The value of the tag in the first directory of the TIFF structure that begins at `start`; 1 when it is missing. */
function orientationOf(view: DataView, start: number): number {
  if (start + 8 > view.byteLength) return 1;
  const little = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, little);
  if (directory + 2 > view.byteLength) return 1;
  const count = view.getUint16(directory, little);
  for (let entry = directory + 2; entry < directory + 2 + count * 12 && entry + 12 <= view.byteLength; entry += 12) {
    if (view.getUint16(entry, little) === ORIENTATION) return view.getUint16(entry + 8, little);
  }
  return 1;
}
