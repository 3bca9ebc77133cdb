/** An item of the part of the tree that is deleted, as the plan needs it. */
export interface ItemInTree {
  id: string;
  parentItemId: string | null;
  isLocation: number;
  /** True when the inspection from which it is deleted holds it. */
  member: boolean;
  /** True when another inspection holds it. */
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
 * Plans a deletion (product decision 8): everything at or below the item leaves the inspection; what no other inspection uses goes altogether. A place
 * is in use while something that stays stands in it, and what this inspection never held stays. What loses its place moves to the nearest
 * ancestor that stays (data decision 10).
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
