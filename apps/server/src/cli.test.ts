import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@holdfast/contract/client';
import { type BackupState, backupState } from '@holdfast/core';
import Sqlite from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { openDatabases } from './databases.ts';
import { openLog, openVault, vaultKeys } from '@holdfast/host';
import { startServer } from './server.ts';
import { serverProgram } from './testing/programs.ts';

const folder = mkdtempSync(join(tmpdir(), 'holdfast-cli-'));
const environment = { HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', PORT: '0', HOLDFAST_WEATHER_URL: '0' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command line as npm does, with a password on standard input. */
async function run(
  args: string[],
  password = '',
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [serverProgram('cli'), ...args], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment, ...more },
  });
  child.stdin.end(`${password}\n`);
  const [said, wrong, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: code as number, said: said + wrong };
}

describe('the command line', () => {
  it.each([
    [['user'], 'Say add, password or second-factor.'],
    [['user', 'remove'], 'There is no "user remove".'],
    [['user', 'add', '--email', 'a@b.example'], 'Give both --email and --name.'],
    [['user', 'add', '--email', 'a@b.example', '--name', 'A', '--role', 'captain'], 'There is no role captain.'],
    [['user', 'add', '--email', 'unknown', '--name', 'A'], 'unknown is no e-mail address.'],
    [['user', 'add', '--mail', 'a@b.example'], "Unknown option '--mail'."],
    [['audit'], 'Say verify.'],
    [['audit', 'verify', '--head', '12'], 'Give --head as POSITION:HASH.'],
    [['backup'], 'Say which folder to write the backup to.'],
    [['restore'], 'Say which folder to restore from.'],
    [['promotion'], 'Say planned or lossy.'],
    [['promotion', 'lossless'], 'There is no "promotion lossless".'],
  ])('reports the fault of %j and the usage', async (args, reason) => {
    const { code, said } = await run(args);
    expect(code).toBe(1);
    expect(said.split('\n')[0]).toBe(reason);
    expect(said).toContain('Usage:');
  });

  it('refuses a promotion of SQLite', async () => {
    expect(await run(['promotion', 'lossy'])).toEqual({
      code: 1,
      said: 'SQLite has no replica that could be promoted.\n',
    });
  });

  it('refuses a password that is too short', async () => {
    const { code, said } = await run(['user', 'add', '--email', 'a@b.example', '--name', 'A'], 'short');
    expect(code).toBe(1);
    expect(said).toBe('A password has at least 10 characters.\n');
  });

  it('creates an account that can sign in, and changes its password while the server runs', async () => {
    const person = ['--email', 'wren@holdfast.example'];
    expect(await run(['user', 'add', ...person, '--name', 'Wren Castellane'], 'first-Password-1')).toEqual({
      code: 0,
      said: 'Wren Castellane can sign in as wren@holdfast.example.\n',
    });
    const server = await startServer(readConfig(environment), openLog('silent'));
    try {
      const call = createClient({ host: server.address, fetch, token: () => null });
      const signIn = (password: string) => call('signIn', { email: 'wren@holdfast.example', password });
      expect((await signIn('first-Password-1')).details).not.toBeNull();
      expect((await run(['user', 'password', ...person], 'second-Password-2')).code).toBe(0);
      await expect(signIn('first-Password-1')).rejects.toMatchObject({ status: 401 });
      expect((await signIn('second-Password-2')).details).not.toBeNull();
    } finally {
      await server.stop();
    }
  });
});

describe('a backup with encrypted secrets', () => {
  it('warns of the key it does not contain, and a restore of the key it needs', async () => {
    const own = mkdtempSync(join(tmpdir(), 'holdfast-keys-'));
    const [data, backup, other] = [join(own, 'data'), join(own, 'backup'), join(own, 'other')];
    try {
      expect((await run(['backup', join(own, 'none')], '', { HOLDFAST_DATA: data })).said).not.toContain('secret');
      const database = new Sqlite(join(data, 'holdfast.db'));
      const [key] = vaultKeys(data, null);
      const secret = openVault([key!]).seal('client secret', 'identityProvider one');
      database
        .prepare(
          `insert into identityProvider values ('one', 'Works', null, 'https://id.example', 'holdfast', ?, '[]', 0, 0, null, '', '[]', 0, 1, 1, 0, 0)`,
        )
        .run(secret);
      database.close();
      const made = await run(['backup', backup], '', { HOLDFAST_DATA: data });
      expect(made.said).toContain(`Keep a copy of ${join(data, 'secret-keys')} apart from the backups`);
      const restored = await run(['restore', backup], '', { HOLDFAST_DATA: other });
      expect(restored).toMatchObject({ code: 0 });
      expect(restored.said).toContain(`No key here opens one encrypted secret of the earlier server: put its file`);
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
});

describe('a data folder', () => {
  it('is served by one server at a time', async () => {
    const server = await startServer(readConfig(environment), openLog('silent'));
    await expect(startServer(readConfig(environment), openLog('silent'))).rejects.toThrow(
      `another Holdfast already works in ${folder}`,
    );
    await server.stop();
    await (await startServer(readConfig(environment), openLog('silent'))).stop();
  });

  it('records its newest complete backup, and the attempt that failed after it with the reason', async () => {
    const own = mkdtempSync(join(tmpdir(), 'holdfast-backup-state-'));
    const there = { HOLDFAST_DATA: join(own, 'data') };
    const target = join(own, 'backup');
    const state = async (): Promise<BackupState> => {
      const databases = await openDatabases({ dataFolder: there.HOLDFAST_DATA, databaseUrl: null });
      const found = await backupState(databases.read);
      await databases.close();
      return found;
    };
    try {
      await run(['user', 'add', '--email', 'a@b.example', '--name', 'A'], 'first-Password-1', there);
      expect(await state()).toEqual({ completed: null, failed: null });
      expect((await run(['backup', target], '', there)).code).toBe(0);
      const first = await state();
      expect(first).toMatchObject({ completed: { contents: 0, damaged: 0 }, failed: null });
      expect(first.completed!.rows).toBeGreaterThan(0);
      expect((await run(['backup', target], '', there)).code).toBe(1);
      const reason = `${target} exists already. A backup is never written over another.`;
      expect(await state()).toEqual({ completed: first.completed, failed: { at: expect.any(Number), reason } });
      expect((await run(['backup', join(own, 'another')], '', there)).code).toBe(0);
      expect((await state()).failed).toBeNull();
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('has a verifiable audit log, which contains the commands, and whose changes are found', async () => {
    const own = mkdtempSync(join(tmpdir(), 'holdfast-audit-'));
    const there = { HOLDFAST_DATA: own };
    try {
      expect(await run(['audit', 'verify'], '', there)).toEqual({ code: 0, said: 'The audit log is empty.\n' });
      await run(['user', 'add', '--email', 'a@b.example', '--name', 'A'], 'first-Password-1', there);
      await run(['user', 'password', '--email', 'a@b.example'], 'other-Password-1', there);
      const whole = await run(['audit', 'verify'], '', there);
      expect(whole).toMatchObject({ code: 0 });
      const head = /--head: (2:[0-9a-f]{64})\n/.exec(whole.said)?.[1];
      expect(head).toBeDefined();
      expect((await run(['audit', 'verify', '--head', head!], '', there)).code).toBe(0);
      const database = new Sqlite(join(own, 'holdfast.db'));
      expect(database.prepare('select action, subject from auditEntry order by seq').all()).toEqual([
        { action: 'addUserByCommand', subject: 'A' },
        { action: 'setPasswordByCommand', subject: 'A' },
      ]);
      database.prepare("update auditEntry set subject = 'B' where seq = 1").run();
      database.close();
      expect(await run(['audit', 'verify'], '', there)).toEqual({
        code: 1,
        said: 'The audit log is not whole. Entry 1 was changed.\n',
      });
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });
});
