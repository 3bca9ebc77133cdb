import { type Calls, COMPANIES, tinyPhoto } from '@holdfast/core/testing';
import { freshState, LOST, readState, versionOf, writeState } from '@holdfast/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFact, writeFact } from './facts.ts';
import { MAREN, openWorld, type TestDevice, type World } from './testing/world.ts';

const HOUR_MS = 60 * 60 * 1000;

let world: World;
let device: TestDevice;
let made: Awaited<ReturnType<World['fixture']['build']['itemInInspection']>>;
let maren: Calls;
beforeEach(async () => {
  world = await openWorld({ events: false });
  made = await world.fixture.build.itemInInspection();
  device = await world.device();
  await device.signIn(...MAREN);
  await device.driver.settled();
  await expect.poll(() => device.driver.connected()).toBe(true);
  maren = await device.as(MAREN[0]);
});
afterEach(() => world.close());

const where = () => ({ installationInspectionId: made.drops.id, itemId: made.item.id });
const rename = (name: string) => maren.setItemName({ itemId: made.item.id, name });

/** Triggers of the runs so far, newest first. */
const triggers = async () => (await device.driver.logs()).map(({ trigger }) => trigger);

/** Lets time pass until a run of this trigger has ended. */
async function pass(ms: number, trigger: string): Promise<void> {
  const before = (await triggers()).length;
  world.wait(ms);
  await expect.poll(async () => (await triggers()).length).toBe(before + 1);
  await device.driver.settled();
  expect((await triggers())[0]).toBe(trigger);
}

/** Runs the synchronisation for a reason, and waits for its end. */
async function runFor(trigger: 'Change' | 'Interval' | 'Start'): Promise<void> {
  world.wait(1_000);
  await device.driver.run(trigger);
  await device.driver.settled();
}

/** Sets the role of Maren on the server. */
const setRole = (role: 'viewer' | 'inspector') =>
  world.fixture.as('wren').updateUser({ id: world.fixture.actor('maren').userId, role });

describe('automatic synchronisation', () => {
  it('follows a change by five seconds, counted from the last one', async () => {
    await rename('Hook');
    world.wait(3_000);
    await rename('Hoist');
    world.wait(4_000);
    expect(await triggers()).toEqual(['Sign-in']);
    await pass(1_000, 'Change');
    const { db } = world.fixture.database;
    expect(await db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Hoist' }]);
    expect(device.events).toContainEqual({ event: 'waiting', data: { waiting: 1, waitingBlobs: 0, setAside: 0 } });
  });

  it('takes place every five minutes, give or take a fifth', async () => {
    expect(device.timers.next()).toBe(5 * 60_000);
    await pass(5 * 60_000, 'Interval');
    expect(device.timers.next()).toBe(5 * 60_000);
  });

  it('does not take place while it is switched off, except on request', async () => {
    expect(await maren.getSyncOptions({})).toEqual({ autosync: true, syncImages: true, onMetered: false });
    const off = { autosync: false, syncImages: true, onMetered: false };
    expect(await maren.setSyncOptions(off)).toEqual(off);
    expect(await maren.getSyncOptions({})).toEqual(off);
    await rename('Hook');
    for (const ms of [150, 5_000, 10 * 60_000]) {
      world.wait(ms);
      await new Promise(setImmediate);
    }
    expect(await triggers()).toEqual(['Sign-in']);
    await maren.syncNow({});
    await device.driver.settled();
    expect(await triggers()).toEqual(['User', 'Sign-in']);
    await maren.setSyncOptions({ ...off, autosync: true });
    await pass(150, 'Change');
  });

  it('begins at the start on a device with a user, and not before the first sign-in', async () => {
    const other = await world.device('Tablet 2');
    world.wait(0);
    await new Promise(setImmediate);
    expect(await other.driver.logs()).toEqual([]);
    await device.driver.start();
    await pass(1, 'Start');
  });

  it('ends with the device', async () => {
    await rename('Hook');
    await device.device.stop();
    world.wait(HOUR_MS);
    await new Promise(setImmediate);
    expect(await triggers()).toEqual(['Sign-in']);
    await device.driver.run('User');
    await device.driver.settled();
    expect(await triggers()).toEqual(['Sign-in']);
    expect(device.host.logged).not.toContain('the next run could not be prepared');
  });
});

describe('a run', () => {
  it('is shown to the windows from its request to its result', async () => {
    const isOver = () =>
      device.events.some(({ event }) => event === 'sync-complete') && device.events.at(-1)?.event === 'waiting';
    await expect.poll(isOver).toBe(true);
    device.events.length = 0;
    // Of two runs that begin in the same millisecond, either may be the newest.
    world.wait(1);
    const asked = await maren.fullSync({});
    expect(asked).toMatchObject({ progress: 0, message: 'Starting Full Sync...' });
    expect(await device.driver.status()).toMatchObject({ message: expect.stringMatching(/./) });
    await device.driver.settled();
    const [newest] = await device.driver.logs();
    await expect.poll(isOver).toBe(true);
    const states = device.events.flatMap((each) => (each.event === 'sync-status' ? [each.data] : []));
    expect(states[0]).toMatchObject({ progress: 0, message: 'Starting Full Sync...' });
    const progress = states.map((each) => each.progress);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(states.filter(({ syncLog }) => syncLog?.isRunning).length).toBeGreaterThan(1);
    expect(states.at(-1)).toMatchObject({ progress: 100, message: 'Up to date.', syncLog: newest });
    expect(device.events.slice(-2)).toEqual([
      { event: 'sync-complete', data: { syncLog: newest, progress: 0, message: 'Up to date.' } },
      { event: 'waiting', data: { waiting: 0, waitingBlobs: 0, setAside: 0 } },
    ]);
    expect(newest).toMatchObject({
      status: 'Success',
      isRunning: false,
      participant: world.address,
      participantName: new URL(world.address).host,
    });
    expect(await maren.getDesktopStatus({})).toMatchObject({ connected: true, synced: true, waiting: 0 });
    expect(await maren.getSyncLogs({})).toEqual(await device.driver.logs());
    expect(device.host.logged).not.toContain('synchronisation failed');
  });

  it('counts the bytes of its messages, which are compressed when they are long', async () => {
    for (let i = 0; i < 40; i++)
      await maren.addNoteToInstallationInspectionItem({
        ...where(),
        content: `Note ${i} about the guard of the winch`,
      });
    const { id, recordsOut } = await device.run();
    const { bytesIn, bytesOut } = await device.db
      .selectFrom('syncRun')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(recordsOut).toBe(40);
    expect(bytesOut).toBeGreaterThan(10_000);
    expect(bytesIn).toBeGreaterThan(100);
  });

  it('fails while the server does not answer, and is tried again after growing pauses', async () => {
    world.substitute(() => 'cut');
    const pauses: number[] = [];
    for (let i = 0; i < 4; i++) {
      await runFor('Interval');
      pauses.push(device.timers.next()!);
    }
    expect(pauses).toEqual([2_500, 5_000, 10_000, 20_000]);
    expect(await device.driver.status()).toMatchObject({
      syncLog: { status: 'Fail' },
      message: 'The server could not be reached.',
    });
    expect(device.host.logged).toContain('synchronisation failed');
    world.substitute(null);
    await pass(20_000, 'Interval');
    expect(device.timers.next()).toBe(5 * 60_000);
  });

  it('waits as long as the server requires', async () => {
    world.substitute(() => ({ status: 503, headers: { 'retry-after': '600' }, body: '{}' }));
    await runFor('Interval');
    expect(device.timers.next()).toBe(600_000);
    world.substitute(() => ({ status: 503, headers: { 'retry-after': 'soon' }, body: '{}' }));
    await runFor('Interval');
    expect(device.timers.next()).toBeLessThan(600_000);
  });

  it('treats the answers of a proxy as no answer', async () => {
    world.substitute(() => ({ status: 200, type: 'text/html', body: '<html>Accept our terms</html>' }));
    await rename('Hook');
    expect((await device.run()).status).toBe('Fail');
    world.substitute(() => ({ status: 200, body: 'null' }));
    expect((await device.run()).status).toBe('Fail');
    expect(await device.driver.waiting()).toMatchObject({ waiting: 1, setAside: 0 });
    world.substitute(null);
    expect((await device.run()).status).toBe('Success');
    expect(await device.driver.waiting()).toMatchObject({ waiting: 0, setAside: 0 });
  });

  it('leaves changes that follow alone while the server cannot be reached', async () => {
    const other = await world.device('Tablet 2');
    await other.signIn(...MAREN);
    await other.driver.settled();
    await expect.poll(() => other.driver.connected()).toBe(true);
    world.substitute(() => 'cut');
    await other.driver.run('Interval');
    await other.driver.settled();
    const pause = other.timers.next()!;
    other.driver.connection(false);
    await (await other.as(MAREN[0])).setItemName({ itemId: made.item.id, name: 'Hook' });
    expect(other.timers.next()).toBe(pause);
    world.substitute(null);
    other.driver.connection(true);
    expect(other.timers.next()).toBe(150);
    await expect
      .poll(() => other.events.filter(({ event }) => event === 'connected-status').map(({ data }) => data))
      .toEqual([{ connected: true }, { connected: false }, { connected: true }]);
  });

  it.each([
    [{ code: 'upgrade_required', schema: 999 }, 'Update Holdfast to send it'],
    [{ code: 'server_behind' }, 'once the server is updated'],
    [{ code: 'malformed' }, 'could not read what this device sent'],
  ])('that the server refuses with %o says so and keeps the work', async (refusal, text) => {
    await rename('Hook');
    world.substitute((request) =>
      request.startsWith('POST /ext/sync/pu')
        ? { status: 200, body: JSON.stringify({ kind: 'refused', ...refusal }) }
        : undefined,
    );
    await runFor('Interval');
    const { syncLog, message } = await device.driver.status();
    expect(syncLog?.status).toBe('Fail');
    if (message.includes('kept')) expect(message).toContain(text);
    expect(await device.driver.waiting()).toMatchObject({ waiting: 1 });
  });

  it('on a device that the server does not know says so, and tries again as after a failure', async () => {
    world.substitute((request) =>
      request.startsWith('POST /ext/sync/pull') ? { status: 401, body: '{"code":"notSignedIn"}' } : undefined,
    );
    await runFor('Interval');
    expect(await device.driver.status()).toMatchObject({
      syncLog: { status: 'Fail' },
      message: 'The server does not know this device any more. Sign in again while it is connected.',
    });
    expect(device.timers.next()).toBe(2_500);
  });

  it('says that the keychain is locked, because every call needs its secret', async () => {
    device.host.key = 'locked';
    expect((await device.run()).status).toBe('Fail');
    expect((await device.driver.status()).message).toContain('The keychain of this computer is locked');
    device.host.key = 'available';
    expect((await device.run()).status).toBe('Success');
  });
});

describe('a failure of the device itself', () => {
  it.each([
    ['SQLITE_CORRUPT', 'The database of this device is damaged', 1],
    ['SQLITE_FULL', 'The disk of this device is full.', 0],
    ['SQLITE_ERROR', 'Something on this device failed.', 0],
  ])('with %s ends the run with its reason, and the next one begins', async (code, text, damages) => {
    const { database } = device.setting;
    const { transaction } = database;
    let calls = 0;
    database.transaction = (work, ...more) => {
      calls += 1;
      if (calls === 3) return Promise.reject(Object.assign(new Error(code), { code }));
      return transaction.call(database, work, ...more) as never;
    };
    const failed = await device.run();
    expect(failed.status).toBe('Fail');
    expect(failed.endTime).not.toBeNull();
    expect((await device.driver.status()).message).toContain(text);
    expect(device.host.damages).toHaveLength(damages);
    database.transaction = transaction;
    expect((await device.run()).status).toBe('Success');
  });
});

describe('a change on a device whose database cannot be read', () => {
  it('is logged, and does not end the program', async () => {
    await device.device.stop();
    await device.db.destroy();
    device.driver.changed();
    await expect.poll(() => device.host.logged).toContain('the number of unsent changes could not be read');
  });

  it('does not end the program either when a run is due or has ended, and the next run is scheduled', async () => {
    const failed = 'the next run could not be prepared';
    const failures = () => device.host.logged.filter((text) => text === failed).length;
    await device.db.destroy();
    device.driver.serverChanged();
    world.wait(60_000);
    await expect.poll(failures).toBe(1);
    await expect(device.driver.run('User')).rejects.toThrow();
    await device.driver.settled();
    expect(failures()).toBe(2);
    expect(device.timers.next()).toBeGreaterThan(0);
  });
});

describe('the report on a device', () => {
  it('reaches the administrators after a run, and encryption is switched on when the server requires it', async () => {
    await rename('Hook');
    await device.run();
    const id = await device.device.deviceId();
    const devices = await world.fixture.as('wren').getDevices({});
    expect(devices.find((one) => one.id === id)).toMatchObject({ refused: 0, appVersion: '1.2.3' });
    expect(device.host.encryptions).toBe(0);
    world.substitute((request) =>
      request === 'POST /ext/sync/report' ? { status: 200, body: '{"decided":[],"mustEncrypt":true}' } : undefined,
    );
    device.host.isEncrypted = true;
    await device.run();
    expect(device.host.encryptions).toBe(1);
    expect(await readFact(device.db, 'mustEncrypt')).toBe(true);
  });

  it('does not fail the run when the server does not take it', async () => {
    world.substitute((request) => (request === 'POST /ext/sync/report' ? { status: 404, body: '{}' } : undefined));
    device.host.isEncrypted = true;
    expect((await device.run()).status).toBe('Success');
    expect(device.host.logged).toContain('the state of this device could not be reported');
  });
});

describe('changes that the server refused', () => {
  beforeEach(async () => {
    await maren.addImageToInstallationInspectionItem({ ...where(), filename: 'a.png', base64Image: tinyPhoto() });
    await setRole('viewer');
    await runFor('Change');
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 1 });
  });

  it('are reported, and sent again within an hour, with their photos in the run after', async () => {
    const id = await device.device.deviceId();
    const known = (await world.fixture.as('wren').getDevices({})).find((one) => one.id === id);
    expect(known).toMatchObject({ refused: 1 });
    await setRole('inspector');
    await writeFact(device.db, 'refusedSentAt', world.fixture.application.ports.clock.now());
    await runFor('Change');
    expect(await device.driver.waiting()).toMatchObject({ setAside: 1 });
    world.wait(HOUR_MS + 1);
    await device.driver.settled();
    await runFor('Change');
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    const photos = await world.fixture.as('maren').getImagesForInstallationInspectionItem(where());
    expect(photos.map(({ filename }) => filename)).toEqual(['a.png']);
    const blob = await device.db.selectFrom('blob').select(['scopeId', 'sha256']).executeTakeFirstOrThrow();
    expect(await world.fixture.application.ports.blobs.size({ ...blob, rendition: null })).not.toBeNull();
  });

  it.each(['Start', 'User'] as const)('are sent again at once by a run for the reason %s', async (trigger) => {
    await setRole('inspector');
    await writeFact(device.db, 'refusedSentAt', world.fixture.application.ports.clock.now());
    world.wait(1_000);
    await device.driver.settled();
    await device.driver.run(trigger);
    await device.driver.settled();
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  });

  it('have their photos sent over a metered connection when a person requested the run', async () => {
    await setRole('inspector');
    device.host.isMetered = true;
    await device.run();
    await device.driver.settled();
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
  });

  it('stay while their author is disabled, and when the server lost them', async () => {
    await writeFact(device.db, 'disabledUsers', [world.fixture.actor('maren').userId]);
    await setRole('inspector');
    await device.run();
    expect(await device.driver.waiting()).toMatchObject({ setAside: 1 });
    await writeFact(device.db, 'disabledUsers', []);
    await device.db.updateTable('setAside').set({ reason: LOST }).execute();
    await device.run();
    expect(await device.driver.waiting()).toMatchObject({ setAside: 1 });
    expect((await device.driver.status()).message).toBe(
      'The server lost a change made in a browser. It is kept on this device.',
    );
  });
});

describe('a company that was withdrawn', () => {
  it('can no longer be read in the file of the database', async () => {
    await world.fixture.as('maren').setItemName({ itemId: made.item.id, name: 'An unmistakable name' });
    await device.run();
    expect(device.file().includes('An unmistakable name')).toBe(true);
    const id = world.fixture.actor('maren').userId;
    await world.fixture.as('wren').updateUser({ id, companyId: COMPANIES.skerrow });
    await device.run();
    expect(await device.db.selectFrom('item').select('id').execute()).toEqual([]);
    expect(device.file().includes('An unmistakable name')).toBe(false);
  });
});

describe('a wiped device', () => {
  it('keeps nothing but unsent work and the photos and files of it', async () => {
    const base64File = Buffer.alloc(100, 'sent').toString('base64');
    await maren.addFileToItem({ itemId: made.item.id, filename: 'sent.txt', base64File });
    await rename('An unmistakable name');
    await device.run();
    world.substitute(() => 'cut');
    await maren.addNoteToInstallationInspectionItem({ ...where(), content: 'Unsent note' });
    await maren.addFileToItem({ itemId: made.item.id, filename: 'unsent.txt', base64File: 'dW5zZW50' });
    const before = await device.db.selectFrom('blob').select('sha256').execute();
    expect(before).toHaveLength(2);
    world.substitute((request) => (request.startsWith('POST /ext/sync/push') ? 'cut' : undefined));
    await world.fixture.as('wren').setDeviceAccess({ id: await device.device.deviceId(), access: 'wiped' });
    world.substitute(null);
    await device.run();
    await expect
      .poll(() => device.events.filter(({ event }) => event === 'logout').map(({ data }) => data))
      .toEqual([{ reason: 'wipe' }]);
    for (const table of ['user', 'item', 'note', 'file', 'token'] as const)
      expect(await device.db.selectFrom(table).select('id').execute()).toEqual([]);
    const aside = await device.db.selectFrom('setAside').select('change').execute();
    expect(aside.map(({ change }) => change).join(' ')).toContain('Unsent note');
    const kept = await device.db.selectFrom('blob').select(['scopeId', 'sha256']).execute();
    expect(kept).toHaveLength(1);
    expect(await device.blobs.get({ ...kept.at(0)!, rendition: null })).toEqual(new Uint8Array(Buffer.from('unsent')));
    expect(device.file().includes('An unmistakable name')).toBe(false);
    const runs = (await triggers()).length;
    await device.driver.start();
    world.wait(HOUR_MS);
    await new Promise(setImmediate);
    expect((await triggers()).length).toBe(runs);
  });

  it('keeps everything when it is only locked', async () => {
    await device.run();
    await world.fixture.as('wren').setDeviceAccess({ id: await device.device.deviceId(), access: 'locked' });
    await device.run();
    expect(await device.sessions()).toBe(0);
    expect(await device.db.selectFrom('item').select('id').execute()).toEqual([{ id: made.item.id }]);
    expect(await device.db.selectFrom('user').select('name').execute()).toEqual([{ name: 'Maren Thorskild' }]);
  });
});

describe('a copy of a device', () => {
  it('gets a name of its own, and both send their changes', async () => {
    const copy = await world.device('Tablet 1');
    await copy.signIn(...MAREN);
    await copy.driver.settled();
    const { deviceId, schema } = await device.setting.database.transaction(readState);
    await copy.setting.database.transaction((store) => writeState(store, freshState(deviceId, schema)));
    expect(schema).toBe(versionOf(copy.setting.registry));
    await writeFact(copy.db, 'deviceToken', `sealed ${await device.device.token()}`);
    await rename('Hook');
    await device.run();
    const name = 'Of the copy';
    await (await copy.as(MAREN[0])).addNoteToInstallationInspectionItem({ ...where(), content: name });
    await copy.run();
    await copy.run();
    expect(await copy.driver.waiting()).toMatchObject({ waiting: 0, setAside: 0 });
    expect(await copy.device.deviceId()).not.toBe(deviceId);
    expect(await device.device.deviceId()).toBe(deviceId);
    expect(await copy.device.token()).not.toBe(await device.device.token());
    const notes = await world.fixture.as('maren').getNotesForInstallationInspectionItem(where());
    expect(notes.map(({ content }) => content)).toEqual([name]);
    expect((await device.run()).status).toBe('Success');
  });
});
