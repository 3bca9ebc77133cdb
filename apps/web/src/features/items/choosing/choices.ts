/** Tree of the items of an installation that an inspection can include, for ticking. Pure. */
import type { ItemSummary } from '@holdfast/contract';
import { holdsAll, plain, searchWords } from '../../../lib/search.ts';

/** Filters of the tree. */
export interface ChoiceFilter {
  /** Looked for in an item's name and in those of what it stands in. */
  search: string;
  /** Empty: every type. */
  itemTypeIds: readonly string[];
}

/** A row of the tree. */
export interface ChoiceRow {
  id: string;
  name: string;
  depth: number;
  /** It is in the inspection already. */
  isTaken: boolean;
  /** Ids that a tick chooses: the item and all its descendants that are shown and not taken. */
  ids: readonly string[];
}

type Choosable = Pick<ItemSummary, 'id' | 'name' | 'parentItemId' | 'isLocation' | 'itemTypeId'>;

/**
 * The tree under a filter: what matches, and the places on the way to it.
 * @param items in tree order, each below its parent
 * @param taken those in the inspection already
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

/** The choice after a row was ticked: all of it, or none where all of it was chosen. */
export function ticked(chosen: ReadonlySet<string>, ids: readonly string[]): Set<string> {
  const isAll = ids.every((id) => chosen.has(id));
  const after = new Set(chosen);
  for (const id of ids) {
    if (isAll) after.delete(id);
    else after.add(id);
  }
  return after;
}
