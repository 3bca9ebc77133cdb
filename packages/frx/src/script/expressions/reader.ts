import { matchingBracket, SQUARE_BRACKETS, VB_BRACKETS } from '../../expression/textTemplate.ts';
import { vbTokens } from '../../expression/vb/tokens.ts';
import { ExpressionError } from '../../expression/errors.ts';
import { BasicExpressions } from '../basic/expressions.ts';
import { Parser } from '../grammar/declarations.ts';
import type { Expr } from '../grammar/syntax.ts';
import { templateTokens } from '../grammar/tokens.ts';
import type { Token } from '../grammar/tokens.ts';

/** Greatest length of an expression in characters, and greatest nesting of its square brackets. */
const MAX_SOURCE = 1_000_000;
const MAX_BRACKETS = 100;

/**
 * Parses an expression of a template in the language of its script, in which `[Source.Column]` are names of data. `isTypeName` returns true
 * for types of the library. @throws ExpressionError with the position
 */
export function readExpression(source: string, isBasic: boolean, isTypeName: (name: string) => boolean): Expr {
  if (source.length > MAX_SOURCE) throw new ExpressionError('The expression is too long', undefined, MAX_SOURCE);
  if (deepest(source) > MAX_BRACKETS) throw new ExpressionError('Nested too deep', undefined, 0);
  return isBasic ? new BasicReader(source).whole() : new Reader(source, isTypeName).whole();
}

/** Returns the greatest nesting of square brackets in an expression. */
function deepest(source: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < source.length; at++) {
    const character = source[at];
    if (character === '[') most = Math.max(most, ++depth);
    else if (character === ']') depth--;
  }
  return most;
}

function pathBetween(source: string, from: number, to: number): string {
  const path = source.slice(from, to);
  if (path.trim() === '') throw new ExpressionError('A name is expected between [ and ]', source, from - 1);
  return path;
}

/** Parser of expressions in C#. */
class Reader extends Parser {
  protected override readonly readsData = true;
  readonly #isTypeName: (name: string) => boolean;

  constructor(
    source: string,
    isTypeName: (name: string) => boolean,
    tokens: readonly Token[] = templateTokens(source, 0, source.length),
  ) {
    super(source, tokens);
    this.#isTypeName = isTypeName;
  }

  protected override inside(tokens: readonly Token[]): Reader {
    return new Reader(this.source, this.#isTypeName, tokens);
  }

  protected override isTypeName(name: string): boolean {
    return this.#isTypeName(name);
  }

  protected override fail(message: string, position = this.position): never {
    const { kind, text, position: at } = this.token;
    return super.fail(kind === 'error' && position === at ? text : message, position);
  }

  protected override data(): Expr {
    const { source, position } = this;
    const end = matchingBracket(source, position, SQUARE_BRACKETS);
    if (end < 0) this.fail('CS1003: ] expected', source.length);
    const path = pathBetween(source, position + 1, end);
    this.#continueAt(end + 1);
    return { k: 'data', path, position };
  }

  /** Continues after a name of data. If the name does not consist of tokens, the rest is tokenized again. */
  #continueAt(position: number): void {
    let next = this.at;
    while (next < this.tokens.length - 1 && (this.tokens[next]?.position ?? position) < position) next++;
    const before = this.tokens[next - 1];
    if (before?.text === ']' && before.end === position) {
      this.at = next;
      return;
    }
    const end = this.tokens.at(-1)?.position ?? position;
    this.tokens = [...this.tokens.slice(0, this.at + 1), ...templateTokens(this.source, position, end)];
    this.at++;
  }
}

/** Parser of expressions in Visual Basic. */
class BasicReader extends BasicExpressions {
  constructor(source: string) {
    super(
      source,
      vbTokens(source, (start) => matchingBracket(source, start, VB_BRACKETS)),
    );
  }

  whole(): Expr {
    const value = this.expression();
    if (this.token.kind !== 'end') this.fail(`BC30205: End of statement expected, not '${this.token.written}'`);
    return value;
  }

  protected override bracketed(): Expr {
    const { position, end } = this.advance();
    return { k: 'data', path: pathBetween(this.source, position + 1, end - 1), position };
  }

  protected override refuse(what: string, position = this.position): never {
    return this.fail(`'${what}' is not available in expressions of reports in Visual Basic`, position);
  }
}
