import { onEachDatabase, type TestFixture } from '@holdfast/core/testing';
import { expect, it } from 'vitest';
import { withDesktops } from './testing/enrolled.ts';

const ABSENT = '01900000-0000-7000-8000-00000000ffff';

onEachDatabase('The list of desktops', (test: TestFixture) => {
  const desks = withDesktops(test);

  it('shows what a desktop reported of itself, under the name an administrator gave it', async () => {
    const { desktop } = desks;
    const report = {
      appVersion: '9.1.0',
      oldestWaitingAt: '2026-01-02T03:04:05.000Z',
      contentsWaiting: 2,
      contentBytes: 5_000_000,
      encrypted: true,
      refused: [],
    };
    const answer = await desktop.call('POST', '/ext/sync/report', report);
    expect([answer.status, await answer.json()]).toEqual([200, { decided: [], mustEncrypt: false }]);
    const wren = test.as('wren');
    await wren.renameDevice({ id: desktop.deviceId, name: 'Tablet of the crane' });
    const listed = async () => (await wren.getDevices({})).find(({ id }) => id === desktop.deviceId);
    const { refused: _, ...shown } = report;
    expect(await listed()).toMatchObject({ ...shown, refused: 0, name: 'Tablet of the crane', ownName: 'Tablet 1' });
    await wren.renameDevice({ id: desktop.deviceId, name: null });
    expect(await listed()).toMatchObject({ name: 'Tablet 1' });
    const { encrypted: __, ...older } = report;
    await desktop.call('POST', '/ext/sync/report', older);
    expect(await listed()).toMatchObject({ encrypted: null });
    await expect(wren.renameDevice({ id: ABSENT, name: 'x' })).rejects.toMatchObject({ code: 'notFound' });
  });

  it('shows what a newer desktop reported, as far as the server knows it', async () => {
    const { desktop } = desks;
    const known = {
      appVersion: '99.0.0',
      oldestWaitingAt: null,
      contentsWaiting: 3,
      contentBytes: 900,
      encrypted: true,
    };
    const newer = { ...known, refused: [], batteryPercent: 40, places: [{ name: 'Crane' }] };
    expect((await desktop.call('POST', '/ext/sync/report', newer)).status).toBe(200);
    const listed = (await test.as('wren').getDevices({})).find(({ id }) => id === desktop.deviceId);
    expect(listed).toMatchObject(known);
  });

  it('does not list a removed desktop, which is unknown until its user signs in there again, and loses nothing', async () => {
    const { desktop, as, itemOnRig, tokenOf } = desks;
    const item = await itemOnRig();
    await desktop.sync();
    await desktop.edit(as('maren'), { table: 'item', op: 'upd', id: item.id, set: { name: 'Floodlight, port' } });
    const wren = test.as('wren');
    await wren.removeDevice({ id: desktop.deviceId });
    expect((await wren.getDevices({})).filter(({ id }) => id === desktop.deviceId)).toEqual([]);
    expect((await desktop.call('POST', '/ext/sync/blobs/check', { scopeId: ABSENT, sha256: [] })).status).toBe(401);
    expect((await desktop.enrol(await tokenOf('maren'))).status).toBe(200);
    expect(await desktop.sync()).toMatchObject({ status: 'Success', recordsOut: 1 });
  });
});
