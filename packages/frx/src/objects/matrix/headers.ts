/** The tree of header items of one side of a matrix: a level for each descriptor, sorted on insertion. */
import type { Value } from '../../expression/values/values.ts';

type SortOrder = 'None' | 'Ascending' | 'Descending';

/** One level of the headers of a side: the order of its values and its totals. */
export interface HeaderDescriptor {
  readonly sort: SortOrder;
  readonly totals: boolean;
  readonly totalsFirst: boolean;
  /** No total where a group has one item only. */
  readonly suppressTotals: boolean;
  readonly pageBreak: boolean;
}

/** A value (or a total) of one level inside the values of the levels above it. */
export interface HeaderItem {
  readonly parent: HeaderItem | undefined;
  readonly items: HeaderItem[];
  readonly value: Value;
  /** Index of its descriptor; -1: the root. */
  readonly level: number;
  readonly isTotal: boolean;
  /** The data row where the value first occurred. */
  readonly rowNo: number;
  /** Index of the line of cells, for items without inner items. */
  index: number;
}

/** The headers of one side: a root without a value, below it the items of the first level. */
export interface HeaderTree {
  readonly root: HeaderItem;
  readonly descriptors: readonly HeaderDescriptor[];
  /** Number of lines of cells assigned so far. */
  lines: number;
}

/** Compares two values: negative when the first comes first, 0 when they are the same header. */
export type Compare = (a: Value, b: Value) => number;

function createItem(
  parent: HeaderItem | undefined,
  value: Value,
  level: number,
  rowNo: number,
  isTotal = false,
): HeaderItem {
  return { parent, items: [], value, level, isTotal, rowNo, index: 0 };
}

/** Creates a tree without items; `descriptors` are its levels from the outermost on. */
export function createHeaderTree(descriptors: readonly HeaderDescriptor[]): HeaderTree {
  return { root: createItem(undefined, null, -1, 0), descriptors, lines: 0 };
}

/** The index of the item with this value, or the bitwise complement of its insertion index. */
function findItem(items: readonly HeaderItem[], value: Value, sort: SortOrder, compare: Compare): number {
  if (sort === 'None') {
    const index = items.findIndex((item) => compare(item.value, value) === 0);
    return index >= 0 ? index : ~items.length;
  }
  const direction = sort === 'Descending' ? -1 : 1;
  let low = 0;
  let high = items.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = direction * compare(items[middle]!.value, value);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return ~low;
}

/** Returns the item of these values, one for each level; creates missing items. */
export function findOrCreate(tree: HeaderTree, values: readonly Value[], rowNo: number, compare: Compare): HeaderItem {
  let item = tree.root;
  for (const [level, { sort }] of tree.descriptors.entries()) {
    const value = values[level] ?? null;
    const index = findItem(item.items, value, sort, compare);
    if (index >= 0) {
      item = item.items[index]!;
      continue;
    }
    const created = createItem(item, value, level, rowNo);
    if (level === tree.descriptors.length - 1) created.index = tree.lines++;
    item.items.splice(~index, 0, created);
    item = created;
  }
  return item;
}

/** Adds the total items: after (or before) the items of every level that has totals. */
export function addTotals(tree: HeaderTree, item: HeaderItem = tree.root, level = 0): void {
  const descriptor = tree.descriptors[level];
  if (descriptor === undefined) return;
  for (const inner of item.items) addTotals(tree, inner, level + 1);
  if (!descriptor.totals || (descriptor.suppressTotals && item.items.length <= 1)) return;
  const total = createItem(item, item.value, level, item.rowNo, true);
  total.index = tree.lines++;
  if (descriptor.totalsFirst) item.items.unshift(total);
  else item.items.push(total);
}

/** The items without inner items, in order: one for each line of cells. */
export function terminals(item: HeaderItem, found: HeaderItem[] = []): HeaderItem[] {
  if (item.items.length === 0) found.push(item);
  else for (const inner of item.items) terminals(inner, found);
  return found;
}

/** Returns the number of lines of cells that an item spans. */
export function spanOf(item: HeaderItem): number {
  if (item.items.length === 0) return 1;
  return item.items.reduce((sum, inner) => sum + spanOf(inner), 0);
}

/** The values from the outermost level to this item's. */
export function valuesOf(item: HeaderItem): readonly Value[] {
  const values: Value[] = [];
  for (let at: HeaderItem | undefined = item; at?.parent !== undefined; at = at.parent) values.unshift(at.value);
  return values;
}
