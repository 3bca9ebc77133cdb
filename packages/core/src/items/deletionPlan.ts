/** An item of the deleted part of the tree, with the properties that the plan needs. */
export interface ItemInTree {
  id: string;
  parentItemId: string | null;
  isLocation: number;
  /** True when the inspection from which it is deleted contains it. */
  member: boolean;
  /** True when another inspection contains it. */
  usedElsewhere: boolean;
}

/** Effects of deleting an item. */
export interface DeletionPlan {
  /** Items whose rows in the inspection are deleted. */
  remove: string[];
  /** Items that are deleted completely, children before their parents. */
  delete: string[];
  /** Number of items that stay. */
  kept: number;
  /** Remaining items that need a new parent, with that parent. */
  move: { id: string; parentItemId: string | null }[];
}

/**
 * Plans a deletion (product decision 8): the item and its descendants are removed from the inspection, and deleted completely when no other
 * inspection uses them. A location is in use while it contains a remaining item, and items that were never in this inspection remain. Items
 * whose parent is deleted move to the nearest remaining ancestor (data decision 10).
 * @param items the item and everything below it
 */
export function planDeletion(items: readonly ItemInTree[], rootId: string): DeletionPlan {
  const known = new Map(items.map((item) => [item.id, item]));
  const upwards = items.toSorted((a, b) => depthOf(b) - depthOf(a));
  const kept = new Set<string>();
  const holdsKept = new Set<string>();
  for (const item of upwards) {
    const ofOthers = item.isLocation === 0 && !item.member && item.id !== rootId;
    if (item.usedElsewhere || ofOthers || (item.isLocation === 1 && holdsKept.has(item.id))) kept.add(item.id);
    // Also below deleted items: remaining descendants move up to this parent.
    if (item.parentItemId !== null && (kept.has(item.id) || holdsKept.has(item.id))) holdsKept.add(item.parentItemId);
  }
  const move = upwards
    .filter((item) => kept.has(item.id) && item.id !== rootId && !kept.has(item.parentItemId!))
    .map((item) => ({ id: item.id, parentItemId: livingAncestor(item) }));
  return {
    remove: items.filter((item) => item.member).map((item) => item.id),
    delete: upwards.filter((item) => !kept.has(item.id)).map((item) => item.id),
    kept: kept.size,
    move,
  };

  function depthOf(item: ItemInTree): number {
    let depth = 0;
    let next: ItemInTree | undefined = item;
    while (next !== undefined && next.id !== rootId && next.parentItemId !== null) {
      next = known.get(next.parentItemId);
      depth += 1;
    }
    return depth;
  }

  function livingAncestor(item: ItemInTree): string | null {
    let parentId = item.parentItemId;
    while (parentId !== null) {
      const parent = known.get(parentId);
      if (parent === undefined || kept.has(parentId)) return parentId;
      parentId = parent.parentItemId;
    }
    return null;
  }
}
