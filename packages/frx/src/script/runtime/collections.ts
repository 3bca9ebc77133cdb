import { ENTRY, PLACE } from '../../expression/budget.ts';
import type { Runtime } from '../../expression/scope.ts';
import type { Value } from '../../expression/values/values.ts';
import type { NamedType } from '../binder/types/types.ts';
import { Obj } from './objects.ts';
import { callScript, equals, error, scriptMethod } from './values.ts';
import { compare } from './order.ts';
import { keyOf } from './hashCodes.ts';

/** Data structures of the library's collections. */

/** Equality of keys, as of an IEqualityComparer. */
export interface Equality {
  key(value: Value): unknown;
  same(a: Value, b: Value): boolean;
}

/** Compares two values: negative, zero or positive. */
export type Order = (a: Value, b: Value) => number;

/** A comparer of the library: `StringComparer.OrdinalIgnoreCase`, `Comparer<T>.Default`. */
export class ComparerObj extends Obj {
  readonly order: (a: Value, b: Value, rt: Runtime) => number;
  readonly keyed: (value: Value, rt: Runtime) => unknown;
  constructor(
    type: NamedType,
    order: (a: Value, b: Value, rt: Runtime) => number,
    keyed: (value: Value, rt: Runtime) => unknown,
  ) {
    super(type);
    this.order = order;
    this.keyed = keyed;
  }
}

/** Returns the equality of a comparer of the script or the library; that of `Equals` without one. */
export function equalityOf(comparer: Value, rt: Runtime): Equality {
  if (comparer === null) return { key: (value) => keyOf(value, rt), same: (a, b) => equals(a, b, rt) };
  if (comparer instanceof ComparerObj)
    return {
      key: (value) => comparer.keyed(value, rt),
      same: (a, b) =>
        comparer.keyed(a, rt) === comparer.keyed(b, rt) &&
        (a === null) === (b === null) &&
        (typeof a === 'string' || equals(a, b, rt)),
    };
  if (comparer instanceof Obj) {
    const same = scriptMethod(comparer.type.definition, 'Equals', 2);
    const hash = scriptMethod(comparer.type.definition, 'GetHashCode', 1);
    if (same && hash)
      return {
        key: (value) => callScript(comparer, hash, [value], rt),
        same: (a, b) => callScript(comparer, same, [a, b], rt) === true,
      };
  }
  throw error('ArgumentException', 'The comparer is none.');
}

/** Returns the order of a comparer of the script or the library; the natural order without one. */
export function orderOf(comparer: Value, rt: Runtime): Order {
  if (comparer === null) return (a, b) => compare(a, b, rt);
  if (comparer instanceof ComparerObj) return (a, b) => comparer.order(a, b, rt);
  if (comparer instanceof Obj) {
    const method = scriptMethod(comparer.type.definition, 'Compare', 2);
    if (method) return (a, b) => callScript(comparer, method, [a, b], rt) as number;
  }
  throw error('ArgumentException', 'The comparer is none.');
}

function changed(): Error {
  return error('InvalidOperationException', 'Collection was modified; enumeration operation may not execute.');
}

/** A List<T>, ArrayList, Stack or Queue: items in a row. */
export class ListObj extends Obj {
  list: Value[];
  version = 0;
  /** Capacity of a list created by its constructor; undefined if that of .NET is not known. */
  capacity: number | undefined;
  constructor(type: NamedType, items: Value[] = [], capacity?: number) {
    super(type);
    this.list = items;
    this.capacity = capacity;
  }

  override size(): number {
    return this.list.length;
  }

  /** Grows the capacity to a number of items, at least to twice the previous one. */
  grow(count: number): void {
    if (this.capacity !== undefined && count > this.capacity)
      this.capacity = Math.max(this.capacity === 0 ? 4 : this.capacity * 2, count);
  }

  /** Grows the capacity after items were added: at once if .NET knows their number in advance, otherwise one by one. */
  growBy(isKnown: boolean, count: number): void {
    if (isKnown) this.grow(count);
    else while (this.capacity !== undefined && this.capacity < count) this.grow(this.capacity + 1);
  }

  /** Adds an item and counts it against the budget. */
  add(value: Value, rt: Runtime): void {
    rt.budget.collect(PLACE + (typeof value === 'string' ? value.length : 0));
    this.list.push(value);
    this.grow(this.list.length);
    this.version++;
  }

  override *iterate(): Generator<Value> {
    const { version } = this;
    for (let at = 0; ; at++) {
      if (version !== this.version) throw changed();
      if (at >= this.list.length) return;
      yield this.list[at] ?? null;
    }
  }
}

const HOLE: unique symbol = Symbol('hole');

/** Keys and values in the order of .NET: the position of a removed entry is reused by the next one. */
export class HashTable {
  readonly equality: Equality;
  readonly keys: (Value | typeof HOLE)[] = [];
  readonly values: Value[] = [];
  readonly #next: number[] = [];
  readonly #index = new Map<unknown, number>();
  /** Key and hash of the last search, so that a following operation on the same key does not hash again. */
  #sought: { readonly key: Value; readonly hash: unknown } | undefined;
  readonly #free: number[] = [];
  count = 0;
  version = 0;

  constructor(equality: Equality) {
    this.equality = equality;
  }

  find(key: Value): number {
    const hash = this.equality.key(key);
    this.#sought = { key, hash };
    for (let at = this.#index.get(hash) ?? -1; at >= 0; at = this.#next[at] ?? -1) {
      const held = this.keys[at];
      if (held !== undefined && held !== HOLE && this.equality.same(held, key)) return at;
    }
    return -1;
  }

  #hashOf(key: Value): unknown {
    const sought = this.#sought;
    this.#sought = undefined;
    return sought?.key === key ? sought.hash : this.equality.key(key);
  }

  /** Adds a key that does not exist. */
  insert(key: Value, value: Value, rt: Runtime): void {
    rt.budget.collect(ENTRY + PLACE + (typeof value === 'string' ? value.length : 0));
    const hash = this.#hashOf(key);
    const at = this.#free.pop() ?? this.keys.length;
    this.keys[at] = key;
    this.values[at] = value;
    this.#next[at] = this.#index.get(hash) ?? -1;
    this.#index.set(hash, at);
    this.count++;
    this.version++;
  }

  set(key: Value, value: Value, rt: Runtime): void {
    const at = this.find(key);
    if (at < 0) this.insert(key, value, rt);
    else {
      this.values[at] = value;
      this.version++;
    }
  }

  remove(key: Value): boolean {
    const at = this.find(key);
    if (at < 0) return false;
    const hash = this.#hashOf(key);
    const first = this.#index.get(hash);
    const after = this.#next[at] ?? -1;
    if (first === at) {
      if (after < 0) this.#index.delete(hash);
      else this.#index.set(hash, after);
    } else {
      for (let each = first ?? -1; each >= 0; each = this.#next[each] ?? -1)
        if (this.#next[each] === at) {
          this.#next[each] = after;
          break;
        }
    }
    this.keys[at] = HOLE;
    this.values[at] = null;
    this.#free.push(at);
    this.count--;
    return true;
  }

  clear(): void {
    this.keys.length = 0;
    this.values.length = 0;
    this.#next.length = 0;
    this.#index.clear();
    this.#free.length = 0;
    this.count = 0;
  }

  /** Yields the positions with an entry, in order. */
  *places(): Generator<number> {
    const { version } = this;
    for (let at = 0; ; at++) {
      this.checkUnchanged(version);
      if (at >= this.keys.length) return;
      if (this.keys[at] !== HOLE) yield at;
    }
  }

  /** Throws InvalidOperationException if the table has changed since a version. */
  checkUnchanged(version: number): void {
    if (version !== this.version) throw changed();
  }

  key(at: number): Value {
    const key = this.keys[at];
    return key === undefined || key === HOLE ? null : key;
  }
}

/** Sorted keys with values. */
export class SortedTable {
  readonly order: Order;
  readonly keys: Value[] = [];
  readonly values: Value[] = [];
  version = 0;
  /** Creates a table. A tree of .NET compares the key with the item, a list the item with the key. */
  constructor(order: Order, isTree = false) {
    this.order = isTree ? (a, b) => -order(b, a) : order;
  }

  /** Returns the index of a key, or the complement of its insertion index. */
  find(key: Value): number {
    let low = 0;
    let high = this.keys.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const order = this.order(this.keys[middle] ?? null, key);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle - 1;
    }
    return ~low;
  }

  insert(at: number, key: Value, value: Value, rt: Runtime): void {
    rt.budget.collect(ENTRY + PLACE + (typeof value === 'string' ? value.length : 0));
    this.keys.splice(at, 0, key);
    this.values.splice(at, 0, value);
    this.version++;
  }

  set(key: Value, value: Value, rt: Runtime): void {
    const at = this.find(key);
    if (at < 0) this.insert(~at, key, value, rt);
    else {
      this.values[at] = value;
      this.version++;
    }
  }

  remove(at: number): void {
    this.keys.splice(at, 1);
    this.values.splice(at, 1);
    this.version++;
  }

  *places(): Generator<number> {
    const { version } = this;
    for (let at = 0; at < this.keys.length; at++) {
      yield at;
      if (version !== this.version) throw changed();
    }
  }
}
