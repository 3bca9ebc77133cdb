import { NetException } from '../../expression/errors.ts';
import { NetArray } from '../../expression/values/values.ts';
import type { EnumType, Value } from '../../expression/values/values.ts';
import { Obj } from '../runtime/objects.ts';
import { collectionThrough } from '../runtime/hooks.ts';
import { parseMembers, parseUnit } from '../grammar/declarations.ts';
import type { Expr, MemberSyntax, ParameterSyntax, TypeSyntax, TypeSyntaxDeclaration } from '../grammar/syntax.ts';
import { arrayOf, isCollectionInterface, substitute, TypeDefinition, TypeParameter } from '../binder/types/types.ts';
import type { Call, EventMember, FieldMember, Member, MethodMember, NamedType, Parameter, PropertyMember, Shape, Special, Type, TypeKind } from '../binder/types/types.ts'; // prettier-ignore

/**
 * The library for scripts: types declared by their C# signatures with implementations. A signature is parsed when a script first uses its
 * name, so that the size of the library does not affect the start.
 */

/** Implementation of a member; the first argument is the call, the second the object unless the member is static. */
type Behaviour = (call: Call, ...args: never[]) => Value | void;

/** Implementations by C# signature. A property with a setter and an event have both parts; a constant or read-only field has its value. */
export type Declarations = Readonly<
  Record<
    string,
    | Behaviour
    | { readonly get: Behaviour; readonly set: Behaviour }
    | { readonly add: Behaviour; readonly remove: Behaviour }
    | { readonly value: () => Value }
  >
>;

interface Entry {
  readonly definition: TypeDefinition;
  readonly arity: number;
}

const byName = new Map<string, Entry[]>();
const namespaces = new Set<string>();
/** Static classes, some of which declare extension methods. */
const staticClasses: { readonly definition: TypeDefinition; readonly members: Declarations }[] = [];
let extensionClasses: readonly TypeDefinition[] | undefined;

/** Finds a type of the library by its simple name and number of type parameters. */
export function libraryType(name: string, arity = 0): TypeDefinition | undefined {
  return byName.get(name)?.find((entry) => entry.arity === arity)?.definition;
}

/** Finds a type of the library in a namespace. */
export function libraryTypeIn(namespace: string, name: string, arity: number): TypeDefinition | undefined {
  return byName.get(name)?.find((entry) => entry.arity === arity && entry.definition.namespace === namespace)
    ?.definition;
}

/** Returns true for a namespace that a type of the library is in, or one around it. */
export function isNamespace(name: string): boolean {
  return namespaces.has(name);
}

/** Returns the namespaces of all types of the library, and those around them. */
export function libraryNamespaces(): Iterable<string> {
  return namespaces;
}

/** Returns the classes that declare extension methods. */
export function libraryExtensions(): readonly TypeDefinition[] {
  extensionClasses ??= staticClasses
    .filter(({ members }) => Object.keys(members).some((signature) => signature.includes('(this ')))
    .map(({ definition }) => definition);
  return extensionClasses;
}

/** Returns the names of all types of the library, for "did you mean". */
export function libraryTypeNames(): string[] {
  return [...byName.keys()];
}

interface Options {
  readonly special?: Special;
  readonly enumeration?: EnumType;
  /** The enclosing type of a nested one, whose parameters come first. */
  readonly outer?: TypeDefinition;
}

const HEADER =
  /^(static |abstract |sealed )*(class|struct|interface|enum|delegate)\s+(?:\S.*?\s)??(\w+)(?:<([^>(]*)>)?\s*(?:\(|:|$)/u;

/** Declares a type; `header` is its C# declaration without a body. */
export function declare(
  namespace: string,
  header: string,
  members: Declarations = {},
  options: Options = {},
): TypeDefinition {
  const match = HEADER.exec(header);
  if (!match) throw new Error(`A declaration that cannot be read: ${header}`);
  const kind = match[2] as TypeKind;
  const name = match[3] ?? '';
  const typeParameters = (match[4] ?? '').split(',').filter((each) => each.trim() !== '').map((each) => new TypeParameter(each.replace(/\b(?:in|out)\b/u, '').trim())); // prettier-ignore
  // Most types are not used by a script, so the names of their members are parsed on demand.
  let known: ReadonlyMap<string, readonly string[]> | undefined;
  const keys = (): ReadonlyMap<string, readonly string[]> => (known ??= Map.groupBy(Object.keys(members), nameOf));
  const isStatic = header.startsWith('static ');
  const definition: TypeDefinition = new TypeDefinition({
    name,
    namespace,
    kind,
    outer: options.outer,
    special: options.special,
    typeParameters,
    shape: () => shapeOf(header, kind, definition),
    members: (wanted) =>
      (keys().get(wanted) ?? []).map((signature) => memberOf(definition, signature, members[signature], isStatic)),
    memberNames: () => [...keys().keys()],
  });
  definition.isStatic = isStatic;
  definition.isAbstract = header.startsWith('abstract ') || kind === 'interface';
  definition.isSealed = header.startsWith('sealed ') || kind === 'struct';
  definition.enumeration = options.enumeration;
  if (kind === 'delegate') definition.signature = delegateSignature(header, definition);
  const list = byName.get(name);
  const entry = { definition, arity: typeParameters.length };
  if (list) list.push(entry);
  else byName.set(name, [entry]);
  addNamespace(namespace);
  if (isStatic) staticClasses.push({ definition, members });
  return definition;
}

/** Registers a namespace and its parents, so that names can be qualified with them. */
export function addNamespace(namespace: string): void {
  const parts = namespace.split('.');
  for (let count = 1; count <= parts.length; count++) namespaces.add(parts.slice(0, count).join('.'));
}

/** Declares another name of a type, for instance `int` for `Int32`. */
export function alias(name: string, definition: TypeDefinition): void {
  byName.set(name, [{ definition, arity: definition.typeParameters.length }]);
}

/** Returns the name that a signature declares: `.ctor` for constructors, `this[]` for indexers, `op_…` for operators. */
export function nameOf(signature: string): string {
  if (/^(?:protected )?new\(/u.test(signature)) return '.ctor';
  if (signature.includes(' operator ')) return parsed(signature).name;
  if (/\bthis\[/u.test(signature)) return 'this[]';
  let depth = 0;
  let end = signature.length;
  for (let at = 0; at < signature.length; at++) {
    const character = signature.charAt(at);
    if (character === '<') depth++;
    else if (character === '>') depth--;
    else if (
      depth === 0 &&
      (character === '{' || character === '=' || (character === '(' && /[\w>]/u.test(signature.charAt(at - 1))))
    ) {
      end = at;
      break;
    }
  }
  const head = signature.slice(0, end).trimEnd();
  const before = head.endsWith('>') ? head.slice(0, head.lastIndexOf('<')) : head;
  return /(?<!\w)(\w+)$/u.exec(before.trimEnd())?.[1] ?? '';
}

const syntaxes = new Map<string, MemberSyntax>();

/** Parses a signature; `new(int x)` is parsed as a method of that name. */
function parsed(signature: string): Exclude<MemberSyntax, { k: 'constructor' | 'declaration' | 'unread' }> {
  let syntax = syntaxes.get(signature);
  if (!syntax) {
    const text = signature.replace(/^((?:protected )?)new\(/u, '$1void _ctor(');
    [syntax] = parseMembers(/[};]$/u.test(text) ? text : `${text};`);
    if (!syntax || syntax.k === 'constructor' || syntax.k === 'declaration' || syntax.k === 'unread')
      throw new Error(`A signature that cannot be read: ${signature}`);
    syntaxes.set(signature, syntax);
  }
  if (syntax.k === 'constructor' || syntax.k === 'declaration' || syntax.k === 'unread') throw new Error(signature);
  return syntax;
}

type Scope = readonly TypeParameter[];

/** Resolves a type in a signature of the library. */
function resolve(syntax: TypeSyntax, scope: Scope): Type {
  switch (syntax.k) {
    case 'array':
      return arrayOf(resolve(syntax.element, scope), syntax.rank);
    case 'nullable':
      return need('Nullable', 1).of([resolve(syntax.element, scope)]);
    case 'tuple':
      return need('ValueTuple', syntax.elements.length)
        .of(syntax.elements.map(({ type }) => resolve(type, scope)))
        .withNames(syntax.elements.map(({ name }) => name));
    default: {
      const last = syntax.parts.at(-1);
      const name = last?.id ?? '';
      const args = last?.args ?? [];
      if (args.length === 0) {
        const parameter = scope.find((each) => each.name === name);
        if (parameter) return parameter;
      }
      return need(name, args.length).of(args.map((arg) => resolve(arg, scope)));
    }
  }
}

/** Types outside the library: those of the report, by simple name. */
let furtherTypes: (name: string) => TypeDefinition | undefined = () => undefined;

/** Sets the function that finds types of the report for signatures. */
export function setFurtherTypes(find: (name: string) => TypeDefinition | undefined): void {
  furtherTypes = find;
}

/** Returns a type of the library or the report. @throws Error if there is none */
export function need(name: string, arity = 0): TypeDefinition {
  const definition = libraryType(name, arity) ?? (arity === 0 ? furtherTypes(name) : undefined);
  if (!definition) throw new Error(`The library has no type ${name}/${String(arity)}`);
  return definition;
}

/** Returns the base and interfaces of a header. */
export function shapeOf(header: string, kind: TypeKind, definition: TypeDefinition): Shape {
  const colon = kind === 'delegate' ? -1 : header.indexOf(' : ');
  const declaration = colon < 0 ? undefined : parseUnit(`class _ ${header.slice(colon)} {}`).types[0];
  const bases = (declaration?.bases ?? []).map((base) => resolve(base, definition.typeParameters) as NamedType);
  const first = bases[0];
  const hasBase = first !== undefined && first.definition.kind === 'class';
  if (kind === 'interface') return { base: undefined, interfaces: bases };
  if (hasBase) return { base: first, interfaces: bases.slice(1) };
  return {
    base: defaultBase(kind, definition),
    interfaces:
      kind === 'enum' ? [need('IComparable').open, need('IFormattable').open, need('IConvertible').open] : bases,
  };
}

/** Returns the implicit base of a type. */
export function defaultBase(kind: TypeKind, definition: TypeDefinition): NamedType | undefined {
  if (definition.special === 'object' || definition.special === 'void') return undefined;
  if (kind === 'struct') return need('ValueType').open;
  if (kind === 'enum') return need('Enum').open;
  if (kind === 'delegate') return need('MulticastDelegate').open;
  return need('Object').open;
}

function delegateSignature(
  header: string,
  definition: TypeDefinition,
): () => { parameters: readonly Parameter[]; returns: Type } {
  let made: { parameters: readonly Parameter[]; returns: Type } | undefined;
  return () => {
    if (made) return made;
    const declaration = parseUnit(`${header};`).types[0] as TypeSyntaxDeclaration;
    const scope = definition.typeParameters;
    const returns = declaration.type ? resolve(declaration.type, scope) : need('Void').open;
    return (made = { parameters: declaration.parameters.map((parameter) => parameterOf(parameter, scope)), returns });
  };
}

function parameterOf(syntax: ParameterSyntax, scope: Scope): Parameter {
  const { name, mode, initial } = syntax;
  const type = resolve(syntax.type, scope);
  return {
    name,
    type,
    mode: mode === 'params' ? 'value' : mode,
    isParams: mode === 'params',
    initial: initial && (() => literal(initial, type)),
  };
}

function literal(expression: Expr, type: Type): Value {
  if (expression.k === 'literal') return expression.value;
  if (expression.k === 'member' && type.kind === 'named' && type.definition.enumeration) {
    const value = need(type.definition.name).members(expression.id)[0];
    if (value?.k === 'field' && value.constant) return value.constant();
  }
  if (expression.k === 'unary' && expression.operand.k === 'literal' && typeof expression.operand.value === 'number')
    return -expression.operand.value;
  return null;
}

type Declared = Declarations[string] | undefined;

/**
 * Wraps an implementation; signatures guarantee the types of the arguments. The object of an accessor is not counted, because only one item
 * is accessed.
 */
function run(
  behaviour: Behaviour,
  isStatic: boolean,
  owner: TypeDefinition,
  parameters: readonly Parameter[],
  isCounted: boolean,
): MethodMember['invoke'] {
  const body = behaviour as (call: Call, ...args: Value[]) => Value | void;
  const large = parameters.flatMap(({ type }, index) => (mayBeLarge(type) ? [index] : []));
  const isLarge = isCounted && !isStatic && owner.kind !== 'struct';
  const counted = (args: readonly Value[], call: Call): void => {
    for (const index of large) count(args[index] ?? null, call);
  };
  if (isStatic)
    return large.length === 0
      ? (_self, args, call) => body(call, ...args) ?? null
      : (_self, args, call) => {
          counted(args, call);
          return body(call, ...args) ?? null;
        };
  return (self, args, call) => {
    if (isLarge) count(self, call);
    if (large.length > 0) counted(args, call);
    return body(call, self, ...args) ?? null;
  };
}

/** Returns true for a type whose values may be long texts or collections. */
function mayBeLarge(type: Type): boolean {
  if (type.kind === 'array') return true;
  if (type.kind !== 'named') return false;
  const { kind, name } = type.definition;
  return kind === 'class' || kind === 'interface' || name.endsWith('Span') || name.endsWith('Memory');
}

/** Counts the work of a call that may process a whole text or collection against the budget. */
function count(value: Value, call: Call): void {
  if (typeof value === 'string') {
    if (value.length > SMALL) call.rt.budget.work(value.length);
  } else if (value instanceof NetArray) {
    if (value.items.length > SMALL) call.rt.budget.work(value.items.length);
  } else if (value instanceof Obj) {
    const size = value.size();
    if (size > SMALL) call.rt.budget.work(size);
  }
}

/** Number of characters or items below which work is not counted. */
const SMALL = 1000;

/** Creates the member that a signature declares. */
export function memberOf(owner: TypeDefinition, signature: string, declared: Declared, allStatic: boolean): Member {
  const syntax = parsed(signature);
  const isStatic =
    allStatic || syntax.modifiers.has('static') || syntax.modifiers.has('const') || signature.includes('(this ');
  const access = syntax.modifiers.has('protected') ? 'protected' : 'public';
  const base = { owner, isStatic, access } as const;
  switch (syntax.k) {
    case 'field': {
      if (syntax.isEvent) return eventOf(base, syntax.name, resolve(syntax.type, owner.typeParameters), declared);
      if (!declared || typeof declared === 'function' || !('value' in declared))
        throw new Error(`${signature} has no value`);
      const { value } = declared;
      return {
        ...base,
        k: 'field',
        name: syntax.name,
        type: resolve(syntax.type, owner.typeParameters),
        isReadOnly: true,
        isEvent: false,
        constant: syntax.modifiers.has('const') ? value : undefined,
        get: value,
        set: undefined,
      } satisfies FieldMember;
    }
    case 'property': {
      const isIndexer = syntax.parameters.length > 0;
      const name = isIndexer ? 'this[]' : syntax.name;
      const type = resolve(syntax.type, owner.typeParameters);
      const parameters = syntax.parameters.map((parameter) => parameterOf(parameter, owner.typeParameters));
      const pair =
        typeof declared === 'function'
          ? { get: declared, set: undefined }
          : declared && 'get' in declared
            ? declared
            : undefined;
      const accessor = (
        behaviour: Behaviour | undefined,
        suffix: string,
        given: readonly Parameter[],
        returns: Type,
      ): MethodMember | undefined => {
        if (!behaviour && owner.kind !== 'interface') return undefined;
        const isAbstract = syntax.modifiers.has('abstract');
        const isVirtual = isAbstract || syntax.modifiers.has('virtual');
        return method(base, `${suffix}_${isIndexer ? 'Item' : name}`, [], given, returns, behaviour, false, isVirtual, isAbstract); // prettier-ignore
      };
      const value: Parameter = { name: 'value', type, mode: 'value', isParams: false, initial: undefined };
      return {
        ...base,
        k: 'property',
        name,
        type,
        parameters,
        get: accessor(pair?.get, 'get', parameters, type),
        set: syntax.set ? accessor(pair?.set, 'set', [...parameters, value], need('Void').open) : undefined,
        backing: undefined,
        explicit: undefined,
      } satisfies PropertyMember;
    }
    case 'method': {
      const typeParameters = syntax.typeParameters.map(({ name }) => new TypeParameter(name));
      const scope = [...typeParameters, ...owner.typeParameters];
      const name = syntax.name === '_ctor' ? '.ctor' : syntax.name;
      const behaviour = typeof declared === 'function' ? declared : undefined;
      const isConstructor = name === '.ctor';
      return method(
        { ...base, isStatic: isStatic || isConstructor },
        name,
        typeParameters,
        syntax.parameters.map((parameter) => parameterOf(parameter, scope)),
        isConstructor ? owner.open : resolve(syntax.type, scope),
        behaviour,
        syntax.parameters[0]?.isThis === true,
        syntax.modifiers.has('virtual') || syntax.modifiers.has('abstract'),
        syntax.modifiers.has('abstract'),
      );
    }
    default:
      throw new Error(`A signature that cannot be read: ${signature}`);
  }
}

/** Creates an event whose handlers are passed to the object. */
function eventOf(
  base: Pick<MethodMember, 'owner' | 'isStatic' | 'access'>,
  name: string,
  type: Type,
  declared: Declared,
): EventMember {
  if (!declared || typeof declared === 'function' || !('add' in declared)) throw new Error(`${name} has no handlers`);
  const value: Parameter = { name: 'value', type, mode: 'value', isParams: false, initial: undefined };
  const accessor = (kind: 'add' | 'remove'): MethodMember =>
    method(base, `${kind}_${name}`, [], [value], need('Void').open, declared[kind], false);
  return { ...base, k: 'event', name, type, add: accessor('add'), remove: accessor('remove') };
}

/** Refuses null for functions, and for the collections of an extension method, when it is called: a query refuses them before it runs. */
function withArguments(
  parameters: readonly Parameter[],
  invoke: MethodMember['invoke'],
  isExtension: boolean,
): MethodMember['invoke'] {
  const needed = parameters.flatMap(({ type, name, initial }, index) =>
    type.kind === 'named' &&
    !initial &&
    (type.definition.kind === 'delegate' || (isExtension && SOURCES.has(type.definition.name)))
      ? [{ name, index }]
      : [],
  );
  if (needed.length === 0) return invoke;
  return (self, args, call) => {
    for (const { name, index } of needed)
      if (args[index] === null)
        throw new NetException('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
    return invoke(self, args, call);
  };
}

/** Passes objects of the script to parameters of type IEnumerable and IEnumerable<T> as the collections that these interfaces give. */
function withCollections(
  typeParameters: readonly TypeParameter[],
  parameters: readonly Parameter[],
  invoke: MethodMember['invoke'],
): MethodMember['invoke'] {
  const collections = parameters.flatMap(({ type }, index) =>
    type.kind === 'named' && isCollectionInterface(type) ? [{ type, index }] : [],
  );
  if (collections.length === 0) return invoke;
  return (self, args, call) => {
    let seen: Value[] | undefined;
    for (const { type, index } of collections) {
      const value = args[index];
      if (!(value instanceof Obj) || !value.type.definition.isScript) continue;
      const given = new Map(typeParameters.map((parameter, place) => [parameter, call.t[place] ?? parameter]));
      const through = substitute(substitute(type, call.type.environment), given);
      if (through.kind === 'named') (seen ??= [...args])[index] = collectionThrough(value, through);
    }
    return invoke(self, seen ?? args, call);
  };
}

const SOURCES = new Set(['IEnumerable', 'IOrderedEnumerable', 'DataTable', 'DataRow']);

function method(
  base: Pick<MethodMember, 'owner' | 'isStatic' | 'access'>,
  name: string,
  typeParameters: readonly TypeParameter[],
  parameters: readonly Parameter[],
  returns: Type,
  behaviour: Behaviour | undefined,
  isExtension: boolean,
  isVirtual = false,
  isAbstract = false,
): MethodMember {
  const isInterface = base.owner.kind === 'interface';
  const invoke = behaviour && run(behaviour, base.isStatic, base.owner, parameters, !/^[gs]et_/u.test(name));
  return {
    ...base,
    k: 'method',
    name,
    typeParameters,
    parameters,
    returns,
    isExtension,
    isVirtual: isVirtual || isInterface,
    isAbstract: isAbstract || (isInterface && !behaviour),
    isOverride: false,
    explicit: undefined,
    isScript: false,
    invoke: invoke
      ? /^(?:[gs]et|add|remove)_/u.test(name)
        ? invoke
        : withCollections(typeParameters, parameters, withArguments(parameters, invoke, isExtension))
      : () => {
          throw new Error(`${base.owner.name}.${name} has no body`);
        },
  };
}
