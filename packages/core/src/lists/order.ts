import type { Columns } from '@holdfast/sync';

/** The position after the last of some rows with an `order`; 0 when there are none. */
export function placeAfter(rows: readonly Columns[]): number {
  return rows.reduce((next, row) => Math.max(next, Number(row['order']) + 1), 0);
}
