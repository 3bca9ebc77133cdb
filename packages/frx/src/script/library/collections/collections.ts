import { ReadOnlyObj } from './collectionObjects.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NetArray } from '../../../expression/values/values.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { ListObj, orderOf } from '../../runtime/collections.ts';
import { copyOf, Func, Obj, TypedArray } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { iterate } from '../../runtime/sequences.ts';
import { castValue } from '../../binder/types/conversions.ts';
import { error } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { compare } from '../../runtime/order.ts';
import { declare, need } from '../registry.ts';

import {
  object,
  at,
  listOf,
  items,
  listOfAny,
  item,
  indexOf,
  lastIndexOf,
  clear,
  insert,
  removeRange,
  remove,
  copyInto,
  sort,
  byFunction,
  binarySearch,
  test,
  enumerator,
  checked,
  lastIndexIn,
  indexIn,
  findIn,
  findLastIn,
  range,
  isCounted,
  knownCapacity,
  appendTo,
  replaceAll,
  reverseRange,
} from './listHelpers.ts';

/** Lists, queues and stacks (System.Collections and System.Collections.Generic). */

declare('System.Collections.Generic', 'class List<T> : IList<T>, IReadOnlyList<T>, IList', {
  'new()': (c) => new ListObj(c.type, [], 0),
  'new(int capacity)': (c, capacity: number) => {
    if (capacity < 0)
      throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'capacity')");
    return new ListObj(c.type, [], capacity);
  },
  'new(IEnumerable<T> collection)': (c, values: Value) => {
    const all = items(c, values).map(copyOf);
    const made = new ListObj(c.type, all, isCounted(values) ? all.length : 0);
    made.growBy(false, all.length);
    return made;
  },
  'int Count { get; }': (_c, self: ListObj) => self.list.length,
  'int Capacity { get; set; }': {
    get: (_c, self: ListObj) => knownCapacity(self.capacity),
    set: (_c, self: ListObj, capacity: number) => {
      if (capacity < self.list.length)
        throw error('ArgumentOutOfRangeException', "capacity was less than the current size. (Parameter 'value')");
      self.capacity = capacity;
    },
  },
  'T this[int index] { get; set; }': {
    get: (_c, self: ListObj, index: number) => {
      checked(self, index);
      return self.list[index] ?? null;
    },
    set: (_c, self: ListObj, index: number, value: Value) => {
      checked(self, index);
      self.list[index] = value;
      self.version++;
    },
  },
  'void Add(T item)': (c, self: ListObj, value: Value) => self.add(value, c.rt),
  'void AddRange(IEnumerable<T> collection)': (c, self: ListObj, values: Value) => {
    appendTo(self.list, items(c, values).map(copyOf));
    self.growBy(isCounted(values), self.list.length);
    self.version++;
  },
  'void Insert(int index, T item)': (_c, self: ListObj, index: number, value: Value) => insert(self, index, [value]),
  'void InsertRange(int index, IEnumerable<T> collection)': (c, self: ListObj, index: number, values: Value) =>
    insert(self, index, items(c, values)),
  'bool Remove(T item)': (c, self: ListObj, value: Value) => remove(c, self, value),
  'void RemoveAt(int index)': (_c, self: ListObj, index: number) => removeRange(self, index, 1),
  'void RemoveRange(int index, int count)': (_c, self: ListObj, index: number, count: number) => {
    if (index < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'index')");
    removeRange(self, index, count);
  },
  'int RemoveAll(Predicate<T> match)': (_c, self: ListObj, match: Func) => {
    const before = self.list.length;
    const holds = test(match);
    replaceAll(
      self.list,
      self.list.filter((value) => !holds(value)),
    );
    self.version++;
    return before - self.list.length;
  },
  'void Clear()': (_c, self: ListObj) => clear(self),
  'bool Contains(T item)': (c, self: ListObj, value: Value) => indexOf(c, self.list, value) >= 0,
  'int IndexOf(T item)': (c, self: ListObj, value: Value) => indexOf(c, self.list, value),
  'int IndexOf(T item, int index)': (c, self: ListObj, value: Value, from: number) => {
    if (from > self.list.length) throw range('index');
    return indexIn(c, self.list, value, from, self.list.length - from);
  },
  'int LastIndexOf(T item)': (c, self: ListObj, value: Value) => lastIndexOf(c, self.list, value),
  'int LastIndexOf(T item, int index)': (c, self: ListObj, value: Value, from: number) => {
    if (from >= self.list.length) throw range('index');
    if (from < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'index')");
    return lastIndexIn(c, self.list, value, from);
  },
  'int LastIndexOf(T item, int index, int count)': (c, self: ListObj, value: Value, from: number, count: number) =>
    lastIndexIn(c, self.list, value, from, count),
  'int IndexOf(T item, int index, int count)': (c, self: ListObj, value: Value, from: number, count: number) =>
    indexIn(c, self.list, value, from, count),
  'int FindIndex(int startIndex, int count, Predicate<T> match)': (
    _c,
    self: ListObj,
    from: number,
    count: number,
    match: Func,
  ) => findIn(self.list, from, count, match),
  'int FindLastIndex(int startIndex, Predicate<T> match)': (_c, self: ListObj, from: number, match: Func) =>
    findLastIn(self.list, from, from + 1, match),
  'int FindLastIndex(int startIndex, int count, Predicate<T> match)': (
    _c,
    self: ListObj,
    from: number,
    count: number,
    match: Func,
  ) => findLastIn(self.list, from, count, match),
  'T Find(Predicate<T> match)': (c, self: ListObj, match: Func) => self.list.find(test(match)) ?? defaultOf(at(c)),
  'T FindLast(Predicate<T> match)': (c, self: ListObj, match: Func) =>
    self.list.findLast(test(match)) ?? defaultOf(at(c)),
  'List<T> FindAll(Predicate<T> match)': (c, self: ListObj, match: Func) =>
    listOf(at(c), self.list.filter(test(match))),
  'int FindIndex(Predicate<T> match)': (_c, self: ListObj, match: Func) => self.list.findIndex(test(match)),
  'int FindIndex(int startIndex, Predicate<T> match)': (_c, self: ListObj, from: number, match: Func) =>
    findIn(self.list, from, self.list.length - from, match),
  'int FindLastIndex(Predicate<T> match)': (_c, self: ListObj, match: Func) => self.list.findLastIndex(test(match)),
  'bool Exists(Predicate<T> match)': (_c, self: ListObj, match: Func) => self.list.some(test(match)),
  'bool TrueForAll(Predicate<T> match)': (_c, self: ListObj, match: Func) => self.list.every(test(match)),
  'void ForEach(Action<T> action)': (c, self: ListObj, action: Func) => {
    for (const value of iterate(self, c.rt)) action.invoke([value]);
  },
  'List<TOutput> ConvertAll<TOutput>(Converter<T, TOutput> converter)': (c, self: ListObj, converter: Func) =>
    listOf(
      c.t[0] ?? object(),
      self.list.map((value) => converter.invoke([value])),
    ),
  'List<T> GetRange(int index, int count)': (c, self: ListObj, index: number, count: number) => {
    if (index < 0 || count < 0)
      throw error(
        'ArgumentOutOfRangeException',
        `Non-negative number required. (Parameter '${index < 0 ? 'index' : 'count'}')`,
      );
    if (index + count > self.list.length)
      throw error(
        'ArgumentException',
        'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
      );
    return listOf(at(c), self.list.slice(index, index + count).map(copyOf));
  },
  'void Sort()': (c, self: ListObj) => {
    sort(c, self.list, 0, self.list.length, (a, b) => compare(a, b, c.rt));
    self.version++;
  },
  'void Sort(Comparison<T> comparison)': (c, self: ListObj, by: Func) => {
    sort(c, self.list, 0, self.list.length, byFunction(by));
    self.version++;
  },
  'void Sort(IComparer<T> comparer)': (c, self: ListObj, comparer: Value) => {
    sort(c, self.list, 0, self.list.length, orderOf(comparer, c.rt));
    self.version++;
  },
  'void Sort(int index, int count, IComparer<T> comparer)': (
    c,
    self: ListObj,
    index: number,
    count: number,
    comparer: Value,
  ) => sort(c, self.list, index, count, orderOf(comparer, c.rt)),
  'void Reverse()': (_c, self: ListObj) => { self.list.reverse(); self.version++; }, // prettier-ignore
  'void Reverse(int index, int count)': (_c, self: ListObj, index: number, count: number) => {
    reverseRange(self.list, index, count);
    self.version++;
  },
  'int BinarySearch(T item)': (c, self: ListObj, value: Value) =>
    binarySearch(self.list, value, (a, b) => compare(a, b, c.rt)),
  'int BinarySearch(T item, IComparer<T> comparer)': (c, self: ListObj, value: Value, comparer: Value) =>
    binarySearch(self.list, value, orderOf(comparer, c.rt)),
  'T[] ToArray()': (c, self: ListObj) => new TypedArray(arrayOf(at(c)), self.list.map(copyOf)),
  'ReadOnlyCollection<T> AsReadOnly()': (c, self: ListObj) =>
    new ReadOnlyObj(need('ReadOnlyCollection', 1).of([at(c)]), self.list),
  'void TrimExcess()': (_c, self: ListObj) => {
    if (self.capacity !== undefined && self.list.length < Math.trunc(self.capacity * 0.9))
      self.capacity = self.list.length;
  },
  'void CopyTo(T[] array)': (c, self: ListObj, target: NetArray) => copyInto(c, self, target, 0),
  'void CopyTo(T[] array, int arrayIndex)': (c, self: ListObj, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
  'void CopyTo(int index, T[] array, int arrayIndex, int count)': (
    c,
    self: ListObj,
    index: number,
    target: NetArray,
    to: number,
    count: number,
  ) => {
    if (index < 0 || count < 0 || index + count > self.list.length)
      throw error(
        'ArgumentException',
        'Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.',
      );
    copyInto(c, new ListObj(self.type, self.list.slice(index, index + count)), target, to);
  },
  'IEnumerator<T> GetEnumerator()': (c, self: ListObj) => enumerator(c, self, at(c)),
});
declare('System.Collections.ObjectModel', 'class ReadOnlyCollection<T> : IList<T>, IReadOnlyList<T>, IList', {
  'new(IList<T> list)': (c, list: Value) => new ReadOnlyObj(c.type, listOfAny(list)),
  'int Count { get; }': (_c, self: Value) => listOfAny(self).length,
  'T this[int index] { get; }': (_c, self: Value, index: number) => item(self, index),
  'bool Contains(T value)': (c, self: Value, value: Value) => indexOf(c, listOfAny(self), value) >= 0,
  'int IndexOf(T value)': (c, self: Value, value: Value) => indexOf(c, listOfAny(self), value),
  'void CopyTo(T[] array, int index)': (c, self: Value, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
  'IEnumerator<T> GetEnumerator()': (c, self: Value) => enumerator(c, self, at(c)),
});
declare('System.Collections', 'class ArrayList : IList, ICloneable', {
  'new()': (c) => new ListObj(c.type),
  'new(int capacity)': (c) => new ListObj(c.type),
  'new(ICollection c)': (c, values: Value) => new ListObj(c.type, items(c, values)),
  'int Count { get; }': (_c, self: ListObj) => self.list.length,
  'object this[int index] { get; set; }': {
    get: (_c, self: ListObj, index: number) => { checked(self, index); return self.list[index] ?? null; }, // prettier-ignore
    set: (_c, self: ListObj, index: number, value: Value) => {
      checked(self, index);
      self.list[index] = value;
      self.version++;
    },
  },
  'int Add(object value)': (c, self: ListObj, value: Value) => { self.add(value, c.rt); return self.list.length - 1; }, // prettier-ignore
  'void AddRange(ICollection c)': (c, self: ListObj, values: Value) => {
    appendTo(self.list, items(c, values));
    self.version++;
  },
  'void Insert(int index, object value)': (_c, self: ListObj, index: number, value: Value) =>
    insert(self, index, [value]),
  'void Remove(object obj)': (c, self: ListObj, value: Value) => void remove(c, self, value),
  'void RemoveAt(int index)': (_c, self: ListObj, index: number) => removeRange(self, index, 1),
  'void Clear()': (_c, self: ListObj) => clear(self),
  'bool Contains(object item)': (c, self: ListObj, value: Value) => indexOf(c, self.list, value) >= 0,
  'int IndexOf(object value)': (c, self: ListObj, value: Value) => indexOf(c, self.list, value),
  'int IndexOf(object value, int startIndex)': (c, self: ListObj, value: Value, from: number) =>
    indexIn(c, self.list, value, from, self.list.length - from),
  'int LastIndexOf(object value)': (c, self: ListObj, value: Value) => lastIndexOf(c, self.list, value),
  'int BinarySearch(object value)': (c, self: ListObj, value: Value) =>
    binarySearch(self.list, value, (a, b) => compare(a, b, c.rt)),
  'int BinarySearch(object value, IComparer comparer)': (c, self: ListObj, value: Value, comparer: Value) =>
    binarySearch(self.list, value, orderOf(comparer, c.rt)),
  'void InsertRange(int index, ICollection c)': (c, self: ListObj, index: number, values: Value) =>
    insert(self, index, items(c, values)),
  'void RemoveRange(int index, int count)': (_c, self: ListObj, index: number, count: number) =>
    removeRange(self, index, count),
  'ArrayList GetRange(int index, int count)': (_c, self: ListObj, index: number, count: number) =>
    new ListObj(self.type, self.list.slice(index, index + count)),
  'void Reverse(int index, int count)': (_c, self: ListObj, index: number, count: number) => {
    reverseRange(self.list, index, count);
    self.version++;
  },
  'int Capacity { get; set; }': {
    get: (_c, self: ListObj) => knownCapacity(self.capacity),
    set: (_c, self: ListObj, capacity: number) => void (self.capacity = capacity),
  },
  'void CopyTo(Array array)': (c, self: ListObj, target: NetArray) => copyInto(c, self, target, 0),
  'void CopyTo(Array array, int arrayIndex)': (c, self: ListObj, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
  'IEnumerator GetEnumerator()': (c, self: ListObj) => enumerator(c, self, object()),
  'int LastIndexOf(object value, int startIndex)': (c, self: ListObj, value: Value, from: number) =>
    lastIndexIn(c, self.list, value, from),
  'void Sort(int index, int count, IComparer comparer)': (
    c,
    self: ListObj,
    index: number,
    count: number,
    comparer: Value,
  ) => { sort(c, self.list, index, count, orderOf(comparer, c.rt)); self.version++; }, // prettier-ignore
  'bool IsReadOnly { get; }': () => false,
  'bool IsFixedSize { get; }': () => false,
  'void TrimToSize()': () => undefined,
  'static ArrayList Repeat(object value, int count)': (c, value: Value, count: number) => {
    c.rt.budget.hold(count);
    return new ListObj(
      need('ArrayList').open,
      Array.from({ length: count }, () => value),
    );
  },
  'void Sort()': (c, self: ListObj) => {
    sort(c, self.list, 0, self.list.length, (a, b) => compare(a, b, c.rt));
    self.version++;
  },
  'void Sort(IComparer comparer)': (c, self: ListObj, comparer: Value) => {
    sort(c, self.list, 0, self.list.length, orderOf(comparer, c.rt));
    self.version++;
  },
  'void Reverse()': (_c, self: ListObj) => { self.list.reverse(); self.version++; }, // prettier-ignore
  'object[] ToArray()': (_c, self: ListObj) => new TypedArray(arrayOf(object()), [...self.list]),
  'Array ToArray(Type type)': (_c, self: ListObj, type: Obj & { of: Type }) =>
    new TypedArray(
      arrayOf(type.of),
      self.list.map((value) => castValue(value, type.of)),
    ),
  'object Clone()': (_c, self: ListObj) => new ListObj(self.type, [...self.list]),
});

const emptyOf = (name: string): Error => error('InvalidOperationException', `${name} empty.`);
for (const [name, add, take, header] of [
  ['Queue', 'Enqueue', 'Dequeue', ' : IReadOnlyCollection<T>, ICollection'],
  ['Stack', 'Push', 'Pop', ' : IReadOnlyCollection<T>, ICollection'],
] as const) {
  const isStack = name === 'Stack';
  const peek = (self: ListObj): Value => {
    if (self.list.length === 0) throw emptyOf(name);
    return (isStack ? self.list[0] : self.list[0]) ?? null;
  };
  const put = (c: Call, self: ListObj, value: Value): void => {
    self.add(value, c.rt);
    if (isStack) self.list.unshift(self.list.pop() ?? null);
  };
  const out = (self: ListObj): Value => {
    const value = peek(self);
    self.list.shift();
    self.version++;
    return value;
  };
  for (const generic of [true, false]) {
    const T = generic ? 'T' : 'object';
    declare(
      generic ? 'System.Collections.Generic' : 'System.Collections',
      generic ? `class ${name}<T>${header}` : `class ${name} : ICollection`,
      {
        'new()': (c) => new ListObj(c.type),
        'new(int capacity)': (c) => new ListObj(c.type),
        [generic ? 'new(IEnumerable<T> collection)' : 'new(ICollection col)']: (c: Call, values: Value) =>
          new ListObj(c.type, isStack ? items(c, values).toReversed() : items(c, values)),
        'int Count { get; }': (_c, self: ListObj) => self.list.length,
        [`void ${add}(${T} item)`]: put,
        [`${T} ${take}()`]: (_c: Call, self: ListObj) => out(self),
        [`${T} Peek()`]: (_c: Call, self: ListObj) => peek(self),
        ...(generic
          ? {
              [`bool Try${take}(out ${T} result)`]: (_c: Call, self: ListObj, result: Ref) => {
                const any = self.list.length > 0;
                result.write(any ? out(self) : defaultOf(at(_c)));
                return any;
              },
              [`bool TryPeek(out ${T} result)`]: (_c: Call, self: ListObj, result: Ref) => {
                const any = self.list.length > 0;
                result.write(any ? peek(self) : defaultOf(at(_c)));
                return any;
              },
            }
          : {}),
        [`bool Contains(${T} item)`]: (c: Call, self: ListObj, value: Value) => indexOf(c, self.list, value) >= 0,
        'void Clear()': (_c, self: ListObj) => clear(self),
        [`void CopyTo(${generic ? 'T[]' : 'Array'} array, int index)`]: (c: Call, self: Value, target: NetArray, index: number) => copyInto(c, self, target, index), // prettier-ignore
        [generic ? 'IEnumerator<T> GetEnumerator()' : 'IEnumerator GetEnumerator()']: (c: Call, self: Value) =>
          enumerator(c, self, at(c)),
        ...(generic
          ? { 'void TrimExcess()': () => undefined }
          : isStack
            ? {}
            : { 'void TrimToSize()': () => undefined }),
        ...(generic ? {} : { 'object Clone()': (_c: Call, self: ListObj) => new ListObj(self.type, [...self.list]) }),
        [`${T}[] ToArray()`]: (c: Call, self: ListObj) => new TypedArray(arrayOf(at(c)), [...self.list]),
      },
    );
  }
}
