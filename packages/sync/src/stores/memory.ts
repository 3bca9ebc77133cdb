import type { LogEntry } from '@holdfast/contract/sync';
import { emptyHead } from '../ledger.ts';
import { type DeviceRecord, RECORD_KEYS, type RecordTable, type RecordTables } from '../records.ts';
import type { Columns, StoredRow, TableRegistry, Value } from '../registry.ts';
import type { FeedWindow, Head, Store, TransactionalStore } from '../store.ts';

type Kept = Record<string, Value>;

/**
 * Rows by key, and in the order of queries, which is computed at the first query after a write. They are returned
 * without a copy, and frozen, so that writing into one throws.
 */
class Kind<T> {
  readonly byKey: Map<string, T>;
  readonly #compare: (a: T, b: T) => number;
  #ordered: readonly T[] | null = null;

  constructor(compare: (a: T, b: T) => number, byKey = new Map<string, T>()) {
    this.#compare = compare;
    this.byKey = byKey;
  }

  /** Returns all rows; those with equal order in the order of insertion. */
  get ordered(): readonly T[] {
    this.#ordered ??= [...this.byKey.values()].toSorted(this.#compare);
    return this.#ordered;
  }

  set(key: string, row: T): void {
    this.byKey.set(key, Object.freeze(row));
    this.#ordered = null;
  }

  delete(key: string): void {
    this.byKey.delete(key);
    this.#ordered = null;
  }

  /** Returns a copy that shares the rows: a row is never changed, only replaced. */
  copy(): Kind<T> {
    return new Kind(this.#compare, new Map(this.byKey));
  }
}

interface State {
  tables: Map<string, Kind<StoredRow>>;
  heads: Kind<Head>;
  changes: Kind<LogEntry>;
  kept: Map<string, Kind<Kept>>;
  /** Functions that undo the running transaction, called in reverse order. */
  undo: (() => void)[];
}

/** A database in memory that can be copied, like a backup. */
export interface MemoryDatabase extends TransactionalStore {
  /** Returns a separate database with the same content. */
  copy(): MemoryDatabase;
}

/**
 * A database in memory: the reference for the tests of the other stores, and the database of simulations. Transactions run one after the other; one
 * that fails is undone step by step.
 */
export function memoryDatabase(registry: TableRegistry): MemoryDatabase {
  return over({
    tables: new Map([...registry.keys()].map((name) => [name, new Kind<StoredRow>((a, b) => a._seq - b._seq)])),
    heads: new Kind(() => 0),
    changes: new Kind((a, b) => a.seq - b.seq),
    kept: new Map(Object.entries(RECORD_KEYS).map(([name, keys]) => [name, new Kind<Kept>(byColumns(keys))])),
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
      Promise.resolve(state.changes.ordered.filter((change) => change.scopeId === scopeId && change.seq > seq)),
    head: (scopeId) => Promise.resolve(state.heads.byKey.get(scopeId)),
    copy: () => over(copyOfState(state)),
  };
}

function copyOfState({ tables, heads, changes, kept }: State): State {
  const copies = <T>(all: Map<string, Kind<T>>): Map<string, Kind<T>> =>
    new Map([...all].map(([name, kind]) => [name, kind.copy()]));
  return { tables: copies(tables), heads: heads.copy(), changes: changes.copy(), kept: copies(kept), undo: [] };
}

function byColumns(columns: readonly string[]): (a: Kept, b: Kept) => number {
  return (a, b) => {
    for (const column of columns) if (a[column] !== b[column]) return a[column]! < b[column]! ? -1 : 1;
    return 0;
  };
}

function rollback({ undo }: State, to: number): void {
  while (undo.length > to) undo.pop()!();
}

function memoryStore(state: State): Store {
  return {
    ...rowMethods(state),
    ...logMethods(state),
    ...recordMethods(state),
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

/** Methods of a store on synced rows. */
function rowMethods(state: State) {
  const { tables } = state;
  const table = (name: string): Kind<StoredRow> => {
    const rows = tables.get(name);
    if (rows === undefined) throw new Error(`${name} is not a synced table.`);
    return rows;
  };
  return {
    row: (name, id) => Promise.resolve(table(name).byKey.get(id)),
    find(name, where) {
      const columns = Object.keys(where);
      const found: StoredRow[] = [];
      for (const row of table(name).byKey.values())
        if (row.deletedAt === null && matches(row, where, columns)) found.push(row);
      return Promise.resolve(found);
    },
    insertRow(name, row) {
      if (table(name).byKey.has(row.id)) throw new Error(`${name} already has ${row.id}.`);
      set(state, table(name), row.id, { ...row });
      return Promise.resolve();
    },
    updateRow(name, id, columns) {
      const before = table(name).byKey.get(id)!;
      const after = replaced(before, columns);
      if (after._seq === before._seq && after._clk === before._clk) throw new Error(`unlogged write to ${name}`);
      set(state, table(name), id, after);
      return Promise.resolve();
    },
    rows: (name, ids) => Promise.resolve(ids.flatMap((id) => table(name).byKey.get(id) ?? [])),
    numbers: (name, ids) =>
      Promise.resolve(new Map(ids.flatMap((id) => table(name).byKey.get(id) ?? []).map(({ id, _seq }) => [id, _seq]))),
    refers: (name, column, id) => Promise.resolve(table(name).ordered.some((row) => row[column] === id)),
    putRows(name, rows, changed) {
      for (const row of rows) {
        const before = table(name).byKey.get(row.id);
        const after = before === undefined ? { ...row } : replaced(before, row, changed);
        if (before !== undefined && after._seq === before._seq && after._clk === before._clk)
          throw new Error(`unlogged write to ${name}`);
        set(state, table(name), row.id, after);
      }
      return Promise.resolve();
    },
    deleteRow: (name, id) => Promise.resolve(unset(state, table(name), id)),
    rowsAfter(name, window) {
      const { omitDeletedUpTo = -1, limit } = window;
      const found: StoredRow[] = [];
      for (const row of table(name).ordered) {
        if (found.length >= limit || row._seq > window.upTo) break;
        if (!within(row.scopeId, row._seq, window)) continue;
        if (row.deletedAt === null || row._seq > omitDeletedUpTo) found.push(row);
      }
      return Promise.resolve(found);
    },
  } satisfies Partial<Store>;
}

/** Methods of a store on the heads of scopes, devices and the change log. */
function logMethods(state: State) {
  const { heads, changes, kept } = state;
  return {
    lockHead(scopeId) {
      const head = heads.byKey.get(scopeId) ?? emptyHead(scopeId);
      if (!heads.byKey.has(scopeId)) set(state, heads, scopeId, head);
      return Promise.resolve({ ...head });
    },
    readHead: (scopeId) => Promise.resolve(heads.byKey.get(scopeId)),
    saveHead: (head) => Promise.resolve(set(state, heads, head.scopeId, { ...head })),
    lockDevice: (id) => Promise.resolve(kept.get('device')!.byKey.get(id) as DeviceRecord | undefined),
    saveDevice: (device) => Promise.resolve(set(state, kept.get('device')!, device.id, { ...device })),
    appendChanges(added) {
      for (const change of added) {
        if (changes.byKey.has(changeKey(change))) throw new Error(`The log already has ${changeKey(change)}.`);
        set(state, changes, changeKey(change), { ...change });
      }
      return Promise.resolve();
    },
    keepChanges(kept) {
      for (const change of kept)
        if (!changes.byKey.has(changeKey(change))) set(state, changes, changeKey(change), { ...change });
      return Promise.resolve();
    },
    changesWithin(window, since) {
      const found: LogEntry[] = [];
      for (const change of changes.ordered) {
        if (found.length >= window.limit || change.seq > window.upTo) break;
        if (within(change.scopeId, change.seq, window) && change.storedAt >= since) found.push(change);
      }
      return Promise.resolve(found);
    },
    dropChanges(scopeId) {
      for (const [key, change] of changes.byKey) if (change.scopeId === scopeId) unset(state, changes, key);
      return Promise.resolve();
    },
  } satisfies Partial<Store>;
}

/** Methods of a store on the tables of records that synchronisation keeps. */
function recordMethods(state: State) {
  const { kept } = state;
  /** Returns the rows that match a filter, ordered by key. */
  const listed = <T extends RecordTable>(name: T, where: Columns): readonly (Kept & RecordTables[T])[] => {
    const kind = kept.get(name)!;
    const isKey = RECORD_KEYS[name].every((column) => where[column] !== undefined);
    const row = isKey ? kind.byKey.get(keyOf(name, where)) : undefined;
    const among = !isKey ? kind.ordered : row === undefined ? [] : [row];
    const columns = Object.keys(where);
    const rows = columns.length === 0 ? among : among.filter((one) => matches(one, where, columns));
    return rows as readonly (Kept & RecordTables[T])[];
  };
  const put = (name: RecordTable, row: object, changed?: readonly string[]): void => {
    const rows = kept.get(name)!;
    const key = keyOf(name, row);
    const before = rows.byKey.get(key);
    set(state, rows, key, before === undefined ? { ...(row as Kept) } : replaced(before, row as Kept, changed));
  };
  return {
    list(name, where, limit = Infinity, after) {
      const [key] = RECORD_KEYS[name] as readonly string[];
      const all = listed(name, where as Columns);
      const rows = after === undefined ? all : all.filter((row) => (row as Kept)[key!]! > after);
      return Promise.resolve(rows.slice(0, limit));
    },
    listAmong(name, where, { column, values }) {
      const meant = new Set<Value>(values);
      const rows = listed(name, where as Columns).filter((row) => meant.has((row as Kept)[column]!));
      return Promise.resolve(rows);
    },
    put: (name, row) => Promise.resolve(put(name, row)),
    putAll(name, rows, changed) {
      for (const row of rows) put(name, row, changed);
      return Promise.resolve();
    },
    remove(name, where) {
      for (const row of listed(name, where as Columns)) unset(state, kept.get(name)!, keyOf(name, row));
      return Promise.resolve();
    },
    removeAmong(name, where, { column, values }) {
      const meant = new Set<Value>(values);
      for (const row of listed(name, where as Columns))
        if (meant.has(row[column])) unset(state, kept.get(name)!, keyOf(name, row));
      return Promise.resolve();
    },
    setAmong(name, column, value, among) {
      const meant = new Set<Value>(among.values);
      const rows = kept.get(name)!;
      for (const row of rows.ordered)
        if (meant.has(row[among.column]!)) set(state, rows, keyOf(name, row), { ...row, [column]: value });
      return Promise.resolve();
    },
  } satisfies Partial<Store>;
}

function set<T>({ undo }: State, kind: Kind<T>, key: string, value: T): void {
  const before = kind.byKey.get(key);
  undo.push(() => (before === undefined ? kind.delete(key) : kind.set(key, before)));
  kind.set(key, value);
}

function unset<T>({ undo }: State, kind: Kind<T>, key: string): void {
  const before = kind.byKey.get(key);
  if (before === undefined) return;
  undo.push(() => kind.set(key, before));
  kind.delete(key);
}

function keyOf(name: RecordTable, row: object): string {
  const [first, second] = RECORD_KEYS[name] as readonly string[];
  const key = String((row as Kept)[first!]);
  return second === undefined ? key : `${key}|${(row as Kept)[second]}`;
}

function changeKey({ scopeId, seq }: LogEntry): string {
  return `${scopeId}|${seq}`;
}

function within(scopeId: string, seq: number, window: FeedWindow): boolean {
  return scopeId === window.scopeId && seq > window.after && seq <= window.upTo;
}

/** Returns a row with the given columns of another, all of them by default. */
function replaced<T extends Kept>(before: T, after: Kept, changed: readonly string[] = Object.keys(after)): T {
  const row: Kept = { ...before };
  for (const column of changed) row[column] = after[column]!;
  return row as T;
}

function matches(row: Kept, where: Columns, columns: readonly string[]): boolean {
  for (const column of columns) if (row[column] !== where[column]) return false;
  return true;
}
