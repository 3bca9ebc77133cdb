/** Streaming replicas of the PostgreSQL clusters that tests run. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { NOT_DURABLE } from '../../../../scripts/suites/postgres.mjs';
import { clusterUser, freePort, PROGRAMS, query } from './clusterTools.ts';

/** A running replica. */
export interface TestReplica {
  url: string;
  /** Id of its first process. */
  pid: number;
  stop(): Promise<void>;
}

/** Copies a cluster and starts the copy as its replica, which does not wait for the disk. */
export async function startReplica(of: string): Promise<TestReplica> {
  const home = mkdtempSync(join(tmpdir(), 'holdfast-replica-'));
  const user = clusterUser();
  if (user !== null) chownSync(home, user.uid, user.gid);
  const data = join(home, 'replica');
  const options = { cwd: home, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' }, ...user };
  execFileSync(join(PROGRAMS!, 'pg_basebackup'), ['-D', data, '-R', '-c', 'fast', '--no-sync', '-d', of], options);
  const port = await freePort();
  // A replica refuses to run with fewer connections than its primary.
  const run = ['-D', data, '-p', String(port), '-k', home, '-c', 'max_connections=200'].concat(
    NOT_DURABLE.flatMap((setting) => ['-c', setting]),
  );
  const child = spawn(join(PROGRAMS!, 'postgres'), run, { ...options, stdio: 'ignore' });
  const url = new URL(of);
  url.port = String(port);
  await vi.waitFor(() => query(url.href, 'select 1'), { timeout: 30_000, interval: 100 });
  return {
    url: url.href,
    pid: child.pid!,
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGINT')) await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
