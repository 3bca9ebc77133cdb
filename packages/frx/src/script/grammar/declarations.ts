import { operatorMethod } from './operators.ts';
import { StatementParser } from './statements.ts';
import { tokenize } from './tokens.ts';
import type { Token } from './tokens.ts';
import type { AccessorSyntax, Body, ConstructorSyntax, EnumMemberSyntax, Expr, MemberSyntax, MethodSyntax, ParameterSyntax, TypeSyntax, TypeSyntaxDeclaration, UnitSyntax } from './syntax.ts'; // prettier-ignore

const MODIFIERS = new Set(
  'public private protected internal static readonly const abstract virtual override sealed new extern volatile unsafe'.split(
    ' ',
  ),
);
/** Modifiers of members that take part in inheritance. */
const INHERITED = new Set(['override', 'virtual', 'abstract', 'new']);
const KINDS = new Set(['class', 'struct', 'interface', 'enum', 'delegate']);

/** Parses a script: usings, namespaces and types (C# specification, Namespaces and Classes). */
export class Parser extends StatementParser {
  protected inside(tokens: readonly Token[]): Parser {
    return new Parser(this.source, tokens);
  }

  unit(): UnitSyntax {
    const usings: { name: string; alias: string | undefined; isStatic: boolean; position: number }[] = [];
    const types: TypeSyntaxDeclaration[] = [];
    const body = (namespace: string): void => {
      const close = namespace === '' ? '' : '}';
      for (;;) {
        if (this.isEnd || this.is(close)) return;
        if (this.take(';')) continue;
        if (this.is('using')) usings.push(this.#using());
        else if (this.take('namespace')) {
          let name = this.name();
          while (this.take('.')) name += `.${this.name()}`;
          this.expect('{');
          body(namespace === '' ? name : `${namespace}.${name}`);
          this.expect('}');
        } else types.push(this.#type(namespace));
      }
    };
    body('');
    return { usings, types };
  }

  #using(): UnitSyntax['usings'][number] {
    const { position } = this.expect('using');
    const isStatic = this.take('static');
    let alias: string | undefined;
    if (this.isName() && this.is('=', 1)) {
      alias = this.name();
      this.advance();
    }
    const start = this.at;
    this.type();
    const name = this.tokens.slice(start, this.at).map(({ text }) => text).join(''); // prettier-ignore
    this.expect(';');
    return { name, alias, isStatic, position };
  }

  #modifiers(): Set<string> {
    const modifiers = new Set<string>();
    for (;;) {
      const { token } = this;
      if (token.kind === 'keyword' && MODIFIERS.has(token.text)) modifiers.add(this.advance().text);
      else if (this.is('ref') && this.is('struct', 1)) modifiers.add(this.advance().text);
      else if (this.isWord('partial') && (KINDS.has(this.peek(1).text) || this.peek(1).kind !== 'punctuator'))
        modifiers.add(this.advance().text);
      else if (this.isWord('async') && this.peek(1).kind !== 'punctuator') modifiers.add(this.advance().text);
      else return modifiers;
    }
  }

  #type(namespace: string): TypeSyntaxDeclaration {
    const attributes = this.attributes();
    const modifiers = this.#modifiers();
    if (!KINDS.has(this.token.text)) this.fail('CS1022: Type or namespace definition, or end-of-file expected');
    return this.#declaration(modifiers, attributes, namespace);
  }

  #declaration(
    modifiers: ReadonlySet<string>,
    attributes: readonly string[],
    namespace: string,
  ): TypeSyntaxDeclaration {
    const kind = this.advance().text as TypeSyntaxDeclaration['kind'];
    const empty = { bases: [], members: [], enumMembers: [], type: undefined, parameters: [], typeParameters: [] };
    const common = { k: 'declaration', kind, modifiers, attributes, namespace } as const;
    if (kind === 'delegate') {
      const type = this.type();
      const { position } = this;
      const name = this.name();
      const names = this.typeParameters();
      const parameters = this.parameters('(', ')');
      const typeParameters = this.constraints(names);
      this.expect(';');
      return { ...empty, ...common, name, type, parameters, typeParameters, position };
    }
    const { position } = this;
    const name = this.name();
    const names = this.typeParameters();
    const bases: TypeSyntax[] = [];
    if (this.take(':')) {
      do bases.push(this.type());
      while (this.take(','));
    }
    const typeParameters = this.constraints(names);
    this.expect('{');
    const declared = { ...empty, ...common, name, bases, typeParameters, position };
    if (kind === 'enum') return { ...declared, enumMembers: this.#enumMembers() };
    const members: MemberSyntax[] = [];
    while (!this.is('}')) {
      if (this.isEnd) this.unexpected('} expected', 'CS1513');
      if (this.take(';')) continue;
      members.push(...this.#memberOrError(name, kind, namespace === '' ? name : `${namespace}.${name}`));
    }
    this.expect('}');
    return { ...declared, members };
  }

  /** Parses a member; one with an error is skipped, so that the others work and their errors are found. */
  #memberOrError(owner: string, kind: string, namespace: string): MemberSyntax[] {
    const start = this.at;
    const { position } = this;
    try {
      return this.#member(owner, kind, namespace);
    } catch (error) {
      if (!this.mayPassOver(error)) throw error;
      error.locate(this.source, position);
      this.passOver(start);
      const name = this.isEnd || kind === 'interface' ? '' : this.#nameSince(start);
      // Without such a member other code would bind to a different one.
      if (name === '' || name === owner) throw error;
      return [{ k: 'unread', name, error, position }];
    }
  }

  /** Returns the name before the first bracket, operator or semicolon of a member; empty for a member that is accessed without its name. */
  #nameSince(start: number): string {
    const tokens = this.tokens.slice(start, this.at);
    const end = tokens.findIndex(({ text }) => /^(?:[({=;]|=>)$/u.test(text));
    const [dot, before] = [tokens[end - 2], tokens[end - 1]];
    if (dot?.text === '.' || tokens.slice(0, end).some(({ text }) => INHERITED.has(text))) return '';
    return before?.kind === 'name' ? before.text : '';
  }

  #enumMembers(): EnumMemberSyntax[] {
    const members: EnumMemberSyntax[] = [];
    while (!this.is('}')) {
      this.attributes();
      const { position } = this;
      const name = this.name();
      members.push({ name, value: this.take('=') ? this.expression() : undefined, position });
      if (!this.take(',')) break;
    }
    this.expect('}');
    return members;
  }

  #member(owner: string, kind: string, namespace: string): MemberSyntax[] {
    const attributes = this.attributes();
    const modifiers = this.#modifiers();
    if (KINDS.has(this.token.text) && this.token.kind === 'keyword')
      return [this.#declaration(modifiers, attributes, namespace)];
    if (this.take('ref')) {
      modifiers.add('ref');
      this.take('readonly');
    }
    const { position } = this;
    if (this.is('~')) {
      this.at += 2;
      this.parameters('(', ')');
      this.#body();
      return [];
    }
    if (this.isName() && this.token.text === owner && this.is('(', 1)) return [this.#ctor(modifiers)];
    if (this.take('event')) return this.#event(modifiers, position);
    if (this.is('implicit') || this.is('explicit')) return [this.#conversion(modifiers)];
    const start = this.at;
    const type = this.type();
    if (this.is('operator')) return [this.#operatorMember(modifiers, type, position)];
    const { explicit, name, position: at } = this.#memberName();
    if (name === 'this' && modifiers.has('ref'))
      this.fail('Properties and fields by reference are not available in scripts of reports', at);
    if (name === 'this') return [this.#property(modifiers, type, explicit, name, at, this.parameters('[', ']'))];
    if (this.is('(') || this.is('<')) {
      this.at = start;
      return [this.method(modifiers)];
    }
    if (modifiers.has('ref'))
      this.fail('Properties and fields by reference are not available in scripts of reports', at);
    if (this.is('{') || this.is('=>')) return [this.#property(modifiers, type, explicit, name, at, [])];
    if (kind === 'interface' && !modifiers.has('static') && !modifiers.has('const'))
      this.unexpected("'{' expected", 'CS1003');
    return this.#fields(modifiers, type, name, at, false);
  }

  /** Parses the name of a member after the interface that it implements explicitly. */
  #memberName(): { explicit: TypeSyntax | undefined; name: string; position: number } {
    const end = this.at;
    const explicit = this.attempt(() => {
      const { position } = this;
      const parts: { id: string; args: readonly TypeSyntax[] }[] = [];
      while (this.isName()) {
        const id = this.name();
        const args = this.is('<') ? this.typeArguments() : [];
        if (!this.take('.')) return undefined;
        parts.push({ id, args });
        const next = this.peek(1).text;
        if ((this.isName() && next !== '.' && !(next === '<' && this.#goesOn())) || this.is('this'))
          return { k: 'name', parts, position } satisfies TypeSyntax;
      }
      return undefined;
    });
    if (!explicit) this.at = end;
    const { position } = this;
    if (this.take('this')) return { explicit, name: 'this', position };
    return { explicit, name: this.name(), position };
  }

  /** Returns true if a dot follows the type arguments at the current position, so that they belong to an interface. */
  #goesOn(): boolean {
    const end = this.typeEnd(this.at);
    return end > 0 && this.tokens[end]?.text === '.';
  }

  method(modifiers: ReadonlySet<string>): MethodSyntax {
    const type = this.type();
    const { explicit, name, position } = this.#memberName();
    const names = this.typeParameters();
    const parameters = this.parameters('(', ')');
    const typeParameters = this.constraints(names);
    const body = this.#body();
    return { k: 'method', name, modifiers, type, typeParameters, parameters, explicit, body, position };
  }

  #body(): Body | undefined {
    if (this.take(';')) return undefined;
    if (this.is('{')) return this.block();
    this.expect('=>');
    const value = this.expression();
    this.expect(';');
    return value;
  }

  #ctor(modifiers: ReadonlySet<string>): ConstructorSyntax {
    const { position } = this.advance();
    const parameters = this.parameters('(', ')');
    let chain: ConstructorSyntax['chain'];
    if (this.take(':')) {
      const at = this.position;
      const to = this.take('base') ? 'base' : 'this';
      if (to === 'this') this.expect('this');
      chain = { to, args: this.args('(', ')'), position: at };
    }
    const body = this.#body() ?? { k: 'block', statements: [], position, end: position };
    return { k: 'constructor', modifiers, parameters, chain, body, position };
  }

  #conversion(modifiers: ReadonlySet<string>): MethodSyntax {
    const { position, text } = this.advance();
    this.expect('operator');
    const type = this.type();
    const parameters = this.parameters('(', ')');
    const name = text === 'implicit' ? 'op_Implicit' : 'op_Explicit';
    return {
      k: 'method',
      name,
      modifiers,
      type,
      typeParameters: [],
      parameters,
      explicit: undefined,
      body: this.#body(),
      position,
    };
  }

  #operatorMember(modifiers: ReadonlySet<string>, type: TypeSyntax, position: number): MethodSyntax {
    this.expect('operator');
    let operator = this.advance().text;
    while (!this.is('(')) operator += this.advance().text;
    const parameters = this.parameters('(', ')');
    const name = operatorMethod(operator, parameters.length);
    if (name === '') this.fail(`CS1019: Overloadable operator expected, not '${operator}'`, position);
    return {
      k: 'method',
      name,
      modifiers,
      type,
      typeParameters: [],
      parameters,
      explicit: undefined,
      body: this.#body(),
      position,
    };
  }

  #event(modifiers: ReadonlySet<string>, position: number): MemberSyntax[] {
    const type = this.type();
    const { explicit, name } = this.#memberName();
    if (!this.take('{')) return this.#fields(modifiers, type, name, position, true);
    let add: AccessorSyntax | undefined;
    let remove: AccessorSyntax | undefined;
    while (!this.is('}')) {
      const at = this.position;
      const isAdd = this.name() === 'add';
      const accessor = { modifiers: new Set<string>(), body: this.#body(), position: at };
      if (isAdd) add = accessor;
      else remove = accessor;
    }
    this.expect('}');
    if (!add || !remove)
      this.fail(`CS0065: '${name}': event property must have both add and remove accessors`, position);
    return [{ k: 'event', name, modifiers, type, explicit, add, remove, position }];
  }

  #fields(
    modifiers: ReadonlySet<string>,
    type: TypeSyntax,
    first: string,
    position: number,
    isEvent: boolean,
  ): MemberSyntax[] {
    const fields: MemberSyntax[] = [];
    let name = first;
    for (let at = position; ;) {
      let value: Expr | undefined;
      if (this.take('='))
        value = this.is('{') ? { k: 'items', items: this.arrayItems(), position: at } : this.expression();
      fields.push({ k: 'field', name, modifiers, type, value, isEvent, position: at });
      if (!this.take(',')) break;
      at = this.position;
      name = this.name();
    }
    this.expect(';');
    return fields;
  }

  #property(
    modifiers: ReadonlySet<string>,
    type: TypeSyntax,
    explicit: TypeSyntax | undefined,
    name: string,
    position: number,
    parameters: readonly ParameterSyntax[],
  ): MemberSyntax {
    const made = { k: 'property', name, modifiers, type, explicit, parameters, position } as const;
    if (this.take('=>')) {
      const body = this.expression();
      this.expect(';');
      return { ...made, get: { modifiers: new Set(), body, position }, set: undefined, value: undefined };
    }
    this.expect('{');
    let get: AccessorSyntax | undefined;
    let set: AccessorSyntax | undefined;
    while (!this.is('}')) {
      this.attributes();
      const accessorModifiers = this.#modifiers();
      const at = this.position;
      const word = this.name();
      if (word !== 'get' && word !== 'set') this.fail('CS1014: A get or set accessor expected', at);
      const accessor = { modifiers: accessorModifiers, body: this.#body(), position: at };
      if (word === 'get') get = accessor;
      else set = accessor;
    }
    this.expect('}');
    let value: Expr | undefined;
    if (this.take('=')) {
      value = this.is('{') ? { k: 'items', items: this.arrayItems(), position } : this.expression();
      this.expect(';');
    }
    return { ...made, get, set, value };
  }
}

/** Parses a script. @throws ExpressionError with the position */
export function parseUnit(source: string): UnitSyntax {
  return new Parser(source, tokenize(source)).unit();
}

/** Parses the members of a class body, for instance signatures of the library. */
export function parseMembers(source: string): readonly MemberSyntax[] {
  return parseUnit(`class _ { ${source} }`).types[0]?.members ?? [];
}
