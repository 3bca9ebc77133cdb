import { isAsciiDigit, isAsciiSpace, isAsciiWord, isDigit, isSpace, isWord, lower, property } from './characters.ts';
import type { CharacterTest } from './characters.ts';
import { ECMA_SCRIPT, IGNORE_CASE, PatternError, UnsupportedPattern } from './tree.ts';

/** Content of a character class. */
interface ClassItems {
  readonly tests: CharacterTest[];
  readonly ranges: [number, number][];
}

/** Parses characters of a pattern, with their escapes, and character classes (Regular Expression Language of .NET, Character Classes). */
export class CharacterParser {
  protected readonly source: string;
  protected options: number;
  protected at = 0;

  constructor(source: string, options: number) {
    this.source = source;
    this.options = options;
  }

  protected fail(message: string): never {
    throw new PatternError(`Invalid pattern '${this.source}' at offset ${String(this.at)}. ${message}`);
  }

  protected has(option: number): boolean {
    return (this.options & option) !== 0;
  }

  protected peek(offset = 0): string {
    return this.source.charAt(this.at + offset);
  }

  protected shorthand(letter: string): CharacterTest {
    const ascii = this.has(ECMA_SCRIPT);
    const test = { w: ascii ? isAsciiWord : isWord, d: ascii ? isAsciiDigit : isDigit, s: ascii ? isAsciiSpace : isSpace }[letter.toLowerCase() as 'w']; // prettier-ignore
    return letter === letter.toLowerCase() ? test : (code) => !test(code);
  }

  /** Parses `{name}` after `\p`. */
  protected property(isNegative: boolean): CharacterTest {
    if (this.source.length - this.at < 3) this.fail('Incomplete \\p{X} character escape.');
    if (this.peek() !== '{') this.fail('Malformed \\p{X} character escape.');
    const found = /^\{([\p{L}\p{Mn}\p{Nd}\p{Pc}-]*)/u.exec(this.source.slice(this.at));
    const name = found?.[1] ?? '';
    this.at += name.length + 1;
    if (this.peek() !== '}') this.fail('Incomplete \\p{X} character escape.');
    this.at++;
    const test = property(name, this.has(IGNORE_CASE));
    if (!test) {
      if (name.startsWith('Is')) throw new UnsupportedPattern(`the block \\p{${name}} is not available`);
      this.fail(`Unknown property '${name}'.`);
    }
    return isNegative ? (code) => !test(code) : test;
  }

  /** Parses an escaped character, after the backslash. */
  protected character(): number {
    const character = this.peek();
    this.at++;
    switch (character) {
      case 'x':
        return this.hex(2);
      case 'u':
        return this.hex(4);
      case 'a':
        return 7;
      case 'b':
        return 8;
      case 'e':
        return 27;
      case 'f':
        return 12;
      case 'n':
        return 10;
      case 'r':
        return 13;
      case 't':
        return 9;
      case 'v':
        return 11;
      case 'c':
        return this.control();
      default:
    }
    if (/[0-7]/u.test(character)) {
      const found = /^[0-7]{1,3}/u.exec(this.source.slice(this.at - 1))?.[0] ?? '';
      this.at += found.length - 1;
      return Number.parseInt(found, 8) & 0xff;
    }
    const code = character.charCodeAt(0);
    if (isWord(code)) this.fail(`Unrecognized escape sequence \\${character}.`);
    return code;
  }

  protected hex(count: number): number {
    const text = this.source.slice(this.at, this.at + count);
    if (text.length < count || !/^[\da-f]+$/iu.test(text)) {
      if (text.length >= count) this.at += Math.min(count, (/^[\da-f]*/iu.exec(text)?.[0].length ?? 0) + 1);
      this.fail('Insufficient hexadecimal digits.');
    }
    this.at += count;
    return Number.parseInt(text, 16);
  }

  protected control(): number {
    if (this.at >= this.source.length) this.fail('Missing control character.');
    const code = (this.source.charCodeAt(this.at++) & ~(/[a-z]/u.test(this.peek(-1)) ? 32 : 0)) - 64;
    if (code < 0 || code >= 32) this.fail('Unrecognized control character.');
    return code;
  }

  protected classTest(): CharacterTest {
    const isNegative = this.peek() === '^';
    if (isNegative) this.at++;
    const set: ClassItems = { tests: [], ranges: [] };
    let without: CharacterTest | undefined;
    for (let isFirst = true; ; isFirst = false) {
      if (this.at >= this.source.length) this.fail('Unterminated [] set.');
      if (this.peek() === ']' && !isFirst) {
        this.at++;
        break;
      }
      if (!isFirst && this.source.startsWith('-[', this.at)) {
        this.at += 2;
        without = this.classTest();
        if (this.at < this.source.length && this.peek() !== ']')
          this.fail('A subtraction must be the last element in a character class.');
        continue;
      }
      const from = this.classItem(set, undefined);
      if (from === undefined) continue;
      if (this.peek() === '-' && this.peek(1) !== ']' && this.peek(1) !== '' && this.peek(1) !== '[') {
        this.at++;
        const to = this.classItem(set, from) ?? from;
        if (to < from) this.fail('[x-y] range in reverse order.');
        set.ranges.push([from, to]);
      } else set.ranges.push([from, from]);
    }
    const test = this.folded(ofSet(set, this.has(IGNORE_CASE)));
    const removed = without;
    if (isNegative) return removed ? (code) => !test(code) && !removed(code) : (code) => !test(code);
    return removed ? (code) => test(code) && !removed(code) : test;
  }

  /** Parses a character of a class, or a shorthand, which is added to the set. */
  protected classItem(set: ClassItems, from: number | undefined): number | undefined {
    if (this.peek() !== '\\') return this.source.charCodeAt(this.at++);
    this.at++;
    const character = this.peek();
    if (character === '') this.fail('Unterminated [] set.');
    if (/[dswDSWpP]/u.test(character)) {
      this.at++;
      if (from !== undefined) this.fail(`Cannot include class \\${character} in character range.`);
      set.tests.push(/[pP]/u.test(character) ? this.property(character === 'P') : this.shorthand(character));
      return undefined;
    }
    if (character === '-') {
      this.at++;
      return 45;
    }
    return this.character();
  }

  /** Returns a test on the lower-case form if case is ignored. */
  protected folded(test: CharacterTest): CharacterTest {
    return this.has(IGNORE_CASE) ? (code) => test(lower(code)) : test;
  }
}

function ofSet({ tests, ranges }: ClassItems, ignoreCase: boolean): CharacterTest {
  const folded = new Set<number>();
  if (ignoreCase) for (const [from, to] of ranges) for (let code = from; code <= to; code++) folded.add(lower(code));
  return (code) => {
    for (const [from, to] of ranges) if (code >= from && code <= to) return true;
    return folded.has(code) || tests.some((test) => test(code));
  };
}
