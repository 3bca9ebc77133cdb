import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values/values.ts';
import { need } from '../registry.ts';
import { ListObj } from '../../runtime/collections.ts';
import { TypedArray } from '../../runtime/objects.ts';
import type { Func } from '../../runtime/objects.ts';
import { Sequence } from '../../runtime/sequences.ts';
import type { Partition } from '../../runtime/sequences.ts';

/**
 * Partitions of queries: where .NET accesses items of a sequence by index, the functions of the query are not called for the items before
 * them.
 */

/** Returns a partition with access by index. */
function byPlace(count: () => number, item: (place: number) => Value): Partition {
  return {
    *items(_rt, from, to) {
      for (let place = from; place < Math.min(to, count()); place++) yield item(place);
    },
    last: (_rt, from, to) => {
      const place = Math.min(to, count()) - 1;
      return place >= from ? { value: item(place) } : undefined;
    },
    size: (_rt, from, to) => Math.max(0, Math.min(to, count()) - from),
    countCalls: false,
  };
}

/** Returns the partition of a list or array, of a query over one, or of a sorted sequence; undefined if .NET enumerates all items. */
export function partitionOf(value: Value): Partition | undefined {
  if (value instanceof Sequence) return value.partition;
  if (value instanceof TypedArray) return byPlace(() => value.items.length, (place) => value.items[place] ?? null); // prettier-ignore
  if (value instanceof ListObj && value.type.as(need('IList', 1)))
    return byPlace(() => value.list.length, (place) => value.list[place] ?? null); // prettier-ignore
  return undefined;
}

/** Returns the partition of a range of numbers, or of a repeated item. */
export function counted(count: number, item: (place: number) => Value): Partition {
  return byPlace(() => count, item);
}

/** Returns the partition of the results of a function, which is also called when items are counted. */
export function mapped(of: Partition, selector: Func): Partition {
  return {
    *items(rt, from, to) {
      for (const item of of.items(rt, from, to)) yield selector.invoke([item]);
    },
    last: (rt, from, to) => {
      const found = of.last(rt, from, to);
      return found && { value: selector.invoke([found.value]) };
    },
    size: (rt, from, to) => of.size(rt, from, to),
    countCalls: true,
  };
}

/** Returns the partition of at most `taken` items after the first `skipped`. */
export function sliced(of: Partition, skipped: number, taken: number): Partition {
  const end = (to: number): number => skipped + Math.min(taken, to);
  return {
    items: (rt, from, to) => of.items(rt, skipped + from, end(to)),
    last: (rt, from, to) => of.last(rt, skipped + from, end(to)),
    size: (rt, from, to) => of.size(rt, skipped + from, end(to)),
    countCalls: of.countCalls,
  };
}

/** Returns the item at an index. */
export function itemAt(of: Partition, rt: Runtime, place: number): { value: Value } | undefined {
  for (const value of of.items(rt, place, place + 1)) return { value };
  return undefined;
}
