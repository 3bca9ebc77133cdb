import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Database,
  migrate,
  POSTGRES_SETTINGS,
  postgresTypes,
  SQLITE_PRAGMAS,
  sqliteDialect,
} from '@holdfast/core';
import type { Engine } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import Cursor from 'pg-cursor';
import type { Config } from './config.ts';

/** The databases of a server: one handle to write with, one that only reads. */
export interface Databases {
  engine: Engine;
  read: Kysely<Database>;
  write: Kysely<Database>;
  /** Whether both answer. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}

/** Most connections to PostgreSQL: enough to keep its cores busy, few enough for several servers. */
const POSTGRES_CONNECTIONS = 10;

/** The SQLite file in a data folder. */
export function sqliteFile(dataFolder: string): string {
  return join(dataFolder, 'holdfast.db');
}

/** Opens the databases and brings them to the current shape. */
export async function openDatabases(config: Pick<Config, 'dataFolder' | 'databaseUrl'>): Promise<Databases> {
  const databases = openUnmigrated(config);
  try {
    await migrate(databases.write, 'server', databases.engine);
    await ensureEpoch(databases.write);
    return databases;
  } catch (error) {
    await databases.close();
    throw error;
  }
}

/** Opens the databases in whatever shape they are. */
export function openUnmigrated({ dataFolder, databaseUrl }: Pick<Config, 'dataFolder' | 'databaseUrl'>): Databases {
  return databaseUrl === null ? openSqlite(dataFolder) : openPostgres(databaseUrl);
}

/** Every database has an epoch; another one tells devices that its history is not the one they knew (sync.md 2.7). */
async function ensureEpoch(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

function openSqlite(dataFolder: string): Databases {
  mkdirSync(dataFolder, { recursive: true });
  const file = sqliteFile(dataFolder);
  const writer = new Sqlite(file);
  for (const pragma of SQLITE_PRAGMAS) writer.pragma(pragma);
  const reader = new Sqlite(file, { readonly: true });
  for (const pragma of SQLITE_PRAGMAS.filter((each) => !each.startsWith('journal_mode'))) reader.pragma(pragma);
  const write = new Kysely<Database>({ dialect: sqliteDialect(writer) });
  const read = new Kysely<Database>({ dialect: sqliteDialect(reader) });
  return {
    engine: 'sqlite',
    read,
    write,
    ready: () => answers(read, write),
    async close() {
      await read.destroy();
      await write.destroy();
    },
  };
}

function openPostgres(url: string): Databases {
  const pool = new Pool({
    connectionString: url,
    max: POSTGRES_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    types: {
      getTypeParser: ((oid: number) =>
        postgresTypes.parser(oid, types.getTypeParser as (oid: number) => unknown)) as never,
    },
    options: Object.entries(POSTGRES_SETTINGS)
      .map(([name, value]) => `-c ${name}=${value.replace(/ /g, '\\ ')}`)
      .join(' '),
  });
  // A connection that breaks while idle is replaced at the next call; without a listener it would end the process.
  pool.on('error', () => undefined);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  return { engine: 'postgres', read: db, write: db, ready: () => answers(db), close: () => db.destroy() };
}

async function answers(...handles: Kysely<Database>[]): Promise<boolean> {
  for (const handle of handles) await sql`select 1`.execute(handle);
  return true;
}
