import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@holdfast/contract/client';
import { testPostgres } from '@holdfast/core/testing';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { openReadReplica } from './replica.ts';
import { freePort, PROGRAMS, query, startCluster } from '../testing/clusterTools.ts';
import { startReplica, type TestReplica } from '../testing/replica.ts';
import { startProcess } from '../testing/serverProcess.ts';
import { setUp, startLoad } from '../testing/underLoad.ts';

let primary: Cluster;
let replica: TestReplica;
let folder: string;
const ends: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  primary = await startCluster();
  replica = await startReplica(primary.url);
  folder = mkdtempSync(join(tmpdir(), 'holdfast-reads-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  await replica.stop();
  primary.stop();
  rmSync(folder, { recursive: true, force: true });
});

const PATIENTLY = { timeout: 20_000, interval: 50 };
const isPossible = testPostgres !== undefined && PROGRAMS !== undefined;

describe.skipIf(!isPossible)('servers with a replica', () => {
  it('answer reads from it with an ordinary role, and every read shows changes acknowledged before by any of them', async () => {
    const ordinary = await asOrdinaryRole();
    const [one, other] = [await start(ordinary), await start(ordinary)];
    const { call, token, inspectionId, itemIds } = await setUp(one);
    const reads = createClient({ host: other.address, fetch, token: () => token });

    // On a busy machine the replica is late at times, and the primary answers for a while.
    for (let i = 0; (await other.readsFrom('replica')) <= 50; i++) {
      await call('setItemName', { itemId: itemIds[0]!, name: `Padeye ${i}` });
      const items = await reads('getItemsForInstallationInspection', { installationInspectionId: inspectionId });
      expect(items.map(({ name }) => name)).toContain(`Padeye ${i}`);
    }
  }, 120_000);

  it('read from the primary while it is behind, and from the replica again once it has caught up', async () => {
    const server = await start({ write: primary.url, read: replica.url });
    const { call, inspectionId, itemIds } = await setUp(server);
    const names = async (): Promise<string[]> =>
      (await call('getItemsForInstallationInspection', { installationInspectionId: inspectionId })).map(
        ({ name }) => name,
      );
    await query(replica.url, 'select pg_wal_replay_pause()');
    await call('setItemName', { itemId: itemIds[0]!, name: 'Seen at once' });
    expect(await names()).toContain('Seen at once');
    const before = await server.readsFrom('replica');
    const began = performance.now();
    for (let i = 0; i < 20; i++) await names();
    // At most one of them waits for the replica. Without the pause after a late replica each of them would.
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(await server.readsFrom('replica')).toBe(before);

    await query(replica.url, 'select pg_wal_replay_resume()');
    await vi.waitFor(
      async () => {
        expect(await names()).toContain('Seen at once');
        expect(await server.readsFrom('replica')).toBeGreaterThan(before);
      },
      { timeout: 20_000, interval: 100 },
    );
  }, 120_000);

  it.each(['SIGKILL', 'SIGSTOP'] as const)(
    'answer every read while the replica fails (%s)',
    async (signal) => {
      const server = await start({ write: primary.url, read: replica.url });
      const { token, inspectionId, itemIds } = await setUp(server);
      const load = startLoad(server, token, inspectionId, itemIds);
      await load.until(100);
      stopAll(signal);
      ends.push(() => stopAll('SIGCONT'));
      await load.until(200);
      const { statuses } = await load.end();
      expect([...statuses]).toEqual([200]);
    },
    120_000,
  );
});

describe.skipIf(!isPossible)('a replica', () => {
  it('ends the current read when it stops responding, also when no other one follows', async () => {
    const opened = open(primary.url, replica.url);
    await untilCurrent(opened);
    const reading = sql`select pg_sleep(100)`.execute(opened.read);
    reading.catch(() => undefined);
    await wait(200);
    stopAll('SIGSTOP');
    ends.push(() => stopAll('SIGCONT'));
    await expect(reading).rejects.toThrow();
  }, 30_000);

  it('is not read after it was promoted', async () => {
    const opened = open(primary.url, replica.url);
    await untilCurrent(opened);
    await query(replica.url, 'select pg_promote()');
    expect(await opened.isCurrent()).toBe(false);
  }, 60_000);

  it('of the former primary is not read, although its log is longer', async () => {
    const promoted = await startReplica(primary.url);
    ends.push(promoted.stop);
    await query(promoted.url, 'select pg_promote()');
    await query(primary.url, `create table filler as select repeat('x', 1000) from generate_series(1, 5000)`);
    await untilCurrent(open(primary.url, replica.url));
    const other = open(promoted.url, replica.url);
    await vi.waitFor(async () => {
      expect(await other.isCurrent()).toBe(false);
      expect(other.said.join('')).toContain('it follows another database, or one before a failover');
    }, PATIENTLY);
  }, 60_000);
});

function open(databaseUrl: string, databaseReplicaUrl: string) {
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) });
  const opened = openReadReplica({ databaseUrl, databaseReplicaUrl, databaseDirectUrl: null }, log);
  ends.push(opened.close);
  return { ...opened, said };
}

/** Waits until a replica has replayed what its primary has committed. */
async function untilCurrent({ isCurrent }: ReturnType<typeof open>): Promise<void> {
  await vi.waitFor(async () => expect(await isCurrent()).toBe(true), PATIENTLY);
}

/** Starts a server that writes to one address and reads from another. */
async function start({ write, read }: { write: string; read: string }) {
  const metrics = `127.0.0.1:${await freePort()}`;
  const server = await startProcess({
    HOLDFAST_DATA: folder,
    DATABASE_URL: write,
    HOLDFAST_DATABASE_REPLICA_URL: read,
    HOLDFAST_METRICS: metrics,
  });
  ends.push(() => void server.process.kill('SIGKILL'));
  return {
    ...server,
    /** Number of reads answered from a database so far. */
    async readsFrom(from: string): Promise<number> {
      const text = await (await fetch(`http://${metrics}/metrics`)).text();
      return Number(new RegExp(`^holdfast_database_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    },
  };
}

/** Addresses of a database that belongs to a role without rights over the cluster. */
async function asOrdinaryRole(): Promise<{ write: string; read: string }> {
  await query(primary.url, `create role ordinary login password 'ordinary'`);
  await query(primary.url, 'create database ordinary owner ordinary');
  const [write, read] = [primary.url, replica.url].map((url) => {
    const own = new URL(url);
    own.username = 'ordinary';
    own.password = 'ordinary';
    own.pathname = '/ordinary';
    return own.href;
  });
  return { write: write!, read: read! };
}

/** Signals every process of the replica. */
function stopAll(signal: NodeJS.Signals): void {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(replica.pid);
    } catch {
      return false;
    }
  });
  for (const pid of [replica.pid, ...children.map(Number)])
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
}
