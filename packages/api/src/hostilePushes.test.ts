/** Pushes written by hand, with the valid token of a desktop: what one inspector sends must not stop the work of the others. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { COMPANIES, onEachDatabase, TEST_NOW, type TestFixture } from '@holdfast/core/testing';
import type { PushAnswer, WireChange } from '@holdfast/contract/sync';
import { PROTOCOL } from '@holdfast/sync';
import { beforeEach, expect, it } from 'vitest';
import type { Desktop } from './testing/desktop.ts';
import { withDesktops } from './testing/enrolled.ts';

const { northmere } = COMPANIES;
/** The largest time that a date can have, milliseconds UTC. */
const LAST = 8.64e15;
const MOST = Number.MAX_SAFE_INTEGER;

onEachDatabase('A push written by hand', (test: TestFixture) => {
  const desks = withDesktops(test);
  let desktop: Desktop;
  let sent: { n: number; chain: string };
  beforeEach(() => {
    desktop = desks.desktop;
    sent = { n: 0, chain: '' };
  });

  /** Sends one change of Maren. @returns the status, and the verdict with its reason or the name of the refusal */
  async function push(change: Partial<WireChange>, message: object = {}): Promise<[number, string]> {
    const n = sent.n + 1;
    const row = { table: 'item', id: desktop.newId(), user: desks.as('maren') };
    const clock: WireChange['clock'] = [TEST_NOW, 0, desktop.deviceId];
    const edit = { op: 'upd' as const, set: {}, base: {}, seen: null, clock };
    const whole = { n, group: desktop.newId(), atomic: false, ...row, ...edit, ...change };
    const about = { protocol: PROTOCOL, schema: 5, epoch: null, scopeId: northmere, now: TEST_NOW, waiting: 0 };
    const body = { ...about, chain: sent.chain, changes: [whole], ...message };
    const answered = await desktop.call('POST', '/ext/sync/push', body);
    const answer = (await answered.json()) as PushAnswer;
    if (answer.kind !== 'ack') return [answered.status, answer.code];
    const link = `${sent.chain}|${n}|${whole.group}|${JSON.stringify(whole.clock)}`;
    sent = { n, chain: createHash('sha256').update(link).digest('hex') };
    return [answered.status, answer.verdicts.map(({ verdict, reason }) => reason ?? verdict).join()];
  }

  async function rowOf(table: 'item', id: string) {
    return test.database.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst();
  }

  async function newItem(): Promise<WireChange['set']> {
    const { id } = await desks.itemOnRig();
    const row = (await rowOf('item', id))!;
    const { installationId, itemTypeId, name, isLocation } = row;
    return {
      installationId,
      itemTypeId,
      name,
      isLocation,
      parentItemId: null,
      tagKind: null,
      tag: null,
      defaultItemId: null,
    };
  }

  it.each([
    ['a clock that runs a quarter of a million years ahead', LAST, 0],
    ['an edit of the first moment of all', TEST_NOW, 0],
    ['an edit of the last number of all', 0, MOST],
  ])('cannot place a change outside of time with %s, so that others can change the row', async (_what, now, ms) => {
    const set = await newItem();
    const id = desktop.newId();
    expect(await push({ op: 'ins', id, set, clock: [ms, 0, 'x'] }, { now })).toEqual([200, 'applied']);
    const { createdAt, _clk } = (await rowOf('item', id))!;
    expect(createdAt).toBeGreaterThanOrEqual(0);
    expect(createdAt).toBeLessThanOrEqual(TEST_NOW);
    expect(_clk).not.toContain('[-');
    const other = await desks.enrolled('idris');
    await other.sync();
    await other.edit(desks.as('idris'), { table: 'item', op: 'upd', id, set: { name: 'Renamed' } });
    expect(await other.sync()).toMatchObject({ status: 'Success' });
    expect(await rowOf('item', id)).toMatchObject({ name: 'Renamed' });
  });

  it.each([-MOST, -LAST - 1, -1, MOST])(
    'stores no time of an answer, a sweep or an inspection that is no date: %d',
    async (at) => {
      const { item, drops } = await test.build.itemInTwoInspections();
      const field = await test.build.field({ name: 'Serial number' });
      await test.build.templateOfType({
        itemTypeId: String(item['itemTypeId']),
        fieldsTemplateId: String(field['fieldsTemplateId']),
      });
      const answer = { fieldId: field.id, value: '7', displayValue: '7', parentFieldOptionId: null };
      await test.as('maren').saveItemField({ itemId: item.id, ...answer });
      const stored = await test.database.db.selectFrom('fieldResponse').select('id').executeTakeFirstOrThrow();
      await push({ table: 'fieldResponse', id: stored.id, set: { recordedDate: at } });
      const walk = { installationInspectionId: drops.id, locationId: null, locationName: '', untagged: 0 };
      await push({ table: 'sweep', op: 'ins', set: { ...walk, startedAt: at, endedAt: at } });
      await push({ table: 'installationInspection', id: drops.id, set: { startDate: at * 2, expectedEndDate: at } });
      const sweeps = await test.as('maren').getSweeps({ installationInspectionId: drops.id });
      expect(sweeps.every(({ startedAt }) => Date.parse(startedAt) <= TEST_NOW)).toBe(true);
      const { recordedDate } = await test.database.db.selectFrom('fieldResponse').selectAll().executeTakeFirstOrThrow();
      expect(recordedDate).toBeLessThanOrEqual(TEST_NOW);
      expect(recordedDate).toBeGreaterThanOrEqual(0);
    },
  );

  it('reports nothing that hides the refused changes of its desktop from administrators', async () => {
    const { drops } = await test.build.itemInTwoInspections();
    const at = new Date(TEST_NOW).toISOString();
    const about = { id: '1', scopeId: northmere, userId: desks.as('maren'), rowId: drops.id, op: 'upd', reason: '' };
    const change = { ...about, table: 'installationInspection', set: { startDate: MOST }, at };
    const state = { appVersion: '1.0.0', oldestWaitingAt: null, contentsWaiting: 0, contentBytes: 0 };
    const report = async (more: object): Promise<number> =>
      (await desktop.call('POST', '/ext/sync/report', { ...state, refused: [], ...more })).status;
    expect(await report({ refused: [change] })).toBe(200);
    expect(await test.as('wren').getRefusedChanges({ id: desktop.deviceId })).toMatchObject([
      { what: 'installationInspection', lines: [{ field: 'startDate', to: String(MOST) }] },
    ]);
    expect(await report({ refused: [{ ...change, at: 'no moment' }] })).toBe(400);
    expect(await report({ oldestWaitingAt: 'no moment' })).toBe(400);
  });

  it('ends the stream that its desktop began before, so that hundreds do not read all rows at the same time', async () => {
    await newItem();
    const { port } = desks.app.server.address() as AddressInfo;
    const received = once(desks.app.server, 'request');
    const earlier = request({ port, method: 'POST', path: '/ext/sync/repair' });
    earlier.setHeader('authorization', `Bearer ${desktop.token}`);
    earlier.setHeader('content-type', 'application/json');
    earlier.write('{');
    const ended = once(earlier, 'error');
    await received;
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
    expect(await ended).toMatchObject([{ code: 'ECONNRESET' }]);
    expect(await desktop.sync()).toMatchObject({ status: 'Success' });
  });

  it('does not keep a colleague from undoing an action whose id it uses', async () => {
    const { installation, drops, item } = await test.build.itemInTwoInspections();
    const idris = test.as('idris');
    const added = await idris.addNoteToItems({
      installationInspectionId: drops.id,
      itemIds: [item.id],
      content: 'Rust',
    });
    const id = desktop.newId();
    expect(await push({ op: 'ins', id, group: added.undo!, set: await newItem() })).toEqual([200, 'applied']);
    expect(await idris.undoChanges({ installationId: installation.id, undo: added.undo! })).toEqual({ undone: 1 });
    expect(await rowOf('item', id)).toMatchObject({ deletedAt: null });
  });

  it('adds no row under an id that no operation can name', async () => {
    const set = await newItem();
    for (const id of ['../../admin', '__proto__', '<img/src=x>', 'ABCDEF00-0000-7000-8000-000000000000'])
      expect(await push({ op: 'ins', id, set })).toEqual([200, 'ruleBroken']);
    expect(await test.database.db.selectFrom('item').select('id').execute()).toHaveLength(1);
  });

  it.each(['\u0000', '\ud800', 'a b', 'é'])(
    'is malformed with the name %j of a row, an action or a person',
    async (name) => {
      const set = await newItem();
      expect(await push({ op: 'ins', id: name, set })).toEqual([400, 'malformed']);
      expect(await push({ op: 'ins', group: name, set })).toEqual([400, 'malformed']);
      expect(await push({ op: 'ins', user: name, set })).toEqual([400, 'malformed']);
      expect(await push({ op: 'ins', set }, { scopeId: name })).toEqual([400, 'malformed']);
    },
  );
});
