/** The toy's database in each of the three stores. */
import { randomBytes } from 'node:crypto';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, type SqliteDatabase, SqliteDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import type { TransactionalStore } from '../store.ts';
import { kyselyDatabase } from '../stores/kysely.ts';
import { memoryDatabase } from '../stores/memory.ts';
import { toyRegistry, toyStatements } from './toy.ts';

/** The address of a PostgreSQL server for tests; undefined where there is none. */
export const testPostgres = process.env['HOLDFAST_TEST_PG'];

/** A store with the toy's tables in it. */
export interface OpenStore {
  database: TransactionalStore;
  close(): Promise<void>;
}

/** Opens each store, by name. */
export const stores: Record<'memory' | 'SQLite' | 'PostgreSQL', () => Promise<OpenStore>> = {
  memory: () => Promise.resolve({ database: memoryDatabase(toyRegistry), close: () => Promise.resolve() }),
  SQLite: () => openSqlite('server'),
  PostgreSQL: async () => {
    const { db, close } = await openToyPostgres();
    return { database: kyselyDatabase(db, 'postgres', toyRegistry), close };
  },
};

/** SQLite in memory. On a device references are not enforced: an image may refer to a row of the next pull, and the server has checked it already. */
export async function openSqlite(host: 'server' | 'device'): Promise<OpenStore> {
  const sqlite = new Sqlite(':memory:');
  if (host === 'device') sqlite.pragma('foreign_keys = off');
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database: preparingOnce(sqlite) }) });
  for (const statement of toyStatements('sqlite')) await sql.raw(statement).execute(db);
  return { database: kyselyDatabase(db, 'sqlite', toyRegistry), close: () => db.destroy() };
}

/** A connection that caches prepared statements, as in the product, because preparing a small statement takes longer than running it. */
function preparingOnce(sqlite: Sqlite.Database): SqliteDatabase {
  const prepared = new Map<string, Sqlite.Statement>();
  return {
    prepare(text) {
      const statement = prepared.get(text) ?? sqlite.prepare(text);
      prepared.set(text, statement);
      return statement;
    },
    close: () => void sqlite.close(),
  };
}

/** Opens a new PostgreSQL schema with the toy's tables. */
export async function openToyPostgres(connections = 10): Promise<{ db: Kysely<unknown>; close(): Promise<void> }> {
  const schema = `toy_${randomBytes(6).toString('hex')}`;
  const int8AsNumber = (oid: number): unknown =>
    oid === 20 ? Number : (types.getTypeParser as (type: number) => unknown)(oid);
  const pool = new Pool({
    connectionString: testPostgres,
    max: connections,
    options: `-c search_path=${schema}`,
    types: { getTypeParser: int8AsNumber as never },
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await sql.raw(`create schema ${schema}`).execute(db);
  for (const statement of toyStatements('postgres')) await sql.raw(statement).execute(db);
  return {
    db,
    async close() {
      await sql.raw(`drop schema ${schema} cascade`).execute(db);
      await db.destroy();
    },
  };
}
