/** Further tables of both sides, besides rows, log and heads: small, with plain values and a key. */
import { RevokeMode } from '@holdfast/contract/sync';
import { z } from 'zod';
import type { Value } from './registry.ts';

/** A device in the records of the server. */
export const DeviceRecord = z.strictObject({
  id: z.string(),
  /** Number of the last change accepted from it. */
  lastN: z.int(),
  /** Digest over the numbers, groups and clocks of its changes; distinguishes a copy from the original. */
  chain: z.string(),
  lastSeenAt: z.int().nullable(),
  schema: z.int(),
  /** Number of unsent changes in its last report. */
  waiting: z.int(),
  revokedAt: z.int().nullable(),
  revokeMode: RevokeMode.nullable(),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** Verdict on one change of a device. */
export const VerdictRecord = z.strictObject({
  deviceId: z.string(),
  n: z.int(),
  verdict: z.string(),
  /** Reason why it was refused or lost; null otherwise. */
  reason: z.string().nullable(),
  scopeId: z.string(),
  tableName: z.string(),
  rowId: z.string(),
  /** Number of its log entry; null when it changed nothing. */
  seq: z.int().nullable(),
  /** The device's chain after this change. */
  chain: z.string(),
});
export type VerdictRecord = z.infer<typeof VerdictRecord>;

/** A change on the device that is unsent, or kept until every backup of the server contains it. */
export const OutboxRecord = z.strictObject({
  n: z.int(),
  groupId: z.string(),
  /** 1: either all changes of the group take effect or none. */
  atomic: z.int(),
  tableName: z.string(),
  rowId: z.string(),
  scopeId: z.string(),
  userId: z.string(),
  op: z.string(),
  setJson: z.string(),
  oldJson: z.string(),
  /** Clocks on which the edit is based, by field, as JSON; null for fields without one. */
  baseJson: z.string(),
  /** `Clock` as JSON. */
  clock: z.string(),
  /** Milliseconds UTC by the device's own clock. */
  at: z.int(),
  historyJson: z.string().nullable(),
  itemId: z.string().nullable(),
  installationInspectionId: z.string().nullable(),
  /** The chain after this change. */
  chain: z.string(),
  /** Time at which the server stored it; null while it is unsent. */
  sentAt: z.int().nullable(),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** State of a scope on a device. */
export const SubscriptionRecord = z.strictObject({
  scopeId: z.string(),
  grantId: z.string(),
  /** Everything up to this number was received. */
  cursor: z.int(),
  epoch: z.string(),
  /** Number of living rows in the server's version, and their digest; updated with every image. */
  headRows: z.int(),
  headDigest: z.string(),
});
export type SubscriptionRecord = z.infer<typeof SubscriptionRecord>;

/** The server's version of a row that has unsent changes on the device. */
export const ConfirmedRecord = z.strictObject({
  tableName: z.string(),
  rowId: z.string(),
  scopeId: z.string(),
  /** `StoredRow` as JSON; null when the server does not have the row yet. */
  rowJson: z.string().nullable(),
});
export type ConfirmedRecord = z.infer<typeof ConfirmedRecord>;

/** Received rows of a scope up to a mark, stored until the stream is complete. */
const StageRecord = z.strictObject({
  scopeId: z.string(),
  /** Everything up to this number was received; it orders the parts of a scope. */
  mark: z.int(),
  /** A line of JSON with the columns and log entries, then the lines of the rows as received. */
  part: z.string(),
});
type StageRecord = z.infer<typeof StageRecord>;

/** Position up to which the stage of a scope is complete. */
const StageMarkRecord = z.strictObject({
  scopeId: z.string(),
  grantId: z.string(),
  epoch: z.string(),
  /** The cursor at which the stream began; 0: rows that it does not contain no longer exist. */
  fromCursor: z.int(),
  /** The head of the scope when the stream began. A stream from the beginning does not need deletions before it. */
  beganAt: z.int(),
  mark: z.int(),
});
type StageMarkRecord = z.infer<typeof StageMarkRecord>;

/** A change that the server refused, or that can no longer be sent. */
export const SetAsideRecord = z.strictObject({
  /** Id of the device, and number of the change there. */
  id: z.string(),
  n: z.int(),
  kind: z.string(),
  /** The `OutboxRecord` as JSON. */
  change: z.string(),
  reason: z.string(),
  at: z.int(),
});
export type SetAsideRecord = z.infer<typeof SetAsideRecord>;

/** One run of synchronisation. */
export const SyncRunRecord = z.strictObject({
  id: z.string(),
  target: z.string(),
  trigger: z.string(),
  recordsIn: z.int(),
  recordsOut: z.int(),
  bytesIn: z.int(),
  bytesOut: z.int(),
  startTime: z.int(),
  endTime: z.int().nullable(),
  status: z.string().nullable(),
  message: z.string(),
});
export type SyncRunRecord = z.infer<typeof SyncRunRecord>;

/** A fact of this database itself, e.g. its epoch. */
const InstanceRecord = z.strictObject({ key: z.string(), value: z.string() });
type InstanceRecord = z.infer<typeof InstanceRecord>;

/** The tables of records by name, each with its columns. */
export const RECORDS = {
  device: DeviceRecord,
  verdict: VerdictRecord,
  outbox: OutboxRecord,
  subscription: SubscriptionRecord,
  confirmed: ConfirmedRecord,
  stage: StageRecord,
  stageMark: StageMarkRecord,
  setAside: SetAsideRecord,
  syncRun: SyncRunRecord,
  instance: InstanceRecord,
};

/** The rows of the tables of records. */
export type RecordTables = { [T in keyof typeof RECORDS]: z.infer<(typeof RECORDS)[T]> };

/** The name of a table of records. */
export type RecordTable = keyof RecordTables;

/** The columns that identify a row of a table of records, and order its lists. */
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

/** Filter of a list: values of columns; null matches rows without a value. */
export type RecordFilter<T extends RecordTable> = { [K in keyof RecordTables[T]]?: RecordTables[T][K] & Value };

/** A column of texts or numbers, and the values to match. */
export interface Among<T extends RecordTable> {
  column: keyof RecordTables[T] & string;
  values: readonly string[] | readonly number[];
}

/** Reads and writes the tables of records, inside the transaction. */
export interface Records {
  /**
   * Returns the rows whose columns have these values, ordered by key.
   * @param after skips rows up to this key, if the key is one column
   */
  list<T extends RecordTable>(
    table: T,
    where: RecordFilter<T>,
    limit?: number,
    after?: string | number,
  ): Promise<RecordTables[T][]>;
  /** Writes a row, replacing the one with the same key in the columns that are given. */
  put<T extends RecordTable>(table: T, row: RecordTables[T]): Promise<void>;
  /** Writes several rows, each key once. @param changed the columns in which they differ from the stored ones; all by default */
  putAll<T extends RecordTable>(
    table: T,
    rows: readonly RecordTables[T][],
    changed?: readonly (keyof RecordTables[T] & string)[],
  ): Promise<void>;
  remove<T extends RecordTable>(table: T, where: RecordFilter<T>): Promise<void>;
  /** Like `list`, but only for rows whose column has one of these values. */
  listAmong<T extends RecordTable>(table: T, where: RecordFilter<T>, among: Among<T>): Promise<RecordTables[T][]>;
  removeAmong<T extends RecordTable>(table: T, where: RecordFilter<T>, among: Among<T>): Promise<void>;
  /** Sets a column to one value in all rows whose other column has one of these values. */
  setAmong<T extends RecordTable, K extends keyof RecordTables[T] & string>(
    table: T,
    column: K,
    value: RecordTables[T][K] & Value,
    among: Among<T>,
  ): Promise<void>;
}
