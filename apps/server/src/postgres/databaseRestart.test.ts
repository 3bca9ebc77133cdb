import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { testPostgres } from '@holdfast/core/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { type Started, startProcess, stopProcess } from '../testing/serverProcess.ts';
import { readEvents, savedConditions, setUp, startLoad } from '../testing/underLoad.ts';
import { startCluster } from '../testing/clusterTools.ts';

const CHOICES = Object.values(CONDITIONS).map(({ id }) => id);

let cluster: Cluster;
let folder: string;
beforeEach(async () => {
  cluster = await startCluster();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-restart-'));
});
const servers: Started[] = [];
async function start(): Promise<Started> {
  const server = await startProcess({ HOLDFAST_DATA: folder, DATABASE_URL: cluster.url });
  servers.push(server);
  return server;
}
afterEach(async () => {
  for (const { process: server } of servers.splice(0)) server.kill('SIGKILL');
  cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(testPostgres === undefined)('a server whose PostgreSQL is restarted under load', () => {
  it('keeps running, keeps every acknowledged save, refuses others with a time to retry, and receives events of other servers again', async () => {
    const server = await start();
    const other = await start();
    const { call, inspectionId, itemIds, token } = await setUp(server);
    const load = startLoad(server, token, inspectionId, itemIds);
    await load.until(40);

    await cluster.restart();
    await load.until(40);
    await terminateEveryConnection(cluster.url);
    await load.until(40);
    const { acknowledged, statuses, hints } = await load.end();

    // Retries hide most of it; refusals carry the time after which to retry.
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(hints.every((hint) => Number(hint) > 0)).toBe(true);
    for (const [itemId, conditions] of acknowledged)
      expect(await savedConditions(cluster.url, itemId)).toEqual(conditions);
    expect([server.process.exitCode, other.process.exitCode]).toEqual([null, null]);

    // LISTEN was opened again: a save on one server reaches the pages of the other.
    const events = await fetch(`${other.address}/ext/events`, { headers: { authorization: `Bearer ${token}` } });
    const stream = readEvents(events.body!);
    await vi.waitFor(
      async () => {
        await call('setCondition', {
          installationInspectionId: inspectionId,
          itemId: itemIds[0]!,
          conditionId: CHOICES[Math.floor(Math.random() * CHOICES.length)]!,
        });
        expect(stream.text).toContain('event: changed');
      },
      { timeout: 40_000, interval: 500 },
    );
    stream.stop();
    await stopProcess(server);
    await stopProcess(other);
  });
});

async function terminateEveryConnection(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
  );
  await client.end();
}
