import type { Columns, StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';

/**
 * Replaces a row. A store refuses an update that changes neither number nor clocks, because only an unlogged edit does that. A row to correct under
 * its current number is therefore removed and inserted again.
 */
export async function replaceRow(
  store: Store,
  table: string,
  local: StoredRow | undefined,
  row: StoredRow,
): Promise<void> {
  if (local === undefined) return store.insertRow(table, row);
  if (local._seq !== row._seq || local._clk !== row._clk) return store.updateRow(table, row.id, row);
  if (Object.keys(row).every((column) => row[column] === local[column])) return;
  await store.deleteRow(table, row.id);
  await store.insertRow(table, row);
}

/** Returns the columns that an entry of the outbox sets. */
export function setOf({ setJson }: { setJson: string }): Columns {
  return JSON.parse(setJson) as Columns;
}
