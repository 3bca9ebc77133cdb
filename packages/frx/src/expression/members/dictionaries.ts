import { ENTRY, weightOf } from '../budget.ts';
import { assignTo, defaultOf } from '../convert.ts';
import { ExpressionError, NetException } from '../errors.ts';
import { HostObject, hostClass } from '../hostClass.ts';
import type { HostClass } from '../hostClass.ts';
import { sameValue } from '../operators.ts';
import type { Runtime } from '../scope.ts';
import { toText, typeNameOf } from '../toText.ts';
import { invariantCulture } from '../cultures.ts';
import type { NetObject, TypeName, Value } from '../values.ts';
import { reference } from './arguments.ts';
import { newList } from './collections.ts';
import { compareAny } from './order.ts';

interface Entry {
  readonly key: Value;
  value: Value;
}

/** The entries of a Dictionary, Hashtable or sorted dictionary, by a text that is equal for equal keys. */
interface DictionaryState {
  readonly entries: Map<string | NetObject, Entry>;
  readonly runtime: Runtime;
  readonly keyType: TypeName;
  readonly valueType: TypeName;
  readonly convertKey: (value: Value) => Value;
  readonly convertValue: (value: Value) => Value;
  readonly sorted: boolean;
  /** Hashtable: a missing key gives null instead of an exception. */
  readonly forgiving: boolean;
}

/** Equal for equal keys, different for different ones; objects are their own key. */
function keyOf(value: Value): string | NetObject {
  if (value === null) throw new NetException('ArgumentNullException', "Value cannot be null. (Parameter 'key')");
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'object' && 'kind' in value && value.kind === 'object') return value;
  const text =
    typeof value === 'object' && 'kind' in value && value.kind === 'DateTime'
      ? `${String(value.milliseconds)}.${String(value.ticks)}`
      : typeof value === 'object' && 'kind' in value && value.kind === 'decimal'
        ? value.trimmed(0).toString()
        : toText(value, invariantCulture);
  return `${typeNameOf(value)} ${text}`;
}

function entries(state: DictionaryState): Entry[] {
  const all = [...state.entries.values()];
  return state.sorted ? all.toSorted((a, b) => compareAny(a.key, b.key, state.runtime)) : all;
}

function put(state: DictionaryState, key: Value, value: Value, isNew: boolean): void {
  const converted = state.convertKey(key);
  const at = keyOf(converted);
  const found = state.entries.get(at);
  if (found && isNew) {
    throw new NetException('ArgumentException', 'An item with the same key has already been added.');
  }
  const item = state.convertValue(value);
  state.runtime.budget.collect(weightOf(item) + (found ? 0 : ENTRY + weightOf(converted)));
  if (found) found.value = item;
  else state.entries.set(at, { key: converted, value: item });
}

function find(state: DictionaryState, key: Value): Entry | undefined {
  return state.entries.get(keyOf(state.convertKey(key)));
}

function pairClass(state: DictionaryState): HostClass<Entry> {
  return state.forgiving ? dictionaryEntryClass : keyValueClass;
}

const keyValueClass = hostClass<Entry>('KeyValuePair', {
  properties: { Key: { get: (entry) => entry.key }, Value: { get: (entry) => entry.value } },
  text: (entry) => `[${toText(entry.key, invariantCulture)}, ${toText(entry.value, invariantCulture)}]`,
});

const dictionaryEntryClass = hostClass<Entry>('DictionaryEntry', { extends: keyValueClass });

const dictionaryClass = hostClass<DictionaryState>('Dictionary', {
  baseTypes: ['IDictionary', 'ICollection', 'IEnumerable'],
  properties: {
    Count: { get: (state) => state.entries.size },
    Keys: {
      get: (state) =>
        newList(
          state.runtime,
          state.keyType,
          entries(state).map(({ key }) => key),
        ),
    },
    Values: {
      get: (state) =>
        newList(
          state.runtime,
          state.valueType,
          entries(state).map(({ value }) => value),
        ),
    },
  },
  methods: {
    Add: (state, args) => {
      put(state, args[0] ?? null, args[1] ?? null, true);
      return null;
    },
    TryAdd: (state, args) => {
      if (find(state, args[0] ?? null)) return false;
      put(state, args[0] ?? null, args[1] ?? null, true);
      return true;
    },
    ContainsKey: (state, args) => find(state, args[0] ?? null) !== undefined,
    Contains: (state, args) => find(state, args[0] ?? null) !== undefined,
    ContainsValue: (state, args) => entries(state).some(({ value }) => sameValue(value, args[0] ?? null)),
    Remove: (state, args) => state.entries.delete(keyOf(state.convertKey(args[0] ?? null))),
    Clear: (state) => {
      state.entries.clear();
      return null;
    },
    TryGetValue: (state, args) => {
      const entry = find(state, args[0] ?? null);
      reference(args, 1).set('value', entry ? entry.value : defaultOf(state.valueType));
      return entry !== undefined;
    },
    GetValueOrDefault: (state, args) => find(state, args[0] ?? null)?.value ?? args[1] ?? defaultOf(state.valueType),
    IndexOfKey: (state, args) => entries(state).findIndex(({ key }) => sameValue(key, args[0] ?? null)),
  },
  getIndex: (state, index) => {
    const entry = find(state, index[0] ?? null);
    if (entry) return entry.value;
    if (state.forgiving) return null;
    const key = toText(index[0] ?? null, invariantCulture);
    throw new NetException('KeyNotFoundException', `The given key '${key}' was not present in the dictionary.`);
  },
  setIndex: (state, index, value) => put(state, index[0] ?? null, value, false),
  items: (state) => entries(state).map((entry) => new HostObject(pairClass(state), entry)),
});

const kinds: ReadonlyMap<string, { sorted: boolean; forgiving: boolean }> = new Map([
  ['Dictionary', { sorted: false, forgiving: false }],
  ['SortedDictionary', { sorted: true, forgiving: false }],
  ['SortedList', { sorted: true, forgiving: true }],
  ['Hashtable', { sorted: false, forgiving: true }],
]);

/** `new Dictionary<K, V>()`, `new Hashtable()` …; undefined when the name is no such class. */
export function newDictionary(
  name: string,
  type: TypeName,
  typeArguments: readonly TypeName[],
  runtime: Runtime,
): NetObject | undefined {
  const kind = kinds.get(name);
  if (!kind) return undefined;
  const [keyType = 'object', valueType = 'object'] = typeArguments;
  if (typeArguments.length !== 0 && typeArguments.length !== 2) {
    throw new ExpressionError(`${name} takes two type arguments`);
  }
  const state: DictionaryState = {
    entries: new Map(),
    runtime,
    keyType,
    valueType,
    convertKey: assignTo(keyType),
    convertValue: assignTo(valueType),
    sorted: kind.sorted,
    forgiving: kind.forgiving && typeArguments.length === 0,
  };
  return new HostObject(dictionaryClass, state, type);
}
