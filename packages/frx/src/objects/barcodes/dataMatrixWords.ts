/**
 * Codewords of a Data Matrix symbol as in the reference: the complete text in one of six encodations, each with a remainder in ASCII; without
 * a specified encodation, the shortest. A shorter mixture of encodations would give another symbol size.
 */

import { BarcodeError } from './types.ts';

/** Codewords that switch encodations. */
const latch = { c40: 230, base256: 231, x12: 238, text: 239, edifact: 240, unlatch: 254 } as const;
const UPPER_SHIFT = 235;

/** Capacity of each symbol size in data codewords, in the order in which they are tried. */
export const dataMatrixSizes: readonly (readonly [size: string, words: number])[] = [
  ['10x10', 3],
  ['12x12', 5],
  ['8x18', 5],
  ['14x14', 8],
  ['8x32', 10],
  ['16x16', 12],
  ['12x26', 16],
  ['18x18', 18],
  ['20x20', 22],
  ['12x36', 22],
  ['22x22', 30],
  ['16x36', 32],
  ['24x24', 36],
  ['26x26', 44],
  ['16x48', 49],
  ['32x32', 62],
  ['36x36', 86],
  ['40x40', 114],
  ['44x44', 144],
  ['48x48', 174],
  ['52x52', 204],
  ['64x64', 280],
  ['72x72', 368],
  ['80x80', 456],
  ['88x88', 576],
  ['96x96', 696],
  ['104x104', 816],
  ['120x120', 1050],
  ['132x132', 1304],
  ['144x144', 1558],
];

type Bytes = readonly number[];

const digit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57;

/** Two digits are one codeword; a byte above 127 is two. */
function inAscii(bytes: Bytes): number[] {
  const words: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (digit(byte) && digit(bytes[i + 1])) {
      words.push((byte - 48) * 10 + bytes[i + 1]! - 48 + 130);
      i += 1;
    } else words.push(...asciiByte(byte));
  }
  return words;
}

const asciiByte = (byte: number): number[] => (byte > 127 ? [UPPER_SHIFT, byte - 127] : [byte + 1]);

const SHIFT_2 = '!"#$%&\'()*+,-./:;<=>?@[\\]^_';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

/** The values of a byte in C40, whose basic set has upper-case letters, or in Text, whose basic set has lower-case letters. */
function tripletValues(byte: number, basicLetters: string, otherLetters: string): number[] {
  if (byte > 127) return [1, 30, ...tripletValues(byte - 128, basicLetters, otherLetters)];
  const letter = String.fromCharCode(byte);
  const basic = ` 0123456789${basicLetters}`.indexOf(letter);
  if (basic >= 0) return [basic + 3];
  if (byte < 32) return [0, byte];
  const second = SHIFT_2.indexOf(letter);
  return second >= 0 ? [1, second] : [2, `\`${otherLetters}{|}~\u007f`.indexOf(letter)];
}

/** Three values are two codewords; bytes after the last complete three are in ASCII. */
function inTriplets(bytes: Bytes, kind: 'c40' | 'text'): number[] {
  const [basic, other] = kind === 'c40' ? [UPPER, LOWER] : [LOWER, UPPER];
  const values: number[] = [];
  let whole = { bytes: 0, values: 0 };
  for (const [i, byte] of bytes.entries()) {
    values.push(...tripletValues(byte, basic, other));
    if (values.length % 3 === 0) whole = { bytes: i + 1, values: values.length };
  }
  const words: number[] = [latch[kind]];
  for (let i = 0; i < whole.values; i += 3) words.push(...packed(values, i));
  return [...words, latch.unlatch, ...inAscii(bytes.slice(whole.bytes))];
}

function packed(values: readonly number[], at: number): number[] {
  const sum = 1600 * values[at]! + 40 * values[at + 1]! + values[at + 2]! + 1;
  return [sum >> 8, sum & 255];
}

/** Bytes unchanged except for a number added by position. */
function inBase256(bytes: Bytes, before: number): number[] {
  const { length } = bytes;
  const field = length < 250 ? [length] : [Math.floor(length / 250) + 249, length % 250];
  const first = before + 2;
  return [latch.base256, ...[...field, ...bytes].map((word, i) => (word + ((149 * (i + first)) % 255) + 1) & 255)];
}

const X12 = `\r*> 0123456789${UPPER}`;

/** Runs of at least six X12 letters are packed in groups of three; the rest is in ASCII. */
function inX12(bytes: Bytes): number[] {
  const values = bytes.map((byte) => X12.indexOf(String.fromCharCode(byte)));
  const words: number[] = [];
  for (let i = 0; i < bytes.length;) {
    let end = i;
    while (end < bytes.length && values[end]! >= 0) end += 1;
    const packedLength = end - i >= 6 ? end - i - ((end - i) % 3) : 0;
    if (packedLength > 0) {
      words.push(latch.x12);
      for (let at = i; at < i + packedLength; at += 3) words.push(...packed(values, at));
      words.push(latch.unlatch);
    }
    end = Math.max(end, i + 1);
    for (const byte of bytes.slice(i + packedLength, end)) words.push(...asciiByte(byte));
    i = end;
  }
  return words;
}

const isEdifact = (byte: number): boolean => ((byte & 0xe0) === 0x40 || (byte & 0xe0) === 0x20) && byte !== 95;
const EDIFACT_END = 31;

/** Four letters of 32 to 94 are three codewords. At the end of the symbol up to two of them are in ASCII where that fits. */
function inEdifact(bytes: Bytes, before: number): number[] {
  const words: number[] = [];
  let open: number[] | undefined;
  const flush = (values: readonly number[]): void => {
    const bits = values.reduce((sum, value, i) => sum | (value << (18 - 6 * i)), 0);
    words.push(bits >> 16);
    if (values.length > 1) words.push((bits >> 8) & 255);
    if (values.length > 2) words.push(bits & 255);
  };
  for (const byte of bytes) {
    if (isEdifact(byte)) {
      if (!open) {
        words.push(latch.edifact);
        open = [];
      }
      open.push(byte & 63);
      if (open.length === 4) {
        flush(open);
        open = [];
      }
    } else {
      if (open) flush([...open, EDIFACT_END]);
      open = undefined;
      words.push(...asciiByte(byte));
    }
  }
  if (!open) return words;
  const used = before + words.length;
  const size = dataMatrixSizes.find(([, capacity]) => capacity >= used + open.length)?.[1] ?? Infinity;
  if (size - used <= 2 && open.length <= 2)
    return [...words, ...open.map((value) => ((value & 32) === 0 ? value | 64 : value) + 1)];
  flush([...open, EDIFACT_END]);
  return words;
}

/** `before`: number of codewords that precede the data. */
const encodations: Readonly<Record<string, (bytes: Bytes, before: number) => number[]>> = {
  Ascii: inAscii,
  C40: (bytes) => inTriplets(bytes, 'c40'),
  Text: (bytes) => inTriplets(bytes, 'text'),
  Base256: inBase256,
  X12: inX12,
  Edifact: inEdifact,
};

/** Digits in the largest symbol; it holds fewer of all other characters. */
const MAX_DIGITS = 3_116;

/** Function character 1: before the data, it marks them as structured by GS1. */
export const FNC1 = 232;

/**
 * Returns the data codewords of a text, without padding, in the named encodation, or in the shortest one, after the codewords `front`. Throws
 * `BarcodeError` for a text that no symbol holds.
 */
export function dataMatrixWords(bytes: Bytes, encodation: string, front: readonly number[] = []): readonly number[] {
  if (bytes.length > MAX_DIGITS) throw new BarcodeError('The text is too long for a barcode.');
  const asked = encodations[encodation];
  if (asked) return [...front, ...asked(bytes, front.length)];
  const all = Object.values(encodations).map((encode) => encode(bytes, front.length));
  return [...front, ...all.reduce((shortest, words) => (words.length < shortest.length ? words : shortest))];
}
