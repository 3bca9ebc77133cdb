/**
 * SQLite files that may be encrypted. The first bytes of each file show whether it is encrypted, so that a conversion of all files can be interrupted
 * at any moment.
 */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, readSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';

/** First bytes of a file that is not encrypted. */
const PLAIN = Buffer.from('SQLite format 3\0');

/** Returns true when a file is a database that is not encrypted; false for one that does not exist or is empty. */
export function isPlainDatabase(file: string): boolean {
  if (!existsSync(file)) return false;
  const descriptor = openSync(file, 'r');
  try {
    const start = Buffer.alloc(PLAIN.length);
    readSync(descriptor, start, 0, start.length, 0);
    return start.equals(PLAIN);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Opens a SQLite file. With a key, a new file is encrypted; an existing file may be encrypted or not.
 * @param key 256 bits; null: the file is not encrypted
 */
export function openDatabase(file: string, key: Uint8Array | null, options: Sqlite.Options = {}): Sqlite.Database {
  const isEncrypted = key !== null && !isPlainDatabase(file);
  const database = new Sqlite(file, options);
  if (isEncrypted) useKey(database, key);
  return database;
}

/** Sets the key of a connection, before anything is read. @param options `unchecked`: tampered pages are read, too */
export function useKey(database: Sqlite.Database, key: Uint8Array, options: { unchecked?: boolean } = {}): void {
  database.pragma("cipher = 'chacha20'");
  if (options.unchecked === true) database.pragma('hmac_check = 0');
  database.pragma(`key = '${keyText(key)}'`);
  // SQLite's own temporary files would not be encrypted.
  database.pragma('temp_store = MEMORY');
}

/** A key that is used as it is, without deriving another from it. */
function keyText(key: Uint8Array): string {
  return `raw:${Buffer.from(key).toString('hex')}`;
}

/** The converted copy of a database failed its check; the database is unchanged. */
class ConversionFailed extends Error {
  override name = 'ConversionFailed';
}

/**
 * Encrypts a SQLite file, or decrypts it, while no connection has it open. A changed copy takes its place at once, so that whenever the process ends
 * the file is the one from before or the changed one.
 * @returns false when the file has the requested form already, or does not exist
 * @throws {ConversionFailed}
 */
export function convertDatabase(file: string, key: Uint8Array, isEncrypted: boolean): boolean {
  const copy = `${file}.converting`;
  for (const end of ['', '-journal', '-wal', '-shm']) rmSync(copy + end, { force: true });
  if (!existsSync(file) || isPlainDatabase(file) !== isEncrypted) return false;
  const database = openDatabase(file, key);
  try {
    // Moves the write-ahead log into the file, so that one file contains everything.
    database.pragma('wal_checkpoint(TRUNCATE)');
    database.pragma('journal_mode = DELETE');
  } finally {
    database.close();
  }
  if (existsSync(`${file}-wal`)) throw new ConversionFailed('The database is in use.');
  copyFileSync(file, copy);
  const changed = openDatabase(copy, key);
  try {
    // A journal on disk would contain the old, unencrypted pages.
    changed.pragma('journal_mode = MEMORY');
    changed.pragma('temp_store = MEMORY');
    changed.pragma(`rekey = '${isEncrypted ? keyText(key) : ''}'`);
  } finally {
    changed.close();
  }
  if (isPlainDatabase(copy) === isEncrypted || !isWhole(copy, key)) {
    rmSync(copy, { force: true });
    throw new ConversionFailed('The changed copy of the database is not whole.');
  }
  forceToDisk(copy, 'r+');
  renameSync(copy, file);
  // Windows has no handle on a folder that could be forced to disk.
  if (process.platform !== 'win32') forceToDisk(dirname(file), 'r');
  return true;
}

function isWhole(file: string, key: Uint8Array): boolean {
  const database = openDatabase(file, key, { readonly: true });
  try {
    return database.pragma('quick_check(1)', { simple: true }) === 'ok';
  } finally {
    database.close();
  }
}

function forceToDisk(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
