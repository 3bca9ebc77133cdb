import { VB_CONVERSIONS } from '../../expression/vb/operators.ts';
import type { VbToken } from '../../expression/vb/tokens.ts';
import { typeNameOf } from '../../expression/formats/toText.ts';
import type { Value } from '../../expression/values/values.ts';
import type {
  ArgumentSyntax,
  Block,
  Expr,
  Initializer,
  LambdaParameter,
  TextPart,
  TypeSyntax,
} from '../grammar/syntax.ts';
import { readBasicQuery } from './queries.ts';
import type { BasicQueryCursor } from './queries.ts';
import { NEWLINE } from './tokens.ts';
import { argument, basicType, BasicCursor, nameOf, operation, typeOf } from './cursor.ts';

/** Operators by precedence, lowest first; those of one level associate from left to right. */
const LEVELS: readonly (readonly string[])[] = [
  ['xor'],
  ['or', 'orelse'],
  ['and', 'andalso'],
  ['not'],
  ['=', '<>', '<', '<=', '>', '>=', 'is', 'isnot', 'like'],
  ['<<', '>>'],
  ['&'],
  ['+', '-'],
  ['mod'],
  ['\\'],
  ['*', '/'],
];
const NOT = 3;
const SUM = 7;
/** Variable with the result of a function. */
export const RESULT = '$result';
/** Greatest number of chained operators or members. */
export const MAX_CHAIN = 300;

const REFUSED = new Set('await iterator async getxmlnamespace'.split(' '));
const CASTS = new Set(['ctype', 'directcast', 'trycast']);

/** Parses expressions of Visual Basic into syntax trees of C# (Visual Basic language specification, Expressions). */
export class BasicExpressions extends BasicCursor {
  /** Variables with the objects of the enclosing With blocks, the innermost last. */
  protected readonly withs: string[] = [];
  /** Fields of the Static variables of the current method, by their names in lower case. */
  protected statics = new Map<string, string>();
  /** Name of the current function in lower case: without arguments it refers to the variable with the result. */
  protected function: string | undefined;

  protected expression(level = 0): Expr {
    return this.nested(() => this.#level(level));
  }

  #level(level: number): Expr {
    const operators = LEVELS[level];
    if (!operators) return this.#sign();
    const { position } = this;
    if (level === NOT)
      return this.take('not') ? operation('not', [this.expression(NOT)], position) : this.#level(level + 1);
    let left = this.#level(level + 1);
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) this.fail('Too many operators in a row');
      const { text, kind, position: at, end } = this.token;
      if ((kind !== 'mark' && kind !== 'word') || !operators.includes(text)) return left;
      // `a += b` is a statement.
      if (level >= SUM - 1 && this.is('=', 1) && this.peek(1).position === end) return left;
      this.advance();
      left = this.#binary(text, left, this.#level(level + 1), at);
    }
  }

  #binary(operator: string, left: Expr, right: Expr, position: number): Expr {
    if (operator === 'andalso' || operator === 'orelse')
      return {
        k: 'binary',
        op: operator === 'andalso' ? '&&' : '||',
        left: operation('logical', [left], left.position),
        right: operation('logical', [right], right.position),
        position,
      };
    return operation(operator, [left, right], position);
  }

  /** Returns an expression as the condition of a statement. */
  protected test(value: Expr): Expr {
    return operation('bool', [value], value.position);
  }

  #sign(): Expr {
    const { position, kind, text } = this.token;
    if (kind !== 'mark' || (text !== '-' && text !== '+')) return this.#power();
    this.advance();
    const operand = this.nested(() => this.#sign());
    if (operand.k === 'literal' && typeof operand.value === 'number' && text === '-')
      return { ...operand, value: -operand.value, position };
    return operation(text === '-' ? 'negate' : 'plus', [operand], position);
  }

  #power(): Expr {
    let left = this.postfix();
    for (let count = 0; this.is('^') && !this.is('=', 1); count++) {
      if (count > MAX_CHAIN) this.fail('Too many operators in a row');
      const { position } = this.advance();
      const isSigned = this.is('-') || this.is('+');
      left = operation('^', [left, isSigned ? this.#sign() : this.postfix()], position);
    }
    return left;
  }

  /** Reads a value with its members, calls and elements. */
  protected postfix(): Expr {
    return this.#behind(this.#primary());
  }

  /** Reads the members, calls and elements of a value. After `?.` all of them are skipped if the value is Nothing. */
  #behind(first: Expr): Expr {
    let value = first;
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) this.fail('Too many members in a row');
      const { position } = this;
      if (this.take('.')) value = this.#member(value, position);
      else if (this.take('!')) value = this.#named(value, position);
      else if (this.is('(') && !this.is('of', 1))
        value = { k: 'call', target: value, args: this.args(true), position: value.position };
      else if (this.is('?') && (this.is('.', 1) || this.is('(', 1))) {
        this.advance();
        const access = this.nested(() => this.#behind({ k: 'receiver', position }));
        return { k: 'access', target: value, access, position };
      } else return value;
    }
  }

  /** `row!Name`: the element of the default property that has this name. */
  #named(target: Expr, position: number): Expr {
    const literal: Expr = { k: 'literal', type: 'string', value: this.name(), position };
    return { k: 'call', target, args: [{ name: undefined, mode: 'value', value: literal }], position };
  }

  #member(target: Expr, position: number): Expr {
    const id = this.name();
    const args = this.is('(') && this.is('of', 1) ? this.typeArguments() : [];
    return { k: 'member', target, id, args, position };
  }

  /** Reads the arguments of a call; optional ones may be omitted with `mayOmit`. */
  protected args(mayOmit = false): ArgumentSyntax[] {
    this.expect('(');
    const args: ArgumentSyntax[] = [];
    let count = 0;
    if (!this.is(')'))
      do {
        count++;
        let name: string | undefined;
        if (this.isNamed(1)) {
          name = this.name();
          this.at += 2;
        }
        if (mayOmit && this.is(',') && name === undefined) continue;
        if (this.is(',') || this.is(')')) this.fail('BC30201: Expression expected');
        const from = this.position;
        const value = this.expression();
        const span = [from, this.tokens[this.at - 1]?.end ?? from] as const;
        args.push({ ...argument(value, name), span, place: count - 1 > args.length ? count - 1 : undefined });
      } while (this.take(','));
    this.expect(')');
    return args;
  }

  #primary(): Expr {
    const { token, position } = this;
    if (token.kind === 'literal') {
      const { value } = this.advance();
      return { k: 'literal', type: value === null ? 'null' : typeNameOf(value), value, position };
    }
    if (token.kind === 'data') return this.bracketed();
    if (this.take('$"')) return this.#text(position);
    if (this.take('(')) {
      if (this.isNamed(1)) return this.#tuple(undefined, position);
      const inner = this.expression();
      if (this.is(',')) return this.#tuple(inner, position);
      this.expect(')');
      const isPlace = inner.k === 'id' || inner.k === 'member' || inner.k === 'call';
      return isPlace ? { k: 'paren', operand: inner, isValue: true, position } : inner;
    }
    if (this.is('{'))
      return { k: 'array', element: undefined, sizes: [], rank: 1, items: { items: this.items() }, position };
    if (this.is('.') || this.is('!')) {
      const around = this.withs.at(-1);
      if (around === undefined) this.fail("BC30157: Leading '.' can only appear inside a 'With' statement");
      return nameOf(around, position);
    }
    if (token.kind !== 'word') this.fail('BC30201: Expression expected');
    return this.#word(this.advance());
  }

  /** Reads `(a, Name:=b)`; the first value may have been read. */
  #tuple(first: Expr | undefined, position: number): Expr {
    const items: { name: string | undefined; value: Expr }[] = [
      first ? { name: undefined, value: first } : this.#tupleItem(),
    ];
    while (this.take(',')) items.push(this.#tupleItem());
    this.expect(')');
    return { k: 'tuple', items, position };
  }

  #tupleItem(): { name: string | undefined; value: Expr } {
    const name = this.isNamed(1) ? this.name() : undefined;
    if (name !== undefined) this.at += 2;
    return { name, value: this.expression() };
  }

  /** Reads `$"text {value,alignment:format}"`. */
  #text(position: number): Expr {
    const parts: TextPart[] = [];
    while (!this.take('"$')) {
      if (this.take('{$')) {
        const value = this.expression();
        const alignment = this.take(',') ? this.expression() : undefined;
        const format = this.take(':$') ? toFormat(this.advance().value) : undefined;
        this.expect('}$');
        parts.push({ value, alignment, format });
      } else parts.push({ text: toFormat(this.advance().value) });
    }
    return { k: 'text', parts, position };
  }

  /** Reads `[Name]`, a name that may be a keyword. */
  protected bracketed(): Expr {
    const { position } = this;
    return nameOf(this.name(), position);
  }

  protected items(): Expr[] {
    this.expect('{');
    const items: Expr[] = [];
    if (!this.is('}'))
      do items.push(this.expression());
      while (this.take(','));
    this.expect('}');
    return items;
  }

  #word(token: VbToken): Expr {
    const { text, written, position } = token;
    if (REFUSED.has(text)) this.refuse(written, position);
    if (CASTS.has(text)) return this.#cast(text, position);
    switch (text) {
      case 'true':
      case 'false':
        return { k: 'literal', type: 'bool', value: text === 'true', position };
      case 'not':
        return operation('not', [this.expression(NOT)], position);
      case 'nothing':
        return { k: 'default', type: undefined, position };
      case 'me':
      case 'myclass':
        return { k: 'this', position };
      case 'mybase':
        return { k: 'base', position };
      case 'new':
        return this.creation(position);
      case 'typeof':
        return this.#typeTest(position);
      case 'addressof':
        return { k: 'paren', operand: this.postfix(), position };
      case 'function':
      case 'sub':
        return this.#lambda(text, position);
      case 'gettype':
        if (!this.is('(')) break;
        this.expect('(');
        return this.#typeof(position);
      case 'if':
        return this.#choice(position);
      case 'from':
        if (this.token.kind !== 'word') break;
        return readBasicQuery(this.queryCursor, position);
      case 'aggregate':
        if (this.token.kind !== 'word') break;
        return readBasicQuery(this.queryCursor, position);
      case 'nameof': {
        const [operand] = this.args();
        if (!operand) this.fail('BC30201: Expression expected', position);
        return { k: 'nameof', operand: operand.value, position };
      }
      default:
    }
    const conversion = VB_CONVERSIONS.get(text);
    if (conversion !== undefined && this.is('(')) {
      const args = this.args();
      if (args.length !== 1) this.fail(`'${written}' takes one argument`, position);
      return operation(`to ${conversion}`, args.map(({ value }) => value), position); // prettier-ignore
    }
    const type = this.is('.') ? basicType(text) : undefined;
    if (type !== undefined)
      return type === 'DateTime' ? nameOf(type, position) : { k: 'type', type: typeOf(type, position), position };
    const held = this.statics.get(text);
    if (held !== undefined) return nameOf(held, position);
    if (text === this.function && !this.is('(')) return nameOf(RESULT, position);
    if (text === 'err' && this.is('.'))
      return { k: 'member', target: nameOf('ErrObject', position), id: 'Current', args: [], position };
    const args = this.is('(') && this.is('of', 1) ? this.typeArguments() : [];
    return { k: 'id', id: written, args, position };
  }

  #typeof(position: number): Expr {
    const type = this.type();
    this.expect(')');
    return { k: 'typeof', type, position };
  }

  /** Reads `If(condition, a, b)`, which evaluates one of both values, or `If(a, b)`, which returns b if a is Nothing. */
  #choice(position: number): Expr {
    const [first, second, third, ...more] = this.args().map(({ value }) => value);
    if (!first || !second || more.length > 0) this.fail("'If' takes two or three arguments", position);
    const open = (value: Expr): Expr => operation('value', [value], value.position);
    if (!third) return { k: 'binary', op: '??', left: open(first), right: open(second), position };
    return { k: 'conditional', test: this.test(first), yes: second, no: third, position };
  }

  protected creation(position: number): Expr {
    if (this.take('with')) return this.#anonymous(position);
    const named = this.plainType();
    // `New Object` creates a System.Object, not a value of any type.
    const type = isObject(named) ? typeOf('object', named.position) : named;
    const [rank, ...inner] = this.#emptyRanks();
    if (rank !== undefined) {
      let element = named;
      for (const each of inner.toReversed()) element = { k: 'array', element, rank: each, position };
      return this.#array(element, [], position, rank);
    }
    const args = this.is('(') ? this.args(true) : [];
    // `New Integer(2)() {}`: an array of arrays that are not there yet.
    const ranks = this.#emptyRanks();
    let element = named;
    for (const each of ranks.toReversed()) element = { k: 'array', element, rank: each, position };
    if (this.is('{')) return this.#array(element, args.map(({ value }) => value), position); // prettier-ignore
    return { k: 'new', type, args, init: this.#initializer(), position };
  }

  /** Reads `New With {.Name = value, value.Name}`. */
  #anonymous(position: number): Expr {
    this.expect('{');
    const members: { name: string | undefined; value: Expr }[] = [];
    do {
      this.take('key');
      let name: string | undefined;
      if (this.take('.')) {
        name = this.name();
        this.expect('=');
      }
      members.push({ name, value: this.expression() });
    } while (this.take(','));
    this.expect('}');
    return { k: 'anonymous', members, position };
  }

  /** Reads `()`, `(,)` or `()()` before the items of an array; returns the number of dimensions of each, and nothing for other brackets. */
  #emptyRanks(): number[] {
    const ranks: number[] = [];
    let ahead = 0;
    while (this.is('(', ahead)) {
      let end = ahead + 1;
      while (this.is(',', end)) end++;
      if (!this.is(')', end)) return [];
      ranks.push(end - ahead);
      ahead = end + 1;
    }
    if (ranks.length === 0 || !this.is('{', ahead)) return [];
    this.at += ahead;
    return ranks;
  }

  #array(element: TypeSyntax, bounds: readonly Expr[], position: number, rank = 1): Expr {
    const items = this.items();
    if (items.length === 0 && bounds.length > 0) return sized(element, bounds, position);
    const dimensions = Math.max(rank, bounds.length);
    const rows = dimensions > 1 ? items.map(rowsOf) : items;
    return { k: 'array', element, sizes: [], rank: dimensions, items: { items: rows }, position };
  }

  #initializer(): Initializer | undefined {
    const { position } = this;
    if (this.take('with')) {
      this.expect('{');
      const members: { position: number; name: string; index: []; value: Expr }[] = [];
      do {
        this.expect('.');
        const at = this.position;
        const name = this.name();
        this.expect('=');
        members.push({ position: at, name, index: [], value: this.expression() });
      } while (this.take(','));
      this.expect('}');
      return { k: 'members', members };
    }
    if (!this.take('from')) return undefined;
    this.expect('{');
    const items: Expr[][] = [];
    if (!this.is('}'))
      do items.push(this.is('{') ? this.items() : [this.expression()]);
      while (this.take(','));
    this.expect('}');
    return { k: 'items', items, position };
  }

  /** Reads `TypeOf x Is T` or `TypeOf x IsNot T`. */
  #typeTest(position: number): Expr {
    const operand = this.postfix();
    const isNot = this.take('isnot');
    if (!isNot) this.expect('is');
    const test: Expr = {
      k: 'is',
      operand,
      pattern: { k: 'type', type: this.type(), designation: undefined, isWhole: true, position },
      position,
    };
    return isNot ? { k: 'unary', op: '!', operand: test, position } : test;
  }

  #cast(how: string, position: number): Expr {
    this.expect('(');
    const operand = this.expression();
    this.expect(',');
    const type = this.type();
    this.expect(')');
    if (how === 'trycast') return { k: 'as', operand, type, position };
    const id = type.k === 'name' ? (type.parts[0]?.id ?? '') : '';
    const isBasic = id !== 'dynamic' && [...VB_CONVERSIONS.values()].includes(id);
    return isBasic && how === 'ctype'
      ? operation(`to ${id}`, [operand], position)
      : { k: 'cast', type, operand: how === 'directcast' ? boxed(operand) : operand, position };
  }

  #lambda(kind: string, position: number): Expr {
    const parameters: LambdaParameter[] = [];
    this.expect('(');
    if (!this.is(')'))
      do {
        this.take('byval');
        const name = this.name();
        parameters.push({ name, type: this.take('as') ? this.type() : undefined, mode: 'value' });
      } while (this.take(','));
    this.expect(')');
    if (this.is('as')) {
      this.advance();
      this.type();
    }
    const isLong = this.is(NEWLINE);
    const body =
      isLong || kind === 'sub' ? this.lambdaBody(kind, isLong, parameters.map(({ name }) => name)) : this.expression(); // prettier-ignore
    return { k: 'lambda', parameters, body, isAsync: false, position };
  }

  /** Reads the statements of a lambda: one line of a Sub, or several lines up to End. */
  protected lambdaBody(kind: string, _isLong: boolean, _parameters: readonly string[]): Block {
    return this.refuse(`${kind === 'sub' ? 'Sub' : 'Function'} (…) with statements`);
  }

  /** The functions of the parser that a query needs. */
  private get queryCursor(): BasicQueryCursor {
    return {
      here: () => this.position,
      expression: () => this.expression(),
      word: (text) => this.take(text),
      next: (text) => this.is(text, 1),
      need: (text) => void this.expect(text),
      name: () => this.name(),
      isNamed: () => this.token.kind === 'word' && this.is('=', 1),
      skipLine: (words) => {
        if (this.is(NEWLINE) && words.has(this.peek(1).text)) this.advance();
      },
      type: () => (this.take('as') ? this.type() : undefined),
      arguments: () => (this.is('(') ? this.args().map(({ value }) => value) : []),
    };
  }
}

const isObject = (type: TypeSyntax): boolean => type.k === 'name' && type.parts.length === 1 && type.parts[0]?.id === 'dynamic'; // prettier-ignore
const toFormat = (value: Value): string => (typeof value === 'string' ? value : '');

/** Returns the creation of an array from its upper bounds. */
export function sized(element: TypeSyntax, bounds: readonly Expr[], position: number): Expr {
  const one: Expr = { k: 'literal', type: 'int', value: 1, position };
  const sizes = bounds.map((bound): Expr => operation('to int', [operation('+', [bound, one], position)], position));
  return { k: 'array', element, sizes, rank: bounds.length, items: undefined, position };
}

/** Converts the braces of a declared array: inner ones are its rows, or arrays as items. */
export function rowsOf(value: Expr): Expr {
  if (value.k !== 'array' || value.element || !value.items) return value;
  return { k: 'items', items: { items: value.items.items.map(rowsOf) }, position: value.position };
}

/** Returns a value as Object, which a cast unboxes without conversion. */
function boxed(operand: Expr): Expr {
  const { position } = operand;
  return { k: 'cast', type: typeOf('object', position), operand, position };
}
