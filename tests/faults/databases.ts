/** Reads the databases of servers and desktops while their processes run. */
import { postgresTypes } from '@holdfast/core';
import { sqliteFile } from '@holdfast/server';
import Sqlite from 'better-sqlite3';
import { Client, types } from 'pg';

/** A row of any table. */
export type Row = Record<string, string | number | null>;

/** A database that is opened for reading. */
export interface ReadableDatabase {
  all(statement: string): Promise<Row[]>;
  /** Returns the errors that the engine finds in its own file, one per line. */
  damage(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens the database of a desktop, or of a server on SQLite. */
export function openSqliteForReading(file: string): ReadableDatabase {
  const connection = new Sqlite(file, { readonly: true });
  return {
    all: (statement) => Promise.resolve(connection.prepare(statement).all() as Row[]),
    damage: () =>
      Promise.resolve([
        ...(connection.pragma('integrity_check') as { integrity_check: string }[])
          .map(({ integrity_check: word }) => word)
          .filter((word) => word !== 'ok'),
        ...(connection.pragma('foreign_key_check') as { table: string; parent: string }[]).map(
          ({ table, parent }) => `a row of ${table} names one of ${parent} that is not there`,
        ),
      ]),
    close: () => {
      connection.close();
      return Promise.resolve();
    },
  };
}

/** Opens the database of a server. @param databaseUrl null: SQLite in its folder */
export async function openServerForReading(folder: string, databaseUrl: string | null): Promise<ReadableDatabase> {
  if (databaseUrl === null) return openSqliteForReading(sqliteFile(folder));
  const client = await connectTo(databaseUrl);
  return {
    all: async (statement) => (await client.query<Row>(statement)).rows,
    damage: () => Promise.resolve([]),
    close: () => client.end(),
  };
}

/** A PostgreSQL database of an arena. */
export interface TestDatabase {
  url: string;
  /** Ends every connection, even during statements, like the loss of the primary. */
  disconnect(): Promise<void>;
  empty(): Promise<void>;
  drop(): Promise<void>;
}

/** Creates an empty PostgreSQL database in the cluster of an address. */
export async function makePostgres(url: string, name: string): Promise<TestDatabase> {
  const administrate = async (statement: string): Promise<void> => {
    const client = await connectTo(url);
    await client.query(statement);
    await client.end();
  };
  await administrate(`create database ${name}`);
  const made = new URL(url);
  made.pathname = `/${name}`;
  const drop = (): Promise<void> => administrate(`drop database if exists ${name} with (force)`);
  return {
    url: made.href,
    drop,
    disconnect: () => administrate(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    async empty() {
      await drop();
      await administrate(`create database ${name}`);
    },
  };
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    types: {
      getTypeParser: ((oid: number) =>
        postgresTypes.parser(oid, types.getTypeParser as (oid: number) => unknown)) as never,
    },
  });
  await client.connect();
  return client;
}
