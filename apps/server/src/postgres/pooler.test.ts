import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPostgres } from '@holdfast/core/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { freePort, startCluster } from '../testing/clusterTools.ts';
import { startProcess, type Started, stopProcess } from '../testing/serverProcess.ts';
import { readEvents, savedConditions, setUp, startLoad } from '../testing/underLoad.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', 'pgbouncer'].find((path) => spawnSync(path, ['--version']).status === 0);

let cluster: Cluster;
let folder: string;
const servers: Started[] = [];
beforeEach(async () => {
  cluster = await startCluster();
  folder = mkdtempSync(join(tmpdir(), 'holdfast-pooler-'));
});
afterEach(() => {
  for (const { process: server } of servers.splice(0)) server.kill('SIGKILL');
  cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(testPostgres === undefined || PROGRAM === undefined)(
  'servers behind PgBouncer in transaction mode',
  () => {
    it('save, read, notify each other of changes and keep their limits of time', async () => {
      const pooler = await startPooler(folder, cluster.url);
      const settings = {
        HOLDFAST_DATA: folder,
        DATABASE_URL: pooler.url,
        HOLDFAST_DATABASE_DIRECT_URL: cluster.url,
      };
      try {
        const [server, other] = [await startProcess(settings), await startProcess(settings)];
        servers.push(server, other);
        const { call, token, inspectionId, itemIds } = await setUp(server);
        const load = startLoad(server, token, inspectionId, itemIds);
        await load.until(60);
        const { acknowledged, statuses } = await load.end();
        expect([...statuses]).toEqual([200]);
        for (const [itemId, conditions] of acknowledged)
          expect(await savedConditions(cluster.url, itemId)).toEqual(conditions);

        const events = await fetch(`${other.address}/ext/events`, { headers: { authorization: `Bearer ${token}` } });
        const stream = readEvents(events.body!);
        await vi.waitFor(
          async () => {
            await call('setItemName', { itemId: itemIds[0]!, name: `Padeye ${Math.random()}` });
            expect(stream.text).toContain('event: changed');
          },
          { timeout: 20_000, interval: 500 },
        );
        stream.stop();

        const client = new Client({ connectionString: pooler.url });
        await client.connect();
        expect((await client.query('show lock_timeout')).rows).toEqual([{ lock_timeout: '5s' }]);
        await client.end();
        for (const each of servers.splice(0)) await stopProcess(each);
      } finally {
        await pooler.stop();
      }
    }, 120_000);
  },
);

/** Starts PgBouncer before a PostgreSQL. @returns its address */
async function startPooler(home: string, url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = await freePort();
  const [settings, users] = [join(home, 'pgbouncer.ini'), join(home, 'users.txt')];
  writeFileSync(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  writeFileSync(
    settings,
    [
      '[databases]',
      `* = host=${hostname} port=${port}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'pool_mode = transaction',
      'default_pool_size = 4',
      'auth_type = plain',
      `auth_file = ${users}`,
      `logfile = ${join(home, 'pgbouncer.log')}`,
      'unix_socket_dir =',
    ].join('\n'),
  );
  const isRoot = process.getuid?.() === 0;
  for (const path of [home, settings, users]) {
    chmodSync(path, path === home ? 0o777 : 0o644);
    if (isRoot) chownSync(path, 65_534, 65_534);
  }
  const child = spawn(PROGRAM!, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' });
  // A sign-in would open a connection to PostgreSQL, which would then lack the limits that a server stores at its start.
  await vi.waitFor(
    async () => {
      const probe = connect(own, '127.0.0.1');
      await once(probe, 'connect');
      probe.destroy();
    },
    { timeout: 10_000, interval: 100 },
  );
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}`,
    async stop() {
      const ended = once(child, 'exit');
      if (child.kill('SIGINT')) await ended;
    },
  };
}
