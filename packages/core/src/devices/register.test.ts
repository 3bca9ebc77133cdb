import { uuidV7 } from '@holdfast/sync';
import { expect, it } from 'vitest';
import { dispatch } from '../calls/dispatch.ts';
import type { BusEvent } from '../eventBus.ts';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '../testing/index.ts';
import { revokedMode } from './queries.ts';

const deviceId = uuidV7(TEST_NOW, new Uint8Array(10).fill(7));
const token = deviceId.padEnd(43, 'x');
const device = { deviceId, token, name: 'Tablet', appVersion: '1.0.0' };

const stored = ({ database }: TestFixture) =>
  database.db.selectFrom('device').selectAll().where('id', '=', deviceId).executeTakeFirstOrThrow();

const people = async (fixture: TestFixture): Promise<Record<string, unknown>> => {
  const rows = await fixture.database.db.selectFrom('deviceUser').selectAll().orderBy('enrolledAt').execute();
  return Object.fromEntries(
    rows.map(({ userId, enrolledAt, companyId }) => [userId, [enrolledAt - TEST_NOW, companyId]]),
  );
};

onEachDatabase('A desktop', (fixture) => {
  it('counts as signed out while it is not known, and as locked where a revocation has no mode', async () => {
    const { db } = fixture.database;
    expect(await revokedMode(db, deviceId)).toBe('signOut');
    await fixture.as('maren').registerDevice(device);
    expect(await revokedMode(db, deviceId)).toBeNull();
    const revoke = (revokeMode: 'wipe' | null): Promise<unknown> =>
      db.updateTable('device').set({ revokedAt: 1, revokeMode }).where('id', '=', deviceId).execute();
    await revoke('wipe');
    expect(await revokedMode(db, deviceId)).toBe('wipe');
    await revoke(null);
    expect(await revokedMode(db, deviceId)).toBe('lock');
  });
});

onEachDatabase('A hundred desktops', (fixture) => {
  const another = (): typeof device => {
    const id = fixture.application.ports.ids.next(TEST_NOW);
    return { ...device, deviceId: id, token: id.padEnd(43, 'x') };
  };
  const copy = (of: string): Promise<unknown> => {
    const { deviceId: id, token: secret } = another();
    const caller = { deviceId: of, revoked: null };
    const input = { deviceId: id, token: secret };
    return dispatch(fixture.application, { operation: 'registerDeviceAgain', input, actor: null, device: caller });
  };

  it('are the most that a person uses: another is registered once one is signed out or was not used for long', async () => {
    const maren = fixture.as('maren');
    const all = Array.from({ length: 100 }, another);
    for (const each of all) await maren.registerDevice(each);
    const [first, second] = all as [typeof device, typeof device];
    const extra = another();
    await expect(maren.registerDevice(extra)).rejects.toBeProblem('quotaReached');
    await expect(copy(first.deviceId)).rejects.toBeProblem('quotaReached');
    await maren.registerDevice({ ...second, name: 'Laptop' });

    await fixture.as('wren').setDeviceAccess({ id: first.deviceId, access: 'signedOut' });
    await maren.registerDevice(extra);
    await expect(maren.registerDevice(first)).rejects.toBeProblem('quotaReached');
    fixture.wait(fixture.application.ports.sessions.idleMs + 1);
    await maren.registerDevice(first);
  });

  it('of one person keep no colleague from registering a copy of the desktop that both use', async () => {
    await fixture.as('maren').registerDevice(device);
    await fixture.as('idris').registerDevice(device);
    for (let i = 1; i < 100; i++) await fixture.as('maren').registerDevice(another());
    await expect(fixture.as('maren').registerDevice(another())).rejects.toBeProblem('quotaReached');
    await copy(deviceId);
    await fixture.as('idris').registerDevice(another());
  });
});

onEachDatabase('A desktop that is registered again', (fixture) => {
  it('keeps what the server knows of its changes, and takes its new name and version', async () => {
    const first = await fixture.as('maren').registerDevice(device);
    await fixture.database.db
      .updateTable('device')
      .set({ lastN: 12, chain: 'abc', waiting: 3, label: 'Crane' })
      .where('id', '=', deviceId)
      .execute();
    const before = await stored(fixture);
    fixture.wait(60_000);
    expect(await fixture.as('maren').registerDevice({ ...device, name: 'Laptop', appVersion: '2.0.0' })).toEqual(first);
    expect(await stored(fixture)).toEqual({ ...before, name: 'Laptop', appVersion: '2.0.0' });
  });

  it('has a further person, who was enrolled then, and the first one as before', async () => {
    await fixture.as('maren').registerDevice(device);
    fixture.wait(60_000);
    await fixture.as('idris').registerDevice(device);
    await fixture.as('maren').registerDevice(device);
    expect(await people(fixture)).toEqual({
      [fixture.actor('maren').userId]: [0, COMPANIES.northmere],
      [fixture.actor('idris').userId]: [60_000, COMPANIES.northmere],
    });
  });

  it('is announced each time, and recorded in the audit log with the name before', async () => {
    const news: BusEvent[] = [];
    const stop = fixture.application.events.forward((one) => news.push(one));
    await fixture.as('maren').registerDevice(device);
    await fixture.as('maren').registerDevice({ ...device, name: 'Laptop' });
    stop();
    expect(news.flatMap(({ devices = [] }) => devices)).toEqual([deviceId, deviceId]);
    const { entries } = await fixture.as('wren').getAuditEntries({});
    expect(entries.map(({ subject, changes }) => [subject, changes[0]?.name, changes[0]?.values])).toEqual([
      ['Laptop', 'Laptop', { name: ['Tablet', 'Laptop'] }],
      ['Tablet', 'Tablet', { name: [null, 'Tablet'] }],
    ]);
  });

  it('is refused with a token that is not its own, and stays as it was', async () => {
    await fixture.as('maren').registerDevice(device);
    const before = await stored(fixture);
    const other = { ...device, token: 'y'.repeat(43), name: 'Laptop' };
    await expect(fixture.as('idris').registerDevice(other)).rejects.toBeProblem('notFound');
    expect(await stored(fixture)).toEqual(before);
    expect(Object.keys(await people(fixture))).toEqual([fixture.actor('maren').userId]);
  });

  it.each([
    ['locked', 'lock'],
    ['wiped', 'wipe'],
  ] as const)('is refused while it is %s, and stays so', async (access, mode) => {
    await fixture.as('maren').registerDevice(device);
    await fixture.as('wren').setDeviceAccess({ id: deviceId, access });
    const before = await stored(fixture);
    await expect(fixture.as('maren').registerDevice(device)).rejects.toMatchObject({
      code: 'deviceRevoked',
      details: { mode },
    });
    expect(await stored(fixture)).toEqual(before);
  });

  it('is open again after it was signed out, without the people of another company', async () => {
    await fixture.as('maren').registerDevice(device);
    await fixture.as('anouk').registerDevice(device);
    await fixture.as('wren').setDeviceAccess({ id: deviceId, access: 'signedOut' });
    await fixture.as('idris').registerDevice({ ...device, name: 'Laptop' });
    expect(await stored(fixture)).toMatchObject({ revokedAt: null, revokeMode: null, name: 'Laptop' });
    const { maren, idris } = { maren: fixture.actor('maren').userId, idris: fixture.actor('idris').userId };
    expect(Object.keys(await people(fixture)).toSorted()).toEqual([maren, idris].toSorted());
    const { entries } = await fixture.as('wren').getAuditEntries({ limit: 1 });
    expect(entries[0]?.changes[0]?.values).toEqual({ name: ['Tablet', 'Laptop'], revokedAt: [String(TEST_NOW), null] });
  });

  it('keeps the people of every company while it is open', async () => {
    await fixture.as('maren').registerDevice(device);
    await fixture.as('anouk').registerDevice(device);
    expect(Object.keys(await people(fixture))).toHaveLength(2);
  });

  it('is of the present company again for a person whose sessions were ended', async () => {
    await fixture.as('maren').registerDevice(device);
    await fixture.as('wren').endUserSessions({ id: fixture.actor('maren').userId });
    expect(Object.values(await people(fixture))).toEqual([[0, null]]);
    await fixture.as('maren').registerDevice(device);
    expect(Object.values(await people(fixture))).toEqual([[0, COMPANIES.northmere]]);
  });

  it('is refused to staff, who have no company', async () => {
    await expect(fixture.as('wren').registerDevice(device)).rejects.toBeProblem('companyNeeded');
    expect(await people(fixture)).toEqual({});
  });
});
