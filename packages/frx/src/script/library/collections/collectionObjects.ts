import type { Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { HashTable, ListObj, SortedTable } from '../../runtime/collections.ts';
import type { Order } from '../../runtime/collections.ts';
import { Obj } from '../../runtime/objects.ts';
import { equals, error, textOf } from '../../runtime/values.ts';
import { need } from '../registry.ts';

/** Collections of the library as objects. */

export class PairObj extends Obj {
  constructor(type: NamedType, key: Value, value: Value) {
    super(type);
    this.fields = [key, value];
  }
  override nativeText(rt: Call['rt']): string {
    return `[${textOf(this.fields[0] ?? null, rt)}, ${textOf(this.fields[1] ?? null, rt)}]`;
  }
  override nativeEquals(other: Value, rt: Call['rt']): boolean {
    return (
      other instanceof PairObj && this.fields.every((field, index) => equals(field, other.fields[index] ?? null, rt))
    );
  }
  override nativeKey(): unknown {
    return 'pair';
  }
}
/** A Dictionary or Hashtable. */
export class DictionaryObj extends Obj {
  /** The comparer of its constructor. */
  comparer: Value = null;
  readonly table: HashTable;
  constructor(type: NamedType, table: HashTable) {
    super(type);
    this.table = table;
  }
  override *iterate(): Generator<Value> {
    const type = this.type.as(need('Dictionary', 2))?.args;
    const pair = type ? need('KeyValuePair', 2).of(type) : need('DictionaryEntry').open;
    for (const place of this.table.places())
      yield new PairObj(pair, this.table.key(place), this.table.values[place] ?? null);
  }
}
/** A SortedDictionary or SortedList. */
export class SortedObj extends Obj {
  /** The comparer of its constructor. */
  comparer: Value = null;
  readonly table: SortedTable;
  constructor(type: NamedType, table: SortedTable) {
    super(type);
    this.table = table;
  }
  override *iterate(): Generator<Value> {
    const pair =
      this.type.args.length === 2 ? need('KeyValuePair', 2).of(this.type.args) : need('DictionaryEntry').open;
    for (const place of this.table.places())
      yield new PairObj(pair, this.table.keys[place] ?? null, this.table.values[place] ?? null);
  }
}
/** A HashSet. */
export class SetObj extends Obj {
  /** The comparer of its constructor. */
  comparer: Value = null;
  readonly table: HashTable | SortedAsHash;
  constructor(type: NamedType, inner: HashTable | SortedAsHash) {
    super(type);
    this.table = inner;
  }
  add(value: Value, rt: Call['rt']): boolean {
    if (this.table.find(value) >= 0) return false;
    this.table.insert(value, null, rt);
    return true;
  }
  override *iterate(): Generator<Value> {
    for (const place of this.table.places()) yield this.table.key(place);
  }
}
/** A sorted table with the members of a hash table, for SortedSet. */
export class SortedAsHash {
  readonly sorted: SortedTable;
  constructor(order: Order, sorted = new SortedTable(order, true)) {
    this.sorted = sorted;
  }
  get count(): number {
    return this.sorted.keys.length;
  }
  find(key: Value): number {
    return this.sorted.find(key);
  }
  insert(key: Value, value: Value, rt: Call['rt']): void {
    this.sorted.insert(~this.sorted.find(key), key, value, rt);
  }
  remove(key: Value): boolean {
    const place = this.sorted.find(key);
    if (place >= 0) this.sorted.remove(place);
    return place >= 0;
  }
  clear(): void {
    this.sorted.keys.length = 0;
    this.sorted.values.length = 0;
    this.sorted.version++;
  }
  key(place: number): Value {
    return this.sorted.keys[place] ?? null;
  }
  places(): Generator<number> {
    return this.sorted.places();
  }
}

/** A live view of a sorted set between two values; changes to the view change the set. */
export class SortedPart extends SortedAsHash {
  readonly #whole: SortedAsHash;
  readonly #low: Value;
  readonly #high: Value;
  constructor(whole: SortedAsHash, low: Value, high: Value) {
    super(whole.sorted.order, whole.sorted);
    this.#whole = whole;
    this.#low = low;
    this.#high = high;
  }
  #holds(key: Value): boolean {
    const { order } = this.sorted;
    return order(key, this.#low) >= 0 && order(key, this.#high) <= 0;
  }
  override get count(): number {
    return this.sorted.keys.filter((key) => this.#holds(key)).length;
  }
  override find(key: Value): number {
    return this.#holds(key) ? this.#whole.find(key) : -1;
  }
  override insert(key: Value, value: Value, rt: Call['rt']): void {
    if (!this.#holds(key))
      throw error(
        'ArgumentOutOfRangeException',
        "Specified argument was out of the range of valid values. (Parameter 'item')",
      );
    this.#whole.insert(key, value, rt);
  }
  override remove(key: Value): boolean {
    return this.#holds(key) && this.#whole.remove(key);
  }
  override clear(): void {
    for (const key of this.sorted.keys.filter((each) => this.#holds(each))) this.#whole.remove(key);
  }
  override *places(): Generator<number> {
    for (const place of this.#whole.places()) if (this.#holds(this.sorted.keys[place] ?? null)) yield place;
  }
}

/** A list that cannot be changed through its interfaces. */
export class ReadOnlyObj extends ListObj {
  /** Errors for an index outside the list contain the index: for the keys and values of a SortedList. */
  namesIndex = false;
}

/** Keys or values of a sorted list, in its order. */
export function sortedColumn(type: NamedType, items: Value[]): ReadOnlyObj {
  const made = new ReadOnlyObj(type, items);
  made.namesIndex = true;
  return made;
}
