/** Statements and settings for tests that start their own PostgreSQL servers. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Cluster, startPostgres } from '../../../../scripts/suites/postgres.mjs';

/** Folder of the machine's PostgreSQL programs; undefined where there are none to copy a cluster with. */
export const PROGRAMS = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .map((version) => join('/usr/lib/postgresql', version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined;

/** The user PostgreSQL runs as where the tests run as root, which it refuses; null elsewhere. */
export function clusterUser(): { uid: number; gid: number } | null {
  return process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
}

function idOf(kind: '-u' | '-g'): number {
  return Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
}

/** Starts an empty PostgreSQL server for one test, which does not wait for the disk. @throws {Error} naming what this machine lacks */
export async function startCluster(): Promise<Cluster> {
  const started = await startPostgres({ durable: false });
  if ('missing' in started) throw new Error(started.missing);
  return started;
}

/** Runs a statement over a connection of its own. */
export async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

/** Returns a port of this machine that is currently free. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
