import { PLACE } from '../../../expression/budget.ts';
import { introSort } from '../../../expression/introSort.ts';
import type { Runtime } from '../../../expression/scope.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call } from '../../binder/types/types.ts';
import { orderOf } from '../../runtime/collections.ts';
import type { Order } from '../../runtime/collections.ts';
import { Func } from '../../runtime/objects.ts';
import { gathered, iterate, Sequence } from '../../runtime/sequences.ts';
import { error } from '../../runtime/values.ts';
import { wrapped } from './listHelpers.ts';
import { need } from '../registry.ts';
import { at, source, need_, countOf } from './sources.ts';

/** Ordered sequences. */

/** A sequence with sort orders, the primary one first. */
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
      // Counting does not need the keys.
      size: (rt, start, end) => Math.max(0, Math.min(end, countOf(from, rt)) - start),
      countCalls: false,
    };
  }

  /** Returns the items that satisfy a predicate; only their keys are evaluated. */
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

/** Sorts the items. If .NET sorts all of them at once, an exception of a comparison becomes the inner exception. */
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
