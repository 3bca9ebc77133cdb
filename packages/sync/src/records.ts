/** What the two sides keep beside rows, log and heads: small tables of plain values, each with its key. */
import type { Value } from './registry.ts';

/** A device as the server knows it. */
export interface DeviceRecord {
  id: string;
  /** Number of the last change taken from it. */
  lastN: number;
  /** Digest over the numbers, groups and clocks of its changes so far; tells a copy from the original. */
  chain: string;
  lastSeenAt: number | null;
  schema: number;
  /** Changes it last said were waiting. */
  waiting: number;
  revokedAt: number | null;
  /** `signOut`: until somebody known on it signs in again · `lock`: until an administrator opens it · `wipe`: it forgets everything. */
  revokeMode: 'signOut' | 'lock' | 'wipe' | null;
}

/** What became of one change of a device. */
export interface VerdictRecord {
  deviceId: string;
  n: number;
  verdict: string;
  /** Why it was refused or lost; null otherwise. */
  reason: string | null;
  scopeId: string;
  tableName: string;
  rowId: string;
  /** Number of the change it was logged as; null when it changed nothing. */
  seq: number | null;
  /** The device's chain after this change. */
  chain: string;
}

/** A change on the device, waiting to be sent or kept until the server's backup surely has it. */
export interface OutboxRecord {
  n: number;
  groupId: string;
  /** 1: the changes of the group count all or none. */
  atomic: number;
  tableName: string;
  rowId: string;
  scopeId: string;
  userId: string;
  op: string;
  setJson: string;
  oldJson: string;
  /** Clocks the edit was made on top of, by field, as JSON; null for fields without one. */
  baseJson: string;
  /** `Clock` as JSON. */
  clock: string;
  /** Milliseconds UTC by the device's own clock. */
  at: number;
  historyJson: string | null;
  itemId: string | null;
  installationInspectionId: string | null;
  /** The chain after this change. */
  chain: string;
  /** When the server had taken it; null while it waits. */
  sentAt: number | null;
}

/** What a device holds of a scope. */
export interface SubscriptionRecord {
  scopeId: string;
  grantId: string;
  /** Everything up to this number is here. */
  cursor: number;
  epoch: string;
  /** Living rows as the server knows them, and their digest; changed with every image. */
  headRows: number;
  headDigest: string;
}

/** The server's version of a row that has waiting changes on the device. */
export interface ConfirmedRecord {
  tableName: string;
  rowId: string;
  scopeId: string;
  /** `StoredRow` as JSON; null when the server does not know the row yet. */
  rowJson: string | null;
}

/** What arrived of a scope up to a mark, and waits for its stream to be complete. */
export interface StageRecord {
  scopeId: string;
  /** Everything up to this number is here; the parts of a scope come in its order. */
  mark: number;
  /** A line of JSON with the columns and log entries, then the lines of the rows as they came. */
  part: string;
}

/** How far the stage of a scope has come. */
export interface StageMarkRecord {
  scopeId: string;
  grantId: string;
  epoch: string;
  /** The cursor the stream began at; 0: what it does not name is no longer there. */
  fromCursor: number;
  /** The head of the scope when the stream began; of deletions before that a stream from the beginning has nothing to take back. */
  beganAt: number;
  mark: number;
}

/** A change the server refused, or that can no longer be sent. */
export interface SetAsideRecord {
  /** The device's name and the number it had there. */
  id: string;
  n: number;
  kind: string;
  /** The `OutboxRecord` as JSON. */
  change: string;
  reason: string;
  /** The server's row as JSON; null when there is none. */
  serverRow: string | null;
  at: number;
}

/** One run of synchronisation. */
export interface SyncRunRecord {
  id: string;
  target: string;
  trigger: string;
  recordsIn: number;
  recordsOut: number;
  bytesIn: number;
  bytesOut: number;
  startTime: number;
  endTime: number | null;
  status: string | null;
  message: string;
}

/** A fact of this database itself. */
export interface InstanceRecord {
  key: string;
  value: string;
}

/** The kept tables and their rows. */
export interface RecordTables {
  device: DeviceRecord;
  verdict: VerdictRecord;
  outbox: OutboxRecord;
  subscription: SubscriptionRecord;
  confirmed: ConfirmedRecord;
  stage: StageRecord;
  stageMark: StageMarkRecord;
  setAside: SetAsideRecord;
  syncRun: SyncRunRecord;
  instance: InstanceRecord;
}

/** The name of a kept table. */
export type RecordTable = keyof RecordTables;

/** The columns that identify a row of a kept table; lists come in their order. */
export const RECORD_KEYS: { readonly [T in RecordTable]: readonly (keyof RecordTables[T] & string)[] } = {
  device: ['id'],
  verdict: ['deviceId', 'n'],
  outbox: ['n'],
  subscription: ['scopeId'],
  confirmed: ['tableName', 'rowId'],
  stage: ['scopeId', 'mark'],
  stageMark: ['scopeId'],
  setAside: ['id'],
  syncRun: ['id'],
  instance: ['key'],
};

/** What a list is narrowed by: values of columns; null means without a value. */
export type RecordFilter<T extends RecordTable> = { [K in keyof RecordTables[T]]?: RecordTables[T][K] & Value };

/** A column of texts or numbers, and those that are meant. */
export interface Among<T extends RecordTable> {
  column: keyof RecordTables[T] & string;
  values: readonly string[] | readonly number[];
}

/** Reads and writes the kept tables, inside the transaction. */
export interface Records {
  /**
   * The rows whose columns have these values, ordered by key.
   * @param after leaves out those up to this key, where the key is one column
   */
  list<T extends RecordTable>(
    table: T,
    where: RecordFilter<T>,
    limit?: number,
    after?: string | number,
  ): Promise<RecordTables[T][]>;
  /** Writes a row, replacing the one with the same key in the columns that are given. */
  put<T extends RecordTable>(table: T, row: RecordTables[T]): Promise<void>;
  /** Writes several rows, each key once. @param changed the columns in which they differ from those that are here; all unless told */
  putAll<T extends RecordTable>(
    table: T,
    rows: readonly RecordTables[T][],
    changed?: readonly (keyof RecordTables[T] & string)[],
  ): Promise<void>;
  remove<T extends RecordTable>(table: T, where: RecordFilter<T>): Promise<void>;
  /** As `list`, narrowed further to rows whose column has one of these values. */
  listAmong<T extends RecordTable>(table: T, where: RecordFilter<T>, among: Among<T>): Promise<RecordTables[T][]>;
  removeAmong<T extends RecordTable>(table: T, where: RecordFilter<T>, among: Among<T>): Promise<void>;
  /** Gives one column the same value in all rows whose column has one of these values. */
  setAmong<T extends RecordTable, K extends keyof RecordTables[T] & string>(
    table: T,
    column: K,
    value: RecordTables[T][K] & Value,
    among: Among<T>,
  ): Promise<void>;
}
