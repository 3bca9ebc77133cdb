import { ExpressionError } from '../errors.ts';
import { builtInName } from '../functions/index.ts';
import type { Expression, NameExpression } from '../syntax.ts';
import { matchingBracket, VB_BRACKETS } from '../textTemplate.ts';
import { VB_CONVERSIONS } from './operators.ts';
import { vbTokens } from './tokens.ts';
import type { VbToken } from './tokens.ts';

/**
 * Reads expressions of Visual Basic into the tree of C# expressions. Operators become calls of the functions in `operators.ts`, which convert
 * their operands as Visual Basic does with Option Strict Off (Visual Basic language specification, Operators). What is not read is refused by
 * its name.
 */

/** Operators from the one that binds least; those of a row bind alike, from left to right. */
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
/** How deep expressions may nest, and how many operators may stand in a row. */
const MAX_DEPTH = 200;
const MAX_CHAIN = 1000;

/** Types of Visual Basic by the names that the tree has for them. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: 'bool', byte: 'byte', sbyte: 'sbyte', short: 'short', ushort: 'ushort', integer: 'int', uinteger: 'uint', long: 'long',
    ulong: 'ulong', single: 'float', double: 'double', decimal: 'decimal', string: 'string', char: 'char', date: 'DateTime', object: 'object',
  }),
); // prettier-ignore

/** Words that stand for parts of the language which expressions of reports do not have here. */
const REFUSED = new Set(['function', 'sub', 'addressof', 'from', 'aggregate', 'await', 'of', 'like', 'nameof']);

/** Reads an expression. Throws ExpressionError with the place of the fault. */
export function parseVbExpression(source: string): Expression {
  return new VbParser(source).whole();
}

class VbParser {
  readonly #source: string;
  readonly #tokens: readonly VbToken[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = vbTokens(source, (start) => matchingBracket(source, start, VB_BRACKETS));
  }

  whole(): Expression {
    const expression = this.#expression();
    if (this.#token.kind !== 'end') throw this.#error('Unexpected text');
    return expression;
  }

  get #token(): VbToken {
    return this.#tokens[this.#at]!;
  }

  #take(): VbToken {
    const token = this.#token;
    if (token.kind !== 'end') this.#at++;
    return token;
  }

  #is(text: string): boolean {
    return (this.#token.kind === 'mark' || this.#token.kind === 'word') && this.#token.text === text;
  }

  #accept(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#take();
    return true;
  }

  #expect(text: string): void {
    if (!this.#accept(text)) throw this.#error(`${text} expected`);
  }

  #error(message: string, position = this.#token.position): ExpressionError {
    return new ExpressionError(message, this.#source, position);
  }

  #expression(level = 0): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#error('Nested too deep');
    try {
      return this.#level(level);
    } finally {
      this.#depth--;
    }
  }

  #level(level: number): Expression {
    const operators = LEVELS[level];
    if (!operators) return this.#sign();
    const { position } = this.#token;
    if (level === NOT) {
      if (!this.#accept('not')) return this.#level(level + 1);
      return this.#call('vb:not', [this.#expression(NOT)], position);
    }
    let left = this.#level(level + 1);
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) throw this.#error('Too many operators in a row');
      const { text, kind, position: at } = this.#token;
      if ((kind !== 'mark' && kind !== 'word') || !operators.includes(text)) return left;
      if (text === 'like') throw this.#error("The operator 'Like' is not available in reports here");
      this.#take();
      left = this.#binary(text, left, this.#level(level + 1), at);
    }
  }

  #binary(operator: string, left: Expression, right: Expression, position: number): Expression {
    const test = (value: Expression): Expression => this.#call('vb:bool', [value], position);
    const constant = (value: boolean): Expression => ({ kind: 'literal', value, position });
    if (operator === 'andalso')
      return {
        kind: 'conditional',
        condition: test(left),
        whenTrue: test(right),
        whenFalse: constant(false),
        position,
      };
    if (operator === 'orelse')
      return { kind: 'conditional', condition: test(left), whenTrue: constant(true), whenFalse: test(right), position };
    return this.#call(`vb:${operator}`, [left, right], position);
  }

  #call(name: string, args: readonly Expression[], position: number): Expression {
    const target: NameExpression = { kind: 'name', name, position };
    return { kind: 'call', target, typeArguments: [], args, spans: args.map(() => [position, position]), position };
  }

  #sign(): Expression {
    const { position, kind, text } = this.#token;
    if (kind === 'mark' && (text === '-' || text === '+')) {
      this.#take();
      if (++this.#depth > MAX_DEPTH) throw this.#error('Nested too deep');
      const operand = this.#sign();
      this.#depth--;
      return this.#call(text === '-' ? 'vb:negate' : 'vb:plus', [operand], position);
    }
    return this.#power();
  }

  /** `a ^ b ^ c` goes from left to right; the exponent may have a sign. */
  #power(): Expression {
    let left = this.#postfix();
    for (let count = 0; this.#is('^'); count++) {
      if (count > MAX_CHAIN) throw this.#error('Too many operators in a row');
      const { position } = this.#take();
      const isSigned = this.#is('-') || this.#is('+');
      left = this.#call('vb:^', [left, isSigned ? this.#signed() : this.#postfix()], position);
    }
    return left;
  }

  #signed(): Expression {
    const { position, text } = this.#take();
    return this.#call(text === '-' ? 'vb:negate' : 'vb:plus', [this.#postfix()], position);
  }

  #postfix(): Expression {
    let value = this.#primary();
    for (let count = 0; ; count++) {
      if (count > MAX_CHAIN) throw this.#error('Too many members in a row');
      const { position } = this.#token;
      if (this.#accept('.')) {
        value = { kind: 'member', target: value, name: this.#name(), conditional: false, position };
      } else if (this.#is('(')) {
        const { args, spans } = this.#arguments();
        value = { kind: 'call', target: value, typeArguments: [], args, spans, position };
      } else return value;
    }
  }

  #name(): string {
    const { kind, written } = this.#token;
    if (kind !== 'word') throw this.#error('Identifier expected');
    this.#take();
    return written;
  }

  #arguments(): { args: Expression[]; spans: (readonly [number, number])[] } {
    this.#expect('(');
    const args: Expression[] = [];
    const spans: (readonly [number, number])[] = [];
    if (!this.#is(')'))
      do {
        const from = this.#token.position;
        args.push(this.#expression());
        spans.push([from, this.#token.position]);
      } while (this.#accept(','));
    this.#expect(')');
    return { args, spans };
  }

  #primary(): Expression {
    const token = this.#token;
    const { position } = token;
    if (token.kind === 'literal') {
      this.#take();
      return { kind: 'literal', value: token.value, position };
    }
    if (token.kind === 'data') {
      this.#take();
      if (token.text === '') throw this.#error('A name is expected between [ and ]', position);
      return { kind: 'data', name: token.text, position };
    }
    if (this.#accept('(')) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (token.kind !== 'word') throw this.#error('Expression expected');
    return this.#word(this.#take());
  }

  #word({ text, written, position }: VbToken): Expression {
    if (REFUSED.has(text)) throw this.#error(`'${written}' is not available in expressions of reports here`, position);
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true', position };
    if (text === 'nothing') return { kind: 'literal', value: null, position };
    if (text === 'me') return { kind: 'name', name: 'this', position };
    if (text === 'new') return this.#creation(position);
    if (text === 'typeof') return this.#typeTest(position);
    if (text === 'ctype' || text === 'directcast' || text === 'trycast') return this.#cast(text, position);
    if (text === 'gettype' && this.#is('(')) {
      this.#expect('(');
      const type = this.#type();
      this.#expect(')');
      return { kind: 'typeof', type, position };
    }
    if (this.#is('(')) return this.#function(text, written, position);
    const type = this.#is('.') ? TYPES.get(text) : undefined;
    return { kind: 'name', name: type ?? written, position };
  }

  /** A function by its name, which is found without regard to case. */
  #function(text: string, written: string, position: number): Expression {
    const conversion = VB_CONVERSIONS.get(text);
    const { args, spans } = this.#arguments();
    if (conversion !== undefined) {
      if (args.length !== 1) throw this.#error(`'${written}' takes one argument`, position);
      return this.#call(`vb:to ${conversion}`, args, position);
    }
    if (text === 'if') return this.#choice(args, position);
    const name = builtInName(text) ?? builtInName(`vb.${text}`) ?? written;
    const [condition, ...rest] = args;
    const given = name === 'IIf' && condition ? [this.#call('vb:bool', [condition], position), ...rest] : args;
    return { kind: 'call', target: { kind: 'name', name, position }, typeArguments: [], args: given, spans, position };
  }

  /** `If(condition, a, b)` calculates one of both, `If(a, b)` the second where the first is Nothing. */
  #choice(args: readonly Expression[], position: number): Expression {
    const [first, second, third] = args;
    const open = (value: Expression): Expression => this.#call('vb:value', [value], position);
    if (first && second && third && args.length === 3)
      return { kind: 'conditional', condition: this.#call('vb:bool', [first], position), whenTrue: open(second), whenFalse: open(third), position }; // prettier-ignore
    if (first && second && args.length === 2)
      return { kind: 'binary', operator: '??', left: open(first), right: open(second), position };
    throw this.#error("'If' takes two or three arguments", position);
  }

  #creation(position: number): Expression {
    const type = this.#type();
    const { args } = this.#is('(') ? this.#arguments() : { args: [] };
    return { kind: 'new', type, args, initializer: [], position };
  }

  /** `TypeOf x Is T`, `TypeOf x IsNot T`. */
  #typeTest(position: number): Expression {
    const operand = this.#postfix();
    const isNot = this.#accept('isnot');
    if (!isNot) this.#expect('is');
    const test: Expression = {
      kind: 'is',
      operand,
      pattern: { kind: 'type', type: this.#type(), variable: undefined },
      position,
    };
    return isNot ? this.#call('vb:not', [test], position) : test;
  }

  #cast(how: string, position: number): Expression {
    this.#expect('(');
    const operand = this.#expression();
    this.#expect(',');
    const type = this.#type();
    this.#expect(')');
    if (how === 'trycast') return { kind: 'as', operand, type, position };
    const isBasic = [...TYPES.values()].includes(type);
    return isBasic && type !== 'object' && how === 'ctype'
      ? this.#call(`vb:to ${type}`, [operand], position)
      : { kind: 'cast', type, operand, position };
  }

  #type(): string {
    const { text } = this.#token;
    let name = this.#name();
    name = TYPES.get(text) ?? name;
    while (this.#accept('.')) name = this.#name();
    if (this.#is('(') && this.#tokens[this.#at + 1]?.text === 'of')
      throw this.#error('Generic types are not available in expressions of reports here');
    return name;
  }
}
