/** Pushes that were recorded and are sent again: by the same desktop, by another one, by another company's, and after the end of its access. */
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '@holdfast/core/testing';
import { PROTOCOL } from '@holdfast/sync';
import { beforeEach, expect, it } from 'vitest';
import type { Desktop } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

onEachDatabase('A push that is sent again', (test: TestFixture) => {
  const desks = withDesktops(test);
  let desktop: Desktop;
  let itemId: string;
  beforeEach(async () => {
    desktop = desks.desktop;
    itemId = (await desks.itemOnRig()).id;
    test.wait(1000);
  });

  /** A push of Maren that renames an item, as her desktop sends it first. */
  function renaming(name: string, more: object = {}) {
    const change = {
      n: 1,
      group: desktop.newId(),
      atomic: false,
      user: desks.as('maren'),
      table: 'item',
      id: itemId,
      op: 'upd',
      set: { name },
      base: {},
      seen: null,
      clock: [TEST_NOW + 1000, 0, desktop.deviceId],
      ...more,
    };
    const about = { protocol: PROTOCOL, schema: 5, epoch: null, now: TEST_NOW + 1000, waiting: 0 };
    return { ...about, scopeId: COMPANIES.northmere, chain: '', changes: [change] };
  }

  const FORKED = [409, { kind: 'refused', code: 'forked' }];
  const REJECTED = [200, { kind: 'ack', verdicts: [{ verdict: 'rejected', reason: 'notAllowed' }] }];

  const send = async (from: Desktop, body: object): Promise<[number, unknown]> => {
    const answer = await from.call('POST', '/ext/sync/push', body);
    return [answer.status, await answer.json()];
  };
  const names = async (): Promise<unknown[]> => {
    const changes = await test.database.db.selectFrom('change').select('setJson').where('rowId', '=', itemId).execute();
    return changes.map(({ setJson }) => (JSON.parse(setJson) as { name?: unknown }).name);
  };

  it('by its desktop is answered as before and changes nothing, also with other contents under the same number', async () => {
    const body = renaming('Renamed');
    const applied = [200, { kind: 'ack', lastN: 1, verdicts: [{ n: 1, verdict: 'applied' }] }];
    expect(await send(desktop, body)).toMatchObject(applied);
    const before = await names();
    expect(before).toContain('Renamed');
    expect(await send(desktop, body)).toMatchObject(applied);
    expect(await send(desktop, renaming('Other'))).toMatchObject(FORKED);
    expect(await names()).toEqual(before);
  });

  it('by the desktop of a colleague changes nothing in the name of its author', async () => {
    const other = await desks.enrolled('idris');
    const before = await names();
    expect(await send(other, renaming('Renamed'))).toMatchObject(REJECTED);
    expect(await names()).toEqual(before);
  });

  it('by the desktop of another company changes nothing, in the name of its author or of its own person', async () => {
    const other = await desks.enrolled('anouk');
    const before = await names();
    for (const user of [desks.as('maren'), desks.as('anouk')])
      for (const scopeId of [COMPANIES.northmere, COMPANIES.skerrow]) {
        const [, answer] = await send(other, { ...renaming('Renamed', { user }), scopeId });
        expect(JSON.stringify(answer)).not.toContain('Floodlight');
      }
    expect(await names()).toEqual(before);
  });

  it('by a desktop whose access has ended changes nothing', async () => {
    const before = await names();
    await test.as('wren').disableUser({ id: test.actor('maren').userId });
    const answer = await send(desktop, renaming('Renamed'));
    expect(answer).toMatchObject(REJECTED);
    expect(JSON.stringify(answer)).not.toContain('Floodlight');
    expect(await names()).toEqual(before);
  });
});
