import { declareWritten } from './registry.ts';

/** System.Collections.Specialized, and the base classes of typed collections in System.Collections. */

declareWritten('System.Collections.Specialized', [
  'public enum NotifyCollectionChangedAction { Add, Remove, Replace, Move, Reset }',
  'public interface INotifyCollectionChanged { event NotifyCollectionChangedEventHandler CollectionChanged; }',
  'public delegate void NotifyCollectionChangedEventHandler(object sender, NotifyCollectionChangedEventArgs e);',
  `public class NotifyCollectionChangedEventArgs : EventArgs {
    public NotifyCollectionChangedAction Action { get; }
    public IList NewItems { get; }
    public IList OldItems { get; }
    public int NewStartingIndex { get; } = -1;
    public int OldStartingIndex { get; } = -1;
    public NotifyCollectionChangedEventArgs(NotifyCollectionChangedAction action) { Action = action; }
    public NotifyCollectionChangedEventArgs(NotifyCollectionChangedAction action, object changedItem, int index) {
      Action = action;
      if (action == NotifyCollectionChangedAction.Add) { NewItems = new[] { changedItem }; NewStartingIndex = index; }
      else { OldItems = new[] { changedItem }; OldStartingIndex = index; }
    }
    public NotifyCollectionChangedEventArgs(NotifyCollectionChangedAction action, object changedItem, int index, int oldIndex) {
      Action = action;
      NewItems = OldItems = new[] { changedItem };
      NewStartingIndex = index;
      OldStartingIndex = oldIndex;
    }
    public NotifyCollectionChangedEventArgs(NotifyCollectionChangedAction action, object newItem, object oldItem, int index) {
      Action = action;
      NewItems = new[] { newItem };
      OldItems = new[] { oldItem };
      NewStartingIndex = OldStartingIndex = index;
    }
  }`,
  `public class StringCollection : IList {
    private readonly ArrayList data = new ArrayList();
    public int Count => data.Count;
    public bool IsReadOnly => false;
    public string this[int index] { get => (string)data[index]; set => data[index] = value; }
    public int Add(string value) => data.Add(value);
    public void AddRange(string[] value) { if (value == null) throw new ArgumentNullException("value"); data.AddRange(value); }
    public void Clear() { data.Clear(); }
    public bool Contains(string value) => data.Contains(value);
    public void CopyTo(string[] array, int index) { data.CopyTo(array, index); }
    public int IndexOf(string value) => data.IndexOf(value);
    public void Insert(int index, string value) { data.Insert(index, value); }
    public void Remove(string value) { data.Remove(value); }
    public void RemoveAt(int index) { data.RemoveAt(index); }
    IEnumerator IEnumerable.GetEnumerator() => data.GetEnumerator();
    void ICollection.CopyTo(Array array, int index) { data.CopyTo(array, index); }
    object IList.this[int index] { get => data[index]; set => data[index] = (string)value; }
    int IList.Add(object value) => data.Add((string)value);
    bool IList.Contains(object value) => data.Contains((string)value);
    int IList.IndexOf(object value) => data.IndexOf((string)value);
    void IList.Insert(int index, object value) { data.Insert(index, (string)value); }
    void IList.Remove(object value) { data.Remove((string)value); }
    bool IList.IsFixedSize => false;
  }`,
  `public class StringDictionary : IEnumerable {
    private readonly Hashtable table = new Hashtable();
    private static string Lower(string key) => key == null ? throw new ArgumentNullException("key") : key.ToLowerInvariant();
    public virtual int Count => table.Count;
    public virtual string this[string key] { get => (string)table[Lower(key)]; set => table[Lower(key)] = value; }
    public virtual ICollection Keys => table.Keys;
    public virtual ICollection Values => table.Values;
    public virtual void Add(string key, string value) { table.Add(Lower(key), value); }
    public virtual void Clear() { table.Clear(); }
    public virtual bool ContainsKey(string key) => table.ContainsKey(Lower(key));
    public virtual bool ContainsValue(string value) => table.ContainsValue(value);
    public virtual void Remove(string key) { table.Remove(Lower(key)); }
    public virtual IEnumerator GetEnumerator() => table.GetEnumerator();
  }`,
  `public class OrderedDictionary : IEnumerable {
    private readonly ArrayList entries = new ArrayList();
    private readonly Hashtable places;
    private readonly IEqualityComparer comparer;
    public OrderedDictionary() : this(null) {}
    public OrderedDictionary(int capacity) : this(null) {}
    public OrderedDictionary(IEqualityComparer comparer) { this.comparer = comparer; places = comparer == null ? new Hashtable() : new Hashtable(comparer); }
    public int Count => entries.Count;
    public bool IsReadOnly => false;
    public ICollection Keys { get { var keys = new ArrayList(); foreach (DictionaryEntry each in entries) keys.Add(each.Key); return keys; } }
    public ICollection Values { get { var values = new ArrayList(); foreach (DictionaryEntry each in entries) values.Add(each.Value); return values; } }
    private int Place(object key) {
      for (int at = 0; at < entries.Count; at++) {
        object each = ((DictionaryEntry)entries[at]).Key;
        if (comparer == null ? each.Equals(key) : comparer.Equals(each, key)) return at;
      }
      return -1;
    }
    public object this[int index] {
      get => ((DictionaryEntry)entries[index]).Value;
      set {
        if (index < 0 || index >= entries.Count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
        object key = ((DictionaryEntry)entries[index]).Key;
        entries[index] = new DictionaryEntry(key, value);
        places[key] = value;
      }
    }
    public object this[object key] {
      get => places[key];
      set {
        if (places.Contains(key)) { places[key] = value; entries[Place(key)] = new DictionaryEntry(key, value); }
        else Add(key, value);
      }
    }
    public void Add(object key, object value) { places.Add(key, value); entries.Add(new DictionaryEntry(key, value)); }
    public void Clear() { places.Clear(); entries.Clear(); }
    public bool Contains(object key) => places.Contains(key);
    public void Insert(int index, object key, object value) {
      if (index < 0 || index > entries.Count) throw new ArgumentOutOfRangeException("index", "Specified argument was out of the range of valid values.");
      places.Add(key, value);
      entries.Insert(index, new DictionaryEntry(key, value));
    }
    public void Remove(object key) {
      if (key == null) throw new ArgumentNullException("key");
      int at = Place(key);
      if (at < 0) return;
      places.Remove(key);
      entries.RemoveAt(at);
    }
    public void RemoveAt(int index) {
      if (index < 0 || index >= entries.Count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
      places.Remove(((DictionaryEntry)entries[index]).Key);
      entries.RemoveAt(index);
    }
    public IEnumerator GetEnumerator() => entries.GetEnumerator();
  }`,
  `public class ListDictionary : IEnumerable {
    private readonly ArrayList entries = new ArrayList();
    private readonly IComparer comparer;
    public ListDictionary() {}
    public ListDictionary(IComparer comparer) { this.comparer = comparer; }
    public int Count => entries.Count;
    public bool IsReadOnly => false;
    public bool IsFixedSize => false;
    public ICollection Keys { get { var keys = new ArrayList(); foreach (DictionaryEntry each in entries) keys.Add(each.Key); return keys; } }
    public ICollection Values { get { var values = new ArrayList(); foreach (DictionaryEntry each in entries) values.Add(each.Value); return values; } }
    private int Place(object key) {
      if (key == null) throw new ArgumentNullException("key");
      for (int at = 0; at < entries.Count; at++) {
        object each = ((DictionaryEntry)entries[at]).Key;
        if (comparer == null ? each.Equals(key) : comparer.Compare(each, key) == 0) return at;
      }
      return -1;
    }
    public object this[object key] {
      get { int at = Place(key); return at < 0 ? null : ((DictionaryEntry)entries[at]).Value; }
      set { int at = Place(key); if (at < 0) entries.Add(new DictionaryEntry(key, value)); else entries[at] = new DictionaryEntry(((DictionaryEntry)entries[at]).Key, value); }
    }
    public void Add(object key, object value) {
      if (Place(key) >= 0) throw new ArgumentException("An item with the same key has already been added. Key: " + key);
      entries.Add(new DictionaryEntry(key, value));
    }
    public void Clear() { entries.Clear(); }
    public bool Contains(object key) => Place(key) >= 0;
    public void Remove(object key) { int at = Place(key); if (at >= 0) entries.RemoveAt(at); }
    public IEnumerator GetEnumerator() => entries.GetEnumerator();
  }`,
  `public class NameValueCollection : ICollection {
    private readonly List<string> names = new List<string>();
    private readonly List<List<string>> lists = new List<List<string>>();
    private readonly IEqualityComparer comparer;
    public NameValueCollection() {}
    public NameValueCollection(int capacity) {}
    public NameValueCollection(IEqualityComparer equalityComparer) { comparer = equalityComparer; }
    public NameValueCollection(NameValueCollection col) { Add(col); }
    private int Place(string name) {
      for (int at = 0; at < names.Count; at++)
        if (name == null || names[at] == null ? name == names[at] : comparer == null ? string.Equals(names[at], name, StringComparison.OrdinalIgnoreCase) : comparer.Equals(names[at], name)) return at;
      return -1;
    }
    private static string Joined(List<string> list) => list.Count == 0 ? null : string.Join(",", list);
    public virtual int Count => names.Count;
    public virtual string[] AllKeys => names.ToArray();
    public virtual ICollection Keys => names.ToArray();
    public string this[string name] { get => Get(name); set => Set(name, value); }
    public string this[int index] => Get(index);
    public void Add(NameValueCollection c) {
      if (c == null) throw new ArgumentNullException("c");
      for (int at = 0; at < c.Count; at++) {
        string[] values = c.GetValues(at);
        if (values == null) Add(c.GetKey(at), null);
        else foreach (string value in values) Add(c.GetKey(at), value);
      }
    }
    public virtual void Add(string name, string value) {
      int at = Place(name);
      if (at < 0) { at = names.Count; names.Add(name); lists.Add(new List<string>()); }
      if (value != null) lists[at].Add(value);
    }
    public virtual void Clear() { names.Clear(); lists.Clear(); }
    public virtual string Get(string name) { int at = Place(name); return at < 0 ? null : Joined(lists[at]); }
    public virtual string Get(int index) => Joined(lists[index]);
    public virtual string GetKey(int index) => names[index];
    public virtual string[] GetValues(string name) { int at = Place(name); return at < 0 || lists[at].Count == 0 ? null : lists[at].ToArray(); }
    public virtual string[] GetValues(int index) => lists[index].Count == 0 ? null : lists[index].ToArray();
    public bool HasKeys() => names.Exists(name => name != null);
    public virtual void Set(string name, string value) {
      int at = Place(name);
      if (at < 0) { at = names.Count; names.Add(name); lists.Add(null); }
      lists[at] = new List<string>();
      if (value != null) lists[at].Add(value);
    }
    public virtual void Remove(string name) { int at = Place(name); if (at < 0) return; names.RemoveAt(at); lists.RemoveAt(at); }
    public void CopyTo(Array dest, int index) { for (int at = 0; at < names.Count; at++) dest.SetValue(Get(at), index + at); }
    public virtual IEnumerator GetEnumerator() => names.GetEnumerator();
  }`,
]);

declareWritten('System.Collections', [
  `public abstract class CollectionBase : IList {
    private readonly ArrayList list = new ArrayList();
    protected CollectionBase() {}
    protected CollectionBase(int capacity) {}
    protected ArrayList InnerList => list;
    protected IList List => this;
    public int Count => list.Count;
    public void Clear() { OnClear(); list.Clear(); OnClearComplete(); }
    public void RemoveAt(int index) {
      Inside(index);
      object value = list[index];
      OnValidate(value);
      OnRemove(index, value);
      list.RemoveAt(index);
      OnRemoveComplete(index, value);
    }
    private void Inside(int index) {
      if (index < 0 || index >= list.Count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
    }
    bool IList.IsReadOnly => false;
    bool IList.IsFixedSize => false;
    void ICollection.CopyTo(Array array, int index) { list.CopyTo(array, index); }
    object IList.this[int index] {
      get { Inside(index); return list[index]; }
      set {
        Inside(index);
        OnValidate(value);
        object old = list[index];
        OnSet(index, old, value);
        list[index] = value;
        OnSetComplete(index, old, value);
      }
    }
    bool IList.Contains(object value) => list.Contains(value);
    int IList.IndexOf(object value) => list.IndexOf(value);
    int IList.Add(object value) {
      OnValidate(value);
      OnInsert(list.Count, value);
      int index = list.Add(value);
      OnInsertComplete(index, value);
      return index;
    }
    void IList.Remove(object value) {
      OnValidate(value);
      int index = list.IndexOf(value);
      if (index < 0) throw new ArgumentException("Cannot remove the specified item because it was not found in the specified Collection.");
      OnRemove(index, value);
      list.RemoveAt(index);
      OnRemoveComplete(index, value);
    }
    void IList.Insert(int index, object value) {
      if (index < 0 || index > list.Count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
      OnValidate(value);
      OnInsert(index, value);
      list.Insert(index, value);
      OnInsertComplete(index, value);
    }
    public IEnumerator GetEnumerator() => list.GetEnumerator();
    protected virtual void OnSet(int index, object oldValue, object newValue) {}
    protected virtual void OnInsert(int index, object value) {}
    protected virtual void OnClear() {}
    protected virtual void OnRemove(int index, object value) {}
    protected virtual void OnValidate(object value) { if (value == null) throw new ArgumentNullException("value"); }
    protected virtual void OnSetComplete(int index, object oldValue, object newValue) {}
    protected virtual void OnInsertComplete(int index, object value) {}
    protected virtual void OnClearComplete() {}
    protected virtual void OnRemoveComplete(int index, object value) {}
  }`,
  `public abstract class ReadOnlyCollectionBase : ICollection {
    private readonly ArrayList list = new ArrayList();
    protected ArrayList InnerList => list;
    public virtual int Count => list.Count;
    void ICollection.CopyTo(Array array, int index) { list.CopyTo(array, index); }
    public virtual IEnumerator GetEnumerator() => list.GetEnumerator();
  }`,
]);

// Its dynamic members are bound in `binder/expressions/dynamic.ts`.
declareWritten('System.Dynamic', ['public sealed class ExpandoObject : Dictionary<string, object> { }']);
