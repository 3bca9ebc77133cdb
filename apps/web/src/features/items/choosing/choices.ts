/** Tree with checkboxes of the items that an inspection can include, as pure functions. */
import type { ItemSummary } from '@holdfast/contract';
import { holdsAll, plain, searchWords } from '../../../lib/search.ts';

/** Filters of the tree. */
export interface ChoiceFilter {
  /** Searched in the name of an item and the names of its ancestors. */
  search: string;
  /** Empty: all types. */
  itemTypeIds: readonly string[];
}

/** A row of the tree. */
export interface ChoiceRow {
  id: string;
  name: string;
  depth: number;
  /** True when the item is in the inspection already. */
  isTaken: boolean;
  /** Ids that its checkbox selects: the item and all its descendants that are shown and not taken. */
  ids: readonly string[];
}

type Choosable = Pick<ItemSummary, 'id' | 'name' | 'parentItemId' | 'isLocation' | 'itemTypeId'>;

/**
 * Returns the tree under a filter: the matches and their ancestors.
 * @param items in tree order, each below its parent
 * @param taken ids of items that are in the inspection already
 */
export function choiceRows(
  items: readonly Choosable[],
  taken: ReadonlySet<string>,
  { search, itemTypeIds }: ChoiceFilter,
): ChoiceRow[] {
  const words = searchWords(search);
  const types = new Set(itemTypeIds);
  const known = new Map<string, { above: string[]; text: string; ids: string[]; isShown: boolean }>();
  for (const { id, name, parentItemId, isLocation, itemTypeId } of items) {
    const parent = parentItemId === null ? undefined : known.get(parentItemId);
    const above = parent === undefined ? [] : [...parent.above, parentItemId!];
    const text = `${parent?.text ?? ''}\n${plain(name)}`;
    const isMatch = !isLocation && (types.size === 0 || types.has(itemTypeId)) && holdsAll(text, words);
    known.set(id, { above, text, ids: [], isShown: isMatch });
    if (!isMatch) continue;
    for (const each of [...above, id]) {
      const row = known.get(each)!;
      row.isShown = true;
      if (!taken.has(id)) row.ids.push(id);
    }
  }
  return items.flatMap(({ id, name }) => {
    const { above, ids, isShown } = known.get(id)!;
    return isShown ? [{ id, name, depth: above.length, isTaken: taken.has(id), ids }] : [];
  });
}

/** Returns the selection after a press on a row's checkbox: all its items, or none of them when all were selected. */
export function ticked(chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const isAll = ids.every((id) => chosen.has(id));
  const after = new Set(chosen);
  for (const id of ids) {
    if (isAll) after.delete(id);
    else after.add(id);
  }
  return after;
}
