import { CONDITIONS } from '@holdfast/contract';
import { purgeDeletions } from '@holdfast/core';
import { tinyPhoto } from '@holdfast/core/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen, onlyWhenAsked, place, ready, run } from './testing/desk.ts';
import { openWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a run of synchronisation', () => {
  it('is started by Sync Now and by Full Sync, and its progress is shown in the windows [BRDG-02] [ENTS-21]', async () => {
    const one = await ready(world);
    const { events, stop } = await listen(one.agent);
    const begun = await one.call('syncNow', {});
    expect(begun).toMatchObject({ message: 'Starting Sync...', progress: 0 });
    await one.agent.running.driver.settled();
    expect(await one.call('fullSync', {})).toMatchObject({ message: 'Starting Full Sync...', progress: 0 });
    await one.agent.running.driver.settled();
    await expect.poll(() => events.filter(({ event }) => event === 'sync-complete').length).toBe(2);
    stop();

    const statuses = events.filter((each) => each.event === 'sync-status').map(({ data }) => data);
    const first = statuses.slice(0, statuses.findIndex(({ syncLog }) => syncLog?.endTime != null) + 1);
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
    for (const status of statuses) {
      expect(Object.keys(status).toSorted()).toEqual(['message', 'progress', 'syncLog']);
      expect(status.progress).toBeGreaterThanOrEqual(0);
      expect(status.progress).toBeLessThanOrEqual(100);
    }
    for (const row of await one.call('getEntityCounts', {}))
      expect(row).toEqual({ entity: expect.any(String), count: expect.any(Number) });
    const complete = events.find(({ event }) => event === 'sync-complete');
    expect(complete!.data).toMatchObject({ progress: 0 });
  });

  it('follows the current one when the server reports a change during it', async () => {
    const one = await ready(world);
    const { driver } = one.agent.running;
    await driver.run('User');
    driver.serverChanged();
    await driver.settled();
    await expect.poll(async () => (await driver.logs())[0]!.trigger, { timeout: 15_000 }).toBe('Server');
  });

  it('adds an entry to the history, and the device reports its contents and state [BRDG-03] [SYNC-17] [ENTS-20]', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    await run(one);
    const [last, first] = await one.call('getSyncLogs', {});
    expect(first).toMatchObject({ trigger: 'Sign-in', recordsOut: 0, status: 'Success' });
    expect(first!.recordsIn).toBeGreaterThan(4);
    expect(last).toEqual({
      id: expect.any(String),
      participant: world.server.address,
      participantName: new URL(world.server.address).host,
      trigger: 'User',
      recordsIn: expect.any(Number),
      recordsOut: 1,
      startTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      endTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status: 'Success',
      isRunning: false,
    });

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

  it('that fails changes nothing, and the next one sends the changes [SYNC-18]', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    await world.server.stop();
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.needsAttention.id });
    await run(one);
    expect(await one.call('getInstallationInspectionItemCondition', place(made))).toMatchObject({
      id: CONDITIONS.needsAttention.id,
    });
    expect(await one.call('getWaitingChanges', {})).toMatchObject([{ what: expect.any(String), reason: null }]);
    expect(await one.call('getWaitingItems', {})).toEqual([made.item.id]);
    // The next attempt starts automatically after a pause; an attempt in progress has no result yet.
    await expect
      .poll(() => one.call('getDesktopStatus', {}))
      .toMatchObject({ waiting: 1, setAside: 0, synced: true, syncLog: { status: 'Fail' } });
    await world.server.start();
    await run(one);
    expect(await one.call('getWaitingChanges', {})).toEqual([]);
    expect(await one.call('getWaitingItems', {})).toEqual([]);
    const web = await world.server.as('idris');
    expect(await web('getInstallationInspectionItemCondition', place(made))).toMatchObject({
      id: CONDITIONS.needsAttention.id,
    });
  });

  it('fails with the reason when the disk is full, and the next one starts at once and sends the waiting changes', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    await onlyWhenAsked(one);
    await one.call('setCondition', { ...place(made), conditionId: CONDITIONS.defective.id });
    const { write } = one.agent.running.application;
    const web = await world.server.as('idris');
    for (const _ of Array(20))
      await web('addNoteToInstallationInspectionItem', { ...place(made), content: 'Looked at. '.repeat(1_000) });
    await sql`pragma max_page_count = 1`.execute(write);
    await run(one);
    expect(await one.call('getDesktopStatus', {})).toMatchObject({ message: 'The disk of this device is full.' });
    await sql`pragma max_page_count = 1000000`.execute(write);
    await run(one);
    expect(await one.call('getDesktopStatus', {})).toMatchObject({ waiting: 0, syncLog: { status: 'Success' } });
    expect(await one.call('getNotesForInstallationInspectionItem', place(made))).toHaveLength(20);
  });

  it('of a device that was offline while deletions were purged fetches everything again, and loses no changes of its own', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    const web = await world.server.as('idris');
    const note = await web('addNoteToInstallationInspectionItem', { ...place(made), content: 'Not for long.' });
    await run(one);
    await onlyWhenAsked(one);
    await one.call('setItemName', { itemId: made.item.id, name: 'Typed while away' });
    await web('removeNoteFromInstallationInspectionItem', {
      installationInspectionItemId: made.member.id,
      noteId: note.id,
    });
    const { application } = world.server.running;
    const later = Date.now() + 800 * 86_400_000;
    const then = {
      ...application,
      ports: { ...application.ports, clock: { ...application.ports.clock, now: () => later } },
    };
    expect(await purgeDeletions(then)).toBeGreaterThan(0);
    expect(await application.read.selectFrom('note').selectAll().where('id', '=', note.id).execute()).toEqual([]);

    const { events, stop } = await listen(one.agent);
    await run(one);
    await expect.poll(() => events.map(({ event }) => event)).toContain('sync-complete');
    stop();
    expect(events).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ message: 'Fetching everything again' }) }),
    );
    expect(await one.call('getDesktopStatus', {})).toMatchObject({
      waiting: 0,
      setAside: 0,
      syncLog: { status: 'Success' },
    });
    expect(await one.call('getNotesForInstallationInspectionItem', place(made))).toEqual([]);
    expect(await web('getItem', { itemId: made.item.id })).toMatchObject({ name: 'Typed while away' });
    expect(await purgeDeletions(application)).toBe(0);
  });

  it('keeps its options over a restart, and fetches no photos while they are off', async () => {
    const made = await world.server.build.itemInInspection();
    const one = await ready(world);
    expect(await one.call('getSyncOptions', {})).toEqual({ autosync: true, syncImages: true, onMetered: false });
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
    expect(await call('getSyncOptions', {})).toEqual({ autosync: false, syncImages: false, onMetered: false });
  });
});
