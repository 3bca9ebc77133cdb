import type { LogEntry } from '@holdfast/contract/sync';
import { z } from 'zod';
import type { DeviceRecord, Records } from './records.ts';
import type { Columns, Lookup, StoredRow } from './registry.ts';

/** The head of a scope: what its next change continues. */
export const Head = z.strictObject({
  scopeId: z.string(),
  /** Number of the scope's last change. */
  seq: z.int(),
  /** Living rows in the scope. */
  rows: z.int(),
  /** The sum over the living rows that `digest.ts` computes. */
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
  /** Deleted rows up to this number are left out. */
  omitDeletedUpTo?: number;
}

/**
 * Access to rows, change log, heads and kept tables inside one transaction. Three implementations pass one contract suite: SQLite and
 * PostgreSQL through Kysely, and memory.
 */
export interface Store extends Lookup, Records {
  /**
   * Locks the head of a scope until the transaction ends and reads it; a scope that never was starts empty. Callers lock the device before
   * the library and the library before a company, so that no two can wait for each other.
   */
  lockHead(scopeId: string): Promise<Head>;
  /** Reads the head without a lock; undefined when the scope has no changes. */
  readHead(scopeId: string): Promise<Head | undefined>;
  saveHead(head: Head): Promise<void>;
  /** Locks what the server knows of a device until the transaction ends; undefined when it knows nothing. */
  lockDevice(id: string): Promise<DeviceRecord | undefined>;
  /** Writes what changed of a device that is known. */
  saveDevice(device: DeviceRecord): Promise<void>;
  insertRow(table: string, row: StoredRow): Promise<void>;
  /** Replaces the given columns of a row. @throws when neither its number nor its clocks change: such a write was not logged (docs/data-model.md, "Order of numbers") */
  updateRow(table: string, id: string, columns: Columns): Promise<void>;
  /** The rows with these ids, deleted or not, in no order; those that never were are left out. */
  rows(table: string, ids: readonly string[]): Promise<StoredRow[]>;
  /** The numbers of the rows with these ids, deleted or not; those that never were are left out. */
  numbers(table: string, ids: readonly string[]): Promise<Map<string, number>>;
  /**
   * Writes whole rows of the same columns, each once, in the place of those with their ids.
   * @param changed the columns in which they differ from those; all of them by default. Indexes of the others are left alone.
   * @throws when neither number nor clocks of a stored one change, as `updateRow` does
   */
  putRows(table: string, rows: readonly StoredRow[], changed?: readonly string[]): Promise<void>;
  deleteRow(table: string, id: string): Promise<void>;
  /** Returns true when any row of a table, deleted ones included, has this id in a column. */
  refers(table: string, column: string, id: string): Promise<boolean>;
  /** Rows of a scope by number, deleted ones too. */
  rowsAfter(table: string, window: FeedWindow): Promise<StoredRow[]>;
  appendChanges(changes: readonly LogEntry[]): Promise<void>;
  /** Adds entries that came from elsewhere; one that is here already stays. */
  keepChanges(changes: readonly LogEntry[]): Promise<void>;
  /** The log of a scope by number. @param since leaves out what was stored before, milliseconds UTC */
  changesWithin(window: FeedWindow, since: number): Promise<LogEntry[]>;
  /** Forgets the log of a scope. */
  dropChanges(scopeId: string): Promise<void>;
  /** Runs work whose effects vanish when it throws, while the transaction goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** A database that can run a piece of work as one transaction: all of it is kept, or none. */
export interface TransactionalStore {
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /** The change log of a scope after a number, in order, as a reader outside any transaction sees it. */
  changesAfter(scopeId: string, seq: number): Promise<LogEntry[]>;
  head(scopeId: string): Promise<Head | undefined>;
}
