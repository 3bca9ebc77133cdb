import { ExpressionError } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import { Delegate, NetArray } from '../../expression/values/values.ts';
import type { NetObject, Value } from '../../expression/values/values.ts';
import { display, systemText, TypeDefinition } from '../binder/types/types.ts';
import type { ArrayType, NamedType, Type, TypeEnvironment } from '../binder/types/types.ts';

/** Access to the members of a script's objects for code outside scripts; implemented by the binder. */
export interface DynamicMembers {
  get(target: Value, name: string): Value;
  set(target: Value, name: string, value: Value): void;
  call(target: Value, name: string, args: readonly Value[]): Value;
  getIndex(target: Value, index: readonly Value[]): Value;
  setIndex(target: Value, index: readonly Value[], value: Value): void;
  items(target: Value): Iterable<Value>;
  equals(a: Value, b: Value): boolean;
  text(value: Value): string;
}

let members: DynamicMembers | undefined;

/** Sets the access to members by name at run time. */
export function installDynamicMembers(found: DynamicMembers): void {
  members = found;
}

function dynamic(): DynamicMembers {
  if (!members) throw new ExpressionError('No script is loaded');
  return members;
}

/** An object of a class of the script or the library, with its run-time type. `fields` contains the fields declared by the script. */
export class Obj implements NetObject {
  readonly type: NamedType;
  fields: Value[] = [];

  constructor(type: NamedType) {
    this.type = type;
  }

  get kind(): 'object' {
    return 'object';
  }
  get typeName(): string {
    return display(this.type);
  }
  /** Number of items or characters that a call may process. */
  size(): number {
    return 0;
  }
  get baseTypes(): readonly string[] {
    return this.type.bases.map(display);
  }
  get(name: string): Value {
    return dynamic().get(this, name);
  }
  set(name: string, value: Value): void {
    dynamic().set(this, name, value);
  }
  call(name: string, args: readonly Value[]): Value {
    return dynamic().call(this, name, args);
  }
  getIndex(index: readonly Value[]): Value {
    return dynamic().getIndex(this, index);
  }
  setIndex(index: readonly Value[], value: Value): void {
    dynamic().setIndex(this, index, value);
  }
  items(): Iterable<Value> {
    return dynamic().items(this);
  }
  equals(other: Value): boolean {
    return dynamic().equals(this, other);
  }
  text(): string {
    return dynamic().text(this);
  }

  /** Returns the items of a collection of the library; not defined for other classes. */
  iterate?(rt: Runtime): Iterable<Value>;
  /** Implements `ToString()` of a class of the library. */
  nativeText(_rt: Runtime): string {
    if (this.type.definition.kind === 'interface')
      throw new ExpressionError(
        'The text of a query or an iterator is not available: its class in .NET is not public. Join its items with string.Join',
      );
    return systemText(this.type);
  }
  /** Implements `Equals` of a class of the library without identity semantics. */
  nativeEquals?(other: Value, rt: Runtime): boolean;
  /** Returns a key that distinguishes unequal objects without identity semantics. */
  nativeKey?(rt: Runtime): unknown;
  nativeCompare?(other: Value, rt: Runtime): number;
  /** Returns the hash code of .NET. */
  nativeHash?(): number;
}

/** A value of a struct. It is copied where C# copies it. */
export class StructObj extends Obj {
  copy(): StructObj {
    const copied = new StructObj(this.type);
    copied.fields = this.fields.map(copyOf);
    return copied;
  }
}

/** A value tuple. */
export class TupleObj extends Obj {
  copy(): TupleObj {
    const copied = new TupleObj(this.type);
    copied.fields = this.fields.map(copyOf);
    return copied;
  }
}

/** An object of an anonymous type. */
export class AnonymousObj extends Obj {}

/** Returns a copy of a struct; other values are returned unchanged. */
export function copyOf(value: Value): Value {
  return value instanceof StructObj || value instanceof TupleObj ? value.copy() : value;
}

/** Storage of a captured variable. */
export interface Cell {
  value: Value;
}

/** A reference to a variable. For expressions it is an object with the one member `value`. */
export abstract class Ref extends Obj {
  abstract read(): Value;
  abstract write(value: Value): void;
  override get(): Value {
    return this.read();
  }
  override set(_name: string, value: Value): void {
    this.write(value);
  }
}

const refDefinition = new TypeDefinition({
  name: 'ref',
  namespace: '',
  kind: 'class',
  shape: () => ({ base: undefined, interfaces: [] }),
  members: () => [],
  memberNames: () => [],
});
const refType = refDefinition.of([]);

class FunctionRef extends Ref {
  readonly #get: () => Value;
  readonly #set: (value: Value) => void;
  constructor(get: () => Value, set: (value: Value) => void) {
    super(refType);
    this.#get = get;
    this.#set = set;
  }
  read(): Value {
    return this.#get();
  }
  write(value: Value): void {
    this.#set(value);
  }
}

/** Returns a reference implemented by functions. */
export function refTo(get: () => Value, set: (value: Value) => void): Ref {
  return new FunctionRef(get, set);
}

/** An array with its static type; `lengths` has an entry for each dimension, `items` holds rows one after another. */
export class TypedArray extends NetArray {
  readonly type: ArrayType;
  constructor(type: ArrayType, items: Value[], lengths?: readonly number[]) {
    super(display(type.element), items, lengths);
    this.type = type;
  }
}

/** A delegate of the script: one method or lambda, or a list of them. */
export class Func extends Delegate {
  readonly type: NamedType;
  readonly target: Value;
  /** Parts that two delegates of the same method share; a list for a local function: its code and the variables it captures. */
  readonly method: unknown;
  readonly parts: readonly Func[];

  constructor(
    type: NamedType,
    name: string,
    invoke: (args: readonly Value[]) => Value,
    target: Value,
    method: unknown,
    parts?: readonly Func[],
  ) {
    super(name, invoke);
    this.type = type;
    this.target = target;
    this.method = method;
    this.parts = parts ?? [this];
  }

  static combine(a: Func, b: Func): Func {
    const parts = [...a.parts, ...b.parts];
    return Func.#of(a.type, parts) ?? a;
  }

  /** Implements `a - b`: removes the last occurrence of b's list. */
  static remove(a: Func, b: Func): Func | null {
    for (let at = a.parts.length - b.parts.length; at >= 0; at--)
      if (b.parts.every((part, index) => a.parts[at + index]?.same(part)))
        return Func.#of(a.type, [...a.parts.slice(0, at), ...a.parts.slice(at + b.parts.length)]);
    return a;
  }

  static #of(type: NamedType, parts: readonly Func[]): Func | null {
    const [first] = parts;
    if (!first) return null;
    if (parts.length === 1) return first;
    const invoke = (args: readonly Value[]): Value => {
      let result: Value = null;
      for (const part of parts) result = part.invoke(args);
      return result;
    };
    return new Func(type, first.name, invoke, null, undefined, parts);
  }

  same(other: Func): boolean {
    if (this === other) return true;
    if (this.parts.length !== other.parts.length) return false;
    if (this.parts.length > 1)
      return this.parts.every((part, index) => other.parts[index] !== undefined && part.same(other.parts[index]));
    return this.method !== undefined && sameMethod(this.method, other.method) && this.target === other.target;
  }
}

function sameMethod(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a) || !Array.isArray(b)) return a === b;
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

/** `System.Type` of a type. */
export class TypeObj extends Obj {
  readonly of: Type;
  constructor(type: NamedType, of: Type) {
    super(type);
    this.of = of;
  }
  override nativeText(): string {
    return systemText(this.of);
  }
}

/** Returns the type arguments of an object's class for a base class that declares a member. */
export function environmentOf(self: Value, owner: TypeDefinition): TypeEnvironment | undefined {
  if (owner.typeParameters.length === 0 || !(self instanceof Obj)) return undefined;
  return self.type.as(owner)?.environment;
}
