import type { AccessorSyntax, Block, EnumMemberSyntax, MemberSyntax, ParameterSyntax, TypeSyntax, TypeSyntaxDeclaration, UnitSyntax } from '../grammar/syntax.ts'; // prettier-ignore
import { typeOf } from './cursor.ts';
import { BasicStatements } from './statements.ts';
import { NEWLINE, scriptTokens } from './tokens.ts';

/** Modifiers of Visual Basic by those of C#; empty for one that means nothing here. */
const MODIFIERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    public: 'public', private: 'private', protected: 'protected', friend: 'internal', shared: 'static', readonly: 'readonly', partial: 'partial',
    overridable: 'virtual', overrides: 'override', mustoverride: 'abstract', mustinherit: 'abstract', notinheritable: 'sealed',
    notoverridable: 'sealed', shadows: 'new', overloads: '', dim: '', default: '', writeonly: '', iterator: 'iterator',
  }),
); // prettier-ignore

const TYPES: ReadonlyMap<string, 'class' | 'struct' | 'interface' | 'enum'> = new Map([
  ['class', 'class'],
  ['interface', 'interface'],
  ['structure', 'struct'],
  ['module', 'class'],
  ['enum', 'enum'],
]);

const EMPTY = { typeParameters: [], bases: [], members: [], enumMembers: [], type: undefined, parameters: [] };

/** Reads a script of Visual Basic into the tree of the C# grammar. Throws ExpressionError with the place of what cannot be read. */
export function parseBasicUnit(source: string): UnitSyntax {
  return new BasicParser(source, scriptTokens(source)).unit();
}

class BasicParser extends BasicStatements {
  readonly #usings: { name: string; alias: string | undefined; isStatic: boolean; position: number }[] = [];
  readonly #types: TypeSyntaxDeclaration[] = [];

  unit(): UnitSyntax {
    this.#body('');
    if (this.token.kind !== 'end') this.fail(`BC30188: Declaration expected, not '${this.token.written}'`);
    return { usings: this.#usings, types: this.#types };
  }

  #body(namespace: string): void {
    for (;;) {
      this.skipLines();
      if (this.token.kind === 'end' || (this.is('end') && this.is('namespace', 1))) return;
      if (this.is('option')) this.#line();
      else if (this.is('imports')) this.#imports();
      else if (this.take('namespace')) {
        let name = this.name();
        while (this.take('.')) name += `.${this.name()}`;
        const inner = name;
        this.nested(() => this.#body(namespace === '' ? inner : `${namespace}.${inner}`));
        this.expect('end');
        this.expect('namespace');
      } else {
        const modifiers = this.#modifiers();
        if (!TYPES.has(this.token.text)) this.fail(`BC30188: Declaration expected, not '${this.token.written}'`);
        this.#types.push(this.#type(modifiers, namespace));
      }
    }
  }

  #line(): void {
    while (!this.is(NEWLINE) && this.token.kind !== 'end') this.advance();
  }

  #imports(): void {
    const { position } = this.advance();
    let name = this.name();
    const alias = this.take('=') ? name : undefined;
    if (alias !== undefined) name = this.name();
    while (this.take('.')) name += `.${this.name()}`;
    this.#usings.push({ name, alias, isStatic: false, position });
  }

  #modifiers(): Set<string> {
    const modifiers = new Set<string>();
    for (;;) {
      const { token } = this;
      const modifier = token.kind === 'word' ? MODIFIERS.get(token.text) : undefined;
      if (modifier === undefined) return modifiers;
      this.advance();
      if (modifier !== '') modifiers.add(modifier);
    }
  }

  #type(modifiers: Set<string>, namespace: string): TypeSyntaxDeclaration {
    const { text, position } = this.advance();
    const kind = TYPES.get(text) ?? 'class';
    const name = this.name();
    if (this.is('(')) this.refuse('Of', position);
    const common = { ...EMPTY, k: 'declaration', kind, name, modifiers, attributes: [], namespace, position } as const;
    if (kind === 'enum') return { ...common, enumMembers: this.#enumMembers() };
    if (text === 'module') modifiers.add('static');
    const bases: TypeSyntax[] = [];
    const members: MemberSyntax[] = [];
    for (;;) {
      this.skipLines();
      if (this.is('end') && this.is(text, 1)) break;
      if (this.token.kind === 'end') this.fail(`BC30481: 'End ${text}' expected`, position);
      if (this.take('inherits') || this.take('implements'))
        do bases.push(this.type());
        while (this.take(','));
      else members.push(...this.#member(text, namespace === '' ? name : `${namespace}.${name}`));
    }
    this.at += 2;
    return { ...common, bases, members };
  }

  #enumMembers(): EnumMemberSyntax[] {
    if (this.take('as')) this.type();
    const members: EnumMemberSyntax[] = [];
    for (;;) {
      this.skipLines();
      if (this.is('end') && this.is('enum', 1)) break;
      const { position } = this;
      members.push({ name: this.name(), value: this.take('=') ? this.expression() : undefined, position });
    }
    this.at += 2;
    return members;
  }

  /** Members of a class, structure, module or interface. */
  #member(inside: string, namespace: string): readonly MemberSyntax[] {
    if (this.is('<')) this.refuse('attributes');
    const isReadOnly = this.is('readonly') || this.is('readonly', 1);
    const isDefault = this.is('default') || this.is('default', 1);
    const modifiers = this.#modifiers();
    if (inside === 'module') modifiers.add('static');
    const { token, position } = this;
    if (TYPES.has(token.text)) return [this.nested(() => this.#type(modifiers, namespace))];
    switch (token.text) {
      case 'sub':
      case 'function':
        return [this.#method(modifiers, inside === 'interface')];
      case 'property':
        return this.#property(modifiers, isReadOnly, isDefault, inside === 'interface');
      case 'event':
        return this.#event(modifiers, namespace);
      case 'delegate':
        return [this.#delegate(modifiers, namespace)];
      case 'operator':
      case 'declare':
      case 'custom':
      case 'withevents':
      case 'narrowing':
      case 'widening':
        return this.refuse(token.written);
      default:
        return this.#fields(modifiers, position);
    }
  }

  #fields(modifiers: Set<string>, position: number): MemberSyntax[] {
    if (this.take('const')) modifiers.add('const');
    const fields: MemberSyntax[] = [];
    do
      for (const { name, at, type, value } of this.declarators()) {
        this.fields.add(name.toLowerCase());
        const isVar = type.k === 'name' && type.parts[0]?.id === 'var';
        const of = isVar ? constantType(value, at) : type;
        // A field begins with the default of its type; a structure must not say so.
        const initial = value?.k === 'default' ? undefined : value;
        fields.push({ k: 'field', name, modifiers, type: of, value: initial, isEvent: false, position: at });
      }
    while (this.take(','));
    if (!this.isEnd) this.fail(`BC30205: End of statement expected, not '${this.token.written}'`, position);
    return fields;
  }

  /** `Event Name(parameters)`, which has a delegate of its own, or `Event Name As Handler`. */
  #event(modifiers: Set<string>, namespace: string): MemberSyntax[] {
    const { position } = this.advance();
    const name = this.name();
    const event = (type: TypeSyntax): MemberSyntax => ({ k: 'field', name, modifiers, type, value: undefined, isEvent: true, position }); // prettier-ignore
    if (this.take('as')) return [event(this.type())];
    const handler = `${name}EventHandler`;
    const parameters = this.is('(') ? this.#parameters() : [];
    const type = typeOf('void', position);
    return [
      { ...EMPTY, k: 'declaration', kind: 'delegate', name: handler, modifiers, attributes: [], type, parameters, namespace, position },
      event(typeOf(handler, position)),
    ]; // prettier-ignore
  }

  #delegate(modifiers: Set<string>, namespace: string): TypeSyntaxDeclaration {
    const { position } = this.advance();
    const isSub = this.take('sub');
    if (!isSub) this.expect('function');
    const name = this.name();
    if (this.is('(') && this.is('of', 1)) this.refuse('Of', position);
    const parameters = this.is('(') ? this.#parameters() : [];
    const type = isSub ? typeOf('void', position) : this.take('as') ? this.type() : typeOf('dynamic', position);
    return { ...EMPTY, k: 'declaration', kind: 'delegate', name, modifiers, attributes: [], type, parameters, namespace, position };
  } // prettier-ignore

  /** `Implements I.Name`: a member of that name, which is public then. */
  #implements(modifiers: Set<string>, name: string): void {
    if (!this.take('implements')) return;
    do {
      const type = this.type();
      const last = type.k === 'name' ? type.parts.at(-1)?.id : undefined;
      if (last?.toLowerCase() !== name.toLowerCase()) this.refuse('Implements of a member with another name');
    } while (this.take(','));
    for (const access of ['private', 'protected', 'internal']) modifiers.delete(access);
    modifiers.add('public');
  }

  #method(modifiers: Set<string>, isOfInterface: boolean): MemberSyntax {
    const { text, position } = this.advance();
    const isConstructor = this.is('new');
    const name = this.name();
    if (this.is('(') && this.is('of', 1)) this.refuse('Of');
    const parameters = this.is('(') ? this.#parameters() : [];
    const type =
      text === 'sub' ? typeOf('void', position) : this.take('as') ? this.type() : typeOf('dynamic', position);
    if (this.is('handles')) this.refuse('Handles');
    this.#implements(modifiers, name);
    const isIterator = modifiers.delete('iterator');
    if (modifiers.has('abstract') || isOfInterface)
      return { k: 'method', name, modifiers, type, typeParameters: [], parameters, explicit: undefined, body: undefined, position }; // prettier-ignore
    const result = text === 'function' ? { name, type } : undefined;
    const names = parameters.map((parameter) => parameter.name);
    const body = this.methodBody(text, names, result, isIterator);
    if (isConstructor) return { k: 'constructor', modifiers, parameters, ...this.#chain(body), position };
    return { k: 'method', name, modifiers, type, typeParameters: [], parameters, explicit: undefined, body, position };
  }

  /** `MyBase.New(…)` or `Me.New(…)` as the first statement of a constructor. */
  #chain(body: Block): { chain: { to: 'this' | 'base'; args: []; position: number } | undefined; body: Block } {
    const [first, ...rest] = body.statements;
    const call = first?.k === 'expression' && first.value.k === 'call' ? first.value : undefined;
    const target =
      call?.target.k === 'member' && call.target.id.toLowerCase() === 'new' ? call.target.target : undefined;
    if (!call || !target || (target.k !== 'base' && target.k !== 'this')) return { chain: undefined, body };
    const chain = { to: target.k, args: call.args as [], position: call.position };
    return { chain, body: { ...body, statements: rest } };
  }

  #parameters(): ParameterSyntax[] {
    this.expect('(');
    const parameters: ParameterSyntax[] = [];
    if (!this.is(')'))
      do {
        const isOptional = this.take('optional');
        let mode: ParameterSyntax['mode'] = 'value';
        if (this.take('byref')) mode = 'ref';
        this.take('byval');
        if (this.take('paramarray')) mode = 'params';
        const { position } = this;
        const name = this.name();
        const isArray = this.is('(') && this.is(')', 1);
        if (isArray) this.at += 2;
        const plain = this.take('as') ? this.type() : typeOf('dynamic', position);
        const type: TypeSyntax = isArray ? { k: 'array', element: plain, rank: 1, position } : plain;
        const initial = this.take('=') ? this.expression() : undefined;
        if (isOptional && !initial) this.fail('BC30812: Optional parameters must specify a default value', position);
        parameters.push({ name, type, mode, isThis: false, initial, position });
      } while (this.take(','));
    this.expect(')');
    return parameters;
  }

  #property(modifiers: Set<string>, isReadOnly: boolean, isDefault: boolean, isOfInterface: boolean): MemberSyntax[] {
    const { position } = this.advance();
    modifiers.delete('readonly');
    const name = this.name();
    const parameters = this.is('(') ? this.#parameters() : [];
    if (parameters.length > 0 && !isDefault) this.refuse('Property with parameters', position);
    const type = this.take('as') ? this.type() : typeOf('dynamic', position);
    const value = this.take('=') ? this.expression() : undefined;
    this.#implements(modifiers, name);
    const made = { k: 'property', name, modifiers, type, parameters, explicit: undefined, position } as const;
    const automatic: AccessorSyntax = { modifiers: new Set(), body: undefined, position };
    const start = this.at;
    this.skipLines();
    const isLong =
      this.is('get') || this.is('set') || ((this.is('private') || this.is('protected')) && this.is('set', 1));
    if (!isLong || isOfInterface) {
      this.at = start;
      return [{ ...made, get: automatic, set: isReadOnly ? undefined : automatic, value }];
    }
    let get: AccessorSyntax | undefined;
    let set: AccessorSyntax | undefined;
    for (;;) {
      this.skipLines();
      if (this.take('end')) break;
      const own = this.#modifiers();
      const at = this.position;
      if (this.take('get'))
        get = {
          modifiers: own,
          body: this.methodBody(
            'get',
            parameters.map((each) => each.name),
            { name, type },
          ),
          position: at,
        };
      else {
        this.expect('set');
        const given = this.is('(') ? this.#parameters() : [];
        const body = this.methodBody('set', ['value', ...parameters.map((each) => each.name)]);
        const [parameter] = given;
        set = { modifiers: own, body: parameter ? renamed(body, parameter) : body, position: at };
      }
    }
    this.expect('property');
    return [{ ...made, get, set, value }];
  }
}

/** The body of a setter whose parameter has a name other than `value`. */
function renamed(body: Block, { name, type, position }: ParameterSyntax): Block {
  if (name.toLowerCase() === 'value') return body;
  const value = { k: 'id', id: 'value', args: [], position } as const;
  return {
    ...body,
    statements: [
      { k: 'local', type, isConst: false, isUsing: false, variables: [{ name, value, position }], position },
      ...body.statements,
    ],
  };
}

/** Type of a constant or field that states none. */
function constantType(value: { k: string; type?: unknown } | undefined, position: number): TypeSyntax {
  const name = value?.k === 'literal' && typeof value.type === 'string' ? value.type : 'dynamic';
  return typeOf(name, position);
}
