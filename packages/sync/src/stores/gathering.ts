import type { LogEntry } from '@holdfast/contract/sync';
import type { Columns, StoredRow } from '../registry.ts';
import type { Store } from '../store.ts';

/** A store that reads ahead and writes at the end. */
export interface GatheringStore extends Store {
  /** Reads rows that are needed next, all at once. */
  expect(table: string, ids: readonly string[]): Promise<void>;
  /** Returns the current state of a row that was read or written before; undefined for other rows and rows that do not exist. */
  known(table: string, id: string): StoredRow | undefined;
  /** The entries of the log that were added through it, in order. */
  added(): LogEntry[];
  /** Writes the collected changes. Called once, at the end of the work. */
  flush(): Promise<void>;
}

/**
 * A store that reads each row once, and collects writes to rows and log until `flush`, so that a hundred changes need few statements. Its reads
 * include its writes, and a savepoint needs no statement of the database. Rows by number, references to a row and the log are read after `flush`. It
 * supports neither the removal nor the replacement of rows.
 */
export function gatheringStore(store: Store): GatheringStore {
  const tables = new Map<string, Gathered>();
  const log: LogEntry[] = [];
  /** Functions that undo each write, called in reverse order. */
  const undo: (() => void)[] = [];

  function gathered(table: string): Gathered {
    const known = tables.get(table);
    if (known !== undefined) return known;
    const made: Gathered = { rows: new Map(), stored: new Map() };
    tables.set(table, made);
    return made;
  }

  async function read(table: string, id: string): Promise<StoredRow | undefined> {
    const found = await store.row(table, id);
    gathered(table).rows.set(id, found);
    return found;
  }

  function row(table: string, id: string): Promise<StoredRow | undefined> {
    const { rows } = gathered(table);
    const known = rows.get(id);
    return known !== undefined || rows.has(id) ? Promise.resolve(known) : read(table, id);
  }

  function write(table: string, after: StoredRow): void {
    const { rows, stored } = gathered(table);
    const { id } = after;
    const before = rows.get(id);
    const isFirst = !stored.has(id);
    undo.push(() => {
      rows.set(id, before);
      if (isFirst) stored.delete(id);
    });
    if (isFirst) stored.set(id, before);
    rows.set(id, after);
  }

  return {
    ...store,
    row,
    async expect(table, ids) {
      const { rows } = gathered(table);
      const missing = ids.filter((id) => !rows.has(id));
      for (const id of missing) rows.set(id, undefined);
      for (const found of await store.rows(table, missing)) rows.set(found.id, found);
    },
    known: (table, id) => tables.get(table)?.rows.get(id),
    async rows(table, ids) {
      const found = await Promise.all(ids.map((id) => row(table, id)));
      return found.filter((one) => one !== undefined);
    },
    async find(table, where) {
      const { rows, stored } = gathered(table);
      const others = (await store.find(table, where)).filter(({ id }) => !stored.has(id));
      const own = [...stored.keys()].flatMap((id) => rows.get(id) ?? []);
      return [...others, ...own.filter((one) => one.deletedAt === null && matches(one, where))];
    },
    async insertRow(table, after) {
      if ((await row(table, after.id)) !== undefined) throw new Error(`${table} already has ${after.id}.`);
      write(table, { ...after });
    },
    async updateRow(table, id, columns) {
      const before = gathered(table).rows.get(id) ?? (await row(table, id))!;
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
      for (const [table, { rows, stored }] of tables) {
        const all = [...stored.keys()].map((id) => rows.get(id)!);
        const differing = differingColumns(all, ({ id }) => stored.get(id));
        await store.putRows(table, all, differing);
      }
      await store.appendChanges(log);
    },
  };
}

/** Collected state of one table. */
interface Gathered {
  /** Current states of rows; undefined for a row that does not exist. */
  rows: Map<string, StoredRow | undefined>;
  /** States of written rows before their first write, in the order of these writes. */
  stored: Map<string, StoredRow | undefined>;
}

/** Returns the columns in which at least one of these rows differs from its stored version; a new row differs in none. */
export function differingColumns(
  rows: readonly StoredRow[],
  storedOf: (row: StoredRow) => StoredRow | undefined,
): string[] {
  let left = Object.keys(rows[0] ?? {});
  const differing: string[] = [];
  for (const row of rows) {
    const stored = storedOf(row);
    if (stored === undefined) continue;
    let found = false;
    for (const column of left) {
      if (row[column] === stored[column]) continue;
      differing.push(column);
      found = true;
    }
    if (found) left = left.filter((column) => !differing.includes(column));
  }
  return differing.toSorted();
}

function matches(row: StoredRow, where: Columns): boolean {
  for (const column in where) if (row[column] !== where[column]) return false;
  return true;
}
