/** The basis of every host of Holdfast: SQLite files, bytes on disk, photos, passwords, reports, weather, the log. */
export { blobFile, blobFolder } from './blobs/blobFolder.ts';
export { diskBlobs } from './blobs/blobs.ts';
export { type ContentFiles, plainFiles, sealedFiles, writePieces } from './blobs/contentFiles.ts';
export { type BlobHome, objectBlobs, type ObjectBlobs } from './blobs/objectBlobs.ts';
export { type BucketAddress, openBucket } from './blobs/objectStore.ts';
export { problemOf, rescueRows } from './damagedSqlite/damagedSqlite.ts';
export { convertDatabase, isPlainDatabase } from './encryptedSqlite.ts';
export { keepFilesPrivate, makeFolder } from './folder.ts';
export { FolderInUse, lockFolder } from './folderLock.ts';
export { readOnceFile } from './blobs/readOnceFile.ts';
export { type LogLevel, openLog } from './log.ts';
export { formulasOnDemand, imagesOnDemand, reportsOnDemand } from './onDemand.ts';
export type { LocalReports } from './reports/reports.ts';
export {
  packRelease,
  publicKeyOf,
  ReleaseRefused,
  sha256Of,
  signManifest,
  unpackFile,
  verifyManifest,
} from './releases.ts';
export { argonPasswords } from './passwords.ts';
export { noSecondFactors, type SecondFactorRule, secondFactors } from './secondFactors.ts';
export { HEADER_BYTES, isSealed, isSealedBy, KEY_BYTES, keyNameOf, readAt } from './sealed/sealedFiles.ts';
export { type Databases, databasesAnswer, openSqlite } from './sqlite.ts';
export { noSingleSignOn, singleSignOn } from './singleSignOn.ts';
export { boundedSpreadsheets } from './spreadsheets/spreadsheets.ts';
export { stopOnRequest } from './stopOnRequest.ts';
export { SESSION_LIFETIMES, systemPorts } from './system.ts';
export { uploadBudget } from './blobs/uploads.ts';
export { keyFile, knownKeys, openVault, vaultKeys } from './vault.ts';
export { VERSION } from './version.ts';
export { openMeteo } from './weather.ts';
export { webFolder } from './webFolder.ts';
