import { EXPLICIT_CAPTURE, IGNORE_CASE, IGNORE_WHITE_SPACE, MULTILINE, SINGLELINE } from './tree.ts';

/** Names, numbers and options of the groups of a pattern. */

/** Numbers of the groups of a pattern. */
export interface Groups {
  /** Numbers of unnamed groups by the position of their parenthesis. */
  readonly unnamed: ReadonlyMap<number, number>;
  readonly named: ReadonlyMap<string, number>;
  readonly numbers: ReadonlySet<number>;
}

const NAME = /[\p{L}\p{Mn}\p{Nd}\p{Pc}]+/uy;

/** Returns the name at a position; empty if there is none. */
export function nameAt(source: string, at: number): string {
  NAME.lastIndex = at;
  return NAME.exec(source)?.[0] ?? '';
}

const OPTION_LETTERS: Readonly<Record<string, number>> = {
  i: IGNORE_CASE, m: MULTILINE, n: EXPLICIT_CAPTURE, s: SINGLELINE, x: IGNORE_WHITE_SPACE,
}; // prettier-ignore

/** Parses `imnsx-imnsx`; returns the options and the position after them. */
export function readOptions(source: string, from: number, options: number): { at: number; options: number } {
  let at = from;
  let made = options;
  let isOff = false;
  for (; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '-') isOff = true;
    else if (character === '+') isOff = false;
    else {
      const bit = OPTION_LETTERS[character.toLowerCase()];
      if (bit === undefined) break;
      made = isOff ? made & ~bit : made | bit;
    }
  }
  return { at, options: made };
}

/** Returns the position after the character class that begins at `from`. */
function afterClass(source: string, from: number): number {
  let at = from + 1;
  if (source.charAt(at) === '^') at++;
  if (source.charAt(at) === ']') at++;
  for (; at < source.length; at++) {
    const character = source.charAt(at);
    if (character === '\\') at++;
    else if (character === ']') return at + 1;
    else if (character === '[' && source.charAt(at - 1) === '-') at = afterClass(source, at) - 1;
  }
  return at;
}

/** Numbers the groups: first the unnamed ones, then the named ones, each in the order of the pattern. */
class GroupScan {
  readonly #source: string;
  readonly #options: number;
  constructor(source: string, options: number) {
    this.#source = source;
    this.#options = options;
  }

  scan(): Groups {
    const source = this.#source;
    const unnamed = new Map<number, number>();
    const names: string[] = [];
    const numbers = new Set([0]);
    const stack: number[] = [];
    let options = this.#options;
    let next = 1;
    for (let at = 0; at < source.length; at++) {
      const character = source.charAt(at);
      if (character === '\\') at++;
      else if (character === '[') at = afterClass(source, at) - 1;
      else if (character === '#' && (options & IGNORE_WHITE_SPACE) !== 0) {
        while (at + 1 < source.length && source.charAt(at + 1) !== '\n') at++;
      } else if (character === ')') options = stack.pop() ?? options;
      else if (character === '(') {
        if (source.startsWith('(?#', at)) {
          const end = source.indexOf(')', at);
          at = end < 0 ? source.length : end;
          continue;
        }
        stack.push(options);
        if (source.charAt(at + 1) !== '?') {
          if ((options & EXPLICIT_CAPTURE) === 0) {
            unnamed.set(at, next);
            numbers.add(next++);
          }
          continue;
        }
        const open = source.charAt(at + 2);
        if (open === '<' || open === "'") {
          const name = nameAt(source, at + 3);
          if (/^\d+$/u.test(name)) numbers.add(Number(name));
          else if (name !== '' && !names.includes(name)) names.push(name);
          continue;
        }
        const read = readOptions(source, at + 2, options);
        if (read.at > at + 2 || source.charAt(read.at) === ')') {
          if (source.charAt(read.at) === ')') {
            stack.pop();
            at = read.at;
          }
          options = read.options;
        }
      }
    }
    const named = new Map<string, number>();
    for (const name of names) {
      while (numbers.has(next)) next++;
      named.set(name, next);
      numbers.add(next);
    }
    return { unnamed, named, numbers };
  }
}

/** Numbers and names of the groups of a pattern. */
export function numberGroups(source: string, options: number): Groups {
  return new GroupScan(source, options).scan();
}
