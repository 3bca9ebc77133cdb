import { NetArray } from '../../../expression/values/values.ts';
import type { Value } from '../../../expression/values/values.ts';
import { castValue } from '../../binder/types/conversions.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { equalityOf, ListObj } from '../../runtime/collections.ts';
import { copyOf, Func, TupleObj, TypedArray } from '../../runtime/objects.ts';
import { gathered, itemsAs, iterate, Sequence } from '../../runtime/sequences.ts';
import { equals, error, isInstance } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { counted, mapped, partitionOf, sliced } from './partitions.ts';
import { setOf } from './sets.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import {
  first,
  last,
  single,
  fallback,
  count,
  distinct,
  elementAt,
  tableOf,
  joinItems,
  materialised,
  folded,
  defaultIfEmpty,
  both,
  zipped,
  sequenceEqual,
} from './queries.ts';
import { object, at, source, need_, query, partitioned, noElements } from './sources.ts';
import { extreme, sumOf, averageOf, average } from './totals.ts';
import { Grouping, LookupObj, grouped, groupResults, lookup, dictionary, ofElements, ofItems } from './grouping.ts';
import { range } from './listHelpers.ts';
import { ordered, thenOrdered } from './ordering.ts';

/** System.Linq.Enumerable. Queries run when they are enumerated. */

const numbers: Record<string, Declarations[string]> = {};
for (const type of ['int', 'long', 'float', 'double', 'decimal'] as const) {
  for (const nullable of [false, true]) {
    const name = nullable ? `${type}?` : type;
    const mean = type === 'int' || type === 'long' ? 'double' : type;
    const result = nullable ? `${mean}?` : mean;
    const asLong = (c: Call, from: Value, select: Func | null): Value => {
      if (type !== 'int') return averageOf(c, from, select, type, nullable);
      let sum = 0n;
      let number = 0;
      for (const item of iterate(source(from), c.rt)) {
        const value = select ? select.invoke([item]) : item;
        if (value === null) continue;
        sum += BigInt(value as number);
        number++;
      }
      return average(sum, number, type, nullable);
    };
    numbers[`${name} Sum(this IEnumerable<${name}> source)`] = (c: Call, from: Value) => sumOf(c, from, null, type);
    numbers[`${name} Sum<TSource>(this IEnumerable<TSource> source, Func<TSource, ${name}> selector)`] = (
      c: Call,
      from: Value,
      select: Func,
    ) => sumOf(c, from, select, type);
    numbers[`${result} Average(this IEnumerable<${name}> source)`] = (c: Call, from: Value) => asLong(c, from, null);
    numbers[`${result} Average<TSource>(this IEnumerable<TSource> source, Func<TSource, ${name}> selector)`] = (
      c: Call,
      from: Value,
      select: Func,
    ) => asLong(c, from, select);
    for (const [method, sign] of [
      ['Max', 1],
      ['Min', -1],
    ] as const) {
      const of = (): Type => (nullable ? need('Nullable', 1).of([need(type).open]) : need(type).open);
      numbers[`${name} ${method}(this IEnumerable<${name}> source)`] = (c: Call, from: Value) =>
        extreme(c, from, sign, null, of());
      numbers[`${name} ${method}<TSource>(this IEnumerable<TSource> source, Func<TSource, ${name}> selector)`] = (
        c: Call,
        from: Value,
        select: Func,
      ) => extreme(c, from, sign, select, of());
    }
  }
}

const BY_COMPARER = ', IEqualityComparer<TKey> comparer';
const sorts: Record<string, Declarations[string]> = {};
for (const [name, descending] of [
  ['OrderBy', false],
  ['OrderByDescending', true],
] as const) {
  sorts[
    `IOrderedEnumerable<TSource> ${name}<TSource, TKey>(this IEnumerable<TSource> source, Func<TSource, TKey> keySelector)`
  ] = (c: Call, from: Value, key: Value) => ordered(c, from, key, null, descending);
  sorts[
    `IOrderedEnumerable<TSource> ${name}<TSource, TKey>(this IEnumerable<TSource> source, Func<TSource, TKey> keySelector, IComparer<TKey> comparer)`
  ] = (c: Call, from: Value, key: Value, comparer: Value) => ordered(c, from, key, comparer, descending);
}
for (const [name, descending] of [
  ['ThenBy', false],
  ['ThenByDescending', true],
] as const) {
  sorts[
    `IOrderedEnumerable<TSource> ${name}<TSource, TKey>(this IOrderedEnumerable<TSource> source, Func<TSource, TKey> keySelector)`
  ] = (_c: Call, from: Value, key: Value) => thenOrdered(from, key, null, descending);
  sorts[
    `IOrderedEnumerable<TSource> ${name}<TSource, TKey>(this IOrderedEnumerable<TSource> source, Func<TSource, TKey> keySelector, IComparer<TKey> comparer)`
  ] = (_c: Call, from: Value, key: Value, comparer: Value) => thenOrdered(from, key, comparer, descending);
}

const S = 'this IEnumerable<TSource> source';
const P = `${S}, Func<TSource, bool> predicate`;
const indexed = (predicate: Func) => {
  let index = 0;
  return (item: Value): boolean => predicate.invoke([item, index++]) === true;
};

/** Returns the last items of a query over a list; as in .NET, those before are not evaluated. */
function lastItems(c: Call, from: Value, number: number): Value | undefined {
  const partition = from instanceof Sequence && number > 0 ? from.partition : undefined;
  return (
    partition &&
    partitioned(c, at(c, 0), sliced(partition, Math.max(0, partition.size(c.rt, 0, Infinity) - number), Infinity))
  );
}

declare('System.Linq', 'static class Enumerable', {
  [`IEnumerable<TSource> Where<TSource>(${P})`]: (c: Call, from: Value, test: Value) => {
    source(from);
    const predicate = need_(test, 'predicate');
    return query(c, at(c, 0), function* run(rt) {
      for (const item of iterate(from, rt)) {
        rt.budget.step();
        if (predicate.invoke([item]) === true) yield item;
      }
    });
  },
  [`IEnumerable<TSource> Where<TSource>(${S}, Func<TSource, int, bool> predicate)`]: (
    c: Call,
    from: Value,
    test: Func,
  ) => {
    source(from);
    return query(c, at(c, 0), function* run(rt) {
      const holds = indexed(test);
      for (const item of iterate(from, rt)) if (holds(item)) yield item;
    });
  },
  [`IEnumerable<TResult> Select<TSource, TResult>(${S}, Func<TSource, TResult> selector)`]: (
    c: Call,
    from: Value,
    select: Value,
  ) => {
    source(from);
    const selector = need_(select, 'selector');
    const partition = partitionOf(from);
    return query(
      c,
      at(c, 1),
      function* run(rt) {
        for (const item of iterate(from, rt)) yield selector.invoke([item]);
      },
      partition && mapped(partition, selector),
    );
  },
  [`IEnumerable<TResult> Select<TSource, TResult>(${S}, Func<TSource, int, TResult> selector)`]: (
    c: Call,
    from: Value,
    select: Func,
  ) => {
    source(from);
    return query(c, at(c, 1), function* run(rt) {
      let index = 0;
      for (const item of iterate(from, rt)) yield select.invoke([item, index++]);
    });
  },
  [`IEnumerable<TResult> SelectMany<TSource, TResult>(${S}, Func<TSource, IEnumerable<TResult>> selector)`]: (
    c: Call,
    from: Value,
    select: Func,
  ) => {
    source(from);
    return query(c, at(c, 1), function* run(rt) {
      for (const item of iterate(from, rt)) yield* iterate(select.invoke([item]), rt);
    });
  },
  [`IEnumerable<TResult> SelectMany<TSource, TResult>(${S}, Func<TSource, int, IEnumerable<TResult>> selector)`]: (
    c: Call,
    from: Value,
    select: Func,
  ) => {
    source(from);
    return query(c, at(c, 1), function* run(rt) {
      let index = 0;
      for (const item of iterate(from, rt)) yield* iterate(select.invoke([item, index++]), rt);
    });
  },
  [`IEnumerable<TResult> SelectMany<TSource, TCollection, TResult>(${S}, Func<TSource, IEnumerable<TCollection>> collectionSelector, Func<TSource, TCollection, TResult> resultSelector)`]:
    (c: Call, from: Value, collection: Func, result: Func) => {
      source(from);
      return query(c, at(c, 2), function* run(rt) {
        for (const item of iterate(from, rt))
          for (const inner of iterate(collection.invoke([item]), rt)) yield result.invoke([item, inner]);
      });
    },
  ...sorts,
  [`IEnumerable<IGrouping<TKey, TSource>> GroupBy<TSource, TKey>(${S}, Func<TSource, TKey> keySelector)`]: (
    c: Call,
    from: Value,
    key: Func,
  ) => grouped(c, from, ofItems(c, key)),
  [`IEnumerable<IGrouping<TKey, TSource>> GroupBy<TSource, TKey>(${S}, Func<TSource, TKey> keySelector${BY_COMPARER})`]:
    (c: Call, from: Value, key: Func, comparer: Value) => grouped(c, from, ofItems(c, key, comparer)),
  [`IEnumerable<IGrouping<TKey, TElement>> GroupBy<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector)`]:
    (c: Call, from: Value, key: Func, element: Func) => grouped(c, from, ofElements(c, key, element)),
  [`IEnumerable<IGrouping<TKey, TElement>> GroupBy<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector${BY_COMPARER})`]:
    (c: Call, from: Value, key: Func, element: Func, comparer: Value) =>
      grouped(c, from, ofElements(c, key, element, comparer)),
  [`IEnumerable<TResult> GroupBy<TSource, TKey, TResult>(${S}, Func<TSource, TKey> keySelector, Func<TKey, IEnumerable<TSource>, TResult> resultSelector)`]:
    (c: Call, from: Value, key: Func, result: Func) => groupResults(c, from, ofItems(c, key), result, at(c, 2)),
  [`IEnumerable<TResult> GroupBy<TSource, TKey, TElement, TResult>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector, Func<TKey, IEnumerable<TElement>, TResult> resultSelector)`]:
    (c: Call, from: Value, key: Func, element: Func, result: Func) =>
      groupResults(c, from, ofElements(c, key, element), result, at(c, 3)),
  [`IEnumerable<TResult> GroupBy<TSource, TKey, TResult>(${S}, Func<TSource, TKey> keySelector, Func<TKey, IEnumerable<TSource>, TResult> resultSelector${BY_COMPARER})`]:
    (c: Call, from: Value, key: Func, result: Func, comparer: Value) =>
      groupResults(c, from, ofItems(c, key, comparer), result, at(c, 2)),
  [`ILookup<TKey, TElement> ToLookup<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector${BY_COMPARER})`]:
    (c: Call, from: Value, key: Func, element: Func, comparer: Value) =>
      lookup(c, from, ofElements(c, key, element, comparer)),
  [`ILookup<TKey, TSource> ToLookup<TSource, TKey>(${S}, Func<TSource, TKey> keySelector)`]: (
    c: Call,
    from: Value,
    key: Func,
  ) => lookup(c, from, ofItems(c, key)),
  [`ILookup<TKey, TSource> ToLookup<TSource, TKey>(${S}, Func<TSource, TKey> keySelector${BY_COMPARER})`]: (
    c: Call,
    from: Value,
    key: Func,
    comparer: Value,
  ) => lookup(c, from, ofItems(c, key, comparer)),
  [`ILookup<TKey, TElement> ToLookup<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector)`]:
    (c: Call, from: Value, key: Func, element: Func) => lookup(c, from, ofElements(c, key, element)),
  [`Dictionary<TKey, TSource> ToDictionary<TSource, TKey>(${S}, Func<TSource, TKey> keySelector)`]: (
    c: Call,
    from: Value,
    key: Func,
  ) => dictionary(c, from, ofItems(c, key)),
  [`Dictionary<TKey, TSource> ToDictionary<TSource, TKey>(${S}, Func<TSource, TKey> keySelector${BY_COMPARER})`]: (
    c: Call,
    from: Value,
    key: Func,
    comparer: Value,
  ) => dictionary(c, from, ofItems(c, key, comparer)),
  [`Dictionary<TKey, TElement> ToDictionary<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector)`]:
    (c: Call, from: Value, key: Func, element: Func) => dictionary(c, from, ofElements(c, key, element)),
  [`Dictionary<TKey, TElement> ToDictionary<TSource, TKey, TElement>(${S}, Func<TSource, TKey> keySelector, Func<TSource, TElement> elementSelector${BY_COMPARER})`]:
    (c: Call, from: Value, key: Func, element: Func, comparer: Value) =>
      dictionary(c, from, ofElements(c, key, element, comparer)),
  'IEnumerable<TResult> Join<TOuter, TInner, TKey, TResult>(this IEnumerable<TOuter> outer, IEnumerable<TInner> inner, Func<TOuter, TKey> outerKeySelector, Func<TInner, TKey> innerKeySelector, Func<TOuter, TInner, TResult> resultSelector)':
    (c, outer: Value, inner: Value, a: Func, b: Func, result: Func) =>
      query(c, at(c, 3), () => joinItems(c, source(outer), source(inner), a, b, result, null, false)),
  'IEnumerable<TResult> Join<TOuter, TInner, TKey, TResult>(this IEnumerable<TOuter> outer, IEnumerable<TInner> inner, Func<TOuter, TKey> outerKeySelector, Func<TInner, TKey> innerKeySelector, Func<TOuter, TInner, TResult> resultSelector, IEqualityComparer<TKey> comparer)':
    (c, outer: Value, inner: Value, a: Func, b: Func, result: Func, comparer: Value) =>
      query(c, at(c, 3), () => joinItems(c, source(outer), source(inner), a, b, result, comparer, false)),
  'IEnumerable<TResult> GroupJoin<TOuter, TInner, TKey, TResult>(this IEnumerable<TOuter> outer, IEnumerable<TInner> inner, Func<TOuter, TKey> outerKeySelector, Func<TInner, TKey> innerKeySelector, Func<TOuter, IEnumerable<TInner>, TResult> resultSelector)':
    (c, outer: Value, inner: Value, a: Func, b: Func, result: Func) =>
      query(c, at(c, 3), () => joinItems(c, source(outer), source(inner), a, b, result, null, true)),
  'IEnumerable<TResult> Zip<TFirst, TSecond, TResult>(this IEnumerable<TFirst> first, IEnumerable<TSecond> second, Func<TFirst, TSecond, TResult> resultSelector)':
    (c, a: Value, b: Value, result: Func) =>
      query(c, at(c, 2), () => zipped(c, source(a), source(b), (x, y) => result.invoke([x, y]))),
  'IEnumerable<(TFirst First, TSecond Second)> Zip<TFirst, TSecond>(this IEnumerable<TFirst> first, IEnumerable<TSecond> second)':
    (c, a: Value, b: Value) => {
      const type = need('ValueTuple', 2).of([at(c, 0), at(c, 1)]);
      return query(c, type, () => zipped(c, source(a), source(b), (x, y) => {
      const pair = new TupleObj(type);
      pair.fields = [x, y];
      return pair;
    })); // prettier-ignore
    },
  [`IEnumerable<TSource> Distinct<TSource>(${S})`]: (c: Call, from: Value) =>
    query(c, at(c, 0), (rt) => distinct(c, iterate(source(from), rt), null)),
  [`IEnumerable<TSource> Distinct<TSource>(${S}, IEqualityComparer<TSource> comparer)`]: (
    c: Call,
    from: Value,
    comparer: Value,
  ) => query(c, at(c, 0), (rt) => distinct(c, iterate(source(from), rt), comparer)),
  ...Object.fromEntries(['', ', IEqualityComparer<TSource> comparer'].flatMap((extra) => [
    [`IEnumerable<TSource> Union<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second${extra})`, (c: Call, a: Value, b: Value, comparer?: Value) => query(c, at(c, 0), (rt) => distinct(c, both(iterate(source(a), rt), iterate(source(b), rt)), comparer ?? null))],
    [`IEnumerable<TSource> Intersect<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second${extra})`, (c: Call, a: Value, b: Value, comparer?: Value) => query(c, at(c, 0), function* run(rt) {
      const table = tableOf(c, b, comparer ?? null);
      for (const item of iterate(source(a), rt)) if (table.remove(item)) yield item;
    })],
    [`IEnumerable<TSource> Except<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second${extra})`, (c: Call, a: Value, b: Value, comparer?: Value) => query(c, at(c, 0), function* run(rt) {
      const table = tableOf(c, b, comparer ?? null);
      for (const item of iterate(source(a), rt)) {
        if (table.find(item) >= 0) continue;
        table.insert(item, null, c.rt);
        yield item;
      }
    })],
  ])), // prettier-ignore
  'IEnumerable<TSource> Concat<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second)': (
    c,
    a: Value,
    b: Value,
  ) => query(c, at(c, 0), (rt) => both(iterate(source(a, 'first'), rt), iterate(source(b, 'second'), rt))),
  [`IEnumerable<TSource> Append<TSource>(${S}, TSource element)`]: (c: Call, from: Value, item: Value) =>
    query(c, at(c, 0), (rt) => both(iterate(source(from), rt), [item])),
  [`IEnumerable<TSource> Prepend<TSource>(${S}, TSource element)`]: (c: Call, from: Value, item: Value) =>
    query(c, at(c, 0), (rt) => both([item], iterate(source(from), rt))),
  [`IEnumerable<TSource> Reverse<TSource>(${S})`]: (c: Call, from: Value) =>
    query(c, at(c, 0), function* run(rt) {
      yield* gathered(source(from), rt).toReversed();
    }),
  [`IEnumerable<TSource> Take<TSource>(${S}, int count)`]: (c: Call, from: Value, number: number) => {
    const partition = partitionOf(source(from));
    if (partition) return partitioned(c, at(c, 0), sliced(partition, 0, Math.max(0, number)));
    return query(c, at(c, 0), function* run(rt) {
      let left = number;
      if (left <= 0) return;
      for (const item of iterate(from, rt)) {
        yield item;
        if (--left <= 0) return;
      }
    });
  },
  [`IEnumerable<TSource> Skip<TSource>(${S}, int count)`]: (c: Call, from: Value, number: number) => {
    const partition = partitionOf(source(from));
    if (partition) return partitioned(c, at(c, 0), sliced(partition, Math.max(0, number), Infinity));
    return query(c, at(c, 0), function* run(rt) {
      let left = number;
      for (const item of iterate(from, rt))
        if (left > 0) left--;
        else yield item;
    });
  },
  [`IEnumerable<TSource> TakeLast<TSource>(${S}, int count)`]: (c: Call, from: Value, number: number) =>
    lastItems(c, from, number) ??
    query(c, at(c, 0), function* run(rt) {
      if (number > 0) yield* gathered(source(from), rt).slice(-number);
    }),
  [`IEnumerable<TSource> SkipLast<TSource>(${S}, int count)`]: (c: Call, from: Value, number: number) =>
    query(c, at(c, 0), function* run(rt) {
      const all = gathered(source(from), rt);
      yield* number > 0 ? all.slice(0, -number) : all;
    }),
  [`IEnumerable<TSource> TakeWhile<TSource>(${P})`]: (c: Call, from: Value, test: Func) =>
    query(c, at(c, 0), function* run(rt) {
      for (const item of iterate(source(from), rt)) {
        if (test.invoke([item]) !== true) return;
        yield item;
      }
    }),
  [`IEnumerable<TSource> TakeWhile<TSource>(${S}, Func<TSource, int, bool> predicate)`]: (
    c: Call,
    from: Value,
    test: Func,
  ) =>
    query(c, at(c, 0), function* run(rt) {
      const holds = indexed(test);
      for (const item of iterate(source(from), rt)) {
        if (!holds(item)) return;
        yield item;
      }
    }),
  [`IEnumerable<TSource> SkipWhile<TSource>(${P})`]: (c: Call, from: Value, test: Func) =>
    query(c, at(c, 0), function* run(rt) {
      let on = true;
      for (const item of iterate(source(from), rt)) {
        on &&= test.invoke([item]) === true;
        if (!on) yield item;
      }
    }),
  [`IEnumerable<TSource> SkipWhile<TSource>(${S}, Func<TSource, int, bool> predicate)`]: (
    c: Call,
    from: Value,
    test: Func,
  ) =>
    query(c, at(c, 0), function* run(rt) {
      const holds = indexed(test);
      let on = true;
      for (const item of iterate(source(from), rt)) {
        on &&= holds(item);
        if (!on) yield item;
      }
    }),
  'IEnumerable<TResult> OfType<TResult>(this IEnumerable source)': (c, from: Value) =>
    query(c, at(c, 0), function* run(rt) {
      for (const item of iterate(source(from), rt)) if (isInstance(item, at(c, 0))) yield item;
    }),
  'IEnumerable<TResult> Cast<TResult>(this IEnumerable source)': (c, from: Value) =>
    query(c, at(c, 0), function* run(rt) {
      for (const item of itemsAs(source(from), need('IEnumerable', 1).of([at(c, 0)]), rt))
        yield castValue(item, at(c, 0));
    }),
  [`IEnumerable<TSource> AsEnumerable<TSource>(${S})`]: (_c: Call, from: Value) => from,
  [`IEnumerable<TSource> DefaultIfEmpty<TSource>(${S})`]: (c: Call, from: Value) =>
    defaultIfEmpty(c, from, defaultOf(at(c, 0))),
  [`IEnumerable<TSource> DefaultIfEmpty<TSource>(${S}, TSource defaultValue)`]: (c: Call, from: Value, value: Value) =>
    defaultIfEmpty(c, from, value),
  [`TSource First<TSource>(${S})`]: (c: Call, from: Value) => first(c, from, null, undefined),
  [`TSource First<TSource>(${P})`]: (c: Call, from: Value, test: Func) => first(c, from, test, undefined),
  [`TSource FirstOrDefault<TSource>(${S})`]: (c: Call, from: Value) => first(c, from, null, fallback(c)),
  [`TSource FirstOrDefault<TSource>(${P})`]: (c: Call, from: Value, test: Func) => first(c, from, test, fallback(c)),
  [`TSource Last<TSource>(${S})`]: (c: Call, from: Value) => last(c, from, null, undefined),
  [`TSource Last<TSource>(${P})`]: (c: Call, from: Value, test: Func) => last(c, from, test, undefined),
  [`TSource LastOrDefault<TSource>(${S})`]: (c: Call, from: Value) => last(c, from, null, fallback(c)),
  [`TSource LastOrDefault<TSource>(${P})`]: (c: Call, from: Value, test: Func) => last(c, from, test, fallback(c)),
  [`TSource Single<TSource>(${S})`]: (c: Call, from: Value) => single(c, from, null, undefined),
  [`TSource Single<TSource>(${P})`]: (c: Call, from: Value, test: Func) => single(c, from, test, undefined),
  [`TSource SingleOrDefault<TSource>(${S})`]: (c: Call, from: Value) => single(c, from, null, fallback(c)),
  [`TSource SingleOrDefault<TSource>(${P})`]: (c: Call, from: Value, test: Func) => single(c, from, test, fallback(c)),
  [`TSource ElementAt<TSource>(${S}, int index)`]: (c: Call, from: Value, index: number) => {
    const found = elementAt(c, from, index);
    if (!found)
      throw from instanceof NetArray || from instanceof ListObj
        ? range()
        : error(
            'ArgumentOutOfRangeException',
            "Specified argument was out of the range of valid values. (Parameter 'index')",
          );
    return found.value;
  },
  [`TSource ElementAtOrDefault<TSource>(${S}, int index)`]: (c: Call, from: Value, index: number) => {
    const found = elementAt(c, from, index);
    return found ? found.value : defaultOf(at(c, 0));
  },
  [`int Count<TSource>(${S})`]: (c: Call, from: Value) => count(c, from, null),
  [`int Count<TSource>(${P})`]: (c: Call, from: Value, test: Func) => count(c, from, test),
  [`long LongCount<TSource>(${S})`]: (c: Call, from: Value) => BigInt(count(c, from, null)),
  [`long LongCount<TSource>(${P})`]: (c: Call, from: Value, test: Func) => BigInt(count(c, from, test)),
  [`bool Any<TSource>(${S})`]: (c: Call, from: Value) => {
    for (const _item of iterate(source(from), c.rt)) return true;
    return false;
  },
  [`bool Any<TSource>(${P})`]: (c: Call, from: Value, test: Func) => {
    for (const item of iterate(source(from), c.rt)) {
      c.rt.budget.step();
      if (test.invoke([item]) === true) return true;
    }
    return false;
  },
  [`bool All<TSource>(${P})`]: (c: Call, from: Value, test: Func) => {
    for (const item of iterate(source(from), c.rt)) {
      c.rt.budget.step();
      if (test.invoke([item]) !== true) return false;
    }
    return true;
  },
  [`bool Contains<TSource>(${S}, TSource value)`]: (c: Call, from: Value, value: Value) => {
    for (const item of iterate(source(from), c.rt)) if (equals(item, value, c.rt)) return true;
    return false;
  },
  [`bool Contains<TSource>(${S}, TSource value, IEqualityComparer<TSource> comparer)`]: (
    c: Call,
    from: Value,
    value: Value,
    comparer: Value,
  ) => {
    const by = equalityOf(comparer, c.rt);
    for (const item of iterate(source(from), c.rt)) if (by.same(item, value)) return true;
    return false;
  },
  'bool SequenceEqual<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second)': (
    c,
    a: Value,
    b: Value,
  ) => sequenceEqual(c, a, b, null),
  'bool SequenceEqual<TSource>(this IEnumerable<TSource> first, IEnumerable<TSource> second, IEqualityComparer<TSource> comparer)':
    (c, a: Value, b: Value, comparer: Value) => sequenceEqual(c, a, b, comparer),
  [`TSource Aggregate<TSource>(${S}, Func<TSource, TSource, TSource> func)`]: (c: Call, from: Value, run: Func) => {
    let result: { value: Value } | undefined;
    for (const item of iterate(source(from), c.rt))
      result = { value: result ? run.invoke([result.value, item]) : item };
    if (!result) throw noElements();
    return result.value;
  },
  [`TAccumulate Aggregate<TSource, TAccumulate>(${S}, TAccumulate seed, Func<TAccumulate, TSource, TAccumulate> func)`]:
    (c: Call, from: Value, seed: Value, run: Func) => folded(c, from, seed, run),
  [`TResult Aggregate<TSource, TAccumulate, TResult>(${S}, TAccumulate seed, Func<TAccumulate, TSource, TAccumulate> func, Func<TAccumulate, TResult> resultSelector)`]:
    (c: Call, from: Value, seed: Value, run: Func, result: Func) => result.invoke([folded(c, from, seed, run)]),
  ...numbers,
  [`TSource Max<TSource>(${S})`]: (c: Call, from: Value) => extreme(c, from, 1, null, at(c, 0)),
  [`TSource Min<TSource>(${S})`]: (c: Call, from: Value) => extreme(c, from, -1, null, at(c, 0)),
  [`TResult Max<TSource, TResult>(${S}, Func<TSource, TResult> selector)`]: (c: Call, from: Value, select: Func) =>
    extreme(c, from, 1, select, at(c, 1)),
  [`TResult Min<TSource, TResult>(${S}, Func<TSource, TResult> selector)`]: (c: Call, from: Value, select: Func) =>
    extreme(c, from, -1, select, at(c, 1)),
  [`TSource[] ToArray<TSource>(${S})`]: (c: Call, from: Value) =>
    new TypedArray(arrayOf(at(c, 0)), materialised(c, from)),
  [`List<TSource> ToList<TSource>(${S})`]: (c: Call, from: Value) =>
    new ListObj(need('List', 1).of([at(c, 0)]), materialised(c, from)),
  [`HashSet<TSource> ToHashSet<TSource>(${S})`]: (c: Call, from: Value) => setOf(c, at(c, 0), source(from), null),
  [`HashSet<TSource> ToHashSet<TSource>(${S}, IEqualityComparer<TSource> comparer)`]: (
    c: Call,
    from: Value,
    comparer: Value,
  ) => setOf(c, at(c, 0), source(from), comparer),
  'IEnumerable<int> Range(int start, int count)': (c, start: number, number: number) => {
    if (number < 0 || start + number - 1 > 2147483647)
      throw error(
        'ArgumentOutOfRangeException',
        "Specified argument was out of the range of valid values. (Parameter 'count')",
      );
    return partitioned(
      c,
      need('Int32').open,
      counted(number, (place) => start + place),
    );
  },
  'IEnumerable<TResult> Repeat<TResult>(TResult element, int count)': (c, item: Value, number: number) => {
    if (number < 0)
      throw error(
        'ArgumentOutOfRangeException',
        "Specified argument was out of the range of valid values. (Parameter 'count')",
      );
    return partitioned(
      c,
      at(c, 0),
      counted(number, () => copyOf(item)),
    );
  },
  'IEnumerable<TResult> Empty<TResult>()': (c) => new TypedArray(arrayOf(at(c, 0)), []),
});

declare('System.Linq', 'interface IOrderedEnumerable<TElement> : IEnumerable<TElement>', {});
declare('System.Linq', 'interface IGrouping<TKey, TElement> : IEnumerable<TElement>', {
  'TKey Key { get; }': (_c, self: Grouping) => self.key,
});
declare('System.Linq', 'interface ILookup<TKey, TElement> : IEnumerable<IGrouping<TKey, TElement>>', {
  'int Count { get; }': (_c, self: LookupObj) => self.table.count,
  'bool Contains(TKey key)': (_c, self: LookupObj, key: Value) => self.table.find(key) >= 0,
  'IEnumerable<TElement> this[TKey key] { get; }': (c, self: LookupObj, key: Value) => {
    const place = self.table.find(key);
    return place < 0 ? new TypedArray(arrayOf(c.type.args[1] ?? object()), []) : (self.table.values[place] ?? null);
  },
});
