import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '@holdfast/core/testing';
import { PROTOCOL } from '@holdfast/sync';
import { beforeEach, expect, it } from 'vitest';
import { type Desktop, stateOf } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

const { northmere } = COMPANIES;
const DAY_MS = 24 * 60 * 60 * 1000;
const SIGNED_OUT = { kind: 'refused', code: 'device_revoked', mode: 'signOut' };

onEachDatabase('The token of a desktop', (test: TestFixture) => {
  const desks = withDesktops(test);
  const { as, itemOnRig, tokenOf } = desks;
  let desktop: Desktop;
  beforeEach(() => {
    desktop = desks.desktop;
  });

  it.each([
    [
      'its owner changes the password',
      () => test.as('maren').changePassword({ currentPassword: 'maren-password', newPassword: 'another-password' }),
    ],
    ['the owner is signed out everywhere', () => test.as('wren').endUserSessions({ id: as('maren') })],
    [
      'an administrator sets the password',
      () => test.as('wren').setUserPassword({ id: as('maren'), password: 'another-password' }),
    ],
  ])('is invalid when %s, until a user signs in there again, and nothing recorded is lost', async (_, act) => {
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Floodlight, port' } });
    await act();
    expect((await desktop.sync()).refusal).toEqual(SIGNED_OUT);
    expect((await desktop.call('POST', '/ext/sync/register', copy(desktop))).status).not.toBe(200);
    expect((await desktop.call('GET', `/ext/sync/blobs/${northmere}/${'0'.repeat(64)}`)).status).not.toBe(200);
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
  });

  it('gives an account no access to another company, once the people of that were signed out', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Floodlight, port' } });
    await test.as('maren').changePassword({ currentPassword: 'maren-password', newPassword: 'another-password' });
    expect((await desktop.enrol(await tokenOf('anouk'))).status).toBe(200);
    expect((await desktop.call('GET', `/ext/sync/blobs/${northmere}/${'0'.repeat(64)}`)).status).toBe(404);
    const asked = { scopeId: northmere, sha256: ['0'.repeat(64)] };
    expect((await desktop.call('POST', '/ext/sync/blobs/check', asked)).status).toBe(404);
    await desktop.sync();
    expect(await desktop.row('item', item.id)).toBeUndefined();
    expect((await test.as('jorun').getItem({ itemId: item.id })).name).toBe('Floodlight');
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    await desktop.sync();
    expect(await desktop.row('item', item.id)).toMatchObject({ name: 'Floodlight' });
  });

  it('is invalid when the desktop was not used for long', async () => {
    await desktop.sync();
    test.wait(89 * DAY_MS);
    expect((await desktop.sync()).refusal).toBeNull();
    test.wait(91 * DAY_MS);
    expect((await desktop.sync()).refusal).toEqual(SIGNED_OUT);
  });

  it('is revoked with all that were registered from it, over any number of steps', async () => {
    await desktop.sync();
    const first = copy(desktop);
    await desktop.call('POST', '/ext/sync/register', first);
    const authorization = `Bearer ${first.token}`;
    const second = copy(desktop, 'd');
    await desktop.call('POST', '/ext/sync/register', second, { authorization });
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'wiped' });
    const devices = await test.as('wren').getDevices({});
    for (const id of [desktop.deviceId, first.deviceId, second.deviceId])
      expect(devices.find((device) => device.id === id)?.access).toBe('wiped');
    const { entries } = await test.as('wren').getAuditEntries({ limit: 1 });
    expect(entries[0]?.changes.map(({ id, name, values }) => [id, name, values])).toEqual([
      [desktop.deviceId, 'Tablet 1', { access: ['open', 'wiped'] }],
      [first.deviceId, '', { access: [null, 'wiped'] }],
      [second.deviceId, '', { access: [null, 'wiped'] }],
    ]);
    // One that is opened again opens no other.
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'open' });
    const access = (await test.as('wren').getDevices({})).map((device) => device.access);
    expect(access.filter((each) => each === 'wiped')).toHaveLength(2);
  });

  it('is listed among the sessions of a user until it is revoked', async () => {
    await desktop.sync();
    const places = await test.as('maren').getSessions({});
    expect(places).toContainEqual(
      expect.objectContaining({ id: desktop.deviceId, kind: 'desktop', device: 'Tablet 1', current: false }),
    );
    await test.as('wren').setDeviceAccess({ id: desktop.deviceId, access: 'signedOut' });
    expect((await test.as('maren').getSessions({})).filter(({ kind }) => kind === 'desktop')).toEqual([]);
  });

  it('cannot upload a file under a name with a folder, or with a false type', async () => {
    const item = await itemOnRig();
    await desktop.sync();
    const set = { itemId: item.id, sha256: '0'.repeat(64), size: 4, mimeType: 'application/pdf', filename: 'a.pdf' };
    const broken = [
      { filename: '../../../../etc/passwd' },
      { filename: 'C:\\a.pdf' },
      { filename: '..' },
      { mimeType: 'text/html' },
      { mimeType: 'text/html\r\nX: y' },
      { mimeType: 'image/é€' },
    ];
    const verdictOf = async (changed: object): Promise<unknown> => {
      const state = await stateOf(desktop);
      const answer = await desktop.call('POST', '/ext/sync/push', {
        protocol: PROTOCOL,
        schema: 1,
        epoch: null,
        scopeId: northmere,
        now: TEST_NOW,
        chain: '',
        waiting: 1,
        changes: [
          {
            n: state.nextN,
            group: 'g',
            atomic: false,
            table: 'file',
            id: desktop.newId(),
            user: as('maren'),
            op: 'ins',
            set: { ...set, ...changed },
            base: {},
            seen: null,
            clock: [TEST_NOW, 0, desktop.deviceId],
          },
        ],
      });
      const { verdicts } = (await answer.json()) as { verdicts: { verdict: string }[] };
      return verdicts[0]?.verdict;
    };
    // Every refusal is remembered under its number, so each is sent by a device of its own.
    for (const changed of broken) {
      expect(await verdictOf(changed), JSON.stringify(changed)).toBe('rejected');
      desktop = await desks.enrolled('maren');
    }
    expect(await verdictOf({})).toBe('applied');
    const files = await test.as('maren').getFilesForItem({ itemId: item.id });
    expect(files).toMatchObject([{ filename: 'a.pdf' }]);
  });
});

function copy(desktop: Desktop, letter = 'c'): { deviceId: string; token: string } {
  return { deviceId: desktop.newId(), token: letter.repeat(43) };
}
