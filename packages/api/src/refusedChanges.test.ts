import { COMPANIES, onEachDatabase, type TestFixture } from '@holdfast/core/testing';
import { expect, it } from 'vitest';
import { withDesktops } from './testing/enrolled.ts';

onEachDatabase('Refused changes that a desktop reports', (test: TestFixture) => {
  const desks = withDesktops(test);
  let count = 0;

  /** Reports one change of the rig's item, with some values replaced by wrong ones. */
  async function reported(
    change: Record<string, unknown>,
    range: { after?: string; upTo?: string } = {},
  ): Promise<{ id: string; itemId: string }> {
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
    const report = {
      appVersion: '9',
      oldestWaitingAt: null,
      contentsWaiting: 0,
      contentBytes: 0,
      refused: [refusal],
      ...range,
    };
    expect((await desktop.call('POST', '/ext/sync/report', report)).status).toBe(200);
    return { id: desktop.deviceId, itemId: item.id };
  }

  async function listed(id: string) {
    return test.as('wren').getRefusedChanges({ id });
  }

  it("are described by the server, regardless of the desktop's description", async () => {
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

  it('are not accepted for a company for which their author never worked', async () => {
    const { id } = await reported({ scopeId: COMPANIES.skerrow });
    expect(await listed(id)).toEqual([]);
  });

  it('are not accepted for a company for which no user of the desktop worked', async () => {
    const { id } = await reported({ scopeId: COMPANIES.skerrow, userId: desks.as('anouk') });
    expect(await listed(id)).toEqual([]);
  });

  it('are listed under the name of a colleague who never used the desktop', async () => {
    const { id } = await reported({ userId: desks.as('idris') });
    expect(await listed(id)).toMatchObject([{ companyId: COMPANIES.northmere, userName: 'Idris Fallowby' }]);
  });

  it('are stored up to a number and a length, so that a desktop cannot fill the database', async () => {
    const long = 'x'.repeat(99_999);
    const { id } = await reported({ set: { name: long, tag: long, place: long } });
    expect(await listed(id)).toEqual([]);
    await reported({});
    const { db } = test.database;
    const [kept] = await db.selectFrom('refusedChange').selectAll().execute();
    const rows = Array.from({ length: 4_999 }, (_, at) => ({ ...kept!, id: `zz ${at}` }));
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto('refusedChange')
        .values(rows.slice(at, at + 500))
        .execute();
    // Only ids before those are covered by the report.
    await reported({ id: 'aa' }, { upTo: 'ab' });
    const { count } = await db
      .selectFrom('refusedChange')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(5_000);
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

  it('are not accepted when they change a row of another company', async () => {
    const item = await test.build.item({ name: 'Winch' }, { company: 'skerrow' });
    const { id } = await reported({ rowId: item.id, set: { name: 'Renamed' } });
    const [shown] = await listed(id);
    const decision = { id, companyId: shown!.companyId, changeId: shown!.id, decision: 'accepted' } as const;
    await expect(test.as('wren').decideRefusedChange(decision)).rejects.toMatchObject({ code: 'ruleBroken' });
    expect(await test.as('anouk').getItem({ itemId: item.id })).toMatchObject({ name: 'Winch' });
  });

  it('are not decided under the name of another company', async () => {
    const { id } = await reported({});
    const [shown] = await listed(id);
    const decision = { id, companyId: COMPANIES.skerrow, changeId: shown!.id, decision: 'discarded' } as const;
    await expect(test.as('wren').decideRefusedChange(decision)).rejects.toMatchObject({ code: 'notFound' });
    expect(await listed(id)).toEqual([shown]);
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

  it('are accepted with the names of both: who recorded them, and who accepted them', async () => {
    const { item, drops } = await test.build.itemInTwoInspections();
    const { id } = await reported({ rowId: item.id, set: { name: 'Floodlight, starboard' } });
    const [shown] = await listed(id);
    await test
      .as('wren')
      .decideRefusedChange({ id, companyId: shown!.companyId, changeId: shown!.id, decision: 'accepted' });
    const records = await test
      .as('maren')
      .getAuditLogsForInstallationInspectionAndItem({ installationInspectionId: drops.id, itemId: item.id });
    const accepted = { action: 'Changed', table: 'Item', userName: test.actor('wren').name };
    expect(records.slice(0, 2)).toMatchObject([
      { ...accepted, field: 'Name', to: 'Floodlight, starboard' },
      { ...accepted, field: 'Recorded by', from: '', to: test.actor('maren').name },
    ]);
    const { entries } = await test.as('wren').getAuditEntries({});
    expect(entries[0]).toMatchObject({
      action: 'decideRefusedChange',
      userName: test.actor('wren').name,
      changes: expect.arrayContaining([expect.objectContaining({ name: test.actor('maren').name })]),
    });
  });
});
