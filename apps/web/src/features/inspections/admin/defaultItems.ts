/** The default items of an inspection type as rows, and their order, as pure functions. */
import type { InspectionDefaultItem, ItemTypeChoice } from '@holdfast/contract';

/** A default item with its position in the list. */
export interface PlacedDefault {
  item: InspectionDefaultItem;
  /** Number of its ancestors. */
  depth: number;
  isFirst: boolean;
  isLast: boolean;
}

/** Returns the tree as rows, parents before their children. */
export function rowsOf(tree: readonly InspectionDefaultItem[], depth = 0): PlacedDefault[] {
  return tree.flatMap((item, index) => [
    { item, depth, isFirst: index === 0, isLast: index === tree.length - 1 },
    ...rowsOf(item.children, depth + 1),
  ]);
}

/**
 * Returns the possible parents of a default item: no questions, neither the item itself nor its descendants, and only items of the parent
 * types of its type. When its type has no parent types, or is not chosen yet, all types are possible (as ITEM-11 requires for items).
 *
 * @param id null: for an item that does not exist yet
 */
export function possibleParents(
  tree: readonly InspectionDefaultItem[],
  id: string | null,
  type: Pick<ItemTypeChoice, 'parentItemTypes'> | undefined,
): InspectionDefaultItem[] {
  const allowed = new Set(type?.parentItemTypes.map(({ parentItemTypeId }) => parentItemTypeId));
  const without = (items: readonly InspectionDefaultItem[]): InspectionDefaultItem[] =>
    items.flatMap((item) => (item.id === id ? [] : [item, ...without(item.children)]));
  return without(tree).filter((item) => item.type === 'Item' && (allowed.size === 0 || allowed.has(item.itemTypeId)));
}

/**
 * Returns the order after an item has swapped places with its neighbour on the same level: the complete list, numbered from 0 (CNST-08).
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
