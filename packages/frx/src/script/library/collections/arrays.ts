import { PLACE } from '../../../expression/budget.ts';
import { introSort } from '../../../expression/introSort.ts';
import type { Value } from '../../../expression/values/values.ts';
import { NetArray } from '../../../expression/values/values.ts';
import { arrayOf } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { orderOf } from '../../runtime/collections.ts';
import type { Order } from '../../runtime/collections.ts';
import { copyOf, Func, Obj, TypedArray } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { arrayItems } from '../../runtime/sequences.ts';
import { error } from '../../runtime/values.ts';
import { defaultOf } from '../../runtime/defaults.ts';
import { compare } from '../../runtime/order.ts';
import { widens } from '../../binder/types/conversions.ts';
import { specialOf } from '../../binder/types/specials.ts';
import { isNumeric } from '../../runtime/arithmetic.ts';
import { declare, need } from '../registry.ts';

import {
  counted,
  NOT_STORED,
  object,
  stored,
  indexOf,
  lastIndexOf,
  lastIndexIn,
  indexIn,
  findIn,
  findLastIn,
  sort,
  byFunction,
  binarySearch,
  test,
  enumerator,
  reverseRange,
  range,
} from './listHelpers.ts';
import { ReadOnlyObj } from './collectionObjects.ts';

/** System.Array. */

const lengths = (self: Value): readonly number[] =>
  self instanceof TypedArray ? self.lengths : [arrayItems(self).length];
const dimension = (self: Value, index: number): number =>
  lengths(self)[index] ??
  (() => {
    throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
  })();
const natural =
  (c: Call): Order =>
  (a, b) =>
    compare(a, b, c.rt);
const T0 = (c: Call): Type => c.t[0] ?? object();
const elementOf = (array: Value): Type | undefined => (array instanceof TypedArray ? array.type.element : undefined);
function copyRange(source: Value, from: number, target: Value, to: number, count: number): void {
  const [a, b] = [arrayItems(source), arrayItems(target)];
  if (count < 0) throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'length')");
  if (from < 0 || from + count > a.length)
    throw error(
      'ArgumentException',
      "Source array was not long enough. Check the source index, length, and the array's lower bounds. (Parameter 'sourceArray')",
    );
  if (to < 0 || to + count > b.length)
    throw error(
      'ArgumentException',
      "Destination array was not long enough. Check the destination index, length, and the array's lower bounds. (Parameter 'destinationArray')",
    );
  const [ofSource, ofTarget] = [elementOf(source), elementOf(target)];
  const converts = ofSource !== undefined && ofTarget !== undefined && ofSource !== ofTarget;
  const [fromNumber, toNumber] = [specialOf(ofSource ?? object()), specialOf(ofTarget ?? object())];
  if (converts && isNumeric(fromNumber) && isNumeric(toNumber) && !widens(fromNumber, toNumber))
    throw error('ArrayTypeMismatchException', 'Source array type cannot be assigned to destination array type.');
  for (const [offset, value] of a.slice(from, from + count).entries())
    b[to + offset] = ofTarget && converts && value !== null ? stored(value, ofTarget, 'At least one element in the source array could not be cast down to the destination array type.') : copyOf(value); // prettier-ignore
}
function sortKeys(c: Call, keys: Value, values: Value, order: Order): void {
  const [a, b] = [arrayItems(keys), arrayItems(values)];
  const pairs = a.map((key, index) => [key, b[index] ?? null] as const);
  const compareKeys = counted(c, order);
  introSort(pairs, ([x], [y]) => compareKeys(x, y));
  for (const [index, [key, value]] of pairs.entries()) {
    a[index] = key;
    if (index < b.length) b[index] = value;
  }
}
declare('System', 'class Array : IList, ICloneable', {
  'int Length { get; }': (_c, self: Value) => arrayItems(self).length,
  'long LongLength { get; }': (_c, self: Value) => BigInt(arrayItems(self).length),
  'int Rank { get; }': (_c, self: Value) => lengths(self).length,
  'int GetLength(int dimension)': (_c, self: Value, index: number) => dimension(self, index),
  'long GetLongLength(int dimension)': (_c, self: Value, index: number) => BigInt(dimension(self, index)),
  'int GetUpperBound(int dimension)': (_c, self: Value, index: number) => dimension(self, index) - 1,
  'int GetLowerBound(int dimension)': (_c, self: Value, index: number) => (dimension(self, index) < 0 ? -1 : 0),
  'object GetValue(params int[] indices)': (_c, self: Value, at_: NetArray) => arrayItems(self)[flat(self, at_)] ?? null,
  'void SetValue(object value, params int[] indices)': (_c, self: Value, value: Value, at_: NetArray) => void (arrayItems(self)[flat(self, at_)] = self instanceof TypedArray && value !== null ? stored(value, self.type.element, NOT_STORED) : value),
  'object Clone()': (_c, self: Value) => (self instanceof TypedArray ? new TypedArray(self.type, self.items.map(copyOf), self.lengths) : self instanceof NetArray ? new NetArray(self.elementType, [...self.items]) : self),
  'void CopyTo(Array array, int index)': (_c, self: Value, target: Value, index: number) => copyRange(self, 0, target, index, arrayItems(self).length),
  'IEnumerator GetEnumerator()': (c, self: Value) => enumerator(c, self, object()),
  'static void Sort(Array array)': (c, array: Value) => sort(c, arrayItems(array), 0, arrayItems(array).length, natural(c)),
  'static void Sort<T>(T[] array)': (c, array: Value) => sort(c, arrayItems(array), 0, arrayItems(array).length, natural(c)),
  'static void Sort<T>(T[] array, Comparison<T> comparison)': (c, array: Value, by: Func) => sort(c, arrayItems(array), 0, arrayItems(array).length, byFunction(by)),
  'static void Sort<T>(T[] array, IComparer<T> comparer)': (c, array: Value, comparer: Value) => sort(c, arrayItems(array), 0, arrayItems(array).length, orderOf(comparer, c.rt)),
  'static void Sort(Array array, IComparer comparer)': (c, array: Value, comparer: Value) => sort(c, arrayItems(array), 0, arrayItems(array).length, orderOf(comparer, c.rt)),
  'static void Sort<T>(T[] array, int index, int length)': (c, array: Value, index: number, length: number) => sort(c, arrayItems(array), index, length, natural(c)),
  'static void Sort<TKey, TValue>(TKey[] keys, TValue[] items)': (c, keys: Value, values: Value) => sortKeys(c, keys, values, natural(c)),
  'static void Sort<TKey, TValue>(TKey[] keys, TValue[] items, IComparer<TKey> comparer)': (c, keys: Value, values: Value, comparer: Value) => sortKeys(c, keys, values, orderOf(comparer, c.rt)),
  'static void Reverse(Array array)': (_c, array: Value) => reverse(arrayItems(array)),
  'static void Reverse<T>(T[] array)': (_c, array: Value) => reverse(arrayItems(array)),
  'static void Reverse<T>(T[] array, int index, int length)': (_c, array: Value, index: number, length: number) => reverseRange(arrayItems(array), index, length),
  'static int IndexOf<T>(T[] array, T value)': (c, array: Value, value: Value) => indexOf(c, arrayItems(array), value),
  'static int IndexOf(Array array, object value)': (c, array: Value, value: Value) => indexOf(c, arrayItems(array), value),
  'static int IndexOf<T>(T[] array, T value, int startIndex)': (c, array: Value, value: Value, from: number) => indexIn(c, arrayItems(array), value, from, arrayItems(array).length - from),
  'static int LastIndexOf<T>(T[] array, T value)': (c, array: Value, value: Value) => lastIndexOf(c, arrayItems(array), value),
  'static int BinarySearch<T>(T[] array, T value)': (c, array: Value, value: Value) => binarySearch(arrayItems(array), value, natural(c)),
  'static int BinarySearch<T>(T[] array, T value, IComparer<T> comparer)': (c, array: Value, value: Value, comparer: Value) => binarySearch(arrayItems(array), value, orderOf(comparer, c.rt)),
  'static T Find<T>(T[] array, Predicate<T> match)': (c, array: Value, match: Func) => arrayItems(array).find(test(match)) ?? defaultOf(T0(c)),
  'static T FindLast<T>(T[] array, Predicate<T> match)': (c, array: Value, match: Func) => arrayItems(array).findLast(test(match)) ?? defaultOf(T0(c)),
  'static T[] FindAll<T>(T[] array, Predicate<T> match)': (c, array: Value, match: Func) => new TypedArray(arrayOf(T0(c)), arrayItems(array).filter(test(match))),
  'static int FindIndex<T>(T[] array, Predicate<T> match)': (_c, array: Value, match: Func) => arrayItems(array).findIndex(test(match)),
  'static int FindIndex<T>(T[] array, int startIndex, Predicate<T> match)': (_c, array: Value, from: number, match: Func) => findIn(arrayItems(array), from, arrayItems(array).length - from, match),
  'static int FindIndex<T>(T[] array, int startIndex, int count, Predicate<T> match)': (_c, array: Value, from: number, count: number, match: Func) => findIn(arrayItems(array), from, count, match),
  'static int FindLastIndex<T>(T[] array, int startIndex, Predicate<T> match)': (_c, array: Value, from: number, match: Func) => findLastIn(arrayItems(array), from, from + 1, match),
  'static int IndexOf<T>(T[] array, T value, int startIndex, int count)': (c, array: Value, value: Value, from: number, count: number) => indexIn(c, arrayItems(array), value, from, count),
  'static int LastIndexOf<T>(T[] array, T value, int startIndex)': (c, array: Value, value: Value, from: number) => lastIndexIn(c, arrayItems(array), value, from),
  'static int LastIndexOf<T>(T[] array, T value, int startIndex, int count)': (c, array: Value, value: Value, from: number, count: number) => lastIndexIn(c, arrayItems(array), value, from, count),
  'static int FindLastIndex<T>(T[] array, Predicate<T> match)': (_c, array: Value, match: Func) => arrayItems(array).findLastIndex(test(match)),
  'static bool Exists<T>(T[] array, Predicate<T> match)': (_c, array: Value, match: Func) => arrayItems(array).some(test(match)),
  'static bool TrueForAll<T>(T[] array, Predicate<T> match)': (_c, array: Value, match: Func) => arrayItems(array).every(test(match)),
  'static void ForEach<T>(T[] array, Action<T> action)': (_c, array: Value, action: Func) => { for (const value of arrayItems(array)) action.invoke([value]); },
  'static TOutput[] ConvertAll<TInput, TOutput>(TInput[] array, Converter<TInput, TOutput> converter)': (c, array: Value, converter: Func) => new TypedArray(arrayOf(c.t[1] ?? object()), arrayItems(array).map((value) => converter.invoke([value]))),
  'static void Copy(Array sourceArray, Array destinationArray, int length)': (_c, source: Value, target: Value, count: number) => copyRange(source, 0, target, 0, count),
  'static void Copy(Array sourceArray, int sourceIndex, Array destinationArray, int destinationIndex, int length)': (_c, source: Value, from: number, target: Value, to: number, count: number) => copyRange(source, from, target, to, count),
  'static void Clear(Array array, int index, int length)': (_c, array: Value, index: number, length: number) => {
    const items = arrayItems(array);
    if (index < 0 || length < 0 || index + length > items.length)
      throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    items.fill(defaultOf(array instanceof TypedArray ? array.type.element : object()), index, index + length);
  },
  'static void Fill<T>(T[] array, T value)': (_c, array: Value, value: Value) => void arrayItems(array).fill(value),
  'static void Fill<T>(T[] array, T value, int startIndex, int count)': (_c, array: Value, value: Value, from: number, count: number) => {
    const items = arrayItems(array);
    if (from < 0 || from > items.length) throw range('startIndex');
    if (count < 0 || from + count > items.length)
      throw error(
        'ArgumentOutOfRangeException',
        "Count must be positive and count must refer to a location within the string/array/collection. (Parameter 'count')",
      );
    items.fill(value, from, from + count);
  },
  'static void Resize<T>(ref T[] array, int newSize)': (c, array: Ref, size_: number) => {
    if (size_ < 0)
      throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'newSize')");
    c.rt.budget.hold(size_);
    const old = array.read();
    const now = old === null ? [] : arrayItems(old).slice(0, size_);
    while (now.length < size_) now.push(defaultOf(T0(c)));
    array.write(new TypedArray(arrayOf(T0(c)), now));
  },
  'static T[] Empty<T>()': (c) => new TypedArray(arrayOf(T0(c)), []),
  'static Array CreateInstance(Type elementType, int length)': (c, type: TypeOfItems, length: number) => blank(c, type.of, [length]),
  'static Array CreateInstance(Type elementType, params int[] lengths)': (c, type: TypeOfItems, sizes: NetArray) => blank(c, type.of, sizes.items.map(Number)),
  'static void Reverse(Array array, int index, int length)': (_c, array: Value, index: number, length: number) => reverseRange(arrayItems(array), index, length),
  'static void Sort<T>(T[] array, int index, int length, IComparer<T> comparer)': (c, array: Value, index: number, length: number, comparer: Value) => sort(c, arrayItems(array), index, length, orderOf(comparer, c.rt)),
  'static int LastIndexOf(Array array, object value)': (c, array: Value, value: Value) => lastIndexOf(c, arrayItems(array), value),
  'static int BinarySearch(Array array, object value)': (c, array: Value, value: Value) => binarySearch(arrayItems(array), value, natural(c)),
  'bool IsReadOnly { get; }': () => false,
  'bool IsFixedSize { get; }': () => true,
  'static ReadOnlyCollection<T> AsReadOnly<T>(T[] array)': (c, array: Value) => new ReadOnlyObj(need('ReadOnlyCollection', 1).of([T0(c)]), arrayItems(array)),
}, { special: 'Array' }); // prettier-ignore
type TypeOfItems = Obj & { readonly of: Type };

/** Creates an array with the default value of its elements. */
function blank(c: Call, element: Type, sizes: readonly number[]): Value {
  if (sizes.some((size) => size < 0))
    throw error('ArgumentOutOfRangeException', "Non-negative number required. (Parameter 'length')");
  const length = sizes.reduce((product, size) => product * size, 1);
  c.rt.budget.hold(length);
  c.rt.budget.collect(length * PLACE);
  const items = Array.from({ length }, () => defaultOf(element));
  return new TypedArray(arrayOf(element, sizes.length), items, sizes.length > 1 ? sizes : undefined);
}

function reverse(list: Value[]): void {
  list.reverse();
}
function flat(self: Value, indices: NetArray): number {
  let index = 0;
  for (const [place, length] of lengths(self).entries()) {
    const given = indices.items[place];
    if (typeof given !== 'number' || given < 0 || given >= length)
      throw error('IndexOutOfRangeException', 'Index was outside the bounds of the array.');
    index = index * length + given;
  }
  return index;
}
