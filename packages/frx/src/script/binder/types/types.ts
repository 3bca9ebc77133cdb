import type { Value } from '../../../expression/values/values.ts';
import type { Runtime } from '../../../expression/scope.ts';

/** Static types of C# (C# specification, Types). Types are interned: two types are the same when they are the same object. */
export type Type = NamedType | ArrayType | TypeParameter;

/** Types with a special meaning in the language. */
export type Special =
  | 'object' | 'dynamic' | 'void' | 'null' | 'error' | 'bool' | 'char' | 'string' | 'sbyte' | 'byte' | 'short' | 'ushort' | 'int' | 'uint'
  | 'long' | 'ulong' | 'float' | 'double' | 'decimal' | 'Nullable' | 'ValueType' | 'Enum' | 'Delegate' | 'Array' | 'tuple' | 'Exception'; // prettier-ignore

export type TypeKind = 'class' | 'struct' | 'interface' | 'enum' | 'delegate';

/** Type arguments at run time. */
export type TypeEnvironment = ReadonlyMap<TypeParameter, Type>;

/** Context passed to every call of library code: the run, the type arguments of the method, and the type in which the member was found. */
export interface Call {
  readonly rt: Runtime;
  readonly t: readonly Type[];
  readonly type: NamedType;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly mode: 'value' | 'ref' | 'out' | 'in';
  readonly isParams: boolean;
  /** Default value of an optional parameter. */
  readonly initial: (() => Value) | undefined;
  /** Name of the attribute that determines the value from the caller, for instance CallerMemberName. */
  readonly caller?: string | undefined;
}

export type Access = 'public' | 'protected' | 'private';

interface MemberBase {
  /** Error of the declaration; every use reports it. */
  readonly broken?: Error | undefined;
  readonly name: string;
  readonly owner: TypeDefinition;
  readonly isStatic: boolean;
  readonly access: Access;
}

export interface FieldMember extends MemberBase {
  readonly k: 'field';
  readonly type: Type;
  readonly isReadOnly: boolean;
  /** Value of a constant. */
  readonly constant: (() => Value) | undefined;
  readonly get: (self: Value, call: Call) => Value;
  readonly set: ((self: Value, value: Value, call: Call) => void) | undefined;
  /** The field is an event without accessors: code outside its class may only add and remove handlers. */
  readonly isEvent: boolean;
  /** An event that replaces one of the base class. */
  readonly isOverride?: boolean | undefined;
  /** An event that derived classes may replace. */
  readonly isVirtual?: boolean | undefined;
}

export interface PropertyMember extends MemberBase {
  readonly k: 'property';
  readonly type: Type;
  readonly parameters: readonly Parameter[];
  readonly get: MethodMember | undefined;
  readonly set: MethodMember | undefined;
  /** `{ get; }` of the script: its constructors may set it. */
  readonly backing: FieldMember | undefined;
  readonly explicit: NamedType | undefined;
  /** Reason why a property of the report cannot be read or set here, as the message of an error. */
  readonly refusal?: { readonly read?: string | undefined; readonly write?: string | undefined } | undefined;
}

export interface EventMember extends MemberBase {
  readonly k: 'event';
  readonly type: Type;
  readonly add: MethodMember;
  readonly remove: MethodMember;
}

export interface MethodMember extends MemberBase {
  readonly k: 'method';
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly Parameter[];
  readonly returns: Type;
  readonly isExtension: boolean;
  /** The method can be overridden: it is virtual, abstract, an override, or a member of an interface. */
  readonly isVirtual: boolean;
  readonly isAbstract: boolean;
  readonly isOverride: boolean;
  /** An override that cannot be overridden again. */
  readonly isSealed?: boolean | undefined;
  readonly explicit: NamedType | undefined;
  /** The result is a reference to a variable. */
  readonly returnsRef?: boolean | undefined;
  /** Runs this very method on `self`, without virtual dispatch; arguments are in the order of the parameters. */
  readonly invoke: (self: Value, args: readonly Value[], call: Call) => Value;
  /** True when the body belongs to the script and not to the library. */
  readonly isScript: boolean;
}

interface NestedMember {
  readonly k: 'type';
  readonly name: string;
  readonly owner: TypeDefinition;
  readonly definition: TypeDefinition;
  readonly access: Access;
}

export type Member = FieldMember | PropertyMember | EventMember | MethodMember | NestedMember;

let counter = 0;

/** Number of constructed types created between two searches for unused ones. */
const SWEEP = 1000;

export class TypeParameter {
  readonly kind = 'parameter';
  readonly id: number = counter++;
  readonly name: string;
  constraints: readonly Type[] = [];
  isClass = false;
  isStruct = false;
  hasNew = false;
  /** Variance of the type parameter in an interface or delegate of the script. */
  readonly variance: 'in' | 'out' | undefined;
  constructor(name: string, variance?: 'in' | 'out') {
    this.name = name;
    this.variance = variance;
  }
}

/** Properties of a definition, determined at their first use. */
export interface Shape {
  readonly base: NamedType | undefined;
  readonly interfaces: readonly NamedType[];
}

/** The declaration of a class, struct, interface, enum or delegate, in which type parameters are not replaced. */
export class TypeDefinition {
  readonly id: number = counter++;
  readonly name: string;
  readonly namespace: string;
  readonly kind: TypeKind;
  readonly outer: TypeDefinition | undefined;
  readonly special: Special | undefined;
  /** Type parameters, first those of the outer types. */
  readonly typeParameters: readonly TypeParameter[];
  isStatic = false;
  isAbstract = false;
  isSealed = false;
  /** Declared by the script. */
  isScript = false;
  /** Type of the items of `foreach` if no interface determines it. */
  foreachItem: (() => Type) | undefined;
  /** Converts an item of the collection to the item of `foreach`. */
  foreachValue: ((item: Value) => Value) | undefined;
  /** Members of an enum with their numbers. */
  enumeration: import('../../../expression/values/values.ts').EnumType | undefined;
  /** Parameters and result of a delegate. */
  signature: (() => { readonly parameters: readonly Parameter[]; readonly returns: Type }) | undefined;
  underlying: Special = 'int';
  /** For types of the library: returns the reason why a call with these constant arguments, given by parameter name, is refused. */
  checkCall: ((constant: (parameter: string) => Value | undefined) => string | undefined) | undefined;
  readonly #shape: () => Shape;
  readonly #members: (name: string) => readonly Member[];
  readonly memberNames: () => readonly string[];
  readonly #cache = new Map<string, readonly Member[]>();
  #shaped: Shape | undefined;
  #shaping = false;
  readonly #constructed = new Map<string, WeakRef<NamedType>>();
  #open: NamedType | undefined;
  /** Cache of the methods that virtual calls invoke on an object of this class. */
  readonly dispatch: Map<MethodMember, MethodMember> = new Map();

  constructor(options: {
    name: string;
    namespace: string;
    kind: TypeKind;
    outer?: TypeDefinition | undefined;
    special?: Special | undefined;
    typeParameters?: readonly TypeParameter[];
    shape: () => Shape;
    members: (name: string) => readonly Member[];
    memberNames: () => readonly string[];
  }) {
    this.name = options.name;
    this.namespace = options.namespace;
    this.kind = options.kind;
    this.outer = options.outer;
    this.special = options.special;
    this.typeParameters = options.typeParameters ?? [];
    this.#shape = options.shape;
    this.#members = options.members;
    this.memberNames = options.memberNames;
  }

  get shape(): Shape {
    if (this.#shaped) return this.#shaped;
    if (this.#shaping) return { base: undefined, interfaces: [] };
    this.#shaping = true;
    try {
      this.#shaped = this.#shape();
    } finally {
      this.#shaping = false;
    }
    return this.#shaped;
  }

  /** True while its base class and interfaces are being resolved. */
  get isShaping(): boolean {
    return this.#shaping;
  }

  /** Returns the members of a name that the type itself declares. */
  members(name: string): readonly Member[] {
    let found = this.#cache.get(name);
    if (!found) this.#cache.set(name, (found = this.#members(name)));
    return found;
  }

  /** Returns the constructed type with type arguments. */
  of(args: readonly Type[]): NamedType {
    const key = args.map(({ id }) => id).join(',');
    let type = this.#constructed.get(key)?.deref();
    if (!type) {
      type = new NamedType(this, args);
      this.#constructed.set(key, new WeakRef(type));
      if (this.#constructed.size % SWEEP === 0)
        for (const [each, reference] of this.#constructed) if (!reference.deref()) this.#constructed.delete(each);
    }
    return type;
  }

  /** The type with its own parameters as arguments. */
  get open(): NamedType {
    return (this.#open ??= this.of(this.typeParameters));
  }

  get isValueType(): boolean {
    return this.kind === 'struct' || this.kind === 'enum';
  }

  get fullName(): string {
    const arity = this.typeParameters.length - (this.outer?.typeParameters.length ?? 0);
    const own = this.name + (arity > 0 ? `\`${String(arity)}` : '');
    if (this.outer) return `${this.outer.fullName}+${own}`;
    return this.namespace === '' ? own : `${this.namespace}.${own}`;
  }
}

export class NamedType {
  readonly kind = 'named';
  readonly id: number = counter++;
  readonly definition: TypeDefinition;
  readonly args: readonly Type[];
  /** Names of the elements of a tuple. */
  readonly names: readonly (string | undefined)[] | undefined;
  /** The tuple without names. */
  readonly plain: NamedType | undefined;
  readonly #named = new Map<string, NamedType>();
  #environment: TypeEnvironment | undefined;
  #bases: readonly NamedType[] | undefined;

  constructor(
    definition: TypeDefinition,
    args: readonly Type[],
    names?: readonly (string | undefined)[],
    plain?: NamedType,
  ) {
    this.definition = definition;
    this.args = args;
    this.names = names;
    this.plain = plain;
  }

  get special(): Special | undefined {
    return this.definition.special;
  }

  /** Returns the tuple type with names for its elements. */
  withNames(names: readonly (string | undefined)[]): NamedType {
    const key = names.join(',');
    let type = this.#named.get(key);
    if (!type) this.#named.set(key, (type = new NamedType(this.definition, this.args, names, this)));
    return type;
  }

  get environment(): TypeEnvironment {
    return (this.#environment ??= new Map(
      this.definition.typeParameters.map((parameter, index) => [parameter, this.args[index] ?? parameter]),
    ));
  }

  get base(): NamedType | undefined {
    const { base } = this.definition.shape;
    return base && (substitute(base, this.environment) as NamedType);
  }

  get interfaces(): readonly NamedType[] {
    return this.definition.shape.interfaces.map((type) => substitute(type, this.environment) as NamedType);
  }

  /** The type itself, its base classes, and all interfaces. */
  get bases(): readonly NamedType[] {
    if (this.#bases) return this.#bases;
    const found = new Set<NamedType>();
    const visit = (type: NamedType | undefined): void => {
      if (!type || found.has(type)) return;
      found.add(type);
      visit(type.base);
      for (const each of type.interfaces) visit(each);
    };
    visit(this.plain ?? this);
    return (this.#bases = [...found]);
  }

  /** Returns the base of this type, or the type itself, that has a definition. */
  as(definition: TypeDefinition): NamedType | undefined {
    if (this.definition === definition) return this;
    return this.bases.find((type) => type.definition === definition);
  }
}

export class ArrayType {
  readonly kind = 'array';
  readonly id: number = counter++;
  readonly element: Type;
  readonly rank: number;
  constructor(element: Type, rank: number) {
    this.element = element;
    this.rank = rank;
  }
}

const arrays = new WeakMap<Type, ArrayType[]>();

export function arrayOf(element: Type, rank = 1): ArrayType {
  let ranks = arrays.get(element);
  if (!ranks) arrays.set(element, (ranks = []));
  return (ranks[rank] ??= new ArrayType(element, rank));
}

/** Replaces type parameters by types. */
export function substitute(type: Type, environment: TypeEnvironment | undefined): Type {
  if (!environment || environment.size === 0) return type;
  if (type instanceof TypeParameter) return environment.get(type) ?? type;
  if (type instanceof ArrayType) {
    const element = substitute(type.element, environment);
    return element === type.element ? type : arrayOf(element, type.rank);
  }
  if (type.args.length === 0) return type;
  const args = type.args.map((arg) => substitute(arg, environment));
  if (args.every((arg, index) => arg === type.args[index])) return type;
  const made = type.definition.of(args);
  return type.names ? made.withNames(type.names) : made;
}

/** Returns true when a type contains no type parameters. */
export function isClosed(type: Type): boolean {
  if (type instanceof TypeParameter) return false;
  if (type instanceof ArrayType) return isClosed(type.element);
  return type.args.every(isClosed);
}

/** Returns true if two types are equal, ignoring names of tuple elements and the difference between dynamic and object. */
export function same(a: Type, b: Type): boolean {
  return a === b || plain(a) === plain(b);
}

const plained = new WeakMap<Type, Type>();

/** Returns a type without names of tuple elements, with `object` for `dynamic`. */
export function plain(type: Type): Type {
  if (type instanceof TypeParameter) return type;
  if (type.kind === 'named' && type.special === 'dynamic') return type.base ?? type;
  let found = plained.get(type);
  if (!found) {
    if (type instanceof ArrayType) found = arrayOf(plain(type.element), type.rank);
    else found = type.args.length === 0 ? type : type.definition.of(type.args.map(plain));
    plained.set(type, found);
  }
  return found;
}

const KEYWORDS: ReadonlySet<string> = new Set<Special>([
  'object', 'dynamic', 'void', 'bool', 'char', 'string', 'sbyte', 'byte', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float', 'double', 'decimal',
]); // prettier-ignore

/** Returns the name of a type in messages. */
export function display(type: Type): string {
  if (type instanceof TypeParameter) return type.name;
  if (type instanceof ArrayType) return `${display(type.element)}[${','.repeat(type.rank - 1)}]`;
  const { definition, args, names } = type;
  if (definition.special === 'null') return '<null>';
  if (definition.special !== undefined && KEYWORDS.has(definition.special)) return definition.special;
  if (definition.special === 'Nullable' && args[0]) return `${display(args[0])}?`;
  if (definition.special === 'tuple')
    return `(${args.map((arg, index) => display(arg) + (names?.[index] === undefined ? '' : ` ${names[index]}`)).join(', ')})`;
  const own = args.slice(definition.outer?.typeParameters.length ?? 0);
  const name = definition.outer ? `${display(definition.outer.open)}.${definition.name}` : definition.name;
  return own.length === 0 ? name : `${name}<${own.map(display).join(', ')}>`;
}

/** The message of a cast that fails; the runtime names a nested class without those around it. */
export function castMessage(from: Type, to: Type): string {
  const name = (type: Type): string =>
    type instanceof NamedType && type.definition.outer && type.definition.isScript
      ? type.definition.name
      : systemText(type);
  return `Unable to cast object of type '${name(from)}' to type '${name(to)}'.`;
}

/** Returns the name of a type as `Type.ToString()` does, for instance `System.Collections.Generic.List`1[System.Int32]`. */
export function systemText(type: Type): string {
  if (type instanceof TypeParameter) return type.name;
  if (type instanceof ArrayType) return `${systemText(type.element)}[${','.repeat(type.rank - 1)}]`;
  const { fullName } = type.definition;
  if (type.special === 'tuple' && type.args.length > 7) {
    const rest = type.args.slice(7);
    const inner =
      rest.length > 7
        ? systemText(type.definition.of(rest))
        : `System.ValueTuple\`${String(rest.length)}[${rest.map(systemText).join(',')}]`;
    return `System.ValueTuple\`8[${type.args.slice(0, 7).map(systemText).join(',')},${inner}]`;
  }
  return type.args.length === 0 ? fullName : `${fullName}[${type.args.map(systemText).join(',')}]`;
}

/** Returns true for IEnumerable and IEnumerable<T> of the library. */
export function isCollectionInterface({ definition }: NamedType): boolean {
  return definition.name === 'IEnumerable' && !definition.isScript;
}
