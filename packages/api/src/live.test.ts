import { LIBRARY_SCOPE, operations } from '@holdfast/contract';
import { dispatch, issueToken } from '@holdfast/core';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture, type Who } from '@holdfast/core/testing';
import { sha256Hex } from '@holdfast/sync';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildCheckedServer } from './testing/checkedServer.ts';
import { openDesktop } from './testing/desktop.ts';
import { type Listening, listen } from './testing/listen.ts';

onEachDatabase('A subscriber to live events', (test: TestFixture) => {
  let app: FastifyInstance;
  let address: string;
  const open: Listening[] = [];

  beforeEach(async () => {
    const { application } = test;
    app = buildCheckedServer({
      application,
      version: '0.0.0',
      web: null,
      logger: false,
      ready: () => Promise.resolve(true),
    });
    address = await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(async () => {
    for (const one of open.splice(0)) one.leave();
    await app.close();
  });

  async function tokenOf(who: Who): Promise<string> {
    const id = test.application.ports.ids.next(TEST_NOW);
    const { userId } = test.actor(who);
    return issueToken(test.database.db, test.application.ports, { id, userId, device: 'test', now: TEST_NOW });
  }

  async function listening(who: Who, headers: Record<string, string> = {}): Promise<Listening & { token: string }> {
    const token = await tokenOf(who);
    const one = await listen(`${address}/ext/events`, { authorization: `Bearer ${token}`, ...headers });
    open.push(one);
    expect(await one.next()).toEqual({ event: 'hello', data: {} });
    return { ...one, token };
  }

  async function rename(token: string, id: string, page: string): Promise<void> {
    const answer = await fetch(`${address}/api/update-installation/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-holdfast-page': page },
      body: JSON.stringify({ updatedInstallation: { latitude: 1, longitude: 2 } }),
    });
    expect(answer.status, await answer.text()).toBe(200);
  }

  it('is notified of a change in the own company, at once, and never of another one', async () => {
    const installation = await test.build.installation({ name: 'Tarn' });
    const maren = await listening('maren');
    const staff = await listening('wren');
    const foreigner = await listening('anouk');
    await test.as('maren').updateInstallation(moving(installation.id));
    const changed = { event: 'changed', data: { scopes: [installation.scopeId] } };
    expect(await maren.next()).toEqual(changed);
    expect(await staff.next()).toEqual(changed);
    const other = await test.build.installation({ name: 'Scaur' }, { company: 'skerrow' });
    await test.as('anouk').updateInstallation(moving(other.id));
    expect(await foreigner.next()).toEqual({ event: 'changed', data: { scopes: [other.scopeId] } });
  });

  it('is notified of changes of the library', async () => {
    const maren = await listening('maren');
    await test.as('wren').createInspection({ name: 'Lifting gear' });
    expect(await maren.next()).toEqual({ event: 'changed', data: { scopes: ['library'] } });
  });

  it('is not notified of changes by its own page, and another page is', async () => {
    const installation = await test.build.installation({ name: 'Tarn' });
    const own = await listening('maren', { 'x-holdfast-page': 'page-one' });
    const other = await listening('maren', { 'x-holdfast-page': 'page-two' });
    await rename(own.token, installation.id, 'page-one');
    expect(await other.next()).toMatchObject({ event: 'changed' });
    await test.as('wren').endUserSessions({ id: test.actor('maren').userId });
    expect(await own.next()).toEqual({ event: 'logout', data: {} });
  });

  it.each([
    ['is signed out everywhere', (id: string) => test.as('wren').endUserSessions({ id })],
    ['is disabled', (id: string) => test.as('wren').disableUser({ id })],
    ['gets another password', (id: string) => test.as('wren').setUserPassword({ id, password: 'another-password' })],
    ['changes company', (id: string) => test.as('wren').updateUser({ id, companyId: null })],
  ])('is logged out when the account %s, and the stream ends', async (_what, end) => {
    const maren = await listening('maren');
    const jorun = await listening('jorun');
    await end(test.actor('maren').userId);
    expect(await maren.next()).toEqual({ event: 'logout', data: {} });
    expect(await maren.next()).toBeNull();
    await test.as('wren').createInspection({ name: 'Lifting gear' });
    expect(await jorun.next()).toMatchObject({ event: 'changed' });
  });

  it.each([
    [
      'it is ended elsewhere',
      async (id: string, elsewhere: string) => {
        const answer = await fetch(`${address}/ext/users/me/sessions/${id}`, {
          method: 'DELETE',
          headers: { authorization: `Bearer ${elsewhere}` },
        });
        expect(answer.status).toBeLessThan(300);
      },
    ],
    [
      'its account has more sessions than it may',
      async (id: string) => {
        await test.database.db
          .updateTable('token')
          .set({ lastUsedAt: TEST_NOW - 1 })
          .where('id', '=', id)
          .execute();
        for (let n = 0; n < 98; n += 1) await tokenOf('maren');
        const answer = await fetch(`${address}${operations.signIn.path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'maren@example.test', password: 'maren-password' }),
        });
        expect(await answer.json()).toMatchObject({ success: true });
      },
    ],
    [
      'its account becomes an administrator',
      () => test.as('wren').updateUser({ id: test.actor('maren').userId, role: 'administrator', companyId: null }),
    ],
  ])('is logged out at once when %s, and the stream ends', async (_what, end) => {
    const maren = await listening('maren');
    const elsewhere = await tokenOf('maren');
    const { id } = await test.database.db
      .selectFrom('token')
      .select('id')
      .where('hash', '=', sha256Hex(maren.token))
      .executeTakeFirstOrThrow();
    await end(id, elsewhere);
    expect(await maren.next()).toEqual({ event: 'logout', data: {} });
    expect(await maren.next()).toBeNull();
  });

  it('is logged out at the start when the session ended after its token was checked', async () => {
    const events = (await dispatch(test.application, {
      operation: 'watchChanges',
      input: {},
      actor: { ...test.actor('maren'), tokenId: 'of a session that ended' },
    })) as AsyncIterable<unknown>;
    const received: unknown[] = [];
    for await (const event of events) received.push(event);
    expect(received).toEqual([{ event: 'logout', data: {} }]);
  });

  it('is logged out everywhere except where the password was changed', async () => {
    const elsewhere = await listening('maren');
    const here = await listening('maren');
    const answer = await fetch(`${address}/ext/users/me/password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ currentPassword: 'maren-password', newPassword: 'another-password' }),
    });
    expect(await answer.json()).toEqual({ changed: true });
    expect(await elsewhere.next()).toEqual({ event: 'logout', data: {} });
    await test.as('wren').createInspection({ name: 'Lifting gear' });
    expect(await here.next()).toMatchObject({ event: 'changed' });
  });

  it('is notified by the current rights of its account, not by those at the start of the stream', async () => {
    const { userId, companyId } = test.actor('maren');
    const wren = test.as('wren');
    await wren.updateUser({ id: userId, role: 'administrator' });
    const maren = await listening('maren');
    const elsewhere = await test.build.installation({ name: 'Scaur' }, { company: 'skerrow' });
    await test.as('anouk').updateInstallation(moving(elsewhere.id));
    expect(await maren.next()).toEqual({ event: 'changed', data: { scopes: [elsewhere.scopeId] } });
    await wren.updateUser({ id: userId, role: 'inspector' });
    expect(await maren.next()).toEqual({ event: 'account', data: {} });
    await test
      .as('anouk')
      .updateInstallation({ ...moving(elsewhere.id), updatedInstallation: { latitude: 3, longitude: 4 } });
    await wren.createInspection({ name: 'Lifting gear' });
    expect(companyId).not.toBe(elsewhere.scopeId);
    expect(await maren.next()).toEqual({ event: 'changed', data: { scopes: ['library'] } });
  });

  it('is notified of another role of its account, and of no other change of it', async () => {
    const maren = await listening('maren');
    const jorun = await listening('jorun');
    const { userId: id } = test.actor('maren');
    await test.as('wren').updateUser({ id, name: 'Maren T' });
    await test.as('wren').updateUser({ id, role: 'viewer' });
    expect(await maren.next()).toEqual({ event: 'account', data: {} });
    await test.as('wren').createInspection({ name: 'Lifting gear' });
    expect(await maren.next()).toMatchObject({ event: 'changed' });
    expect(await jorun.next()).toMatchObject({ event: 'changed' });
  });

  it('is logged out once the session has expired', async () => {
    const maren = await listening('maren');
    test.wait(test.application.ports.sessions.idleMs + 1);
    await test.as('wren').createInspection({ name: 'Lifting gear' });
    expect(await maren.next()).toEqual({ event: 'logout', data: {} });
    expect(await maren.next()).toBeNull();
  });

  it('needs a session, and a device its own token', async () => {
    for (const path of ['/ext/events', '/ext/sync/events']) {
      expect((await fetch(address + path)).status).toBe(401);
      expect((await fetch(address + path, { headers: { authorization: 'Bearer unknown' } })).status).toBe(401);
    }
  });

  it('as a device is notified of its scopes, its users and its own revocation', async () => {
    const desktop = await openDesktop(address, () => TEST_NOW);
    await desktop.enrol(await tokenOf('maren'));
    await test.build.inspection();
    const installation = await test.build.installation({ name: 'Tarn' });
    await desktop.sync();
    const device = await listen(`${address}/ext/sync/events`, { authorization: `Bearer ${desktop.token}` });
    open.push(device);
    const held = await desktop.setting.database.transaction((store) => store.list('subscription', {}));
    expect(held.map(({ scopeId }) => scopeId).toSorted()).toEqual([COMPANIES.northmere, LIBRARY_SCOPE]);
    const heads = Object.fromEntries(held.map(({ scopeId, cursor }) => [scopeId, cursor]));
    expect(Math.min(...Object.values(heads))).toBeGreaterThan(0);
    expect(await device.next()).toEqual({ event: 'hello', data: { heads, disabled: [] } });
    await test.as('maren').updateInstallation(moving(installation.id));
    expect(await device.next()).toEqual({ event: 'changed', data: { scopes: [installation.scopeId] } });
    const { userId } = test.actor('maren');
    await test.as('wren').endUserSessions({ id: userId });
    // "Sign out everywhere" includes this session.
    expect(await device.next()).toEqual({ event: 'revoked', data: { mode: 'signOut' } });
    expect(await device.next()).toBeNull();
    await desktop.enrol(await tokenOf('maren'));
    const again = await listen(`${address}/ext/sync/events`, { authorization: `Bearer ${desktop.token}` });
    open.push(again);
    expect(await again.next()).toMatchObject({ event: 'hello' });
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'wiped' });
    expect(await again.next()).toEqual({ event: 'revoked', data: { mode: 'wipe' } });
    expect(await again.next()).toBeNull();
    await desktop.close();
  });

  it('as a device is notified of the scopes that a user who changes company leaves and enters', async () => {
    const desktop = await openDesktop(address, () => TEST_NOW);
    await desktop.enrol(await tokenOf('maren'));
    const device = await listen(`${address}/ext/sync/events`, { authorization: `Bearer ${desktop.token}` });
    open.push(device);
    expect(await device.next()).toMatchObject({ event: 'hello' });
    const { userId } = test.actor('maren');
    await test.as('wren').updateUser({ id: userId, companyId: COMPANIES.skerrow });
    expect(await device.next()).toEqual({ event: 'logout', data: { users: [userId], disabled: [] } });
    const changed = await device.next();
    expect(changed).toMatchObject({ event: 'changed' });
    expect((changed!.data as { scopes: string[] }).scopes).toContain(COMPANIES.northmere);
    await desktop.close();
  });

  it('is closed when the server ends', async () => {
    const maren = await listening('maren');
    await app.close();
    expect(await maren.next()).toBeNull();
  });

  it('buffers at most one event for a slow listener, for any number of changes', async () => {
    const maren = await listening('maren');
    for (let i = 0; i < 500; i++) test.application.events.publish({ scopes: ['library'] });
    expect(await maren.next()).toMatchObject({ event: 'changed' });
    await test.as('wren').endUserSessions({ id: test.actor('maren').userId });
    let last = await maren.next();
    let events = 1;
    for (; last?.event === 'changed'; events++) last = await maren.next();
    expect(last).toEqual({ event: 'logout', data: {} });
    expect(events).toBeLessThan(10);
  });
});

function moving(id: string) {
  return { id, updatedInstallation: { latitude: 1, longitude: 2 } };
}
