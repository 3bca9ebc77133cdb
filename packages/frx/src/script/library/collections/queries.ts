import { ENTRY, PLACE } from '../../../expression/budget.ts';
import { Decimal } from '../../../expression/decimal.ts';
import { introSort } from '../../../expression/introSort.ts';
import type { Runtime } from '../../../expression/scope.ts';
import { Double, Single } from '../../../expression/values.ts';
import type { Value } from '../../../expression/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Special, Type } from '../../binder/types/types.ts';
import { binaryOperator, numericConversion } from '../../runtime/arithmetic.ts';
import { equalityOf, HashTable, orderOf, ListObj } from '../../runtime/collections.ts';
import type { Order } from '../../runtime/collections.ts';
import { copyOf, Func, Obj, TypedArray } from '../../runtime/objects.ts';
import { gathered, iterate, Sequence } from '../../runtime/sequences.ts';
import type { Partition } from '../../runtime/sequences.ts';
import { compare, defaultOf, error, isValueType } from '../../runtime/values.ts';
import { DictionaryObj } from './collectionObjects.ts';
import { wrapped } from './listHelpers.ts';
import { need } from '../registry.ts';
import { itemAt, partitionOf } from './partitions.ts';

import { textOf } from '../../runtime/values.ts';

/** System.Linq.Enumerable: queries run when their items are asked for. */

export const object = (): Type => need('Object').open;
/** Type argument of the method; object where there is none. */
export const at = (c: Call, index: number): Type => c.t[index] ?? object();

/** Refuses a collection that is null. Throws ArgumentNullException. */
export function source(value: Value, name = 'source'): Exclude<Value, null> {
  if (value === null) throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
  return value;
}

/** Refuses a function that is null. Throws ArgumentNullException. */
export function need_(value: Value, name: string): Func {
  if (!(value instanceof Func)) throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
  return value;
}

/** A query of items of a type. */
export function query(c: Call, type: Type, run: (rt: Runtime) => Generator<Value>, partition?: Partition): Sequence {
  const { budget } = c.rt;
  const made = new Sequence(need('IEnumerable', 1).of([type]), function* items(rt) {
    for (const item of run(rt)) {
      budget.step();
      yield item;
    }
  });
  made.partition = partition;
  return made;
}

/** A query of the items of a partition. */
export function partitioned(c: Call, type: Type, partition: Partition): Sequence {
  return query(c, type, (rt) => partition.items(rt, 0, Infinity), partition);
}

/** Exception of a sequence without items. */
export const noElements = (): Error => error('InvalidOperationException', 'Sequence contains no elements');
const noMatch = (): Error => error('InvalidOperationException', 'Sequence contains no matching element');
const manyElements = (): Error => error('InvalidOperationException', 'Sequence contains more than one element');
const manyMatches = (): Error => error('InvalidOperationException', 'Sequence contains more than one matching element');

/** The item at an index, without those behind it; undefined when there is none. */
export function elementAt(c: Call, from: Value, index: number): { value: Value } | undefined {
  const partition = partitionOf(source(from));
  if (partition) return index < 0 ? undefined : itemAt(partition, c.rt, index);
  let left = index;
  if (left >= 0) for (const value of iterate(source(from), c.rt)) if (left-- === 0) return { value };
  return undefined;
}

/** Items of one key. */
export class Grouping extends Obj {
  readonly key: Value;
  readonly list: Value[] = [];
  constructor(type: NamedType, key: Value) {
    super(type);
    this.key = key;
  }
  override iterate(): Iterable<Value> {
    return this.list;
  }
}

/** Groups of items by their keys. */
export class LookupObj extends Obj {
  readonly table: HashTable;
  constructor(type: NamedType, table: HashTable) {
    super(type);
    this.table = table;
  }
  override *iterate(): Generator<Value> {
    for (const place of this.table.places()) yield this.table.values[place] ?? null;
  }
}

/** A sequence with orders, the first one first. */
export class Ordered extends Sequence {
  readonly from: Value;
  readonly orders: readonly ((a: Value, b: Value) => Order)[];
  readonly keys: readonly { key: Func; comparer: Value; descending: boolean }[];
  constructor(type: NamedType, from: Value, keys: readonly { key: Func; comparer: Value; descending: boolean }[]) {
    super(type, (rt) => sortedItems(from, keys, rt, true)[Symbol.iterator]());
    this.from = from;
    this.keys = keys;
    this.orders = [];
    this.partition = {
      *items(rt, start, end) {
        yield* sortedItems(from, keys, rt, start === 0 && end === Infinity).slice(start, end);
      },
      last: (rt, start, end) => {
        const items = sortedItems(from, keys, rt, false).slice(start, end);
        return items.length === 0 ? undefined : { value: items.at(-1) ?? null };
      },
      // The keys are not needed to count.
      size: (rt, start, end) => Math.max(0, Math.min(end, countOf(from, rt)) - start),
      countCalls: false,
    };
  }

  /** The items for which a function holds; only their keys are needed. */
  where(test: Func): Ordered {
    const { from } = this;
    return new Ordered(
      this.type,
      new Sequence(this.type, function* items(rt) {
        for (const item of iterate(from, rt)) {
          rt.budget.step();
          if (test.invoke([item]) === true) yield item;
        }
      }),
      this.keys,
    );
  }
}

/** Number of items of a sequence. */
function countOf(from: Value, rt: Runtime): number {
  const partition = partitionOf(from);
  if (partition && !partition.countCalls) return partition.size(rt, 0, Infinity);
  let number = 0;
  for (const _item of iterate(from, rt)) {
    rt.budget.step();
    number++;
  }
  return number;
}

/** Sorts the items; where .NET sorts all of them at once, what a comparison throws becomes the inner exception. */
function sortedItems(from: Value, keys: Ordered['keys'], rt: Runtime, isWhole: boolean): Value[] {
  const items = gathered(from, rt).map((item, index) => ({
    item,
    index,
    keys: keys.map(({ key }) => key.invoke([item])),
  }));
  rt.budget.collect(items.length * PLACE);
  const orders = keys.map(({ comparer, descending }) => ({ order: orderOf(comparer, rt), sign: descending ? -1 : 1 }));
  const compareItems = (a: (typeof items)[number], b: (typeof items)[number]): number => {
    rt.budget.step();
    for (const [index, { order, sign }] of orders.entries()) {
      const result = order(a.keys[index] ?? null, b.keys[index] ?? null);
      if (result !== 0) return result * sign;
    }
    return a.index - b.index;
  };
  if (isWhole) introSort(items, wrapped(compareItems));
  else items.sort(compareItems);
  return items.map(({ item }) => item);
}

/** Sorts a sequence by a key. */
export function ordered(c: Call, from: Value, key: Value, comparer: Value, descending: boolean): Ordered {
  source(from);
  return new Ordered(need('IOrderedEnumerable', 1).of([at(c, 0)]), from, [
    { key: need_(key, 'keySelector'), comparer, descending },
  ]);
}

/** Adds a further key to a sorted sequence. */
export function thenOrdered(from: Value, key: Value, comparer: Value, descending: boolean): Ordered {
  if (!(from instanceof Ordered)) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'source')");
  return new Ordered(from.type, from.from, [...from.keys, { key: need_(key, 'keySelector'), comparer, descending }]);
}

function groups(c: Call, from: Value, key: Func, element: Func | null, comparer: Value, type: NamedType): HashTable {
  const table = new HashTable(equalityOf(comparer, c.rt));
  for (const item of iterate(from, c.rt)) {
    c.rt.budget.step();
    const group = key.invoke([item]);
    let place = table.find(group);
    if (place < 0) {
      table.insert(group, new Grouping(type, group), c.rt);
      place = table.find(group);
    }
    const list = table.values[place];
    if (list instanceof Grouping) list.list.push(element ? element.invoke([item]) : item);
    c.rt.budget.collect(PLACE);
  }
  return table;
}

/** Groups of a sequence, in the order of their first items. */
export function grouped(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): Sequence {
  source(from);
  const type = need('IGrouping', 2).of([keyType, elementType]);
  return query(c, type, function* run() {
    const table = groups(c, from, key, element, comparer, type);
    for (const place of table.places()) yield table.values[place] ?? null;
  });
}

/** Results of a function for the groups of a sequence. */
export function groupResults(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  result: Func,
  comparer: Value,
  keyType: Type,
  elementType: Type,
  resultType: Type,
): Sequence {
  source(from);
  const type = need('IGrouping', 2).of([keyType, elementType]);
  return query(c, resultType, function* run() {
    const table = groups(c, from, key, element, comparer, type);
    for (const place of table.places()) {
      const group = table.values[place];
      if (group instanceof Grouping) yield result.invoke([group.key, group]);
    }
  });
}

/** Groups of a sequence, found by their key. */
export function lookup(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): LookupObj {
  source(from);
  return new LookupObj(
    need('ILookup', 2).of([keyType, elementType]),
    groups(c, from, key, element, comparer, need('IGrouping', 2).of([keyType, elementType])),
  );
}

/** Dictionary of the items of a sequence. Throws ArgumentException for a key that stands twice. */
export function dictionary(
  c: Call,
  from: Value,
  key: Func,
  element: Func | null,
  comparer: Value,
  keyType: Type,
  elementType: Type,
): DictionaryObj {
  source(from);
  const made = new DictionaryObj(
    need('Dictionary', 2).of([keyType, elementType]),
    new HashTable(equalityOf(comparer, c.rt)),
  );
  for (const item of iterate(from, c.rt)) {
    const given = key.invoke([item]);
    if (given === null) throw error('ArgumentNullException', "Value cannot be null. (Parameter 'key')");
    if (made.table.find(given) >= 0)
      throw error(
        'ArgumentException',
        `An item with the same key has already been added. Key: ${given instanceof Obj ? given.nativeText(c.rt) : textOf(given, c.rt)}`,
      );
    made.table.insert(given, element ? element.invoke([item]) : item, c.rt);
  }
  return made;
}

/** First item, or first for which a function holds. */
export function first(c: Call, from: Value, test: Func | null, otherwise: (() => Value) | undefined): Value {
  if (test && from instanceof Ordered) return first(c, from.where(test), null, otherwise ?? (() => { throw noMatch(); })); // prettier-ignore
  const partition = test ? undefined : partitionOf(source(from));
  const items = partition ? partition.items(c.rt, 0, 1) : iterate(source(from), c.rt);
  for (const item of items) {
    c.rt.budget.step();
    if (!test || test.invoke([item]) === true) return item;
  }
  if (otherwise) return otherwise();
  throw test ? noMatch() : noElements();
}

/** Last item, or last for which a function holds. */
export function last(c: Call, from: Value, test: Func | null, otherwise: (() => Value) | undefined): Value {
  if (test && from instanceof Ordered) return last(c, from.where(test), null, otherwise ?? (() => { throw noMatch(); })); // prettier-ignore
  const isList = from instanceof ListObj && from.type.as(need('IList', 1)) !== undefined;
  const list = from instanceof TypedArray ? from.items : isList ? from.list : undefined;
  const holds = (item: Value): boolean => !test || test.invoke([item]) === true;
  const partition = test ? undefined : partitionOf(source(from));
  if (partition) {
    const found = partition.last(c.rt, 0, Infinity);
    if (found) return found.value;
  } else if (list) {
    // Lists are looked through from their end.
    for (let at = list.length - 1; at >= 0; at--) {
      const item = list[at] ?? null;
      if (holds(item)) return item;
    }
  } else {
    let found: { item: Value } | undefined;
    for (const item of iterate(source(from), c.rt)) if (holds(item)) found = { item };
    if (found) return found.item;
  }
  if (otherwise) return otherwise();
  throw test ? noMatch() : noElements();
}

/** Only item, or only one for which a function holds. */
export function single(c: Call, from: Value, test: Func | null, otherwise: (() => Value) | undefined): Value {
  let found: { item: Value } | undefined;
  for (const item of iterate(source(from), c.rt)) {
    if (test && test.invoke([item]) !== true) continue;
    if (found) throw test ? manyMatches() : manyElements();
    found = { item };
  }
  if (found) return found.item;
  if (otherwise) return otherwise();
  throw test ? noMatch() : noElements();
}

/** Default of the type of the items. */
export const fallback =
  (c: Call): (() => Value) =>
  () =>
    defaultOf(at(c, 0));

/** Number of items, or of those for which a function holds. */
export function count(c: Call, from: Value, test: Func | null): number {
  let number = 0;
  if (!test) return countOf(source(from), c.rt);
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    if (test.invoke([item]) === true) number++;
  }
  return number;
}

/** Items without those that are equal to an earlier one. */
export function* distinct(c: Call, items: Iterable<Value>, comparer: Value): Generator<Value> {
  const seen = new HashTable(equalityOf(comparer, c.rt));
  for (const item of items) {
    if (seen.find(item) >= 0) continue;
    seen.insert(item, null, c.rt);
    yield item;
  }
}

/** Hash table of the items of a second sequence. */
export function tableOf(c: Call, items: Value, comparer: Value): HashTable {
  const table = new HashTable(equalityOf(comparer, c.rt));
  for (const item of iterate(source(items, 'second'), c.rt)) if (table.find(item) < 0) table.insert(item, null, c.rt);
  return table;
}

/** Items of two sequences whose keys are equal. */
export function* joinItems(
  c: Call,
  outer: Value,
  inner: Value,
  outerKey: Func,
  innerKey: Func,
  result: Func,
  comparer: Value,
  isGroup: boolean,
): Generator<Value> {
  const type = need('IGrouping', 2).of([object(), object()]);
  const table = groups(c, inner, innerKey, null, comparer, type);
  for (const item of iterate(outer, c.rt)) {
    const key = outerKey.invoke([item]);
    const place = key === null ? -1 : table.find(key);
    const group = place < 0 ? undefined : table.values[place];
    const matches = group instanceof Grouping ? group.list : [];
    if (isGroup)
      yield result.invoke([
        item,
        new Sequence(need('IEnumerable', 1).of([at(c, 1)]), () => matches[Symbol.iterator]()),
      ]);
    else for (const match of matches) yield result.invoke([item, match]);
  }
}

/** Greatest or least item. */
export function extreme(c: Call, from: Value, sign: 1 | -1, select: Func | null, type: Type): Value {
  let best: Value = null;
  let any = false;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    const value = select ? select.invoke([item]) : item;
    if (value === null) continue;
    if (!any) best = value;
    else if (isNaN_(value)) {
      if (sign < 0) best = value;
    } else if (isNaN_(best) ? sign > 0 : compare(value, best, c.rt) * sign > 0) best = value;
    any = true;
  }
  if (!any && isValueType(type) && !(type instanceof NamedType && type.special === 'Nullable')) throw noElements();
  return best;
}

function isNaN_(value: Value): boolean {
  return (value instanceof Double || value instanceof Single) && Number.isNaN(value.value);
}

/** Sum and Average of a number type; null values do not count. */
function total(c: Call, from: Value, select: Func | null, type: Special): { sum: Value; count: number } {
  const wide: Special = type === 'float' ? 'double' : type;
  const add = binaryOperator('+', wide, true);
  const convert = numericConversion(type, wide, false);
  let sum: Value = wide === 'int' ? 0 : wide === 'long' ? 0n : wide === 'decimal' ? Decimal.zero : new Double(0);
  let number = 0;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    const value = select ? select.invoke([item]) : item;
    if (value === null) continue;
    sum = add ? add(sum, convert(value)) : sum;
    number++;
  }
  return { sum, count: number };
}

/** Sum of the items. */
export function sumOf(c: Call, from: Value, select: Func | null, type: Special): Value {
  const { sum } = total(c, from, select, type);
  return type === 'float' ? new Single((sum as Double).value) : sum;
}

/** Average of the items. */
export function averageOf(c: Call, from: Value, select: Func | null, type: Special, nullable: boolean): Value {
  const { sum, count: number } = total(c, from, select, type === 'int' ? 'long' : type);
  return average(sum, number, type, nullable);
}

/** Average from a sum and a number of items. */
export function average(sum: Value, number: number, type: Special, nullable: boolean): Value {
  if (number === 0) {
    if (nullable) return null;
    throw noElements();
  }
  if (sum instanceof Decimal) return sum.dividedBy(Decimal.fromInteger(number));
  const whole = typeof sum === 'bigint' || typeof sum === 'number' ? Number(sum) : (sum as Double).value;
  return type === 'float' ? new Single(whole / number) : new Double(whole / number);
}

/** All items of a sequence, counted. */
export function materialised(c: Call, from: Value): Value[] {
  const items: Value[] = [];
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    c.rt.budget.collect(PLACE);
    items.push(copyOf(item));
  }
  c.rt.budget.collect(ENTRY);
  return items;
}

/** Result of a function that takes the result before and the next item. */
export function folded(c: Call, from: Value, seed: Value, run: Func): Value {
  let result = seed;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    result = run.invoke([result, item]);
  }
  return result;
}

/** Items of a sequence, or one value when there are none. */
export function defaultIfEmpty(c: Call, from: Value, value: Value): Sequence {
  return query(c, at(c, 0), function* run(rt) {
    let any = false;
    for (const item of iterate(source(from), rt)) {
      any = true;
      yield item;
    }
    if (!any) yield value;
  });
}

/** Items of two sequences, one behind the other. */
export function* both(a: Iterable<Value>, b: Iterable<Value>): Generator<Value> {
  yield* a;
  yield* b;
}

/** Results of a function for the items of two sequences at the same places. */
export function* zipped(c: Call, a: Value, b: Value, make: (x: Value, y: Value) => Value): Generator<Value> {
  const first = iterate(a, c.rt)[Symbol.iterator]();
  const second = iterate(b, c.rt)[Symbol.iterator]();
  try {
    for (;;) {
      const x = first.next();
      if (x.done === true) return;
      const y = second.next();
      if (y.done === true) return;
      yield make(x.value, y.value);
    }
  } finally {
    // Enumerators are disposed in the reverse order.
    second.return?.();
    first.return?.();
  }
}

/** Compares two sequences item by item. */
export function sequenceEqual(c: Call, a: Value, b: Value, comparer: Value): boolean {
  const by = equalityOf(comparer, c.rt);
  const first = iterate(source(a, 'first'), c.rt)[Symbol.iterator]();
  const second = iterate(source(b, 'second'), c.rt)[Symbol.iterator]();
  try {
    for (;;) {
      const x = first.next();
      const y = second.next();
      if (x.done === true || y.done === true) return x.done === y.done;
      if (!by.same(x.value, y.value)) return false;
    }
  } finally {
    second.return?.();
    first.return?.();
  }
}
