import type { InspectionRow } from '@holdfast/contract';

/** Position of an item among the listed ones, and its neighbours there. */
export interface Walk {
  /** 1-based; null for a location that is not inspected itself. */
  position: number | null;
  total: number;
  previous: string | null;
  next: string | null;
  /**
   * The nearest unchecked item after this one in the list, then from its start; if the list shows none, of the complete inspection. null
   * when all other items are checked.
   */
  nextNotChecked: string | null;
}

/** Items visited since the user left the list. */
export interface Trail {
  /** Items from which the user moved on, the latest last; Previous goes back along them. */
  back: readonly string[];
  /** Every item that was opened. Items that no longer match the filters, because they got another condition, keep their positions. */
  seen: readonly string[];
}

/** An empty trail. */
export const NO_TRAIL: Trail = { back: [], seen: [] };

/** Returns the position of an item and its neighbours among the matches of the list and the items opened since the list was left. */
export function walkFrom(
  rows: readonly InspectionRow[],
  matches: readonly InspectionRow[],
  itemId: string,
  { back, seen }: Trail = NO_TRAIL,
): Walk {
  const order = new Map(rows.map((row, index) => [row.itemId, index]));
  const here = order.get(itemId) ?? -1;
  const walked = new Set([...matches.map((row) => row.itemId), ...seen, itemId]);
  const list = rows.filter((row) => walked.has(row.itemId) && !row.context);
  const at = list.findIndex((row) => row.itemId === itemId);
  const before = list.findLast((row) => order.get(row.itemId)! < here);
  const after = list.find((row) => order.get(row.itemId)! > here);
  const isOpen = (row: InspectionRow): boolean =>
    row.conditionId === null && !row.isLocation && !row.context && row.itemId !== itemId;
  const shown = matches.filter(isOpen);
  const open = shown.length > 0 ? shown : rows.filter(isOpen);
  return {
    position: at === -1 ? null : at + 1,
    total: list.length,
    previous: back.findLast((id) => id !== itemId && order.has(id)) ?? before?.itemId ?? null,
    next: after?.itemId ?? null,
    nextNotChecked: (open.find((row) => order.get(row.itemId)! > here) ?? open[0])?.itemId ?? null,
  };
}

/**
 * Returns the items that a walk may reach next, the nearest first: those after an item among the matches, and the unchecked ones after it.
 * @param count number of each
 */
export function itemsAhead(
  rows: readonly InspectionRow[],
  matches: readonly InspectionRow[],
  itemId: string,
  count: number,
): string[] {
  const here = rows.findIndex((row) => row.itemId === itemId);
  const isMatch = new Set(matches);
  const after = rows.slice(here + 1).filter((row) => !row.context && isMatch.has(row));
  const open = after.filter((row) => row.conditionId === null && !row.isLocation);
  return [...new Set([...after.slice(0, count), ...open.slice(0, count)])].map((row) => row.itemId);
}

/** Returns the trail after a step forward or back. */
export function stepped({ back, seen }: Trail, from: string, to: string): Trail {
  const isBack = back.at(-1) === to;
  return {
    back: isBack ? back.slice(0, -1) : [...back, from].slice(-TRAIL_LENGTH),
    seen: [...new Set([...seen, from, to])],
  };
}

/** Maximum number of steps back. */
const TRAIL_LENGTH = 100;
