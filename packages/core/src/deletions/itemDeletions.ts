/** A deleted item. */
export interface GoneItem {
  id: string;
  name: string;
  parentItemId: string | null;
  deletedAt: number;
  /** Id of the user who deleted it. */
  updatedByUserId: string;
}

/** The deleted row of an item in an inspection. */
export interface GoneMember extends GoneItem {
  installationInspectionId: string;
  /** Time at which the item itself was deleted; null: it was not. */
  itemDeletedAt: number | null;
}

/** A deletion of an item from an inspection. */
export type ItemDeletion = Pick<GoneItem, 'id' | 'name' | 'deletedAt' | 'updatedByUserId'> & {
  /** Number of further items that were deleted with it. */
  others: number;
};

/** Items that one call deleted: their rows have the same time and user. */
interface Together {
  items: Map<string, GoneItem>;
  inspections: Set<string>;
}

/**
 * Returns the deletions of items from an inspection that can be undone there, each with its topmost item. A location belongs to the
 * installation: it is listed in every inspection when it was deleted without an item of an inspection. An item that another inspection
 * deleted altogether later is listed there alone, because its last deletion is undone.
 */
export function itemDeletions(
  members: readonly GoneMember[],
  items: readonly GoneItem[],
  installationInspectionId: string,
): ItemDeletion[] {
  const calls = new Map<string, Together>();
  const callOf = ({ deletedAt, updatedByUserId }: GoneItem): Together => {
    const key = `${deletedAt} ${updatedByUserId}`;
    const known = calls.get(key) ?? { items: new Map(), inspections: new Set() };
    calls.set(key, known);
    return known;
  };
  for (const item of items) callOf(item).items.set(item.id, item);
  for (const member of members) {
    const call = callOf(member);
    call.inspections.add(member.installationInspectionId);
    const isDeletedSince = member.itemDeletedAt !== null && member.itemDeletedAt !== member.deletedAt;
    if (!isDeletedSince) call.items.set(member.id, member);
  }
  return [...calls.values()].flatMap(({ items: gone, inspections }) => {
    if (inspections.size > 0 && !inspections.has(installationInspectionId)) return [];
    const top = [...gone.values()].find(({ parentItemId }) => parentItemId === null || !gone.has(parentItemId));
    if (top === undefined) return [];
    const { id, name, deletedAt, updatedByUserId } = top;
    return [{ id, name, deletedAt, updatedByUserId, others: gone.size - 1 }];
  });
}
