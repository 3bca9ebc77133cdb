import { number } from './literals.ts';
import { Char } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { ArgumentParser } from './arguments.ts';
import { SHIFT } from './patterns.ts';
import { readQuery } from './queries.ts';
import type { QueryCursor } from './queries.ts';
import type { BinaryOperator, Block, Expr, SwitchArm, TextPart, TypeSyntax } from './syntax.ts';
import type { Token } from './tokens.ts';

/**
 * Binary operators by precedence, lowest first (C# specification, Operator precedence). `is` and `as` have that of the relational
 * operators.
 */
const LEVELS: readonly (readonly BinaryOperator[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];
const RELATIONAL = SHIFT - 1;
/** Greatest number of chained operators or members. */
const MAX_CHAIN = 1000;

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '??=']);

/** Keywords that begin an expression, other than the simple types. */
const EXPRESSION_KEYWORDS = new Set(
  'new typeof default checked unchecked delegate this base null true false sizeof throw'.split(' '),
);
const SIMPLE_TYPES = new Set(
  'bool byte sbyte short ushort int uint long ulong float double decimal char string object'.split(' '),
);

/** Parses expressions (C# specification, Expressions). */
export abstract class ExpressionParser extends ArgumentParser {
  /** Number of queries around the place at hand. */
  #queries = 0;

  abstract override block(): Block;
  /** Returns a parser of the same kind for the tokens of an interpolation. */
  protected abstract inside(tokens: readonly Token[]): ExpressionParser;

  expression(): Expr {
    return this.nested(() => this.#assignment());
  }

  protected get isEnd(): boolean {
    return this.token.kind === 'end';
  }

  #assignment(): Expr {
    const { position } = this;
    if (this.is('throw')) {
      this.advance();
      return { k: 'throw', operand: this.expression(), position };
    }
    if (this.is('ref')) {
      this.advance();
      return { k: 'ref', operand: this.expression(), position };
    }
    const lambda = this.lambda();
    if (lambda) return lambda;
    if (this.isWord('from') && this.isQuery()) {
      this.#queries++;
      try {
        return readQuery(this.#queryCursor());
      } finally {
        this.#queries--;
      }
    }
    const left = this.#conditional();
    const op = this.#assignmentOperator();
    if (op === undefined) return left;
    return {
      k: 'assign',
      op: op === '=' ? '=' : (op.slice(0, -1) as BinaryOperator),
      target: left,
      value: this.expression(),
      position,
    };
  }

  #assignmentOperator(): string | undefined {
    const { token } = this;
    if (token.kind !== 'punctuator') return undefined;
    if (ASSIGNMENTS.has(token.text)) return this.advance().text;
    if (token.text === '>' && this.is('>', 1) && this.is('=', 2) && this.#touching(3)) {
      this.at += 3;
      return '>>=';
    }
    return undefined;
  }

  /** Returns true if the next `count` tokens are not separated by white space. */
  #touching(count: number): boolean {
    for (let index = 0; index < count - 1; index++)
      if (this.peek(index).end !== this.peek(index + 1).position) return false;
    return true;
  }

  #queryCursor(): QueryCursor {
    return {
      here: () => this.position,
      expression: () => this.expression(),
      word: (text) => this.takeWord(text),
      need: (text) => void this.expect(text),
      name: () => this.name(),
      comma: () => this.take(','),
      rangeType: () => (this.isName() && this.is('in', 1) ? undefined : this.type()),
      fail: (message) => this.fail(message),
    };
  }

  #conditional(): Expr {
    const { position } = this;
    const test = this.binary(0);
    if (!this.is('?')) return test;
    this.advance();
    const yes = this.expression();
    this.expect(':');
    return { k: 'conditional', test, yes, no: this.expression(), position };
  }

  binary(level: number): Expr {
    const operators = LEVELS[level];
    if (!operators) {
      let operand = this.#rangeOperand();
      while (this.is('switch') && this.is('{', 1)) operand = this.#switch(operand);
      return operand;
    }
    const { position } = this;
    let left = this.binary(level + 1);
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) this.fail('CS8078: An expression is too long or complex to compile');
      if (level === RELATIONAL && this.is('is')) {
        this.advance();
        left = { k: 'is', operand: left, pattern: this.tested(), position };
        continue;
      }
      if (level === RELATIONAL && this.is('as')) {
        this.advance();
        left = { k: 'as', operand: left, type: this.#asType(), position };
        continue;
      }
      const op = this.#operator();
      if (op === undefined || !operators.includes(op.text)) return left;
      this.at += op.length;
      // `??` is right-associative; a throw may follow it.
      const right = level === 0 ? (this.is('throw') ? this.expression() : this.binary(0)) : this.binary(level + 1);
      left = { k: 'binary', op: op.text, left, right, position };
    }
  }

  /** Parses the type of `x as int? ?? 1`: the `?` belongs to the type unless a conditional follows. */
  #asType(): TypeSyntax {
    const { position } = this;
    const type = this.type(false);
    if (!this.is('?') || !['??', ')', ';', ',', '==', '!=', '&&', '||', '}', ']', '?'].includes(this.peek(1).text))
      return type;
    this.advance();
    return { k: 'nullable', element: type, position };
  }

  #operator(): { text: BinaryOperator; length: number } | undefined {
    const { token } = this;
    if (token.kind !== 'punctuator') return undefined;
    if (token.text === '>') {
      if (this.is('>', 1) && this.#touching(2))
        return this.is('=', 2) && this.#touching(3) ? undefined : { text: '>>', length: 2 };
      if (this.is('=', 1) && this.#touching(2)) return { text: '>=', length: 2 };
    }
    return { text: token.text as BinaryOperator, length: 1 };
  }

  #rangeOperand(): Expr {
    const { position } = this;
    const from = this.is('..') ? undefined : this.unary();
    if (!this.take('..')) return from as Expr;
    const ends = this.is(']') || this.is(')') || this.is(',') || this.is(';') || this.isEnd;
    return { k: 'range', from, to: ends ? undefined : this.unary(), position };
  }

  unary(): Expr {
    return this.nested(() => this.#unary());
  }

  #unary(): Expr {
    const { position, token } = this;
    if (token.kind === 'punctuator') {
      switch (token.text) {
        case '+':
        case '-':
        case '!':
        case '~':
        case '^':
          this.advance();
          return { k: 'unary', op: token.text, operand: this.unary(), position };
        case '++':
        case '--':
          this.advance();
          return { k: 'step', op: token.text, prefix: true, operand: this.unary(), position };
        case '(': {
          const type = this.#cast();
          if (type) return { k: 'cast', type, operand: this.unary(), position };
          break;
        }
        default:
      }
    }
    if (this.isWord('await') && this.#startsOperand(1)) {
      this.advance();
      return { k: 'await', operand: this.unary(), position };
    }
    return this.#postfix();
  }

  #startsOperand(ahead: number): boolean {
    const next = this.peek(ahead);
    if (next.kind === 'punctuator') return next.text === '(';
    return (
      next.kind !== 'end' &&
      (next.kind !== 'keyword' || EXPRESSION_KEYWORDS.has(next.text) || SIMPLE_TYPES.has(next.text))
    );
  }

  /** Parses the type of `(type)operand`; returns undefined if the parenthesis is not a cast (C# specification, Cast expressions). */
  #cast(): TypeSyntax | undefined {
    const end = this.typeEnd(this.at + 1);
    if (end < 0 || this.tokens[end]?.text !== ')') return undefined;
    const first = this.peek(1);
    const next = this.tokens[end + 1];
    if (!next) return undefined;
    const simple = first.kind === 'keyword' || this.tokens[end - 1]?.text === ']' || this.tokens[end - 1]?.text === '?';
    const starts =
      next.kind === 'punctuator'
        ? ['(', '~', '!'].includes(next.text) ||
          (simple && ['+', '-', '++', '--', '^'].includes(next.text)) ||
          (next.text === '[' && this.readsData && (simple || this.isTypeName(this.tokens[end - 1]?.text ?? '')))
        : next.kind === 'keyword'
          ? EXPRESSION_KEYWORDS.has(next.text) || SIMPLE_TYPES.has(next.text)
          : next.kind !== 'end' &&
            !(
              next.kind === 'name' &&
              !simple &&
              (PATTERN_WORDS.has(next.text) || (this.#queries > 0 && QUERY_WORDS.has(next.text)))
            );
    if (!starts) return undefined;
    this.advance();
    const type = this.type();
    this.expect(')');
    return type;
  }

  #postfix(): Expr {
    let target = this.#primary();
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) this.fail('CS8078: An expression is too long or complex to compile');
      const { position } = this;
      if (this.take('.')) {
        target = this.#member(target, position);
      } else if (this.is('(')) {
        target = { k: 'call', target, args: this.args('(', ')'), position };
      } else if (this.is('[')) {
        target = { k: 'index', target, args: this.args('[', ']'), position };
      } else if (this.is('++') || this.is('--')) {
        target = { k: 'step', op: this.advance().text as '++' | '--', prefix: false, operand: target, position };
      } else if (this.is('?.') || (this.is('?') && this.is('[', 1) && !this.readsData)) {
        target = { k: 'access', target, access: this.#access(), position };
      } else if (this.is('!') && !this.is('=', 1)) {
        if (this.is('!', 1)) this.fail("CS8715: Duplicate null suppression operator ('!')");
        this.advance();
      } else return target;
    }
  }

  #member(target: Expr, position: number): Expr {
    const id = this.name();
    return { k: 'member', target, id, args: this.genericArguments(), position: position + 1 };
  }

  /** Parses the rest of the chain after `?.`: all of it is skipped when the target is null. */
  #access(): Expr {
    const { position } = this;
    let target: Expr = { k: 'receiver', position };
    if (this.take('?.')) target = this.#member(target, position + 1);
    else this.advance();
    for (;;) {
      const at = this.position;
      if (this.take('.')) target = this.#member(target, at);
      else if (this.is('(')) target = { k: 'call', target, args: this.args('(', ')'), position: at };
      else if (this.is('[')) target = { k: 'index', target, args: this.args('[', ']'), position: at };
      else if (this.is('?.') || (this.is('?') && this.is('[', 1)))
        return { k: 'access', target, access: this.#access(), position: at };
      else return target;
    }
  }

  #switch(operand: Expr): Expr {
    const { position } = this.expect('switch');
    this.expect('{');
    const arms: SwitchArm[] = [];
    while (!this.is('}')) {
      const pattern = this.pattern();
      const when = this.takeWord('when') ? this.expression() : undefined;
      this.expect('=>');
      arms.push({ pattern, when, value: this.expression() });
      if (!this.take(',')) break;
    }
    this.expect('}');
    return { k: 'switch', operand, arms, position };
  }

  #primary(): Expr {
    const { token, position } = this;
    switch (token.kind) {
      case 'number':
        this.advance();
        return number(token, (message) => this.fail(message, position));
      case 'string':
        this.advance();
        return { k: 'literal', type: 'string', value: token.value ?? '', position };
      case 'char':
        this.advance();
        return { k: 'literal', type: 'char', value: new Char((token.value ?? '').charCodeAt(0)), position };
      case 'interpolated':
        this.advance();
        return { k: 'text', parts: this.#parts(token), position };
      case 'name':
        return this.#name();
      case 'keyword':
        return this.#keyword();
      case 'end':
        return this.fail('CS1733: Expected expression');
      default:
    }
    if (this.is('(')) return this.#parenthesis();
    if (this.is('[') && this.readsData) return this.data();
    return this.fail(`CS1525: Invalid expression term '${token.text}'`);
  }

  /** Parses `[Source.Column]` in an expression of a template. */
  protected data(): Expr {
    return this.fail("CS1525: Invalid expression term '['");
  }

  /** Returns true for a type of the library: `(DateTime)[Source.Column]` is a cast. */
  protected isTypeName(_name: string): boolean {
    return false;
  }

  #name(): Expr {
    const { position } = this;
    if (this.isWord('nameof') && this.is('(', 1)) {
      this.at += 2;
      const operand = this.expression();
      this.expect(')');
      return { k: 'nameof', operand, position };
    }
    if (this.isWord('global') && this.is('::', 1)) this.at += 2;
    const id = this.name();
    return { k: 'id', id, args: this.genericArguments(), position };
  }

  #keyword(): Expr {
    const { token, position } = this;
    const literal = (type: string, value: Value): Expr => {
      this.advance();
      return { k: 'literal', type, value, position };
    };
    switch (token.text) {
      case 'true':
        return literal('bool', true);
      case 'false':
        return literal('bool', false);
      case 'null':
        return literal('null', null);
      case 'this':
      case 'base':
        this.advance();
        return { k: token.text, position };
      case 'new':
        return this.creation();
      case 'stackalloc':
        return this.stackAllocation();
      case 'typeof':
      case 'sizeof': {
        this.advance();
        this.expect('(');
        const type = this.type();
        this.expect(')');
        return { k: token.text, type, position };
      }
      case 'default': {
        this.advance();
        if (!this.take('(')) return { k: 'default', type: undefined, position };
        const type = this.type();
        this.expect(')');
        return { k: 'default', type, position };
      }
      case 'checked':
      case 'unchecked': {
        this.advance();
        this.expect('(');
        const operand = this.expression();
        this.expect(')');
        return { k: 'checked', on: token.text === 'checked', operand, position };
      }
      case 'delegate':
        return this.anonymousMethod(false);
      default:
    }
    if (SIMPLE_TYPES.has(token.text)) {
      this.advance();
      return { k: 'type', type: { k: 'name', parts: [{ id: token.text, args: [] }], position }, position };
    }
    return this.fail(`CS1525: Invalid expression term '${token.text}'`);
  }

  #parenthesis(): Expr {
    const { position } = this.expect('(');
    const items: { name: string | undefined; value: Expr }[] = [];
    do {
      const name = this.isName() && this.is(':', 1) ? this.name() : undefined;
      if (name !== undefined) this.expect(':');
      items.push({ name, value: this.declaration() ?? this.expression() });
    } while (this.take(','));
    this.expect(')');
    const [only] = items;
    if (items.length === 1 && only) return { k: 'paren', operand: only.value, position };
    return { k: 'tuple', items, position };
  }

  #parts(token: Token): TextPart[] {
    return (token.parts ?? []).map((part): TextPart => {
      if ('text' in part) return part;
      return {
        value: this.inside(part.tokens).whole(),
        alignment: part.alignment && this.inside(part.alignment).whole(),
        format: part.format,
      };
    });
  }

  /** Parses an expression that must be followed by nothing. */
  whole(): Expr {
    const value = this.expression();
    if (!this.isEnd) this.fail(`CS1003: Syntax error, '${this.token.text}' is not expected`);
    return value;
  }
}

/** Words that are names outside of a query. */
const QUERY_WORDS = new Set(
  'where select orderby group join let from on equals into ascending descending by'.split(' '),
);
const PATTERN_WORDS = new Set(['and', 'or', 'when']);
