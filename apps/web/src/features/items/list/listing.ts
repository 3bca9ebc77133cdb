/** Rows of the working list in order, as pure functions, so that list, item view and tests agree. */
import type { InspectionRow } from '@holdfast/contract';
import { holdsAll, plain, searchWords } from '../../../lib/search.ts';

/** Value of the condition filter for items without a condition. */
export const NOT_CHECKED = 'notChecked';

/** Given items, with the property they share: the text that describes the filter is named after it. */
interface OnlyItems {
  what: 'requiredFields' | 'photos' | 'evidence' | 'absentPhotos';
  itemIds: readonly string[];
}

/** Filters of the list. An item must match all of them (acceptance INSP-09). */
export interface ListFilter {
  /** Searched in names and searchable values; empty: everything. */
  search: string;
  /** A condition's id, `NOT_CHECKED`, or null for all. */
  condition: string | null;
  /** Only this location and its contents; null: everywhere. */
  locationId: string | null;
  /** Only these items; null: all. */
  only: OnlyItems | null;
}

/** A row on screen. */
export interface ListedRow {
  row: InspectionRow;
  depth: number;
  /** Names of its ancestors, outermost first. */
  path: readonly string[];
  /** True when it is shown only because a descendant matches. */
  dimmed: boolean;
  hasChildren: boolean;
  isOpen: boolean;
  /** True when it is shown without its ancestors. */
  isFlat: boolean;
}

/** The list as it is displayed. */
export interface Listing {
  rows: readonly ListedRow[];
  /** Matching rows in order, through which Previous and Next move. */
  matches: readonly InspectionRow[];
  /** Number of rows that would match each condition filter (key `null`: all), given search and location. */
  counts: ReadonlyMap<string | null, number>;
  /** Items of each group, by the id of the row that heads it; only for a list in groups. */
  groups?: ReadonlyMap<string, readonly string[]>;
}

/** Returns true when a row is counted: members, and locations once a condition was set on them (product decision 12). */
function isCounted({ context, isLocation, conditionId }: InspectionRow): boolean {
  return !context && (!isLocation || conditionId !== null);
}

/**
 * Returns the list under a filter. Ancestors of a match stay visible, dimmed (product decision 13). Works with indexes instead of ids: a
 * list of thousands of rows must be on screen before the browser has optimised the code, and unoptimised code is fastest with indexes.
 * @param rows in list order: each below its parent
 * @param collapsed ids of items whose children are hidden; ignored during a search, or when only given items are listed
 * @param searchable names of the values that the search covers
 */
export function listing(
  rows: readonly InspectionRow[],
  filter: ListFilter,
  collapsed: ReadonlySet<string>,
  searchable: readonly string[],
): Listing {
  const { parents } = knownOf(rows);
  const words = searchWords(filter.search);
  const only = filter.only === null ? null : new Set(filter.only.itemIds);
  const texts = words.length === 0 ? null : textsOf(rows, searchable);
  const within = filter.locationId === null ? null : withinOf(rows, parents, filter.locationId);
  const isNarrowed = texts !== null || filter.condition !== null || filter.locationId !== null || only !== null;

  const matches: InspectionRow[] = [];
  const matching = new Uint8Array(rows.length);
  const counts = new Map<string | null, number>([[null, 0]]);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (only !== null && !only.has(row.itemId)) continue;
    if (within !== null && within[at] === 0) continue;
    if (texts !== null && !holdsAll(texts[at]!, words)) continue;
    const condition = row.conditionId ?? NOT_CHECKED;
    const counted = isCounted(row);
    if (counted) {
      counts.set(null, counts.get(null)! + 1);
      counts.set(condition, (counts.get(condition) ?? 0) + 1);
    }
    if (filter.condition !== null && !(counted && condition === filter.condition)) continue;
    matching[at] = 1;
    if (!row.context) matches.push(row);
  }
  const hidesNothing = texts !== null || only !== null;
  const kept = isNarrowed ? withAncestors(matching, parents) : null;
  return { rows: rowsOf(rows, { kept, matching, collapsed: hidesNothing ? NOTHING : collapsed }), matches, counts };
}

const NOTHING: ReadonlySet<string> = new Set();

/** Values computed once for a list, not on every keystroke in the search; each at the index of its row. */
interface Known {
  /** Index of the parent; -1: none in this list. */
  parents: Int32Array;
  depths: Uint16Array;
  /** All children of a row share one array. */
  paths: (readonly string[])[];
  texts: string[];
  searchable: readonly string[] | null;
}

const knownLists = new WeakMap<readonly InspectionRow[], Known>();

function knownOf(rows: readonly InspectionRow[]): Known {
  const found = knownLists.get(rows);
  if (found !== undefined) return found;
  const made = placesOf(rows);
  knownLists.set(rows, made);
  return made;
}

function placesOf(rows: readonly InspectionRow[]): Known {
  const parents = new Int32Array(rows.length).fill(-1);
  const depths = new Uint16Array(rows.length);
  const paths: (readonly string[])[] = [];
  const below = new Map<number, readonly string[]>([[-1, []]]);
  const places = new Map<string, number>();
  for (let at = 0; at < rows.length; at += 1) {
    const { itemId, parentItemId } = rows[at]!;
    // Adjacent rows usually have the same parent.
    const parent =
      parentItemId === null
        ? -1
        : rows[at - 1]?.parentItemId === parentItemId
          ? parents[at - 1]!
          : (places.get(parentItemId) ?? -1);
    places.set(itemId, at);
    parents[at] = parent;
    if (parent !== -1) {
      depths[at] = depths[parent]! + 1;
      if (!below.has(parent)) below.set(parent, [...paths[parent]!, rows[parent]!.name]);
    }
    paths.push(below.get(parent)!);
  }
  return { parents, depths, paths, texts: [], searchable: null };
}

/** Returns the names of each item's ancestors, outermost first. */
export function pathsOf(rows: readonly InspectionRow[]): ReadonlyMap<string, readonly string[]> {
  const { paths } = knownOf(rows);
  return new Map(rows.map(({ itemId }, at) => [itemId, paths[at]!]));
}

/** Returns the texts that the search covers, computing missing ones. */
function textsOf(rows: readonly InspectionRow[], searchable: readonly string[]): readonly string[] {
  prepareSearch(rows, searchable);
  return knownOf(rows).texts;
}

/**
 * Prepares the texts that a search examines: without accents, in lower case, one line per value, so that no match spans two values. For a
 * list of thousands of rows this takes too long for the first keystroke of a search, so it can be done in parts beforehand.
 * @param mayGoOn called between parts; false ends the work
 * @returns true when all texts are prepared
 */
export function prepareSearch(
  rows: readonly InspectionRow[],
  searchable: readonly string[],
  mayGoOn: () => boolean = () => true,
): boolean {
  const known = knownOf(rows);
  if (known.searchable !== searchable) {
    known.searchable = searchable;
    known.texts = [];
  }
  const { texts } = known;
  while (texts.length < rows.length) {
    if (texts.length % PIECE === 0 && !mayGoOn()) return false;
    const { name, values } = rows[texts.length]!;
    let text = name;
    for (const field of searchable) text += `\n${values[field] ?? ''}`;
    texts.push(plain(text));
  }
  return true;
}

/** Number of rows in one part of that work: a fraction of a millisecond. */
const PIECE = 100;

/** Marks a location and everything below it. */
function withinOf(rows: readonly InspectionRow[], parents: Int32Array, locationId: string): Uint8Array {
  const within = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const { itemId } = rows[at]!;
    within[at] = itemId === locationId || (parents[at] !== -1 && within[parents[at]!] === 1) ? 1 : 0;
  }
  return within;
}

function withAncestors(matching: Uint8Array, parents: Int32Array): Uint8Array {
  const kept = matching.slice();
  for (let at = kept.length - 1; at >= 0; at -= 1) if (kept[at] === 1 && parents[at] !== -1) kept[parents[at]!] = 1;
  return kept;
}

function rowsOf(
  rows: readonly InspectionRow[],
  {
    kept,
    matching,
    collapsed,
  }: {
    /** Marks the displayed rows; null: all. */
    kept: Uint8Array | null;
    matching: Uint8Array;
    collapsed: ReadonlySet<string>;
  },
): ListedRow[] {
  const { parents, depths, paths } = knownOf(rows);
  const hasChildren = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    if (parents[at] !== -1 && (kept === null || kept[at] === 1)) hasChildren[parents[at]!] = 1;
  }
  const listed: ListedRow[] = [];
  const closed = new Uint8Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at]!;
    if (kept !== null && kept[at] === 0) continue;
    const parent = parents[at]!;
    const isHidden = parent !== -1 && closed[parent] === 1;
    const isOpen = !collapsed.has(row.itemId);
    if (isHidden || !isOpen) closed[at] = 1;
    if (isHidden) continue;
    listed.push({
      row,
      depth: depths[at]!,
      path: paths[at]!,
      dimmed: kept !== null && matching[at] === 0,
      hasChildren: hasChildren[at] === 1,
      isOpen,
      isFlat: false,
    });
  }
  return listed;
}

/** Returns the rows of an item's ancestors, outermost first; null when the item is not in the list. */
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
