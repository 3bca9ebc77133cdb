import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { bytesOf } from './codePages.ts';
import { loadSymbologies } from './encoder.ts';
import { pdf417Words } from './pdf417Words.ts';
import { readPdf417 } from './testing/readPdf417.ts';
import { encodeBarcode } from './index.ts';

beforeAll(loadSymbologies);

const symbol = (text: string, options: Record<string, string> = {}): readonly string[] => {
  const made = encodeBarcode({
    symbology: 'PDF417',
    text,
    showText: false,
    zoom: 1,
    angle: 0,
    padding: { left: 0, top: 0, right: 0, bottom: 0 },
    color: '#000000',
    font: { family: 'Arial', size: 8, bold: false, italic: false, underline: false, strikeout: false },
    option: (name) => options[name],
  });
  if (made.kind !== 'matrix') throw new Error('no matrix');
  return made.rows;
};

describe('the codewords of a PDF417 symbol', () => {
  it('of digits and bytes are those of the examples in ISO/IEC 15438', () => {
    expect(pdf417Words(bytesOf('000213298174000', 437), 'Auto')).toEqual([902, 1, 624, 434, 632, 282, 200]);
    expect(pdf417Words([231, 101, 11, 97, 205, 2], 'Auto')).toEqual([924, 387, 700, 208, 213, 302]);
  });

  it('keep a single byte inside its text, and short texts among their bytes', () => {
    expect(pdf417Words(bytesOf('Kranområde', 437), 'Auto')).toContain(913);
    expect(pdf417Words(bytesOf('ÄÖ 1 ÅÄ', 437), 'Auto')[0]).toBe(901);
    expect(pdf417Words(bytesOf('ÄÖ and a longer text', 437), 'Auto')).toContain(900);
  });

  it('of any text of ASCII can be read back', () => {
    const letters = fc.constantFrom(...Array.from('ABCxyz 0123456789;<>@[]&,:#-.$/+%*=^()?{}\'"|!\r\n\t'));
    fc.assert(
      fc.property(fc.array(letters, { minLength: 1, maxLength: 60 }), (text) => {
        expect(readPdf417(symbol(text.join('')))).toBe(text.join(''));
      }),
      { numRuns: 25 },
    );
  });

  it.each([
    ['Kranområde Sør L-02', {}, 11],
    ['https://example.com/a?b=c&d=e#f', {}, 17],
    ['Überprüfung Nr. 7', {}, 11],
    ['ABC123', { CompactionMode: 'Binary' }, 15],
    ['1234567890123456', { CompactionMode: 'Text' }, 9],
  ])('of %j with %j take as many rows as in the reference', (text, options, rows) => {
    expect(symbol(text, options)).toHaveLength(rows);
  });

  it.each([
    ['that alternates between letters and other bytes', 'aÄ'],
    ['of letters among other bytes', 'aaaaaaÄÄ'],
  ])('of the longest text %s are refused in time', (_, part) => {
    const longest = part.repeat(Math.floor(2_710 / part.length));
    expect(() => symbol(longest)).toThrow('too long');
    expect(() => symbol(part.repeat(500_000))).toThrow('too long');
  });

  it('in Numeric compaction are digits alone', () => {
    expect(() => pdf417Words(bytesOf('12a', 437), 'Numeric')).toThrow('digits');
  });
});
