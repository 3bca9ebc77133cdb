import { declareWritten } from './registry.ts';

/** Microsoft.VisualBasic.Collection: items by index from 1, and by keys without regard to case. */

declareWritten('Microsoft.VisualBasic', [
  `public class Collection : ICollection {
    private readonly List<object> items = new List<object>();
    private readonly List<string> keys = new List<string>();
    public int Count => items.Count;
    public object this[int index] => items[Place(index)];
    public object this[string key] => items[Found(key, "Index")];
    public object this[object index] {
      get {
        if (index is string text) return this[text];
        if (index is null) throw new ArgumentException("Argument 'Index' is not a valid value.");
        return this[Convert.ToInt32(index)];
      }
    }
    public void Add(object item, string key = null, object before = null, object after = null) {
      if (before != null && after != null) throw new ArgumentException("'Before' and 'After' arguments cannot be combined.");
      if (key != null && Contains(key)) throw new ArgumentException("Add failed. Duplicate key value supplied.");
      int at = before != null ? Position(before, "Before") : after != null ? Position(after, "After") + 1 : items.Count;
      items.Insert(at, item);
      keys.Insert(at, key);
    }
    public bool Contains(string key) {
      if (key == null) throw new ArgumentException("Argument 'Key' is not a valid value.");
      return Find(key) >= 0;
    }
    public void Remove(int index) { RemoveAt(Place(index)); }
    public void Remove(string key) { RemoveAt(Found(key, "Key")); }
    public void Clear() { items.Clear(); keys.Clear(); }
    public IEnumerator GetEnumerator() => items.GetEnumerator();
    void ICollection.CopyTo(Array array, int index) { for (int i = 0; i < items.Count; i++) array.SetValue(items[i], index + i); }
    bool ICollection.IsSynchronized => false;
    object ICollection.SyncRoot => this;
    private void RemoveAt(int at) { items.RemoveAt(at); keys.RemoveAt(at); }
    private int Find(string key) => keys.FindIndex(each => each != null && each.Equals(key, StringComparison.OrdinalIgnoreCase));
    private int Found(string key, string name) {
      int at = key == null ? -1 : Find(key);
      if (at < 0) throw new ArgumentException("Argument '" + name + "' is not a valid value.", "Key");
      return at;
    }
    private int Position(object of, string name) {
      if (of is string text) return Found(text, name);
      int at = Convert.ToInt32(of);
      if (at < 1 || at > items.Count) throw new ArgumentOutOfRangeException("Index");
      return at - 1;
    }
    private int Place(int index) {
      if (index < 1 || index > items.Count) throw new IndexOutOfRangeException("Collection index must be in the range 1 to the size of the collection.");
      return index - 1;
    }
  }`,
]);
