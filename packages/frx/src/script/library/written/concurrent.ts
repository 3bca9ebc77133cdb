import { declareWritten } from './registry.ts';

/** Collections of System.Collections.Concurrent, which are plain ones in the one thread there is, and WeakReference. */

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
]);

declareWritten('System', [
  `public class WeakReference {
    public WeakReference(object target) { Target = target; }
    public WeakReference(object target, bool trackResurrection) { Target = target; }
    public virtual object Target { get; set; }
    public virtual bool IsAlive => Target != null;
  }`,
]);
