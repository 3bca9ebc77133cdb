import type { StoredRow, TableRegistry } from '../registry.ts';
import type { Store, TransactionalStore } from '../store.ts';

/** Number of rows checked in one transaction, which limits the time for which a scope is locked. */
const AT_A_TIME = 500;

/**
 * Purges the deleted rows of a scope that were last changed before a moment and to which no row refers, deleted rows included. The same transaction
 * raises the scope's horizon, so that a device that may have missed the deletion starts from the beginning.
 * @param before milliseconds UTC
 * @returns the number of purged rows
 */
export async function purgeDeleted(
  database: TransactionalStore,
  registry: TableRegistry,
  scopeId: string,
  before: number,
): Promise<number> {
  let forgotten = 0;
  // A row that refers to another one is purged first; the other can be purged in the next round.
  for (let round = -1; round < forgotten;) {
    round = forgotten;
    for (const { name, scopeKind } of registry.values())
      if (scopeKind === 'company') forgotten += await purgeTable(database, registry, name, scopeId, before);
  }
  return forgotten;
}

async function purgeTable(
  database: TransactionalStore,
  registry: TableRegistry,
  table: string,
  scopeId: string,
  before: number,
): Promise<number> {
  let forgotten = 0;
  for (let after = 0; ;) {
    const { looked, gone, last } = await database.transaction(async (store) => {
      const { seq: upTo } = await store.lockHead(scopeId);
      const rows = await store.rowsAfter(table, { scopeId, after, upTo, limit: AT_A_TIME });
      const old: StoredRow[] = [];
      for (const row of rows)
        if (
          row.deletedAt !== null &&
          row.deletedAt < before &&
          row.updatedAt < before &&
          !(await isReferred(store, registry, table, row.id))
        )
          old.push(row);
      for (const { id } of old) await store.deleteRow(table, id);
      const highest = old.at(-1)?._seq ?? 0;
      if (highest > (await readHorizon(store, scopeId)))
        await store.put('instance', { key: keyOf(scopeId), value: String(highest) });
      return { looked: rows.length, gone: old.length, last: rows.at(-1)?._seq ?? upTo };
    });
    forgotten += gone;
    after = last;
    if (looked < AT_A_TIME) return forgotten;
  }
}

/** Returns the number up to which deleted rows of a scope may have been purged; 0: none was. */
export async function readHorizon(store: Store, scopeId: string): Promise<number> {
  const [fact] = await store.list('instance', { key: keyOf(scopeId) });
  return fact === undefined ? 0 : Number(fact.value);
}

function keyOf(scopeId: string): string {
  return `horizon ${scopeId}`;
}

async function isReferred(store: Store, registry: TableRegistry, table: string, id: string): Promise<boolean> {
  for (const { name, references, owner } of registry.values()) {
    const columns = Object.keys(references).filter((column) => references[column] === table);
    if (owner !== undefined) columns.push(owner);
    for (const column of columns) if (await store.refers(name, column, id)) return true;
  }
  return false;
}
