import type { Value } from '../../../expression/values/values.ts';
import { NetArray } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { equalityOf, HashTable, ListObj, orderOf } from '../../runtime/collections.ts';
import { Func, Obj } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { iterate } from '../../runtime/sequences.ts';
import { equals, error } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import { SetObj, SortedAsHash, SortedPart } from './collectionObjects.ts';
import { naturalEquality, naturalOrder } from './comparers.ts';
import { nullOf, at, listOf, range, items, copyInto, test, enumerator } from './listHelpers.ts';

/** Sets and LinkedList. */

export function setOf(c: Call, type: Type, from: Value, comparer: Value): SetObj {
  const made = new SetObj(need('HashSet', 1).of([type]), new HashTable(equalityOf(comparer, c.rt)));
  for (const value of iterate(from, c.rt)) made.add(value, c.rt);
  return made;
}
const newSet = (c: Call, from: Value, comparer: Value, isSorted: boolean): SetObj => {
  const made = new SetObj(
    c.type,
    isSorted ? new SortedAsHash(orderOf(comparer, c.rt)) : new HashTable(equalityOf(comparer, c.rt)),
  );
  made.comparer = comparer;
  if (from !== null) for (const value of iterate(from, c.rt)) made.add(value, c.rt);
  return made;
};
/** Creates a set for a number of items. */
const sized = (c: Call, capacity: number, comparer: Value): SetObj => {
  if (capacity < 0)
    throw error(
      'ArgumentOutOfRangeException',
      "Specified argument was out of the range of valid values. (Parameter 'capacity')",
    );
  return newSet(c, null, comparer, false);
};
const others = (c: Call, self: SetObj, other: Value): SetObj => {
  if (other === null) return nullOf('other');
  const made = new SetObj(
    self.type,
    self.table instanceof HashTable ? new HashTable(self.table.equality) : new SortedAsHash(self.table.sorted.order),
  );
  for (const value of iterate(other, c.rt)) made.add(value, c.rt);
  return made;
};
/**
 * Implements SymmetricExceptWith in the order of .NET, which is visible in the order of the result: new items are added before common ones
 * are removed, unless the other collection is a set with the same comparer.
 */
function symmetric(c: Call, self: SetObj, other: Value): void {
  const given = others(c, self, other);
  if (!(other instanceof SetObj) && self.table instanceof HashTable) {
    const both = Array.from(given.iterate()).filter((value) => self.table.find(value) >= 0);
    for (const value of given.iterate()) self.add(value, c.rt);
    for (const value of both) self.table.remove(value);
    return;
  }
  for (const value of given.iterate()) if (!self.table.remove(value)) self.add(value, c.rt);
}
const all = (a: SetObj, b: SetObj): boolean => [...a.iterate()].every((value) => b.table.find(value) >= 0);
/** Operations of sets with other collections. */
const algebra: Declarations = {
  'void UnionWith(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    for (const value of items(c, other, 'other')) self.add(value, c.rt);
  },
  'void IntersectWith(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    const set = others(c, self, other);
    for (const value of Array.from(self.iterate())) if (set.table.find(value) < 0) self.table.remove(value);
  },
  'void ExceptWith(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    for (const value of items(c, other, 'other')) self.table.remove(value);
  },
  'void SymmetricExceptWith(IEnumerable<T> other)': (c, self: SetObj, other: Value) => { symmetric(c, self, other); }, // prettier-ignore
  'bool IsSubsetOf(IEnumerable<T> other)': (c, self: SetObj, other: Value) => all(self, others(c, self, other)),
  'bool IsProperSubsetOf(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    const set = others(c, self, other);
    return all(self, set) && set.table.count > self.table.count;
  },
  'bool IsSupersetOf(IEnumerable<T> other)': (c, self: SetObj, other: Value) => all(others(c, self, other), self),
  'bool IsProperSupersetOf(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    const set = others(c, self, other);
    return all(set, self) && set.table.count < self.table.count;
  },
  'bool Overlaps(IEnumerable<T> other)': (c, self: SetObj, other: Value) =>
    items(c, other, 'other').some((value) => self.table.find(value) >= 0),
  'bool SetEquals(IEnumerable<T> other)': (c, self: SetObj, other: Value) => {
    const set = others(c, self, other);
    return set.table.count === self.table.count && all(self, set);
  },
};
declare('System.Collections.Generic', 'interface ISet<T> : ICollection<T>', {
  'bool Add(T item)': (c, self: SetObj, value: Value) => self.add(value, c.rt),
  ...algebra,
});
for (const [name, isSorted] of [
  ['HashSet', false],
  ['SortedSet', true],
] as const) {
  const comparerType = isSorted ? 'IComparer<T>' : 'IEqualityComparer<T>';
  declare('System.Collections.Generic', `class ${name}<T> : ISet<T>, IReadOnlyCollection<T>`, {
    'new()': (c) => newSet(c, null, null, isSorted),
    'new(IEnumerable<T> collection)': (c, from: Value) => newSet(c, from ?? nullOf('collection'), null, isSorted),
    ...(isSorted
      ? {}
      : {
          'new(int capacity)': (c: Call, capacity: number) => sized(c, capacity, null),
          'new(int capacity, IEqualityComparer<T> comparer)': sized,
        }),
    [`new(${comparerType} comparer)`]: (c: Call, comparer: Value) => newSet(c, null, comparer, isSorted),
    [`new(IEnumerable<T> collection, ${comparerType} comparer)`]: (c: Call, from: Value, comparer: Value) =>
      newSet(c, from, comparer, isSorted),
    [`${comparerType} Comparer { get; }`]: (c: Call, self: SetObj) =>
      self.comparer ?? (isSorted ? naturalOrder(at(c)) : naturalEquality(at(c))),
    'int Count { get; }': (_c, self: SetObj) => self.table.count,
    'bool Add(T item)': (c, self: SetObj, value: Value) => self.add(value, c.rt),
    'bool Remove(T item)': (_c, self: SetObj, value: Value) => self.table.remove(value),
    'bool Contains(T item)': (_c, self: SetObj, value: Value) => self.table.find(value) >= 0,
    'void Clear()': (_c, self: SetObj) => self.table.clear(),
    ...algebra,
    'int RemoveWhere(Predicate<T> match)': (_c, self: SetObj, match: Func) => {
      let count = 0;
      const holds = test(match);
      for (const value of Array.from(self.iterate())) if (holds(value) && self.table.remove(value)) count++;
      return count;
    },
    'bool TryGetValue(T equalValue, out T actualValue)': (c, self: SetObj, value: Value, result: Ref) => {
      const place = self.table.find(value);
      result.write(place >= 0 ? self.table.key(place) : defaultOf(at(c)));
      return place >= 0;
    },
    'void CopyTo(T[] array)': (c, self: SetObj, target: NetArray) => copyInto(c, self, target, 0),
    'void CopyTo(T[] array, int index)': (c, self: SetObj, target: NetArray, index: number) =>
      copyInto(c, self, target, index),
    ...(isSorted ? {} : { 'void TrimExcess()': () => undefined }),
    'IEnumerator<T> GetEnumerator()': (c, self: SetObj) => enumerator(c, self, at(c)),
    ...(isSorted
      ? {
          'T Min { get; }': (c: Call, self: SetObj) => [...self.iterate()][0] ?? defaultOf(at(c)),
          'T Max { get; }': (c: Call, self: SetObj) => [...self.iterate()].at(-1) ?? defaultOf(at(c)),
          'IEnumerable<T> Reverse()': (c: Call, self: SetObj) => listOf(at(c), [...self.iterate()].toReversed()),
          'SortedSet<T> GetViewBetween(T lowerValue, T upperValue)': (
            _c: Call,
            self: SetObj,
            low: Value,
            high: Value,
          ) => {
            if (!(self.table instanceof SortedAsHash)) throw range();
            if (self.table.sorted.order(low, high) > 0)
              throw error('ArgumentException', "Must be less than or equal to upperValue. (Parameter 'lowerValue')");
            return new SetObj(self.type, new SortedPart(self.table, low, high));
          },
        }
      : {}),
  });
}

/** A LinkedList, whose nodes are found by index. */
class LinkedObj extends ListObj {
  readonly nodes: NodeObj[] = [];
  override *iterate(): Generator<Value> {
    const { version } = this;
    for (const node of this.nodes) {
      if (version !== this.version)
        throw error('InvalidOperationException', 'Collection was modified after the enumerator was instantiated.');
      yield node.value;
    }
  }
}
class NodeObj extends Obj {
  value: Value;
  owner: LinkedObj | null;
  constructor(type: NamedType, value: Value, owner: LinkedObj | null) {
    super(type);
    this.value = value;
    this.owner = owner;
  }
}
/** Returns the index of a node in its list. @throws ArgumentNullException and InvalidOperationException */
function placeOf(self: LinkedObj, given: NodeObj | null): number {
  const place = self.nodes.indexOf(given ?? nullOf('node'));
  if (place < 0) throw error('InvalidOperationException', 'The LinkedList node does not belong to current LinkedList.');
  return place;
}
/** Returns a node that belongs to no list. @throws ArgumentNullException and InvalidOperationException */
function free(given: NodeObj | null): NodeObj {
  const found = given ?? nullOf('node');
  if (found.owner) throw error('InvalidOperationException', 'The LinkedList node already belongs to a LinkedList.');
  return found;
}
const node = (c: Call, self: LinkedObj, value: Value, place: number): NodeObj => {
  const made = value instanceof NodeObj ? value : new NodeObj(need('LinkedListNode', 1).of([at(c)]), value, self);
  made.owner = self;
  self.nodes.splice(place, 0, made);
  self.version++;
  c.rt.budget.collect(64);
  return made;
};
const takeNode = (self: LinkedObj, place: number): boolean => {
  const [gone] = place < 0 ? [] : self.nodes.splice(place, 1);
  if (gone) gone.owner = null;
  if (gone) self.version++;
  return gone !== undefined;
};
const noNodes = (): Error => error('InvalidOperationException', 'The LinkedList is empty.');
declare('System.Collections.Generic', 'class LinkedList<T> : ICollection<T>, IReadOnlyCollection<T>', {
  'new()': (c) => new LinkedObj(c.type),
  'new(IEnumerable<T> collection)': (c, from: Value) => {
    const made = new LinkedObj(c.type);
    for (const value of items(c, from)) node(c, made, value, made.nodes.length);
    return made;
  },
  'int Count { get; }': (_c, self: LinkedObj) => self.nodes.length,
  'LinkedListNode<T> First { get; }': (_c, self: LinkedObj) => self.nodes[0] ?? null,
  'LinkedListNode<T> Last { get; }': (_c, self: LinkedObj) => self.nodes.at(-1) ?? null,
  'LinkedListNode<T> AddFirst(T value)': (c, self: LinkedObj, value: Value) => node(c, self, value, 0),
  'LinkedListNode<T> AddLast(T value)': (c, self: LinkedObj, value: Value) => node(c, self, value, self.nodes.length),
  'LinkedListNode<T> AddAfter(LinkedListNode<T> node, T value)': (
    c,
    self: LinkedObj,
    after: NodeObj | null,
    value: Value,
  ) => node(c, self, value, placeOf(self, after) + 1),
  'LinkedListNode<T> AddBefore(LinkedListNode<T> node, T value)': (
    c,
    self: LinkedObj,
    before: NodeObj | null,
    value: Value,
  ) => node(c, self, value, placeOf(self, before)),
  'void AddFirst(LinkedListNode<T> node)': (c, self: LinkedObj, added: NodeObj | null) =>
    void node(c, self, free(added), 0),
  'void AddLast(LinkedListNode<T> node)': (c, self: LinkedObj, added: NodeObj | null) =>
    void node(c, self, free(added), self.nodes.length),
  'void AddAfter(LinkedListNode<T> node, LinkedListNode<T> newNode)': (
    c,
    self: LinkedObj,
    after: NodeObj | null,
    added: NodeObj | null,
  ) => void node(c, self, free(added), placeOf(self, after) + 1),
  'void AddBefore(LinkedListNode<T> node, LinkedListNode<T> newNode)': (
    c,
    self: LinkedObj,
    before: NodeObj | null,
    added: NodeObj | null,
  ) => void node(c, self, free(added), placeOf(self, before)),
  'bool Remove(T value)': (c, self: LinkedObj, value: Value) =>
    takeNode(
      self,
      self.nodes.findIndex((each) => equals(each.value, value, c.rt)),
    ),
  'void Remove(LinkedListNode<T> node)': (_c, self: LinkedObj, gone: NodeObj | null) =>
    void takeNode(self, placeOf(self, gone)),
  'void RemoveFirst()': (_c, self: LinkedObj) => {
    if (!takeNode(self, self.nodes.length > 0 ? 0 : -1)) throw noNodes();
  },
  'void RemoveLast()': (_c, self: LinkedObj) => { if (!takeNode(self, self.nodes.length - 1)) throw noNodes(); }, // prettier-ignore
  'LinkedListNode<T> Find(T value)': (c, self: LinkedObj, value: Value) =>
    self.nodes.find((each) => equals(each.value, value, c.rt)) ?? null,
  'LinkedListNode<T> FindLast(T value)': (c, self: LinkedObj, value: Value) =>
    self.nodes.findLast((each) => equals(each.value, value, c.rt)) ?? null,
  'bool Contains(T value)': (c, self: LinkedObj, value: Value) =>
    self.nodes.some((each) => equals(each.value, value, c.rt)),
  'void Clear()': (_c, self: LinkedObj) => {
    for (const each of self.nodes) each.owner = null;
    self.nodes.length = 0;
    self.version++;
  },
});
const beside = (self: NodeObj, step: number): Value => {
  const place = self.owner ? self.owner.nodes.indexOf(self) : -1;
  return (place < 0 ? null : self.owner?.nodes[place + step]) ?? null;
};
declare('System.Collections.Generic', 'class LinkedListNode<T>', {
  'new(T value)': (c, value: Value) => new NodeObj(c.type, value, null),
  'T Value { get; set; }': {
    get: (_c, self: NodeObj) => self.value,
    set: (_c, self: NodeObj, value: Value) => void (self.value = value),
  },
  'LinkedListNode<T> Next { get; }': (_c, self: NodeObj) => beside(self, 1),
  'LinkedListNode<T> Previous { get; }': (_c, self: NodeObj) => beside(self, -1),
  'LinkedList<T> List { get; }': (_c, self: NodeObj) => self.owner,
});
