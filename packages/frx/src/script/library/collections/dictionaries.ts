import type { NetArray, Value } from '../../../expression/values/values.ts';
import { NamedType } from '../../binder/types/types.ts';
import type { Call, Type } from '../../binder/types/types.ts';
import { BucketTable } from '../../runtime/bucketTable.ts';
import { equalityOf, HashTable, orderOf, SortedTable } from '../../runtime/collections.ts';
import { Obj } from '../../runtime/objects.ts';
import type { Ref } from '../../runtime/objects.ts';
import { EnumeratorObj, iterate } from '../../runtime/sequences.ts';
import { equals, error, textOf } from '../../runtime/values.ts';
import { defaultOf, registerDefault } from '../../runtime/defaults.ts';
import { installExceptionData } from '../exceptions.ts';
import { declare, need } from '../registry.ts';
import type { Declarations } from '../registry.ts';

import { PairObj, DictionaryObj, SortedObj, ReadOnlyObj, sortedColumn } from './collectionObjects.ts';
import { naturalEquality, naturalOrder } from './comparers.ts';
import { range, nullKey, nullOf, object, at, copyInto, indexOf, enumerator, ofType } from './listHelpers.ts';

/** Dictionaries. */

declare('System.Collections.Generic', 'struct KeyValuePair<TKey, TValue>', {
  'new(TKey key, TValue value)': (c, key: Value, value: Value) => new PairObj(c.type, key, value),
  'TKey Key { get; }': (_c, self: PairObj) => self.fields[0] ?? null,
  'TValue Value { get; }': (_c, self: PairObj) => self.fields[1] ?? null,
  'void Deconstruct(out TKey key, out TValue value)': (_c, self: PairObj, key: Ref, value: Ref) => {
    key.write(self.fields[0] ?? null);
    value.write(self.fields[1] ?? null);
  },
  'string ToString()': (c, self: PairObj) => self.nativeText(c.rt),
});
registerDefault(
  'KeyValuePair',
  (type) => new PairObj(type, defaultOf(type.args[0] ?? object()), defaultOf(type.args[1] ?? object())),
);
declare('System.Collections.Generic', 'static class KeyValuePair', {
  'KeyValuePair<TKey, TValue> Create<TKey, TValue>(TKey key, TValue value)': (c, key: Value, value: Value) =>
    new PairObj(need('KeyValuePair', 2).of(c.t), key, value),
});
declare('System.Collections', 'struct DictionaryEntry', {
  'new(object key, object value)': (c, key: Value, value: Value) => new PairObj(c.type, key, value),
  ...Object.fromEntries(
    ['Key', 'Value'].map((name, place) => [
      `object ${name} { get; set; }`,
      {
        get: (_c: Call, self: PairObj) => self.fields[place] ?? null,
        set: (_c: Call, self: PairObj, value: Value) => void (self.fields[place] = value),
      },
    ]),
  ),
  'void Deconstruct(out object key, out object value)': (_c, self: PairObj, key: Ref, value: Ref) => {
    key.write(self.fields[0] ?? null);
    value.write(self.fields[1] ?? null);
  },
});
registerDefault('DictionaryEntry', (type) => new PairObj(type, null, null));

/** A live view of the keys or values of a dictionary. */
class ViewObj extends Obj {
  readonly #run: () => Iterable<Value>;
  readonly count: () => number;
  constructor(type: NamedType, run: () => Iterable<Value>, count: () => number) {
    super(type);
    this.#run = run;
    this.count = count;
  }
  override iterate(): Iterable<Value> {
    return this.#run();
  }
}
type Table = DictionaryObj | SortedObj;
interface Access {
  find(self: Table, key: Value): number;
  get(self: Table, place: number): Value;
}
const access: Access = {
  find: (self, key) => (key === null ? nullKey() : self.table.find(key)),
  get: (self, place) => self.table.values[place] ?? null,
};
function* column(self: Table, wantKeys: boolean): Generator<Value> {
  if (self instanceof DictionaryObj)
    for (const place of self.table.places())
      yield wantKeys ? self.table.key(place) : (self.table.values[place] ?? null);
  else
    for (const place of self.table.places())
      yield (wantKeys ? self.table.keys[place] : self.table.values[place]) ?? null;
}
const size = (self: Table): number => (self instanceof DictionaryObj ? self.table.count : self.table.keys.length);
const view = (self: Table, wantKeys: boolean, name: string, args: readonly Type[]): ViewObj =>
  new ViewObj(
    need(name, args.length).of(args),
    () => column(self, wantKeys),
    () => size(self),
  );
/** Returns the types of keys and values of a dictionary; object for an untyped one. */
const argumentsOf = (self: Table): readonly Type[] =>
  self.type.args.length === 2 ? self.type.args : [object(), object()];
function duplicate(c: Call, self: Table, key: Value, value: Value, place: number): Error {
  if (self.type.as(need('IDictionary', 2)) !== undefined) {
    const { name } = self.type.definition;
    const item = name === 'SortedDictionary' ? `[${textOf(key, c.rt)}, ${textOf(value, c.rt)}]` : textOf(key, c.rt);
    const parameter = name === 'SortedList' ? " (Parameter 'key')" : '';
    return error('ArgumentException', `An item with the same key has already been added. Key: ${item}${parameter}`);
  }
  const held = self instanceof DictionaryObj ? self.table.key(place) : (self.table.keys[place] ?? null);
  return error(
    'ArgumentException',
    `Item has already been added. Key in dictionary: '${textOf(held, c.rt)}'  Key being added: '${textOf(key, c.rt)}'`,
  );
}
function addEntry(c: Call, self: Table, key: Value, value: Value): void {
  const place = access.find(self, key);
  if (place >= 0) throw duplicate(c, self, key, value, place);
  if (self instanceof DictionaryObj) self.table.insert(key, value, c.rt);
  else self.table.insert(~place, key, value, c.rt);
}
function removeEntry(self: Table, key: Value): boolean {
  const place = access.find(self, key);
  if (place < 0) return false;
  if (self instanceof DictionaryObj) self.table.remove(key);
  else self.table.remove(place);
  return true;
}
const missing = (c: Call, key: Value): Error =>
  error('KeyNotFoundException', `The given key '${textOf(key, c.rt)}' was not present in the dictionary.`);
/** Refuses a key or value that a dictionary with types cannot hold. @throws ArgumentException, ArgumentNullException */
function ofEntry(c: Call, self: Table, key: Value, value: Value): void {
  const [ofKey, ofValue] = argumentsOf(self);
  if (ofKey) ofType(c, key, ofKey, 'key');
  if (ofValue) ofType(c, value, ofValue, 'value');
}
const dictionaryMembers = (K: string, V: string): Declarations => ({
  'int Count { get; }': (_c, self: Table) => size(self),
  [`${V} this[${K} key] { get; set; }`]: {
    get: (c: Call, self: Table, key: Value) => {
      const place = access.find(self, key);
      if (place >= 0) return access.get(self, place);
      if (K === 'object') return null;
      throw missing(c, key);
    },
    set: (c: Call, self: Table, key: Value, value: Value) => {
      if (key === null) nullKey();
      if (K === 'object') ofEntry(c, self, key, value);
      self.table.set(key, value, c.rt);
    },
  },
  [`void Add(${K} key, ${V} value)`]: (c: Call, self: Table, key: Value, value: Value) => {
    if (K === 'object') ofEntry(c, self, key, value);
    addEntry(c, self, key, value);
  },
  [`bool TryAdd(${K} key, ${V} value)`]: (c: Call, self: Table, key: Value, value: Value) => {
    if (access.find(self, key) >= 0) return false;
    addEntry(c, self, key, value);
    return true;
  },
  [`bool ContainsKey(${K} key)`]: (_c: Call, self: Table, key: Value) => access.find(self, key) >= 0,
  [`bool ContainsValue(${V} value)`]: (c: Call, self: Table, value: Value) => {
    for (const each of column(self, false)) if (equals(each, value, c.rt)) return true;
    return false;
  },
  [`bool TryGetValue(${K} key, out ${V} value)`]: (c: Call, self: Table, key: Value, result: Ref) => {
    const place = access.find(self, key);
    result.write(place >= 0 ? access.get(self, place) : defaultOf(c.type.args[1] ?? object()));
    return place >= 0;
  },
  'void Clear()': (_c, self: Table) => {
    if (self instanceof DictionaryObj) self.table.clear();
    else while (self.table.keys.length > 0) self.table.remove(self.table.keys.length - 1);
  },
});
declare('System.Collections', 'interface IDictionaryEnumerator : IEnumerator', {
  'object Key { get; }': (_c, self: EnumeratorObj) => entryOf(self).fields[0] ?? null,
  'object Value { get; }': (_c, self: EnumeratorObj) => entryOf(self).fields[1] ?? null,
  'DictionaryEntry Entry { get; }': (_c, self: EnumeratorObj) =>
    new PairObj(need('DictionaryEntry').open, ...(entryOf(self).fields as [Value, Value])),
});
/** Returns the current entry of an enumerator. @throws InvalidOperationException before the first and after the last one */
function entryOf(self: EnumeratorObj): PairObj {
  if (self.current instanceof PairObj) return self.current;
  throw error('InvalidOperationException', 'Enumeration has either not started or has already finished.');
}
/** Returns an item of a dictionary as an entry of the untyped interface. */
function asEntry(item: Value): Value {
  return item instanceof PairObj ? new PairObj(need('DictionaryEntry').open, item.fields[0] ?? null, item.fields[1] ?? null) : item;
} // prettier-ignore
/** An enumerator that returns entries for any kind of item. */
class EntryEnumerator extends EnumeratorObj {
  override moveNext(): boolean {
    const moved = super.moveNext();
    if (moved) this.current = asEntry(this.current);
    return moved;
  }
}
const entries: Declarations = {
  'IDictionaryEnumerator GetEnumerator()': (c, self: Value) =>
    new EntryEnumerator(need('IDictionaryEnumerator').open, self, c.rt),
};
declare('System.Collections', 'interface IDictionary : ICollection', {
  ...entries,
  ...dictionaryMembers('object', 'object'),
  'void Remove(object key)': (_c, self: Table, key: Value) => void removeEntry(self, key),
  'bool Contains(object key)': (_c, self: Table, key: Value) => access.find(self, key) >= 0,
  'ICollection Keys { get; }': (_c, self: Table) => view(self, true, 'KeyCollection', argumentsOf(self)),
  'ICollection Values { get; }': (_c, self: Table) => view(self, false, 'ValueCollection', argumentsOf(self)),
});
const interfaceItems = need('IDictionary');
interfaceItems.foreachItem = () => need('DictionaryEntry').open;
interfaceItems.foreachValue = asEntry;
declare('System.Collections.Generic', 'interface IDictionary<TKey, TValue> : ICollection<KeyValuePair<TKey, TValue>>', {
  ...dictionaryMembers('TKey', 'TValue'),
  'bool Remove(TKey key)': (_c, self: Table, key: Value) => removeEntry(self, key),
  'ICollection<TKey> Keys { get; }': (c, self: Table) => view(self, true, 'KeyCollection', c.type.args),
  'ICollection<TValue> Values { get; }': (c, self: Table) => view(self, false, 'ValueCollection', c.type.args),
});
declare(
  'System.Collections.Generic',
  'interface IReadOnlyDictionary<TKey, TValue> : IReadOnlyCollection<KeyValuePair<TKey, TValue>>',
  {
    ...dictionaryMembers('TKey', 'TValue'),
    'IEnumerable<TKey> Keys { get; }': (c, self: Table) => view(self, true, 'KeyCollection', c.type.args),
    'IEnumerable<TValue> Values { get; }': (c, self: Table) => view(self, false, 'ValueCollection', c.type.args),
  },
);
const copying = (item: string): Declarations => ({
  [`void CopyTo(${item}[] array, int index)`]: (c: Call, self: ViewObj, target: NetArray, index: number) =>
    copyInto(c, self, target, index),
});
const table = (c: Call, comparer: Value): DictionaryObj => {
  const made = new DictionaryObj(c.type, new HashTable(equalityOf(comparer, c.rt)));
  made.comparer = comparer;
  return made;
};
/** Creates a Hashtable. */
const buckets = (c: Call, capacity: number, comparer: Value): DictionaryObj => {
  const made = new DictionaryObj(c.type, new BucketTable(equalityOf(comparer, c.rt), capacity, comparer !== null));
  made.comparer = comparer;
  return made;
};
const sortedTable = (c: Call, comparer: Value): SortedObj => {
  const isTree = c.type.definition.name === 'SortedDictionary';
  const made = new SortedObj(c.type, new SortedTable(orderOf(comparer, c.rt), isTree));
  made.comparer = comparer;
  return made;
};
function filled<T extends Table>(c: Call, made: T, from: Value): T {
  if (from === null) return nullOf('dictionary');
  for (const pair of iterate(from, c.rt))
    if (pair instanceof PairObj) addEntry(c, made, pair.fields[0] ?? null, pair.fields[1] ?? null);
  return made;
}
const pairMembers = (): Declarations => ({
  ...dictionaryMembers('TKey', 'TValue'),
  'bool Remove(TKey key)': (_c, self: Table, key: Value) => removeEntry(self, key),
  'bool Remove(TKey key, out TValue value)': (c, self: Table, key: Value, result: Ref) => {
    const place = access.find(self, key);
    result.write(place >= 0 ? access.get(self, place) : defaultOf(at(c, 1)));
    return removeEntry(self, key);
  },
  'KeyCollection<TKey, TValue> Keys { get; }': (c, self: Table) =>
    view(self, true, 'KeyCollection', [at(c, 0), at(c, 1)]),
  'ValueCollection<TKey, TValue> Values { get; }': (c, self: Table) =>
    view(self, false, 'ValueCollection', [at(c, 0), at(c, 1)]),
  [`IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator()`]: (c: Call, self: Value) =>
    enumerator(c, self, need('KeyValuePair', 2).of([at(c, 0), at(c, 1)])),
});
const interfaces = 'IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue>, IDictionary';
const dictionaryType = declare('System.Collections.Generic', `class Dictionary<TKey, TValue> : ${interfaces}`, {
  'new()': (c) => table(c, null),
  'new(int capacity)': (c) => table(c, null),
  'new(IEqualityComparer<TKey> comparer)': (c, comparer: Value) => table(c, comparer),
  'new(int capacity, IEqualityComparer<TKey> comparer)': (c, _capacity: number, comparer: Value) => table(c, comparer),
  'new(IDictionary<TKey, TValue> dictionary)': (c, from: Value) => filled(c, table(c, null), from),
  'new(IDictionary<TKey, TValue> dictionary, IEqualityComparer<TKey> comparer)': (c, from: Value, comparer: Value) =>
    filled(c, table(c, comparer), from),
  'new(IEnumerable<KeyValuePair<TKey, TValue>> collection)': (c, from: Value) => filled(c, table(c, null), from),
  'new(IEnumerable<KeyValuePair<TKey, TValue>> collection, IEqualityComparer<TKey> comparer)': (
    c,
    from: Value,
    comparer: Value,
  ) => filled(c, table(c, comparer), from),
  'void TrimExcess()': () => undefined,
  'IEqualityComparer<TKey> Comparer { get; }': (c, self: DictionaryObj) => self.comparer ?? naturalEquality(at(c, 0)),
  'int EnsureCapacity(int capacity)': (_c, self: DictionaryObj, capacity: number) =>
    Math.max(capacity, self.table.count),
  ...pairMembers(),
});
declare(
  'System.Collections.Generic',
  'class KeyCollection<TKey, TValue> : ICollection<TKey>, IReadOnlyCollection<TKey>, ICollection',
  { 'int Count { get; }': (_c, self: ViewObj) => self.count(), ...copying('TKey') },
  { outer: dictionaryType },
);
declare(
  'System.Collections.Generic',
  'class ValueCollection<TKey, TValue> : ICollection<TValue>, IReadOnlyCollection<TValue>, ICollection',
  { 'int Count { get; }': (_c, self: ViewObj) => self.count(), ...copying('TValue') },
  { outer: dictionaryType },
);

for (const [name, isList] of [
  ['SortedDictionary', false],
  ['SortedList', true],
] as const) {
  declare('System.Collections.Generic', `class ${name}<TKey, TValue> : ${interfaces}`, {
    'IComparer<TKey> Comparer { get; }': (c, self: SortedObj) => self.comparer ?? naturalOrder(at(c, 0)),
    'new()': (c) => sortedTable(c, null),
    'new(IComparer<TKey> comparer)': (c, comparer: Value) => sortedTable(c, comparer),
    'new(IDictionary<TKey, TValue> dictionary)': (c, from: Value) => filled(c, sortedTable(c, null), from),
    'new(IDictionary<TKey, TValue> dictionary, IComparer<TKey> comparer)': (c, from: Value, comparer: Value) =>
      filled(c, sortedTable(c, comparer), from),
    ...(isList
      ? Object.fromEntries(Object.entries(pairMembers()).filter(([key]) => !/ (?:Keys|Values) /u.test(key)))
      : pairMembers()),
    ...(isList
      ? {
          'new(int capacity)': (c: Call) => sortedTable(c, null),
          'void TrimExcess()': () => undefined,
          'IList<TKey> Keys { get; }': (c: Call, self: SortedObj) =>
            sortedColumn(need('ReadOnlyCollection', 1).of([at(c, 0)]), self.table.keys),
          'IList<TValue> Values { get; }': (c: Call, self: SortedObj) =>
            sortedColumn(need('ReadOnlyCollection', 1).of([at(c, 1)]), self.table.values),
          'int IndexOfKey(TKey key)': (_c: Call, self: SortedObj, key: Value) => Math.max(-1, self.table.find(key)),
          'int IndexOfValue(TValue value)': (c: Call, self: SortedObj, value: Value) =>
            indexOf(c, self.table.values, value),
          'void RemoveAt(int index)': (_c: Call, self: SortedObj, index: number) => {
            if (index < 0 || index >= self.table.keys.length) throw range();
            self.table.remove(index);
          },
        }
      : {}),
  });
}
declare('System.Collections', 'class Hashtable : IDictionary, ICloneable', {
  ...entries,
  'new()': (c) => buckets(c, 0, null),
  'new(int capacity)': (c, capacity: number) => buckets(c, capacity, null),
  'new(IDictionary d)': (c, from: Value) =>
    filled(c, buckets(c, from instanceof DictionaryObj ? from.table.count : 0, null), from),
  'new(IEqualityComparer equalityComparer)': (c, comparer: Value) => buckets(c, 0, comparer),
  'bool IsReadOnly { get; }': () => false,
  'bool IsFixedSize { get; }': () => false,
  ...dictionaryMembers('object', 'object'),
  'void Remove(object key)': (_c, self: Table, key: Value) => void removeEntry(self, key),
  'bool Contains(object key)': (_c, self: Table, key: Value) => access.find(self, key) >= 0,
  'ICollection Keys { get; }': (_c, self: Table) => view(self, true, 'KeyCollection', [object(), object()]),
  'ICollection Values { get; }': (_c, self: Table) => view(self, false, 'ValueCollection', [object(), object()]),
  'object Clone()': (c, self: DictionaryObj) =>
    filled(c, buckets({ ...c, type: self.type }, self.table.count, self.comparer), self),
}).foreachItem = () => need('DictionaryEntry').open;
declare('System.Collections', 'class SortedList : IDictionary', {
  ...entries,
  'new()': (c) => sortedTable(c, null),
  'new(int initialCapacity)': (c) => sortedTable(c, null),
  'new(IComparer comparer)': (c, comparer: Value) => sortedTable(c, comparer),
  'new(IDictionary d)': (c, from: Value) => filled(c, sortedTable(c, null), from),
  ...dictionaryMembers('object', 'object'),
  'void Remove(object key)': (_c, self: Table, key: Value) => void removeEntry(self, key),
  'bool Contains(object key)': (_c, self: Table, key: Value) => access.find(self, key) >= 0,
  'ICollection Keys { get; }': (_c, self: Table) => view(self, true, 'KeyCollection', [object(), object()]),
  'ICollection Values { get; }': (_c, self: Table) => view(self, false, 'ValueCollection', [object(), object()]),
  'object Clone()': (c, self: SortedObj) => filled(c, sortedTable(c, self.comparer), self),
  'void RemoveAt(int index)': (_c, self: SortedObj, index: number) => {
    if (index < 0 || index >= self.table.keys.length) throw range();
    self.table.remove(index);
  },
  'int IndexOfKey(object key)': (_c, self: SortedObj, key: Value) => Math.max(-1, self.table.find(key ?? nullKey())),
  'int IndexOfValue(object value)': (c, self: SortedObj, value: Value) => indexOf(c, self.table.values, value),
  'void SetByIndex(int index, object value)': (_c, self: SortedObj, index: number, value: Value) => {
    if (index < 0 || index >= self.table.keys.length) throw range();
    self.table.values[index] = value;
  },
  'IList GetKeyList()': (_c, self: SortedObj) =>
    new ReadOnlyObj(need('ReadOnlyCollection', 1).of([object()]), self.table.keys),
  'IList GetValueList()': (_c, self: SortedObj) =>
    new ReadOnlyObj(need('ReadOnlyCollection', 1).of([object()]), self.table.values),
  'object GetByIndex(int index)': (_c, self: SortedObj, index: number) => self.table.values[index] ?? null,
  'object GetKey(int index)': (_c, self: SortedObj, index: number) => self.table.keys[index] ?? null,
}).foreachItem = () => need('DictionaryEntry').open;
installExceptionData((data) => new DictionaryObj(need('Hashtable').open, data));

const valueOr = (self: Value, key: Value, otherwise: Value): Value => {
  if (!(self instanceof DictionaryObj) && !(self instanceof SortedObj)) return nullOf('dictionary');
  const place = access.find(self, key);
  return place < 0 ? otherwise : access.get(self, place);
};
declare('System.Collections.Generic', 'static class CollectionExtensions', {
  'TValue GetValueOrDefault<TKey, TValue>(this IReadOnlyDictionary<TKey, TValue> dictionary, TKey key)': (
    c,
    self: Value,
    key: Value,
  ) => valueOr(self, key, defaultOf(c.t[1] ?? object())),
  'TValue GetValueOrDefault<TKey, TValue>(this IReadOnlyDictionary<TKey, TValue> dictionary, TKey key, TValue defaultValue)':
    (_c, self: Value, key: Value, otherwise: Value) => valueOr(self, key, otherwise),
});
