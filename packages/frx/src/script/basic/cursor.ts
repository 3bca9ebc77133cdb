import { ExpressionError } from '../../expression/errors.ts';
import type { VbToken } from '../../expression/vb/tokens.ts';
import type { ArgumentSyntax, Expr, TypeParameterSyntax, TypeSyntax } from '../grammar/syntax.ts';
import { NEWLINE } from './tokens.ts';

/** Deepest nesting of statements and expressions. */
const MAX_DEPTH = 200;

/** Names of types in the binder by those of Visual Basic; values of Object are bound at run time. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: 'bool', byte: 'byte', sbyte: 'sbyte', short: 'short', ushort: 'ushort', integer: 'int', uinteger: 'uint', long: 'long',
    ulong: 'ulong', single: 'float', double: 'double', decimal: 'decimal', string: 'string', char: 'char', date: 'DateTime', object: 'dynamic',
  }),
); // prettier-ignore

/** Returns the name of a basic type in the binder, from its lower-case name. */
export function basicType(lower: string): string | undefined {
  return TYPES.get(lower);
}

/** Returns the syntax of a type with a name. */
export function typeOf(id: string, position: number): TypeSyntax {
  return { k: 'name', parts: [{ id, args: [] }], position };
}

/** Returns the syntax of a simple name. */
export function nameOf(id: string, position: number): Expr {
  return { k: 'id', id, args: [], position };
}

/** Returns the syntax of an argument. */
export function argument(value: Expr, name?: string): ArgumentSyntax {
  return { name, mode: 'value', value };
}

/** Returns a call that represents an operator or conversion of Visual Basic, which is implemented as a built-in function. */
export function operation(name: string, args: readonly Expr[], position: number): Expr {
  return { k: 'call', target: nameOf(`vb:${name}`, position), args: args.map((arg) => argument(arg)), position };
}

/** Position among the tokens of a script of Visual Basic. */
export class BasicCursor {
  readonly source: string;
  readonly tokens: readonly VbToken[];
  protected at = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly VbToken[]) {
    this.source = source;
    this.tokens = tokens;
  }

  protected get token(): VbToken {
    return this.peek(0);
  }

  protected get position(): number {
    return this.token.position;
  }

  protected peek(ahead: number): VbToken {
    return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)]!;
  }

  protected advance(): VbToken {
    const { token } = this;
    if (token.kind !== 'end') this.at++;
    return token;
  }

  protected is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return (token.kind === 'mark' || token.kind === 'word') && token.text === text;
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.advance();
    return true;
  }

  protected expect(text: string): VbToken {
    if (!this.is(text)) this.fail(`BC30198: '${text}' expected`);
    return this.advance();
  }

  /** True at the end of a statement: at the end of the line, a colon, or Else in a single-line If. */
  protected get isEnd(): boolean {
    return this.token.kind === 'end' || this.is(NEWLINE) || (this.is(':') && !this.isNamed(0));
  }

  /** Returns true if `:=`, which names an argument, is at `ahead`. */
  protected isNamed(ahead: number): boolean {
    return this.is(':', ahead) && this.is('=', ahead + 1) && this.peek(ahead).end === this.peek(ahead + 1).position;
  }

  protected endStatement(): void {
    if (!this.isEnd && !this.is('else')) this.fail(`BC30205: End of statement expected, not '${this.token.written}'`);
    if (this.is(':')) this.advance();
  }

  protected skipLines(): void {
    while (this.take(NEWLINE) || (this.is(':') && this.take(':')));
  }

  protected fail(message: string, position = this.position): never {
    throw new ExpressionError(message, this.source, position);
  }

  /** Refuses an unsupported part of the language. */
  protected refuse(what: string, position = this.position): never {
    return this.fail(
      `'${what}' is not available in scripts of reports in Visual Basic; write the script in C#`,
      position,
    );
  }

  protected nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.fail('Nested too deep');
    try {
      return read();
    } finally {
      this.#depth--;
    }
  }

  /** Reads a name in its spelling, without the brackets that allow a keyword. */
  protected name(): string {
    const { kind, written, text } = this.token;
    if (kind === 'data') return this.advance().text;
    if (kind !== 'word') this.fail(`BC30203: Identifier expected, not '${text === NEWLINE ? 'end of line' : written}'`);
    return this.advance().written;
  }

  /** Reads `A.B(Of C)`, followed by `()` for an array and `?` for a nullable type. */
  protected type(): TypeSyntax {
    let type = this.plainType();
    while (this.is('(') && (this.is(')', 1) || this.is(',', 1))) {
      const { position } = this.advance();
      let rank = 1;
      while (this.take(',')) rank++;
      this.expect(')');
      type = { k: 'array', element: type, rank, position };
    }
    return type;
  }

  protected plainType(): TypeSyntax {
    return this.nested(() => {
      const { position } = this;
      if (this.is('(')) return this.#tupleType(position);
      const parts: { id: string; args: readonly TypeSyntax[] }[] = [];
      do {
        const { text, kind } = this.token;
        const written = this.name();
        const id = kind === 'word' && parts.length === 0 ? (TYPES.get(text) ?? written) : written;
        parts.push({ id, args: this.is('(') && this.is('of', 1) ? this.typeArguments() : [] });
      } while (this.take('.'));
      const first = parts[0]?.id.toLowerCase();
      if (parts.length > 1 && first === 'global') parts.shift();
      const type: TypeSyntax = { k: 'name', parts, position };
      return this.take('?') ? { k: 'nullable', element: type, position } : type;
    });
  }

  /** Reads `(Integer, String)` or `(Id As Integer, Name As String)`. */
  #tupleType(position: number): TypeSyntax {
    this.expect('(');
    const elements: { type: TypeSyntax; name: string | undefined }[] = [];
    do {
      const name = this.is('as', 1) ? this.name() : undefined;
      if (name !== undefined) this.expect('as');
      elements.push({ type: this.type(), name });
    } while (this.take(','));
    this.expect(')');
    return { k: 'tuple', elements, position };
  }

  protected typeArguments(): TypeSyntax[] {
    this.expect('(');
    this.expect('of');
    const args = [this.type()];
    while (this.take(',')) args.push(this.type());
    this.expect(')');
    return args;
  }

  /** Reads type parameters such as `(Of T As {IComparable, New}, Out U)` after the name of a declaration, if there are any. */
  protected typeParameters(): TypeParameterSyntax[] {
    const parameters: TypeParameterSyntax[] = [];
    if (!(this.is('(') && this.is('of', 1))) return parameters;
    this.at += 2;
    do {
      const variance = this.peek(1).kind === 'word' && !this.is('as', 1) ? this.advance().text : undefined;
      const { position } = this;
      const name = this.name();
      parameters.push({
        name,
        variance: variance === 'in' || variance === 'out' ? variance : undefined,
        constraints: this.take('as') ? this.#constraints() : [],
        position,
      });
    } while (this.take(','));
    this.expect(')');
    return parameters;
  }

  #constraints(): TypeParameterSyntax['constraints'] {
    if (!this.take('{')) return [this.#constraint()];
    const constraints: TypeParameterSyntax['constraints'][number][] = [];
    do constraints.push(this.#constraint());
    while (this.take(','));
    this.expect('}');
    return constraints;
  }

  #constraint(): TypeParameterSyntax['constraints'][number] {
    if (this.take('class')) return 'class';
    if (this.take('structure')) return 'struct';
    return this.take('new') ? 'new' : this.type();
  }

  /** Reads attributes `<Name(…), Name>` before a declaration; returns their names in lower case. */
  protected attributes(): string[] {
    const names: string[] = [];
    while (this.take('<')) {
      do {
        const type = this.type();
        names.push((type.k === 'name' ? (type.parts.at(-1)?.id ?? '') : '').replace(/Attribute$/iu, '').toLowerCase());
        if (this.is('(')) this.#skipBrackets();
      } while (this.take(','));
      this.expect('>');
      this.skipLines();
    }
    return names;
  }

  #skipBrackets(): void {
    let depth = 0;
    do {
      if (this.token.kind === 'end') this.fail("BC30198: ')' expected");
      const { text, kind } = this.advance();
      if (kind === 'mark') depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    } while (depth > 0);
  }
}
