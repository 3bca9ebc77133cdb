import { declareWritten } from './registry.ts';

/** System.Collections.Immutable on mutable collections: each change copies the collection. */

/** Members that ImmutableList and ImmutableArray share. */
const ordered = (name: string): string => `
    public bool IsEmpty => items.Count == 0;
    public T this[int index] => items[index];
    public ${name}<T> Add(T value) { var copy = new List<T>(items); copy.Add(value); return new ${name}<T>(copy); }
    public ${name}<T> AddRange(IEnumerable<T> values) { var copy = new List<T>(items); copy.AddRange(values); return new ${name}<T>(copy); }
    public ${name}<T> Insert(int index, T item) { var copy = new List<T>(items); copy.Insert(index, item); return new ${name}<T>(copy); }
    public ${name}<T> InsertRange(int index, IEnumerable<T> values) { var copy = new List<T>(items); copy.InsertRange(index, values); return new ${name}<T>(copy); }
    public ${name}<T> Remove(T value) { var copy = new List<T>(items); return copy.Remove(value) ? new ${name}<T>(copy) : this; }
    public ${name}<T> RemoveAt(int index) { var copy = new List<T>(items); copy.RemoveAt(index); return new ${name}<T>(copy); }
    public ${name}<T> RemoveRange(int index, int count) { var copy = new List<T>(items); copy.RemoveRange(index, count); return new ${name}<T>(copy); }
    public ${name}<T> RemoveAll(Predicate<T> match) { var copy = new List<T>(items); copy.RemoveAll(match); return new ${name}<T>(copy); }
    public ${name}<T> SetItem(int index, T value) { var copy = new List<T>(items); copy[index] = value; return new ${name}<T>(copy); }
    public ${name}<T> Replace(T oldValue, T newValue) {
      int at = items.IndexOf(oldValue);
      if (at < 0) throw new ArgumentException("Cannot find the old value", "oldValue");
      return SetItem(at, newValue);
    }
    public ${name}<T> Sort() { var copy = new List<T>(items); copy.Sort(); return new ${name}<T>(copy); }
    public ${name}<T> Sort(Comparison<T> comparison) { var copy = new List<T>(items); copy.Sort(comparison); return new ${name}<T>(copy); }
    public ${name}<T> Sort(IComparer<T> comparer) { var copy = new List<T>(items); copy.Sort(comparer); return new ${name}<T>(copy); }
    public int IndexOf(T item) => items.IndexOf(item);
    public int LastIndexOf(T item) => items.LastIndexOf(item);
    public bool Contains(T item) => items.Contains(item);
    public Builder ToBuilder() => new Builder(items);
    public IEnumerator<T> GetEnumerator() => items.GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    public sealed class Builder : IList<T>, IReadOnlyList<T> {
      private readonly List<T> items;
      internal Builder(IEnumerable<T> items) { this.items = new List<T>(items); }
      public int Count => items.Count;
      public T this[int index] { get => items[index]; set => items[index] = value; }
      public void Add(T item) { items.Add(item); }
      public void AddRange(IEnumerable<T> values) { items.AddRange(values); }
      public void Insert(int index, T item) { items.Insert(index, item); }
      public bool Remove(T item) => items.Remove(item);
      public void RemoveAt(int index) { items.RemoveAt(index); }
      public void Clear() { items.Clear(); }
      public bool Contains(T item) => items.Contains(item);
      public int IndexOf(T item) => items.IndexOf(item);
      public void CopyTo(T[] array, int index) { items.CopyTo(array, index); }
      public void Sort() { items.Sort(); }
      public void Sort(Comparison<T> comparison) { items.Sort(comparison); }
      public void Reverse() { items.Reverse(); }
      public ${name}<T> ToImmutable() => new ${name}<T>(new List<T>(items));
      bool ICollection<T>.IsReadOnly => false;
      public IEnumerator<T> GetEnumerator() => items.GetEnumerator();
      IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    }`;

/** Returns the static class that creates collections with one type of items. */
const factory = (name: string): string => `public static class ${name} {
    public static ${name}<T> Create<T>() => ${name}<T>.Empty;
    public static ${name}<T> Create<T>(T item) => ${name}<T>.Empty.Add(item);
    public static ${name}<T> Create<T>(params T[] items) => ${name}<T>.Empty.AddRange(items);
    public static ${name}<T> CreateRange<T>(IEnumerable<T> items) => ${name}<T>.Empty.AddRange(items);
    public static ${name}<T>.Builder CreateBuilder<T>() => ${name}<T>.Empty.ToBuilder();
    public static ${name}<T> To${name}<T>(this IEnumerable<T> source) => ${name}<T>.Empty.AddRange(source);
  }`;

/** Returns the source of a dictionary; `pairs` is the collection of its pairs. */
const dictionary = (
  name: string,
  pairs: string,
  order: string,
): string => `public sealed class ${name}<TKey, TValue> : IReadOnlyDictionary<TKey, TValue> {
    private readonly ${pairs}<TKey, TValue> pairs;
    internal ${name}(${pairs}<TKey, TValue> pairs) { this.pairs = pairs; }
    public static ${name}<TKey, TValue> Empty => new ${name}<TKey, TValue>(new ${pairs}<TKey, TValue>());
    public int Count => pairs.Count;
    public bool IsEmpty => pairs.Count == 0;
    public TValue this[TKey key] => pairs.TryGetValue(key, out TValue value) ? value : throw new KeyNotFoundException("The given key was not present in the dictionary.");
    public IEnumerable<TKey> Keys { get { foreach (KeyValuePair<TKey, TValue> each in this) yield return each.Key; } }
    public IEnumerable<TValue> Values { get { foreach (KeyValuePair<TKey, TValue> each in this) yield return each.Value; } }
    public bool ContainsKey(TKey key) => pairs.ContainsKey(key);
    public bool ContainsValue(TValue value) => pairs.ContainsValue(value);
    public bool TryGetValue(TKey key, out TValue value) => pairs.TryGetValue(key, out value);
    internal ${pairs}<TKey, TValue> Copy() => new ${pairs}<TKey, TValue>(pairs);
    private static void AddTo(${pairs}<TKey, TValue> copy, TKey key, TValue value) {
      if (!copy.TryGetValue(key, out TValue known)) copy.Add(key, value);
      else if (!EqualityComparer<TValue>.Default.Equals(known, value)) throw new ArgumentException("An element with the same key but a different value already exists. Key: '" + key + "'");
    }
    public ${name}<TKey, TValue> Add(TKey key, TValue value) { var copy = Copy(); AddTo(copy, key, value); return new ${name}<TKey, TValue>(copy); }
    public ${name}<TKey, TValue> AddRange(IEnumerable<KeyValuePair<TKey, TValue>> pairs) { var copy = Copy(); foreach (KeyValuePair<TKey, TValue> each in pairs) AddTo(copy, each.Key, each.Value); return new ${name}<TKey, TValue>(copy); }
    public ${name}<TKey, TValue> SetItem(TKey key, TValue value) { var copy = Copy(); copy[key] = value; return new ${name}<TKey, TValue>(copy); }
    public ${name}<TKey, TValue> SetItems(IEnumerable<KeyValuePair<TKey, TValue>> items) { var copy = Copy(); foreach (KeyValuePair<TKey, TValue> each in items) copy[each.Key] = each.Value; return new ${name}<TKey, TValue>(copy); }
    public ${name}<TKey, TValue> Remove(TKey key) { var copy = Copy(); return copy.Remove(key) ? new ${name}<TKey, TValue>(copy) : this; }
    public ${name}<TKey, TValue> RemoveRange(IEnumerable<TKey> keys) { var copy = Copy(); foreach (TKey each in keys) copy.Remove(each); return new ${name}<TKey, TValue>(copy); }
    public ${name}<TKey, TValue> Clear() => Empty;
    public Builder ToBuilder() => new Builder(Copy());
    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator() => ${order};
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    public sealed class Builder : IEnumerable<KeyValuePair<TKey, TValue>> {
      private readonly ${pairs}<TKey, TValue> pairs;
      internal Builder(${pairs}<TKey, TValue> pairs) { this.pairs = pairs; }
      public int Count => pairs.Count;
      public TValue this[TKey key] { get => pairs[key]; set => pairs[key] = value; }
      public void Add(TKey key, TValue value) { AddTo(pairs, key, value); }
      public bool Remove(TKey key) => pairs.Remove(key);
      public void Clear() { pairs.Clear(); }
      public bool ContainsKey(TKey key) => pairs.ContainsKey(key);
      public bool TryGetValue(TKey key, out TValue value) => pairs.TryGetValue(key, out value);
      public ${name}<TKey, TValue> ToImmutable() => new ${name}<TKey, TValue>(new ${pairs}<TKey, TValue>(pairs));
      public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator() => ToImmutable().GetEnumerator();
      IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
  }`;

const dictionaryFactory = (name: string): string => `public static class ${name} {
    public static ${name}<TKey, TValue> Create<TKey, TValue>() => ${name}<TKey, TValue>.Empty;
    public static ${name}<TKey, TValue> CreateRange<TKey, TValue>(IEnumerable<KeyValuePair<TKey, TValue>> items) => ${name}<TKey, TValue>.Empty.AddRange(items);
    public static ${name}<TKey, TValue>.Builder CreateBuilder<TKey, TValue>() => ${name}<TKey, TValue>.Empty.ToBuilder();
    public static ${name}<TKey, TValue> To${name}<TKey, TValue>(this IEnumerable<KeyValuePair<TKey, TValue>> source) => ${name}<TKey, TValue>.Empty.AddRange(source);
    public static ${name}<TKey, TValue> To${name}<TSource, TKey, TValue>(this IEnumerable<TSource> source, Func<TSource, TKey> keySelector, Func<TSource, TValue> elementSelector) {
      var made = ${name}<TKey, TValue>.Empty.ToBuilder();
      foreach (TSource each in source) made.Add(keySelector(each), elementSelector(each));
      return made.ToImmutable();
    }
    public static ${name}<TKey, TSource> To${name}<TSource, TKey>(this IEnumerable<TSource> source, Func<TSource, TKey> keySelector) => To${name}(source, keySelector, each => each);
  }`;

const set = (
  name: string,
  inner: string,
  order: string,
  members: string,
): string => `public sealed class ${name}<T> : IReadOnlyCollection<T> {
    private readonly ${inner}<T> items;
    internal ${name}(${inner}<T> items) { this.items = items; }
    public static ${name}<T> Empty => new ${name}<T>(new ${inner}<T>());
    public int Count => items.Count;
    public bool IsEmpty => items.Count == 0;
    public bool Contains(T value) => items.Contains(value);
    public ${name}<T> Add(T value) { if (items.Contains(value)) return this; var copy = new ${inner}<T>(items); copy.Add(value); return new ${name}<T>(copy); }
    internal ${name}<T> AddRange(IEnumerable<T> values) => Union(values);
    public ${name}<T> Remove(T value) { var copy = new ${inner}<T>(items); return copy.Remove(value) ? new ${name}<T>(copy) : this; }
    public ${name}<T> Union(IEnumerable<T> other) { var copy = new ${inner}<T>(items); copy.UnionWith(other); return new ${name}<T>(copy); }
    public ${name}<T> Intersect(IEnumerable<T> other) { var copy = new ${inner}<T>(items); copy.IntersectWith(other); return new ${name}<T>(copy); }
    public ${name}<T> Except(IEnumerable<T> other) { var copy = new ${inner}<T>(items); copy.ExceptWith(other); return new ${name}<T>(copy); }
    public ${name}<T> SymmetricExcept(IEnumerable<T> other) { var copy = new ${inner}<T>(items); copy.SymmetricExceptWith(other); return new ${name}<T>(copy); }
    public bool IsSubsetOf(IEnumerable<T> other) => items.IsSubsetOf(other);
    public bool IsSupersetOf(IEnumerable<T> other) => items.IsSupersetOf(other);
    public bool Overlaps(IEnumerable<T> other) => items.Overlaps(other);
    public bool SetEquals(IEnumerable<T> other) => items.SetEquals(other);
    public ${name}<T> Clear() => Empty;
    ${members}
    public Builder ToBuilder() => new Builder(new ${inner}<T>(items));
    public IEnumerator<T> GetEnumerator() => ${order};
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    public sealed class Builder : IEnumerable<T> {
      private readonly ${inner}<T> items;
      internal Builder(${inner}<T> items) { this.items = items; }
      public int Count => items.Count;
      public bool Add(T item) => items.Add(item);
      public bool Remove(T item) => items.Remove(item);
      public bool Contains(T item) => items.Contains(item);
      public void Clear() { items.Clear(); }
      public void UnionWith(IEnumerable<T> other) { items.UnionWith(other); }
      public ${name}<T> ToImmutable() => new ${name}<T>(new ${inner}<T>(items));
      public IEnumerator<T> GetEnumerator() => ToImmutable().GetEnumerator();
      IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }
  }`;

declareWritten('System.Collections.Immutable', [
  `internal static class HashOrder {
    public static IEnumerable<T> Of<T, TKey>(IEnumerable<T> items, Func<T, TKey> key) {
      List<T> all = new List<T>(items);
      if (all.Count < 2 || typeof(TKey) == typeof(string) || all.Any(each => key(each) is string)) return all;
      List<T> sorted = all.OrderBy(each => key(each).GetHashCode()).ToList();
      for (int at = 1; at < sorted.Count; at++)
        if (key(sorted[at - 1]).GetHashCode() == key(sorted[at]).GetHashCode()) NotAvailableHere.Refuse("the order of keys with equal hash codes");
      return sorted;
    }
  }`,
  `public sealed class ImmutableList<T> : IReadOnlyList<T> {
    private readonly List<T> items;
    internal ImmutableList(List<T> items) { this.items = items; }
    public static ImmutableList<T> Empty => new ImmutableList<T>(new List<T>());
    public int Count => items.Count;
    public ImmutableList<T> Clear() => Empty;
    public ImmutableList<T> Reverse() { var copy = new List<T>(items); copy.Reverse(); return new ImmutableList<T>(copy); }
    public ImmutableList<T> GetRange(int index, int count) => new ImmutableList<T>(items.GetRange(index, count));
    public ImmutableList<TOutput> ConvertAll<TOutput>(Func<T, TOutput> converter) => ImmutableList<TOutput>.Empty.AddRange(items.Select(converter));
    public ImmutableList<T> FindAll(Predicate<T> match) => new ImmutableList<T>(items.FindAll(match));
    public T Find(Predicate<T> match) => items.Find(match);
    public int FindIndex(Predicate<T> match) => items.FindIndex(match);
    public bool Exists(Predicate<T> match) => items.Exists(match);
    public bool TrueForAll(Predicate<T> match) => items.TrueForAll(match);
    public int BinarySearch(T item) => items.BinarySearch(item);
    public void ForEach(Action<T> action) { foreach (T each in items) action(each); }
    public void CopyTo(T[] array) { items.CopyTo(array); }${ordered('ImmutableList')}
  }`,
  `public struct ImmutableArray<T> : IReadOnlyList<T> {
    private readonly List<T> given;
    internal ImmutableArray(List<T> items) { given = items; }
    private List<T> items => given ?? throw new NullReferenceException();
    public static ImmutableArray<T> Empty => new ImmutableArray<T>(new List<T>());
    public int Length => items.Count;
    public bool IsDefault => given == null;
    public bool IsDefaultOrEmpty => given == null || given.Count == 0;
    int IReadOnlyCollection<T>.Count => items.Count;
    public ImmutableArray<T> Clear() => Empty;
    public void CopyTo(T[] destination) { items.CopyTo(destination); }${ordered('ImmutableArray')}
  }`,
  `public sealed class ImmutableStack<T> : IEnumerable<T> {
    private readonly ImmutableStack<T> below;
    private readonly T top;
    internal ImmutableStack(T top, ImmutableStack<T> below) { this.top = top; this.below = below; }
    public static ImmutableStack<T> Empty => new ImmutableStack<T>(default(T), null);
    public bool IsEmpty => below == null;
    private void Filled() { if (below == null) throw new InvalidOperationException("This operation does not apply to an empty instance."); }
    public ImmutableStack<T> Push(T value) => new ImmutableStack<T>(value, this);
    public T Peek() { Filled(); return top; }
    public ImmutableStack<T> Pop() { Filled(); return below; }
    public ImmutableStack<T> Pop(out T value) { Filled(); value = top; return below; }
    public ImmutableStack<T> Clear() => Empty;
    public IEnumerator<T> GetEnumerator() { for (ImmutableStack<T> each = this; each.below != null; each = each.below) yield return each.top; }
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }`,
  `public static class ImmutableStack {
    public static ImmutableStack<T> Create<T>() => ImmutableStack<T>.Empty;
    public static ImmutableStack<T> Create<T>(params T[] items) => CreateRange(items);
    public static ImmutableStack<T> CreateRange<T>(IEnumerable<T> items) { ImmutableStack<T> made = ImmutableStack<T>.Empty; foreach (T each in items) made = made.Push(each); return made; }
  }`,
  `public sealed class ImmutableQueue<T> : IEnumerable<T> {
    private readonly List<T> items;
    internal ImmutableQueue(List<T> items) { this.items = items; }
    public static ImmutableQueue<T> Empty => new ImmutableQueue<T>(new List<T>());
    public bool IsEmpty => items.Count == 0;
    private void Filled() { if (items.Count == 0) throw new InvalidOperationException("This operation does not apply to an empty instance."); }
    public ImmutableQueue<T> Enqueue(T value) { var copy = new List<T>(items); copy.Add(value); return new ImmutableQueue<T>(copy); }
    public T Peek() { Filled(); return items[0]; }
    public ImmutableQueue<T> Dequeue() { Filled(); return new ImmutableQueue<T>(items.GetRange(1, items.Count - 1)); }
    public ImmutableQueue<T> Dequeue(out T value) { value = Peek(); return Dequeue(); }
    public ImmutableQueue<T> Clear() => Empty;
    public IEnumerator<T> GetEnumerator() => items.GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }`,
  `public static class ImmutableQueue {
    public static ImmutableQueue<T> Create<T>() => ImmutableQueue<T>.Empty;
    public static ImmutableQueue<T> Create<T>(params T[] items) => CreateRange(items);
    public static ImmutableQueue<T> CreateRange<T>(IEnumerable<T> items) => new ImmutableQueue<T>(new List<T>(items));
  }`,
  dictionary(
    'ImmutableDictionary',
    'Dictionary',
    'HashOrder.Of<KeyValuePair<TKey, TValue>, TKey>(pairs, each => each.Key).GetEnumerator()',
  ),
  dictionary('ImmutableSortedDictionary', 'SortedDictionary', 'pairs.GetEnumerator()'),
  set('ImmutableHashSet', 'HashSet', 'HashOrder.Of<T, T>(items, each => each).GetEnumerator()', ''),
  set(
    'ImmutableSortedSet',
    'SortedSet',
    'items.GetEnumerator()',
    'public T Min => items.Min; public T Max => items.Max; public T this[int index] => items.ElementAt(index); public IEnumerable<T> Reverse() => items.Reverse();',
  ),
  ...['ImmutableList', 'ImmutableArray', 'ImmutableHashSet', 'ImmutableSortedSet'].map(factory),
  ...['ImmutableDictionary', 'ImmutableSortedDictionary'].map(dictionaryFactory),
]);
