import type { LogEntry } from '@holdfast/contract/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OutboxRecord } from '../records.ts';
import type { StoredRow } from '../registry.ts';
import { gatheringStore } from '../stores/gathering.ts';
import type { OpenStore } from './databases.ts';
import { unsentChange } from './unsentChange.ts';

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
const CHANGE: LogEntry = {
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
  overrodeJson: null,
  historyJson: null,
  itemId: null,
  installationInspectionId: null,
  editedAt: 5,
  storedAt: 5,
};
const WAITING = unsentChange({ rowId: 'p' });
const ALL = { after: 0, upTo: 100, limit: 100 };

/** Registers the tests of a store for synchronisation, beyond those of the writer. */
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

    it('writes many rows at once, new ones and in the place of others, and gives those that are asked for', async () => {
      const many = Array.from({ length: 101 }, (_, i) => ({ ...LABEL, id: `r${i}`, _seq: i + 1 }));
      await within(async (store) => {
        await store.insertRow('label', { ...LABEL, id: 'r7', _seq: 0, text: 'old' });
        await store.putRows('label', many);
        await store.putRows('label', []);
      });
      const found = await within((store) => store.rows('label', ['r100', 'r7', 'never']));
      expect(found.toSorted((a, b) => a._seq - b._seq)).toEqual([many[7], many[100]]);
      expect(await within((store) => store.rows('label', []))).toEqual([]);
      const numbers = await within((store) => store.numbers('label', ['r100', 'r7', 'never']));
      expect(numbers).toEqual(new Map(Object.entries({ r100: 101, r7: 8 })));
      expect(await within((store) => store.numbers('label', []))).toEqual(new Map());
      expect(await within((store) => store.find('label', { text: 'red' }))).toHaveLength(101);
    });

    it('writes only the columns that are said to differ', async () => {
      await within(async (store) => {
        await store.putRows('label', [LABEL]);
        await store.putRows('label', [{ ...LABEL, _seq: 2, text: 'blue', updatedAt: 9 }], ['_seq', 'text']);
        await store.putAll('outbox', [WAITING]);
        await store.putAll('outbox', [{ ...WAITING, sentAt: 7, op: 'del' }], ['sentAt']);
      });
      expect(await within((store) => store.row('label', 'a'))).toEqual({ ...LABEL, _seq: 2, text: 'blue' });
      expect(await within((store) => store.list('outbox', {}))).toEqual([{ ...WAITING, sentAt: 7 }]);
    });

    it('refuses to put a row in the place of one with the same number and clocks', async () => {
      await within((store) => store.putRows('label', [LABEL]));
      await expect(within((store) => store.putRows('label', [{ ...LABEL, text: 'blue' }]))).rejects.toThrow('unlogged');
    });

    it('adds many entries to the log, and refuses one whose number it has', async () => {
      const entry = (seq: number): LogEntry => ({ ...CHANGE, seq, n: seq });
      const many = Array.from({ length: 40 }, (_, i) => entry(i + 1));
      await within((store) => store.appendChanges(many));
      expect(await opened.database.changesAfter('A', 0)).toEqual(many);
      await expect(within((store) => store.appendChanges([entry(41), entry(40)]))).rejects.toThrow();
      expect(await opened.database.changesAfter('A', 40)).toEqual([]);
    });

    it('writes, lists and removes kept rows by the values of a column', async () => {
      const waiting = (n: number): OutboxRecord => ({ ...WAITING, n, rowId: `p${n}`, sentAt: n === 3 ? 7 : null });
      const numbers = (where: Partial<OutboxRecord>, values: string[]): Promise<number[]> =>
        within(async (store) =>
          (await store.listAmong('outbox', where, { column: 'rowId', values })).map(({ n }) => n),
        );
      await within(async (store) => {
        await store.put('outbox', { ...waiting(5), tableName: 'mark' });
        await store.putAll(
          'outbox',
          Array.from({ length: 37 }, (_, i) => waiting(i + 1)),
        );
        await store.putAll('outbox', []);
      });
      expect(await numbers({}, ['p30', 'p5', 'p3', 'none'])).toEqual([3, 5, 30]);
      expect(await numbers({ sentAt: null, tableName: 'place' }, ['p30', 'p5', 'p3'])).toEqual([5, 30]);
      expect(await numbers({}, [])).toEqual([]);
      const among = { column: 'rowId', values: ['p1', 'p3'] } as const;
      await within((store) => store.removeAmong('outbox', { sentAt: null }, among));
      expect(await numbers({}, ['p1', 'p2', 'p3'])).toEqual([2, 3]);
      await within((store) => store.removeAmong('outbox', {}, { ...among, values: [] }));
      expect(await numbers({}, ['p2', 'p3'])).toEqual([2, 3]);
    });

    it('gives one column of kept rows the same value, and goes on behind a key', async () => {
      const waiting = (n: number): OutboxRecord => ({ ...WAITING, n, rowId: `p${n}`, sentAt: null });
      await within(async (store) => {
        await store.putAll('outbox', [9, 10, 11, 12].map(waiting));
        await store.setAmong('outbox', 'sentAt', 7, { column: 'n', values: [9, 11] });
        await store.setAmong('outbox', 'op', 'noop', { column: 'rowId', values: ['p12', 'none'] });
        await store.setAmong('outbox', 'sentAt', 8, { column: 'n', values: [] });
      });
      expect(await within((store) => store.list('outbox', {}))).toEqual([
        { ...waiting(9), sentAt: 7 },
        waiting(10),
        { ...waiting(11), sentAt: 7 },
        { ...waiting(12), op: 'noop' },
      ]);
      const behind = (where: Partial<OutboxRecord>, limit: number, after: number): Promise<number[]> =>
        within(async (store) => (await store.list('outbox', where, limit, after)).map(({ n }) => n));
      expect(await behind({}, 2, 9)).toEqual([10, 11]);
      expect(await behind({ sentAt: null }, 5, 10)).toEqual([12]);
      expect(await behind({ sentAt: 7 }, 5, 0)).toEqual([9, 11]);
    });

    it('forgets a row', async () => {
      await within((store) => store.insertRow('label', LABEL));
      await within((store) => store.deleteRow('label', 'a'));
      expect(await within((store) => store.row('label', 'a'))).toBeUndefined();
    });

    it('keeps an entry of the log once, gives it by window and age, and drops the log of a scope', async () => {
      await within(async (store) => {
        await store.keepChanges([CHANGE]);
        await store.keepChanges([
          { ...CHANGE, groupId: 'again' },
          { ...CHANGE, seq: 2, n: 2, storedAt: 50 },
          { ...CHANGE, scopeId: 'B', n: 3 },
        ]);
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

    it('may gather what is written: it is seen at once, taken back with a savepoint, and stored in the end', async () => {
      await within((database) => database.putRows('label', [LABEL, { ...LABEL, id: 'b' }]));
      await within(async (database) => {
        const store = gatheringStore(database);
        await store.expect('label', ['a', 'c']);
        await store.updateRow('label', 'a', { text: 'blue', _seq: 2 });
        await expect(store.updateRow('label', 'a', { text: 'green' })).rejects.toThrow('unlogged');
        await store.insertRow('label', { ...LABEL, id: 'c', _seq: 3 });
        await expect(store.insertRow('label', { ...LABEL, id: 'b' })).rejects.toThrow('already');
        await store.appendChanges([CHANGE]);
        const failed = store.savepoint(async () => {
          await store.updateRow('label', 'a', { text: 'lost', _seq: 4 });
          await store.updateRow('label', 'b', { deletedAt: 9, _seq: 5 });
          await store.insertRow('label', { ...LABEL, id: 'd', _seq: 6 });
          await store.appendChanges([{ ...CHANGE, seq: 2, n: 2 }]);
          throw new Error('no');
        });
        await expect(failed).rejects.toThrow('no');
        expect((await store.find('label', { text: 'red' })).map(({ id }) => id).toSorted()).toEqual(['b', 'c']);
        expect((await store.rows('label', ['a', 'd', 'b'])).map(({ text }) => text)).toEqual(['blue', 'red']);
        expect(await database.row('label', 'c')).toBeUndefined();
        await store.flush();
        expect(store.added()).toEqual([CHANGE]);
      });
      const stored = await within((database) => database.rowsAfter('label', { scopeId: 'library', ...ALL }));
      expect(Object.fromEntries(stored.map(({ id, text }) => [id, text]))).toEqual({ a: 'blue', b: 'red', c: 'red' });
      expect(await opened.database.changesAfter('A', 0)).toEqual([CHANGE]);
    });

    it('stores devices and their changes', async () => {
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
