import type { Columns, StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';

/**
 * Puts a row as it shall stand in the place of the one that is here. A store refuses an update that changes neither number nor clocks, because
 * only an edit that was not logged looks like that; a row that is to be corrected under the number it has is therefore put in again.
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

/** The columns an entry of the outbox sets. */
export function setOf({ setJson }: { setJson: string }): Columns {
  return JSON.parse(setJson) as Columns;
}
