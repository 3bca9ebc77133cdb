import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CONDITIONS, type DesktopEvent } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import { tinyPhoto } from '@holdfast/core/testing';
import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type TestAgent, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/** An agent on which somebody is signed in and everything has arrived. */
async function ready(who: 'maren' | 'idris' = 'maren'): Promise<{ agent: TestAgent; call: Call }> {
  const agent = await world.agent();
  const call = await agent.signIn(who);
  await agent.running.driver.settled();
  return { agent, call };
}

/** Runs to the end. */
async function run({ agent, call }: { agent: TestAgent; call: Call }, full = false): Promise<void> {
  await call(full ? 'fullSync' : 'syncNow', {});
  await agent.running.driver.settled();
}

/** Listens to the events of an agent as a window does. @returns what came so far, and what ends listening */
async function listen(agent: TestAgent): Promise<{ events: DesktopEvent[]; stop(): void }> {
  const leaving = new AbortController();
  const answer = await agent.fetch('/ext/desktop/events', { signal: leaving.signal });
  const events: DesktopEvent[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => void events.push({ event, data: JSON.parse(data) } as DesktopEvent),
  });
  const decoder = new TextDecoder();
  void (async () => {
    for await (const piece of answer.body!) parser.feed(decoder.decode(piece, { stream: true }));
  })().catch(() => undefined);
  return { events, stop: () => leaving.abort() };
}

const place = (made: { drops: { id: string }; item: { id: string } }) => ({
  installationInspectionId: made.drops.id,
  itemId: made.item.id,
});

describe('a run of synchronisation', () => {
  it('is begun by Sync Now and by Full Sync, and told to the windows as it goes [BRDG-02]', async () => {
    const one = await ready();
    const { events, stop } = await listen(one.agent);
    const begun = await one.call('syncNow', {});
    expect(begun).toMatchObject({ message: 'Starting Sync...', progress: 0 });
    await one.agent.running.driver.settled();
    expect(await one.call('fullSync', {})).toMatchObject({ message: 'Starting Full Sync...', progress: 0 });
    await one.agent.running.driver.settled();
    await expect.poll(() => events.filter(({ event }) => event === 'sync-complete').length).toBe(2);
    stop();

    const told = events.filter((each) => each.event === 'sync-status').map(({ data }) => data);
    const first = told.slice(0, told.findIndex(({ syncLog }) => syncLog?.endTime != null) + 1);
    expect(first.map(({ progress }) => progress)).toEqual(
      first.map(({ progress }) => progress).toSorted((a, b) => a - b),
    );
    expect(first[0]).toMatchObject({ message: 'Starting Sync...', progress: 0 });
    expect(first.find(({ syncLog }) => syncLog !== null)!.syncLog).toMatchObject({
      isRunning: true,
      endTime: null,
      status: null,
    });
    expect(first.at(-1)!).toMatchObject({ progress: 100, syncLog: { isRunning: false, status: 'Success' } });
    const complete = events.find(({ event }) => event === 'sync-complete');
    expect(complete!.data).toMatchObject({ progress: 0 });
  });

  it('leaves a line in the history, and the device says what it holds and is [BRDG-03] [SYNC-17]', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready();
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await run(one);
    const [last, first] = await one.call('getSyncLogs', {});
    expect(last).toMatchObject({
      trigger: 'User',
      recordsOut: 1,
      status: 'Success',
      participant: world.server.address,
    });
    expect(first).toMatchObject({ trigger: 'Sign-in', recordsOut: 0, status: 'Success' });
    expect(first!.recordsIn).toBeGreaterThan(4);

    const counts = await one.call('getEntityCounts', {});
    const items = await one.call('getItemsForInstallation', { installationId: made.installation.id });
    expect(items).toHaveLength(1);
    expect(counts.find(({ entity }) => entity === 'Items')!.count).toBeGreaterThan(0);
    const device = await one.call('getDeviceInfo', {});
    expect(device).toMatchObject({ server: world.server.address, users: ['Maren Thorskild'] });
    const web = await world.server.as('wren');
    expect((await web('getDevices', {})).map(({ id }) => id)).toContain(device.deviceId);

    await world.server.stop();
    await run(one);
    await world.server.start();
    const logs = await one.call('getSyncLogs', {});
    expect(logs[0]).toMatchObject({ status: 'Fail', isRunning: false });
    expect(new Set(logs.map(({ status }) => status))).toEqual(new Set(['Success', 'Fail']));
  });

  it('that fails leaves everything as it is, and the next one sends it [SYNC-18]', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready();
    await world.server.stop();
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.needsAttention.id });
    await run(one);
    expect(await one.call('getInstallationInspectionItemCondition', place(made))).toMatchObject({
      id: CONDITIONS.needsAttention.id,
    });
    expect(await one.call('getWaitingChanges', {})).toMatchObject([{ what: expect.any(String), reason: null }]);
    const status = await one.call('getDesktopStatus', {});
    expect(status).toMatchObject({ waiting: 1, setAside: 0, synced: true, syncLog: { status: 'Fail' } });
    await world.server.start();
    await run(one);
    expect(await one.call('getWaitingChanges', {})).toEqual([]);
    const web = await world.server.as('idris');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({
      id: CONDITIONS.needsAttention.id,
    });
  });

  it('keeps its options over a restart, and fetches no photos while they are off', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready();
    expect(await one.call('getSyncOptions', {})).toEqual({ autosync: true, syncImages: true });
    await one.call('setSyncOptions', { autosync: false, syncImages: false });
    const web = await world.server.as('idris');
    const photo = await web('addImageToInstallationInspectionItem', {
      ...place(made),
      filename: 'a.png',
      base64Image: tinyPhoto(),
    });
    await run(one);
    expect((await one.call('getImagesForInstallationInspectionItem', place(made))).length).toBe(1);
    const missing = await one.agent.fetch(`/images/${photo.id}.png`, {
      headers: { authorization: one.agent.authorization() },
    });
    expect(missing.status).toBe(404);
    await one.agent.stop();
    const again = await world.agent({ dataFolder: one.agent.folder, server: null });
    const call = await again.signIn('maren');
    await again.running.driver.settled();
    expect(await call('getSyncOptions', {})).toEqual({ autosync: false, syncImages: false });
  });
});

describe('a desktop that is left to itself', () => {
  it('hears from the server of what others do, and sends what is done on it', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready('maren');
    const web = await world.server.as('idris');
    const condition = async (call: Call): Promise<string | undefined> =>
      (await call('getInstallationInspectionItemCondition', place(made)))?.id;
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.needsAttention.id });
    await expect.poll(() => condition(one.call), { timeout: 10_000 }).toBe(CONDITIONS.needsAttention.id);

    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await expect.poll(() => condition(web), { timeout: 15_000 }).toBe(CONDITIONS.defective.id);
  });

  it('ends with the later of two edits of one field, everywhere alike, and the other stays in history as overridden', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready('maren');
    await one.call('setSyncOptions', { autosync: false, syncImages: true });
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    const web = await world.server.as('idris');
    await web('setCondition', { ...place(made), conditionId: CONDITIONS.fitForPurpose.id });
    await run(one);
    for (const call of [one.call, web]) {
      const condition = await call('getInstallationInspectionItemCondition', place(made));
      expect(condition).toMatchObject({ id: CONDITIONS.fitForPurpose.id });
      const history = await call('getAuditLogsForInstallationInspectionAndItem', place(made));
      expect(history.filter(({ overridden }) => overridden).map(({ userName }) => userName)).toEqual([
        'Maren Thorskild',
      ]);
    }
  });
});

describe('photos and files', () => {
  it('travel both ways, byte for byte', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready('maren');
    const other = await ready('idris');
    const content = Buffer.alloc(3_000_000, 'Holdfast').toString('base64');
    const file = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: content });
    await run(one);
    await run(other);
    const fetched = await other.agent.fetch(`/files/${file.id}.bin`, {
      headers: { authorization: other.agent.authorization() },
    });
    expect(Buffer.from(await fetched.arrayBuffer()).equals(Buffer.from(content, 'base64'))).toBe(true);
    expect(await other.agent.running.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  });

  it('that are damaged on the disk, and rows that are not as they should be, are healed by a full sync', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready('maren');
    const content = Buffer.alloc(50_000, 'anchor').toString('base64');
    const file = await one.call('addFileToItem', { itemId: made.item.id, filename: 'plan.bin', base64File: content });
    await run(one);
    const blobs = join(one.agent.folder, 'blobs');
    const [path] = (await readdir(blobs, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));
    const bytes = await readFile(join(blobs, path!));
    bytes[7]! ^= 1;
    await writeFile(join(blobs, path!), bytes);
    const { write } = one.agent.running.house;
    await write.deleteFrom('item').where('id', '=', made.item.id).execute();
    await expect(one.call('getItem', { id: made.item.id } as never)).rejects.toThrow();

    await run(one, true);
    expect((await readFile(join(blobs, path!))).equals(Buffer.from(content, 'base64'))).toBe(true);
    const items = await one.call('getItemsForInstallation', { installationId: made.installation.id });
    expect(items.map(({ id }) => id)).toEqual([made.item.id]);
    expect(file.filename).toBe('plan.bin');
  });
});

describe('an administrator who ends the use of a device', () => {
  async function end(one: { call: Call }, access: 'signedOut' | 'locked' | 'wiped' | 'open'): Promise<void> {
    const { deviceId } = await one.call('getDeviceInfo', {});
    await (
      await world.server.as('wren')
    )('setDeviceAccess', { id: deviceId, access });
  }

  /** Waits until the session of whoever was signed in has ended. */
  async function ended(agent: TestAgent): Promise<void> {
    const headers = { authorization: agent.authorization() };
    await expect.poll(async () => (await agent.fetch('/users/me', { headers })).status).toBe(401);
  }

  it('signs everybody out of it: its windows are told, and nobody gets in without the server', async () => {
    const one = await ready();
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
  });

  it('locks it with what waits on it, which is sent once it is open again', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready();
    await one.call('setSyncOptions', { autosync: false, syncImages: true });
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await end(one, 'locked');
    await ended(one.agent);
    await expect(one.agent.signIn('maren')).rejects.toThrow('locked by an administrator');
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 1 });
    const id = one.agent.running.house.deviceId;
    await (
      await world.server.as('wren')
    )('setDeviceAccess', { id, access: 'open' });
    await one.agent.signIn('maren');
    await one.agent.running.driver.settled();
    expect(await one.agent.running.driver.waiting()).toMatchObject({ waiting: 0 });
  });

  it('wipes it: rows, photos and accounts are gone; what was not sent is set aside', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready();
    await one.call('setSyncOptions', { autosync: false, syncImages: true });
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await end(one, 'wiped');
    const { read } = one.agent.running.house;
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
});
