import type { LogEntry } from '@holdfast/contract/sync';
import { z } from 'zod';
import type { DeviceRecord, Records } from './records.ts';
import type { Columns, Lookup, StoredRow } from './registry.ts';

/** The head of a scope: the state after its last change. */
export const Head = z.strictObject({
  scopeId: z.string(),
  /** Number of the scope's last change. */
  seq: z.int(),
  /** Living rows in the scope. */
  rows: z.int(),
  /** The digest of the living rows (`digest.ts`). */
  digest: z.string(),
});
export type Head = z.infer<typeof Head>;

/** Selects the next rows of a table for a reader. */
export interface FeedWindow {
  scopeId: string;
  /** Only numbers above this one. */
  after: number;
  /** Only numbers up to this one. */
  upTo: number;
  limit: number;
  /** Deleted rows up to this number are omitted. */
  omitDeletedUpTo?: number;
}

/**
 * Access to rows, change log, heads and tables of records inside one transaction. Three implementations pass one contract suite: SQLite and
 * PostgreSQL through Kysely, and memory.
 */
export interface Store extends Lookup, Records {
  /**
   * Locks the head of a scope until the transaction ends and reads it; a new scope starts empty. Callers lock the device before the library and the
   * library before a company, to avoid deadlocks.
   */
  lockHead(scopeId: string): Promise<Head>;
  /** Reads the head without a lock; undefined when the scope has no changes. */
  readHead(scopeId: string): Promise<Head | undefined>;
  saveHead(head: Head): Promise<void>;
  /** Locks the record of a device until the transaction ends and reads it; undefined when there is none. */
  lockDevice(id: string): Promise<DeviceRecord | undefined>;
  /** Updates the record of a device. */
  saveDevice(device: DeviceRecord): Promise<void>;
  insertRow(table: string, row: StoredRow): Promise<void>;
  /** Replaces the given columns of a row. @throws when neither its number nor its clocks change: such a write was not logged (docs/data-model.md, "Order of numbers") */
  updateRow(table: string, id: string, columns: Columns): Promise<void>;
  /** Returns the rows with these ids, deleted or not, in no order; ids that never existed are omitted. */
  rows(table: string, ids: readonly string[]): Promise<StoredRow[]>;
  /** Returns the numbers of the rows with these ids, deleted or not; ids that never existed are omitted. */
  numbers(table: string, ids: readonly string[]): Promise<Map<string, number>>;
  /**
   * Replaces rows by id with complete rows of the same columns, each row once.
   * @param changed the columns that may differ from the stored rows; all by default. Indexes of other columns are not updated.
   * @throws when neither number nor clocks of a stored one change, as `updateRow` does
   */
  putRows(table: string, rows: readonly StoredRow[], changed?: readonly string[]): Promise<void>;
  deleteRow(table: string, id: string): Promise<void>;
  /** Returns true when any row of a table, deleted ones included, has this id in a column. */
  refers(table: string, column: string, id: string): Promise<boolean>;
  /** Returns rows of a scope by number, including deleted ones. */
  rowsAfter(table: string, window: FeedWindow): Promise<StoredRow[]>;
  appendChanges(changes: readonly LogEntry[]): Promise<void>;
  /** Adds received entries; entries that exist already are not changed. */
  keepChanges(changes: readonly LogEntry[]): Promise<void>;
  /** Returns the log of a scope by number. @param since omits entries stored before this time, milliseconds UTC */
  changesWithin(window: FeedWindow, since: number): Promise<LogEntry[]>;
  /** Removes the log of a scope. */
  dropChanges(scopeId: string): Promise<void>;
  /** Runs work whose effects are rolled back when it throws, while the transaction continues. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** A database that can run work as one transaction. */
export interface TransactionalStore {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** Returns the change log of a scope after a number, in order, read outside any transaction. */
  changesAfter(scopeId: string, seq: number): Promise<LogEntry[]>;
  head(scopeId: string): Promise<Head | undefined>;
}
