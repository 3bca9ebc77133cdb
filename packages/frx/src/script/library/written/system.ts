import { declareWritten } from './registry.ts';

/** A part of an array, and references that do not keep their target: in a report the target remains. */

declareWritten('System', [
  `public struct ArraySegment<T> : IList<T>, IReadOnlyList<T> {
    private readonly T[] array;
    private readonly int offset;
    private readonly int count;
    public static ArraySegment<T> Empty => new ArraySegment<T>(new T[0]);
    public ArraySegment(T[] array) {
      if (array == null) throw new ArgumentNullException("array");
      this.array = array; offset = 0; count = array.Length;
    }
    public ArraySegment(T[] array, int offset, int count) {
      if (array == null) throw new ArgumentNullException("array");
      if (offset < 0) throw new ArgumentOutOfRangeException("offset", "Non-negative number required.");
      if (count < 0) throw new ArgumentOutOfRangeException("count", "Non-negative number required.");
      if (array.Length - offset < count) throw new ArgumentException("Offset and length were out of bounds for the array or count is greater than the number of elements from index to the end of the source collection.");
      this.array = array; this.offset = offset; this.count = count;
    }
    public T[] Array => array;
    public int Offset => offset;
    public int Count => count;
    public bool IsReadOnly => true;
    private void NeedArray() { if (array == null) throw new InvalidOperationException("The underlying array is null."); }
    private int At(int index) {
      if (index < 0 || index >= count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
      return offset + index;
    }
    public T this[int index] { get { return array[At(index)]; } set { array[At(index)] = value; } }
    public ArraySegment<T> Slice(int index) {
      NeedArray();
      if (index < 0 || index > count) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
      return new ArraySegment<T>(array, offset + index, count - index);
    }
    public ArraySegment<T> Slice(int index, int count) {
      NeedArray();
      if (index < 0 || count < 0 || index > this.count || count > this.count - index) throw new ArgumentOutOfRangeException("index", "Index was out of range. Must be non-negative and less than the size of the collection.");
      return new ArraySegment<T>(array, offset + index, count);
    }
    public T[] ToArray() { NeedArray(); var all = new T[count]; System.Array.Copy(array, offset, all, 0, count); return all; }
    public void CopyTo(T[] destination) { CopyTo(destination, 0); }
    public void CopyTo(T[] destination, int destinationIndex) { NeedArray(); System.Array.Copy(array, offset, destination, destinationIndex, count); }
    bool ICollection<T>.Contains(T item) => Find(item) >= 0;
    int IList<T>.IndexOf(T item) => Find(item);
    private int Find(T item) {
      NeedArray();
      var found = System.Array.IndexOf(array, item, offset, count);
      return found < 0 ? -1 : found - offset;
    }
    public IEnumerator<T> GetEnumerator() { NeedArray(); return Elements(); }
    private IEnumerator<T> Elements() { for (var i = 0; i < count; i++) yield return array[offset + i]; }
    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    void ICollection<T>.Add(T item) { throw new NotSupportedException("Specified method is not supported."); }
    void ICollection<T>.Clear() { throw new NotSupportedException("Specified method is not supported."); }
    bool ICollection<T>.Remove(T item) { throw new NotSupportedException("Specified method is not supported."); }
    void IList<T>.Insert(int index, T item) { throw new NotSupportedException("Specified method is not supported."); }
    void IList<T>.RemoveAt(int index) { throw new NotSupportedException("Specified method is not supported."); }
    public bool Equals(ArraySegment<T> other) => array == other.array && offset == other.offset && count == other.count;
    public override bool Equals(object other) => other is ArraySegment<T> segment && Equals(segment);
    public override int GetHashCode() => array == null ? 0 : HashCode.Combine(offset, count, array.GetHashCode());
    public static bool operator ==(ArraySegment<T> a, ArraySegment<T> b) => a.Equals(b);
    public static bool operator !=(ArraySegment<T> a, ArraySegment<T> b) => !a.Equals(b);
    public static implicit operator ArraySegment<T>(T[] array) => array == null ? default(ArraySegment<T>) : new ArraySegment<T>(array);
  }`,
  `public class WeakReference {
    public virtual object Target { get; set; }
    public virtual bool IsAlive => Target != null;
    public virtual bool TrackResurrection { get; }
    public WeakReference(object target) { Target = target; }
    public WeakReference(object target, bool trackResurrection) { Target = target; TrackResurrection = trackResurrection; }
  }`,
  `public sealed class WeakReference<T> where T : class {
    private T target;
    public WeakReference(T target) { this.target = target; }
    public WeakReference(T target, bool trackResurrection) { this.target = target; }
    public void SetTarget(T target) { this.target = target; }
    public bool TryGetTarget(out T target) { target = this.target; return target != null; }
  }`,
]);
