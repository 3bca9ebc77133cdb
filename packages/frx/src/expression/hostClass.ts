import { ExpressionError, NetException } from './errors.ts';
import type { Runtime } from './scope.ts';
import { asNumber, numericKind } from './values/promotion.ts';
import { typeNameOf } from './formats/toText.ts';
import { EnumValue, Single } from './values/values.ts';
import type { EnumType, NetObject, TypeName, Value } from './values/values.ts';

/** A property with its getter and, if it can be set, its setter. */
export interface HostProperty<T> {
  readonly get: (live: T, runtime?: Runtime) => Value;
  readonly set?: ((live: T, value: Value) => void) | undefined;
}

/** A method of the objects of a class. The run is absent where the code is bound by name alone. */
type HostMethod<T> = (live: T, args: readonly Value[], runtime?: Runtime) => Value;

/** A class whose objects expressions and scripts can access: exactly these members. */
export interface HostClass<T> {
  readonly name: TypeName;
  readonly baseTypes: readonly TypeName[];
  readonly properties: ReadonlyMap<string, HostProperty<T>>;
  readonly methods: ReadonlyMap<string, HostMethod<T>>;
  readonly getIndex?: ((live: T, index: readonly Value[]) => Value) | undefined;
  readonly setIndex?: ((live: T, index: readonly Value[], value: Value) => void) | undefined;
  readonly items?: ((live: T) => Iterable<Value>) | undefined;
  readonly text?: ((live: T) => string) | undefined;
  readonly equals?: ((live: T, other: Value) => boolean) | undefined;
  /** Reads a property without an entry; undefined when there is none of that name. */
  readonly stored?: ((live: T, name: string) => Value | undefined) | undefined;
}

/** Description of a class except its name. */
export interface HostMembers<T> {
  /** The base class, whose members are inherited. */
  readonly extends?: HostClass<T> | undefined;
  /** Interfaces and base types without a table. */
  readonly baseTypes?: readonly TypeName[];
  readonly properties?: Readonly<Record<string, HostProperty<T>>>;
  readonly methods?: Readonly<Record<string, HostMethod<T>>>;
  readonly getIndex?: (live: T, index: readonly Value[]) => Value;
  readonly setIndex?: (live: T, index: readonly Value[], value: Value) => void;
  readonly items?: (live: T) => Iterable<Value>;
  readonly text?: (live: T) => string;
  readonly equals?: (live: T, other: Value) => boolean;
  readonly stored?: (live: T, name: string) => Value | undefined;
}

/** Creates the member table of a class. */
export function hostClass<T>(name: TypeName, members: HostMembers<T>): HostClass<T> {
  const base = members.extends;
  return {
    name,
    baseTypes: [...(members.baseTypes ?? []), ...(base ? [base.name, ...base.baseTypes] : [])],
    properties: new Map([...(base?.properties ?? []), ...Object.entries(members.properties ?? {})]),
    methods: new Map([...(base?.methods ?? []), ...Object.entries(members.methods ?? {})]),
    getIndex: members.getIndex ?? base?.getIndex,
    setIndex: members.setIndex ?? base?.setIndex,
    items: members.items ?? base?.items,
    text: members.text ?? base?.text,
    equals: members.equals ?? base?.equals,
    stored: members.stored ?? base?.stored,
  };
}

/** An object of a class. `typeName` may be narrower than the class's name (`List<int>` of the class `List`). */
export class HostObject<T> implements NetObject {
  readonly definition: HostClass<T>;
  readonly live: T;
  readonly typeName: TypeName;

  constructor(definition: HostClass<T>, live: T, typeName: TypeName = definition.name) {
    this.definition = definition;
    this.live = live;
    this.typeName = typeName;
  }

  get kind(): 'object' {
    return 'object';
  }

  get baseTypes(): readonly TypeName[] {
    const { name, baseTypes } = this.definition;
    return this.typeName === name ? baseTypes : [name, ...baseTypes];
  }

  get(name: string, runtime?: Runtime): Value {
    const property = this.definition.properties.get(name);
    if (property) return property.get(this.live, runtime);
    const value = this.definition.stored?.(this.live, name);
    if (value === undefined) throw this.#unknown(name);
    return value;
  }

  set(name: string, value: Value): void {
    const property = this.definition.properties.get(name);
    if (!property) throw this.#unknown(name);
    if (!property.set) throw new ExpressionError(`'${this.typeName}.${name}' cannot be assigned to, it is read only`);
    property.set(this.live, value);
  }

  call(name: string, args: readonly Value[], runtime?: Runtime): Value {
    const method = this.definition.methods.get(name);
    if (!method) throw this.#unknown(name);
    return method(this.live, args, runtime);
  }

  hasMethod(name: string): boolean {
    return this.definition.methods.has(name);
  }

  getIndex(index: readonly Value[]): Value {
    const { getIndex } = this.definition;
    if (!getIndex) throw new ExpressionError(`Cannot apply indexing with [] to '${this.typeName}'`);
    return getIndex(this.live, index);
  }

  setIndex(index: readonly Value[], value: Value): void {
    const { setIndex } = this.definition;
    if (!setIndex) throw new ExpressionError(`The indexer of '${this.typeName}' cannot be assigned to`);
    setIndex(this.live, index, value);
  }

  items(): Iterable<Value> {
    const { items } = this.definition;
    if (!items) throw new ExpressionError(`foreach cannot iterate over '${this.typeName}'`);
    return items(this.live);
  }

  equals(other: Value): boolean {
    if (this === other) return true;
    return this.definition.equals?.(this.live, other) ?? false;
  }

  text(): string {
    return this.definition.text?.(this.live) ?? this.typeName;
  }

  #unknown(name: string): ExpressionError {
    return new ExpressionError(`'${this.typeName}' does not contain a definition for '${name}'`);
  }
}

/** The live object of a value, if it is of the class or one that extends it. */
export function liveOf<T>(definition: HostClass<T>, value: Value): T | undefined {
  if (!(value instanceof HostObject)) return undefined;
  const { definition: actual } = value;
  if (actual !== definition && !actual.baseTypes.includes(definition.name)) return undefined;
  return value.live as T;
}

function notAssignable(value: Value, type: string): ExpressionError {
  return new ExpressionError(`Cannot implicitly convert type '${typeNameOf(value)}' to '${type}'`);
}

/** Returns a length or size. Throws ArgumentException when it is not finite, as layout would be impossible. */
export function finite(value: number): number {
  if (!Number.isFinite(value)) throw new NetException('ArgumentException', 'The value must be a finite number.');
  return value;
}

/** A property of type float; doubles are refused as in C#, infinite values and NaN by ArgumentException. */
export function floatProperty<T>(get: (live: T) => number, set?: (live: T, value: number) => void): HostProperty<T> {
  return {
    get: (live) => new Single(get(live)),
    set:
      set &&
      ((live, value) => {
        const kind = numericKind(value);
        if (kind === undefined || kind === 'double' || kind === 'decimal') throw notAssignable(value, 'float');
        set(live, finite(asNumber(value)));
      }),
  };
}

/** A property of type int. */
export function intProperty<T>(get: (live: T) => number, set?: (live: T, value: number) => void): HostProperty<T> {
  return {
    get: (live) => Math.trunc(get(live)),
    set:
      set &&
      ((live, value) => {
        if (numericKind(value) !== 'int') throw notAssignable(value, 'int');
        set(live, asNumber(value));
      }),
  };
}

/** A property of type bool. */
export function boolProperty<T>(get: (live: T) => boolean, set?: (live: T, value: boolean) => void): HostProperty<T> {
  return {
    get,
    set:
      set &&
      ((live, value) => {
        if (typeof value !== 'boolean') throw notAssignable(value, 'bool');
        set(live, value);
      }),
  };
}

/** A property of type string; null is set as "". */
export function textProperty<T>(get: (live: T) => string, set?: (live: T, value: string) => void): HostProperty<T> {
  return {
    get,
    set:
      set &&
      ((live, value) => {
        if (typeof value !== 'string' && value !== null) throw notAssignable(value, 'string');
        set(live, value ?? '');
      }),
  };
}

/** A property of an enum; the object keeps the member's name (flags comma separated, as a template writes them). */
export function enumProperty<T>(
  type: EnumType,
  get: (live: T) => string,
  set?: (live: T, name: string) => void,
): HostProperty<T> {
  return {
    get: (live) => {
      let number = 0;
      for (const name of get(live).split(',')) number |= type.members.get(name.trim()) ?? 0;
      return new EnumValue(type, number);
    },
    set:
      set &&
      ((live, value) => {
        if (!(value instanceof EnumValue) || value.type !== type) throw notAssignable(value, type.name);
        set(live, enumName(type, value.value));
      }),
  };
}

function enumName(type: EnumType, value: number): string {
  for (const [name, number] of type.members) if (number === value) return name;
  const names = [...type.members].filter(([, number]) => number !== 0 && (value & number) === number);
  return names.map(([name]) => name).join(', ');
}
