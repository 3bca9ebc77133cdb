import { describe, expect, it } from 'vitest';
import { describeImage } from './index.ts';

/** Makes the beginning of a file: bytes, and texts of one byte a letter. */
function head(...parts: (number | string)[]): Uint8Array {
  return Uint8Array.from([
    ...parts.flatMap((part) =>
      typeof part === 'number' ? [part] : Array.from(part, (letter) => letter.charCodeAt(0)),
    ),
    ...new Uint8Array(64),
  ]);
}

const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

describe('the header of a picture', () => {
  it.each([
    ['PNG', head(0x89, 'PNG', ...zeros(12), 0, 0, 1, 2, 0, 0, 0, 3), { format: 'png', width: 258, height: 3 }],
    ['GIF', head('GIF89a', 2, 1, 3, 0), { format: 'gif', width: 258, height: 3 }],
    [
      'BMP from top to bottom',
      head('BM', ...zeros(16), 2, 1, 0, 0, 0xfd, 0xff, 0xff, 0xff),
      { format: 'bmp', width: 258, height: 3 },
    ],
    [
      'extended WebP',
      head('RIFF', ...zeros(4), 'WEBPVP8X', ...zeros(8), 1, 1, 0, 2, 0, 0),
      { format: 'webp', width: 258, height: 3 },
    ],
    [
      'lossless WebP',
      head('RIFF', ...zeros(4), 'WEBPVP8L', ...zeros(5), 0x01, 0x81, 0, 0),
      { format: 'webp', width: 258, height: 3 },
    ],
    [
      'lossy WebP',
      head('RIFF', ...zeros(4), 'WEBPVP8 ', ...zeros(10), 2, 1, 3, 0),
      { format: 'webp', width: 258, height: 3 },
    ],
    ['an icon of 256 px', head(0, 0, 1, 0, 1, 0, 0, 3), { format: 'ico', width: 256, height: 3 }],
    [
      'TIFF',
      head('II*', 0, 8, 0, 0, 0, 2, 0, 0, 1, 3, 0, 1, 0, 0, 0, 2, 1, 0, 0, 1, 1, 4, 0, 1, 0, 0, 0, 3, 0, 0, 0),
      { format: 'tiff', width: 258, height: 3 },
    ],
    ['SVG in millimetres', head('<svg width="25.4mm" viewBox="0 0 9 3">'), { format: 'svg', width: 96, height: 3 }],
  ])('states the size of %s', (_name, bytes, expected) => {
    expect(describeImage(bytes)).toEqual(expected);
  });

  it('of another file of the RIFF format, or one that ends in it, is unknown', () => {
    const unknown = { format: 'unknown', width: 0, height: 0 };
    expect(describeImage(head('RIFF', ...zeros(4), 'WAVEfmt '))).toEqual(unknown);
    expect(describeImage(head('GIF89a', 2, 1, 3, 0).subarray(0, 7))).toEqual(unknown);
  });
});
