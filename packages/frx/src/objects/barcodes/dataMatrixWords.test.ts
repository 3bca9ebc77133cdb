import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf } from './codePages.ts';
import { dataMatrixSizes, dataMatrixWords } from './dataMatrixWords.ts';

const C40 = ' 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const TEXT = ' 0123456789abcdefghijklmnopqrstuvwxyz';
const SECOND = '!"#$%&\'()*+,-./:;<=>?@[\\]^_';

/** Reads codewords back as ISO/IEC 16022 says; `capacity` is that of the symbol. */
function read(words: readonly number[], capacity: number): number[] {
  const bytes: number[] = [];
  let upper = 0;
  const put = (byte: number): void => {
    bytes.push(byte + upper);
    upper = 0;
  };
  const triplets = (from: number, take: (values: readonly number[]) => void): number => {
    const values: number[] = [];
    let at = from;
    while (at < words.length && words[at] !== 254) {
      const sum = words[at]! * 256 + words[at + 1]! - 1;
      values.push(Math.floor(sum / 1600), Math.floor(sum / 40) % 40, sum % 40);
      at += 2;
    }
    take(values);
    return at + 1;
  };
  const shifted = (basic: string, third: string) => (values: readonly number[]) => {
    let set = 3;
    for (const value of values) {
      if (set === 3 && value < 3) set = value;
      else {
        if (set === 3) put(basic.codePointAt(value - 3)!);
        else if (set === 0) put(value);
        else if (set === 1 && value === 30) upper = 128;
        else put((set === 1 ? SECOND : third).codePointAt(value)!);
        set = 3;
      }
    }
  };
  const x12 = (values: readonly number[]): void => {
    for (const value of values) put(`\r*> ${C40.slice(1)}`.codePointAt(value)!);
  };
  for (let i = 0; i < words.length;) {
    const word = words[i]!;
    if (word === 230) i = triplets(i + 1, shifted(C40, '`abcdefghijklmnopqrstuvwxyz{|}~\u007f'));
    else if (word === 239) i = triplets(i + 1, shifted(TEXT, '`ABCDEFGHIJKLMNOPQRSTUVWXYZ{|}~\u007f'));
    else if (word === 238) i = triplets(i + 1, x12);
    else if (word === 231) {
      const plain = words.slice(i + 1).map((one, j) => (one - ((149 * (i + 2 + j)) % 255) - 1 + 512) % 256);
      const long = plain[0]! > 249;
      const length = long ? (plain[0]! - 249) * 250 + plain[1]! : plain[0]!;
      for (const byte of plain.slice(long ? 2 : 1, (long ? 2 : 1) + length)) put(byte);
      i += 1 + (long ? 2 : 1) + length;
    } else if (word === 240) {
      i += 1;
      for (let open = true; open && capacity - i > 2 && i < words.length; i += 3) {
        const bits = (words[i]! << 16) | ((words[i + 1] ?? 0) << 8) | (words[i + 2] ?? 0);
        for (let at = 18; at >= 0 && open; at -= 6) {
          const value = (bits >> at) & 63;
          if (value === 31) {
            open = false;
            i -= Math.floor(at / 8);
          } else put(value & 32 ? value : value | 64);
        }
      }
    } else {
      if (word === 235) upper = 128;
      else if (word > 129) bytes.push(48 + Math.floor((word - 130) / 10), 48 + ((word - 130) % 10));
      else put(word - 1);
      i += 1;
    }
  }
  return bytes;
}

const capacityFor = (length: number): number => dataMatrixSizes.find(([, capacity]) => capacity >= length)![1];

describe('the codewords of a Data Matrix symbol', () => {
  it.each(['Auto', 'Ascii', 'C40', 'Text', 'Base256', 'X12', 'Edifact'])('in %s can be read back', (encodation) => {
    const letters = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 48, max: 57 }),
      fc.integer({ min: 65, max: 90 }),
      fc.integer({ min: 32, max: 94 }),
    );
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 300 }), (bytes) => {
        const words = dataMatrixWords(bytes, encodation);
        expect(read(words, capacityFor(words.length))).toEqual(bytes);
      }),
    );
  });

  it.each([
    ['Hello World 42', '12x26'],
    ['hello world', '8x32'],
    ['Line one\r\nLine two', '18x18'],
    ['ÅÄÖ', '12x12'],
    ['  spaces  ', '8x32'],
    ['https://example.com/a?b=c&d=e#f', '22x22'],
    ['Tag: C-0042 / Deck 3', '18x18'],
  ])('of %j fill a symbol of %s, as in the reference', (text, size) => {
    const words = dataMatrixWords(bytesOf(text, 1252), 'Auto');
    expect(dataMatrixSizes.find(([, capacity]) => capacity >= words.length)?.[0]).toBe(size);
  });
});

it.each(['Auto', 'Edifact', 'X12'])(
  'codewords of a text that no Data Matrix symbol holds are refused: %s',
  (encodation) => {
    expect(() => dataMatrixWords(bytesOf('7'.repeat(1_000_000), 1252), encodation)).toThrow('too long');
  },
);

describe('bytes of a code page', () => {
  it('are those of Windows and DOS, of a letter without its accent, or a question mark', () => {
    expect(bytesOf('Aå€ø日', 1252)).toEqual([65, 229, 128, 248, 63]);
    expect(bytesOf('åø²ā', 437)).toEqual([134, 111, 253, 97]);
    expect(bytesOf('å', 65001)).toEqual([195, 165]);
  });
});
