import { ENTRY, PLACE } from '../../../expression/budget.ts';
import type { Value } from '../../../expression/values/values.ts';
import type { Call } from '../../binder/types/types.ts';
import { equalityOf, HashTable, ListObj } from '../../runtime/collections.ts';
import { copyOf, Func, TypedArray } from '../../runtime/objects.ts';
import { iterate, Sequence } from '../../runtime/sequences.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { need } from '../registry.ts';
import { itemAt, partitionOf } from './partitions.ts';
import { Ordered } from './ordering.ts';
import { Grouping, groups } from './grouping.ts';
import { object, at, source, query, noElements, noMatch, manyElements, manyMatches, countOf } from './sources.ts';

/** Returns the item at an index without enumerating the items after it; undefined if there is none. */
export function elementAt(c: Call, from: Value, index: number): { value: Value } | undefined {
  const partition = partitionOf(source(from));
  if (partition) return index < 0 ? undefined : itemAt(partition, c.rt, index);
  let left = index;
  if (left >= 0) for (const value of iterate(source(from), c.rt)) if (left-- === 0) return { value };
  return undefined;
}

/** Returns the first item, or the first one that satisfies a predicate. */
export function first(c: Call, from: Value, test: Func | null, otherwise: (() => Value) | undefined): Value {
  if (test && from instanceof Ordered)
    return first(
      c,
      from.where(test),
      null,
      otherwise ??
        (() => {
          throw noMatch();
        }),
    );
  const partition = test ? undefined : partitionOf(source(from));
  const items = partition ? partition.items(c.rt, 0, 1) : iterate(source(from), c.rt);
  for (const item of items) {
    c.rt.budget.step();
    if (!test || test.invoke([item]) === true) return item;
  }
  if (otherwise) return otherwise();
  throw test ? noMatch() : noElements();
}

/** Returns the last item, or the last one that satisfies a predicate. */
export function last(c: Call, from: Value, test: Func | null, otherwise: (() => Value) | undefined): Value {
  if (test && from instanceof Ordered)
    return last(
      c,
      from.where(test),
      null,
      otherwise ??
        (() => {
          throw noMatch();
        }),
    );
  const isList = from instanceof ListObj && from.type.as(need('IList', 1)) !== undefined;
  const list = from instanceof TypedArray ? from.items : isList ? from.list : undefined;
  const holds = (item: Value): boolean => !test || test.invoke([item]) === true;
  const partition = test ? undefined : partitionOf(source(from));
  if (partition) {
    const found = partition.last(c.rt, 0, Infinity);
    if (found) return found.value;
  } else if (list) {
    // Lists are searched from their end.
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

/** Returns the only item, or the only one that satisfies a predicate. */
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

/** Returns the default value of the item type. */
export const fallback =
  (c: Call): (() => Value) =>
  () =>
    defaultOf(at(c, 0));

/** Returns the number of items, or of those that satisfy a predicate. */
export function count(c: Call, from: Value, test: Func | null): number {
  let number = 0;
  if (!test) return countOf(source(from), c.rt);
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    if (test.invoke([item]) === true) number++;
  }
  return number;
}

/** Yields the items without duplicates. */
export function* distinct(c: Call, items: Iterable<Value>, comparer: Value): Generator<Value> {
  const seen = new HashTable(equalityOf(comparer, c.rt));
  for (const item of items) {
    if (seen.find(item) >= 0) continue;
    seen.insert(item, null, c.rt);
    yield item;
  }
}

/** Returns a hash table of the items of a second sequence. */
export function tableOf(c: Call, items: Value, comparer: Value): HashTable {
  const table = new HashTable(equalityOf(comparer, c.rt));
  for (const item of iterate(source(items, 'second'), c.rt)) if (table.find(item) < 0) table.insert(item, null, c.rt);
  return table;
}

/** Yields pairs of items of two sequences with equal keys. */
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

/** Returns all items of a sequence and counts them against the budget. */
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

/** Returns the result of a function applied to the previous result and the next item, over all items. */
export function folded(c: Call, from: Value, seed: Value, run: Func): Value {
  let result = seed;
  for (const item of iterate(source(from), c.rt)) {
    c.rt.budget.step();
    result = run.invoke([result, item]);
  }
  return result;
}

/** Yields the items of a sequence, or one value if there are none. */
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

/** Yields the items of one sequence after those of another. */
export function* both(a: Iterable<Value>, b: Iterable<Value>): Generator<Value> {
  yield* a;
  yield* b;
}

/** Yields the results of a function for the items of two sequences at the same index. */
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
