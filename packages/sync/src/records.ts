/** Tables of both sides beside rows, log and heads: small, with plain values, each with its key. */
import { RevokeMode } from '@holdfast/contract/sync';
import { z } from 'zod';
import type { Value } from './registry.ts';

/** A device as the server knows it. */
export const DeviceRecord = z.strictObject({
  id: z.string(),
  /** Number of the last change taken from it. */
  lastN: z.int(),
  /** Digest over the numbers, groups and clocks of its changes so far; distinguishes a copy from the original. */
  chain: z.string(),
  lastSeenAt: z.int().nullable(),
  schema: z.int(),
  /** Waiting changes that it last reported. */
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
  /** Number of the change it was logged as; null when it changed nothing. */
  seq: z.int().nullable(),
  /** The device's chain after this change. */
  chain: z.string(),
});
export type VerdictRecord = z.infer<typeof VerdictRecord>;

/** A change on the device, waiting to be sent or kept until the server's backup surely has it. */
export const OutboxRecord = z.strictObject({
  n: z.int(),
  groupId: z.string(),
  /** 1: the changes of the group count all or none. */
  atomic: z.int(),
  tableName: z.string(),
  rowId: z.string(),
  scopeId: z.string(),
  userId: z.string(),
  op: z.string(),
  setJson: z.string(),
  oldJson: z.string(),
  /** Clocks the edit was made on top of, by field, as JSON; null for fields without one. */
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
  /** Time at which the server stored it; null while it waits. */
  sentAt: z.int().nullable(),
});
export type OutboxRecord = z.infer<typeof OutboxRecord>;

/** State of a scope on a device. */
export const SubscriptionRecord = z.strictObject({
  scopeId: z.string(),
  grantId: z.string(),
  /** Everything up to this number is here. */
  cursor: z.int(),
  epoch: z.string(),
  /** Living rows as the server knows them, and their digest; changed with every image. */
  headRows: z.int(),
  headDigest: z.string(),
});
export type SubscriptionRecord = z.infer<typeof SubscriptionRecord>;

/** The server's version of a row that has waiting changes on the device. */
export const ConfirmedRecord = z.strictObject({
  tableName: z.string(),
  rowId: z.string(),
  scopeId: z.string(),
  /** `StoredRow` as JSON; null when the server does not know the row yet. */
  rowJson: z.string().nullable(),
});
export type ConfirmedRecord = z.infer<typeof ConfirmedRecord>;

/** Rows received of a scope up to a mark, which wait for the stream to be complete. */
const StageRecord = z.strictObject({
  scopeId: z.string(),
  /** Everything up to this number is here; the parts of a scope come in its order. */
  mark: z.int(),
  /** A line of JSON with the columns and log entries, then the lines of the rows as they came. */
  part: z.string(),
});
type StageRecord = z.infer<typeof StageRecord>;

/** Position up to which the stage of a scope is complete. */
const StageMarkRecord = z.strictObject({
  scopeId: z.string(),
  grantId: z.string(),
  epoch: z.string(),
  /** The cursor the stream began at; 0: what it does not name is no longer there. */
  fromCursor: z.int(),
  /** The head of the scope when the stream began; of deletions before that a stream from the beginning has nothing to take back. */
  beganAt: z.int(),
  mark: z.int(),
});
type StageMarkRecord = z.infer<typeof StageMarkRecord>;

/** A change the server refused, or that can no longer be sent. */
export const SetAsideRecord = z.strictObject({
  /** The device's name and the number it had there. */
  id: z.string(),
  n: z.int(),
  kind: z.string(),
  /** The `OutboxRecord` as JSON. */
  change: z.string(),
  reason: z.string(),
  /** The server's row as JSON; null when there is none. */
  serverRow: z.string().nullable(),
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

/** The kept tables by name, each with its columns. */
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

/** The rows of the kept tables. */
export type RecordTables = { [T in keyof typeof RECORDS]: z.infer<(typeof RECORDS)[T]> };

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

/** Filter of a list: values of columns; null matches rows without a value. */
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
  /** Writes several rows, each key once. @param changed the columns in which they differ from the stored ones; all by default */
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
