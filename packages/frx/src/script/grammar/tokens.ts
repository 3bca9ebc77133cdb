import { ExpressionError } from '../../expression/errors.ts';
import { readEscape } from './escapes.ts';

/** A lexical unit of C# (C# specification, Lexical structure). `position` and `end` are 0-based characters of the source. */
export interface Token {
  readonly kind: 'name' | 'keyword' | 'number' | 'string' | 'char' | 'interpolated' | 'punctuator' | 'error' | 'end';
  readonly text: string;
  readonly position: number;
  readonly end: number;
  /** Text of a string or char literal, without quotes and escapes. */
  readonly value?: string;
  readonly parts?: readonly InterpolationPart[];
}

/** A part of an interpolated string: text, or the tokens of an interpolation with its alignment and format. */
type InterpolationPart =
  | { readonly text: string }
  | {
      readonly tokens: readonly Token[];
      readonly alignment: readonly Token[] | undefined;
      readonly format: string | undefined;
    };

const KEYWORDS = new Set(
  (
    'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit ' +
    'extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator ' +
    'out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this ' +
    'throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while'
  ).split(' '),
);

const PUNCTUATORS = [
  '<<=', '...', '??=', '=>', '==', '!=', '<=', '&&', '||', '??', '?.', '++', '--', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<',
  '->', '::', '..', '{', '}', '(', ')', '[', ']', '.', ',', ';', ':', '?', '<', '>', '=', '!', '~', '+', '-', '*', '/', '%', '&', '|', '^',
]; // prettier-ignore

/** Punctuators by first character, longer ones before their prefixes. */
const PUNCTUATORS_OF = Map.groupBy(PUNCTUATORS, (mark) => mark.charAt(0));

/** Deepest nesting of interpolations. */
const MAX_HOLES = 50;

const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*/uy;
const NUMBER =
  /0[xX][0-9a-fA-F_]+[uUlL]*|0[bB][01_]+[uUlL]*|(?:\d[\d_]*)?(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[fFdDmM]|[uUlL]+)?/y;

/** Splits a source into tokens, of which the last is `end`. @throws ExpressionError with the position of an invalid token */
export function tokenize(source: string): Token[] {
  return new Lexer(source, 0, source.length, false).all();
}

/**
 * Splits a part of a template's expression into tokens. Names of data need not consist of tokens, so an invalid one becomes a token `error`
 * with the message as its text, which ends the list.
 */
export function templateTokens(source: string, start: number, end: number): Token[] {
  return new Lexer(source, start, end, true).all();
}

class Lexer {
  readonly #source: string;
  readonly #end: number;
  readonly #isLenient: boolean;
  /** Number of enclosing interpolations. */
  #holes: number;
  #at: number;

  constructor(source: string, start: number, end: number, isLenient: boolean, holes = 0) {
    this.#source = source;
    this.#at = start;
    this.#end = end;
    this.#isLenient = isLenient;
    this.#holes = holes;
  }

  all(): Token[] {
    const tokens: Token[] = [];
    try {
      for (;;) {
        this.#skip();
        if (this.#at >= this.#end) break;
        tokens.push(this.#next());
      }
    } catch (error) {
      if (!this.#isLenient || !(error instanceof ExpressionError)) throw error;
      const position = error.position ?? this.#at;
      tokens.push({ kind: 'error', text: error.message, position, end: position });
    }
    tokens.push({ kind: 'end', text: '', position: this.#end, end: this.#end });
    return tokens;
  }

  #fail(message: string, at = this.#at): never {
    throw new ExpressionError(message, this.#source, at);
  }

  /** Skips white space, comments and preprocessor lines; `#if` regions are skipped unless they are `true`. */
  #skip(): void {
    const source = this.#source;
    while (this.#at < this.#end) {
      const character = source[this.#at] ?? '';
      if (/\s/u.test(character) || character === '\uFEFF') this.#at++;
      else if (source.startsWith('//', this.#at)) this.#at = this.#lineEnd();
      else if (source.startsWith('/*', this.#at)) {
        const end = source.indexOf('*/', this.#at + 2);
        if (end < 0) this.#fail('CS1035: End-of-file found, */ expected');
        this.#at = end + 2;
      } else if (character === '#' && /^\s*$/u.test(source.slice(source.lastIndexOf('\n', this.#at) + 1, this.#at))) {
        this.#directive();
      } else return;
    }
  }

  #lineEnd(): number {
    const end = this.#source.indexOf('\n', this.#at);
    return end < 0 || end > this.#end ? this.#end : end;
  }

  #directive(): void {
    const line = this.#source.slice(this.#at, this.#lineEnd()).trim();
    this.#at = this.#lineEnd();
    const [, word = '', rest = ''] = /^#\s*(\w+)(.*)/u.exec(line) ?? [];
    if (word === 'else' || word === 'elif') this.#skipRegion();
    else if (word === 'if' && rest.trim() !== 'true') this.#skipRegion(true);
  }

  /** Skips lines up to the matching `#endif`, or with `orElse` to its `#else`. */
  #skipRegion(orElse = false): void {
    let depth = 0;
    while (this.#at < this.#end) {
      this.#at++;
      const line = this.#source.slice(this.#at, this.#lineEnd()).trim();
      this.#at = this.#lineEnd();
      if (/^#\s*if\b/u.test(line)) depth++;
      else if (/^#\s*endif\b/u.test(line) && depth-- === 0) return;
      else if (orElse && depth === 0 && /^#\s*else\b/u.test(line)) return;
    }
  }

  #next(): Token {
    const source = this.#source;
    const position = this.#at;
    const character = source[position] ?? '';
    if (character === '"') return this.#text(position, false);
    if (character === "'") return this.#character(position);
    if (character === '$' || character === '@') {
      const interpolated = /^(?:\$@|@\$|\$)"/u.exec(source.slice(position, position + 3));
      if (interpolated) return this.#interpolated(position, interpolated[0]);
    }
    if (source.startsWith('@"', position)) return this.#text(position, true);
    if (/\d/u.test(character) || (character === '.' && /\d/u.test(source[position + 1] ?? ''))) return this.#number();
    const verbatim = character === '@' ? 1 : 0;
    NAME.lastIndex = position + verbatim;
    const name = NAME.exec(source)?.[0];
    if (name !== undefined) {
      this.#at += name.length + verbatim;
      return this.#token(verbatim === 0 && KEYWORDS.has(name) ? 'keyword' : 'name', name, position);
    }
    const mark = PUNCTUATORS_OF.get(character)?.find((each) => source.startsWith(each, position));
    if (mark === undefined) this.#fail(`CS1056: Unexpected character '${character}'`);
    // `a?.5:b` is a conditional with a number.
    const text = mark === '?.' && /\d/u.test(source[position + 2] ?? '') ? '?' : mark;
    this.#at += text.length;
    return this.#token('punctuator', text, position);
  }

  #token(kind: Token['kind'], text: string, position: number, value?: string): Token {
    const token = { kind, text, position, end: this.#at };
    return value === undefined ? token : { ...token, value };
  }

  #number(): Token {
    const position = this.#at;
    NUMBER.lastIndex = position;
    let text = NUMBER.exec(this.#source)?.[0] ?? '';
    // `1..2` is a range, `1.ToString()` a call.
    if (text.endsWith('.')) text = text.slice(0, -1);
    this.#at += text.length;
    return this.#token('number', text.replaceAll('_', ''), position);
  }

  #text(position: number, verbatim: boolean): Token {
    this.#at += verbatim ? 2 : 1;
    let value = '';
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined || this.#at >= this.#end || (!verbatim && (character === '\n' || character === '\r')))
        this.#fail(verbatim ? 'CS1039: Unterminated string literal' : 'CS1010: Newline in constant', position);
      if (character === '"') {
        if (!verbatim || this.#source[this.#at + 1] !== '"') break;
        this.#at++;
      } else if (character === '\\' && !verbatim) {
        value += this.#escape();
        continue;
      }
      value += character;
      this.#at++;
    }
    this.#at++;
    return this.#token('string', this.#source.slice(position, this.#at), position, value);
  }

  #escape(): string {
    const { value, end } = readEscape(this.#source, this.#at);
    this.#at = end;
    return value;
  }

  #character(position: number): Token {
    this.#at++;
    let value = '';
    while (this.#source[this.#at] !== "'") {
      if (this.#at >= this.#end || value.length > 2)
        this.#fail('CS1012: Too many characters in character literal', position);
      if (this.#source[this.#at] === '\\') value += this.#escape();
      else value += this.#source[this.#at++] ?? '';
    }
    this.#at++;
    if (value.length !== 1)
      this.#fail(
        value === '' ? 'CS1011: Empty character literal' : 'CS1012: Too many characters in character literal',
        position,
      );
    return this.#token('char', this.#source.slice(position, this.#at), position, value);
  }

  #interpolated(position: number, opening: string): Token {
    const verbatim = opening.includes('@');
    this.#at += opening.length;
    const parts: InterpolationPart[] = [];
    let text = '';
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined || this.#at >= this.#end || (!verbatim && character === '\n'))
        this.#fail('CS1039: Unterminated string literal', position);
      const next = this.#source[this.#at + 1];
      if (character === '"') {
        if (!verbatim || next !== '"') break;
        text += '"';
        this.#at += 2;
      } else if (character === '\\' && !verbatim) text += this.#escape();
      else if ((character === '{' || character === '}') && next === character) {
        text += character;
        this.#at += 2;
      } else if (character === '{') {
        if (text !== '') parts.push({ text });
        text = '';
        parts.push(this.#hole(verbatim));
      } else if (character === '}')
        this.#fail("CS8086: A '}' character must be escaped (by doubling) in an interpolated string.");
      else {
        text += character;
        this.#at++;
      }
    }
    this.#at++;
    if (text !== '') parts.push({ text });
    return { kind: 'interpolated', text: this.#source.slice(position, this.#at), position, end: this.#at, parts };
  }

  /**
   * Reads `{expression,alignment:format}`, on one line unless the string is verbatim (C# 8); nested strings and brackets are skipped as a
   * whole.
   */
  #hole(verbatim: boolean): InterpolationPart {
    const source = this.#source;
    const start = this.#at + 1;
    if (++this.#holes > MAX_HOLES) this.#fail('CS8078: An expression is too long or complex to compile', start);
    let comma = -1;
    let colon = -1;
    let depth = 0;
    let at = start;
    for (; ; at++) {
      const character = source[at];
      if (character === undefined || at >= this.#end || (!verbatim && character === '\n'))
        this.#fail('CS8076: Missing close delimiter for interpolated expression', start);
      if (
        character === '"' ||
        character === "'" ||
        ((character === '$' || character === '@') && /^[$@]+"/u.test(source.slice(at, at + 3)))
      ) {
        this.#at = at;
        this.#next();
        at = this.#at - 1;
      } else if ('([{'.includes(character)) depth++;
      else if (depth > 0 && ')]}'.includes(character)) depth--;
      else if (depth === 0 && character === '}') break;
      else if (depth === 0 && character === ',' && comma < 0) comma = at;
      else if (depth === 0 && character === ':' && source[at + 1] !== ':' && source[at - 1] !== ':') {
        colon = at;
        at = source.indexOf('}', at);
        while (at >= 0 && source[at + 1] === '}' && source[at + 2] !== '"') at = source.indexOf('}', at + 2);
        if (at < 0) this.#fail('CS8076: Missing close delimiter for interpolated expression', start);
        break;
      }
    }
    this.#at = at + 1;
    const holes = this.#holes--;
    const end = comma >= 0 ? comma : colon >= 0 ? colon : at;
    const raw = colon < 0 ? undefined : source.slice(colon + 1, at);
    if (raw === '') this.#fail('CS8089: Empty format specifier.', colon);
    if (raw !== undefined && /\s$/u.test(raw))
      this.#fail('CS8088: A format specifier may not contain trailing whitespace.', colon);
    return {
      tokens: new Lexer(source, start, end, this.#isLenient, holes).all(),
      alignment:
        comma < 0 ? undefined : new Lexer(source, comma + 1, colon < 0 ? at : colon, this.#isLenient, holes).all(),
      format:
        raw === undefined || verbatim
          ? raw
          : raw.replaceAll(/\\(.)/gu, (_all, escaped: string) => readEscape(`\\${escaped}`, 0).value),
    };
  }
}
