import { emptyHead } from '../ledger.ts';
import { type DeviceRecord, RECORD_KEYS, type RecordTable } from '../records.ts';
import type { Columns, StoredRow, TableRegistry, Value } from '../registry.ts';
import type { ChangeRecord, FeedWindow, Head, Store, TransactionalStore } from '../store.ts';

type Kept = Record<string, Value>;

interface State {
  tables: Map<string, Map<string, StoredRow>>;
  heads: Map<string, Head>;
  changes: Map<string, ChangeRecord>;
  kept: Map<string, Map<string, Kept>>;
  /** What takes the running transaction back, last first. */
  undo: (() => void)[];
}

/** A database in memory that can be copied, as a backup is taken. */
export interface MemoryDatabase extends TransactionalStore {
  /** A database of its own with the same content. */
  copy(): MemoryDatabase;
}

/**
 * A database in memory: the reference the other stores are held to, and what simulations run on. Transactions take turns; one that fails is
 * taken back step by step.
 */
export function memoryDatabase(registry: TableRegistry): MemoryDatabase {
  return over({
    tables: new Map([...registry.keys()].map((name) => [name, new Map()])),
    heads: new Map(),
    changes: new Map(),
    kept: new Map(Object.keys(RECORD_KEYS).map((name) => [name, new Map()])),
    undo: [],
  });
}

function over(state: State): MemoryDatabase {
  const store = memoryStore(state);
  let turn: Promise<unknown> = Promise.resolve();
  return {
    transaction(work) {
      const result = turn.then(async () => {
        state.undo = [];
        try {
          return await work(store);
        } catch (error) {
          rollback(state, 0);
          throw error;
        }
      });
      turn = result.catch(() => undefined);
      return result;
    },
    changesAfter: (scopeId, seq) =>
      Promise.resolve(
        [...state.changes.values()]
          .filter((change) => change.scopeId === scopeId && change.seq > seq)
          .toSorted((a, b) => a.seq - b.seq),
      ),
    head: (scopeId) => Promise.resolve(state.heads.get(scopeId)),
    copy: () => over(copyOfState(state)),
  };
}

function copyOfState({ tables, heads, changes, kept }: State): State {
  const rowsOf = <T extends object>(rows: Map<string, T>): Map<string, T> =>
    new Map([...rows].map(([key, row]) => [key, { ...row }]));
  const tablesOf = <T extends object>(all: Map<string, Map<string, T>>): Map<string, Map<string, T>> =>
    new Map([...all].map(([name, rows]) => [name, rowsOf(rows)]));
  return { tables: tablesOf(tables), heads: rowsOf(heads), changes: rowsOf(changes), kept: tablesOf(kept), undo: [] };
}

function rollback({ undo }: State, to: number): void {
  while (undo.length > to) undo.pop()!();
}

function memoryStore(state: State): Store {
  const { tables, heads, changes, kept } = state;
  const table = (name: string): Map<string, StoredRow> => {
    const rows = tables.get(name);
    if (rows === undefined) throw new Error(`${name} is not a synced table.`);
    return rows;
  };
  const set = <T>(map: Map<string, T>, key: string, value: T): void => {
    const before = map.get(key);
    state.undo.push(() => void (before === undefined ? map.delete(key) : map.set(key, before)));
    map.set(key, value);
  };
  const unset = <T>(map: Map<string, T>, key: string): void => {
    const before = map.get(key);
    if (before === undefined) return;
    state.undo.push(() => void map.set(key, before));
    map.delete(key);
  };
  const keyOf = (name: RecordTable, row: object): string =>
    RECORD_KEYS[name].map((column) => (row as Kept)[column]).join('|');
  /** The row a filter names by its whole key; null when it does not. */
  const byKey = (name: RecordTable, where: Columns): [string, Kept][] | null => {
    if (RECORD_KEYS[name].some((column) => where[column] === undefined)) return null;
    const key = keyOf(name, where);
    const row = kept.get(name)!.get(key);
    return row !== undefined && matches(row, where) ? [[key, row]] : [];
  };
  /** The rows a filter names, ordered by key. */
  const listed = (name: RecordTable, where: Columns): Kept[] => {
    const single = byKey(name, where);
    if (single !== null) return single.map(([, row]) => row);
    const rows = [...kept.get(name)!.values()].filter((row) => matches(row, where));
    const keys = RECORD_KEYS[name] as readonly string[];
    return rows.toSorted((a, b) => {
      for (const key of keys) if (a[key] !== b[key]) return a[key]! < b[key]! ? -1 : 1;
      return 0;
    });
  };
  const put = (name: RecordTable, row: object, changed?: readonly string[]): void => {
    const rows = kept.get(name)!;
    const key = keyOf(name, row);
    const before = rows.get(key);
    set(rows, key, before === undefined ? { ...(row as Kept) } : replaced(before, row as Kept, changed));
  };
  const changeKey = ({ scopeId, seq }: ChangeRecord): string => `${scopeId}|${seq}`;

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
      if (!heads.has(scopeId)) set(heads, scopeId, head);
      return Promise.resolve({ ...head });
    },
    readHead: (scopeId) => Promise.resolve(copyOf(heads.get(scopeId))),
    saveHead: (head) => Promise.resolve(set(heads, head.scopeId, { ...head })),
    lockDevice: (id) => Promise.resolve(copyOf(kept.get('device')!.get(id)) as DeviceRecord | undefined),
    saveDevice: (device) => Promise.resolve(set(kept.get('device')!, device.id, { ...device })),
    insertRow(name, row) {
      if (table(name).has(row.id)) throw new Error(`${name} already has ${row.id}.`);
      set(table(name), row.id, { ...row });
      return Promise.resolve();
    },
    updateRow(name, id, columns) {
      const before = table(name).get(id)!;
      const after: StoredRow = { ...before, ...columns };
      if (after._seq === before._seq && after._clk === before._clk) throw new Error(`unlogged write to ${name}`);
      set(table(name), id, after);
      return Promise.resolve();
    },
    rows: (name, ids) => Promise.resolve(ids.flatMap((id) => copyOf(table(name).get(id)) ?? [])),
    numbers: (name, ids) =>
      Promise.resolve(new Map(ids.flatMap((id) => table(name).get(id) ?? []).map(({ id, _seq }) => [id, _seq]))),
    refers: (name, column, id) => Promise.resolve([...table(name).values()].some((row) => row[column] === id)),
    putRows(name, rows, changed) {
      for (const row of rows) {
        const before = table(name).get(row.id);
        const after = before === undefined ? { ...row } : replaced(before, row, changed);
        if (before !== undefined && after._seq === before._seq && after._clk === before._clk)
          throw new Error(`unlogged write to ${name}`);
        set(table(name), row.id, after);
      }
      return Promise.resolve();
    },
    deleteRow: (name, id) => Promise.resolve(unset(table(name), id)),
    rowsAfter: (name, window) =>
      Promise.resolve(
        [...table(name).values()]
          .filter(
            (row) =>
              within(row.scopeId, row._seq, window) &&
              (row.deletedAt === null || row._seq > (window.omitDeletedUpTo ?? -1)),
          )
          .toSorted((a, b) => a._seq - b._seq)
          .slice(0, window.limit)
          .map((row) => ({ ...row })),
      ),
    appendChanges(added) {
      for (const change of added) {
        if (changes.has(changeKey(change))) throw new Error(`The log already has ${changeKey(change)}.`);
        set(changes, changeKey(change), { ...change });
      }
      return Promise.resolve();
    },
    keepChanges(kept) {
      for (const change of kept) if (!changes.has(changeKey(change))) set(changes, changeKey(change), { ...change });
      return Promise.resolve();
    },
    changesWithin: (window, since) =>
      Promise.resolve(
        [...changes.values()]
          .filter((change) => within(change.scopeId, change.seq, window) && change.storedAt >= since)
          .toSorted((a, b) => a.seq - b.seq)
          .slice(0, window.limit)
          .map((change) => ({ ...change })),
      ),
    dropChanges(scopeId) {
      for (const [key, change] of changes) if (change.scopeId === scopeId) unset(changes, key);
      return Promise.resolve();
    },
    list: (name, where, limit = Infinity, after) =>
      Promise.resolve(
        listed(name, where as Columns)
          .filter((row) => after === undefined || row[RECORD_KEYS[name][0]!]! > after)
          .slice(0, limit)
          .map((row) => ({ ...row })) as never,
      ),
    listAmong(name, where, { column, values }) {
      const meant = new Set<Value>(values);
      const rows = listed(name, where as Columns).filter((row) => meant.has(row[column]!));
      return Promise.resolve(rows.map((row) => ({ ...row })) as never);
    },
    put: (name, row) => Promise.resolve(put(name, row)),
    putAll(name, rows, changed) {
      for (const row of rows) put(name, row, changed);
      return Promise.resolve();
    },
    remove(name, where) {
      const rows = kept.get(name)!;
      for (const [key, row] of byKey(name, where as Columns) ?? rows)
        if (matches(row, where as Columns)) unset(rows, key);
      return Promise.resolve();
    },
    removeAmong(name, where, { column, values }) {
      const meant = new Set<Value>(values);
      const rows = kept.get(name)!;
      for (const [key, row] of rows) if (matches(row, where as Columns) && meant.has(row[column]!)) unset(rows, key);
      return Promise.resolve();
    },
    setAmong(name, column, value, among) {
      const meant = new Set<Value>(among.values);
      const rows = kept.get(name)!;
      for (const [key, row] of rows) if (meant.has(row[among.column]!)) set(rows, key, { ...row, [column]: value });
      return Promise.resolve();
    },
    async savepoint(work) {
      const mark = state.undo.length;
      try {
        return await work();
      } catch (error) {
        rollback(state, mark);
        throw error;
      }
    },
  };
}

function within(scopeId: string, seq: number, window: FeedWindow): boolean {
  return scopeId === window.scopeId && seq > window.after && seq <= window.upTo;
}

/** A row with the given columns of another, all of them unless told. */
function replaced<T extends Kept>(before: T, after: T, changed: readonly string[] = Object.keys(after)): T {
  return { ...before, ...Object.fromEntries(changed.map((column) => [column, after[column]])) };
}

function copyOf<T extends object>(row: T | undefined): T | undefined {
  return row === undefined ? undefined : { ...row };
}

function matches(row: Kept, where: Columns): boolean {
  for (const column in where) if (row[column] !== where[column]) return false;
  return true;
}
