/** Comparison of two inspections of an installation, item by item, as pure functions. */
import type { InspectionRow } from '@holdfast/contract';

/** Kinds of difference, the most important first. */
export const DIFFERENCES = ['worse', 'new', 'better', 'changed', 'notChecked', 'removed', 'unchanged'] as const;

/** Difference of an item between two inspections. */
export type Difference = (typeof DIFFERENCES)[number];

/** A value that differs. */
export interface Change {
  what: string;
  before: string;
  now: string;
}

/** An item of either inspection. */
export interface ComparedItem {
  itemId: string;
  name: string;
  difference: Difference;
  /** Its row in the earlier inspection; null: it was not part of it. */
  before: InspectionRow | null;
  now: InspectionRow | null;
  /** Columns of the list with different values. */
  changes: readonly Change[];
}

/**
 * Compares the items of two inspections: those of the later one in list order, then those that only the earlier one contains.
 * @param columns names of the columns that both inspections show
 * @param severity rank of a condition, the worst first
 */
export function compared(
  before: readonly InspectionRow[],
  now: readonly InspectionRow[],
  columns: readonly string[],
  severity: (conditionId: string | null) => number,
): ComparedItem[] {
  const earlier = new Map(before.filter(({ context }) => !context).map((row) => [row.itemId, row]));
  const held = now.filter(({ context }) => !context);
  const later = new Set(held.map(({ itemId }) => itemId));
  const items = held.map((row): ComparedItem => {
    const old = earlier.get(row.itemId) ?? null;
    const changes = old === null ? [] : changesOf(old, row, columns);
    const difference = old === null ? 'new' : differenceOf(old.conditionId, row.conditionId, changes, severity);
    return { itemId: row.itemId, name: row.name, difference, before: old, now: row, changes };
  });
  const gone = [...earlier.values()].filter(({ itemId }) => !later.has(itemId));
  return [
    ...items,
    ...gone.map((row): ComparedItem => {
      const { itemId, name } = row;
      return { itemId, name, difference: 'removed', before: row, now: null, changes: [] };
    }),
  ];
}

function differenceOf(
  before: string | null,
  now: string | null,
  changes: readonly Change[],
  severity: (conditionId: string | null) => number,
): Difference {
  if (now === null) return 'notChecked';
  if (now !== before && before !== null) {
    if (severity(now) < severity(before) && isDefect(now, severity)) return 'worse';
    if (severity(before) < severity(now) && isDefect(before, severity)) return 'better';
  }
  if (before === null) return isDefect(now, severity) ? 'worse' : 'changed';
  return now === before && changes.length === 0 ? 'unchanged' : 'changed';
}

/** Returns true for a condition that is worse than an unchecked item. */
function isDefect(conditionId: string, severity: (conditionId: string | null) => number): boolean {
  return severity(conditionId) < severity(null);
}

function changesOf(before: InspectionRow, now: InspectionRow, columns: readonly string[]): Change[] {
  return columns
    .map((what) => ({ what, before: before.values[what] ?? '', now: now.values[what] ?? '' }))
    .filter((change) => change.before !== change.now);
}
