/**
 * Sorts in place as `Array.Sort` and `List<T>.Sort` of .NET do. The order of equal items follows from the algorithm, which is not stable:
 * quicksort, insertion sort for up to 16 items, heapsort where quicksort recurses too deep.
 */
export function introSort<T>(items: T[], compare: (a: T, b: T) => number): void {
  if (items.length >= 2) sortPart(items, 0, items.length - 1, 2 * (Math.floor(Math.log2(items.length)) + 1), compare);
}

type Compare<T> = (a: T, b: T) => number;

/** Maximum number of items sorted by insertion. */
const SMALL = 16;

function sortPart<T>(items: T[], low: number, end: number, depth: number, compare: Compare<T>): void {
  let high = end;
  for (let left = depth; high > low; left--) {
    const size = high - low + 1;
    if (size === 2) {
      orderPair(items, low, high, compare);
      return;
    }
    if (size === 3) {
      orderPair(items, low, high - 1, compare);
      orderPair(items, low, high, compare);
      orderPair(items, high - 1, high, compare);
      return;
    }
    if (size <= SMALL) {
      insertionSort(items, low, high, compare);
      return;
    }
    if (left === 0) {
      heapSort(items, low, high, compare);
      return;
    }
    const middle = partition(items, low, high, compare);
    sortPart(items, middle + 1, high, left - 1, compare);
    high = middle - 1;
  }
}

function swap(items: unknown[], a: number, b: number): void {
  const held = items[a];
  items[a] = items[b];
  items[b] = held;
}

function orderPair<T>(items: T[], a: number, b: number, compare: Compare<T>): void {
  if (a !== b && compare(items[a] as T, items[b] as T) > 0) swap(items, a, b);
}

/** Moves smaller items before the median of three and larger ones after it; returns its index. */
function partition<T>(items: T[], low: number, high: number, compare: Compare<T>): number {
  const middle = low + ((high - low) >> 1);
  orderPair(items, low, middle, compare);
  orderPair(items, low, high, compare);
  orderPair(items, middle, high, compare);
  const pivot = items[middle] as T;
  swap(items, middle, high - 1);
  let left = low;
  let right = high - 1;
  while (left < right) {
    // The bounds keep inconsistent comparers from leaving the range.
    do left++;
    while (left < high && compare(items[left] as T, pivot) < 0);
    do right--;
    while (right > low && compare(pivot, items[right] as T) < 0);
    if (left >= right) break;
    swap(items, left, right);
  }
  swap(items, left, high - 1);
  return left;
}

function insertionSort<T>(items: T[], low: number, high: number, compare: Compare<T>): void {
  for (let next = low + 1; next <= high; next++) {
    const item = items[next] as T;
    let at = next;
    for (; at > low && compare(item, items[at - 1] as T) < 0; at--) items[at] = items[at - 1] as T;
    items[at] = item;
  }
}

function heapSort<T>(items: T[], low: number, high: number, compare: Compare<T>): void {
  const count = high - low + 1;
  for (let root = count >> 1; root >= 1; root--) siftDown(items, root, count, low, compare);
  for (let last = count; last > 1; last--) {
    swap(items, low, low + last - 1);
    siftDown(items, 1, last - 1, low, compare);
  }
}

/** Moves an item of the heap, whose positions are 1-based, down to its position. */
function siftDown<T>(items: T[], from: number, count: number, low: number, compare: Compare<T>): void {
  const item = items[low + from - 1] as T;
  let root = from;
  while (root <= count >> 1) {
    let child = 2 * root;
    if (child < count && compare(items[low + child - 1] as T, items[low + child] as T) < 0) child++;
    if (compare(item, items[low + child - 1] as T) >= 0) break;
    items[low + root - 1] = items[low + child - 1] as T;
    root = child;
  }
  items[low + root - 1] = item;
}
