import { brotliCompressSync, gzipSync } from 'node:zlib';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '@holdfast/core/testing';
import { PROTOCOL } from '@holdfast/sync';
import { beforeEach, expect, it } from 'vitest';
import { type Desktop, stateOf } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

const { northmere, skerrow } = COMPANIES;

/** Fields of a push beside its changes. */
const PUSH = {
  protocol: PROTOCOL,
  schema: 1,
  epoch: null,
  scopeId: northmere,
  now: TEST_NOW,
  chain: '',
  waiting: 1,
};

/** Sums of the buckets of a desktop without rows. */
const NO_ROWS = Array.from({ length: 256 }, () => '0'.repeat(16));

onEachDatabase('A desktop over HTTP', (test: TestFixture) => {
  const desks = withDesktops(test);
  const { as, enrolled, itemOnRig, tokenOf, unknown } = desks;
  let desktop: Desktop;
  beforeEach(() => {
    desktop = desks.desktop;
  });

  it('receives its company and the library, and nothing of another company', async () => {
    const item = await itemOnRig();
    const foreign = await test.build.installation({ name: 'Fell' }, { company: 'skerrow' });
    expect(await desktop.sync()).toMatchObject({ status: 'Success', refusal: null });
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
    expect(await desktop.row('installation', foreign.id)).toBeUndefined();
    expect(await scopesOf(desktop)).toEqual([northmere, 'library'].toSorted());
  });

  it('sends edits made without a network, and another desktop receives them', async () => {
    const item = await itemOnRig();
    const other = await enrolled('jorun');
    await desktop.sync();
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Floodlight, port' } });
    expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
    expect(await other.sync()).toMatchObject({ status: 'Success' });
    expect(await other.row('item', item.id)).toMatchObject({
      name: 'Floodlight, port',
      updatedByUserId: as('maren'),
    });
  });

  it('writes the name of the author into the history of the company', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Floodlight, port' } });
    await desktop.sync();
    const people = await test.database.db
      .selectFrom('person')
      .select('name')
      .where('userId', '=', as('maren'))
      .where('scopeId', '=', northmere)
      .execute();
    expect(people).toEqual([{ name: test.actor('maren').name }]);
  });

  it('keeps the edits of a user without the right, which the server refuses', async () => {
    const item = await itemOnRig();
    const viewer = await enrolled('jorun');
    await viewer.sync();
    await viewer.edit(as('jorun'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Mine' } });
    expect(await viewer.sync()).toMatchObject({ status: 'Incomplete', message: '1 change could not be sent.' });
    expect(await viewer.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });

  it('cannot edit in the name of a user who is not known on it', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.edit(as('idris'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Not mine' } });
    expect(await desktop.sync()).toMatchObject({ status: 'Incomplete' });
  });

  it('loses the company of a user who left it', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    await test.as('wren').updateUser({ id: as('maren'), companyId: skerrow });
    await desktop.sync();
    expect(await desktop.row('item', item.id)).toBeUndefined();
    await test.as('wren').updateUser({ id: as('maren'), companyId: northmere });
    await desktop.sync();
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });

  it('is given the company that a user came to once that user has signed in on it again', async () => {
    const foreign = await test.build.installation({ name: 'Fell' }, { company: 'skerrow' });
    const id = as('maren');
    await desktop.sync();
    await test.as('wren').updateUser({ id, companyId: skerrow });
    await desktop.sync();
    expect(await desktop.row('installation', foreign.id)).toBeUndefined();
    await test.as('wren').setUserPassword({ id, password: 'a password for Skerrow' });
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    await desktop.sync();
    expect(await desktop.row('installation', foreign.id)).toMatchObject({ name: 'Fell' });
  });

  it('acts for a user who signed out everywhere once that user has signed in on it again, also after another opened it', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    expect((await desktop.enrol(await tokenOf('idris'))).status).toBe(200);
    const change = { currentPassword: 'maren-password', newPassword: 'chosen by the owner' };
    expect(await test.as('maren').changePassword(change)).toEqual({ changed: true });
    expect((await desktop.enrol(await tokenOf('idris'))).status).toBe(200);
    expect(await test.as('maren').getSessions({})).toEqual([]);
    const rename = (who: string, name: string) =>
      desktop.edit(who, { table: 'item', op: 'upd', id: item.id, set: { name } });
    await rename(as('maren'), 'Not Maren');
    expect(await desktop.sync()).toMatchObject({ status: 'Incomplete' });
    expect(await test.database.db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Floodlight' }]);
    await rename(as('idris'), 'Floodlight 2');
    await desktop.sync();
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    await rename(as('maren'), 'Floodlight 3');
    await desktop.sync();
    expect(await test.database.db.selectFrom('item').select('name').execute()).toEqual([{ name: 'Floodlight 3' }]);
  });

  it.each(['maren', 'idris'] as const)('goes on when %s, one of its two users, is disabled', async (who) => {
    const item = await itemOnRig();
    expect((await desktop.enrol(await tokenOf('idris'))).status).toBe(200);
    await desktop.sync();
    const [other, disabled] = who === 'maren' ? [as('idris'), as('maren')] : [as('maren'), as('idris')];
    // The grant of the user who stays covers the company, that of the user who leaves the library.
    const grants = await test.database.db.selectFrom('scopeGrant').selectAll().execute();
    const idOf = (scopeId: string, userId: string): string =>
      grants.find((one) => one.scopeId === scopeId && one.userId === userId)!.grantId;
    const held = { [northmere]: idOf(northmere, other), library: idOf('library', disabled) };
    for (const [scopeId, grantId] of Object.entries(held))
      await desktop.database.db.updateTable('subscription').set({ grantId }).where('scopeId', '=', scopeId).execute();
    await test.as('wren').disableUser({ id: disabled });
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
    expect(await desktop.sync(true)).toMatchObject({ status: 'Success' });
    const repair = { protocol: PROTOCOL, schema: 1, scopeId: 'library', grantId: held.library, buckets: NO_ROWS };
    expect(await (await desktop.call('POST', '/ext/sync/repair', repair)).text()).toContain('"kind":"proof"');
  });

  it('notices that a company was withdrawn and given again between two runs', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    const before = await grantOf(desktop);
    await test.as('wren').updateUser({ id: as('maren'), companyId: skerrow });
    await test.as('wren').updateUser({ id: as('maren'), companyId: northmere });
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
    expect(await grantOf(desktop)).not.toBe(before);
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });

  it.each([
    ['signedOut', 'signOut'],
    ['locked', 'lock'],
    ['wiped', 'wipe'],
  ] as const)('is notified at its next contact that it was %s', async (access, mode) => {
    const item = await itemOnRig();
    await desktop.sync();
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access });
    expect((await desktop.sync()).refusal).toEqual({ kind: 'refused', code: 'device_revoked', mode });
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Late' } });
    expect((await desktop.sync()).refusal).toEqual({ kind: 'refused', code: 'device_revoked', mode });
    const [stored] = await test.database.db.selectFrom('item').select('name').where('id', '=', item.id).execute();
    expect(stored).toEqual({ name: 'Floodlight' });
    const check = await desktop.call('POST', '/ext/sync/blobs/check', {
      scopeId: northmere,
      sha256: ['ab'.repeat(32)],
    });
    expect(check.status).toBe(401);
    expect(await check.json()).toMatchObject({ code: 'deviceRevoked', details: { mode } });
  });

  it('restores the access of a user whose account was disabled and enabled between two runs', async () => {
    const { desktop, as, itemOnRig } = desks;
    const item = await itemOnRig();
    await desktop.sync();
    const before = await grantOf(desktop);
    await test.as('wren').disableUser({ id: as('maren') });
    await test.as('wren').enableUser({ id: as('maren') });
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
    expect(await grantOf(desktop)).not.toBe(before);
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });

  it('is reopened by signing in when it was signed out, and only by an administrator when it was locked', async () => {
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'signedOut' });
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    expect((await desktop.sync()).status).toBe('Success');
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'locked' });
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(401);
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'open' });
    expect((await desktop.sync()).status).toBe('Success');
  });

  it('is not opened by its id alone: the token must match', async () => {
    const thief = await unknown();
    thief.deviceId = desktop.deviceId;
    expect((await thief.enrol(await tokenOf('anouk'))).status).toBe(404);
    expect((await thief.call('POST', '/ext/sync/pull', {})).status).toBe(401);
  });

  it('is registered separately by `registerDeviceAgain` when its database was copied, and both keep their edits', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    const copy = await enrolled('maren');
    await copyOf(desktop, copy);
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Original' } });
    await desktop.sync();
    await copy.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { tag: null, name: 'Copy' } });
    expect(await copy.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
    expect((await stateOf(copy)).deviceId).not.toBe(desktop.deviceId);
    const devices = await test.as('wren').getDevices({});
    expect(devices.map((one) => one.id)).toContain((await stateOf(copy)).deviceId);
  });

  it('is refused with the name of the error in a message', async () => {
    const noop = { group: 'g', atomic: false, table: 'item', id: 'x', user: as('maren'), op: 'noop' };
    const change = { n: 5, ...noop, set: {}, base: {}, seen: null, clock: [TEST_NOW, 0, 'd'] };
    const answers = [
      [{}, 400, 'malformed'],
      [{ ...PUSH, changes: [change] }, 409, 'gap'],
      [{ ...PUSH, epoch: 'another', changes: [change] }, 409, 'epoch'],
      [{ ...PUSH, schema: 99, changes: [change] }, 409, 'server_behind'],
      [{ ...PUSH, protocol: 0, changes: [change] }, 426, 'upgrade_required'],
    ] as const;
    for (const [body, status, code] of answers) {
      const answer = await desktop.call('POST', '/ext/sync/push', body);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code]);
    }
    const pull = await desktop.call('POST', '/ext/sync/pull', { protocol: PROTOCOL });
    expect([pull.status, await pull.text()]).toEqual([
      400,
      '{"kind":"refused","refusal":{"kind":"refused","code":"malformed"}}\n',
    ]);
  });

  it('is registered once even if it repeats the registration', async () => {
    const device = { deviceId: desktop.newId(), token: 'b'.repeat(43), name: 'Tablet 2', appVersion: '1.0.0' };
    const first = await test.as('maren').registerDevice(device);
    expect(await test.as('maren').registerDevice(device)).toEqual(first);
    await test.as('jorun').registerDevice(device);
    const [known] = (await test.as('wren').getDevices({})).filter(({ id }) => id === device.deviceId);
    expect(known!.users.map(({ id }) => id).toSorted()).toEqual([as('maren'), as('jorun')].toSorted());
    await expect(test.as('wren').registerDevice(device)).rejects.toMatchObject({ code: 'companyNeeded' });

    const again = { deviceId: desktop.newId(), token: 'c'.repeat(43) };
    const answers = [];
    for (let i = 0; i < 2; i++) answers.push(await (await desktop.call('POST', '/ext/sync/register', again)).json());
    expect(answers[0]).toMatchObject({ deviceId: again.deviceId, userId: null });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('has a token of its own', async () => {
    const device = { deviceId: desktop.newId(), token: 'b'.repeat(43), name: 'Tablet 2', appVersion: '1.0.0' };
    await test.as('maren').registerDevice(device);
    const other = { ...device, deviceId: desktop.newId() };
    await expect(test.as('maren').registerDevice(other)).rejects.toMatchObject({ code: 'alreadyExists' });
    const { deviceId, token } = other;
    const answer = await desktop.call('POST', '/ext/sync/register', { deviceId, token });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'alreadyExists' }]);
  });

  it('gets the buckets in which it differs, of a scope it may read', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    const repair = {
      protocol: PROTOCOL,
      schema: 1,
      scopeId: northmere,
      grantId: await grantOf(desktop),
      buckets: NO_ROWS,
    };
    const answer = await (await desktop.call('POST', '/ext/sync/repair', repair)).text();
    expect(answer).toContain(item.id);
    expect(answer.trimEnd().split('\n').at(-1)).toContain('"kind":"proof"');
    const foreign = await desktop.call('POST', '/ext/sync/repair', { ...repair, scopeId: skerrow });
    expect([foreign.status, await foreign.text()]).toEqual([
      400,
      '{"kind":"refused","refusal":{"kind":"refused","code":"malformed"}}\n',
    ]);
  });

  it('does not change rows of another company, for any claimed scope', async () => {
    const foreign = await test.build.installation({ name: 'Fell' }, { company: 'skerrow' });
    const before = await test.database.db.selectFrom('installation').selectAll().execute();
    for (const scopeId of [northmere, skerrow, 'library']) {
      await desktop.sync();
      const { nextN, ackedChain } = await stateOf(desktop);
      const answer = await desktop.call('POST', '/ext/sync/push', {
        ...PUSH,
        scopeId,
        chain: ackedChain,
        changes: [
          {
            n: nextN,
            group: 'g',
            atomic: false,
            table: 'installation',
            id: foreign.id,
            user: as('maren'),
            op: 'upd',
            set: { name: 'Taken' },
            base: {},
            seen: null,
            clock: [TEST_NOW, 0, desktop.deviceId],
          },
        ],
      });
      const body = (await answer.json()) as { verdicts?: { verdict: string }[]; images?: unknown[] };
      expect(body.verdicts?.map((one) => one.verdict) ?? ['refused']).not.toContain('applied');
      expect(JSON.stringify(body)).not.toContain('Fell');
    }
    expect(await test.database.db.selectFrom('installation').selectAll().execute()).toEqual(before);
  });

  it('sends a compressed push, and is refused when it is compressed in another way or too long when decompressed', async () => {
    const packed = (bytes: Uint8Array, encoding = 'gzip'): Promise<Response> =>
      desktop.call('POST', '/ext/sync/push', bytes, {
        'content-type': 'application/json',
        'content-encoding': encoding,
      });
    const change = {
      n: 1,
      group: 'g',
      atomic: false,
      table: 'item',
      id: (await itemOnRig()).id,
      user: as('maren'),
      op: 'upd',
      set: { name: 'Floodlight, starboard' },
      base: {},
      seen: null,
      clock: [TEST_NOW, 9, desktop.deviceId],
    };
    const message = JSON.stringify({ ...PUSH, changes: [change] });
    const bytes = gzipSync(message);
    expect((await packed(brotliCompressSync(message), 'br')).status).toBe(415);
    expect((await packed(bytes.subarray(0, bytes.length / 2))).status).toBe(400);
    const bomb = await packed(gzipSync(Buffer.alloc(64_000_000, ' ')));
    expect(bomb.status).toBe(413);
    expect(await bomb.json()).toMatchObject({ code: 'tooLarge' });
    const taken = await packed(bytes);
    expect(taken.status).toBe(200);
    expect(await taken.json()).toMatchObject({ kind: 'ack', lastN: 1, verdicts: [{ n: 1, verdict: 'applied' }] });
  });

  it('gets a compressed pull when it accepts that', async () => {
    await itemOnRig();
    const request = { protocol: PROTOCOL, schema: 1, upgradedFrom: null, epoch: null, scopes: {} };
    const zipped = await desktop.call('POST', '/ext/sync/pull', request, { 'accept-encoding': 'gzip' });
    const plain = await desktop.call('POST', '/ext/sync/pull', request, { 'accept-encoding': 'identity' });
    expect([zipped.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(await zipped.text()).toBe(await plain.text());
    expect(zipped.headers.get('content-type')).toBe('application/x-ndjson');
  });

  it('removes rows that the server does not have by a repair, and keeps all others', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    const { db } = desktop.database;
    const made = await db.selectFrom('item').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
    const stray = '01900000-0000-7000-8000-00000000ffff';
    await db
      .insertInto('item')
      .values({ ...made, id: stray, tag: null })
      .execute();
    await db
      .updateTable('subscription')
      .set(({ eb }) => ({ headRows: eb('headRows', '+', 1) }))
      .where('scopeId', '=', northmere)
      .execute();
    await test.build.installation({ name: 'Fell' });
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
    expect(await desktop.row('item', stray)).toMatchObject({ deletedAt: expect.any(Number) });
    expect(await desktop.row('item', item.id)).toMatchObject({ deletedAt: null });
  });

  it('corrects a database that differs by `repairScope`, fetching only what differs', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.database.db.updateTable('item').set({ name: 'Rot', _seq: 1 }).where('id', '=', item.id).execute();
    await test.build.installation({ name: 'Fell' });
    expect(await desktop.sync(true)).toMatchObject({ status: 'Success' });
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });
});

async function scopesOf({ database }: Desktop): Promise<string[]> {
  const rows = await database.db.selectFrom('subscription').select('scopeId').orderBy('scopeId').execute();
  return rows.map((row) => row.scopeId);
}

async function grantOf({ database }: Desktop): Promise<string> {
  const row = await database.db
    .selectFrom('subscription')
    .select('grantId')
    .where('scopeId', '=', northmere)
    .executeTakeFirstOrThrow();
  return row.grantId;
}

/** Copies the database and token of one desktop to another. */
async function copyOf(from: Desktop, to: Desktop): Promise<void> {
  to.token = from.token;
  await to.sync();
  const state = await stateOf(from);
  await to.database.db
    .updateTable('instance')
    .set({ value: JSON.stringify(state) })
    .where('key', '=', 'syncState')
    .execute();
}
