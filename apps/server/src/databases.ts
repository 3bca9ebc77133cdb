import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type Database, migrate, POSTGRES_SETTINGS, postgresTypes } from '@holdfast/core';
import { type Databases, databasesAnswer, openSqlite } from '@holdfast/host';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import Cursor from 'pg-cursor';
import type { Config } from './config.ts';

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
  return databaseUrl === null ? openSqlite(sqliteFile(dataFolder)) : openPostgres(databaseUrl);
}

/** Every database has an epoch; another one tells devices that its history is not the one they knew (sync.md 2.7). */
async function ensureEpoch(db: Kysely<Database>): Promise<void> {
  await db
    .insertInto('instance')
    .values({ key: 'epoch', value: randomUUID() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
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
  return { engine: 'postgres', read: db, write: db, ready: () => databasesAnswer(db), close: () => db.destroy() };
}
