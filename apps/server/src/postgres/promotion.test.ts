import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { epochOf } from '@holdfast/core';
import { testPostgres } from '@holdfast/core/testing';
import { openLog, systemPorts } from '@holdfast/host';
import { createClient } from '@holdfast/contract/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { readConfig } from '../config.ts';
import { openDatabases } from '../databases.ts';
import { startServer } from '../server.ts';
import { PROGRAMS, query, startCluster } from '../testing/clusterTools.ts';
import { startReplica, type TestReplica } from '../testing/replica.ts';

let primary: Cluster;
let home: string;
const ends: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  primary = await startCluster();
  home = mkdtempSync(join(tmpdir(), 'holdfast-promotion-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  primary.stop();
  rmSync(home, { recursive: true, force: true });
});

const FORBIDDEN = { log: [], control: ['pg_current_wal_insert_lsn()'] } as const;
/** Many rows, so that the checkpoint that writes the timeline into the control file takes long. */
const LARGE = 'create table large as select repeat(md5(i::text), 20) from generate_series(1, 200000) as i';
const EVERY = ['pg_current_wal_insert_lsn()', 'pg_control_checkpoint()'];

describe.skipIf(testPostgres === undefined || PROGRAMS === undefined)('a promoted PostgreSQL', () => {
  it.each(['log', 'control'] as const)(
    'has one epoch while it runs, and another one once a replica that may be behind was promoted, by its %s',
    async (source) => {
      await customer(FORBIDDEN[source]);
      const before = await epochs(primary.url, source);
      await primary.restart();
      expect(new Set([...before, ...(await epochs(primary.url, source))]).size).toBe(1);
      const { url: replica } = await promoted(primary.url, source === 'control' ? LARGE : undefined);
      const after = await epochs(replica, source);
      expect(new Set(after).size).toBe(1);
      expect(after[0]).not.toBe(before[0]);
      expect(await epochs(replica, source)).toEqual(after);
    },
    120_000,
  );

  it('keeps its epoch once when its operator announced a planned change', async () => {
    await customer([]);
    const [before] = await epochs(primary.url, 'log');
    expect(await promotion('planned', primary.url)).toContain('counts as planned until');
    const second = await promoted();
    expect(new Set(await epochs(second.url, 'log'))).toEqual(new Set([before]));
    const third = await promoted(second.url);
    expect(await epochs(third.url, 'log')).not.toContain(before);
  }, 120_000);

  it('is reported when it does not allow reading its timeline, and has a new epoch when its operator reports lost changes', async () => {
    await customer(EVERY);
    const [before] = await epochs(primary.url, null);
    const { url: replica } = await promoted();
    const config = readConfig({ ...settings(replica), PORT: '0', HOLDFAST_WEATHER_URL: '0' });
    const log = openLog('silent');
    const warn = vi.spyOn(log, 'warn');
    const server = await startServer(config, log);
    ends.push(() => server.stop());
    expect(warn.mock.calls.flat().filter((said) => String(said).includes('timeline'))).toHaveLength(1);
    let token = '';
    const call = createClient({ host: server.address, fetch, token: () => token });
    const account = {
      setupCode: server.setupCode!,
      name: 'Wren',
      email: 'wren@example.test',
      password: 'long enough for anyone',
    };
    token = (await call('createFirstAdministrator', account)).details!.token;
    expect((await call('getUsage', {})).promotions).toBe('unrecognised');
    expect(await epochs(replica, null)).toContain(before);
    await expect(promotion('planned', replica)).rejects.toThrow('none needs to be announced');
    expect(await promotion('lossy', replica)).toContain('send what the database lacks');
    expect(await epochs(replica, null)).not.toContain(before);
    expect((await call('getUsage', {})).backup).not.toBeNull();
  }, 120_000);
});

/** Creates the database and role of a customer whose provider forbids some functions. */
async function customer(forbidden: readonly string[]): Promise<void> {
  await query(primary.url, `create role customer login password 'customer'`);
  await query(primary.url, 'create database product owner customer');
  for (const each of forbidden) await query(productOf(primary.url), `revoke execute on function ${each} from public`);
}

/** Address of the product's database in a cluster, for its superuser. */
function productOf(url: string): string {
  const product = new URL(url);
  product.pathname = '/product';
  return product.href;
}

function settings(url: string): Record<string, string> {
  const product = new URL(productOf(url));
  Object.assign(product, { username: 'customer', password: 'customer' });
  return { DATABASE_URL: product.href, HOLDFAST_DATA: home, HOLDFAST_DEMO: '0' };
}

/** Replicates a cluster and promotes the replica. @param last statement before that */
async function promoted(of = primary.url, last = 'select 1'): Promise<TestReplica> {
  const replica = await startReplica(of);
  ends.push(() => replica.stop());
  await query(of, last);
  await query(replica.url, 'select pg_promote()');
  return replica;
}

/** The epochs that two servers of a database give their devices at the same time. */
async function epochs(url: string, source: 'log' | 'control' | null): Promise<string[]> {
  const config = readConfig(settings(url));
  const servers = [await openDatabases(config), await openDatabases(config)];
  try {
    expect(servers.map(({ timeline }) => timeline)).toEqual([source, source]);
    return await Promise.all(
      [...servers, ...servers].map(({ write, timeline }) =>
        epochOf(write, { ...systemPorts, timeline }, systemPorts.clock.now()),
      ),
    );
  } finally {
    for (const server of servers) await server.close();
  }
}

/** Runs the command of the operator. @returns what it prints */
async function promotion(kind: 'planned' | 'lossy', url: string): Promise<string> {
  const run = promisify(execFile);
  const args = [join(import.meta.dirname, '..', 'cli.ts'), 'promotion', kind];
  return (await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...settings(url) } })).stdout;
}
