/** The domain of Holdfast: the product's features over a database handle. */
import { auditHandlers } from './audit/index.ts';
import { companyHandlers } from './companies/index.ts';
import { conditionHandlers } from './conditions/index.ts';
import { deletionHandlers } from './deletions/index.ts';
import { deviceHandlers } from './devices/index.ts';
import { fieldHandlers } from './fields/index.ts';
import { handlerTable } from './calls/handler.ts';
import { historyHandlers } from './history/index.ts';
import { inspectionHandlers } from './inspections/index.ts';
import { installationHandlers } from './installations/index.ts';
import { itemHandlers } from './items/index.ts';
import { mediaHandlers } from './media/index.ts';
import { noteHandlers } from './notes/index.ts';
import { phraseHandlers } from './phrases/index.ts';
import { releaseHandlers } from './releases/index.ts';
import { reportHandlers } from './reports/index.ts';
import { searchHandlers } from './search/index.ts';
import { setupHandlers } from './setups/index.ts';
import { templateVersionHandlers } from './templateVersions/index.ts';
import { sweepHandlers } from './sweeps/index.ts';
import { usageHandlers } from './usage/index.ts';
import { userHandlers } from './users/index.ts';

export { appendEntry, pruneAudit, systemRecord, verifyAudit } from './auditLog.ts';
export type { Actor, DeviceCaller, LocalDb, ReadCtx, WriteCtx } from './calls/ctx.ts';
export { localTables } from './db/localTables.ts';
export { migrate, migrateTo } from './db/migrate.ts';
export { POSTGRES_SETTINGS, postgresTypes } from './db/postgres.ts';
export { databaseProblem, isDamaged, isDiskFull } from './db/problems.ts';
export { CONTENT_TABLES, registry } from './db/registry.ts';
export type { Database, SyncedTable } from './db/schema.ts';
export { DEVICE_PRAGMAS, SQLITE_PRAGMAS, sqliteDialect } from './db/sqlite.ts';
export { authenticateDevice } from './devices/index.ts';
export { dispatch } from './calls/dispatch.ts';
export type { ScopedDb } from './db/scoped.ts';
export { localDb } from './db/scoped.ts';
export { type Handler, handler } from './calls/handler.ts';
export { placeOf } from './history/index.ts';
export { publishParticulars } from './publishParticulars.ts';
export { buildApplication, type Application } from './application.ts';
export type { Replica } from './services.ts';
export { type PendingEvents, type EventBus, type BusEvent, openEventBus } from './eventBus.ts';
export type {
  Appended,
  BlobKey,
  PartKey,
  Blobs,
  DataCell,
  DataSet,
  DataShape,
  DataTable,
  DataType,
  DecodedImage,
  FileBytes,
  ReadOnceBytes,
  Ports,
  PrintedReport,
  ProviderClaims,
  ProviderClient,
  Reports,
  ReportToPrint,
  Requester,
  ReadSheet,
  SheetCell,
  Spreadsheets,
  TemplateCheck,
} from './ports.ts';
export { mustHold } from './calls/rights.ts';
export {
  accountByEmail,
  actorOf,
  addAccount,
  authenticate,
  COMMON_PASSWORD,
  countSecrets,
  type Delivery,
  type DueLetter,
  emailKey,
  endSessions,
  eraseNames,
  hasAccounts,
  issueToken,
  nextLetterAt,
  removeAllFactors,
  sealSecrets,
  settleLetter,
  claimLetter,
  waitingLetters,
  writeRequestedLinks,
} from './users/index.ts';
export { weatherFrom, weatherPlace, WeatherReading } from './installations/index.ts';
export {
  requestLostContents,
  baseName,
  collectUnusedBlobs,
  contentNames,
  DamagedContent,
  mediaAnswer,
  recordLostContents,
  recordBlob,
  scrubContents,
  type StoredContent,
  storeFile,
  storeImage,
} from './media/index.ts';
export { backupCompleted, backupFailed, type BackupState, backupState } from './backupState.ts';
export { announcePromotion, beginEpoch, epochOf } from './devices/epoch.ts';
export {
  firstMemberOf,
  purgeDeletions,
  signOutDevices,
  type SyncFigures,
  syncFigures,
  worksFor,
} from './devices/index.ts';
export { reportToPrint } from './reports/index.ts';
export { networkOf } from './networkOf.ts';
export { type TimelineSource, timelineSource } from './timeline.ts';
export { NO_QUOTAS, type Quotas, type Subject } from './quotas.ts';
export { type Meter, openMeter } from './usage/index.ts';
export { removeExpired } from './removeExpired.ts';

/** Every operation with its implementation. */
export const handlers = handlerTable([
  ...auditHandlers,
  ...companyHandlers,
  ...conditionHandlers,
  ...deletionHandlers,
  ...deviceHandlers,
  ...fieldHandlers,
  ...historyHandlers,
  ...inspectionHandlers,
  ...installationHandlers,
  ...itemHandlers,
  ...mediaHandlers,
  ...noteHandlers,
  ...phraseHandlers,
  ...releaseHandlers,
  ...reportHandlers,
  ...searchHandlers,
  ...setupHandlers,
  ...templateVersionHandlers,
  ...sweepHandlers,
  ...usageHandlers,
  ...userHandlers,
]);
