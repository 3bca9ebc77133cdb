/** Orders of the working list other than by location: sorted, and in groups. */
import type { InspectionRow } from '@holdfast/contract';
import { type ListedRow, type Listing, pathsOf } from './listing.ts';

/** Order of the list; for a column, `value:` and its name. */
export interface ListOrder {
  by: 'place' | 'name' | 'condition' | 'type' | `value:${string}`;
  /** True for descending order. */
  down: boolean;
}

/** The order of the tree of locations. */
export const BY_PLACE: ListOrder = { by: 'place', down: false };

/** A condition or an item type. Groups are listed in the order of the array. */
export interface Group {
  id: string | null;
  name: string;
}

/** Prefix of the ids of rows that head a group. */
const GROUP = 'group:';

/** Returns true for the id of a row that heads a group. */
export function isGroupRow(itemId: string): boolean {
  return itemId.startsWith(GROUP);
}

const names = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/**
 * Returns a list in an order: each item once, without its locations, items without a value last.
 * @param rows the rows of the inspection, in list order
 * @param listing the filtered list
 * @param groups the conditions or item types when the list is ordered by them
 * @param collapsed ids of groups whose items are hidden
 */
export function inOrder(
  rows: readonly InspectionRow[],
  listing: Listing,
  { by, down }: ListOrder,
  groups: readonly Group[],
  collapsed: ReadonlySet<string>,
): Listing {
  if (by === 'place') return listing;
  const paths = pathsOf(rows);
  const listed = (row: InspectionRow, depth: number): ListedRow => ({
    row,
    depth,
    path: paths.get(row.itemId) ?? [],
    dimmed: false,
    hasChildren: false,
    isOpen: true,
    isFlat: true,
  });
  if (by !== 'condition' && by !== 'type') {
    const matches = sorted(listing.matches, by, down);
    return { ...listing, matches, rows: matches.map((row) => listed(row, 0)) };
  }
  const found = new Map<string | null, InspectionRow[]>();
  for (const row of listing.matches) {
    const key = by === 'condition' ? row.conditionId : row.itemTypeId;
    const members = found.get(key);
    if (members === undefined) found.set(key, [row]);
    else members.push(row);
  }
  const known = new Set(groups.map(({ id }) => id));
  const unknown = [...found.keys()].filter((id) => !known.has(id)).map((id) => ({ id, name: '–' }));
  const all = down ? [...groups, ...unknown].toReversed() : [...groups, ...unknown];
  const shown: ListedRow[] = [];
  const matches: InspectionRow[] = [];
  const heads = new Map<string, readonly string[]>();
  for (const { id, name } of all) {
    const members = found.get(id);
    if (members === undefined) continue;
    matches.push(...members);
    const itemId = `${GROUP}${id}`;
    const isOpen = !collapsed.has(itemId);
    heads.set(
      itemId,
      members.map((row) => row.itemId),
    );
    const head = headRow(itemId, `${name} (${members.length.toLocaleString('en-GB')})`, members[0]!);
    shown.push({ ...listed(head, 0), hasChildren: true, isOpen });
    if (isOpen) shown.push(...members.map((row) => listed(row, 1)));
  }
  return { ...listing, matches, rows: shown, groups: heads };
}

function headRow(itemId: string, name: string, { itemTypeId }: InspectionRow): InspectionRow {
  return {
    id: itemId,
    itemId,
    name,
    parentItemId: null,
    itemTypeId,
    isLocation: false,
    isQuestion: false,
    context: true,
    conditionId: null,
    clock: null,
    order: 0,
    values: {},
    images: 0,
    notes: 0,
  };
}

function sorted(rows: readonly InspectionRow[], by: 'name' | `value:${string}`, down: boolean): InspectionRow[] {
  const column = by === 'name' ? null : by.slice('value:'.length);
  const keyed = rows.map((row) => {
    const text = column === null ? row.name : (row.values[column] ?? '');
    return { row, text, number: text === '' ? NaN : Number(text) };
  });
  const sign = down ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '');
    const bothNumbers = !Number.isNaN(a.number) && !Number.isNaN(b.number);
    return sign * (bothNumbers ? a.number - b.number : names.compare(a.text, b.text));
  });
  return keyed.map(({ row }) => row);
}

/** Number of rows that are examined to detect columns of numbers. */
const SAMPLE = 300;

/** Returns the columns that contain numbers only. */
export function numberColumns(rows: readonly InspectionRow[], columns: readonly string[]): ReadonlySet<string> {
  const sample = rows.slice(0, SAMPLE);
  return new Set(
    columns.filter((column) => {
      const values = sample.map(({ values: all }) => all[column] ?? '').filter((value) => value !== '');
      return values.length > 0 && values.every((value) => !Number.isNaN(Number(value)));
    }),
  );
}

/** Widest and narrowest share of a column of texts, and the share of one letter. */
const SHARES = { most: 4, least: 1.6, letter: 0.2 };
/** Least width of a column, the largest such width, and the width of a share, rem. */
const LEAST_REM = { any: 6.5, most: 10, share: 3.2 };

/** The width of a column of values in a grid: its least width, rem, and its share of the space beyond those of all columns. */
interface ColumnWidth {
  least: number;
  share: number;
}

/**
 * Returns the widths of columns in a grid in which a name has 7 shares: those of texts by the longest value of the first rows, so that the
 * end of a tag number, which distinguishes it from others, is visible in a narrow window, too.
 */
export function columnWidths(
  rows: readonly InspectionRow[],
  columns: readonly string[],
  numeric: ReadonlySet<string>,
): ColumnWidth[] {
  const sample = rows.slice(0, SAMPLE);
  const shareOf = (column: string): number => {
    if (numeric.has(column)) return 1.2;
    const letters = Math.max(0, ...sample.map(({ values }) => values[column]?.length ?? 0));
    return Math.min(SHARES.most, Math.max(SHARES.least, letters * SHARES.letter));
  };
  return columns.map((column) => {
    const share = shareOf(column);
    return { share, least: Math.min(LEAST_REM.most, Math.max(LEAST_REM.any, share * LEAST_REM.share)) };
  });
}
