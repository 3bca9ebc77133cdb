import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { CONDITIONS } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { COMPANIES, tinyPhoto } from '@holdfast/core/testing';
import { blobFile } from '@holdfast/host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, PEOPLE, type TestAgent, type World } from './testing/world.ts';

/** Time limit within which a device receives a revocation and applies it. */
const PATIENCE = { timeout: 20_000 };

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('an administrator who revokes a device', () => {
  async function end(one: { call: Call }, access: 'signedOut' | 'locked' | 'wiped' | 'open'): Promise<void> {
    const { deviceId } = await one.call('getDeviceInfo', {});
    await (
      await world.server.as('wren')
    )('setDeviceAccess', { id: deviceId, access });
  }

  /** Waits until the session of the signed-in user has ended. */
  async function ended(agent: TestAgent): Promise<void> {
    const headers = { authorization: agent.authorization() };
    await expect.poll(async () => (await agent.fetch('/users/me', { headers })).status).toBe(401);
  }

  it(
    'signs all users out of it: its windows are notified, and no one signs in without the server',
    { timeout: 60_000 },
    async () => {
      const one = await ready(world);
      const { events, stop } = await listen(one.agent);
      await end(one, 'signedOut');
      await expect.poll(() => events.map(({ event }) => event)).toContain('logout');
      stop();
      await ended(one.agent);
      await world.server.stop();
      await expect(one.agent.signIn('maren')).rejects.toThrow('signed out by an administrator');
      await world.server.start();
      const again = await one.agent.signIn('maren');
      await one.agent.running.driver.settled();
      expect((await again('getSyncLogs', {}))[0]).toMatchObject({ status: 'Success' });
    },
  );

  it('prevents it from synchronising until a user signs in with the server again', async () => {
    const one = await ready(world);
    await end(one, 'signedOut');
    await ended(one.agent);
    const { driver } = one.agent.running;
    await driver.settled();
    const runs = (await driver.logs()).map(({ id }) => id);
    driver.serverChanged();
    // Several times as long as a run waits after an announcement of the server.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect((await driver.logs()).map(({ id }) => id)).toEqual(runs);
    await one.agent.signIn('maren');
    await driver.settled();
    driver.serverChanged();
    await expect.poll(async () => (await driver.logs())[0]?.trigger).toBe('Server');
  });

  it('locks it with its waiting changes, which are sent once it is unlocked', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await end(one, 'locked');
    await ended(one.agent);
    await expect(one.agent.signIn('maren')).rejects.toThrow('locked by an administrator');
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 1 });
    const id = one.agent.running.application.deviceId;
    await (
      await world.server.as('wren')
    )('setDeviceAccess', { id, access: 'open' });
    await one.agent.signIn('maren');
    await one.agent.running.driver.settled();
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0 });
  });

  it('wipes it: rows, photos and accounts are removed, and unsent changes set aside', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await end(one, 'wiped');
    const { read } = one.agent.running.application;
    await expect.poll(() => read.selectFrom('user').selectAll().execute()).toEqual([]);
    for (const table of ['item', 'installation', 'company', 'person', 'user', 'token'] as const)
      expect(
        await read
          .selectFrom(table as 'item')
          .selectAll()
          .execute(),
        table,
      ).toEqual([]);
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0, setAside: 1 });
    const file = async (): Promise<Buffer> => readFile(join(one.agent.folder, 'device.db'));
    await expect.poll(async () => (await file()).includes('Northmere Tarn')).toBe(false);
    await world.server.stop();
    await expect(one.agent.signIn('maren')).rejects.toThrow('wiped');
    await world.server.start();
  });

  it(
    'wipes it also after days offline: changes made in the meantime are set aside with their photos, and sent once the device is unlocked',
    { timeout: 60_000 },
    async () => {
      const made = await world.server.build.itemInInspection();
      const one = await ready(world);
      await world.server.stop();
      await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
      await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
      const base64Image = tinyPhoto();
      await one.call('addImageToInstallationInspectionItem', { ...place(made), filename: 'guard.png', base64Image });
      const { deviceId } = await one.call('getDeviceInfo', {});
      await one.agent.stop();
      await world.server.start();
      const wren = await world.server.as('wren');
      await wren('setDeviceAccess', { id: deviceId, access: 'wiped' });

      const clock = { now: () => Date.now() + 12 * 86_400_000, rest: () => Promise.resolve() };
      const later = await world.agent({ dataFolder: one.agent.folder, server: null, clock });
      const { read } = later.running.application;
      await expect.poll(() => read.selectFrom('user').select('id').execute(), PATIENCE).toEqual([]);
      await expect.poll(() => read.selectFrom('item').select('id').execute(), PATIENCE).toEqual([]);
      expect(await later.running.driver.waiting()).toMatchObject({ waiting: 0, setAside: 3 });
      const bytes = Buffer.from(base64Image.replace(/^data:[^,]*,/, ''), 'base64');
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      expect(await readFile(blobFile(join(one.agent.folder, 'blobs'), made.item.scopeId, sha256))).toEqual(bytes);

      // Once its access is restored, the device sends its recorded work.
      await wren('setDeviceAccess', { id: deviceId, access: 'open' });
      await later.signIn('maren');
      await expect.poll(() => later.running.driver.waiting(), PATIENCE).toMatchObject({ setAside: 0, waitingBlobs: 0 });
      await later.running.driver.settled();
      const web = await world.server.as('idris');
      const notes = await web('getNotesForInstallationInspectionItem', place(made));
      expect(notes.map(({ content }) => content)).toEqual(['Guard is loose.']);
      expect(await readFile(blobFile(join(world.server.folder, 'blobs'), made.item.scopeId, sha256))).toEqual(bytes);
    },
  );
});

describe('an account that is disabled while its desktop is offline', () => {
  it('cannot sign in, and earlier changes on the desktop are not lost', { timeout: 60_000 }, async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world, 'idris');
    await onlyWhenAsked(one);
    await world.server.stop();
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await world.server.start();
    const wren = await world.server.as('wren');
    await wren('disableUser', { id: PEOPLE.idris.id });
    const { driver, application } = one.agent.running;
    await driver.run('Connection');
    await driver.settled();
    expect(await driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 1 });
    expect(await driver.status()).toMatchObject({
      message: 'One change was not accepted by the server. It is kept on this device.',
    });
    expect(await application.read.selectFrom('item').select('id').execute()).toEqual([]);
    const headers = { authorization: one.agent.authorization() };
    await expect.poll(async () => (await one.agent.fetch('/users/me', { headers })).status, PATIENCE).toBe(401);
    await expect(one.agent.signIn('idris')).rejects.toThrow('disabled by an administrator');

    await wren('enableUser', { id: PEOPLE.idris.id });
    const call = await one.agent.signIn('idris');
    await expect.poll(() => driver.waiting(), PATIENCE).toMatchObject({ waiting: 0, setAside: 0 });
    await driver.settled();
    expect(await call('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
    const web = await world.server.as('maren');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({ name: 'Defective' });
  });
});

describe('a company that is taken away from the person at a desktop', () => {
  it('leaves nothing behind but unsent work, which is listed with a reason', { timeout: 60_000 }, async () => {
    const made = await world.server.build.itemInInspection();
    const scopeId = made.item.scopeId;
    const one = await ready(world);
    await onlyWhenAsked(one);
    const add = async (filename: string, base64Image: string): Promise<string> => {
      await one.call('addImageToInstallationInspectionItem', { ...place(made), filename, base64Image });
      const bytes = Buffer.from(base64Image.replace(/^data:[^,]*,/, ''), 'base64');
      return createHash('sha256').update(bytes).digest('hex');
    };
    const sent = await add('sent.png', tinyPhoto(1));
    const damaged = await add('damaged.png', tinyPhoto(2));
    await run(one);
    // A damaged copy is set aside until an intact one arrives; the server has none.
    await writeFile(blobFile(join(one.agent.folder, 'blobs'), scopeId, damaged), 'damaged');
    await rm(blobFile(join(world.server.folder, 'blobs'), scopeId, damaged));
    await run(one, true);
    const setApart = join(one.agent.folder, 'blobs', '.damaged', `${scopeId}.${damaged}`);
    expect(await readFile(setApart, 'utf8')).toBe('damaged');
    await world.server.stop();
    const unsent = await add('unsent.png', tinyPhoto(3));
    await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: 'Guard is loose.' });
    await world.server.start();

    const wren = await world.server.as('wren');
    await wren('updateUser', { id: PEOPLE.maren.id, companyId: COMPANIES.skerrow });
    await one.agent.running.driver.run('User');
    await one.agent.running.driver.settled();

    const { read } = one.agent.running.application;
    expect(await read.selectFrom('item').select('id').where('scopeId', '=', scopeId).execute()).toEqual([]);
    expect(await read.selectFrom('blobQueue').select('sha256').where('scopeId', '=', scopeId).execute()).toEqual([]);
    expect(await read.selectFrom('blob').select('sha256').where('scopeId', '=', scopeId).execute()).toEqual([
      { sha256: unsent },
    ]);
    const files = (await readdir(one.agent.folder, { recursive: true })).filter((name) => name.includes(scopeId));
    expect(files.filter((name) => name.includes(sent) || name.includes(damaged))).toEqual([]);
    expect(files.some((name) => name.endsWith(unsent))).toBe(true);
    for (const name of ['device.db', 'device.db-wal'])
      expect((await readFile(join(one.agent.folder, name))).includes('Northmere Tarn')).toBe(false);

    expect(await one.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 2 });
    const aside = await read.selectFrom('setAside').select(['reason', 'change']).execute();
    expect(aside.map(({ change }) => (JSON.parse(change) as { tableName: string }).tableName).toSorted()).toEqual([
      'image',
      'note',
    ]);
    for (const { reason } of aside) expect(['notAllowed', 'scopeWithdrawn']).toContain(reason);
  });
});
