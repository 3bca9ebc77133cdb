/** Places of items: the tree of an inspection, and the possible parents of an item. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { installationInspectionById, itemsBelow } from '../inspections/index.ts';
import { inspectionRows, itemRow, itemsWithKind } from './queries.ts';
import { asTree, pathsOf } from './rules.ts';

/** The items of an inspection and their locations, as a tree. */
export const getItemHierarchyFromInstallationInspection = handler(
  contract.getItemHierarchyFromInstallationInspection,
  async ({ db }, { installationInspectionId }) => {
    const { installationId } = await installationInspectionById(db, installationInspectionId);
    const rows = await inspectionRows(db, { id: installationInspectionId, installationId }, []);
    return asTree(rows.filter((row) => !row.isQuestion));
  },
);

/**
 * Returns the possible parents of an item: any other item of the installation that its type allows as a parent, or any item when its type
 * names no parents, but never itself or its descendants (ITEM-11). A question has no parent (product decision 15).
 */
export const getItemPossibleParents = handler(
  contract.getItemPossibleParents,
  async ({ db }, { installationId, itemId }) => {
    const item = await itemRow(db, itemId);
    if (item.installationId !== installationId) throw new contract.Problem('notFound');
    const items = await itemsWithKind(db, installationId);
    if (items.find((each) => each.id === itemId)?.isQuestion === 1) return [];
    const links = await db.rows('itemTypeParent', { itemTypeId: item.itemTypeId });
    const types = new Set(links.map((link) => link.parentItemTypeId));
    const own = itemsBelow(items, [itemId]);
    const paths = pathsOf(items);
    return items
      .filter(({ id, isQuestion }) => isQuestion === 0 && !own.has(id))
      .filter(({ itemTypeId }) => types.size === 0 || types.has(itemTypeId))
      .map(({ id, name, isLocation }) => ({ id, name, path: paths.get(id)!, isLocation: isLocation === 1 }))
      .toSorted((a, b) => comparePaths(a.path, b.path) || (a.id < b.id ? -1 : 1));
  },
);

const collator = new Intl.Collator('en-GB', { numeric: true });

function comparePaths(a: string, b: string): number {
  return collator.compare(a, b);
}
