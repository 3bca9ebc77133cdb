/**
 * Synchronisation of two databases: the writer of synced rows, its change log, clocks, digests and stores, and both sides of the protocol. Only names
 * that other packages use are exported; a lint rule (knip) refuses others.
 */

// Tables: their declarations, rights and versions.
export { type ChangeOf, type RowOf, changeOf, table } from './schema.ts';
export {
  type Columns,
  type HistoryEntry,
  type HistoryLine,
  type Intent,
  type Lookup,
  type StoredRow,
  type TableDefinition,
  type TableRights,
  type Value,
  type WriteRight,
  columnTests,
  tableRegistry,
} from './registry.ts';
export { moment, momentColumns, ownMoment } from './moments.ts';
export { type Membership, columnRight, mayChange, rowRight } from './rights.ts';
export { versionOf } from './versions.ts';

// Ids, clocks and digests of rows.
export { derivedId, uuidV7 } from './ids.ts';
export { type Clock, type Clocks, clockOf, compareClocks, formatClock, parseClock } from './clock.ts';
export { EMPTY_DIGEST, addToDigest, digestOf, rowDigest, sha256Hex } from './digest.ts';

// Writing: the writer of synced rows, and the description of changes.
export { type Author, LateEdit, type Writer, openWriter } from './mutate.ts';
export type { Change } from './change.ts';
export { describeChange } from './describe.ts';

// Stores, and the records that are kept beside rows.
export { Head, type Store } from './store.ts';
export { type QueryRunner, kyselyDatabase, kyselyStore } from './stores/kysely.ts';
export { rememberingStore } from './stores/remembering.ts';
export { type Engine, type Statements, statements } from './stores/statements.ts';
export { DeviceRecord, OutboxRecord, RECORDS } from './records.ts';

// Messages between a device and its server.
export {
  Acknowledgement,
  LogEntry,
  PROTOCOL,
  PushRequest,
  Refusal,
  RowStamps,
  WireChange,
} from '@holdfast/contract/sync';

// The side of a device.
export {
  type DeviceSetting,
  DeviceState,
  STATE_KEY,
  ensureEnrolled,
  freshState,
  readState,
  writeState,
} from './device/state.ts';
export { type Effect, type Reply, type RunResult, recoverRuns, sync } from './device/sync.ts';
export { openDeviceWriter } from './device/writer.ts';
export { idleDelay, retryDelay } from './device/backoff.ts';
export { LOST } from './device/lostChanges.ts';
export { DISCARDED, sendAgain } from './device/sendAgain.ts';
export { becomeDevice, dropEverything } from './device/reset.ts';
export { upgradeDevice } from './device/upgrade.ts';

// The side of the server.
export { type EpochFacts, epochToNote } from './server/epoch.ts';
export type { ServerSetting } from './server/setting.ts';
export { push } from './server/push.ts';
export { pull } from './server/pull.ts';
export { repair } from './server/repair.ts';
export { purgeDeleted } from './server/purge.ts';
