import { declareWritten } from './registry.ts';

/** System.Collections.ObjectModel: lists with overridable changes. */

const INDEX = '"index", "Index was out of range. Must be non-negative and less than the size of the collection."';

declareWritten('System.Collections.ObjectModel', [
  `public class Collection<T> : IList<T>, IReadOnlyList<T>, IList {
    private readonly IList<T> items;
    public Collection() { items = new List<T>(); }
    public Collection(IList<T> list) { items = list ?? throw new ArgumentNullException("list"); }
    protected IList<T> Items => items;
    public int Count => items.Count;
    public T this[int index] {
      get => items[index];
      set { Changeable(); if (index < 0 || index >= items.Count) throw new ArgumentOutOfRangeException(${INDEX}); SetItem(index, value); }
    }
    private void Changeable() { if (items.IsReadOnly) throw new NotSupportedException("Collection is read-only."); }
    public void Add(T item) { Changeable(); InsertItem(items.Count, item); }
    public void Clear() { Changeable(); ClearItems(); }
    public void CopyTo(T[] array, int index) => items.CopyTo(array, index);
    public bool Contains(T item) => items.Contains(item);
    public IEnumerator<T> GetEnumerator() => items.GetEnumerator();
    public int IndexOf(T item) => items.IndexOf(item);
    public void Insert(int index, T item) {
      Changeable();
      if (index < 0 || index > items.Count) throw new ArgumentOutOfRangeException("index", "Index must be within the bounds of the List.");
      InsertItem(index, item);
    }
    public bool Remove(T item) { Changeable(); int index = items.IndexOf(item); if (index < 0) return false; RemoveItem(index); return true; }
    public void RemoveAt(int index) { Changeable(); if (index < 0 || index >= items.Count) throw new ArgumentOutOfRangeException(${INDEX}); RemoveItem(index); }
    protected virtual void ClearItems() { items.Clear(); }
    protected virtual void InsertItem(int index, T item) { items.Insert(index, item); }
    protected virtual void RemoveItem(int index) { items.RemoveAt(index); }
    protected virtual void SetItem(int index, T item) { items[index] = item; }
    bool ICollection<T>.IsReadOnly => items.IsReadOnly;
    IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    void ICollection.CopyTo(Array array, int index) { foreach (T each in items) array.SetValue(each, index++); }
    object IList.this[int index] { get => items[index]; set => this[index] = Typed(value); }
    int IList.Add(object value) { Add(Typed(value)); return items.Count - 1; }
    bool IList.Contains(object value) => value is T item && Contains(item);
    int IList.IndexOf(object value) => value is T item ? IndexOf(item) : -1;
    void IList.Insert(int index, object value) { Insert(index, Typed(value)); }
    void IList.Remove(object value) { if (value is T item) Remove(item); }
    bool IList.IsReadOnly => items.IsReadOnly;
    bool IList.IsFixedSize => items.IsReadOnly;
    private static T Typed(object value) {
      if (value is T item) return item;
      if (value == null) return default(T) == null ? default(T) : throw new ArgumentNullException("value");
      throw new ArgumentException("The value \\"" + value + "\\" is not of type \\"" + typeof(T) + "\\" and cannot be used in this generic collection.", "value");
    }
  }`,
  `public abstract class KeyedCollection<TKey, TItem> : Collection<TItem> {
    private readonly IEqualityComparer<TKey> comparer;
    private readonly Dictionary<TKey, TItem> byKey;
    protected KeyedCollection() : this(null) {}
    protected KeyedCollection(IEqualityComparer<TKey> comparer) : this(comparer, 0) {}
    protected KeyedCollection(IEqualityComparer<TKey> comparer, int dictionaryCreationThreshold) {
      if (dictionaryCreationThreshold < -1) throw new ArgumentOutOfRangeException("dictionaryCreationThreshold", "The specified threshold for creating dictionary is out of range.");
      this.comparer = comparer ?? EqualityComparer<TKey>.Default;
      byKey = new Dictionary<TKey, TItem>(this.comparer);
    }
    public IEqualityComparer<TKey> Comparer => comparer;
    protected IDictionary<TKey, TItem> Dictionary => byKey;
    public TItem this[TKey key] {
      get {
        if (TryGetValue(key, out TItem item)) return item;
        throw new KeyNotFoundException("The given key '" + key + "' was not present in the dictionary.");
      }
    }
    public bool Contains(TKey key) { Given(key); return byKey.ContainsKey(key); }
    public bool TryGetValue(TKey key, out TItem item) { Given(key); return byKey.TryGetValue(key, out item); }
    public bool Remove(TKey key) {
      Given(key);
      if (!byKey.TryGetValue(key, out TItem item)) return false;
      return base.Remove(item);
    }
    private static void Given(TKey key) { if (key == null) throw new ArgumentNullException("key"); }
    protected void ChangeItemKey(TItem item, TKey newKey) {
      TKey oldKey = GetKeyForItem(item);
      if (comparer.Equals(oldKey, newKey)) return;
      if (newKey != null) byKey.Add(newKey, item);
      if (oldKey != null) byKey.Remove(oldKey);
    }
    protected abstract TKey GetKeyForItem(TItem item);
    protected override void ClearItems() { base.ClearItems(); byKey.Clear(); }
    protected override void InsertItem(int index, TItem item) {
      TKey key = GetKeyForItem(item);
      if (key != null) byKey.Add(key, item);
      base.InsertItem(index, item);
    }
    protected override void RemoveItem(int index) {
      TKey key = GetKeyForItem(Items[index]);
      if (key != null) byKey.Remove(key);
      base.RemoveItem(index);
    }
    protected override void SetItem(int index, TItem item) {
      TKey newKey = GetKeyForItem(item), oldKey = GetKeyForItem(Items[index]);
      if (comparer.Equals(oldKey, newKey)) { if (newKey != null) byKey[newKey] = item; }
      else {
        if (newKey != null) byKey.Add(newKey, item);
        if (oldKey != null) byKey.Remove(oldKey);
      }
      base.SetItem(index, item);
    }
  }`,
  `public class ObservableCollection<T> : Collection<T>, System.Collections.Specialized.INotifyCollectionChanged {
    public ObservableCollection() {}
    public ObservableCollection(List<T> list) : base(new List<T>(list)) {}
    public ObservableCollection(IEnumerable<T> collection) : base(new List<T>(collection)) {}
    public virtual event System.Collections.Specialized.NotifyCollectionChangedEventHandler CollectionChanged;
    protected virtual void OnCollectionChanged(System.Collections.Specialized.NotifyCollectionChangedEventArgs e) { CollectionChanged?.Invoke(this, e); }
    public void Move(int oldIndex, int newIndex) { MoveItem(oldIndex, newIndex); }
    protected virtual void MoveItem(int oldIndex, int newIndex) {
      T item = this[oldIndex];
      base.RemoveItem(oldIndex);
      base.InsertItem(newIndex, item);
      OnCollectionChanged(new System.Collections.Specialized.NotifyCollectionChangedEventArgs(System.Collections.Specialized.NotifyCollectionChangedAction.Move, item, newIndex, oldIndex));
    }
    protected override void ClearItems() {
      base.ClearItems();
      OnCollectionChanged(new System.Collections.Specialized.NotifyCollectionChangedEventArgs(System.Collections.Specialized.NotifyCollectionChangedAction.Reset));
    }
    protected override void InsertItem(int index, T item) {
      base.InsertItem(index, item);
      OnCollectionChanged(new System.Collections.Specialized.NotifyCollectionChangedEventArgs(System.Collections.Specialized.NotifyCollectionChangedAction.Add, item, index));
    }
    protected override void RemoveItem(int index) {
      T item = this[index];
      base.RemoveItem(index);
      OnCollectionChanged(new System.Collections.Specialized.NotifyCollectionChangedEventArgs(System.Collections.Specialized.NotifyCollectionChangedAction.Remove, item, index));
    }
    protected override void SetItem(int index, T item) {
      T old = this[index];
      base.SetItem(index, item);
      OnCollectionChanged(new System.Collections.Specialized.NotifyCollectionChangedEventArgs(System.Collections.Specialized.NotifyCollectionChangedAction.Replace, item, old, index));
    }
  }`,
  `public class ReadOnlyDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IReadOnlyDictionary<TKey, TValue> {
    private readonly IDictionary<TKey, TValue> inner;
    public ReadOnlyDictionary(IDictionary<TKey, TValue> dictionary) { inner = dictionary ?? throw new ArgumentNullException("dictionary"); }
    protected IDictionary<TKey, TValue> Dictionary => inner;
    public int Count => inner.Count;
    public TValue this[TKey key] => inner[key];
    public ICollection<TKey> Keys => inner.Keys;
    public ICollection<TValue> Values => inner.Values;
    public bool ContainsKey(TKey key) => inner.ContainsKey(key);
    public bool TryGetValue(TKey key, out TValue value) => inner.TryGetValue(key, out value);
    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator() => inner.GetEnumerator();
    IEnumerator IEnumerable.GetEnumerator() => inner.GetEnumerator();
    private static Exception ReadOnly() => new NotSupportedException("Collection is read-only.");
    TValue IDictionary<TKey, TValue>.this[TKey key] { get => inner[key]; set => throw ReadOnly(); }
    void IDictionary<TKey, TValue>.Add(TKey key, TValue value) => throw ReadOnly();
    bool IDictionary<TKey, TValue>.Remove(TKey key) => throw ReadOnly();
    void ICollection<KeyValuePair<TKey, TValue>>.Add(KeyValuePair<TKey, TValue> item) => throw ReadOnly();
    void ICollection<KeyValuePair<TKey, TValue>>.Clear() => throw ReadOnly();
    bool ICollection<KeyValuePair<TKey, TValue>>.Contains(KeyValuePair<TKey, TValue> item) => inner.Contains(item);
    void ICollection<KeyValuePair<TKey, TValue>>.CopyTo(KeyValuePair<TKey, TValue>[] array, int arrayIndex) => inner.CopyTo(array, arrayIndex);
    bool ICollection<KeyValuePair<TKey, TValue>>.Remove(KeyValuePair<TKey, TValue> item) => throw ReadOnly();
    bool ICollection<KeyValuePair<TKey, TValue>>.IsReadOnly => true;
    IEnumerable<TKey> IReadOnlyDictionary<TKey, TValue>.Keys => inner.Keys;
    IEnumerable<TValue> IReadOnlyDictionary<TKey, TValue>.Values => inner.Values;
  }`,
]);
