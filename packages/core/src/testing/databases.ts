/**
 * Real databases for tests: each test has one for itself, in the state of a migrated template. On SQLite it is a copy. On PostgreSQL, where making and
 * dropping a database takes far longer than most tests, a process empties the one that its last test used.
 */
import { randomBytes } from 'node:crypto';
import type { Engine } from '@holdfast/sync';
import Sqlite from 'better-sqlite3';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, types } from 'pg';
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

/** Opens a copy of a database, from what its `serialize` returned. */
export function openSqliteCopy(contents: Buffer): TestDatabase {
  return sqliteOf(new Sqlite(contents));
}

function sqliteOf(connection: Sqlite.Database): TestDatabase {
  for (const pragma of SQLITE_PRAGMAS) if (!pragma.startsWith('journal_mode')) connection.pragma(pragma);
  const db = new Kysely<Database>({ dialect: sqliteDialect(connection) });
  return { engine: 'sqlite', db, url: null, serialize: () => connection.serialize(), close: () => db.destroy() };
}

/** A migrated database, from which others are copied, and the way back to its state. */
interface PostgresTemplate {
  name: string;
  /** Names of what it declares, as one value: a test that changed its schema leaves another one. */
  schema: string;
  /** Statements that make the rows of a copy those of the template again. */
  restore: string;
}

const postgresTemplates = new Map<Host, Promise<PostgresTemplate>>();

/**
 * A copy of a template, and the connection that restores it, which stays open: a new one would read the catalogue of all tables again, which takes
 * longer than restoring them.
 */
interface PostgresCopy {
  name: string;
  restorer: Pool;
}

/** Databases of this process in the state of their template, which no test uses at present. They end with the cluster. */
const unused = new Map<PostgresTemplate, PostgresCopy[]>();

async function openPostgresCopy(host: Host): Promise<TestDatabase> {
  const template = await (postgresTemplates.get(host) ?? makePostgresTemplate(host));
  const copy = unused.get(template)?.pop() ?? (await copyOf(template));
  const database = postgresOf(copy.name);
  return {
    ...database,
    async close() {
      await database.db.destroy();
      if (await restored(copy, template)) unused.set(template, [...(unused.get(template) ?? []), copy]);
      else {
        await copy.restorer.end();
        await drop(copy.name);
      }
    },
  };
}

async function copyOf(template: PostgresTemplate): Promise<PostgresCopy> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administrate(`create database ${name} template ${template.name}`);
  // One connection, which does not keep the process running.
  const restorer = new Pool({
    connectionString: withDatabase(name),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // A test may end all connections of its database.
  restorer.on('error', () => undefined);
  return { name, restorer };
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
      await drop(name);
    },
  };
}

async function drop(name: string): Promise<void> {
  await administrate(`drop database if exists ${name} with (force)`);
}

/** Restores the rows of a copy. @returns false when a test changed its schema, so that it cannot be used again */
async function restored({ restorer }: PostgresCopy, template: PostgresTemplate): Promise<boolean> {
  await restorer.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  if ((await schemaOf(restorer)) !== template.schema) return false;
  await restorer.query(template.restore);
  return true;
}

/** Reads the tables, indexes, columns, triggers, functions and settings of a database as one value. */
async function schemaOf(client: Pick<Pool, 'query'>): Promise<string> {
  const { rows } = await client.query<{ schema: string }>(`
    select md5(concat_ws('|',
      (select string_agg(concat_ws(':', relname, relkind, relnatts, relchecks), ',' order by relname)
        from pg_class where relnamespace = 'public'::regnamespace),
      (select string_agg(concat_ws(':', attrelid::regclass, attname, atttypid, attnotnull), ',' order by attrelid, attnum)
        from pg_attribute join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and attnum > 0),
      (select string_agg(concat_ws(':', tgname, tgenabled), ',' order by tgname) from pg_trigger),
      (select string_agg(concat_ws(':', proname, md5(prosrc)), ',' order by proname)
        from pg_proc where pronamespace = 'public'::regnamespace),
      (select count(*) from pg_db_role_setting where setdatabase <> 0))) as schema`);
  return rows[0]!.schema;
}

/** Composes the statements that make the rows of a copy those of this database. Triggers of a copy do not fire for them. */
async function restoreOf(client: Client): Promise<string> {
  const statements: string[] = [];
  const tables = await client.query<{ name: string }>(
    "select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  for (const { name } of tables.rows) {
    statements.push(`delete from ${name}`);
    const { rows } = await client.query<{ rows: string | null }>(
      `select quote_literal(json_agg(t)::text) as rows from ${name} t`,
    );
    const kept = rows[0]?.rows;
    if (kept) statements.push(`insert into ${name} select * from json_populate_recordset(null::${name}, ${kept})`);
  }
  const sequences = await client.query<{ restore: string }>(
    `select format('alter sequence %I restart', relname) as restore
      from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S'`,
  );
  return [
    'begin',
    'set local session_replication_role = replica',
    ...statements,
    ...sequences.rows.map((row) => row.restore),
    'commit',
  ].join(';\n');
}

function makePostgresTemplate(host: Host): Promise<PostgresTemplate> {
  const made = (async () => {
    const name = `template_${host}_${randomBytes(6).toString('hex')}`;
    await administrate(`create database ${name}`);
    const db = openPostgres(withDatabase(name), 1);
    await migrate(db, host, 'postgres');
    await db.destroy();
    return withClient(withDatabase(name), async (client) => ({
      name,
      schema: await schemaOf(client),
      restore: await restoreOf(client),
    }));
  })();
  postgresTemplates.set(host, made);
  return made;
}

async function administrate(statement: string): Promise<void> {
  await withClient(testPostgres!, (client) => client.query(statement));
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function withDatabase(name: string): string {
  const url = new URL(testPostgres!);
  url.pathname = `/${name}`;
  return url.href;
}
