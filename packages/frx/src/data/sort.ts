/**
 * Sorts in place the way .NET's ArrayList.Sort does, ties included: introsort with insertion sort up to 16 items, median of three, heapsort
 * past twice the logarithm of the length. The order of equal rows inside a group depends on it.
 */
export function introSort<Item>(items: Item[], compare: (a: Item, b: Item) => number): void {
  if (items.length < 2) return;
  const swap = (i: number, j: number): void => {
    const held = items[i]!;
    items[i] = items[j]!;
    items[j] = held;
  };
  const order = (i: number, j: number): void => {
    if (i !== j && compare(items[i]!, items[j]!) > 0) swap(i, j);
  };
  const insertion = (low: number, high: number): void => {
    for (let i = low; i < high; i++) {
      const item = items[i + 1]!;
      let j = i;
      while (j >= low && compare(item, items[j]!) < 0) {
        items[j + 1] = items[j]!;
        j -= 1;
      }
      items[j + 1] = item;
    }
  };
  const partition = (low: number, high: number): number => {
    const middle = low + ((high - low) >> 1);
    order(low, middle);
    order(low, high);
    order(middle, high);
    const pivot = items[middle]!;
    swap(middle, high - 1);
    let left = low;
    let right = high - 1;
    while (left < right) {
      do left += 1;
      while (compare(items[left]!, pivot) < 0);
      do right -= 1;
      while (compare(pivot, items[right]!) < 0);
      if (left >= right) break;
      swap(left, right);
    }
    swap(left, high - 1);
    return left;
  };
  const heap = (low: number, high: number): void => {
    const length = high - low + 1;
    const sink = (from: number, end: number): void => {
      let i = from;
      const item = items[low + i - 1]!;
      while (i <= end / 2) {
        let child = 2 * i;
        if (child < end && compare(items[low + child - 1]!, items[low + child]!) < 0) child += 1;
        if (compare(item, items[low + child - 1]!) >= 0) break;
        items[low + i - 1] = items[low + child - 1]!;
        i = child;
      }
      items[low + i - 1] = item;
    };
    for (let i = length >> 1; i >= 1; i--) sink(i, length);
    for (let i = length; i > 1; i--) {
      swap(low, low + i - 1);
      sink(1, i - 1);
    }
  };
  const sort = (low: number, from: number, allowed: number): void => {
    let high = from;
    let depth = allowed;
    while (high > low) {
      const size = high - low + 1;
      if (size <= 16) {
        if (size === 2) order(low, high);
        else if (size === 3) {
          order(low, high - 1);
          order(low, high);
          order(high - 1, high);
        } else insertion(low, high);
        return;
      }
      if (depth === 0) {
        heap(low, high);
        return;
      }
      depth -= 1;
      const pivot = partition(low, high);
      sort(pivot + 1, high, depth);
      high = pivot - 1;
    }
  };
  sort(0, items.length - 1, 2 * (Math.floor(Math.log2(items.length)) + 1));
}
