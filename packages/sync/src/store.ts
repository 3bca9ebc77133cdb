import type { Columns, Lookup, Operation, StoredRow } from './registry.ts';

/** The head of a scope: what its next change continues. */
export interface Head {
  scopeId: string;
  /** Number of the scope's last change. */
  seq: number;
  /** Living rows in the scope. */
  rows: number;
  /** See `digest.ts`. */
  digest: string;
}

/** One entry of the change log: history, and the feed that tells what happened (data.md 6). */
export interface ChangeRecord {
  scopeId: string;
  seq: number;
  /** Shared by the changes of one action. */
  groupId: string;
  deviceId: string;
  /** The device's own number for it; null for changes made on the server itself. */
  n: number | null;
  userId: string;
  tableName: string;
  rowId: string;
  op: Operation | 'revive';
  /** JSON of the columns that changed, as they became. */
  setJson: string;
  /** JSON of the same columns as they were. */
  oldJson: string;
  /** JSON of the columns whose edit lost against a later one; null when none did. */
  lostJson: string | null;
  /** JSON of a `HistoryEntry`; null: not shown in history. */
  historyJson: string | null;
  itemId: string | null;
  installationInspectionId: string | null;
  /** When the edit was made, skew-corrected milliseconds UTC. */
  editedAt: number;
  /** When it was stored here, milliseconds UTC. */
  storedAt: number;
}

/**
 * Where rows, change log and heads are kept, seen from inside one transaction. Three implementations answer one contract suite: SQLite and
 * PostgreSQL through Kysely, and memory.
 */
export interface Store extends Lookup {
  /**
   * Locks the head of a scope until the transaction ends and reads it; a scope that never was starts empty. Callers lock the library before
   * a company, so that no two can wait for each other.
   */
  lockHead(scopeId: string): Promise<Head>;
  saveHead(head: Head): Promise<void>;
  insertRow(table: string, row: StoredRow): Promise<void>;
  /** Replaces the given columns of a row. */
  updateRow(table: string, id: string, columns: Columns): Promise<void>;
  appendChange(change: ChangeRecord): Promise<void>;
}

/** A database that can run a piece of work as one transaction: all of it is kept, or none. */
export interface TransactionalStore {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** The change log of a scope after a number, in order, as a reader outside any transaction sees it. */
  changesAfter(scopeId: string, seq: number): Promise<ChangeRecord[]>;
  head(scopeId: string): Promise<Head | undefined>;
}
