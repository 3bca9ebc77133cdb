import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aztecBits, aztecWords } from './aztecBits.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Lists what the codes stand for (ISO/IEC 24778, table 2); latches and shifts are named, and `bytes` begins a run of bytes. */
const TABLES: Readonly<Record<string, readonly string[]>> = {
  upper: ['>punct', ' ', ...Array.from(LETTERS), 'lower', 'mixed', 'digit', 'bytes'],
  lower: ['>punct', ' ', ...Array.from(LETTERS.toLowerCase()), '>upper', 'mixed', 'digit', 'bytes'],
  digit: ['>punct', ' ', ...Array.from('0123456789,.'), 'upper', '>upper'],
  mixed: [
    '>punct',
    ...Array.from(
      ' \u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u001b\u001c\u001d\u001e\u001f@\\^_`|~\u007f',
    ),
    'lower',
    'upper',
    'punct',
    'bytes',
  ],
  punct: ['?', '\r', '\r\n', '. ', ', ', ': ', ...Array.from('!"#$%&\'()*+,-./:;<=>?[]{}'), 'upper'],
};

/** Reads bits back as the standard says. */
function read(bits: string): string {
  let at = 0;
  const take = (count: number): number => Number.parseInt(bits.slice(at, (at += count)), 2);
  let mode = 'upper';
  let text = '';
  const one = (table: string): string => TABLES[table]![take(table === 'digit' ? 4 : 5)]!;
  while (at < bits.length) {
    const entry = one(mode);
    if (entry === 'bytes') {
      const short = take(5);
      const count = short > 0 ? short : take(11) + 31;
      for (let i = 0; i < count; i++) text += String.fromCharCode(take(8));
    } else if (entry.startsWith('>') && entry.length > 1) text += one(entry.slice(1));
    else if (entry in TABLES) mode = entry;
    else text += entry;
  }
  return text;
}

describe('bits of an Aztec code', () => {
  it('decode to the text', () => {
    const texts = fc.oneof(
      fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)), maxLength: 90 }),
      fc.stringMatching(/^([A-Z]{1,9}|[a-z ]{1,9}|[0-9]{1,9}|\. |, |: |\r\n|[!-/]|~){0,20}$/),
    );
    fc.assert(fc.property(texts, (text) => read(aztecBits(text)) === text));
  });

  it('encode a few lower-case letters among capitals as bytes, and more of them after a latch', () => {
    expect(aztecBits('AB')).toBe('0001000011');
    expect(aztecBits('12')).toBe('1111000110100');
    expect(aztecBits('a')).toHaveLength(10);
  });

  it('use an additional word where all bits of a word but the last would be equal', () => {
    expect(aztecWords('010101010101', 6)).toBe(2);
    expect(aztecWords('000000000000', 6)).toBe(3);
    expect(aztecWords('111111', 6)).toBe(2);
  });
});
