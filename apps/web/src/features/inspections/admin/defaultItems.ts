/** The default items of a type of inspection as rows, and their order: pure. */
import type { InspectionDefaultItem } from '@holdfast/contract';

/** A default item at its place in the list. */
export interface PlacedDefault {
  item: InspectionDefaultItem;
  /** Number of its ancestors. */
  depth: number;
  isFirst: boolean;
  isLast: boolean;
}

/** The tree as the rows of a list, parents before their children. */
export function rowsOf(tree: readonly InspectionDefaultItem[], depth = 0): PlacedDefault[] {
  return tree.flatMap((item, index) => [
    { item, depth, isFirst: index === 0, isLast: index === tree.length - 1 },
    ...rowsOf(item.children, depth + 1),
  ]);
}

/**
 * The order after an item has swapped places with its neighbour on the same level: the whole list, numbered from 0 (CNST-08).
 * @param by -1: up, 1: down
 * @returns null when there is no neighbour on that side.
 */
export function swapped(
  tree: readonly InspectionDefaultItem[],
  id: string,
  by: -1 | 1,
): { id: string; order: number }[] | null {
  const after = swapIn(tree, id, by);
  return after === null ? null : rowsOf(after).map(({ item }, order) => ({ id: item.id, order }));
}

function swapIn(tree: readonly InspectionDefaultItem[], id: string, by: -1 | 1): InspectionDefaultItem[] | null {
  const at = tree.findIndex((item) => item.id === id);
  const item = tree[at];
  const neighbour = tree[at + by];
  if (item !== undefined) return neighbour === undefined ? null : tree.with(at, neighbour).with(at + by, item);
  for (const [index, parent] of tree.entries()) {
    const children = swapIn(parent.children, id, by);
    if (children !== null) return tree.with(index, { ...parent, children });
  }
  return null;
}
