/** Reads the text of an undamaged PDF417 symbol in text and numeric compaction. */
import { moduleRows } from '../encoder.ts';

const COLUMNS = 30;
const PATTERN = 17;
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ ';
const MIXED = '0123456789&\r\t,:#-.$/+%*=^';
const PUNCTUATION = ';<>@[\\]_`~!\r\t,:\n-.$/"|*()?{}\'';
const TEXT = 900;
const NUMERIC = 902;

/** Codewords of a row without start, row indicators and stop. */
function patterns(row: string): readonly string[] {
  const inner = row.slice(2 * PATTERN, -PATTERN - PATTERN - 1);
  return Array.from({ length: inner.length / PATTERN }, (_, index) =>
    inner.slice(index * PATTERN, (index + 1) * PATTERN),
  );
}

/** Bar pattern to codeword, one map for each of the three clusters, which alternate by row. */
function clusters(): readonly ReadonlyMap<string, number>[] {
  const maps = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  for (const shift of [0, 1, 2]) {
    const words = Array.from({ length: 810 }, (_, index) => (index + shift * COLUMNS) % 929);
    for (const half of [words, words.map((word) => (word + 400) % 929)]) {
      const rows = moduleRows('pdf417', half.map((word) => `^${String(word).padStart(3, '0')}`).join(''), {
        raw: true,
        columns: COLUMNS,
        eclevel: 0,
      });
      for (const [y, row] of rows.entries()) {
        for (const [x, pattern] of patterns(row).entries()) {
          const word = half[y * COLUMNS + x - 1];
          if (word !== undefined) maps[y % 3]?.set(pattern, word);
        }
      }
    }
  }
  return maps;
}

/** Returns the text of a symbol from its rows of modules; codewords of bytes are left out. */
export function readPdf417(rows: readonly string[]): string {
  const maps = clusters();
  const words = rows.flatMap((row, y) => patterns(row).map((pattern) => maps[y % 3]?.get(pattern) ?? -1));
  return textOf(words.slice(1, words[0]));
}

function textOf(words: readonly number[]): string {
  let text = '';
  let index = 0;
  let letters = UPPER;
  let before = UPPER;
  let shifted = false;
  while (index < words.length) {
    const word = words[index] ?? 0;
    if (word === NUMERIC) {
      const group: number[] = [];
      for (index++; index < words.length && (words[index] ?? TEXT) < TEXT; index++) group.push(words[index] ?? 0);
      text += group
        .reduce((sum, value) => sum * 900n + BigInt(value), 0n)
        .toString()
        .slice(1);
      continue;
    }
    index++;
    if (word >= TEXT) continue;
    for (const value of [Math.floor(word / 30), word % 30]) {
      const set = letters;
      if (shifted) {
        letters = before;
        shifted = false;
      }
      const shift = (to: string): void => {
        before = set;
        letters = to;
        shifted = true;
      };
      if (set === PUNCTUATION) {
        if (value === 29) letters = UPPER;
        else text += PUNCTUATION[value] ?? '';
      } else if (value === 29) shift(PUNCTUATION);
      else if (set === MIXED) {
        if (value === 25) letters = PUNCTUATION;
        else if (value === 26) text += ' ';
        else if (value === 27) letters = UPPER.toLowerCase();
        else if (value === 28) letters = UPPER;
        else text += MIXED[value] ?? '';
      } else if (value === 28) letters = MIXED;
      else if (value === 27) {
        if (set === UPPER) letters = UPPER.toLowerCase();
        else shift(UPPER);
      } else text += set[value] ?? '';
    }
  }
  return text;
}
