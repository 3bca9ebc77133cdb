/** Choices of the Add a New Item dialog, as trees: pure functions. */
import type { ItemSummary, ItemTypeChoice } from '@holdfast/contract';
import type { Pick } from '../../ui/inputs/PickList.tsx';

/**
 * Returns types below the types under which they may be placed. A type with several parents is listed under each; a type without any of
 * its parents at the top.
 */
export function typePicks(types: readonly ItemTypeChoice[]): Pick[] {
  const offered = new Set(types.map(({ id }) => id));
  const parentsOf = ({ parentItemTypes }: ItemTypeChoice): string[] =>
    parentItemTypes.map(({ parentItemTypeId }) => parentItemTypeId).filter((id) => offered.has(id));
  const picks: Pick[] = [];
  const visit = (type: ItemTypeChoice, above: readonly string[]): void => {
    const path = [...above, type.id];
    picks.push({ key: path.join('/'), id: type.id, label: type.name, depth: above.length });
    for (const child of types) {
      if (parentsOf(child).includes(type.id) && !path.includes(child.id)) visit(child, path);
    }
  };
  for (const type of types) if (parentsOf(type).length === 0) visit(type, []);
  return picks;
}

/**
 * Returns the locations of an installation to which items can move, as a tree.
 * @param items in tree order, as the server lists them
 * @param why reason why a location that is moved itself, or is within a moved one, cannot be picked
 */
export function placePicks(items: readonly ItemSummary[], moving: ReadonlySet<string>, why: string): Pick[] {
  const known = new Map<string, { depth: number; moves: boolean }>();
  const picks: Pick[] = [];
  for (const { id, name, parentItemId, isLocation } of items) {
    const above = parentItemId === null ? undefined : known.get(parentItemId);
    const moves = moving.has(id) || above?.moves === true;
    const depth = above === undefined ? 0 : above.depth + 1;
    known.set(id, { depth, moves });
    if (isLocation) picks.push({ key: id, id, label: name, depth, ...(moves ? { taken: why } : {}) });
  }
  return picks;
}
