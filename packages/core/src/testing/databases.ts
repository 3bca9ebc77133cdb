/** Real databases for tests: a new one for each test, copied from a migrated template in a few milliseconds. */
import { randomBytes } from 'node:crypto';
import type { Engine } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool, types } from 'pg';
import { type Host, migrate } from '../db/migrate.ts';
import { POSTGRES_SETTINGS, postgresTypes } from '../db/postgres.ts';
import type { Database } from '../db/schema.ts';
import { SQLITE_PRAGMAS, sqliteDialect } from '../db/sqlite.ts';

/** A database of one test. */
export interface TestDatabase {
  engine: Engine;
  db: Kysely<Database>;
  /** Address for opening it a second time in a test: a PostgreSQL address, or null for SQLite in memory. */
  url: string | null;
  /** The complete database as bytes, for copies; SQLite only. */
  serialize: (() => Buffer) | null;
  close(): Promise<void>;
}

/** The address of a PostgreSQL server for tests; undefined where there is none. */
export const testPostgres = process.env['HOLDFAST_TEST_PG'];

/** The engines available for tests. */
export const testEngines: readonly Engine[] = ['sqlite', 'postgres'];

/** A Kysely handle on PostgreSQL as the product opens it. */
function openPostgres(url: string, max = 4): Kysely<Database> {
  const pool = new Pool({
    connectionString: url,
    max,
    pipeline: true,
    types: {
      getTypeParser: ((oid: number) =>
        postgresTypes.parser(oid, types.getTypeParser as (oid: number) => unknown)) as never,
    },
    options: Object.entries(POSTGRES_SETTINGS)
      .map(([name, value]) => `-c ${name}=${value.replace(/ /g, '\\ ')}`)
      .join(' '),
  });
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/** A fresh, migrated database. */
export async function openTestDatabase(engine: Engine, host: Host = 'server'): Promise<TestDatabase> {
  return engine === 'sqlite' ? openSqlite(host) : openPostgresCopy(host);
}

/** Opens an empty database, to be migrated by a test. */
export async function openEmptyDatabase(engine: Engine): Promise<TestDatabase> {
  if (engine === 'sqlite') return sqliteOf(new Sqlite(':memory:'));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administrate(`create database ${name}`);
  return postgresOf(name);
}

const sqliteTemplates = new Map<Host, Buffer>();

async function openSqlite(host: Host): Promise<TestDatabase> {
  let template = sqliteTemplates.get(host);
  if (template === undefined) {
    const blank = new Sqlite(':memory:');
    await migrate(new Kysely<Database>({ dialect: sqliteDialect(blank) }), host, 'sqlite');
    template = blank.serialize();
    sqliteTemplates.set(host, template);
  }
  return sqliteOf(new Sqlite(template));
}

function sqliteOf(connection: Sqlite.Database): TestDatabase {
  for (const pragma of SQLITE_PRAGMAS) if (!pragma.startsWith('journal_mode')) connection.pragma(pragma);
  const db = new Kysely<Database>({ dialect: sqliteDialect(connection) });
  return { engine: 'sqlite', db, url: null, serialize: () => connection.serialize(), close: () => db.destroy() };
}

const postgresTemplates = new Map<Host, Promise<string>>();

async function openPostgresCopy(host: Host): Promise<TestDatabase> {
  const template = await (postgresTemplates.get(host) ?? makePostgresTemplate(host));
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administrate(`create database ${name} template ${template}`);
  return postgresOf(name);
}

function postgresOf(name: string): TestDatabase {
  const url = withDatabase(name);
  const db = openPostgres(url);
  return {
    engine: 'postgres',
    db,
    url,
    serialize: null,
    async close() {
      await db.destroy();
      await administrate(`drop database if exists ${name} with (force)`);
    },
  };
}

function makePostgresTemplate(host: Host): Promise<string> {
  const made = (async () => {
    const name = `template_${host}_${randomBytes(6).toString('hex')}`;
    await administrate(`create database ${name}`);
    const db = openPostgres(withDatabase(name), 1);
    await migrate(db, host, 'postgres');
    await db.destroy();
    return name;
  })();
  postgresTemplates.set(host, made);
  return made;
}

async function administrate(statement: string): Promise<void> {
  const db = openPostgres(testPostgres!, 1);
  try {
    await sql.raw(statement).execute(db);
  } finally {
    await db.destroy();
  }
}

function withDatabase(name: string): string {
  const url = new URL(testPostgres!);
  url.pathname = `/${name}`;
  return url.href;
}
