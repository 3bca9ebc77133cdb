import { basicOperatorMethod } from '../grammar/operators.ts';
import type { AccessorSyntax, ArgumentSyntax, Block, EnumMemberSyntax, Expr, MemberSyntax, ParameterSyntax, PropertySyntax, TypeSyntax, TypeSyntaxDeclaration, UnitSyntax } from '../grammar/syntax.ts'; // prettier-ignore
import { argument, nameOf, typeOf } from './cursor.ts';
import { BasicStatements } from './statements.ts';
import { NEWLINE, scriptTokens } from './tokens.ts';
import { fieldOf } from './variables.ts';

/** Modifiers of C# by those of Visual Basic; empty for one without effect here. */
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

/** Parses a script of Visual Basic into a syntax tree of C#. @throws ExpressionError with the position */
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
        const attributes = this.attributes();
        const modifiers = this.#modifiers();
        if (this.is('delegate')) this.#types.push(this.#delegate(modifiers, namespace));
        else if (TYPES.has(this.token.text)) this.#types.push(this.#type(modifiers, attributes, namespace));
        else this.fail(`BC30188: Declaration expected, not '${this.token.written}'`);
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

  #type(modifiers: Set<string>, attributes: readonly string[], namespace: string): TypeSyntaxDeclaration {
    const { text, position } = this.advance();
    const kind = TYPES.get(text) ?? 'class';
    const name = this.name();
    const typeParameters = this.typeParameters();
    const common = { ...EMPTY, k: 'declaration', kind, name, modifiers, attributes: attributes.includes('flags') ? ['Flags'] : [], typeParameters, namespace, position } as const; // prettier-ignore
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
      else {
        members.push(...this.#member(text, namespace === '' ? name : `${namespace}.${name}`), ...this.hoisted);
        this.hoisted = [];
      }
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

  /** Reads a member of a class, structure, module or interface. */
  #member(inside: string, namespace: string): readonly MemberSyntax[] {
    const attributes = this.attributes();
    const isReadOnly = this.is('readonly') || this.is('readonly', 1);
    const isDefault = this.is('default') || this.is('default', 1);
    const modifiers = this.#modifiers();
    if (inside === 'module') modifiers.add('static');
    const { token, position } = this;
    if (token.text === 'module') this.fail("BC30617: 'Module' statements can occur only at file or namespace level.");
    if (TYPES.has(token.text)) return [this.nested(() => this.#type(modifiers, attributes, namespace))];
    switch (token.text) {
      case 'sub':
      case 'function':
        return this.#method(modifiers, inside === 'interface', attributes.includes('extension'));
      case 'property':
        return this.#property(modifiers, isReadOnly, isDefault, inside === 'interface');
      case 'event':
        return this.#event(modifiers, namespace);
      case 'delegate':
        return [this.#delegate(modifiers, namespace)];
      case 'operator':
      case 'narrowing':
      case 'widening':
        return [this.#operator(modifiers)];
      case 'declare':
      case 'custom':
      case 'withevents':
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
        fields.push(fieldOf(name, type, value, modifiers, at));
      }
    while (this.take(','));
    if (!this.isEnd) this.fail(`BC30205: End of statement expected, not '${this.token.written}'`, position);
    return fields;
  }

  /** Reads `Event Name(parameters)`, which declares a delegate of its own, or `Event Name As Handler`. */
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
    const typeParameters = this.typeParameters();
    const parameters = this.is('(') ? this.#parameters() : [];
    const type = isSub ? typeOf('void', position) : this.take('as') ? this.type() : typeOf('dynamic', position);
    return { ...EMPTY, k: 'declaration', kind: 'delegate', name, modifiers, attributes: [], typeParameters, type, parameters, namespace, position };
  } // prettier-ignore

  /**
   * Reads `Implements I.Name` and returns the interface members implemented under another name. An implementation of the same name becomes
   * public.
   */
  #implements(modifiers: Set<string>, name: string): { explicit: TypeSyntax; name: string }[] {
    const others: { explicit: TypeSyntax; name: string }[] = [];
    if (!this.take('implements')) return others;
    do {
      const type = this.type();
      const last = type.k === 'name' ? type.parts.at(-1) : undefined;
      if (type.k !== 'name' || !last) this.fail('BC30203: Identifier expected');
      else if (last.id.toLowerCase() !== name.toLowerCase())
        others.push({ explicit: { ...type, parts: type.parts.slice(0, -1) }, name: last.id });
      else {
        for (const access of ['private', 'protected', 'internal']) modifiers.delete(access);
        modifiers.add('public');
      }
    } while (this.take(','));
    return others;
  }

  #method(modifiers: Set<string>, isOfInterface: boolean, isExtension: boolean): MemberSyntax[] {
    const { text, position } = this.advance();
    const isConstructor = this.is('new');
    const name = this.name();
    const typeParameters = this.typeParameters();
    const [first, ...rest] = this.is('(') ? this.#parameters() : [];
    const parameters = first ? [{ ...first, isThis: isExtension }, ...rest] : [];
    const type =
      text === 'sub' ? typeOf('void', position) : this.take('as') ? this.type() : typeOf('dynamic', position);
    if (this.is('handles')) this.refuse('Handles (attach the method with AddHandler)');
    const others = this.#implements(modifiers, name);
    const isIterator = modifiers.delete('iterator');
    const made = { k: 'method', name, modifiers, type, typeParameters, parameters, explicit: undefined, body: undefined, position } as const; // prettier-ignore
    if (modifiers.has('abstract') || isOfInterface) return [made];
    const result = text === 'function' ? { name, type } : undefined;
    const body = this.#bodyOf(text, modifiers, parameters, result, isIterator);
    if (isConstructor) return [{ k: 'constructor', modifiers, parameters, ...this.#chain(body), position }];
    const args = parameters.map((each) => argument(nameOf(each.name, each.position)));
    return [
      { ...made, body },
      ...others.map((other) => ({
        ...made,
        ...other,
        modifiers: new Set<string>(),
        body: callOf(name, args, position),
      })),
    ];
  }

  /** Reads the body of a member; its Static variables become fields. */
  #bodyOf(
    end: string,
    modifiers: ReadonlySet<string>,
    parameters: readonly ParameterSyntax[],
    result?: { name: string; type: TypeSyntax },
    isIterator = false,
  ): Block {
    const names = parameters.map((parameter) => parameter.name);
    const before = this.hoisted.length;
    const body = this.methodBody(end, names, result, isIterator);
    if (modifiers.has('static'))
      this.hoisted = this.hoisted.map((field, index) =>
        index < before ? field : { ...field, modifiers: new Set([...field.modifiers, 'static']) },
      );
    return body;
  }

  /** Reads `Operator +(…) As T` or `Widening Operator CType(…) As T`. */
  #operator(modifiers: Set<string>): MemberSyntax {
    const isWidening = this.take('widening');
    const isNarrowing = this.take('narrowing');
    for (const modifier of ['widening', 'narrowing', 'shared', 'overloads']) this.take(modifier);
    const { position } = this.expect('operator');
    const { text, written } = this.advance();
    const parameters = this.#parameters();
    this.expect('as');
    const type = this.type();
    const name =
      text === 'ctype'
        ? isWidening || !isNarrowing
          ? 'op_Implicit'
          : 'op_Explicit'
        : basicOperatorMethod(text, parameters.length);
    if (name === '') this.refuse(`Operator ${written}`, position);
    const body = this.#bodyOf('operator', modifiers, parameters, { name: '', type });
    return { k: 'method', name, modifiers, type, typeParameters: [], parameters, explicit: undefined, body, position };
  }

  /** Extracts `MyBase.New(…)` or `Me.New(…)` as the first statement of a constructor. */
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

  /** Reads `As T = value` or `As New T(…)`. */
  #typeAndValue(position: number): { type: TypeSyntax; value: Expr | undefined } {
    const isTyped = this.take('as');
    if (isTyped && this.take('new')) {
      const value = this.creation(position);
      return { type: value.k === 'new' ? value.type : typeOf('dynamic', position), value };
    }
    const type = isTyped ? this.type() : typeOf('dynamic', position);
    return { type, value: this.take('=') ? this.expression() : undefined };
  }

  #property(modifiers: Set<string>, isReadOnly: boolean, isDefault: boolean, isOfInterface: boolean): MemberSyntax[] {
    const { position } = this.advance();
    modifiers.delete('readonly');
    const name = this.name();
    const parameters = this.is('(') ? this.#parameters() : [];
    if (parameters.length > 0 && !isDefault) this.refuse('Property with parameters', position);
    const { type, value } = this.#typeAndValue(position);
    const others = this.#implements(modifiers, name);
    const made = { k: 'property', name, modifiers, type, parameters, explicit: undefined, position } as const;
    const automatic: AccessorSyntax = { modifiers: new Set(), body: undefined, position };
    const start = this.at;
    this.skipLines();
    const isLong =
      this.is('get') || this.is('set') || ((this.is('private') || this.is('protected')) && this.is('set', 1));
    if (!isLong || isOfInterface) {
      this.at = start;
      const plain: PropertySyntax = { ...made, get: automatic, set: isReadOnly ? undefined : automatic, value };
      return [plain, ...forwarded(plain, others)];
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
          body: this.#bodyOf('get', modifiers, parameters, { name, type }),
          position: at,
        };
      else {
        this.expect('set');
        const given = this.is('(') ? this.#parameters() : [];
        const [parameter] = given;
        const body = this.#bodyOf('set', modifiers, [...parameters, ...(parameter ? [parameter] : [])]);
        set = { modifiers: own, body: parameter ? renamed(body, parameter) : body, position: at };
      }
    }
    this.expect('property');
    const property: PropertySyntax = { ...made, get, set, value };
    return [property, ...forwarded(property, others)];
  }
}

/** Returns a call of a member of the same object. */
function callOf(name: string, args: readonly ArgumentSyntax[], position: number): Expr {
  return {
    k: 'call',
    target: { k: 'member', target: { k: 'this', position }, id: name, args: [], position },
    args,
    position,
  };
}

/** Returns explicit implementations of interface properties that forward to a property of another name. */
function forwarded(
  property: PropertySyntax,
  others: readonly { explicit: TypeSyntax; name: string }[],
): PropertySyntax[] {
  const { name, position, get, set } = property;
  const own: Expr = { k: 'member', target: { k: 'this', position }, id: name, args: [], position };
  const accessor = (body: Expr): AccessorSyntax => ({ modifiers: new Set(), body, position });
  return others.map((other) => ({
    ...property,
    ...other,
    modifiers: new Set<string>(),
    value: undefined,
    get: get && accessor(own),
    set: set && accessor({ k: 'assign', op: '=', target: own, value: nameOf('value', position), position }),
  }));
}

/** Adds a variable to the body of a setter whose parameter has a name other than `value`. */
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
