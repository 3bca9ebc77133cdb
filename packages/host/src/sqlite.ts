import { dirname } from 'node:path';
import { type Database, DEVICE_PRAGMAS, SQLITE_PRAGMAS, sqliteDialect } from '@holdfast/core';
import type { Engine } from '@holdfast/sync';
import { Kysely, sql } from 'kysely';
import { openDatabase } from './encryptedSqlite.ts';
import { makeFolder, makePrivate } from './folder.ts';

/** The database of a host: one handle for writing, one for reading. */
export interface Databases {
  engine: Engine;
  read: Kysely<Database>;
  write: Kysely<Database>;
  /** Resolves to true when both databases answer. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens a SQLite file, or creates it: one connection for writing, one for reading.
 * @param of kind of the host: server or device
 * @param key encrypts a new file, and reads one that is encrypted; null: none is
 */
export function openSqlite(file: string, of: 'server' | 'device' = 'server', key: Uint8Array | null = null): Databases {
  makeFolder(dirname(file));
  const writer = openDatabase(file, key);
  // SQLite gives the log files the permissions of the database when it creates them, but they may exist already.
  for (const each of [file, `${file}-wal`, `${file}-shm`]) makePrivate(each, 0o600);
  const pragmas = of === 'device' ? [...SQLITE_PRAGMAS, ...DEVICE_PRAGMAS] : SQLITE_PRAGMAS;
  for (const pragma of pragmas) writer.pragma(pragma);
  const reader = openDatabase(file, key, { readonly: true });
  for (const pragma of pragmas.filter((each) => !each.startsWith('journal_mode'))) reader.pragma(pragma);
  const write = new Kysely<Database>({ dialect: sqliteDialect(writer, setImmediate) });
  const read = new Kysely<Database>({ dialect: sqliteDialect(reader) });
  return {
    engine: 'sqlite',
    read,
    write,
    ready: () => databasesAnswer(read, write),
    async close() {
      await read.destroy();
      // Kysely does not close a connection that was never used, so both are also closed directly. The writing connection has to close last.
      reader.close();
      await write.destroy();
      writer.close();
    },
  };
}

/** Queries each handle. @throws the error of a handle that does not answer */
export async function databasesAnswer(...handles: Kysely<Database>[]): Promise<boolean> {
  for (const handle of handles) await sql`select 1`.execute(handle);
  return true;
}
