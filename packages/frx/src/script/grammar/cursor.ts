import { ExpressionError } from '../../expression/errors.ts';
import type { NamePart, TypeSyntax } from './syntax.ts';
import type { Token } from './tokens.ts';

/** The names of the simple types, which are keywords (C# specification, Simple types). */
const SIMPLE = new Set(
  'bool byte sbyte short ushort int uint long ulong float double decimal char string object void'.split(' '),
);

/** Deepest nesting of syntax that is parsed, below the limit of the machine's stack. */
const DEEPEST = 250;

/** Position in a list of tokens; the parsers of each subject extend it. */
export class Cursor {
  readonly source: string;
  protected tokens: readonly Token[];
  protected at = 0;
  #depth = 0;
  /** Number of speculative parses in progress; inside one, errors are not skipped. */
  protected tries = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.tokens = tokens;
  }

  protected get token(): Token {
    return this.peek(0);
  }

  protected get position(): number {
    return this.token.position;
  }

  protected peek(ahead: number): Token {
    const token = this.tokens[this.at + ahead] ?? this.tokens.at(-1);
    if (!token) throw new ExpressionError('CS1733: Expected expression', this.source, 0);
    return token;
  }

  protected fail(message: string, position = this.position): never {
    throw new ExpressionError(message, this.source, position);
  }

  /** Runs a part of the grammar one level deeper. */
  protected nested<T>(parse: () => T): T {
    if (++this.#depth > DEEPEST) this.fail('CS8078: An expression is too long or complex to compile');
    try {
      return parse();
    } finally {
      this.#depth--;
    }
  }

  /** Returns true when the token is this punctuator or keyword. */
  protected is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token.kind === 'punctuator' || token.kind === 'keyword') && token.text === text;
  }

  /** Returns true if the token is a contextual keyword (`var`, `where`, `yield` …). */
  protected isWord(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.kind === 'name' && token.text === text && token.end - token.position === text.length;
  }

  protected isName(ahead = 0): boolean {
    return this.peek(ahead).kind === 'name';
  }

  protected advance(): Token {
    const { token } = this;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at++;
    return true;
  }

  protected takeWord(text: string): boolean {
    if (!this.isWord(text)) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): Token {
    if (!this.is(text))
      this.unexpected(
        `'${text}' expected`,
        text === ';' ? 'CS1002' : text === ')' ? 'CS1026' : text === '}' ? 'CS1513' : 'CS1003',
      );
    return this.advance();
  }

  protected unexpected(expected: string, code = 'CS1003'): never {
    const before = this.tokens[this.at - 1];
    const isOnLine = before !== undefined && !this.source.slice(before.end, this.position).includes('\n');
    this.fail(`${code}: ${expected}`, before && !isOnLine ? before.end : this.position);
  }

  protected name(): string {
    if (!this.isName())
      this.fail(
        this.token.kind === 'keyword'
          ? `CS1041: Identifier expected; '${this.token.text}' is a keyword`
          : 'CS1001: Identifier expected',
      );
    return this.advance().text;
  }

  /** Parses speculatively: returns to the start if something else is found. */
  protected attempt<T>(parse: () => T | undefined): T | undefined {
    const start = this.at;
    this.tries++;
    try {
      const result = parse();
      if (result !== undefined) return result;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
    } finally {
      this.tries--;
    }
    this.at = start;
    return undefined;
  }

  /** Returns the index after a type that begins at `from`, or -1. With `pattern`, `?` is not included if an expression follows. */
  protected typeEnd(from: number): number {
    const start = this.at;
    this.at = from;
    try {
      this.type(true);
      return this.at;
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return -1;
    } finally {
      this.at = start;
    }
  }

  /** Parses a type. `nullable` false leaves a `?` to the conditional operator. */
  type(nullable = true): TypeSyntax {
    return this.nested(() => this.#type(nullable));
  }

  #type(nullable: boolean): TypeSyntax {
    const { position } = this;
    if (this.is('ref'))
      this.fail('References are available in scripts of reports as variables, parameters and results of methods alone');
    let type: TypeSyntax = this.is('(') ? this.#tuple() : this.#named();
    const ranks: number[] = [];
    for (;;) {
      if (nullable && this.is('?')) {
        this.advance();
        type = { k: 'nullable', element: arrays(type, ranks.splice(0), position), position };
      } else if (this.is('[') && (this.is(']', 1) || this.is(',', 1))) {
        this.advance();
        let rank = 1;
        while (this.take(',')) rank++;
        this.expect(']');
        ranks.push(rank);
      } else return arrays(type, ranks, position);
    }
  }

  #tuple(): TypeSyntax {
    const { position } = this.expect('(');
    const elements: { type: TypeSyntax; name: string | undefined }[] = [];
    do {
      const type = this.type();
      elements.push({ type, name: this.isName() ? this.name() : undefined });
    } while (this.take(','));
    if (elements.length < 2) this.fail('CS8124: Tuple must contain at least two elements.');
    this.expect(')');
    return { k: 'tuple', elements, position };
  }

  #named(): TypeSyntax {
    const { position, token } = this;
    if (token.kind === 'keyword' && SIMPLE.has(token.text)) {
      this.advance();
      return { k: 'name', parts: [{ id: token.text, args: [] }], position };
    }
    const parts: NamePart[] = [];
    if (this.isWord('global') && this.is('::', 1)) this.at += 2;
    do {
      const id = this.name();
      parts.push({ id, args: this.is('<') ? this.typeArguments() : [] });
    } while (this.is('.') && this.isName(1) && this.take('.'));
    return { k: 'name', parts, position };
  }

  /** Parses `<int, string>`; `<,>` returns as many empty names. */
  protected typeArguments(): TypeSyntax[] {
    this.expect('<');
    const args: TypeSyntax[] = [];
    do {
      const { position } = this;
      if (this.is(',') || this.is('>')) args.push({ k: 'name', parts: [{ id: '', args: [] }], position });
      else args.push(this.type());
    } while (this.take(','));
    this.expect('>');
    return args;
  }
}

/** Returns the type of `int[][,]`, where the first brackets are those of the outer array. */
function arrays(element: TypeSyntax, ranks: readonly number[], position: number): TypeSyntax {
  let type = element;
  for (const rank of ranks.toReversed()) type = { k: 'array', element: type, rank, position };
  return type;
}
