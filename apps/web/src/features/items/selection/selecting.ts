/** Selection of several rows of the working list, as pure functions. */
import type { InspectionRow } from '@holdfast/contract';
import type { Listing, ListedRow } from '../list/listing.ts';
import { isGroupRow } from '../list/ordering.ts';

/** Items that the checkbox of each row selects: its matching descendants, and itself. */
export type Branches = ReadonlyMap<string, readonly string[]>;

/** State of a row's checkbox: all of its items are selected, some, or none. */
export type Chosen = 'all' | 'some' | 'none';

/**
 * Returns the items that each row selects. A location selects its contents, not itself, since a condition on the location is separate. An
 * empty location selects itself.
 */
export function branchesOf(rows: readonly InspectionRow[], { matches, groups }: Listing): Branches {
  const parents = new Map(rows.map(({ itemId, parentItemId }) => [itemId, parentItemId]));
  const branches = new Map<string, string[]>();
  for (const { itemId, isLocation } of matches) {
    if (isLocation) continue;
    for (let at: string | null = itemId; at !== null; at = parents.get(at) ?? null) {
      const branch = branches.get(at);
      if (branch === undefined) branches.set(at, [itemId]);
      else branch.push(itemId);
    }
  }
  for (const { itemId } of matches) if (!branches.has(itemId)) branches.set(itemId, [itemId]);
  for (const [head, members] of groups ?? []) branches.set(head, [...members]);
  return branches;
}

/** Returns whether all, some or none of a row's items are selected. */
export function chosenOf(branch: readonly string[], selected: ReadonlySet<string>): Chosen {
  const count = branch.filter((itemId) => selected.has(itemId)).length;
  return count === 0 ? 'none' : count === branch.length ? 'all' : 'some';
}

/** Returns the selection after a press on a row: all its items are added, or removed when all were selected. */
export function toggled(selected: ReadonlySet<string>, branch: readonly string[]): ReadonlySet<string> {
  const next = new Set(selected);
  const goes = chosenOf(branch, selected) === 'all';
  for (const itemId of branch) {
    if (goes) next.delete(itemId);
    else next.add(itemId);
  }
  return next;
}

/**
 * Returns the selection after a press with Shift: everything displayed between two rows is added, except locations and rows shown only as
 * ancestors.
 */
export function extended(
  selected: ReadonlySet<string>,
  rows: readonly ListedRow[],
  fromItemId: string | null,
  toItemId: string,
): ReadonlySet<string> {
  const to = rows.findIndex(({ row }) => row.itemId === toItemId);
  const found = rows.findIndex(({ row }) => row.itemId === fromItemId);
  const from = found === -1 ? to : found;
  const between = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  return new Set([
    ...selected,
    ...between
      .filter(({ row, dimmed }) => !dimmed && !row.isLocation && !isGroupRow(row.itemId))
      .map(({ row }) => row.itemId),
  ]);
}
