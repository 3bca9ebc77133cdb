import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addAccount, issueToken } from '@holdfast/core';
import { testPorts } from '@holdfast/core/testing';
import { DEMO_PASSWORD } from '@holdfast/demo';
import { argonPasswords, openLog } from '@holdfast/host';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { openDatabases } from '../databases.ts';
import { closeDemo, reopenDemo } from './demoAccounts.ts';
import { startServer } from '../server.ts';

const ports = testPorts(() => Date.now());
const log = openLog('silent');
let folder: string;
let databases: Awaited<ReturnType<typeof openDatabases>>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-demo-'));
  databases = await openDatabases(readConfig({ HOLDFAST_DATA: folder }));
});
afterEach(async () => {
  await databases.close();
  await rm(folder, { recursive: true });
});

async function account(email: string, password: string): Promise<string> {
  const id = ports.ids.next(Date.now());
  const passwordHash = await ports.passwords.hash(password);
  await addAccount(databases.write, { id, email, name: email, role: 'inspector', companyId: null, passwordHash }, 1);
  await issueToken(databases.write, ports, { id: ports.ids.next(Date.now()), userId: id, device: '', now: Date.now() });
  return id;
}

const enabled = async (): Promise<string[]> =>
  (await databases.read.selectFrom('user').select('email').where('disabledAt', 'is', null).execute()).map(
    ({ email }) => email,
  );
const sessions = async (): Promise<number> =>
  (await databases.read.selectFrom('token').select('id').where('revokedAt', 'is', null).execute()).length;

describe('switching the demo off', () => {
  it('disables accounts with its published password and ends their sessions, until it is switched on again', async () => {
    await databases.write.insertInto('instance').values({ key: 'demo', value: '{}' }).execute();
    await account('inspector@northmere.example', DEMO_PASSWORD);
    await account('operator@rig.example', 'a password of their own');
    await closeDemo(databases, ports.passwords, log);
    expect(await enabled()).toEqual(['operator@rig.example']);
    expect(await sessions()).toBe(1);
    await closeDemo(databases, ports.passwords, log);
    await reopenDemo(databases);
    expect(await enabled()).toHaveLength(2);
  });

  it('remembers the accounts that were disabled before, when further ones follow', async () => {
    await databases.write.insertInto('instance').values({ key: 'demo', value: '{}' }).execute();
    await account('inspector@northmere.example', DEMO_PASSWORD);
    await closeDemo(databases, ports.passwords, log);
    await account('restored@northmere.example', DEMO_PASSWORD);
    await closeDemo(databases, ports.passwords, log);
    expect(await enabled()).toEqual([]);
    await reopenDemo(databases);
    expect(await enabled()).toHaveLength(2);
  });

  it('is done by the start of a server without one', async () => {
    await databases.write.insertInto('instance').values({ key: 'demo', value: '{}' }).execute();
    const id = await account('inspector@northmere.example', DEMO_PASSWORD);
    const passwordHash = await argonPasswords().hash(DEMO_PASSWORD);
    await databases.write.updateTable('user').set({ passwordHash }).where('id', '=', id).execute();
    const config = { HOLDFAST_DATA: folder, HOLDFAST_DEMO: '0', HOLDFAST_WEATHER_URL: '0', PORT: '0' };
    const server = await startServer(readConfig(config), log);
    await server.stop();
    expect(await enabled()).toEqual([]);
  });

  it('does not change a server that never was a demo', async () => {
    await account('customer@rig.example', DEMO_PASSWORD);
    await closeDemo(databases, ports.passwords, log);
    expect(await enabled()).toEqual(['customer@rig.example']);
  });
});

describe('the demo', () => {
  it.each([
    [{}, true],
    [{ HOST: '::1' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '192.0.2.1' }, false],
    [{ HOLDFAST_PUBLIC_URL: 'https://inspections.example.org' }, false],
    [{ HOLDFAST_TRUST_PROXY: '127.0.0.1' }, false],
    [{ HOST: '0.0.0.0', HOLDFAST_DEMO: '1' }, true],
    [{ HOLDFAST_DEMO: '0' }, false],
  ])('is served to this machine alone unless it is configured: %j', (environment, demo) => {
    expect(readConfig(environment).demo).toBe(demo);
  });
});
