import { declareWritten } from './registry.ts';

/** System.Collections.Concurrent, whose collections are plain ones because there is one thread, and WeakReference. */

const collection = (
  name: string,
  inner: string,
  add: string,
  take: string,
  members: string,
): string => `public class ${name}<T> : IEnumerable<T>, IReadOnlyCollection<T> {
    private readonly ${inner}<T> items;
    public ${name}() { items = new ${inner}<T>(); }
    public ${name}(IEnumerable<T> collection) { items = new ${inner}<T>(collection ?? throw new ArgumentNullException("collection")); }
    public int Count => items.Count;
    public bool IsEmpty => items.Count == 0;
    public void ${add}(T item) { items.${add}(item); }
    public bool Try${take}(out T result) { bool found = items.Count > 0; result = found ? items.${take}() : default(T); return found; }
    public bool TryPeek(out T result) { bool found = items.Count > 0; result = found ? items.Peek() : default(T); return found; }
    public T[] ToArray() => items.ToArray();
    public void CopyTo(T[] array, int index) { items.CopyTo(array, index); }
    public void Clear() { items.Clear(); }
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items.ToArray()).GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    ${members}
  }`;

declareWritten('System.Collections.Concurrent', [
  collection('ConcurrentQueue', 'Queue', 'Enqueue', 'Dequeue', ''),
  collection(
    'ConcurrentStack',
    'Stack',
    'Push',
    'Pop',
    'public void PushRange(T[] items) { foreach (T item in items) Push(item); }',
  ),
  `public class ConcurrentBag<T> : IEnumerable<T>, IReadOnlyCollection<T> {
    private readonly Stack<T> items;
    public ConcurrentBag() { items = new Stack<T>(); }
    public ConcurrentBag(IEnumerable<T> collection) { items = new Stack<T>(collection ?? throw new ArgumentNullException("collection")); }
    public int Count => items.Count;
    public bool IsEmpty => items.Count == 0;
    public void Add(T item) { items.Push(item); }
    public bool TryTake(out T result) { bool found = items.Count > 0; result = found ? items.Pop() : default(T); return found; }
    public bool TryPeek(out T result) { bool found = items.Count > 0; result = found ? items.Peek() : default(T); return found; }
    public T[] ToArray() => items.ToArray();
    public void CopyTo(T[] array, int index) { items.CopyTo(array, index); }
    public void Clear() { items.Clear(); }
    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items.ToArray()).GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
  }`,
  `public class ConcurrentDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
    private const int Buckets = 31;
    private readonly Dictionary<TKey, TValue> pairs;
    public ConcurrentDictionary() { pairs = new Dictionary<TKey, TValue>(); }
    public ConcurrentDictionary(int concurrencyLevel, int capacity) { pairs = new Dictionary<TKey, TValue>(); }
    public ConcurrentDictionary(IEqualityComparer<TKey> comparer) { pairs = new Dictionary<TKey, TValue>(comparer); }
    public ConcurrentDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection) { pairs = new Dictionary<TKey, TValue>(collection ?? throw new ArgumentNullException("collection")); }
    public int Count => pairs.Count;
    public bool IsEmpty => pairs.Count == 0;
    public TValue this[TKey key] { get => pairs[key]; set => pairs[key] = value; }
    public ICollection<TKey> Keys => new List<TKey>(Ordered().Select(each => each.Key)).AsReadOnly();
    public ICollection<TValue> Values => new List<TValue>(Ordered().Select(each => each.Value)).AsReadOnly();
    public bool ContainsKey(TKey key) => pairs.ContainsKey(key);
    public bool TryGetValue(TKey key, out TValue value) => pairs.TryGetValue(key, out value);
    public bool TryAdd(TKey key, TValue value) => pairs.TryAdd(key, value);
    public bool TryRemove(TKey key, out TValue value) => pairs.Remove(key, out value);
    public bool TryUpdate(TKey key, TValue newValue, TValue comparisonValue) {
      if (!pairs.TryGetValue(key, out TValue known) || !EqualityComparer<TValue>.Default.Equals(known, comparisonValue)) return false;
      pairs[key] = newValue;
      return true;
    }
    public TValue GetOrAdd(TKey key, TValue value) { if (pairs.TryGetValue(key, out TValue known)) return known; pairs.Add(key, value); return value; }
    public TValue GetOrAdd(TKey key, Func<TKey, TValue> valueFactory) {
      if (valueFactory == null) throw new ArgumentNullException("valueFactory");
      if (pairs.TryGetValue(key, out TValue known)) return known;
      TValue made = valueFactory(key);
      return pairs.TryAdd(key, made) ? made : pairs[key];
    }
    public TValue AddOrUpdate(TKey key, TValue addValue, Func<TKey, TValue, TValue> updateValueFactory) =>
      pairs[key] = pairs.TryGetValue(key, out TValue known) ? updateValueFactory(key, known) : addValue;
    public TValue AddOrUpdate(TKey key, Func<TKey, TValue> addValueFactory, Func<TKey, TValue, TValue> updateValueFactory) =>
      pairs[key] = pairs.TryGetValue(key, out TValue known) ? updateValueFactory(key, known) : addValueFactory(key);
    public void Clear() { pairs.Clear(); }
    public KeyValuePair<TKey, TValue>[] ToArray() => Ordered().ToArray();
    private List<KeyValuePair<TKey, TValue>> Ordered() {
      var all = new List<KeyValuePair<TKey, TValue>>(pairs);
      if (all.Count < 2 || all[0].Key is string) return all;
      if (all.Any(each => each.Key.GetHashCode() < 0 || each.Key.GetHashCode() >= Buckets) || all.Select(each => each.Key.GetHashCode()).Distinct().Count() < all.Count)
        NotAvailableHere.Refuse("the order of a ConcurrentDictionary, which depends on the processor; sort it");
      return all.OrderBy(each => each.Key.GetHashCode()).ToList();
    }
    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator() => Ordered().GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    void IDictionary<TKey, TValue>.Add(TKey key, TValue value) { if (!TryAdd(key, value)) throw new ArgumentException("The key already existed in the dictionary."); }
    bool IDictionary<TKey, TValue>.Remove(TKey key) => pairs.Remove(key);
    void ICollection<KeyValuePair<TKey, TValue>>.Add(KeyValuePair<TKey, TValue> item) { ((IDictionary<TKey, TValue>)this).Add(item.Key, item.Value); }
    bool ICollection<KeyValuePair<TKey, TValue>>.Contains(KeyValuePair<TKey, TValue> item) => pairs.TryGetValue(item.Key, out TValue known) && EqualityComparer<TValue>.Default.Equals(known, item.Value);
    void ICollection<KeyValuePair<TKey, TValue>>.CopyTo(KeyValuePair<TKey, TValue>[] array, int arrayIndex) { foreach (KeyValuePair<TKey, TValue> each in Ordered()) array[arrayIndex++] = each; }
    bool ICollection<KeyValuePair<TKey, TValue>>.Remove(KeyValuePair<TKey, TValue> item) => pairs.Remove(item.Key);
    bool ICollection<KeyValuePair<TKey, TValue>>.IsReadOnly => false;
    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => Keys;
    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => Values;
  }`,
]);

declareWritten('System', [
  `public class WeakReference {
    public WeakReference(object target) { Target = target; }
    public WeakReference(object target, bool trackResurrection) { Target = target; }
    public virtual object Target { get; set; }
    public virtual bool IsAlive => Target != null;
  }`,
]);
