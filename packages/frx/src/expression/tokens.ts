import { ExpressionError } from './errors.ts';
import { numberLiteral } from './numberLiteral.ts';
import { Char } from './values.ts';
import type { Value } from './values.ts';

export type TokenKind = 'identifier' | 'literal' | 'interpolated' | 'punctuator' | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Identifier or punctuator as written; content of an interpolated string. */
  readonly text: string;
  readonly value: Value;
  readonly position: number;
  readonly end: number;
}

const punctuators = [
  '??=',
  '<<=',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '??',
  '?.',
  '++',
  '--',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '&=',
  '|=',
  '^=',
  '<<',
  '::',
];
const single = new Set('()[]{}.,;:?+-*/%<>=!&|^~#'.split(''));

/** The longest source that is read, in characters. */
const MAX_SOURCE = 1_000_000;
/** The longest number, in characters. */
const MAX_NUMBER = 400;
/** How deep expressions and statements may nest. */
const MAX_DEPTH = 200;

/** Reads tokens of C# one after the other; can be set back to an earlier place. */
export class TokenReader {
  readonly source: string;
  /** `[` where a value is expected begins the name of data. */
  readonly allowsData: boolean;
  token: Token;
  /** How deep the grammar is nested at this place. */
  depth: number;

  constructor(source: string, allowsData: boolean, depth = 0) {
    if (source.length > MAX_SOURCE) throw new ExpressionError('The source is too long.', undefined, MAX_SOURCE);
    this.source = source;
    this.allowsData = allowsData;
    this.depth = depth;
    this.token = scan(source, 0);
  }

  /** The present token; the next one becomes present. */
  take(): Token {
    const { token } = this;
    this.token = scan(this.source, token.end);
    return token;
  }

  /** Goes on reading at a place of the source. */
  moveTo(position: number): void {
    this.token = scan(this.source, position);
  }

  /** Sets back to a token that was present before. */
  restore(token: Token): void {
    this.token = token;
  }

  is(text: string): boolean {
    const { kind } = this.token;
    return (kind === 'punctuator' || kind === 'identifier') && this.token.text === text;
  }

  /** Takes the token if it is `text`. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.error(`${text} expected`);
    return this.take();
  }

  identifier(): string {
    if (this.token.kind !== 'identifier') throw this.error('Identifier expected');
    const { text } = this.take();
    return text.startsWith('@') ? text.slice(1) : text;
  }

  error(message: string, position: number = this.token.position): ExpressionError {
    const found = position === this.token.position ? this.#found() : '';
    return new ExpressionError(message + found, this.source, position);
  }

  #found(): string {
    if (this.token.kind === 'end') return ' at the end';
    return ` before '${this.source.slice(this.token.position, this.token.end).slice(0, 40)}'`;
  }

  /** Runs a part of the grammar that may contain itself; too deep nesting is an error and not a crash. */
  nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) throw this.error('Nested too deep');
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}

const spaceOrComment = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|\uFEFF)*/uy;
const identifier = /@?[\p{L}_][\p{L}\p{Nd}\p{Mn}\p{Mc}_]*/uy;
const number =
  /0[xX][\da-fA-F_]+(?:[uU]?[lL]?[uU]?)|0[bB][01_]+(?:[uU]?[lL]?[uU]?)|(?:\d[\d_]*)?(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[mMdDfF]|[uU]?[lL]?[uU]?)/uy;

function matchAt(pattern: RegExp, source: string, position: number): string {
  pattern.lastIndex = position;
  return pattern.exec(source)?.[0] ?? '';
}

function scan(source: string, from: number): Token {
  let position = from + matchAt(spaceOrComment, source, from).length;
  // A line with a preprocessor directive (#region) says nothing to the reader.
  while (
    source[position] === '#' &&
    /(?:^|\n)[ \t]*$/u.test(source.slice(Math.max(0, position - 200), position)) &&
    position > 0
  ) {
    const end = source.indexOf('\n', position);
    position = end < 0 ? source.length : end;
    position += matchAt(spaceOrComment, source, position).length;
  }
  const token = (kind: TokenKind, end: number, value: Value = null, text = source.slice(position, end)): Token => ({
    kind,
    text,
    value,
    position,
    end,
  });
  if (position >= source.length) return token('end', source.length);
  const character = source[position] ?? '';
  if (/\d/u.test(character) || (character === '.' && /\d/u.test(source[position + 1] ?? ''))) {
    const text = matchAt(number, source, position);
    return token('literal', position + text.length, numberValue(text, source, position));
  }
  if (character === '"') {
    const { value, end } = quoted(source, position);
    return token('literal', end, value);
  }
  if (character === '@' && source[position + 1] === '"') {
    const { value, end } = verbatim(source, position + 1);
    return token('literal', end, value);
  }
  const opening = /^(?:\$@?|@\$)"/u.exec(source.slice(position, position + 3));
  if (opening) return interpolated(source, position, opening[0]);
  if (character === "'") {
    const { value, end } = quoted(source, position);
    if (value.length !== 1) throw new ExpressionError('A character literal holds one character', source, position);
    return token('literal', end, new Char(value.charCodeAt(0)));
  }
  const name = matchAt(identifier, source, position);
  if (name !== '') {
    const end = position + name.length;
    if (name === 'true' || name === 'false') return token('literal', end, name === 'true', name);
    return token(name === 'null' ? 'literal' : 'identifier', end);
  }
  for (const text of punctuators)
    if (source.startsWith(text, position)) {
      // `a?.5:b` is a condition, not a member access.
      if (text === '?.' && /\d/u.test(source[position + 2] ?? '')) continue;
      return token('punctuator', position + text.length);
    }
  if (single.has(character)) return token('punctuator', position + 1);
  throw new ExpressionError(`Unexpected character '${character}'`, source, position);
}

function numberValue(text: string, source: string, position: number): Value {
  if (text.length > MAX_NUMBER) throw new ExpressionError('The number is too long', source, position);
  const literal = numberLiteral(text);
  if (!literal) throw new ExpressionError('The number is too large for its type', source, position);
  return literal.value;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['0', '\0'],
  ['a', '\u0007'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
]);

/** A literal in `"` or `'`, with escapes; may not run over the end of the line in C#, here it may. */
function quoted(source: string, position: number): { value: string; end: number } {
  const quote = source[position];
  let value = '';
  let at = position + 1;
  while (at < source.length) {
    const character = source[at] ?? '';
    if (character === quote) return { value, end: at + 1 };
    if (character === '\\') {
      const escape = readEscape(source, at);
      value += escape.value;
      at = escape.end;
    } else {
      value += character;
      at++;
    }
  }
  throw new ExpressionError('The literal is not closed', source, position);
}

/** The escape that begins with the backslash at `at`. */
export function readEscape(source: string, at: number): { value: string; end: number } {
  const letter = source[at + 1] ?? '';
  const hexadecimal =
    letter === 'u'
      ? /^[\da-fA-F]{4}/u
      : letter === 'x'
        ? /^[\da-fA-F]{1,4}/u
        : letter === 'U'
          ? /^00(?:0[\da-fA-F]|10)[\da-fA-F]{4}/u
          : undefined;
  if (!hexadecimal) return { value: escapes.get(letter) ?? letter, end: at + 2 };
  const digits = hexadecimal.exec(source.slice(at + 2, at + 10))?.[0];
  if (digits === undefined) throw new ExpressionError('Unrecognized escape sequence', source, at);
  return { value: String.fromCodePoint(Number.parseInt(digits, 16)), end: at + 2 + digits.length };
}

function verbatim(source: string, position: number): { value: string; end: number } {
  let value = '';
  let at = position + 1;
  for (;;) {
    const end = source.indexOf('"', at);
    if (end < 0) throw new ExpressionError('The literal is not closed', source, position);
    value += source.slice(at, end);
    if (source[end + 1] !== '"') return { value, end: end + 1 };
    value += '"';
    at = end + 2;
  }
}

/** Finds the end of an interpolated string; its parts are read by the parser. */
function interpolated(source: string, position: number, opening: string): Token {
  const isVerbatim = opening.includes('@');
  let at = position + opening.length;
  let depth = 0;
  while (at < source.length) {
    const character = source[at];
    if (depth === 0 && character === '\\' && !isVerbatim) at++;
    else if (character === '{') depth = depth === 0 && source[at + 1] === '{' ? (at++, 0) : depth + 1;
    else if (character === '}') depth = Math.max(depth - 1, 0);
    else if (character === '"') {
      if (depth > 0) at = quoted(source, at).end - 1;
      else if (isVerbatim && source[at + 1] === '"') at++;
      else {
        const text = source.slice(position + opening.length, at);
        return { kind: 'interpolated', text, value: isVerbatim, position, end: at + 1 };
      }
    }
    at++;
  }
  throw new ExpressionError('The literal is not closed', source, position);
}
