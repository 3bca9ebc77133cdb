import type { StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';

/** Maximum number of cached rows: enough for the rows that one action reads repeatedly, few compared with its writes. */
const ROW_LIMIT = 2_000;

/**
 * A store that caches rows by id for one transaction. The rules of a change read the same question, item and head repeatedly, which is most of the
 * work when one action writes thousands of rows. Its reads include its writes.
 */
export function rememberingStore(store: Store): Store {
  let known = new Map<string, StoredRow | undefined>();
  const keyOf = (table: string, id: string): string => `${table} ${id}`;
  const remember = (key: string, row: StoredRow | undefined): void => {
    if (known.size >= ROW_LIMIT) known = new Map();
    known.set(key, row);
  };
  return {
    ...store,
    async row(table, id) {
      const key = keyOf(table, id);
      if (known.has(key)) return known.get(key);
      const row = await store.row(table, id);
      remember(key, row);
      return row;
    },
    async insertRow(table, row) {
      await store.insertRow(table, row);
      remember(keyOf(table, row.id), { ...row });
    },
    async updateRow(table, id, columns) {
      await store.updateRow(table, id, columns);
      const key = keyOf(table, id);
      const before = known.get(key);
      if (before === undefined) known.delete(key);
      else known.set(key, { ...before, ...columns });
    },
    async putRows(table, rows, changed) {
      await store.putRows(table, rows, changed);
      for (const row of rows) known.delete(keyOf(table, row.id));
    },
    async deleteRow(table, id) {
      await store.deleteRow(table, id);
      known.delete(keyOf(table, id));
    },
    async savepoint(work) {
      try {
        return await store.savepoint(work);
      } catch (error) {
        known = new Map();
        throw error;
      }
    },
  };
}
