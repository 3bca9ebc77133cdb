import type { Value } from '../../../expression/values/values.ts';
import { NetArray } from '../../../expression/values/values.ts';
import { ExpressionError, NetException } from '../../../expression/errors.ts';
import { introSort } from '../../../expression/introSort.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { ListObj } from '../../runtime/collections.ts';
import type { Order } from '../../runtime/collections.ts';
import { copyOf, Func, TypedArray } from '../../runtime/objects.ts';
import { systemText } from '../../binder/types/types.ts';
import type { Special } from '../../binder/types/types.ts';
import { widens } from '../../binder/types/conversions.ts';
import { specialOf } from '../../binder/types/specials.ts';
import { isNumeric, numericConversion } from '../../runtime/arithmetic.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { arrayItems, EnumeratorObj, gathered, iterate } from '../../runtime/sequences.ts';
import { equals, error, isInstance, textOf, typeOf } from '../../runtime/values.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import { DictionaryObj, PairObj, ReadOnlyObj, SortedObj, SetObj } from './collectionObjects.ts';

/** Collections (System.Collections and System.Collections.Generic) and System.Array. */

export const range = (name = 'index'): Error =>
  error(
    'ArgumentOutOfRangeException',
    `Index was out of range. Must be non-negative and less than the size of the collection. (Parameter '${name}')`,
  );
const readOnly = (): never => {
  throw error('NotSupportedException', 'Collection is read-only.');
};
/** Throws ArgumentNullException for a key. */
export const nullKey = (): never => {
  throw error('ArgumentNullException', "Value cannot be null. (Parameter 'key')");
};
/** Throws ArgumentNullException for a parameter. */
export const nullOf = (name: string): never => {
  throw error('ArgumentNullException', `Value cannot be null. (Parameter '${name}')`);
};
/** System.Object. */
export const object = (): Type => need('Object').open;
/** Returns a type argument of the receiver's type; object if there is none. */
export const at = (c: Call, index = 0): Type => c.type.args[index] ?? object();
/** Creates a list of items of a type. */
export const listOf = (type: Type, items: Value[]): ListObj => new ListObj(need('List', 1).of([type]), items);

/** Returns the items of a collection passed as an argument. @throws ArgumentNullException */
export function items(c: Call, value: Value, name = 'collection'): Value[] {
  if (value === null) return nullOf(name);
  const all = gathered(value, c.rt);
  c.rt.budget.collect(all.length * 8);
  return all;
}

function countOf(c: Call, self: Value): number {
  if (self instanceof ListObj) return self.list.length;
  if (self instanceof NetArray) return self.items.length;
  if (self instanceof DictionaryObj) return self.table.count;
  if (self instanceof SetObj) return self.table.count;
  if (self instanceof SortedObj) return self.table.keys.length;
  let count = 0;
  for (const _item of iterate(self, c.rt)) count++;
  return count;
}

/** Members that IList and ICollection require of any collection of the library. */
export const listOfAny = (self: Value): Value[] => (self instanceof ListObj ? self.list : arrayItems(self));
const collection: Declarations = {
  'int Count { get; }': (c, self: Value) => countOf(c, self),
  'bool IsReadOnly { get; }': (_c, self: Value) => self instanceof NetArray || self instanceof ReadOnlyObj,
};
declare('System.Collections', 'interface ICollection : IEnumerable', {
  'int Count { get; }': collection['int Count { get; }'] ?? readOnly,
  'void CopyTo(Array array, int index)': (c, self: Value, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
});
/** Refuses a value that is not of the item type of a list. @throws ArgumentException, ArgumentNullException with a parameter */
function ofItemType(self: ListObj, value: Value, c: Call, parameter = 'value'): void {
  const type = self.type.as(need('IList', 1))?.args[0];
  if (type) ofType(c, value, type, 'value', parameter);
}
/** Refuses a value that a generic collection cannot hold. @throws ArgumentException, ArgumentNullException */
export function ofType(c: Call, value: Value, type: Type, name: string, parameter = name): void {
  if (value === null) {
    if (defaultOf(type) !== null) nullOf(parameter);
    return;
  }
  if (isInstance(value, type)) return;
  throw error(
    'ArgumentException',
    `The value "${textOf(value, c.rt)}" is not of type "${systemText(type)}" and cannot be used in this generic collection. (Parameter '${name}')`,
  );
}

declare('System.Collections', 'interface IList : ICollection', {
  'object this[int index] { get; set; }': {
    get: (_c, self: Value, index: number) => item(self, index),
    set: setObject,
  },
  'int Add(object value)': (c, self: ListObj, value: Value) => {
    if (!isChangeable(self)) return readOnlyFixed();
    ofItemType(self, value, c, 'item');
    self.add(value, c.rt);
    return self.list.length - 1;
  },
  'bool Contains(object value)': (c, self: Value, value: Value) => indexOf(c, listOfAny(self), value) >= 0,
  'void Clear()': (_c, self: Value) => {
    if (self instanceof TypedArray) self.items.fill(defaultOf(self.type.element));
    else clearAny(self);
  },
  'int IndexOf(object value)': (c, self: Value, value: Value) => indexOf(c, listOfAny(self), value),
  'void Insert(int index, object value)': (c, self: Value, index: number, value: Value) => {
    if (!isChangeable(self)) readOnlyFixed();
    else {
      ofItemType(self, value, c, 'item');
      insert(self, index, [value]);
    }
  },
  'void Remove(object value)': (c, self: Value, value: Value) =>
    isChangeable(self) ? void remove(c, self, value) : readOnlyFixed(),
  'void RemoveAt(int index)': (_c, self: Value, index: number) =>
    isChangeable(self) ? removeRange(self, index, 1) : readOnlyFixed(),
  'bool IsReadOnly { get; }': (_c, self: Value) => self instanceof ReadOnlyObj,
  'bool IsFixedSize { get; }': (_c, self: Value) => self instanceof NetArray || self instanceof ReadOnlyObj,
});
declare('System.Collections.Generic', 'interface IReadOnlyCollection<T> : IEnumerable<T>', {
  'int Count { get; }': (c, self: Value) => countOf(c, self),
});
declare('System.Collections.Generic', 'interface IReadOnlyList<T> : IReadOnlyCollection<T>', {
  'T this[int index] { get; }': (_c, self: Value, index: number) => item(self, index),
});
/** Returns true when a collection is a list; a read-only one refuses to be changed. */
function isChangeable(self: Value): self is ListObj {
  if (self instanceof ReadOnlyObj) return readOnly();
  return self instanceof ListObj;
}
declare('System.Collections.Generic', 'interface ICollection<T> : IEnumerable<T>', {
  ...collection,
  'void Add(T item)': (c, self: Value, value: Value) => {
    if (isChangeable(self)) self.add(value, c.rt);
    else if (self instanceof SetObj) self.add(value, c.rt);
    else if (isTable(self) && value instanceof PairObj) addPair(self, value, c.rt);
    else readOnlyFixed();
  },
  'void Clear()': (_c, self: Value) => clearAny(self),
  'bool Contains(T item)': (c, self: Value, value: Value) =>
    self instanceof SetObj ? self.table.find(value) >= 0 : indexOf(c, gathered(self, c.rt), value) >= 0,
  'void CopyTo(T[] array, int arrayIndex)': (c, self: Value, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
  'bool Remove(T item)': (c, self: Value, value: Value) =>
    isChangeable(self)
      ? remove(c, self, value)
      : self instanceof SetObj
        ? self.table.remove(value)
        : isTable(self) && value instanceof PairObj
          ? removePair(c, self, value)
          : readOnlyFixed(),
});

const isTable = (self: Value): self is DictionaryObj | SortedObj =>
  self instanceof DictionaryObj || self instanceof SortedObj;

function addPair(
  self: DictionaryObj | SortedObj,
  { fields: [key = null, value = null] }: PairObj,
  rt: Call['rt'],
): void {
  if (key === null) nullKey();
  const place = self.table.find(key);
  if (place >= 0)
    throw error('ArgumentException', `An item with the same key has already been added. Key: ${textOf(key, rt)}`);
  self.table.set(key, value, rt);
}

/** Removes an entry if it has the given value as well. */
function removePair(
  c: Call,
  self: DictionaryObj | SortedObj,
  { fields: [key = null, value = null] }: PairObj,
): boolean {
  const place = self.table.find(key);
  if (place < 0 || !equals(self.table.values[place] ?? null, value, c.rt)) return false;
  if (self instanceof DictionaryObj) self.table.remove(key);
  else self.table.remove(place);
  return true;
}
const readOnlyFixed = (): never => {
  throw error('NotSupportedException', 'Collection was of a fixed size.');
};
function clearAny(self: Value): void {
  if (isChangeable(self)) clear(self);
  else if (self instanceof SetObj || self instanceof DictionaryObj) self.table.clear();
  else if (self instanceof NetArray) readOnly();
  else readOnlyFixed();
}
declare('System.Collections.Generic', 'interface IList<T> : ICollection<T>', {
  'T this[int index] { get; set; }': {
    get: (_c, self: Value, index: number) => item(self, index),
    set: (_c, self: Value, index: number, value: Value) => setItem(self, index, value),
  },
  'int IndexOf(T item)': (c, self: Value, value: Value) => indexOf(c, listOfAny(self), value),
  'void Insert(int index, T item)': (_c, self: Value, index: number, value: Value) =>
    isChangeable(self) ? insert(self, index, [value]) : readOnlyFixed(),
  'void RemoveAt(int index)': (_c, self: Value, index: number) =>
    isChangeable(self) ? removeRange(self, index, 1) : readOnlyFixed(),
});

/** Returns an item of a list or array. @throws for an index outside it */
export function item(self: Value, index: number): Value {
  const list = listOfAny(self);
  if (index < 0 || index >= list.length)
    throw self instanceof ReadOnlyObj && self.namesIndex
      ? error('ArgumentOutOfRangeException', `${range().message}\nActual value was ${String(index)}.`)
      : self instanceof ListObj
        ? range()
        : error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
  return list[index] ?? null;
}
/** Message of a value that an array cannot store. */
export const NOT_STORED = 'Object cannot be stored in an array of this type.';
/**
 * Converts a value to the item type of an array: smaller numbers are widened, others must be of the type.
 * @throws InvalidCastException with a message for other types, ArgumentException for numbers that are not smaller
 */
export function stored(value: Value & {}, element: Type, otherwise: string): Value {
  const [from, to] = [specialOf(typeOf(value)), specialOf(element)];
  if (from && to && widens(from, to)) return numericConversion(from, to, false)(value);
  if (isInstance(value, element)) return copyOf(value);
  if (otherwise === NOT_STORED && isPrimitive(from) && isPrimitive(to))
    throw error(
      'ArgumentException',
      'Cannot widen from source type to target type either because the source type is a not a primitive type or the conversion cannot be accomplished.',
    );
  throw error('InvalidCastException', otherwise);
}
const isPrimitive = (type: Special | undefined): boolean => type === 'bool' || (isNumeric(type) && type !== 'decimal');
/** Sets an item of a list or array seen as one of objects: its type must be that of the items. */
function setObject(c: Call, self: Value, index: number, value: Value): void {
  if (self instanceof TypedArray) {
    item(self, index);
    const { element } = self.type;
    self.items[index] = value === null ? defaultOf(element) : stored(value, element, NOT_STORED);
    return;
  }
  if (self instanceof ListObj && !(self instanceof ReadOnlyObj)) ofItemType(self, value, c);
  setItem(self, index, value);
}
/** Sets an item of a list or array. Throws for an index outside of it. */
function setItem(self: Value, index: number, value: Value): void {
  if (self instanceof ReadOnlyObj) readOnly();
  item(self, index);
  listOfAny(self)[index] = value;
  if (isChangeable(self)) self.version++;
}
/** Returns the index of the first equal item; -1 if there is none. */
export function indexOf(c: Call, list: readonly Value[], value: Value, from = 0): number {
  for (let index = from; index < list.length; index++) if (equals(list[index] ?? null, value, c.rt)) return index;
  return -1;
}
/** Returns the index of the last equal item; -1 if there is none. */
export function lastIndexOf(c: Call, list: readonly Value[], value: Value): number {
  for (let index = list.length - 1; index >= 0; index--) if (equals(list[index] ?? null, value, c.rt)) return index;
  return -1;
}
/** Returns the last index of a value among the `count` items that end at `from`. */
export function lastIndexIn(c: Call, list: readonly Value[], value: Value, from: number, count = from + 1): number {
  if (list.length === 0) return -1;
  if (from < 0 || from >= list.length) throw range('startIndex');
  if (count < 0 || from - count + 1 < 0) throw countRange();
  for (let index = from; index > from - count; index--) if (equals(list[index] ?? null, value, c.rt)) return index;
  return -1;
}
/** Returns the first index of a value among `count` items from `from` on. */
export function indexIn(c: Call, list: readonly Value[], value: Value, from: number, count: number): number {
  checkPart(list, from, count);
  return indexOf(c, list.slice(0, from + count), value, from);
}
function countRange(): Error {
  return error(
    'ArgumentOutOfRangeException',
    "Count must be positive and count must refer to a location within the string/array/collection. (Parameter 'count')",
  );
}
function checkPart(list: readonly Value[], from: number, count: number): void {
  if (from < 0 || from > list.length) throw range('startIndex');
  if (count < 0 || from + count > list.length) throw countRange();
}
/** Returns the first index from `from` on that satisfies a predicate. */
export function findIn(list: readonly Value[], from: number, count: number, match: Func): number {
  checkPart(list, from, count);
  const holds = test(match);
  for (let index = from; index < from + count; index++) if (holds(list[index] ?? null)) return index;
  return -1;
}
/** Returns the last index that satisfies a predicate among the `count` items that end at `from`. */
export function findLastIn(list: readonly Value[], from: number, count: number, match: Func): number {
  if (list.length === 0 ? from !== -1 : from < 0 || from >= list.length) throw range('startIndex');
  if (count < 0 || from - count + 1 < 0) throw countRange();
  const holds = test(match);
  for (let index = from; index > from - count; index--) if (holds(list[index] ?? null)) return index;
  return -1;
}
/** Appends items to an array, which may be its own. */
export function appendTo(list: Value[], values: readonly Value[]): void {
  const { length } = values;
  for (let at = 0; at < length; at++) list.push(values[at] ?? null);
}
/** Replaces the items of an array in place, so that every reference to it sees them. */
export function replaceAll(list: Value[], values: readonly Value[]): void {
  list.length = 0;
  appendTo(list, values);
}
/** Reverses a part of a list in place. */
export function reverseRange(list: Value[], index: number, count: number): void {
  if (index < 0 || count < 0)
    throw error(
      'ArgumentOutOfRangeException',
      `Non-negative number required. (Parameter '${index < 0 ? 'index' : 'count'}')`,
    );
  if (index + count > list.length)
    throw error(
      'ArgumentException',
      'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
    );
  for (const [offset, value] of list
    .slice(index, index + count)
    .toReversed()
    .entries())
    list[index + offset] = value;
}
/** Empties a list. */
export function clear(self: ListObj): void {
  self.list.length = 0;
  self.version++;
}
/** Inserts values into a list before an index. */
export function insert(self: ListObj, index: number, values: readonly Value[]): void {
  if (index < 0 || index > self.list.length)
    throw error('ArgumentOutOfRangeException', "Index must be within the bounds of the List. (Parameter 'index')");
  replaceAll(self.list, [...self.list.slice(0, index), ...values, ...self.list.slice(index)]);
  self.grow(self.list.length);
  self.version++;
}
/** Removes items of a list from an index on. */
export function removeRange(self: ListObj, index: number, count: number): void {
  if (count < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'count')");
  if (index < 0 || (count === 1 && index >= self.list.length)) throw range();
  if (index + count > self.list.length)
    throw error(
      'ArgumentException',
      'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
    );
  self.list.splice(index, count);
  self.version++;
}
/** Removes the first equal item; returns false when there is none. */
export function remove(c: Call, self: ListObj, value: Value): boolean {
  const index = indexOf(c, self.list, value);
  if (index < 0) return false;
  removeRange(self, index, 1);
  return true;
}
/** Copies the items of a collection into an array. */
export function copyInto(c: Call, self: Value, target: NetArray, index: number): void {
  const all = gathered(self, c.rt);
  if (index < 0 || index + all.length > target.items.length)
    throw error(
      'ArgumentException',
      "Destination array was not long enough. Check the destination index, length, and the array's lower bounds. (Parameter 'destinationArray')",
    );
  for (const [offset, value] of all.entries()) target.items[index + offset] = copyOf(value);
}
/** Sorts a part of a list or array in place; equal items have the order of .NET's algorithm. */
export function sort(c: Call, list: Value[], from: number, count: number, order: Order): void {
  if (from < 0 || count < 0) throw error('ArgumentOutOfRangeException', `Non-negative number required. (Parameter '${from < 0 ? 'index' : 'count'}')`);
  if (from + count > list.length) throw error('ArgumentException', 'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.');
  const part = list.slice(from, from + count);
  introSort(part, counted(c, order));
  for (const [offset, value] of part.entries()) list[from + offset] = value;
} // prettier-ignore

/** Wraps an order for sorting: each comparison counts as a step, and its exceptions become inner exceptions. */
export function counted(c: Call, order: Order): Order {
  const compare = wrapped(order);
  return (a, b) => {
    c.rt.budget.step();
    return compare(a, b);
  };
}

/** Wraps a comparison, so that its exceptions become inner exceptions of that of the sort. */
export function wrapped<T>(order: (a: T, b: T) => number): (a: T, b: T) => number {
  return (a, b) => {
    try {
      return order(a, b);
    } catch (caught) {
      if (!(caught instanceof NetException)) throw caught;
      const failed = new NetException('InvalidOperationException', 'Failed to compare two elements in the array.');
      failed.inner = caught;
      throw failed;
    }
  };
}
/** Order by a Comparison of the script. */
export const byFunction =
  (compareFunction: Func): Order =>
  (a, b) =>
    compareFunction.invoke([a, b]) as number;
/** Returns the index of a value in a sorted list, or the complement of its insertion index. */
export function binarySearch(list: readonly Value[], value: Value, order: Order): number {
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const result = order(list[middle] ?? null, value);
    if (result === 0) return middle;
    if (result < 0) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}
/** Test by a Predicate of the script. Throws ArgumentNullException without one. */
export const test = (predicate: Func | null): ((value: Value) => boolean) => {
  if (!predicate) return nullOf('match');
  return (value) => predicate.invoke([value]) === true;
};
/** Enumerator of a collection. */
export const enumerator = (c: Call, self: Value, type: Type): Value =>
  new EnumeratorObj(need('IEnumerator', 1).of([type]), self, c.rt);
/** Refuses an index outside of a list. */
export const checked = (self: ListObj, index: number): void => {
  if (index < 0 || index >= self.list.length) throw range();
};
/** Returns the capacity of a list or text. @throws ExpressionError if it is not known */
export function knownCapacity(capacity: number | undefined): number {
  if (capacity === undefined) throw new ExpressionError('Capacity cannot be read here: only that of a collection made by its constructor is known');
  return capacity;
} // prettier-ignore

/** Returns true for a collection that .NET asks for its count before it copies it. */
export function isCounted(value: Value): boolean {
  return value instanceof NetArray || value instanceof ListObj || value instanceof DictionaryObj || value instanceof SetObj || value instanceof SortedObj;
} // prettier-ignore
