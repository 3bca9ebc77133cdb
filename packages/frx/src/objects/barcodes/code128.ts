/**
 * Code 128 and GS1-128. The choice of code sets determines the width of the symbol, so it follows the reference: at least four digits in a row
 * with more text after them use set C, a single character of the other set uses a shift.
 */
import { barWidths } from './encoder.ts';
import { gs1Text } from './gs1.ts';
import { BarcodeError } from './types.ts';

type CodeSet = 'A' | 'B' | 'C';
/** Code sets that contain a character; A and B share some. */
type Reach = CodeSet | 'AorB';

const START = { A: 103, B: 104, C: 105 } as const;
const SWITCH = { A: 101, B: 100, C: 99 } as const;
const SHIFT = 98;
const CONTROL = /^&([abcs1-4]);/i;

/** Codewords of a text, without check and stop characters. `&A; &B; &C; &S; &1;` … `&4;` are the control codes of the reference. */
function code128Words(text: string, chooseSets: boolean): readonly number[] {
  const source = chooseSets ? markSets(withoutSetCodes(text)) : text;
  const words: number[] = [];
  let set: CodeSet | undefined;
  let shifted = false;
  for (let index = 0; index < source.length;) {
    const control = CONTROL.exec(source.slice(index, index + 3))?.[1]?.toUpperCase();
    if (set === undefined) {
      if (control !== 'A' && control !== 'B' && control !== 'C')
        throw new BarcodeError('The text must begin with a start code.');
      words.push(START[control]);
      set = control;
      index += 3;
      continue;
    }
    const active: CodeSet = shifted ? (set === 'A' ? 'B' : 'A') : set;
    shifted = false;
    if (control === 'A' || control === 'B' || control === 'C') {
      words.push(SWITCH[control]);
      set = control;
      index += 3;
    } else if (control === 'S') {
      words.push(SHIFT);
      shifted = true;
      index += 3;
    } else if (control !== undefined) {
      words.push(
        control === '1' ? 102 : control === '2' ? 97 : control === '3' ? 96 : SWITCH[active === 'A' ? 'A' : 'B'],
      );
      index += 3;
    } else {
      const length = active === 'C' ? 2 : 1;
      words.push(wordOf(source.slice(index, index + length), active));
      index += length;
    }
  }
  return words;
}

function wordOf(characters: string, set: CodeSet): number {
  if (set === 'C') {
    if (!/^\d\d$/.test(characters)) throw new BarcodeError('Code set C accepts only pairs of digits.');
    return Number(characters);
  }
  const code = characters.charCodeAt(0);
  const word =
    set === 'A' ? (code < 32 ? code + 64 : code < 96 ? code - 32 : -1) : code >= 32 && code < 128 ? code - 32 : -1;
  if (word < 0) throw new BarcodeError('The barcode cannot encode one of the characters.');
  return word;
}

/** The text without the codes that choose a set; function codes stay. */
function withoutSetCodes(text: string): string {
  return text.replace(/&[abcs];/gi, '');
}

/** The text without any control code: what is printed below the bars. */
export function withoutControlCodes(text: string): string {
  return text.replace(/&[abcs1-4];/gi, '');
}

function reachOf(code: number): Reach {
  if (code < 32) return 'A';
  if (code < 96) return 'AorB';
  return code < 128 ? 'B' : 'A';
}

/** Returns the number of digits that begin here, if set C makes the symbol shorter. */
function digitRun(text: string, index: number): number {
  if (index + 4 >= text.length) return 0;
  const run = /^\d*/.exec(text.slice(index))?.[0].length ?? 0;
  return run >= 4 ? run : 0;
}

/** Inserts the codes that select code sets into a text. */
function markSets(text: string): string {
  let marked = '';
  let set: CodeSet | undefined;
  for (let index = 0; index < text.length;) {
    const run = digitRun(text, index);
    if (run > 0) {
      const even = run - (run % 2);
      marked += `&C;${text.slice(index, index + even)}`;
      set = 'C';
      index += even;
      continue;
    }
    let reach = reachOf(text.charCodeAt(index));
    let count = 1;
    while (index + count < text.length && digitRun(text, index + count) === 0) {
      const next = reachOf(text.charCodeAt(index + count));
      if (reach === 'AorB') reach = next;
      else if (next !== 'AorB' && next !== reach) break;
      count++;
    }
    const wanted: CodeSet = reach === 'A' ? 'A' : 'B';
    if (count === 1 && set !== undefined && set !== 'C' && set !== wanted) marked += '&S;';
    else {
      marked += `&${wanted};`;
      set = wanted;
    }
    marked += text.slice(index, index + count);
    index += count;
  }
  return marked;
}

/** Element widths of a Code 128 symbol, including check and stop characters. */
export function code128Widths(text: string, chooseSets: boolean): readonly number[] {
  const words = code128Words(text, chooseSets);
  if (words.length === 0) throw new BarcodeError('There is no text to encode.');
  return barWidths('code128', words.map((word) => `^${String(word).padStart(3, '0')}`).join(''), { raw: true });
}

/** Element widths of a GS1-128 symbol for `(01)…(10)…`, or for digits whose structure the caller guarantees. */
export function gs1128Widths(text: string, chooseSets: boolean): readonly number[] {
  const structured = text.startsWith('(') ? gs1Text(text) : undefined;
  const plain = text.replaceAll('(', '&A;').replaceAll(')', '').replaceAll(' ', '');
  return code128Widths(`&C;${structured ?? `&1;${text.startsWith('(') ? plain.slice(3) : plain}`}`, chooseSets);
}
