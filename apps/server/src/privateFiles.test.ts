import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Started, startProcess, stopProcess } from './testing/serverProcess.ts';

// Other systems have no such permissions, or say nothing of a running process.
describe.skipIf(process.platform !== 'linux')('the files of a server and its command line', () => {
  const place = mkdtempSync(join(tmpdir(), 'holdfast-private-'));
  const data = join(place, 'data');
  const usual = process.umask(0o022);
  let server: Started;
  beforeAll(async () => {
    server = await startProcess({ HOLDFAST_DATA: data, DATABASE_URL: '' });
  });
  afterAll(async () => {
    await stopProcess(server);
    process.umask(usual);
    rmSync(place, { recursive: true, force: true });
  });

  /** Files and folders that accounts beside the owner may read or change. */
  const open = (folder: string): string[] =>
    [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))].filter(
      (path) => (statSync(path).mode & 0o077) !== 0,
    );

  it('are inaccessible to other accounts of the machine, also those that the process creates later', () => {
    expect(open(data)).toEqual([]);
    expect(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')).toMatch(/^Umask:\s+0077$/m);
  });

  it('are inaccessible to them in a backup', () => {
    const backup = join(place, 'backup');
    const env = { ...process.env, HOLDFAST_DATA: data, DATABASE_URL: '' };
    const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'cli.ts'), 'backup', backup], {
      env,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    expect(readdirSync(backup, { recursive: true }).length).toBeGreaterThan(1);
    expect(open(backup)).toEqual([]);
  });
});
