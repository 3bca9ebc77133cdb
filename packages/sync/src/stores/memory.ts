import { emptyHead } from '../mutate.ts';
import type { Columns, StoredRow, TableRegistry } from '../registry.ts';
import type { ChangeRecord, Head, Store, TransactionalStore } from '../store.ts';

interface State {
  tables: Map<string, Map<string, StoredRow>>;
  heads: Map<string, Head>;
  changes: ChangeRecord[];
}

/**
 * A database in memory: the reference the other stores are held to, and what simulations run on. Transactions take turns and work on a copy
 * that replaces the state when they succeed.
 */
export function memoryDatabase(registry: TableRegistry): TransactionalStore {
  let state: State = {
    tables: new Map([...registry.keys()].map((name) => [name, new Map()])),
    heads: new Map(),
    changes: [],
  };
  let turn: Promise<unknown> = Promise.resolve();

  return {
    transaction(work) {
      const result = turn.then(async () => {
        const copy = cloneOf(state);
        const value = await work(memoryStore(copy));
        state = copy;
        return value;
      });
      turn = result.catch(() => undefined);
      return result;
    },
    changesAfter: (scopeId, seq) =>
      Promise.resolve(
        state.changes
          .filter((change) => change.scopeId === scopeId && change.seq > seq)
          .toSorted((a, b) => a.seq - b.seq),
      ),
    head: (scopeId) => Promise.resolve(state.heads.get(scopeId)),
  };
}

function memoryStore({ tables, heads, changes }: State): Store {
  const table = (name: string): Map<string, StoredRow> => {
    const rows = tables.get(name);
    if (rows === undefined) throw new Error(`${name} is not a synced table.`);
    return rows;
  };
  return {
    row: (name, id) => Promise.resolve(copyOf(table(name).get(id))),
    find: (name, where) =>
      Promise.resolve(
        [...table(name).values()]
          .filter((row) => row.deletedAt === null && matches(row, where))
          .map((row) => ({ ...row })),
      ),
    lockHead(scopeId) {
      const head = heads.get(scopeId) ?? emptyHead(scopeId);
      heads.set(scopeId, head);
      return Promise.resolve({ ...head });
    },
    saveHead(head) {
      heads.set(head.scopeId, { ...head });
      return Promise.resolve();
    },
    insertRow(name, row) {
      if (table(name).has(row.id)) throw new Error(`${name} already has ${row.id}.`);
      table(name).set(row.id, { ...row });
      return Promise.resolve();
    },
    updateRow(name, id, columns) {
      Object.assign(table(name).get(id)!, columns);
      return Promise.resolve();
    },
    appendChange(change) {
      changes.push({ ...change });
      return Promise.resolve();
    },
  };
}

function cloneOf({ tables, heads, changes }: State): State {
  return {
    tables: new Map([...tables].map(([name, rows]) => [name, new Map([...rows].map(([id, row]) => [id, { ...row }]))])),
    heads: new Map([...heads].map(([id, head]) => [id, { ...head }])),
    changes: [...changes],
  };
}

function copyOf(row: StoredRow | undefined): StoredRow | undefined {
  return row === undefined ? undefined : { ...row };
}

function matches(row: StoredRow, where: Columns): boolean {
  return Object.entries(where).every(([column, value]) => row[column] === value);
}
