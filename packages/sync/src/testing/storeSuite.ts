import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import type { ChangeRecord } from '../store.ts';
import type { OpenStore } from './databases.ts';

const LABEL: StoredRow = {
  id: 'a',
  scopeId: 'library',
  _seq: 1,
  _clk: '{}',
  createdAt: 1,
  updatedAt: 1,
  createdByUserId: 'u',
  updatedByUserId: 'u',
  deletedAt: null,
  text: 'red',
};
const CHANGE: ChangeRecord = {
  scopeId: 'A',
  seq: 1,
  groupId: 'g',
  deviceId: 'd',
  n: 1,
  userId: 'u',
  tableName: 'place',
  rowId: 'p',
  op: 'upd',
  setJson: '{}',
  oldJson: '{}',
  lostJson: null,
  historyJson: null,
  itemId: null,
  installationInspectionId: null,
  editedAt: 5,
  storedAt: 5,
};
const WAITING: OutboxRecord = {
  n: 1,
  groupId: 'g',
  atomic: 0,
  tableName: 'place',
  rowId: 'p',
  scopeId: 'A',
  userId: 'u',
  op: 'upd',
  setJson: '{}',
  oldJson: '{}',
  baseJson: '{}',
  clock: '[1,0,"d"]',
  at: 1,
  historyJson: null,
  itemId: null,
  installationInspectionId: null,
  chain: '',
  sentAt: null,
};
const ALL = { after: 0, upTo: 100, limit: 100 };

/** What synchronisation asks of a store beyond the writer. */
export function registerStoreSuite(name: string, open: () => Promise<OpenStore>): void {
  describe(`the store in ${name}`, () => {
    let opened: OpenStore;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.close());
    const within: OpenStore['database']['transaction'] = (work) => opened.database.transaction(work);

    it('gives rows of a scope by number, within a window, and leaves old deletions out when asked', async () => {
      await within(async (store) => {
        for (const [id, _seq, deletedAt] of [
          ['c', 3, null],
          ['a', 1, 9],
          ['b', 2, null],
          ['d', 4, 9],
        ] as const)
          await store.insertRow('label', { ...LABEL, id, _seq, deletedAt });
        await store.insertRow('label', { ...LABEL, id: 'other', scopeId: 'B', _seq: 2 });
      });
      const ids = (window: object): Promise<string[]> =>
        within(async (store) =>
          (await store.rowsAfter('label', { scopeId: 'library', ...ALL, ...window })).map(({ id }) => id),
        );
      expect(await ids({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await ids({ after: 1, upTo: 3 })).toEqual(['b', 'c']);
      expect(await ids({ limit: 2 })).toEqual(['a', 'b']);
      expect(await ids({ omitDeletedUpTo: 3 })).toEqual(['b', 'c', 'd']);
    });

    it('forgets a row', async () => {
      await within((store) => store.insertRow('label', LABEL));
      await within((store) => store.deleteRow('label', 'a'));
      expect(await within((store) => store.row('label', 'a'))).toBeUndefined();
    });

    it('keeps an entry of the log once, gives it by window and age, and drops the log of a scope', async () => {
      await within(async (store) => {
        await store.keepChange(CHANGE);
        await store.keepChange({ ...CHANGE, groupId: 'again' });
        await store.keepChange({ ...CHANGE, seq: 2, n: 2, storedAt: 50 });
        await store.keepChange({ ...CHANGE, scopeId: 'B', n: 3 });
      });
      const window = { scopeId: 'A', ...ALL };
      expect(await within((store) => store.changesWithin(window, 0))).toEqual([
        CHANGE,
        { ...CHANGE, seq: 2, n: 2, storedAt: 50 },
      ]);
      expect(await within((store) => store.changesWithin(window, 6))).toHaveLength(1);
      expect(await within((store) => store.changesWithin({ ...window, upTo: 1 }, 0))).toHaveLength(1);
      await within((store) => store.dropChanges('A'));
      expect(await within((store) => store.changesWithin(window, 0))).toEqual([]);
      expect(await opened.database.changesAfter('B', 0)).toHaveLength(1);
    });

    it('writes kept rows by key, lists them in its order, narrowed and limited, and removes them', async () => {
      await within(async (store) => {
        for (const n of [10, 2, 1]) await store.put('outbox', { ...WAITING, n });
        await store.put('outbox', { ...WAITING, n: 2, sentAt: 7 });
      });
      const numbers = (where: Partial<OutboxRecord>, limit?: number): Promise<number[]> =>
        within(async (store) => (await store.list('outbox', where, limit)).map(({ n }) => n));
      expect(await numbers({})).toEqual([1, 2, 10]);
      expect(await numbers({ sentAt: null })).toEqual([1, 10]);
      expect(await numbers({ sentAt: 7, rowId: 'p' })).toEqual([2]);
      expect(await numbers({ n: 2, sentAt: null })).toEqual([]);
      expect(await numbers({}, 2)).toEqual([1, 2]);
      await within((store) => store.remove('outbox', { sentAt: null }));
      expect(await numbers({})).toEqual([2]);
    });

    it('refuses a write that was not logged: one that changes neither number nor clocks', async () => {
      await within((store) => store.insertRow('label', LABEL));
      await expect(within((store) => store.updateRow('label', 'a', { text: 'blue' }))).rejects.toThrow('unlogged');
    });

    it('takes a savepoint back while the transaction goes on', async () => {
      await within(async (store) => {
        await store.insertRow('label', LABEL);
        const failed = store.savepoint(async () => {
          await store.updateRow('label', 'a', { text: 'blue', _seq: 99 });
          await store.put('instance', { key: 'k', value: 'v' });
          throw new Error('no');
        });
        await expect(failed).rejects.toThrow('no');
        await store.savepoint(() => store.put('instance', { key: 'kept', value: 'v' }));
      });
      expect(await within((store) => store.row('label', 'a'))).toMatchObject({ text: 'red' });
      expect(await within((store) => store.list('instance', {}))).toEqual([{ key: 'kept', value: 'v' }]);
    });

    it('knows the devices it was told of, and saves what changed of them', async () => {
      const device = {
        id: 'd',
        lastN: 0,
        chain: '',
        lastSeenAt: null,
        schema: 1,
        waiting: 0,
        revokedAt: null,
        revokeMode: null,
      };
      await within((store) => store.put('device', device));
      await within(async (store) =>
        store.saveDevice({ ...(await store.lockDevice('d'))!, lastN: 4, chain: 'c', lastSeenAt: 9 }),
      );
      expect(await within((store) => store.lockDevice('d'))).toEqual({
        ...device,
        lastN: 4,
        chain: 'c',
        lastSeenAt: 9,
      });
      expect(await within((store) => store.lockDevice('unknown'))).toBeUndefined();
    });

    it('reads a head without making one', async () => {
      expect(await within((store) => store.readHead('A'))).toBeUndefined();
      await within(async (store) => store.saveHead({ ...(await store.lockHead('A')), seq: 3 }));
      expect(await within((store) => store.readHead('A'))).toMatchObject({ seq: 3 });
    });
  });
}
