/** Which rows of the working list are shown, and where: pure, so that list, item view and tests agree. */
import type { InspectionRow } from '@holdfast/contract';

/** Stands for items without a condition in the condition filter. */
export const NOT_CHECKED = 'notChecked';

/** Certain items, with what they have in common: a text of the catalogue is named after it. */
export interface OnlyItems {
  what: 'requiredFields' | 'photos' | 'absentPhotos';
  itemIds: readonly string[];
}

/** What the list is narrowed to. All of it combines (acceptance INSP-09). */
export interface ListFilter {
  /** Looked for in names and searchable values; empty: everything. */
  search: string;
  /** A condition's id, `NOT_CHECKED`, or null for all. */
  condition: string | null;
  /** Only this location and what stands in it; null: everywhere. */
  locationId: string | null;
  /** Only these items; null: whichever. */
  only: OnlyItems | null;
}

/** A row on screen. */
export interface ListedRow {
  row: InspectionRow;
  depth: number;
  /** Names of what it stands in, outermost first. */
  path: readonly string[];
  /** Shown only because something below it matches. */
  dimmed: boolean;
  hasChildren: boolean;
  isOpen: boolean;
}

/** The list as it is shown. */
export interface Listing {
  rows: readonly ListedRow[];
  /** What matches, in order: what previous and next walk along. */
  matches: readonly InspectionRow[];
  /** How many would match each condition filter (`null` key: all), given search and location. */
  counts: ReadonlyMap<string | null, number>;
}

/** Whether a row is counted: members, and places only once somebody set a condition on them (decisions 12). */
export function isCounted({ context, isLocation, conditionId }: InspectionRow): boolean {
  return !context && (!isLocation || conditionId !== null);
}

/**
 * The list under a filter. Ancestors of a match stay visible, dimmed (decisions 13).
 * @param rows in list order: each below its parent
 * @param collapsed ids of items whose children are hidden; without effect while something is searched for, or only certain items are listed
 * @param searchable names of the values the search looks into
 */
export function listing(
  rows: readonly InspectionRow[],
  filter: ListFilter,
  collapsed: ReadonlySet<string>,
  searchable: readonly string[],
): Listing {
  const places = known(rows).places;
  const words = filter.search.trim().toLocaleLowerCase('en-GB');
  const only = filter.only === null ? null : new Set(filter.only.itemIds);
  const isFound = (row: InspectionRow): boolean =>
    (only === null || only.has(row.itemId)) &&
    (filter.locationId === null || isWithin(places, row.itemId, filter.locationId)) &&
    (words === '' || textOf(rows, row, searchable).includes(words));
  const isNarrowed = words !== '' || filter.condition !== null || filter.locationId !== null || only !== null;

  const found = rows.filter(isFound);
  const counted = found.filter(isCounted);
  const counts = new Map<string | null, number>([[null, counted.length]]);
  for (const { conditionId } of counted) {
    const key = conditionId ?? NOT_CHECKED;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const matches =
    filter.condition === null
      ? found.filter((row) => !row.context || isNarrowed)
      : counted.filter(({ conditionId }) => (conditionId ?? NOT_CHECKED) === filter.condition);

  const matching = new Set(matches.map(({ itemId }) => itemId));
  const kept = new Set<string>();
  for (const itemId of isNarrowed ? matching : places.keys()) {
    for (let at: string | null = itemId; at !== null && !kept.has(at); at = places.get(at)?.parent ?? null)
      kept.add(at);
  }
  const hidesNothing = words !== '' || only !== null;
  const listed = rowsOf(rows, places, { kept, matching, isNarrowed, collapsed: hidesNothing ? new Set() : collapsed });
  return { rows: listed, matches: matches.filter(({ context }) => !context), counts };
}

interface Place {
  parent: string | null;
  depth: number;
  path: readonly string[];
}

function placesOf(rows: readonly InspectionRow[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const names = new Map(rows.map(({ itemId, name }) => [itemId, name]));
  for (const { itemId, parentItemId } of rows) {
    const above = parentItemId === null ? undefined : places.get(parentItemId);
    places.set(
      itemId,
      above === undefined
        ? { parent: null, depth: 0, path: [] }
        : { parent: parentItemId, depth: above.depth + 1, path: [...above.path, names.get(parentItemId!) ?? ''] },
    );
  }
  return places;
}

function isWithin(places: ReadonlyMap<string, Place>, itemId: string, locationId: string): boolean {
  for (let at: string | null = itemId; at !== null; at = places.get(at)?.parent ?? null) {
    if (at === locationId) return true;
  }
  return false;
}

/** What is worked out of a list once, not with every key that is typed into the search. */
interface Known {
  places: Map<string, Place>;
  texts: Map<string, string>;
  searchable: readonly string[];
}

const knownOf = new WeakMap<readonly InspectionRow[], Known>();

function known(rows: readonly InspectionRow[]): Known {
  const found = knownOf.get(rows) ?? { places: placesOf(rows), texts: new Map(), searchable: [] };
  knownOf.set(rows, found);
  return found;
}

/** What the search looks into, in lower case; a line each, so that no match runs from one into the next. */
function textOf(
  rows: readonly InspectionRow[],
  { itemId, name, values }: InspectionRow,
  searchable: readonly string[],
): string {
  const all = known(rows);
  if (all.searchable !== searchable) {
    all.searchable = searchable;
    all.texts.clear();
  }
  const found =
    all.texts.get(itemId) ??
    [name, ...searchable.map((field) => values[field] ?? '')].join('\n').toLocaleLowerCase('en-GB');
  all.texts.set(itemId, found);
  return found;
}

function rowsOf(
  rows: readonly InspectionRow[],
  places: ReadonlyMap<string, Place>,
  {
    kept,
    matching,
    isNarrowed,
    collapsed,
  }: { kept: ReadonlySet<string>; matching: ReadonlySet<string>; isNarrowed: boolean; collapsed: ReadonlySet<string> },
): ListedRow[] {
  const listed: ListedRow[] = [];
  const parents = new Set<string>();
  for (const { itemId } of rows) {
    const parent = kept.has(itemId) ? places.get(itemId)!.parent : null;
    if (parent !== null) parents.add(parent);
  }
  const hidden = new Set<string>();
  for (const row of rows) {
    if (!kept.has(row.itemId)) continue;
    const { parent, depth, path } = places.get(row.itemId)!;
    if (parent !== null && (collapsed.has(parent) || hidden.has(parent))) {
      hidden.add(row.itemId);
      continue;
    }
    listed.push({
      row,
      depth,
      path,
      dimmed: isNarrowed && !matching.has(row.itemId),
      hasChildren: parents.has(row.itemId),
      isOpen: !collapsed.has(row.itemId),
    });
  }
  return listed;
}

/** The names of an item's ancestors, outermost first; null when the list does not hold it. */
export function pathOf(rows: readonly InspectionRow[], itemId: string): InspectionRow[] | null {
  const known = new Map(rows.map((row) => [row.itemId, row]));
  const path: InspectionRow[] = [];
  let at = known.get(itemId);
  if (at === undefined) return null;
  while (at.parentItemId !== null) {
    at = known.get(at.parentItemId);
    if (at === undefined || path.includes(at)) break;
    path.unshift(at);
  }
  return path;
}
