import type { Runtime } from '../../expression/scope.ts';
import { Char, NetArray } from '../../expression/values/values.ts';
import type { Value } from '../../expression/values/values.ts';
import { dispatch, methodsOf } from '../binder/types/lookup.ts';
import { isCollectionInterface, same, substitute } from '../binder/types/types.ts';
import type { MethodMember, NamedType, Type } from '../binder/types/types.ts';
import { installSeenThrough } from './hooks.ts';
import { Obj, TypedArray } from './objects.ts';
import { callScript, error, nullReference, scriptMethod } from './values.ts';
import { defaultOf } from './defaults.ts';

/** Collections that are enumerated. */

/** Items of a sequence from a place to the one before another, without going through those before. */
export interface Partition {
  items(rt: Runtime, from: number, to: number): Generator<Value>;
  last(rt: Runtime, from: number, to: number): { readonly value: Value } | undefined;
  /** Number of items, without going through them. */
  size(rt: Runtime, from: number, to: number): number;
  /** Returns true where `Count` calls the functions of the query all the same. */
  readonly countCalls: boolean;
}

/** A sequence of the library or of an iterator: each enumeration starts again. */
export class Sequence extends Obj {
  /** Made by an iterator of the script, whose enumerators keep the last item at their end. */
  readonly isIterator: boolean = false;
  /** Ways to single items, of the queries that have them. */
  partition: Partition | undefined;
  readonly start: (rt: Runtime) => Iterator<Value>;
  readonly #isEnumerator: boolean;
  #running: Iterator<Value> | undefined;
  #current: Value = null;

  constructor(type: NamedType, start: (rt: Runtime) => Iterator<Value>, isEnumerator = false) {
    super(type);
    this.start = start;
    this.#isEnumerator = isEnumerator;
  }

  override iterate(rt: Runtime): Iterable<Value> {
    return { [Symbol.iterator]: () => this.start(rt) };
  }

  /** As an enumerator, which an iterator method may give. */
  moveNext(rt: Runtime): boolean {
    this.#running ??= this.start(rt);
    const { done, value } = this.#running.next();
    if (done !== true) this.#current = value;
    return done !== true;
  }

  get current(): Value {
    return this.#current;
  }

  get isEnumerator(): boolean {
    return this.#isEnumerator;
  }

  dispose(): void {
    this.#running?.return?.();
  }
}

/** A sequence whose items a method of the script yields. */
export class IteratorSequence extends Sequence {
  override readonly isIterator = true;
}

const STRICT = new Set(['ArrayList', 'Queue', 'Stack']);

/** Result of GetEnumerator of a collection. */
export class EnumeratorObj extends Obj {
  readonly #start: () => Iterator<Value>;
  #items: Iterator<Value>;
  readonly #keepsLast: boolean;
  /** False for the enumerators of iterators and queries, which cannot begin again. */
  readonly #begins: boolean;
  readonly #blank: Value;
  /** True for the collections whose enumerators have no current item but within the items, false for those that have a default one. */
  readonly #isStrict: boolean;
  #place: 'before' | 'within' | 'behind' = 'before';
  current: Value;
  constructor(type: NamedType, source: Value, rt: Runtime) {
    super(type);
    this.#start = () => iterate(source, rt)[Symbol.iterator]();
    this.#items = this.#start();
    this.#begins = !(source instanceof Sequence);
    this.#isStrict = source instanceof Obj ? STRICT.has(source.type.definition.name) : true;
    if (source instanceof Sequence || (source instanceof Obj && source.type.definition.isScript))
      this.#place = 'within';
    this.#keepsLast = source instanceof Sequence && source.isIterator;
    this.#blank = type.args[0] ? defaultOf(type.args[0]) : null;
    this.current = this.#blank;
  }
  moveNext(): boolean {
    const { done, value } = this.#items.next();
    if (done !== true) this.current = value;
    else if (!this.#keepsLast) this.current = this.#blank;
    if (this.#begins) this.#place = done === true ? 'behind' : 'within';
    return done !== true;
  }
  /** Returns the current item, as Current of IEnumerator or of IEnumerator<T>. Throws InvalidOperationException where there is none. */
  item(isGeneric: boolean): Value {
    if (this.#place === 'within' || (isGeneric && !this.#isStrict)) return this.current;
    throw error(
      'InvalidOperationException',
      this.#isStrict
        ? this.#place === 'before'
          ? 'Enumeration has not started. Call MoveNext.'
          : 'Enumeration already finished.'
        : 'Enumeration has either not started or has already finished.',
    );
  }
  /** Begins again. Throws NotSupportedException. */
  reset(): void {
    if (!this.#begins) throw error('NotSupportedException', 'Specified method is not supported.');
    this.#items = this.#start();
    this.current = this.#blank;
    this.#place = 'before';
  }
  dispose(): void {
    this.#items.return?.();
  }
}

/** Returns the items of any collection. @throws for other values */
export function iterate(value: Value, rt: Runtime): Iterable<Value> {
  if (value === null) throw nullReference();
  if (typeof value === 'string') return characters(value);
  if (value instanceof TypedArray) return value.items;
  if (value instanceof NetArray) return value.items;
  if (value instanceof Uint8Array) return arrayItems(value);
  if (value instanceof Obj) {
    const script = value.type.definition.isScript ? enumeratorMethod(value) : undefined;
    if (script) return scriptItems(value, script, rt);
    if (value.iterate) return value.iterate(rt);
  } else if (typeof value === 'object' && value.kind === 'object' && value.items) return value.items();
  throw error('InvalidCastException', 'The value cannot be enumerated.');
}

/** Returns the items of any collection as an array, limited to the length of values. @throws for other values */
export function gathered(value: Value, rt: Runtime): Value[] {
  const all: Value[] = [];
  for (const item of iterate(value, rt)) {
    all.push(item);
    rt.budget.hold(all.length);
  }
  return all;
}

function* characters(text: string): Generator<Value> {
  for (let at = 0; at < text.length; at++) yield new Char(text.charCodeAt(at));
}

/** The items of an array, bytes of a data column too. */
export function arrayItems(value: Value): Value[] {
  if (value instanceof NetArray) return value.items;
  if (value instanceof Uint8Array) return Array.from(value, (byte) => bytes[byte] ?? null);
  throw nullReference();
}

const bytes: Value[] = [];
/** Sets the values of bytes; they are shared. */
export function installBytes(values: readonly Value[]): void {
  bytes.push(...values);
}

function enumeratorMethod(value: Obj): MethodMember | undefined {
  for (const base of value.type.bases) {
    if (base.definition.name !== 'IEnumerable' || base.definition.isScript || base.args.length === 0) continue;
    const method = methodsOf(base.definition, 'GetEnumerator')[0];
    const found = method && dispatch(value.type, method);
    if (found && found !== method && found.isScript) return found;
  }
  return scriptMethod(value.type.definition, 'GetEnumerator', 0);
}

/** Returns the interface IEnumerable of an object. */
function plainInterface(value: Obj): NamedType | undefined {
  return value.type.bases.find((base) => isCollectionInterface(base) && base.args.length === 0);
}

/** Returns true where an IEnumerable<T> of a type is one of another type, too. */
function isSubstitute(type: Type | undefined, other: Type | undefined): boolean {
  if (type?.kind !== 'named' || other?.kind !== 'named' || type.definition.isValueType) return false;
  return type.bases.some((base) => same(base, other));
}

/** Returns the method GetEnumerator that an object of a class of the script has for an interface. */
function enumeratorThrough(value: Obj, through: NamedType): MethodMember | undefined {
  const [method] = methodsOf(through.definition, 'GetEnumerator');
  const implemented = value.type.bases.filter((base) => base.definition === through.definition);
  const via =
    implemented.find((base) => same(base, through)) ??
    implemented.find((base) => isSubstitute(base.args[0], through.args[0])) ??
    implemented[0];
  return method && via && dispatch(value.type, method, via);
}

/** Returns the items of any collection, through one of its interfaces; IEnumerable when it is not given. */
export function itemsThrough(value: Value, rt: Runtime, through?: NamedType): Iterable<Value> {
  if (!(value instanceof Obj) || !value.type.definition.isScript) return iterate(value, rt);
  const via = through ?? plainInterface(value);
  const method = via && enumeratorThrough(value, via);
  if (method?.isScript) return scriptItems(value, method, rt);
  return method ? itemsOfLibrary(value, rt) : iterate(value, rt);
}

/** Returns the items that the class of the library from which the class of an object derives gives. */
export function itemsOfLibrary(value: Value, rt: Runtime): Iterable<Value> {
  return value instanceof Obj && value.iterate ? value.iterate(rt) : iterate(value, rt);
}

/** An object of the script, seen through one of its interfaces. */
class SeenObject extends Sequence {
  readonly object: Obj;
  constructor(object: Obj, through: NamedType) {
    super(through, (rt) => itemsThrough(object, rt, through)[Symbol.iterator]());
    this.object = object;
  }
}

/** Returns the items of a collection as those of a type, through IEnumerable<T> of the type where its class has it. */
export function itemsAs(value: Value, collection: NamedType, rt: Runtime): Iterable<Value> {
  const { object } = value instanceof SeenObject ? value : { object: value };
  if (!(object instanceof Obj)) return iterate(value, rt);
  const has = object.type.bases.some(
    (base) =>
      base.definition === collection.definition &&
      (same(base, collection) || isSubstitute(base.args[0], collection.args[0])),
  );
  return has ? itemsThrough(object, rt, collection) : iterate(value, rt);
}

/**
 * Returns the argument for a parameter of type IEnumerable or IEnumerable<T> of the library: a sequence where the object gives other items
 * through this interface than `iterate` finds.
 */
function seenThrough(value: Value, through: NamedType): Value {
  if (!(value instanceof Obj) || !value.type.definition.isScript) return value;
  const method = enumeratorThrough(value, through);
  if (!method || method === enumeratorMethod(value)) return value;
  return new SeenObject(value, through);
}
installSeenThrough(seenThrough);

/** Returns the items that a method GetEnumerator of the script, or its override, gives of an object. @throws for null */
export function itemsBy(value: Value, method: MethodMember, rt: Runtime): Iterable<Value> {
  if (!(value instanceof Obj)) throw nullReference();
  return scriptItems(value, dispatch(value.type, method), rt);
}

/** Goes through what a class of the script gives as its enumerator; it is disposed at the end. */
function* scriptItems(value: Obj, method: MethodMember, rt: Runtime): Generator<Value> {
  const enumerator = callScript(value, method, [], rt);
  if (enumerator === null) throw nullReference();
  if (enumerator instanceof Sequence) {
    if (!enumerator.isEnumerator) {
      yield* enumerator.iterate(rt);
      return;
    }
    try {
      while (enumerator.moveNext(rt)) yield enumerator.current;
    } finally {
      enumerator.dispose();
    }
    return;
  }
  if (enumerator instanceof EnumeratorObj) {
    while (enumerator.moveNext()) yield enumerator.current;
    return;
  }
  if (!(enumerator instanceof Obj)) throw error('InvalidCastException', 'GetEnumerator gives no enumerator.');
  const declared = substitute(method.returns, value.type.as(method.owner)?.environment);
  const moveNext = enumeratorMember(enumerator, declared, 'MoveNext');
  const current = enumeratorMember(enumerator, declared, 'get_Current');
  if (!moveNext || !current) throw error('InvalidCastException', 'GetEnumerator gives no enumerator.');
  try {
    while (callScript(enumerator, moveNext, [], rt) === true) {
      const item = callScript(enumerator, current, [], rt);
      yield item;
    }
  } finally {
    if (enumerator.type.bases.some(({ definition }) => definition.name === 'IDisposable')) disposeOf(enumerator, rt);
  }
}

/** Returns the member of an enumerator of the script that is called through the type which GetEnumerator declares. */
function enumeratorMember(enumerator: Obj, declared: Type, name: string): MethodMember | undefined {
  if (declared.kind !== 'named') return undefined;
  for (const each of declared.bases)
    for (const member of methodsOf(each.definition, name))
      if (!member.explicit && !member.isStatic && member.parameters.length === 0)
        return dispatch(enumerator.type, member, each.definition.kind === 'interface' ? each : undefined);
  return undefined;
}

/** `Dispose()` of an object; nothing for null and for what has none. */
export function disposeOf(value: Value, rt: Runtime): void {
  if (value instanceof Sequence || value instanceof EnumeratorObj) value.dispose();
  else if (value instanceof Obj) {
    const method = scriptMethod(value.type.definition, 'Dispose', 0);
    if (method) callScript(value, method, [], rt);
  }
}
