import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type StoredRow, tableRegistry } from '../registry.ts';
import { type OpenStore, stores, testPostgres } from '../testing/databases.ts';
import { toyRegistry } from '../testing/toy.ts';
import { purgeDeleted, readHorizon } from './purge.ts';

/** Number of the last change of the scope. */
const LAST = 1_000;
const STAMPS = {
  scopeId: 'A',
  _clk: '{}',
  createdAt: 1,
  createdByUserId: 'u',
  updatedByUserId: 'u',
};
const deletedPlace = (id: string, _seq: number, at: number, parentId: string | null = null): StoredRow => ({
  ...STAMPS,
  id,
  _seq,
  updatedAt: at,
  deletedAt: at,
  name: id,
  parentId,
  labelId: null,
  x: 0,
  y: 0,
  kind: 'area',
});
const deletedMark = (placeId: string, _seq: number, at: number): StoredRow => ({
  ...STAMPS,
  id: `mark of ${placeId}`,
  _seq,
  updatedAt: at,
  deletedAt: at,
  placeId,
  kind: 'paint',
  value: 'v',
});

for (const [name, open] of Object.entries(stores)) {
  describe.skipIf(name === 'PostgreSQL' && testPostgres === undefined)(
    `forgetting what was deleted, in ${name}`,
    () => {
      let opened: OpenStore;
      beforeEach(async () => {
        opened = await open();
      });
      afterEach(() => opened.close());

      const keep = (places: readonly StoredRow[], marks: readonly StoredRow[]): Promise<void> =>
        opened.database.transaction(async (store) => {
          await store.saveHead({ ...(await store.lockHead('A')), seq: LAST });
          await store.putRows('place', places);
          await store.putRows('mark', marks);
        });
      const left = (): Promise<string[]> =>
        opened.database.transaction(async (store) => {
          const window = { scopeId: 'A', after: 0, upTo: LAST, limit: LAST };
          const rows = [...(await store.rowsAfter('place', window)), ...(await store.rowsAfter('mark', window))];
          return rows.map(({ id }) => id);
        });

      it('keeps a row to which one deleted later refers, and forgets both when that one is old enough', async () => {
        await keep([deletedPlace('deck', 1, 100), deletedPlace('rig', 2, 100)], [deletedMark('deck', 3, 900)]);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 500)).toBe(1);
        expect(await left()).toEqual(['deck', 'mark of deck']);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 1000)).toBe(2);
        expect(await left()).toEqual([]);
      });

      it('purges a whole branch in any order of its deletions', async () => {
        const branch = [
          deletedPlace('rig', 1, 100),
          deletedPlace('deck', 2, 100, 'rig'),
          deletedPlace('hoist', 3, 100, 'deck'),
        ];
        await keep(branch, [deletedMark('hoist', 4, 100)]);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 500)).toBe(4);
        expect(await left()).toEqual([]);
      });

      it('raises the horizon to the last row that is forgotten', async () => {
        await keep([deletedPlace('deck', 3, 100), deletedPlace('rig', 7, 100)], []);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 500)).toBe(2);
        expect(await opened.database.transaction((store) => readHorizon(store, 'A'))).toBe(7);
      });

      it('finds old rows behind any number of recent ones', async () => {
        const recent = Array.from({ length: 500 }, (_, i) => deletedPlace(`recent ${i}`, i + 1, 900));
        await keep([...recent, deletedPlace('old', 501, 100)], []);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 500)).toBe(1);
        expect(await left()).toHaveLength(500);
        expect(await left()).not.toContain('old');
      });

      it('keeps a row that was deleted long ago and changed recently', async () => {
        const changedLater = { ...deletedPlace('rig', 1, 100), updatedAt: 900 };
        await keep([changedLater, deletedPlace('deck', 2, 100)], []);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 500)).toBe(1);
        expect(await left()).toEqual(['rig']);
        expect(await purgeDeleted(opened.database, toyRegistry, 'A', 901)).toBe(1);
      });

      it('keeps a row that another one has as its owner, in addition to all references', async () => {
        const owned = tableRegistry(
          [...toyRegistry.values()].map((table) =>
            table.name === 'mark' ? { ...table, references: {}, owner: 'placeId' } : table,
          ),
        );
        await keep([deletedPlace('deck', 1, 100)], [deletedMark('deck', 3, 900)]);
        expect(await purgeDeleted(opened.database, owned, 'A', 500)).toBe(0);
        expect(await left()).toEqual(['deck', 'mark of deck']);
      });
    },
  );
}
