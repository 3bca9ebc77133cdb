import type { Columns, StoredRow } from '../registry.ts';
import type { ChangeRecord, Store } from '../store.ts';

/** A store that gathers. */
export interface GatheringStore extends Store {
  /** Reads rows that are about to be spoken of, all at once. */
  expect(table: string, ids: readonly string[]): Promise<void>;
  /** The entries of the log that were added through it, in order. */
  added(): ChangeRecord[];
  /** Writes what was gathered. Called once, at the end of the work. */
  flush(): Promise<void>;
}

/**
 * A store that reads each row once, and keeps what is written to rows and log until `flush`, so that a hundred changes cost few statements.
 * Whoever looks through it sees what was written through it, and a savepoint needs no word of the database. Rows by number, who refers to a row,
 * and the log are read after `flush`; rows are neither removed nor put whole through it.
 */
export function gatheringStore(store: Store): GatheringStore {
  const rows = new Map<string, StoredRow | undefined>();
  /** The rows as they were before the first write. */
  const stored = new Map<string, StoredRow | undefined>();
  const written = new Set<string>();
  const log: ChangeRecord[] = [];
  /** What takes each write back, last first. */
  const undo: (() => void)[] = [];
  const keyOf = (table: string, id: string): string => `${table} ${id}`;

  async function row(table: string, id: string): Promise<StoredRow | undefined> {
    const key = keyOf(table, id);
    if (!rows.has(key)) rows.set(key, await store.row(table, id));
    return rows.get(key);
  }

  function write(table: string, after: StoredRow): void {
    const key = keyOf(table, after.id);
    const before = rows.get(key);
    const isFirst = !written.has(key);
    undo.push(() => {
      rows.set(key, before);
      if (isFirst) written.delete(key);
    });
    if (isFirst) stored.set(key, before);
    rows.set(key, after);
    written.add(key);
  }

  return {
    ...store,
    row,
    async expect(table, ids) {
      const missing = ids.filter((id) => !rows.has(keyOf(table, id)));
      for (const id of missing) rows.set(keyOf(table, id), undefined);
      for (const found of await store.rows(table, missing)) rows.set(keyOf(table, found.id), found);
    },
    async rows(table, ids) {
      const found = await Promise.all(ids.map((id) => row(table, id)));
      return found.filter((one) => one !== undefined);
    },
    async find(table, where) {
      const others = (await store.find(table, where)).filter(({ id }) => !written.has(keyOf(table, id)));
      const own = [...written].flatMap((key) => (key.startsWith(`${table} `) ? (rows.get(key) ?? []) : []));
      return [...others, ...own.filter((one) => one.deletedAt === null && matches(one, where))];
    },
    async insertRow(table, after) {
      if ((await row(table, after.id)) !== undefined) throw new Error(`${table} already has ${after.id}.`);
      write(table, { ...after });
    },
    async updateRow(table, id, columns) {
      const before = (await row(table, id))!;
      const after = { ...before, ...columns } as StoredRow;
      if (after._seq === before._seq && after._clk === before._clk) throw new Error(`unlogged write to ${table}`);
      write(table, after);
    },
    appendChanges(changes) {
      log.push(...changes);
      return Promise.resolve();
    },
    async savepoint(work) {
      const writes = undo.length;
      const entries = log.length;
      try {
        return await work();
      } catch (error) {
        while (undo.length > writes) undo.pop()!();
        log.length = entries;
        throw error;
      }
    },
    added: () => log,
    async flush() {
      const byTable = new Map<string, StoredRow[]>();
      for (const key of written) {
        const table = key.slice(0, key.indexOf(' '));
        const known = byTable.get(table);
        if (known === undefined) byTable.set(table, [rows.get(key)!]);
        else known.push(rows.get(key)!);
      }
      for (const [table, all] of byTable) {
        const differing = differingColumns(all, (row) => stored.get(keyOf(table, row.id)));
        await store.putRows(table, all, differing);
      }
      await store.appendChanges(log);
    },
  };
}

/** The columns in which at least one of these rows differs from what is stored of it; a new row differs in none. */
export function differingColumns(
  rows: readonly StoredRow[],
  storedOf: (row: StoredRow) => StoredRow | undefined,
): string[] {
  const left = new Set(Object.keys(rows[0] ?? {}));
  const differing: string[] = [];
  for (const row of rows) {
    const stored = storedOf(row);
    if (stored === undefined) continue;
    for (const column of left) {
      if (row[column] === stored[column]) continue;
      left.delete(column);
      differing.push(column);
    }
  }
  return differing.toSorted();
}

function matches(row: StoredRow, where: Columns): boolean {
  for (const column in where) if (row[column] !== where[column]) return false;
  return true;
}
