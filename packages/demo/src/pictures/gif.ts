/** Encoder of pictures with 16 colours as GIF. */

/** A picture of at most 16 colours. */
export interface Picture {
  width: number;
  height: number;
  /** The colour of each point, row by row. */
  points: Uint8Array;
}

const COLOURS = 16;
const COLOUR_BITS = 4;
const CLEAR = COLOURS;
const END = COLOURS + 1;
const MOST_CODES = 4096;

/** A GIF of a picture. @param palette 16 colours as 0xrrggbb */
export function gifOf({ width, height, points }: Picture, palette: readonly number[]): Uint8Array {
  const bytes: number[] = Array.from('GIF89a', (letter) => letter.charCodeAt(0));
  bytes.push(...word(width), ...word(height), 0xf0 | (COLOUR_BITS - 1), 0, 0);
  for (let i = 0; i < COLOURS; i++) {
    const colour = palette[i] ?? 0;
    bytes.push((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
  }
  bytes.push(0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, COLOUR_BITS);
  const packed = packedPoints(points);
  for (let i = 0; i < packed.length; i += 255) {
    const block = packed.slice(i, i + 255);
    bytes.push(block.length, ...block);
  }
  bytes.push(0, 0x3b);
  return Uint8Array.from(bytes);
}

/** Compresses the pixels by LZW, with codes of growing width, lowest bit first. */
function packedPoints(points: Uint8Array): number[] {
  const packed: number[] = [];
  const longer = new Uint16Array(MOST_CODES * COLOURS);
  let next = END + 1;
  let width = COLOUR_BITS + 1;
  let waiting = 0;
  let bits = 0;
  const write = (code: number): void => {
    waiting |= code << bits;
    bits += width;
    for (; bits >= 8; bits -= 8, waiting >>>= 8) packed.push(waiting & 255);
  };
  write(CLEAR);
  let run = points[0]!;
  for (let i = 1; i < points.length; i++) {
    const point = points[i]!;
    const known = longer[run * COLOURS + point]!;
    if (known !== 0) {
      run = known;
      continue;
    }
    write(run);
    if (next < MOST_CODES) {
      longer[run * COLOURS + point] = next;
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      write(CLEAR);
      longer.fill(0);
      next = END + 1;
      width = COLOUR_BITS + 1;
    }
    run = point;
  }
  write(run);
  write(END);
  if (bits > 0) packed.push(waiting & 255);
  return packed;
}

function word(value: number): [number, number] {
  return [value & 255, value >> 8];
}
