import { isSpace, lower } from './characters.ts';
import { ECMA_SCRIPT, IGNORE_CASE, IGNORE_WHITE_SPACE, MULTILINE, RIGHT_TO_LEFT, SINGLELINE, UnsupportedPattern } from './tree.ts'; // prettier-ignore
import type { Anchor, Node, Pattern } from './tree.ts';
import { nameAt, numberGroups, readOptions } from './groups.ts';
import type { Groups } from './groups.ts';
import { CharacterParser } from './characterParser.ts';

/** Parses a pattern of .NET (Regular Expression Language of .NET). @throws PatternError with .NET's message, and UnsupportedPattern */
export function parsePattern(source: string, options: number): Pattern {
  if ((options & RIGHT_TO_LEFT) !== 0) throw new UnsupportedPattern('RegexOptions.RightToLeft is not available');
  const groups = numberGroups(source, options);
  return new PatternParser(source, options, groups).parse();
}

const MAX_DEPTH = 200;
const MAX_INT = 2147483647;

class PatternParser extends CharacterParser {
  readonly #groups: Groups;
  #depth = 0;
  #isInLook = 0;
  readonly #unseen = new Set<number>();
  /** Numbers of the groups around the current position. */
  readonly #open: number[] = [];

  constructor(source: string, options: number, groups: Groups) {
    super(source, options);
    this.#groups = groups;
  }

  parse(): Pattern {
    const root = this.#alternatives();
    if (this.at < this.source.length) {
      this.at++;
      this.fail("Too many )'s.");
    }
    const names = new Map([...this.#groups.named].map(([name, number]) => [number, name]));
    const numbers = [...this.#groups.numbers].toSorted((a, b) => a - b);
    const repeated = new Set<number>();
    noteRepeated(root, false, repeated, new Set());
    return {
      root,
      numbers,
      names: numbers.map((number) => names.get(number) ?? String(number)),
      repeated,
      unseen: this.#unseen,
    };
  }

  /** Skips comments, and white space if the option is set. */
  #blank(): void {
    for (;;) {
      if (this.has(IGNORE_WHITE_SPACE)) {
        while (this.at < this.source.length && isSpace(this.source.charCodeAt(this.at))) this.at++;
        if (this.peek() === '#') {
          while (this.at < this.source.length && this.peek() !== '\n') this.at++;
          continue;
        }
      }
      if (!this.source.startsWith('(?#', this.at)) return;
      const end = this.source.indexOf(')', this.at);
      if (end < 0) {
        this.at = this.source.length;
        this.fail('Unterminated (?#...) comment.');
      }
      this.at = end + 1;
    }
  }

  #alternatives(): Node {
    if (++this.#depth > MAX_DEPTH) throw new UnsupportedPattern('the pattern nests too deep');
    const items: Node[] = [];
    let row: Node[] = [];
    for (;;) {
      this.#blank();
      if (this.at >= this.source.length || this.peek() === ')') break;
      if (this.peek() === '|') {
        this.at++;
        items.push(inRow(row));
        row = [];
        continue;
      }
      const unit = this.#unit();
      if (unit) row.push(this.#quantified(unit));
    }
    this.#depth--;
    if (items.length === 0) return inRow(row);
    return { k: 'any', items: [...items, inRow(row)] };
  }

  /** Returns true when `{` begins `{n}`, `{n,}` or `{n,m}`. */
  #isQuantifier(): boolean {
    const character = this.peek();
    if (character !== '{') return character === '*' || character === '+' || character === '?';
    BRACES.lastIndex = this.at;
    return BRACES.test(this.source);
  }

  /** Parses one part without its quantifier; returns undefined for options, which affect what follows. */
  #unit(): Node | undefined {
    const character = this.peek();
    switch (character) {
      case '[':
        this.at++;
        return this.#class();
      case '(':
        return this.#group();
      case '^':
        this.at++;
        return this.#anchor(this.has(MULTILINE) ? 'line start' : 'start');
      case '$':
        this.at++;
        return this.#anchor(this.has(MULTILINE) ? 'line end' : 'last end');
      case '.':
        this.at++;
        return { k: 'character', test: this.has(SINGLELINE) ? () => true : (code) => code !== 10 };
      case '\\':
        return this.#escape();
      default:
        if (this.#isQuantifier()) {
          this.at++;
          this.fail('Quantifier {x,y} following nothing.');
        }
        this.at++;
        return this.#one(character.charCodeAt(0));
    }
  }

  #anchor(anchor: Anchor): Node {
    return { k: 'anchor', anchor, ascii: this.has(ECMA_SCRIPT) };
  }

  #one(code: number): Node {
    if (!this.has(IGNORE_CASE)) return { k: 'character', test: (given) => given === code };
    const wanted = lower(code);
    return { k: 'character', test: (given) => given === wanted || lower(given) === wanted };
  }

  #quantified(unit: Node): Node {
    this.#blank();
    if (!this.#isQuantifier()) return unit;
    const character = this.peek();
    let min = character === '+' ? 1 : 0;
    let max = character === '?' ? 1 : Infinity;
    if (character === '{') {
      BRACES.lastIndex = this.at;
      const [all = '', low = '', comma, high = ''] = BRACES.exec(this.source) ?? [];
      this.#inRange(low, 1);
      this.#inRange(high, all.length - 1 - high.length);
      min = Number(low);
      max = comma === undefined ? min : high === '' ? Infinity : Number(high);
      this.at += all.length;
    } else this.at++;
    this.#blank();
    const lazy = this.peek() === '?';
    if (lazy) this.at++;
    if (min > max) this.fail('Illegal {x,y} with x > y.');
    this.#blank();
    if (this.#isQuantifier()) {
      const again = this.peek();
      this.at++;
      this.fail(`Nested quantifier '${again}'.`);
    }
    return { k: 'loop', body: unit, min, max, lazy };
  }

  /** Refuses a count of repetitions beyond Int32; its digits begin at `offset`. */
  #inRange(digits: string, offset: number): void {
    for (let count = 1; count <= digits.length; count++)
      if (Number(digits.slice(0, count)) > MAX_INT) {
        this.at += offset + count;
        this.fail('Capture group numbers must be less than or equal to Int32.MaxValue.');
      }
  }

  #group(): Node | undefined {
    const start = this.at;
    const before = this.options;
    this.at++;
    if (this.peek() !== '?') {
      const number = this.#groups.unnamed.get(start);
      return this.#close(before, number);
    }
    this.at++;
    const character = this.peek();
    const next = this.peek(1);
    switch (character) {
      case ':':
        this.at++;
        return this.#close(before);
      case '=':
      case '!':
        this.at++;
        return this.#lookaround(before, false, character === '!');
      case '>':
        throw new UnsupportedPattern('atomic groups (?>…) are not available');
      case '(':
        throw new UnsupportedPattern('conditions (?(…)…) are not available');
      case '<':
      case "'": {
        if (character === '<' && (next === '=' || next === '!')) {
          this.at += 2;
          return this.#lookaround(before, true, next === '!');
        }
        return this.#named(before, character === '<' ? '>' : "'");
      }
      default: {
        const read = readOptions(this.source, this.at, this.options);
        const end = this.source.charAt(read.at);
        this.at = Math.min(read.at + 1, this.source.length);
        if (end !== ')' && end !== ':') this.fail('Unrecognized grouping construct.');
        this.options = read.options;
        return end === ')' ? undefined : this.#close(before);
      }
    }
  }

  #named(before: number, end: string): Node {
    this.at++;
    const name = nameAt(this.source, this.at);
    if (this.at >= this.source.length || (name === '' && this.peek() === '-' && this.peek(1) === ''))
      this.fail('Unrecognized grouping construct.');
    if (this.peek(name.length) === '-')
      throw new UnsupportedPattern('balancing groups (?<name-name>…) are not available');
    if (name === '') {
      this.at++;
      this.fail('Invalid group name: Group names must begin with a word character.');
    }
    this.at += name.length;
    const isNumber = /^\d/u.test(name);
    if (isNumber && !/^\d+$/u.test(name))
      this.fail('Invalid group name: Group names must begin with a word character.');
    if (isNumber && Number(name) === 0) this.fail('Capture number cannot be zero.');
    if (this.at >= this.source.length) this.fail('Unrecognized grouping construct.');
    if (this.peek() !== end) this.fail('Invalid group name: Group names must begin with a word character.');
    this.at++;
    return this.#close(before, isNumber ? Number(name) : this.#groups.named.get(name));
  }

  /** Parses the rest of a group up to its parenthesis, at which its options end. */
  #close(before: number, number?: number): Node {
    if (number !== undefined && this.#isInLook > 0) this.#unseen.add(number);
    if (number !== undefined && this.#open.includes(number))
      throw new UnsupportedPattern('a group inside of a group of its own name is not available');
    if (number !== undefined) this.#open.push(number);
    const body = this.#alternatives();
    if (number !== undefined) this.#open.pop();
    if (this.peek() !== ')') this.fail("Not enough )'s.");
    this.at++;
    this.options = before;
    return number === undefined ? body : { k: 'group', number, body };
  }

  #lookaround(before: number, behind: boolean, negative: boolean): Node {
    // Captures of a negative lookaround are never visible.
    if (!negative) this.#isInLook++;
    const body = this.#close(before);
    if (!negative) this.#isInLook--;
    return { k: 'lookaround', behind, negative, body };
  }

  #escape(): Node {
    this.at++;
    const character = this.peek();
    switch (character) {
      case '':
        return this.fail('Illegal \\ at end of pattern.');
      case 'b':
      case 'B':
        this.at++;
        return this.#anchor(character === 'b' ? 'word' : 'not word');
      case 'A':
        this.at++;
        return this.#anchor('start');
      case 'G':
        this.at++;
        return this.#anchor('search start');
      case 'Z':
        this.at++;
        return this.#anchor('last end');
      case 'z':
        this.at++;
        return this.#anchor('end');
      case 'w':
      case 'W':
      case 'd':
      case 'D':
      case 's':
      case 'S': // prettier-ignore
        this.at++;
        return { k: 'character', test: this.shorthand(character) };
      case 'p':
      case 'P':
        this.at++;
        return { k: 'character', test: this.folded(this.property(character === 'P')) };
      case 'k':
        return this.#reference();
      default:
    }
    const old = /^<(\w+)>|^'(\w+)'/u.exec(this.source.slice(this.at, this.at + 80));
    if (old) {
      this.at += old[0].length;
      return this.#referenceTo(old[1] ?? old[2] ?? '');
    }
    if (/[1-9]/u.test(character)) {
      const number = /^\d+/u.exec(this.source.slice(this.at))?.[0] ?? '';
      if (this.#groups.numbers.has(Number(number))) {
        this.at += number.length;
        return this.#referenceTo(number);
      }
      if (Number(number) <= 9) {
        this.at += number.length;
        this.fail(`Reference to undefined group number ${number}.`);
      }
    }
    return this.#one(this.character());
  }

  #reference(): Node {
    const found = /^k(?:<(\w*)(>)?|'(\w*)(')?)/u.exec(this.source.slice(this.at));
    if (!found) this.fail('Malformed \\k<...> named back reference.');
    const name = found[1] ?? found[3] ?? '';
    this.at += 2 + name.length;
    if (name === '' || (found[2] ?? found[4]) === undefined) this.fail('Malformed \\k<...> named back reference.');
    this.at++;
    return this.#referenceTo(name);
  }

  #referenceTo(name: string): Node {
    let number = Number(name);
    if (/^\d+$/u.test(name)) {
      if (!this.#groups.numbers.has(number)) this.fail(`Reference to undefined group number ${name}.`);
    } else {
      number = this.#groups.named.get(name) ?? this.fail(`Reference to undefined group name '${name}'.`);
    }
    if (this.#isInLook > 0)
      throw new UnsupportedPattern('references to groups inside of lookarounds are not available');
    if (this.#open.includes(number))
      throw new UnsupportedPattern('references to a group inside of it are not available');
    if (this.#unseen.has(number))
      throw new UnsupportedPattern('references to groups that lookarounds capture are not available');
    if (this.has(ECMA_SCRIPT))
      throw new UnsupportedPattern('references to groups are not available with RegexOptions.ECMAScript');
    return { k: 'reference', number, ignoreCase: this.has(IGNORE_CASE) };
  }

  /** Parses the rest of a character class, after its bracket. */
  #class(): Node {
    return { k: 'character', test: this.classTest() };
  }
}

const BRACES = /\{(\d+)(?:(,)(\d*))?\}/uy;

function inRow(items: readonly Node[]): Node {
  const [only] = items;
  return items.length === 0 ? { k: 'empty' } : items.length === 1 && only ? only : { k: 'all', items };
}

/** Collects the groups that can be captured several times in one match. */
function noteRepeated(node: Node, isRepeated: boolean, repeated: Set<number>, seen: Set<number>): void {
  switch (node.k) {
    case 'group':
      if (isRepeated || seen.has(node.number)) repeated.add(node.number);
      seen.add(node.number);
      noteRepeated(node.body, isRepeated, repeated, seen);
      break;
    case 'loop':
      noteRepeated(node.body, isRepeated || node.max > 1, repeated, seen);
      break;
    case 'lookaround':
      noteRepeated(node.body, isRepeated, repeated, seen);
      break;
    case 'all':
    case 'any':
      for (const item of node.items) noteRepeated(item, isRepeated, repeated, seen);
      break;
    default:
  }
}
