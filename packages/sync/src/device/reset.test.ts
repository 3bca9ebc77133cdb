import { beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_DIGEST } from '../digest.ts';
import type { OutboxRecord, SetAsideRecord } from '../records.ts';
import type { Store } from '../store.ts';
import { stores } from '../testing/databases.ts';
import { toyRegistry } from '../testing/toy.ts';
import { versionOf } from '../versions.ts';
import { nextPush } from './outbox.ts';
import { adoptEpoch, dropEverything, dropScope } from './reset.ts';
import { type DeviceSetting, freshState, readState, writeState } from './state.ts';
import { openDeviceWriter } from './writer.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const PLACE = { parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };

describe('a change that the server accepted before its scope was withdrawn', () => {
  let setting: DeviceSetting;
  const within = <T>(work: (store: Store) => Promise<T>): Promise<T> => setting.database.transaction(work);
  const subscribe = (store: Store, grantId: string): Promise<void> =>
    store.put('subscription', {
      scopeId: 'A',
      grantId,
      cursor: 0,
      epoch: 'first',
      headRows: 0,
      headDigest: EMPTY_DIGEST,
    });
  const outbox = (): Promise<OutboxRecord[]> => within((store) => store.list('outbox', {}));
  const aside = (): Promise<SetAsideRecord[]> => within((store) => store.list('setAside', {}));

  beforeEach(async () => {
    const { database } = await stores.memory();
    const common = { registry: toyRegistry };
    setting = { ...common, database, now: () => NOW, random: () => 0 };
    await within(async (store) => {
      await writeState(store, { ...freshState('d1', versionOf(toyRegistry)), epoch: 'first' });
      await subscribe(store, 'g1');
      const writer = await openDeviceWriter(store, setting, { userId: 'maren', groupId: 'made' });
      const made = { table: 'place', id: 'rig', scopeId: 'A' } as const;
      await writer.mutate({ ...made, op: 'ins', set: { ...PLACE, name: 'Rig' } });
      await writer.mutate({ ...made, op: 'upd', set: { name: 'Derrick' } });
      await writer.finish();
      await store.setAmong('outbox', 'sentAt', NOW, { column: 'n', values: [1, 2] });
      await store.remove('confirmed', {});
      const last = (await store.list('outbox', { n: 2 }))[0]!;
      await writeState(store, { ...(await readState(store)), ackedN: 2, ackedChain: last.chain });
      expect(await dropScope(store, setting, 'A')).toBe(0);
    });
  });

  it('remains as sent, and is not set aside', async () => {
    const [made, renamed] = await outbox();
    expect(JSON.parse(made!.setJson)).toMatchObject({ name: 'Rig' });
    expect(renamed).toMatchObject({ op: 'upd', setJson: '{"name":"Derrick"}', oldJson: '{"name":"Rig"}', sentAt: NOW });
    expect(JSON.parse(renamed!.historyJson!)).toMatchObject({
      what: 'Place',
      lines: [{ field: 'Name', from: 'Rig', to: 'Derrick' }],
    });
    expect(await aside()).toEqual([]);
  });

  it('is sent again to a restored server that lacks it, when the scope was granted again', async () => {
    const adopted = await within(async (store) => {
      await subscribe(store, 'g2');
      return adoptEpoch(store, setting, 'second', 0);
    });
    expect(adopted).toEqual({ complete: true, setAside: 0 });
    const push = await within((store) => nextPush(store, setting, null));
    expect(push!.request.changes).toMatchObject([
      { n: 1, op: 'ins', id: 'rig', set: { name: 'Rig' } },
      { n: 2, op: 'upd', id: 'rig', set: { name: 'Derrick' } },
    ]);
    expect(await within((store) => store.row('place', 'rig'))).toMatchObject({ name: 'Derrick' });
  });

  it('loses the numbers of its rows when the server was restored, so that any number of that counts as newer', async () => {
    const row = { ...PLACE, scopeId: 'A', name: 'Rig', createdAt: NOW, updatedAt: NOW, deletedAt: null, _clk: '{}' };
    const people = { createdByUserId: 'web', updatedByUserId: 'web' };
    await within(async (store) => {
      await subscribe(store, 'g2');
      for (const [i, id] of ['first', 'second', 'third'].entries())
        await store.insertRow('place', { ...row, ...people, id, _seq: i + 1 });
      const apart = JSON.stringify({ ...row, ...people, id: 'third', _seq: 3 });
      await store.put('confirmed', { tableName: 'place', rowId: 'third', scopeId: 'A', rowJson: apart });
      await adoptEpoch(store, setting, 'second', 2);
    });
    const { rows, apart, subscription } = await within(async (store) => ({
      rows: await store.find('place', { scopeId: 'A' }),
      apart: await store.list('confirmed', { rowId: 'third' }),
      subscription: await store.list('subscription', { scopeId: 'A' }),
    }));
    expect(rows.map(({ id, _seq }) => [id, _seq])).toEqual([
      ['first', 0],
      ['second', 0],
      ['third', 0],
    ]);
    expect(JSON.parse(apart[0]!.rowJson!)).toMatchObject({ id: 'third', _seq: 0 });
    expect(subscription).toMatchObject([{ cursor: 0, epoch: 'second', headRows: 0, headDigest: EMPTY_DIGEST }]);
  });

  it('is set aside when a restored server lacks it and the scope was not granted again', async () => {
    const adopted = await within((store) => adoptEpoch(store, setting, 'second', 1));
    expect(adopted).toEqual({ complete: true, setAside: 1 });
    expect(await aside()).toMatchObject([{ id: 'd1:2', kind: 'quarantined', reason: 'scopeWithdrawn' }]);
    expect((await aside())[0]!.change).toContain('Derrick');
    const push = await within((store) => nextPush(store, setting, null));
    expect(push!.request.changes).toMatchObject([{ n: 2, op: 'noop', set: {} }]);
    expect(await within((store) => store.row('place', 'rig'))).toBeUndefined();
  });

  it('is removed when a device forgets everything', async () => {
    await dropEverything(setting);
    expect(JSON.stringify(await outbox())).not.toMatch(/Rig|Derrick/);
    expect((await outbox()).map(({ n, op }) => [n, op])).toEqual([
      [1, 'noop'],
      [2, 'noop'],
    ]);
  });
});

describe('a large scope that is withdrawn', () => {
  it('lets others have their turn while its rows are removed', async () => {
    const { database } = await stores.memory();
    let turns = 0;
    const setting: DeviceSetting = {
      registry: toyRegistry,
      database,
      now: () => NOW,
      random: () => 0,
      rest: async () => void (turns += 1),
    };
    const stamps = {
      createdAt: NOW,
      updatedAt: NOW,
      createdByUserId: 'maren',
      updatedByUserId: 'maren',
      deletedAt: null,
    };
    await database.transaction(async (store) => {
      await writeState(store, freshState('d1', versionOf(toyRegistry)));
      for (let i = 1; i <= 1_200; i++)
        await store.insertRow('place', {
          ...PLACE,
          ...stamps,
          id: `p${i}`,
          scopeId: 'A',
          name: 'Rig',
          _seq: i,
          _clk: '{}',
        });
      await dropScope(store, setting, 'A');
      expect(await store.rowsAfter('place', { scopeId: 'A', after: -1, upTo: 2_000, limit: 1 })).toEqual([]);
    });
    expect(turns).toBe(2);
  });
});
