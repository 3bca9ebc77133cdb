import { createHash } from 'node:crypto';
import { COMPANIES } from '@holdfast/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFact } from './facts.ts';
import { IDRIS, MAREN, openWorld, type TestDevice, type World } from './testing/world.ts';

let world: World;
let device: TestDevice;
beforeEach(async () => {
  world = await openWorld();
  device = await world.device();
  await device.signIn(...MAREN);
  await device.signIn(...IDRIS);
  await device.driver.settled();
  await expect.poll(() => device.driver.connected()).toBe(true);
});
afterEach(() => world.close());

const administer = () => world.fixture.as('wren');
const idOf = (who: 'maren' | 'idris') => world.fixture.actor(who).userId;

/** Reasons for which windows were signed out. */
const logouts = () => device.events.flatMap((each) => (each.event === 'logout' ? [each.data.reason] : []));

/** Users with a session on the device that is not ended. */
async function signedIn(): Promise<string[]> {
  const open = await device.db.selectFrom('token').select('userId').where('revokedAt', 'is', null).execute();
  return [...new Set(open.map(({ userId }) => userId))].toSorted();
}

describe('an event of the server', () => {
  it('that something changed starts a run soon, and one for several events', async () => {
    const runs = (await device.driver.logs()).length;
    await world.fixture.build.installation({ name: 'Tarn' });
    device.driver.serverChanged();
    world.wait(100);
    device.driver.serverChanged();
    world.wait(50);
    await expect.poll(async () => (await device.driver.logs()).length).toBe(runs + 1);
    await device.driver.settled();
    expect((await device.driver.logs()).filter(({ trigger }) => trigger === 'Server')).toHaveLength(1);
    expect(await device.db.selectFrom('installation').select('name').execute()).toEqual([{ name: 'Tarn' }]);
  });

  it('that a record was changed by someone else brings it here', async () => {
    const item = await world.fixture.build.item({ name: 'Hook' });
    await device.run();
    await world.fixture.as('maren').setItemName({ itemId: item.id, name: 'Hoist' });
    await expect.poll(() => device.timers.next()).toBe(150);
    world.wait(150);
    await expect.poll(() => device.db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Hoist' }]);
  });

  it('that an account was disabled ends the sessions of this user alone', async () => {
    await administer().disableUser({ id: idOf('maren') });
    await expect.poll(signedIn).toEqual([idOf('idris')]);
    await expect.poll(logouts).toEqual(['account']);
    expect(await readFact(device.db, 'disabledUsers')).toEqual([idOf('maren')]);
    expect(await device.db.selectFrom('user').select('id').execute()).toHaveLength(2);
  });

  it('that the password of a user was set signs the device out, until someone signs in with the server', async () => {
    await administer().setUserPassword({ id: idOf('idris'), password: 'another-long-password' });
    await expect.poll(signedIn).toEqual([]);
    await expect.poll(() => readFact(device.db, 'revoked')).toBe('signOut');
    expect(await readFact(device.db, 'disabledUsers')).toEqual([]);
    await device.signIn(...MAREN);
    expect(await readFact(device.db, 'revoked')).toBeNull();
    expect(await signedIn()).toEqual([idOf('maren')]);
  });

  it('that the device was locked signs everyone out', async () => {
    await administer().setDeviceAccess({ id: await device.device.deviceId(), access: 'locked' });
    await expect.poll(signedIn).toEqual([]);
    await expect.poll(logouts).toEqual(['lock']);
    expect(await readFact(device.db, 'revoked')).toBe('lock');
  });

  it('that it lost a content has it sent again, when it is here', async () => {
    const { build } = world.fixture;
    const item = await build.item();
    await device.run();
    const bytes = Buffer.from('lost on the server');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const calls = await device.as(MAREN[0]);
    await calls.addFileToItem({ itemId: item.id, filename: 'a.txt', base64File: bytes.toString('base64') });
    await device.run();
    const { blobs } = world.fixture.application.ports;
    const key = { scopeId: COMPANIES.northmere, sha256, rendition: null };
    expect(await blobs.size(key)).toBe(bytes.length);
    await blobs.delete(key);
    await device.run();
    expect(await blobs.size(key)).toBeNull();
    world.substitute((request) =>
      request === 'GET /ext/sync/events'
        ? {
            status: 200,
            type: 'text/event-stream',
            body: `event: wanted\ndata: ${JSON.stringify({
              contents: [
                { scopeId: key.scopeId, sha256 },
                { scopeId: key.scopeId, sha256: '0'.repeat(64) },
              ],
            })}\n\n`,
          }
        : undefined,
    );
    // Every open stream ends with the server's bus of events.
    world.fixture.application.events.close();
    await expect.poll(() => device.driver.waiting(), { timeout: 4_000 }).toMatchObject({ waitingBlobs: 1 });
    await device.run();
    expect(await blobs.size(key)).toBe(bytes.length);
  });
});

describe('the greeting of the server', () => {
  /** Runs of a device after the server has greeted it. */
  const runs = async () => (await device.driver.logs()).length;

  it('starts a run only when a company is not up to date', async () => {
    await device.run();
    const before = await runs();
    const heads = async () =>
      Object.fromEntries(
        (await device.db.selectFrom('subscription').select(['scopeId', 'cursor']).execute()).map(
          ({ scopeId, cursor }) => [scopeId, cursor],
        ),
      );
    const known = await heads();
    expect(Object.keys(known).length).toBeGreaterThan(1);
    device.timers.pass(10_000);
    await device.driver.settled();
    const settled = await runs();
    expect(settled).toBeGreaterThanOrEqual(before);
    const planned = device.timers.next();
    await device.driver.greeted(known);
    expect(device.timers.next()).toBe(planned);
    const ahead = Object.entries(known).map(([scopeId, head]) => [
      scopeId,
      scopeId === COMPANIES.northmere ? head + 1 : head,
    ]);
    await device.driver.greeted(Object.fromEntries(ahead));
    expect(device.timers.next()).toBe(150);
    await device.run();
    device.timers.pass(10_000);
    await device.driver.settled();
    const { [COMPANIES.northmere]: _, ...fewer } = await heads();
    await device.driver.greeted(fewer);
    expect(device.timers.next()).toBe(150);
    await device.run();
    device.timers.pass(10_000);
    await device.driver.settled();
    await device.driver.greeted(undefined);
    expect(device.timers.next()).toBe(150);
  });

  it('names disabled accounts, whose sessions end once', async () => {
    world.substitute((request) =>
      request === 'GET /ext/sync/events'
        ? {
            status: 200,
            type: 'text/event-stream',
            body: `event: hello\ndata: ${JSON.stringify({ heads: {}, disabled: [idOf('maren')] })}\n\n`,
          }
        : undefined,
    );
    world.fixture.application.events.close();
    await expect.poll(signedIn, { timeout: 4_000 }).toEqual([idOf('idris')]);
    await expect.poll(logouts).toEqual(['disabled']);
    expect(await readFact(device.db, 'disabledUsers')).toEqual([idOf('maren')]);
  });
});
