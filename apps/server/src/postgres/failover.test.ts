import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPostgres } from '@holdfast/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { openAddress, portOf } from '../testing/address.ts';
import { PROGRAMS, query, startCluster } from '../testing/clusterTools.ts';
import { startReplica } from '../testing/replica.ts';
import { startProcess, type Started } from '../testing/serverProcess.ts';
import { savedConditions, setUp, startLoad } from '../testing/underLoad.ts';

let primary: Cluster;
let home: string;
const ends: (() => Promise<void> | void)[] = [];
beforeEach(async () => {
  primary = await startCluster();
  home = mkdtempSync(join(tmpdir(), 'holdfast-failover-'));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  primary.stop();
  rmSync(home, { recursive: true, force: true });
});

describe.skipIf(testPostgres === undefined || PROGRAMS === undefined)('a server whose PostgreSQL fails', () => {
  it('continues on the promoted replica, without losing acknowledged changes', async () => {
    const { url: replica, stop } = await startReplica(primary.url);
    ends.push(stop);
    await query(primary.url, `alter system set synchronous_standby_names = '*'`);
    await query(primary.url, 'select pg_reload_conf()');
    await vi.waitFor(async () => {
      const [state] = await query(primary.url, 'select sync_state from pg_stat_replication');
      expect(state).toEqual({ sync_state: 'sync' });
    });
    const address = await openAddress(portOf(primary.url));
    ends.push(() => address.close());
    const settings = { HOLDFAST_DATA: home, DATABASE_URL: address.urlOf(primary.url) };
    const server: Started = await startProcess(settings);
    ends.push(() => void server.process.kill('SIGKILL'));
    const { token, inspectionId, itemIds } = await setUp(server);
    const load = startLoad(server, token, inspectionId, itemIds);
    await load.until(60);

    const [{ folder }] = (await query(
      primary.url,
      `select setting as folder from pg_settings where name = 'data_directory'`,
    )) as [{ folder: string }];
    process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    await query(replica, 'select pg_promote()');
    address.moveTo(portOf(replica));
    await load.until(60);
    const { acknowledged, statuses, hints } = await load.end();

    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(hints.every((hint) => Number(hint) > 0)).toBe(true);
    for (const [itemId, conditions] of acknowledged) expect(await savedConditions(replica, itemId)).toEqual(conditions);
    expect(server.process.exitCode).toBeNull();
  }, 120_000);
});
