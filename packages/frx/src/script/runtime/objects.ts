import { ExpressionError } from '../../expression/errors.ts';
import type { Runtime } from '../../expression/scope.ts';
import { Delegate, NetArray } from '../../expression/values.ts';
import type { NetObject, Value } from '../../expression/values.ts';
import { display, systemText, TypeDefinition } from '../binder/types/types.ts';
import type { ArrayType, NamedType, Type, TypeEnvironment } from '../binder/types/types.ts';

/** Access of code outside scripts to the members of a script's object: set by the binder, which knows them. */
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

/** Sets how members are found by name at run time. */
export function installDynamicMembers(found: DynamicMembers): void {
  members = found;
}

function dynamic(): DynamicMembers {
  if (!members) throw new ExpressionError('No script is loaded');
  return members;
}

/** An object of a class of the script or the library, with its run-time type. `fields` holds what the script's classes declare. */
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
  /** Number of items or characters that a call may go through. */
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

  /** The items of a collection of the library; undefined when the class is none. */
  iterate?(rt: Runtime): Iterable<Value>;
  /** `ToString()` of a class of the library. */
  nativeText(_rt: Runtime): string {
    return systemText(this.type);
  }
  /** `Equals` of a class of the library, where it is not identity. */
  nativeEquals?(other: Value, rt: Runtime): boolean;
  /** Key that distinguishes unequal objects, where it is not identity. */
  nativeKey?(rt: Runtime): unknown;
  nativeCompare?(other: Value, rt: Runtime): number;
}

/** A value of a struct. It is copied where C# copies it. */
export class StructObj extends Obj {
  copy(): StructObj {
    const copied = new StructObj(this.type);
    copied.fields = this.fields.map(copyOf);
    return copied;
  }
}

/** A value that is a value tuple. */
export class TupleObj extends Obj {
  copy(): TupleObj {
    const copied = new TupleObj(this.type);
    copied.fields = this.fields.map(copyOf);
    return copied;
  }
}

/** An object of an anonymous type. */
export class AnonymousObj extends Obj {}

/** A copy of a struct; all other values are themselves. */
export function copyOf(value: Value): Value {
  return value instanceof StructObj || value instanceof TupleObj ? value.copy() : value;
}

/** The place of a variable whose value a closure shares. */
export interface Cell {
  value: Value;
}

/** A variable handed over by reference. As an object of expressions it has the one member `value`. */
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

/** A reference that is read and written by functions. */
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
  /** Parts that two delegates of the same method share. */
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

  /** `a - b`: the last occurrence of b's list is taken out. */
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
    return this.method !== undefined && this.method === other.method && this.target === other.target;
  }
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

/** The types that an object's class has as arguments where a base class declares a member. */
export function environmentOf(self: Value, owner: TypeDefinition): TypeEnvironment | undefined {
  if (owner.typeParameters.length === 0 || !(self instanceof Obj)) return undefined;
  return self.type.as(owner)?.environment;
}
