import { createHash } from 'node:crypto';
import { COMPANIES, tinyPhoto } from '@holdfast/core/testing';
import { DamagedContent } from '@holdfast/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFact } from '../facts.ts';
import { MAREN, openWorld, type TestDevice, type World } from '../testing/world.ts';

const MIB = 1024 * 1024;
const scopeId = COMPANIES.northmere;

let world: World;
let device: TestDevice;
let made: Awaited<ReturnType<World['fixture']['build']['itemInInspection']>>;
beforeEach(async () => {
  world = await openWorld({ events: false });
  made = await world.fixture.build.itemInInspection();
  device = await world.device();
  await device.signIn(...MAREN);
  await device.driver.settled();
  world.requests.length = 0;
});
afterEach(() => world.close());

const bytesOf = (size: number, text: string): Buffer => Buffer.alloc(size, `${text} `);
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const keyOf = (bytes: Uint8Array) => ({ scopeId, sha256: hashOf(bytes), rendition: null });
const onServer = () => world.fixture.application.ports.blobs;

/** Adds a file to the item, on the device or on the server. */
async function addFile(place: 'device' | 'server', bytes: Buffer, filename = 'plan.bin'): Promise<string> {
  const calls = place === 'device' ? await device.as(MAREN[0]) : world.fixture.as('maren');
  const { id } = await calls.addFileToItem({
    itemId: made.item.id,
    filename,
    base64File: bytes.toString('base64'),
  });
  return id;
}

/** Entries of the queue that are not done. */
function queued() {
  return device.db
    .selectFrom('blobQueue')
    .select(['sha256', 'direction', 'state', 'attempts', 'nextAt', 'error'])
    .where('state', '!=', 'done')
    .execute();
}

/** Requests that sent or fetched bytes, as `PUT <first characters of the hash> <offset>`. */
function transfers(): string[] {
  return world.requests.flatMap((request) => {
    const [, method, hash = '', query = ''] = /^(PUT|GET) \S*\/([0-9a-f]{64})\S*?(?:[?&](\S*))?$/.exec(request) ?? [];
    return method === undefined ? [] : `${method} ${hash.slice(0, 6)} ${query}`.trim();
  });
}

const short = (bytes: Uint8Array): string => hashOf(bytes).slice(0, 6);

describe('contents created on a device', () => {
  it('are sent smallest first, in pieces of a mebibyte, and recorded as sent', async () => {
    const large = bytesOf(2 * MIB + 10, 'large');
    const small = bytesOf(10, 'small');
    await addFile('device', large);
    await addFile('device', small);
    const log = await device.run();
    expect(log.status).toBe('Success');
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 0 });
    for (const bytes of [large, small]) expect(await onServer().get(keyOf(bytes))).toEqual(new Uint8Array(bytes));
    const sent = transfers();
    expect(sent.filter((each) => each.includes(short(large)))).toHaveLength(3);
    expect(sent.filter((each) => each.includes(short(small)))).toHaveLength(1);
    const { bytesOut } = await device.db
      .selectFrom('syncRun')
      .select('bytesOut')
      .where('id', '=', log.id)
      .executeTakeFirstOrThrow();
    expect(bytesOut).toBeGreaterThanOrEqual(large.length + small.length);
    expect(device.events).toContainEqual(
      expect.objectContaining({
        event: 'sync-status',
        data: expect.objectContaining({ progress: 100, message: 'Photos and files: 2 of 2' }),
      }),
    );
    world.requests.length = 0;
    await device.run();
    expect(transfers()).toEqual([]);
  });

  it('continue where the connection broke, half a second later', async () => {
    const bytes = bytesOf(2 * MIB, 'cut');
    await addFile('device', bytes);
    let puts = 0;
    world.substitute((request) => (request.startsWith('PUT') && (puts += 1) === 2 ? 'cut' : undefined));
    await device.run();
    expect(await device.driver.status()).toMatchObject({
      syncLog: { status: null },
      message: 'One photo or file is still on its way.',
    });
    expect(device.timers.next()).toBe(500);
    world.requests.length = 0;
    world.wait(500);
    await expect.poll(() => onServer().size(keyOf(bytes))).toBe(bytes.length);
    await device.driver.settled();
    expect(transfers()).toHaveLength(1);
    expect((await device.driver.logs())[0]).toMatchObject({ trigger: 'Connection', status: 'Success' });
    expect((await device.driver.status()).message).toBe('Up to date.');
  });

  it('wait when the server has no time, without another run at once', async () => {
    await addFile('device', bytesOf(10, 'busy'));
    world.substitute((request) => (request.startsWith('PUT') ? { status: 503 } : undefined));
    await device.run();
    expect(await queued()).toMatchObject([{ state: 'pending', error: 'The server answered 503.' }]);
    expect(device.timers.next()).toBeGreaterThan(1_000);
    world.substitute(null);
    await device.run();
    expect(await queued()).toEqual([]);
  });

  it('are given up for a while after three refusals, and do not hold up the others', async () => {
    const refused = bytesOf(10, 'refused');
    const accepted = bytesOf(20, 'accepted');
    await addFile('device', refused);
    await addFile('device', accepted);
    let tries = 0;
    world.substitute((request) => {
      if (!request.startsWith('PUT') || !request.includes(hashOf(refused))) return undefined;
      tries += 1;
      return { status: 409, body: '{}' };
    });
    await device.run();
    expect(tries).toBe(3);
    const now = world.fixture.application.ports.clock.now();
    expect(await queued()).toMatchObject([
      {
        sha256: hashOf(refused),
        state: 'failed',
        attempts: 1,
        nextAt: now + 5_000,
        error: 'The server did not take the content.',
      },
    ]);
    expect(await onServer().size(keyOf(accepted))).toBe(accepted.length);
    // A run that no person requested waits until the content is due; one that a person requested does not.
    await device.driver.run('Change');
    await device.driver.settled();
    expect(tries).toBe(3);
    world.wait(5_000);
    await device.driver.settled();
    await expect.poll(() => tries).toBe(6);
    await device.driver.settled();
    world.substitute(null);
    await device.run();
    expect(await queued()).toEqual([]);
  });

  it('are not sent again when the server has them already', async () => {
    const bytes = bytesOf(100, 'already');
    await addFile('device', bytes);
    await onServer().put(scopeId, new Uint8Array(bytes), MIB);
    await device.run();
    expect(transfers()).toEqual([]);
    expect(await queued()).toEqual([]);
  });

  it('are set aside when they were damaged before they were sent', async () => {
    const bytes = bytesOf(100, 'damaged');
    await addFile('device', bytes);
    device.damage(hashOf(bytes));
    await device.run();
    expect(await queued()).toMatchObject([{ state: 'damaged' }]);
    expect(await device.driver.waiting()).toEqual({ waiting: 0, waitingBlobs: 0, setAside: 1 });
    expect((await device.driver.status()).message).toContain('damaged on this device before it was sent');
    expect(await onServer().size(keyOf(bytes))).toBeNull();
    expect(await device.blobs.size(keyOf(bytes))).toBe(100);
  });

  it('are set aside when their encrypted file cannot be read, and do not hold up the others', async () => {
    const [bad, good] = [bytesOf(100, 'unreadable'), bytesOf(200, 'readable')];
    await addFile('device', bad);
    await addFile('device', good);
    const { open } = device.blobs;
    vi.spyOn(device.blobs, 'open').mockImplementation((key, part) =>
      key.sha256 === hashOf(bad) ? Promise.reject(new DamagedContent()) : open.call(device.blobs, key, part),
    );
    await device.run();
    expect(await queued()).toMatchObject([{ sha256: hashOf(bad), state: 'damaged' }]);
    expect(await onServer().size(keyOf(good))).toBe(200);
  });

  it('whose file is gone wait, and are fetched when the server has them', async () => {
    const bytes = bytesOf(100, 'gone');
    await addFile('device', bytes);
    await device.blobs.delete(keyOf(bytes));
    await device.run();
    expect(await queued()).toMatchObject([
      { direction: 'up', state: 'missing', error: 'The content is not on this device.' },
    ]);
    await onServer().put(scopeId, new Uint8Array(bytes), MIB);
    await device.run();
    await device.run();
    expect(await device.blobs.get(keyOf(bytes))).toEqual(new Uint8Array(bytes));
    expect(await queued()).toEqual([]);
  });
});

describe('contents of the server', () => {
  it('are fetched, whole and once', async () => {
    const bytes = bytesOf(100_000, 'plan');
    await addFile('server', bytes, 'plan.txt');
    const log = await device.run();
    expect(await device.blobs.get(keyOf(bytes))).toEqual(new Uint8Array(bytes));
    expect(transfers()).toHaveLength(1);
    const { bytesIn } = await device.db
      .selectFrom('syncRun')
      .select('bytesIn')
      .where('id', '=', log.id)
      .executeTakeFirstOrThrow();
    expect(bytesIn).toBeGreaterThan(bytes.length);
    const stored = await device.db.selectFrom('blob').select(['sha256', 'size', 'state', 'mimeType']).execute();
    expect(stored).toEqual([{ sha256: hashOf(bytes), size: bytes.length, state: 'stored', mimeType: 'text/plain' }]);
    await device.run();
    expect(transfers()).toHaveLength(1);
  });

  it.each([7, 100_005])('are fetched whole although their row states a wrong size of %i bytes', async (size) => {
    const bytes = bytesOf(100_000, 'plan');
    await onServer().put(scopeId, new Uint8Array(bytes), MIB);
    await world.fixture.build.many('file', 'northmere', 1, () => ({
      itemId: made.item.id,
      filename: 'plan.txt',
      mimeType: 'text/plain',
      size,
      sha256: hashOf(bytes),
    }));
    await device.run();
    expect(await device.blobs.get(keyOf(bytes))).toEqual(new Uint8Array(bytes));
    expect(await queued()).toEqual([]);
  });

  it('continue with the bytes that have arrived', async () => {
    const bytes = bytesOf(100_000, 'half');
    await addFile('server', bytes);
    const half = async function* () {
      yield await Promise.resolve(new Uint8Array(bytes.subarray(0, 40_000)));
    };
    await device.blobs.append(keyOf(bytes), half(), 0, bytes.length);
    const log = await device.run();
    expect(await device.blobs.get(keyOf(bytes))).toEqual(new Uint8Array(bytes));
    const { bytesIn } = await device.db
      .selectFrom('syncRun')
      .select('bytesIn')
      .where('id', '=', log.id)
      .executeTakeFirstOrThrow();
    expect(bytesIn).toBeLessThan(bytes.length);
    expect(bytesIn).toBeGreaterThanOrEqual(60_000);
  });

  it.each([
    ['are used when they are right', null, []],
    ['are fetched again when they are not', 'hash', ['failed']],
  ] as const)(
    'of which all bytes arrived before a power cut are checked without a request and %s',
    async (_what, refused, states) => {
      const bytes = bytesOf(1_000, 'arrived');
      await addFile('server', bytes);
      vi.spyOn(device.blobs, 'received').mockResolvedValue(bytes.length);
      const asked: number[][] = [];
      vi.spyOn(device.blobs, 'append').mockImplementation((_key, _pieces, offset, size) => {
        asked.push([offset, Number(size)]);
        return Promise.resolve({ received: refused === null ? Number(size) : 0, refused });
      });
      await device.run();
      expect(asked).toEqual([[1_000, 1_000]]);
      expect(transfers()).toEqual([]);
      expect((await queued()).map(({ state }) => state)).toEqual(states);
    },
  );

  it('begin again when the server sends all of them instead of the rest', async () => {
    const bytes = bytesOf(1_000, 'whole');
    await addFile('server', bytes);
    const half = async function* () {
      yield await Promise.resolve(new Uint8Array(bytes.subarray(0, 400)));
    };
    await device.blobs.append(keyOf(bytes), half(), 0, bytes.length);
    world.substitute((request) =>
      request.startsWith('GET') && request.includes(hashOf(bytes))
        ? { status: 200, type: 'application/octet-stream', body: bytes.toString() }
        : undefined,
    );
    await device.run();
    expect(await queued()).toMatchObject([{ state: 'failed', error: 'The server answered 200.' }]);
    expect(await device.blobs.size(keyOf(bytes))).toBeNull();
  });

  it('that do not match their hash are not stored, and are fetched again later', async () => {
    const bytes = bytesOf(1_000, 'right');
    await addFile('server', bytes);
    world.substitute((request) =>
      request.startsWith('GET') && request.includes(hashOf(bytes))
        ? { status: 200, type: 'application/octet-stream', body: bytesOf(1_000, 'wrong').toString() }
        : undefined,
    );
    await device.run();
    expect(await queued()).toMatchObject([
      { state: 'failed', attempts: 1, error: 'The content is not what it should be (hash).' },
    ]);
    expect(await device.blobs.size(keyOf(bytes))).toBeNull();
    world.substitute(null);
    await device.run();
    expect(await device.blobs.size(keyOf(bytes))).toBe(1_000);
  });

  it('of which the last bytes are missing count as a broken connection', async () => {
    const bytes = bytesOf(1_000, 'short');
    await addFile('server', bytes);
    world.substitute((request) =>
      request.startsWith('GET') && request.includes(hashOf(bytes))
        ? { status: 200, type: 'application/octet-stream', body: bytes.toString().slice(0, 300) }
        : undefined,
    );
    await device.run();
    expect(await queued()).toMatchObject([{ error: 'The connection broke: 300 of 1000 bytes came.' }]);
    expect(device.timers.next()).toBe(500);
    world.substitute(null);
    world.requests.length = 0;
    await device.run();
    expect(await device.blobs.size(keyOf(bytes))).toBe(1_000);
  });

  it('that the server lacks wait five seconds, then twice as long', async () => {
    const bytes = bytesOf(100, 'lacking');
    await addFile('server', bytes);
    await onServer().delete(keyOf(bytes));
    await device.run();
    const now = world.fixture.application.ports.clock.now();
    expect(await queued()).toMatchObject([
      {
        direction: 'down',
        state: 'missing',
        attempts: 1,
        nextAt: now + 5_000,
        error: 'The server does not have the content yet.',
      },
    ]);
    expect(device.timers.next()).toBe(5_000);
    world.wait(5_000);
    await expect.poll(async () => (await queued())[0]?.attempts).toBe(2);
    await device.driver.settled();
    expect(device.timers.next()).toBe(10_000);
  });

  it('are fetched with a small copy first when they are large photos, those of the inspection on screen before all others', async () => {
    const { build } = world.fixture;
    const other = await build.itemInInspection();
    const photo = (which: number): Buffer =>
      Buffer.concat([Buffer.from(tinyPhoto(which), 'base64'), Buffer.alloc(70_000, which)]);
    const add = (at: typeof made, which: number) =>
      world.fixture.as('maren').addImageToInstallationInspectionItem({
        installationInspectionId: at.drops.id,
        itemId: at.item.id,
        filename: `${which}.png`,
        base64Image: photo(which).toString('base64'),
      });
    for (const which of [1, 2]) await add(made, which);
    for (const which of [3, 4, 6, 7]) await add(other, which);
    const small = Buffer.from(tinyPhoto(5), 'base64');
    await world.fixture.as('maren').addImageToInstallationInspectionItem({
      installationInspectionId: made.drops.id,
      itemId: made.item.id,
      filename: 'small.png',
      base64Image: small.toString('base64'),
    });
    device.driver.viewing(other.drops.id);
    expect(await readFact(device.db, 'viewedInspection')).toBe(other.drops.id);
    await device.run();
    const order = transfers();
    const place = (which: number): number[] =>
      order.flatMap((each, at) => (each.includes(short(photo(which))) ? [at] : []));
    // Four are transferred at a time, so that one may overtake another.
    expect(order.slice(0, 4).every((each) => each.includes('size=320'))).toBe(true);
    for (const which of [3, 4, 6, 7]) expect(place(which).every((at) => at < 8 + 3)).toBe(true);
    for (const which of [1, 2]) expect(place(which).every((at) => at > 8 - 4)).toBe(true);
    for (const which of [1, 2]) expect(place(which)).toHaveLength(2);
    expect(order.filter((each) => each.includes(short(small)))).toEqual([`GET ${short(small)}`]);
  });
});

describe('a full synchronisation', () => {
  it('replaces a damaged content that the server has, and sets aside one that was never sent', async () => {
    const sent = bytesOf(100, 'sent');
    await addFile('device', sent);
    await device.run();
    const unsent = bytesOf(200, 'unsent');
    await device.driver.setOptions({ autosync: false, syncImages: false, onMetered: false });
    await addFile('device', unsent);
    await device.run();
    await device.driver.setOptions({ autosync: false, syncImages: true, onMetered: false });
    for (const bytes of [sent, unsent]) device.damage(hashOf(bytes));
    world.requests.length = 0;
    await device.run(true);
    expect(await device.blobs.get(keyOf(sent))).toEqual(new Uint8Array(sent));
    expect(await queued()).toMatchObject([{ sha256: hashOf(unsent), state: 'damaged' }]);
    expect(await device.blobs.size(keyOf(unsent))).toBe(200);
    expect(transfers()).toContain(`GET ${short(sent)}`);
    expect(await onServer().size(keyOf(unsent))).toBeNull();
  });

  it('sends contents again that the server lost, which another run does not', async () => {
    const bytes = bytesOf(100, 'lost');
    await addFile('device', bytes);
    await device.run();
    await onServer().delete(keyOf(bytes));
    await device.run();
    expect(await onServer().size(keyOf(bytes))).toBeNull();
    await device.run(true);
    expect(await onServer().size(keyOf(bytes))).toBe(100);
  });
});

describe('the choice of photos and files', () => {
  it('leaves out those of installations that were not chosen, until they are', async () => {
    const calls = await device.as(MAREN[0]);
    await addFile('device', bytesOf(50, 'own'));
    await device.run();
    await calls.chooseInstallationPhotos({ installationId: made.installation.id, chosen: false });
    const bytes = bytesOf(100, 'chosen');
    await addFile('server', bytes);
    await device.run();
    expect(await device.blobs.size(keyOf(bytes))).toBeNull();
    expect(await device.driver.waiting()).toMatchObject({ waitingBlobs: 0 });
    expect(await calls.getInstallationPhotos({})).toEqual([
      {
        installationId: made.installation.id,
        name: made.installation['name'],
        chosen: false,
        count: 2,
        here: 1,
        missingBytes: 100,
      },
    ]);
    await calls.chooseInstallationPhotos({ installationId: made.installation.id, chosen: true });
    await device.run();
    expect(await device.blobs.size(keyOf(bytes))).toBe(100);
    expect(await calls.getInstallationPhotos({})).toMatchObject([{ chosen: true, count: 2, here: 2, missingBytes: 0 }]);
  });

  it('transfers none while they are switched off, and all once they are on', async () => {
    const bytes = bytesOf(100, 'off');
    await device.driver.setOptions({ autosync: true, syncImages: false, onMetered: false });
    await addFile('device', bytes);
    expect((await device.run()).status).toBe('Success');
    expect(transfers()).toEqual([]);
    expect(device.timers.next()).toBeGreaterThan(60_000);
    await device.driver.setOptions({ autosync: true, syncImages: true, onMetered: false });
    await device.run();
    expect(await onServer().size(keyOf(bytes))).toBe(100);
  });

  it('waits on a metered connection unless a person requests the run or allows it', async () => {
    device.host.isMetered = true;
    const first = bytesOf(100, 'first');
    await addFile('device', first);
    world.wait(1_000);
    await device.driver.run('Change');
    await device.driver.settled();
    expect(await onServer().size(keyOf(first))).toBeNull();
    expect(await device.driver.waiting()).toMatchObject({ waiting: 0, waitingBlobs: 1 });
    expect((await device.driver.status()).message).toBe(
      'One photo or file waits: this connection is metered. Choose Sync Now to transfer them.',
    );
    expect(device.timers.next()).toBeGreaterThan(60_000);
    await device.run();
    expect(await onServer().size(keyOf(first))).toBe(100);
    await device.driver.setOptions({ autosync: true, syncImages: true, onMetered: true });
    const second = bytesOf(200, 'second');
    await addFile('device', second);
    world.wait(1_000);
    await device.driver.run('Change');
    await device.driver.settled();
    expect(await onServer().size(keyOf(second))).toBe(200);
  });
});

describe('a company that was withdrawn from a device', () => {
  it('leaves no content behind except those that were never sent', async () => {
    const sent = bytesOf(100, 'sent');
    const received = bytesOf(200, 'received');
    await addFile('device', sent);
    await addFile('server', received);
    await device.run();
    const unsent = bytesOf(300, 'unsent');
    world.substitute((request) => (request.startsWith('PUT') ? { status: 503 } : undefined));
    await addFile('device', unsent);
    await device.run();
    const id = world.fixture.actor('maren').userId;
    await world.fixture.as('wren').updateUser({ id, companyId: COMPANIES.skerrow });
    await device.run();
    expect(await device.db.selectFrom('file').select('id').execute()).toEqual([]);
    expect(await device.blobs.size(keyOf(sent))).toBeNull();
    expect(await device.blobs.size(keyOf(received))).toBeNull();
    expect(await device.blobs.size(keyOf(unsent))).toBe(300);
    expect(await device.db.selectFrom('blob').select('sha256').execute()).toEqual([{ sha256: hashOf(unsent) }]);
  });
});
