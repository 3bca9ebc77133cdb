import { COMPANIES, testCode, TEST_NOW } from '@holdfast/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFact, writeFact } from './facts.ts';
import { OFFLINE_LEASE_MS } from './signIn.ts';
import { IDRIS, MAREN, openWorld, type TestDevice, type World } from './testing/world.ts';

let world: World;
let device: TestDevice;
beforeEach(async () => {
  world = await openWorld();
  device = await world.device();
});
afterEach(() => world.close());

/** Breaks the connection of every request. */
const unplug = (): void => world.substitute(() => 'cut');

/** The operations of an administrator. */
const administer = () => world.fixture.as('wren');

/** Ends the access of the device as an administrator does, and lets it notice. */
async function revoke(access: 'signedOut' | 'locked' | 'wiped'): Promise<void> {
  await administer().setDeviceAccess({ id: await device.device.deviceId(), access });
  await device.run();
}

describe('signing in while the server answers', () => {
  it('registers the device for the user, and leaves no other session on the server', async () => {
    expect(await device.signIn(...MAREN)).toMatchObject({ success: true, error: null });
    const { db } = world.fixture.database;
    expect(await db.selectFrom('token').select('id').where('revokedAt', 'is', null).execute()).toEqual([]);
    const registered = await db.selectFrom('device').select(['id', 'name', 'appVersion']).execute();
    expect(registered).toEqual([{ id: await device.device.deviceId(), name: 'Tablet 1', appVersion: '1.2.3' }]);
    const people = await db.selectFrom('deviceUser').select('userId').execute();
    expect(people).toEqual([{ userId: world.fixture.actor('maren').userId }]);
  });

  it('completes once the records are here, and keeps the name of the device for the next user', async () => {
    await world.fixture.build.item({ name: 'Hook' });
    const before = await device.device.deviceId();
    await device.signIn(...MAREN);
    expect(await device.db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Hook' }]);
    await device.signIn(...IDRIS);
    await device.driver.settled();
    expect(await device.device.deviceId()).toBe(before);
    expect((await device.driver.logs()).map(({ trigger, status }) => [trigger, status])).toEqual([
      ['Sign-in', 'Success'],
      ['Sign-in', 'Success'],
    ]);
  });

  it('refuses a wrong password, an unknown address and staff, and stores none of them', async () => {
    expect(await device.signIn('maren@example.test', 'wrong')).toEqual({
      success: false,
      error: 'The email address or password is not right.',
      details: null,
    });
    expect((await device.signIn('unknown@example.test', 'wrong')).success).toBe(false);
    expect((await device.signIn('wren@example.test', 'wren-password')).error).toContain('in the browser');
    expect(await device.db.selectFrom('user').select('id').execute()).toEqual([]);
  });

  it('passes on that there were too many tries', async () => {
    await device.signIn(...MAREN);
    world.substitute((request) => (request === 'POST /users/me/token' ? { status: 429, body: '{}' } : undefined));
    expect((await device.signIn(...MAREN)).error).toContain('Too many tries');
  });

  it('asks for the code of a second factor, without offering a passkey, and accepts it', async () => {
    const calls = world.fixture.as('maren');
    const { offer } = await calls.beginTotp({ currentPassword: 'maren-password' });
    const { challengeId, secret } = offer!;
    await calls.confirmTotp({ challengeId, name: 'Phone', code: testCode(secret, TEST_NOW) });
    const asked = await device.signIn(...MAREN);
    expect(asked).toMatchObject({ success: false, error: null, details: null });
    expect(asked.secondFactor).toMatchObject({ kinds: ['totp'], passkey: null });
    world.wait(30_000);
    const wrong = await device.signIn(...MAREN, { code: 'wrong' });
    expect(wrong.success).toBe(false);
    expect(wrong.error).not.toBeNull();
    const right = await device.signIn(...MAREN, { code: testCode(secret, TEST_NOW + 30_000) });
    expect(right.success).toBe(true);
  });

  it('replaces the account of a former holder of the address', async () => {
    await device.signIn(...MAREN);
    const { database } = world.fixture;
    const { userId } = world.fixture.actor('maren');
    await database.db
      .updateTable('user')
      .set({ email: 'former@example.test', emailKey: 'former@example.test' })
      .where('id', '=', userId)
      .execute();
    const successor = await administer().createUser({
      email: 'maren@example.test',
      name: 'Maren Successor',
      role: 'inspector',
      companyId: COMPANIES.northmere,
      password: 'another-long-password',
    });
    expect((await device.signIn('maren@example.test', 'another-long-password')).success).toBe(true);
    expect(await device.db.selectFrom('user').select(['id', 'name']).execute()).toEqual([
      { id: successor.id, name: 'Maren Successor' },
    ]);
  });

  it('updates the account that is stored here', async () => {
    await device.signIn(...MAREN);
    await device.signIn(...IDRIS);
    const { db } = world.fixture.database;
    await db.updateTable('user').set({ name: 'Maren Renamed' }).where('email', '=', MAREN[0]).execute();
    world.wait(1_000);
    await device.signIn(...MAREN);
    const stored = await device.db.selectFrom('user').select(['name', 'updatedAt']).orderBy('name').execute();
    expect(stored).toEqual([
      { name: 'Idris Fallowby', updatedAt: TEST_NOW },
      { name: 'Maren Renamed', updatedAt: TEST_NOW + 1_000 },
    ]);
  });
});

describe('signing in while the server does not answer', () => {
  it('works with the password that the server last confirmed, and with no other', async () => {
    await device.signIn(...MAREN);
    unplug();
    expect((await device.signIn(...MAREN)).success).toBe(true);
    expect((await device.signIn('maren@example.test', 'wrong')).success).toBe(false);
    expect((await device.signIn(...IDRIS)).error).toContain('have not signed in on this device before');
  });

  it('treats the page of a proxy as no answer', async () => {
    await device.signIn(...MAREN);
    world.substitute(() => ({ status: 200, type: 'text/html', body: '<html>Please accept our terms</html>' }));
    expect((await device.signIn(...MAREN)).success).toBe(true);
    world.substitute(() => ({ status: 200, body: '{"welcome":true}' }));
    expect((await device.signIn(...MAREN)).success).toBe(true);
    expect((await device.signIn(...IDRIS)).success).toBe(false);
  });

  it.each([1, -1])(
    'ends thirty days after the last confirmation, by a clock that runs in direction %i',
    async (way) => {
      await device.signIn(...MAREN);
      unplug();
      world.wait(way * OFFLINE_LEASE_MS);
      expect((await device.signIn(...MAREN)).success).toBe(true);
      world.wait(way);
      expect((await device.signIn(...MAREN)).error).toContain('more than 30 days');
      world.substitute(null);
      expect((await device.signIn(...MAREN)).success).toBe(true);
      unplug();
      expect((await device.signIn(...MAREN)).success).toBe(true);
    },
  );

  it('works no longer with a password that the server refused, and still with the one it did not see', async () => {
    await device.signIn(...MAREN);
    await device.signIn(...IDRIS);
    await device.signIn('maren@example.test', 'mistyped');
    expect(await device.sessions()).toBe(2);
    const { passwords } = world.fixture.application.ports;
    const { db } = world.fixture.database;
    for (const email of [MAREN[0], IDRIS[0]])
      await db
        .updateTable('user')
        .set({ passwordHash: await passwords.hash('changed-password') })
        .where('email', '=', email)
        .execute();
    expect((await device.signIn(...IDRIS)).success).toBe(false);
    expect(await device.sessions()).toBe(1);
    unplug();
    expect((await device.signIn(...IDRIS)).success).toBe(false);
    expect((await device.signIn(...MAREN)).success).toBe(true);
  });
});

describe('signing in with a disabled account', () => {
  it('is refused with the reason, with and without the server, until the account is enabled', async () => {
    await device.signIn(...MAREN);
    await device.signIn(...IDRIS);
    const id = world.fixture.actor('maren').userId;
    await administer().disableUser({ id });
    await expect.poll(() => readFact(device.db, 'disabledUsers')).toEqual([id]);
    await expect.poll(() => device.sessions()).toBe(1);
    expect((await device.signIn(...MAREN)).error).toContain('disabled by an administrator');
    expect((await device.signIn('idris@example.test', 'wrong')).error).not.toContain('disabled');
    unplug();
    expect((await device.signIn(...MAREN)).error).toContain('disabled by an administrator');
    expect((await device.signIn(...IDRIS)).success).toBe(true);
    world.substitute(null);
    await administer().enableUser({ id });
    expect((await device.signIn(...MAREN)).success).toBe(true);
    expect(await readFact(device.db, 'disabledUsers')).toEqual([]);
  });
});

describe('signing in with an account that was enabled again', () => {
  it('does not open the accounts that are still disabled', async () => {
    await device.signIn(...MAREN);
    await device.signIn(...IDRIS);
    const { userId: maren } = world.fixture.actor('maren');
    const { userId: idris } = world.fixture.actor('idris');
    await writeFact(device.db, 'disabledUsers', [maren, idris]);
    expect((await device.signIn(...MAREN)).success).toBe(true);
    expect(await readFact(device.db, 'disabledUsers')).toEqual([idris]);
    unplug();
    expect((await device.signIn(...IDRIS)).error).toContain('disabled by an administrator');
  });
});

describe('signing in on a revoked device', () => {
  it.each([
    ['signedOut', 'signed out by an administrator'],
    ['locked', 'locked by an administrator'],
    ['wiped', 'wiped by an administrator'],
  ] as const)('that was %s gives the reason while the server does not answer', async (access, reason) => {
    await device.signIn(...MAREN);
    await revoke(access);
    expect(await device.sessions()).toBe(0);
    unplug();
    expect((await device.signIn(...MAREN)).error).toContain(reason);
  });

  it('opens one that was signed out, and none that was locked', async () => {
    await device.signIn(...MAREN);
    await revoke('signedOut');
    expect((await device.signIn(...MAREN)).success).toBe(true);
    unplug();
    expect((await device.signIn(...MAREN)).success).toBe(true);
    world.substitute(null);
    await revoke('locked');
    expect((await device.signIn(...MAREN)).error).toContain('locked by an administrator');
  });
});

describe('a device whose secret cannot be read any more', () => {
  it('becomes a new device at the next sign-in, and sends its unsent changes under the new name', async () => {
    const { installation } = await world.fixture.build.itemInInspection();
    await device.signIn(...MAREN);
    const former = await device.device.deviceId();
    const calls = await device.as('maren@example.test');
    const found = await device.db.selectFrom('item').select('id').executeTakeFirstOrThrow();
    await calls.setItemName({ itemId: found.id, name: 'Renamed here' });
    const secret = await device.device.token();
    device.host.key = 'lost';
    expect((await device.run()).status).toBe('Fail');
    device.host.key = 'available';
    await device.db.updateTable('instance').set({ value: 'null' }).where('key', '=', 'desktop.deviceToken').execute();
    expect((await device.signIn(...MAREN)).success).toBe(true);
    await device.driver.settled();
    const renamed = await device.device.deviceId();
    expect(renamed).not.toBe(former);
    expect(await device.device.token()).not.toBe(secret);
    const { db } = world.fixture.database;
    expect((await db.selectFrom('device').select('id').execute()).map(({ id }) => id).toSorted()).toEqual(
      [former, renamed].toSorted(),
    );
    expect(await device.driver.waiting()).toMatchObject({ waiting: 0, setAside: 0 });
    const items = await db.selectFrom('item').select('name').where('installationId', '=', installation.id).execute();
    expect(items).toEqual([{ name: 'Renamed here' }]);
  });
});
