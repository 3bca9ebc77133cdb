import { PLACE, weightOf } from '../budget.ts';
import { assignTo } from '../convert.ts';
import { NetException } from '../errors.ts';
import { HostObject, hostClass } from '../hostClass.ts';
import type { HostClass } from '../hostClass.ts';
import { sameValue } from '../operators.ts';
import type { Runtime } from '../scope.ts';
import { NetArray } from '../values.ts';
import type { NetObject, TypeName, Value } from '../values.ts';
import { callable, int, items } from './arguments.ts';
import { compareAny } from './order.ts';

/** The items of a List, ArrayList, Queue or Stack. */
interface ListState {
  readonly items: Value[];
  readonly runtime: Runtime;
  readonly elementType: TypeName;
  readonly convert: (value: Value) => Value;
}

function take(list: ListState, value: Value): Value {
  const item = list.convert(value);
  list.runtime.budget.collect(weightOf(item));
  return item;
}

function position(index: number, end: number): number {
  if (!Number.isInteger(index) || index < 0 || index >= end) {
    throw new NetException(
      'ArgumentOutOfRangeException',
      'Index was out of range. Must be non-negative and less than the size of the collection.',
    );
  }
  return index;
}

function indexOf(list: ListState, value: Value): number {
  for (let index = 0; index < list.items.length; index++) {
    list.runtime.budget.step();
    if (sameValue(list.items[index] ?? null, value)) return index;
  }
  return -1;
}

function matches(args: readonly Value[], list: ListState): (item: Value) => boolean {
  const test = callable(args, 0);
  return (item) => {
    list.runtime.budget.step();
    return test([item]) === true;
  };
}

function sort(list: ListState, args: readonly Value[]): null {
  const { runtime } = list;
  const comparison = args.length > 0 ? callable(args, 0) : undefined;
  list.items.sort((a, b) => {
    runtime.budget.step();
    const order = comparison?.([a, b]);
    return typeof order === 'number' ? order : compareAny(a, b, runtime);
  });
  return null;
}

const sequence: HostClass<ListState> = hostClass<ListState>('ICollection', {
  baseTypes: ['IEnumerable'],
  properties: { Count: { get: (list) => list.items.length } },
  methods: {
    Clear: (list) => {
      list.items.length = 0;
      return null;
    },
    Contains: (list, args) => indexOf(list, args[0] ?? null) >= 0,
    ToArray: (list) => {
      list.runtime.budget.collect(list.items.length * PLACE);
      return new NetArray(list.elementType, [...list.items]);
    },
  },
  items: (list) => list.items,
});

const listClass: HostClass<ListState> = hostClass<ListState>('List', {
  extends: sequence,
  baseTypes: ['IList', 'IReadOnlyList'],
  properties: { Capacity: { get: (list) => list.items.length, set: () => undefined } },
  methods: {
    Add: (list, args) => {
      list.items.push(take(list, args[0] ?? null));
      return list.items.length - 1;
    },
    AddRange: (list, args) => {
      const added = Array.from(items(args[0]));
      for (const item of added) list.items.push(take(list, item));
      return null;
    },
    Insert: (list, args) => {
      const at = position(int(args, 0), list.items.length + 1);
      list.items.splice(at, 0, take(list, args[1] ?? null));
      return null;
    },
    Remove: (list, args) => {
      const at = indexOf(list, args[0] ?? null);
      if (at >= 0) list.items.splice(at, 1);
      return at >= 0;
    },
    RemoveAt: (list, args) => {
      list.items.splice(position(int(args, 0), list.items.length), 1);
      return null;
    },
    RemoveRange: (list, args) => {
      list.items.splice(int(args, 0), int(args, 1));
      return null;
    },
    RemoveAll: (list, args) => {
      const test = matches(args, list);
      const kept = list.items.filter((item) => !test(item));
      const removed = list.items.length - kept.length;
      list.items.splice(0, list.items.length, ...kept);
      return removed;
    },
    IndexOf: (list, args) => indexOf(list, args[0] ?? null),
    LastIndexOf: (list, args) => list.items.findLastIndex((item) => sameValue(item, args[0] ?? null)),
    GetRange: (list, args) =>
      newList(list.runtime, list.elementType, list.items.slice(int(args, 0), int(args, 0) + int(args, 1))),
    Reverse: (list) => {
      list.items.reverse();
      return null;
    },
    Sort: sort,
    Find: (list, args) => list.items.find(matches(args, list)) ?? null,
    FindIndex: (list, args) => list.items.findIndex(matches(args, list)),
    FindAll: (list, args) => newList(list.runtime, list.elementType, list.items.filter(matches(args, list))),
    Exists: (list, args) => list.items.some(matches(args, list)),
    TrueForAll: (list, args) => list.items.every(matches(args, list)),
    ForEach: (list, args) => {
      const action = callable(args, 0);
      const present = list.items.slice();
      for (const item of present) {
        list.runtime.budget.step();
        action([item]);
      }
      return null;
    },
  },
  getIndex: (list, index) => list.items[position(int(index, 0), list.items.length)] ?? null,
  setIndex: (list, index, value) => {
    list.items[position(int(index, 0), list.items.length)] = list.convert(value);
  },
});

function listState(runtime: Runtime, elementType: TypeName, values: Iterable<Value>): ListState {
  const state: ListState = { items: [], runtime, elementType, convert: assignTo(elementType) };
  for (const value of values) state.items.push(take(state, value));
  return state;
}

/** A new `List<elementType>` of the values. */
export function newList(runtime: Runtime, elementType: TypeName, values: Iterable<Value>): NetObject {
  return new HostObject(listClass, listState(runtime, elementType, values), `List<${elementType}>`);
}
