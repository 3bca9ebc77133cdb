import { existsSync, readdirSync, renameSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONDITIONS } from '@holdfast/contract';
import { tinyPhoto } from '@holdfast/core/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../agent/config.ts';
import type { Keychain } from '../agent/keychain.ts';
import { repairCommand } from '../agent/repair/command.ts';
import { type Desk, onlyWhenAsked, place, ready, run } from '../agent/testing/desk.ts';
import { memoryKeychain } from '../agent/testing/memoryKeychain.ts';
import { openWorld, type World } from '../agent/testing/world.ts';
import { settleBackups } from '../updates/databaseBackup.ts';
import { filesHolding } from './testing/plainText.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const NOTE = 'The guard of the windlass is loose.';

type Made = Awaited<ReturnType<World['server']['build']['itemInInspection']>>;

/** Starts the agent of a folder again, with the same session. */
async function again(folder: string, keychain: Keychain | null): Promise<Desk> {
  const agent = await world.agent({ dataFolder: folder, ...(keychain === null ? {} : { keychain }) });
  return { agent, call: await agent.signIn('maren') };
}

const settled = async ({ call }: Desk): Promise<unknown> =>
  expect.poll(() => call('getEncryption', {}), { timeout: 20_000 }).toMatchObject({ complete: true, contents: null });

/** A desktop with a note and a photo that were not sent. */
async function withWork(keychain: Keychain | null): Promise<Desk & { made: Made; imageId: string }> {
  const made = await world.server.build.itemInInspection();
  const one = await ready(world, 'maren', keychain === null ? {} : { keychain });
  await onlyWhenAsked(one);
  await one.call('addNoteToInstallationInspectionItem', { ...place(made), content: NOTE });
  const { id } = await one.call('addImageToInstallationInspectionItem', {
    ...place(made),
    filename: 'guard.png',
    base64Image: tinyPhoto(),
  });
  return { ...one, made, imageId: id };
}

/** The same desktop, encrypted. */
async function encrypted(keychain: Keychain | null): Promise<Desk & { made: Made; imageId: string }> {
  const one = await withWork(keychain);
  await one.call('setEncryption', { encrypted: true });
  await one.agent.stop();
  const desk = await again(one.agent.folder, keychain);
  await settled(desk);
  await desk.agent.running.driver.settled();
  return { ...one, ...desk };
}

/** Contents that must not be found: the note, the name of the item, the bytes of the photo. */
const known = (made: Made): (string | Buffer)[] => [
  NOTE,
  made.item.name as string,
  Buffer.from(tinyPhoto(), 'base64').subarray(8, 60),
];

async function photoOf({ agent }: Desk, imageId: string): Promise<Buffer> {
  const answer = await agent.fetch(`/images/${imageId}`, { headers: { authorization: agent.authorization() } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('the encryption of a desktop', () => {
  it('is off at first; switched on, it starts with the next start, leaves nothing in plain form, and the work continues', async () => {
    const keychain = memoryKeychain();
    const one = await withWork(keychain);
    const folder = one.agent.folder;
    expect(await one.call('getEncryption', {})).toMatchObject({ wanted: false, key: null, database: false });
    const photo = await photoOf(one, one.imageId);
    expect((await filesHolding(folder, known(one.made))).length).toBeGreaterThan(1);
    expect(await one.call('setEncryption', { encrypted: true })).toMatchObject({
      wanted: true,
      key: 'keychain',
      database: false,
      atNextStart: true,
      complete: false,
    });
    await one.agent.stop();

    const desk = await again(folder, keychain);
    await settled(desk);
    expect(await desk.call('getEncryption', {})).toMatchObject({ database: true, atNextStart: false, problems: [] });
    expect((await desk.call('getSupportReport', {})).encryption).toMatchObject({ database: true, key: 'keychain' });
    expect(await filesHolding(folder, [...known(one.made), ...keychain.keys.values()])).toEqual([]);
    expect((await photoOf(desk, one.imageId)).equals(photo)).toBe(true);
    // Work of before and of now reaches the server, and what comes from it is encrypted too.
    await desk.call('setCondition', { ...place(one.made), conditionId: CONDITIONS.defective.id });
    const fromServer = await world.server.build.itemInInspection();
    await run(desk);
    expect(await desk.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    const web = await world.server.as('idris');
    expect(await web('getNotesForInstallationInspectionItem', place(one.made))).toMatchObject([{ content: NOTE }]);
    expect(await web('getImagesForInstallationInspectionItem', place(one.made))).toHaveLength(1);
    expect(await filesHolding(folder, [...known(one.made), fromServer.item.name as string])).toEqual([]);
    await desk.agent.stop();
    expect(await filesHolding(folder, known(one.made))).toEqual([]);
  });

  it('is switched off at the next start, after which everything is in plain form', async () => {
    const keychain = memoryKeychain();
    const one = await encrypted(keychain);
    await one.call('setEncryption', { encrypted: false });
    await one.agent.stop();
    const plain = await again(one.agent.folder, keychain);
    await settled(plain);
    expect(await plain.call('getEncryption', {})).toMatchObject({ wanted: false, database: false, problems: [] });
    expect((await filesHolding(one.agent.folder, known(one.made))).length).toBeGreaterThan(1);
    await run(plain);
    expect(await plain.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  });

  it('is switched on when the server requires it, and can be switched off only when it is no longer required', async () => {
    const require = async (mustEncrypt: boolean): Promise<void> => {
      await world.server.stop();
      Object.assign(world.server.config, { mustEncrypt });
      await world.server.start();
    };
    await require(true);
    try {
      const one = await ready(world);
      const { deviceId } = await one.call('getDeviceInfo', {});
      const listed = async (): Promise<unknown> =>
        (await (await world.server.as('wren'))('getDevices', {})).find(({ id }) => id === deviceId)?.encrypted;
      expect(await one.call('getEncryption', {})).toMatchObject({ wanted: true, required: true, atNextStart: true });
      expect(await listed()).toBe(false);
      const refused = await one.call('setEncryption', { encrypted: false }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ problem: { code: 'encryptionRequired' } });
      await one.agent.stop();
      const desk = await again(one.agent.folder, null);
      await settled(desk);
      expect(await desk.call('getEncryption', {})).toMatchObject({ database: true, required: true });
      await run(desk);
      expect(await listed()).toBe(true);
    } finally {
      await require(false);
    }
  });

  it('does not change when it is switched on and off before the next start', async () => {
    const one = await encrypted(null);
    expect(await one.call('setEncryption', { encrypted: false })).toMatchObject({ atNextStart: true, complete: false });
    expect(await one.call('setEncryption', { encrypted: true })).toMatchObject({ atNextStart: false });
    await settled(one);
    expect(await filesHolding(one.agent.folder, known(one.made))).toEqual([]);
  });

  it('is not complete while something cannot be encrypted, and names it', async () => {
    const one = await withWork(null);
    const { folder } = one.agent;
    await one.call('setEncryption', { encrypted: true });
    await one.agent.stop();
    const copy = join(folder, 'backups', '0.0.1');
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'device.db'), `SQLite format 3\0${'damaged '.repeat(1_000)}`);
    const desk = await again(folder, null);
    const photo = known(one.made).slice(-1);
    await expect.poll(() => filesHolding(folder, photo), { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => desk.call('getEncryption', {})).toMatchObject({ contents: null });
    expect(await desk.call('getEncryption', {})).toMatchObject({
      complete: false,
      problems: [expect.stringContaining(copy) as string],
    });
  });

  it('has its key in a file beside the data without a keychain, with a notice, until there is one', async () => {
    const one = await encrypted(null);
    expect(await one.call('getEncryption', {})).toMatchObject({ key: 'file', database: true });
    expect(existsSync(join(one.agent.folder, 'data-key'))).toBe(true);
    await one.agent.stop();
    const keychain = memoryKeychain();
    const moved = await again(one.agent.folder, keychain);
    expect(await moved.call('getEncryption', {})).toMatchObject({ key: 'keychain', database: true, lost: null });
    expect(existsSync(join(one.agent.folder, 'data-key'))).toBe(false);
    await moved.agent.stop();
    expect(await (await again(one.agent.folder, keychain)).call('getEncryption', {})).toMatchObject({ lost: null });
  });

  it('does not start while the keychain is locked, or switched off, and changes nothing', async () => {
    const keychain = memoryKeychain();
    const one = await encrypted(keychain);
    await one.agent.stop();
    keychain.isLocked = true;
    const options = { dataFolder: one.agent.folder, server: world.server.address };
    await expect(world.agent({ ...options, keychain })).rejects.toThrow(ConfigError);
    await expect(world.agent({ ...options, keychain })).rejects.toThrow('Unlock it, then start Holdfast again');
    await expect(world.agent(options)).rejects.toThrow('Start without this setting');
    keychain.isLocked = false;
    const unlocked = await again(one.agent.folder, keychain);
    expect(await unlocked.call('getNotesForInstallationInspectionItem', place(one.made))).toMatchObject([
      { content: NOTE },
    ]);
  });

  it('starts again with the records of the server when its key is lost, and keeps the unreadable data until the key is restored', async () => {
    const keychain = memoryKeychain();
    const one = await encrypted(keychain);
    const { folder } = one.agent;
    const { origin } = one.agent.running;
    await world.server.stop();
    const unsent = 'Written while the server was away.';
    await one.call('addNoteToInstallationInspectionItem', { ...place(one.made), content: unsent });
    await one.agent.stop();
    await world.server.start();
    const keys = new Map(keychain.keys);
    keychain.keys.clear();

    const agent = await world.agent({ dataFolder: folder, keychain });
    // Pages keep what they have under the same address, and the server is known.
    expect(new URL(agent.running.origin).hostname).toBe(new URL(origin).hostname);
    const fresh: Desk = { agent, call: await agent.signIn('maren') };
    await agent.running.driver.settled();
    const { lost, wanted, database } = await fresh.call('getEncryption', {});
    expect({ wanted, database }).toEqual({ wanted: true, database: true });
    expect(lost!.folder).toMatch(/locked-[0-9a-f]{16}$/);
    expect(readdirSync(lost!.folder).toSorted()).toEqual(
      expect.arrayContaining(['blobs', 'device.db', 'encryption-state']) as string[],
    );
    expect(await fresh.call('getItem', { itemId: one.made.item.id })).toMatchObject({ id: one.made.item.id });
    expect(await fresh.call('getNotesForInstallationInspectionItem', place(one.made))).toHaveLength(1);
    await settled(fresh);
    expect(await fresh.call('dismissLostKey', {})).toMatchObject({ lost: null });
    await agent.stop();

    // The keychain comes back: what was put aside is put back, as the documentation describes.
    for (const [account, key] of keys) keychain.keys.set(account, key);
    const other = join(folder, 'put-aside');
    await mkdir(other);
    for (const name of readdirSync(folder))
      if (/^(?:device\.db|blobs|renditions|encryption-state)/.test(name))
        renameSync(join(folder, name), join(other, name));
    for (const name of readdirSync(lost!.folder)) renameSync(join(lost!.folder, name), join(folder, name));
    const back = await again(folder, keychain);
    await run(back);
    expect(await back.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    const web = await world.server.as('idris');
    const notes = await web('getNotesForInstallationInspectionItem', place(one.made));
    expect(notes.map(({ content }) => content).toSorted()).toEqual([NOTE, unsent]);
  });

  it('whose key is lost is reported by the repair command, with the folder of the kept data', async () => {
    const one = await encrypted(null);
    await one.agent.stop();
    renameSync(join(one.agent.folder, 'data-key'), join(one.agent.folder, 'elsewhere'));
    const report = await repairCommand(['--data', one.agent.folder, '--keychain', '0'], {});
    expect(report).toContain('is lost');
    expect(report).toMatch(/unsent work among it, is kept in .*locked-/);
    expect(await repairCommand(['--data', one.agent.folder, '--keychain', '0'], {})).toBe(
      'The database is whole. Nothing was changed.',
    );
  });

  it('encrypts the copy of the database from before an update, which is put back when the version does not run', async () => {
    const keychain = memoryKeychain();
    const one = await withWork(keychain);
    const { folder } = one.agent;
    await one.call('setEncryption', { encrypted: true });
    await one.agent.stop();
    const backup = join(folder, 'backups', 'before-9.0.0');
    await mkdir(backup, { recursive: true });
    await copyFile(join(folder, 'device.db'), join(backup, 'device.db'));
    const desk = await again(folder, keychain);
    await settled(desk);
    await desk.agent.stop();
    expect(await filesHolding(folder, known(one.made))).toEqual([]);
    expect(settleBackups(folder, { current: null, refused: ['9.0.0'] })).toBe('9.0.0');
    const restored = await again(folder, keychain);
    expect(await restored.call('getNotesForInstallationInspectionItem', place(one.made))).toMatchObject([
      { content: NOTE },
    ]);
    expect(await filesHolding(folder, known(one.made))).toEqual([]);
  });
});
