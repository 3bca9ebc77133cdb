import { COMPANIES, onEachDatabase, type TestFixture } from '@holdfast/core/testing';
import { expect, it } from 'vitest';
import { withDesktops } from './testing/enrolled.ts';

onEachDatabase('Refused changes that a desktop reports', (test: TestFixture) => {
  const desks = withDesktops(test);
  let count = 0;

  /** Reports one change of the rig's item, with what is given in the place of what is right. */
  async function reported(change: Record<string, unknown>): Promise<{ id: string; itemId: string }> {
    const { desktop, as, itemOnRig } = desks;
    const item = await itemOnRig();
    const refusal = {
      id: `edit ${count++}`,
      scopeId: COMPANIES.northmere,
      userId: as('maren'),
      table: 'item',
      rowId: item.id,
      op: 'upd',
      set: { name: 'Floodlight, port' },
      reason: 'A rule forbids it.',
      at: '2026-01-02T03:04:05.000Z',
      ...change,
    };
    const report = { appVersion: '9', oldestWaitingAt: null, contentsWaiting: 0, contentBytes: 0, refused: [refusal] };
    expect((await desktop.call('POST', '/ext/sync/report', report)).status).toBe(200);
    return { id: desktop.deviceId, itemId: item.id };
  }

  async function listed(id: string) {
    return test.as('wren').getRefusedChanges({ id });
  }

  it('are described by the server, whatever the desktop says of them', async () => {
    const words = { place: 'Elsewhere', what: 'Note', lines: [{ field: '', from: '', to: 'Harmless' }] };
    const { id } = await reported(words);
    const [change] = await listed(id);
    expect(change).toMatchObject({ companyId: COMPANIES.northmere, what: 'Item', reason: 'A rule forbids it.' });
    expect(change!.lines).toEqual([{ field: 'Name', from: change!.place, to: 'Floodlight, port' }]);
  });

  it('are described by their columns where they cannot be made', async () => {
    const { id } = await reported({ rowId: '01900000-0000-7000-8000-00000000ffff' });
    const [change] = await listed(id);
    expect(change).toMatchObject({ place: '', what: 'item', lines: [{ field: 'name', to: 'Floodlight, port' }] });
  });

  it('are not taken for a company that their author never worked for', async () => {
    const { id } = await reported({ scopeId: COMPANIES.skerrow });
    expect(await listed(id)).toEqual([]);
  });

  it('are not accepted once the desktop reports something else under their number', async () => {
    const { id, itemId } = await reported({ id: 'same' });
    const [shown] = await listed(id);
    await reported({ id: 'other' });
    await reported({ id: 'same', rowId: itemId, set: { name: 'Replaced' } });
    const decision = { id, companyId: shown!.companyId, changeId: shown!.id, decision: 'accepted' } as const;
    await expect(test.as('wren').decideRefusedChange(decision)).rejects.toMatchObject({ code: 'notFound' });
  });

  it('are not accepted when one of their columns needs more than the right to inspect', async () => {
    const { id } = await reported({ table: 'installation', set: { name: 'Renamed' } });
    const [shown] = await listed(id);
    const decision = { id, companyId: shown!.companyId, changeId: shown!.id, decision: 'accepted' } as const;
    await expect(test.as('wren').decideRefusedChange(decision)).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('are made as they were shown when an administrator accepts them', async () => {
    const { id, itemId } = await reported({});
    const [shown] = await listed(id);
    await test
      .as('wren')
      .decideRefusedChange({ id, companyId: shown!.companyId, changeId: shown!.id, decision: 'accepted' });
    expect(await test.as('maren').getItem({ itemId })).toMatchObject({ name: 'Floodlight, port' });
    expect(await listed(id)).toEqual([]);
  });
});
