import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testPostgres } from '@holdfast/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cluster } from '../../../../scripts/suites/postgres.mjs';
import { adoptRestored } from './backup.ts';
import { readConfig } from '../config.ts';
import { openDatabases } from '../databases.ts';
import { clusterUser, freePort, PROGRAMS, query, startCluster } from '../testing/clusterTools.ts';

let cluster: Cluster;
let home: string;
const ends: (() => Promise<void>)[] = [];
beforeEach(async () => {
  cluster = await startCluster();
  home = mkdtempSync(join(tmpdir(), 'holdfast-point-'));
  chmodSync(home, 0o777);
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  cluster.stop();
  rmSync(home, { recursive: true, force: true });
});

describe.skipIf(testPostgres === undefined || PROGRAMS === undefined)('PostgreSQL of a server', () => {
  it('is restored to a time before a mistake, with a new epoch and without sessions', async () => {
    const user = clusterUser();
    const archive = join(home, 'archive');
    mkdirSync(archive);
    if (user !== null) chownSync(archive, user.uid, user.gid);
    await query(cluster.url, `alter system set archive_mode = on`);
    await query(cluster.url, `alter system set archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
    await cluster.restart();

    const config = readConfig({ DATABASE_URL: cluster.url, HOLDFAST_DATA: join(home, 'data'), HOLDFAST_DEMO: '0' });
    const served = await openDatabases(config);
    const options = { cwd: home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, ...user };
    const data = join(home, 'restored');
    if (user !== null) chownSync(home, user.uid, user.gid);
    execFileSync(join(PROGRAMS!, 'pg_basebackup'), ['-D', data, '-c', 'fast', '-d', cluster.url], options);
    const note = (key: string) => served.write.insertInto('instance').values({ key, value: 'kept' }).execute();
    await note('before');
    const [{ now }] = (await query(cluster.url, `select clock_timestamp()::text as now`)) as [{ now: string }];
    await new Promise((resolve) => setTimeout(resolve, 50));
    await served.write.deleteFrom('instance').where('key', '=', 'before').execute();
    await note('after');
    const epoch = await epochOf(served);
    await served.close();
    await query(cluster.url, 'select pg_switch_wal()');
    await vi.waitFor(
      async () => {
        const [state] = (await query(
          cluster.url,
          'select last_archived_time is not null and failed_count = 0 as done from pg_stat_archiver',
        )) as [{ done: boolean }];
        expect(state.done).toBe(true);
        const [wal] = (await query(
          cluster.url,
          `select count(*)::int as left from pg_ls_archive_statusdir() where name like '%.ready'`,
        )) as [{ left: number }];
        expect(wal.left).toBe(0);
      },
      { timeout: 20_000, interval: 200 },
    );

    appendFileSync(
      join(data, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${now}'`,
        `recovery_target_action = 'promote'`,
        `archive_mode = off`,
        '',
      ].join('\n'),
    );
    writeFileSync(join(data, 'recovery.signal'), '');
    if (user !== null) chownSync(join(data, 'recovery.signal'), user.uid, user.gid);
    const port = await freePort();
    const run = ['-D', data, '-p', String(port), '-k', home, '-c', 'max_connections=200'];
    const child = spawn(join(PROGRAMS!, 'postgres'), run, { ...options, stdio: 'ignore' });
    ends.push(async () => {
      const ended = once(child, 'exit');
      if (child.kill('SIGINT')) await ended;
    });
    const restoredUrl = new URL(cluster.url);
    restoredUrl.port = String(port);
    await vi.waitFor(
      async () => {
        const [state] = await query(restoredUrl.href, 'select pg_is_in_recovery() as recovering');
        expect(state).toEqual({ recovering: false });
      },
      { timeout: 30_000, interval: 200 },
    );
    const restored = { ...config, databaseUrl: restoredUrl.href };
    await adoptRestored(restored);
    const databases = await openDatabases(restored);
    const keys = (await databases.read.selectFrom('instance').select('key').execute()).map(({ key }) => key);
    expect(keys).toContain('before');
    expect(keys).not.toContain('after');
    expect(await epochOf(databases)).not.toBe(epoch);
    await databases.close();
  }, 120_000);
});

async function epochOf({ read }: Awaited<ReturnType<typeof openDatabases>>): Promise<string> {
  const row = await read.selectFrom('instance').select('value').where('key', '=', 'epoch').executeTakeFirstOrThrow();
  return row.value;
}
