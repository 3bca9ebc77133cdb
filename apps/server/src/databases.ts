import { type Database, epochOf, migrate, type TimelineSource, timelineSource } from '@holdfast/core';
import { type Databases, databasesAnswer, openSqlite, systemPorts } from '@holdfast/host';
import { Kysely, PostgresDialect } from 'kysely';
import Cursor from 'pg-cursor';
import type { Config } from './config.ts';
import type { PoolLoad } from './metrics/metrics.ts';
import { openPool, settleRole } from './postgres/postgres.ts';
import { sqliteFile } from './sqliteFile.ts';

/** The part of the configuration that names the database. */
type DatabaseConfig = Pick<Config, 'dataFolder' | 'databaseUrl'> & Partial<Pick<Config, 'databaseDirectUrl'>>;

/** The databases of a server. */
export interface ServerDatabases extends Databases {
  /** Counts the connections of the pool; null where there is none. */
  poolLoad: (() => PoolLoad) | null;
}

/** Databases of the current shape. */
export interface OpenDatabases extends ServerDatabases {
  /** The way in which PostgreSQL is asked for its timeline; null: it cannot be, so that a promotion is not recognised, or it is no PostgreSQL. */
  timeline: TimelineSource | null;
}

/** Opens the databases as `openUnmigrated` does and migrates them. */
export async function openDatabases(
  config: DatabaseConfig,
  options: { streams?: boolean } = {},
): Promise<OpenDatabases> {
  if (typeof config.databaseDirectUrl === 'string') await settleRole(config.databaseDirectUrl);
  const databases = openUnmigrated(config, options);
  try {
    await migrate(databases.write, 'server', databases.engine);
    // Stored before the first request of a device, so that a later promotion of a replica is recognised.
    const timeline = await timelineSource(databases.write);
    await epochOf(databases.write, { ...systemPorts, timeline }, systemPorts.clock.now());
    return { ...databases, timeline };
  } catch (error) {
    await databases.close();
    throw error;
  }
}

/**
 * Opens the databases without migrating them.
 * @param streams rows of whole tables will be streamed
 */
export function openUnmigrated(
  { dataFolder, databaseUrl, databaseDirectUrl = null }: DatabaseConfig,
  { streams = false }: { streams?: boolean } = {},
): ServerDatabases {
  if (databaseUrl === null) return { ...openSqlite(sqliteFile(dataFolder)), poolLoad: null };
  return openPostgres(databaseUrl, { isPooled: databaseDirectUrl !== null, streams });
}

function openPostgres(url: string, use: Parameters<typeof openPool>[1]): ServerDatabases {
  const { pool, load } = openPool(url, use);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool, cursor: Cursor }) });
  return {
    engine: 'postgres',
    read: db,
    write: db,
    ready: () => databasesAnswer(db),
    close: () => db.destroy(),
    poolLoad: load,
  };
}
