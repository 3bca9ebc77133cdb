import type { InspectionRow } from '@holdfast/contract';

/** Where an item stands among what the list shows, and its neighbours there. */
export interface Walk {
  /** 1-based; null when the filter leaves the item itself out. */
  position: number | null;
  total: number;
  previous: string | null;
  next: string | null;
  /**
   * The nearest item of the list further on, then from its start, that nobody has checked; where the list shows none, of the whole inspection.
   * null when everything else is checked.
   */
  nextNotChecked: string | null;
}

/**
 * The way from an item to its neighbours among the matches of the list. An item that left the matches, because it just got another condition,
 * keeps its place between them.
 */
export function walkFrom(rows: readonly InspectionRow[], matches: readonly InspectionRow[], itemId: string): Walk {
  const order = new Map(rows.map((row, index) => [row.itemId, index]));
  const here = order.get(itemId) ?? -1;
  const at = matches.findIndex((row) => row.itemId === itemId);
  const before = matches.findLast((row) => order.get(row.itemId)! < here);
  const after = matches.find((row) => order.get(row.itemId)! > here);
  const isOpen = (row: InspectionRow): boolean =>
    row.conditionId === null && !row.isLocation && !row.context && row.itemId !== itemId;
  const shown = matches.filter(isOpen);
  const open = shown.length > 0 ? shown : rows.filter(isOpen);
  return {
    position: at === -1 ? null : at + 1,
    total: matches.length,
    previous: before?.itemId ?? null,
    next: after?.itemId ?? null,
    nextNotChecked: (open.find((row) => order.get(row.itemId)! > here) ?? open[0])?.itemId ?? null,
  };
}
