import type { LogEntry } from '@holdfast/contract/sync';
import { Problem } from '@holdfast/contract';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clocks, formatClock, latestClock, parseClock } from '../clock.ts';
import { addToDigest, EMPTY_DIGEST, rowDigest } from '../digest.ts';
import { derivedId, uuidV7 } from '../ids.ts';
import type { Change } from '../change.ts';
import { type Author, LateEdit, openWriter } from '../mutate.ts';
import type { StoredRow } from '../registry.ts';
import type { TransactionalStore } from '../store.ts';
import type { OpenStore } from './databases.ts';
import { toyRegistry } from './toy.ts';

const COMPANY = 'company-a';
const OTHER = 'company-b';
const NOW = Date.UTC(2026, 0, 15, 12);
const newId = (n: number): string =>
  uuidV7(
    NOW,
    Uint8Array.from({ length: 10 }, (_, i) => (n >> (8 * (i % 4))) & 255),
  );
const PLACE = { name: 'Derrick', parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };

/** Makes changes in one transaction, as one author, under the locks of all scopes of the toy. */
function write(
  database: TransactionalStore,
  changes: readonly Change[],
  author: Partial<Author> = {},
): Promise<StoredRow[]> {
  return database.transaction(async (store) => {
    const heads = [];
    for (const scope of ['library', COMPANY, OTHER]) heads.push(await store.lockHead(scope));
    const writer = openWriter(store, toyRegistry, heads, {
      userId: 'maren',
      deviceId: 'server',
      now: NOW,
      groupId: 'g',
      ...author,
    });
    const rows: StoredRow[] = [];
    for (const change of changes) rows.push(await writer.mutate(change));
    await writer.finish();
    return rows;
  });
}

/** Registers the tests of the one writer, for any store. */
export function registerWriterSuite(name: string, open: () => Promise<OpenStore>): void {
  describe(`the one writer over ${name}`, () => {
    let store: OpenStore;
    let database: TransactionalStore;
    beforeEach(async () => {
      store = await open();
      database = store.database;
    });
    afterEach(() => store.close());

    const insert = async (
      n: number,
      set: Partial<typeof PLACE> | Record<string, string | number | null> = {},
    ): Promise<StoredRow> =>
      (
        await write(database, [
          { table: 'place', op: 'ins', id: newId(n), scopeId: COMPANY, set: { ...PLACE, ...set } },
        ])
      )[0]!;
    const update = (
      n: number,
      set: Record<string, string | number | null>,
      author: Partial<Author> = {},
    ): Promise<StoredRow[]> => write(database, [{ table: 'place', op: 'upd', id: newId(n), set }], author);
    const refusal = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => 'accepted',
        (error: unknown) => (error instanceof Problem ? error.code : String(error)),
      );

    it('stamps a new row with who, when, its number and its clock', async () => {
      expect(await insert(1)).toEqual({
        ...PLACE,
        id: newId(1),
        scopeId: COMPANY,
        _seq: 1,
        _clk: JSON.stringify({ '*': [NOW, 0, 'server'] }),
        createdAt: NOW,
        updatedAt: NOW,
        createdByUserId: 'maren',
        updatedByUserId: 'maren',
        deletedAt: null,
      });
    });

    it('logs what changed with old and new values, and who and when', async () => {
      await insert(1);
      await update(1, { name: 'Crown block' }, { now: NOW + 5, userId: 'idris', groupId: 'g2' });
      const [, change] = await database.changesAfter(COMPANY, 0);
      expect(change).toMatchObject({
        seq: 2,
        op: 'upd',
        tableName: 'place',
        rowId: newId(1),
        userId: 'idris',
        groupId: 'g2',
        setJson: '{"name":"Crown block"}',
        oldJson: '{"name":"Derrick"}',
        historyJson: '{"what":"Place","lines":[{"field":"Name","from":"Derrick","to":"Crown block"}]}',
        itemId: newId(1),
        editedAt: NOW + 5,
      });
    });

    it('does not log an edit that changes nothing', async () => {
      await insert(1);
      await update(1, { name: 'Derrick' });
      expect(await database.changesAfter(COMPANY, 0)).toHaveLength(1);
      expect(await database.head(COMPANY)).toMatchObject({ seq: 1 });
    });

    it('clocks fields of a group as one and leaves the others alone', async () => {
      await insert(1);
      const [row] = await update(1, { x: 3 }, { now: NOW + 9 });
      expect(JSON.parse(row!._clk)).toEqual({ '*': [NOW, 0, 'server'], position: [NOW + 9, 0, 'server'] });
    });

    it('gives a later clock even when time stands still or runs backwards', async () => {
      await insert(1);
      await update(1, { name: 'A' }, { now: NOW - 1000 });
      const [row] = await update(1, { name: 'B' }, { now: NOW - 1000 });
      const clocks = JSON.parse(row!._clk) as Clocks;
      expect(clocks['name']).toEqual([NOW, 2, 'server']);
    });

    it('deletes softly, never revives by an update, and restores', async () => {
      await insert(1);
      const [deleted] = await write(database, [{ table: 'place', op: 'del', id: newId(1) }]);
      expect(deleted).toMatchObject({ deletedAt: NOW, _seq: 2 });
      expect(await refusal(update(1, { name: 'A' }))).toBe('notFound');
      const [restored] = await write(database, [{ table: 'place', op: 'restore', id: newId(1) }]);
      expect(restored).toMatchObject({ deletedAt: null, name: 'Derrick', _seq: 3 });
      expect((await database.changesAfter(COMPANY, 0)).map((change) => change.op)).toEqual(['ins', 'del', 'restore']);
    });

    it('finds living rows by their columns, deleted ones not', async () => {
      await insert(1);
      await insert(2, { parentId: newId(1) });
      await insert(3, { parentId: newId(1) });
      await write(database, [{ table: 'place', op: 'del', id: newId(3) }]);
      const found = await database.transaction(async (lookup) => ({
        below: await lookup.find('place', { parentId: newId(1) }),
        top: await lookup.find('place', { parentId: null, scopeId: COMPANY }),
      }));
      expect(found.below.map((row) => row.id)).toEqual([newId(2)]);
      expect(found.top.map((row) => row.id)).toEqual([newId(1)]);
    });

    it('derives the id of a row from its natural key and revives a deleted one with new values', async () => {
      await insert(1);
      const mark = (value: string): Change => ({
        table: 'mark',
        op: 'ins',
        scopeId: COMPANY,
        set: { placeId: newId(1), kind: 'paint', value },
      });
      const [first] = await write(database, [mark('red')]);
      expect(first!.id).toBe(derivedId(newId(1), 'paint'));
      await write(database, [{ table: 'mark', op: 'del', id: first!.id }]);
      const [again] = await write(database, [mark('blue')]);
      expect(again).toMatchObject({ id: first!.id, value: 'blue', deletedAt: null });
      const [same] = await write(database, [mark('green')]);
      expect(same).toMatchObject({ id: first!.id, value: 'green' });
      expect((await database.changesAfter(COMPANY, 0)).map((change) => change.op)).toEqual([
        'ins',
        'ins',
        'del',
        'revive',
        'upd',
      ]);
    });

    it('refuses what the table does not allow, and keeps nothing of it', async () => {
      await insert(1);
      const placed = { table: 'place', op: 'ins', id: newId(2) } as const;
      expect(await refusal(update(1, { name: '' }))).toBe('ruleBroken');
      expect(await refusal(update(1, { unknown: 1 }))).toBe('ruleBroken');
      expect(await refusal(update(1, { kind: 'level' }))).toBe('ruleBroken');
      expect(await refusal(update(7, { name: 'A' }))).toBe('notFound');
      expect(await refusal(update(1, { parentId: newId(1) }))).toBe('wouldLoop');
      expect(await refusal(write(database, [{ ...placed, scopeId: COMPANY, set: { name: 'no more' } }]))).toBe(
        'ruleBroken',
      );
      expect(await refusal(write(database, [{ ...placed, scopeId: 'library', set: PLACE }]))).toBe('ruleBroken');
      expect(await refusal(write(database, [{ ...placed, scopeId: 'unlocked', set: PLACE }]))).toBe('ruleBroken');
      expect(await database.changesAfter(COMPANY, 0)).toHaveLength(1);
    });

    it('lets a row name living rows of its own scope and of the library, and no others', async () => {
      const inOther = { table: 'place', op: 'ins', scopeId: OTHER } as const;
      await write(database, [
        { table: 'label', op: 'ins', id: newId(50), scopeId: 'library', set: { text: 'red' } },
        { ...inOther, id: newId(60), set: PLACE },
      ]);
      await insert(1, { labelId: newId(50) });
      expect(await refusal(update(1, { parentId: newId(60) }))).toBe('notFound');
      expect(await refusal(update(1, { parentId: newId(99) }))).toBe('notFound');
      await insert(2);
      await write(database, [{ table: 'place', op: 'del', id: newId(2) }]);
      expect(await refusal(update(1, { parentId: newId(2) }))).toBe('notFound');
    });

    it('keeps all of a transaction or nothing', async () => {
      const changes: Change[] = [
        { table: 'place', op: 'ins', id: newId(1), scopeId: COMPANY, set: PLACE },
        { table: 'place', op: 'upd', id: newId(2), set: { name: 'A' } },
      ];
      expect(await refusal(write(database, changes))).toBe('notFound');
      expect(await database.changesAfter(COMPANY, 0)).toEqual([]);
      expect((await database.head(COMPANY))?.seq ?? 0).toBe(0);
    });

    it('refuses an edit made on top of an older value, field by field', async () => {
      const seen = await insert(1);
      await update(1, { name: 'Water table' }, { now: NOW + 10, userId: 'idris' });
      const ifMatch = parseClock(formatClock(latestClock(JSON.parse(seen._clk) as Clocks)));
      const late = update(1, { name: 'A-frame' }, { now: NOW + 20, ifMatch });
      await expect(late).rejects.toBeInstanceOf(LateEdit);
      await expect(late).rejects.toMatchObject({ attempt: { lines: [{ from: 'Water table', to: 'A-frame' }] } });
      const [row] = await update(1, { x: 4 }, { now: NOW + 20, ifMatch });
      expect(row).toMatchObject({ name: 'Water table', x: 4 });
    });

    it('accepts several edits of one action made on top of the same older value', async () => {
      const seen = await insert(1);
      const ifMatch = parseClock(formatClock(latestClock(JSON.parse(seen._clk) as Clocks)));
      const edit = (name: string): Change => ({ table: 'place', op: 'upd', id: newId(1), set: { name } });
      const rows = await write(database, [edit('Mast'), edit('Crane')], { now: NOW + 10, ifMatch });
      expect(rows.at(-1)).toMatchObject({ name: 'Crane' });
      const late = write(database, [edit('A-frame')], { now: NOW + 20, ifMatch });
      await expect(late).rejects.toBeInstanceOf(LateEdit);
    });

    it('keeps numbers without gaps, a digest that proves the rows, and a log that replays to them, after any changes', async () => {
      const action = fc.record({
        row: fc.integer({ min: 1, max: 6 }),
        act: fc.constantFrom('ins', 'name', 'move', 'del', 'restore', 'mark'),
        value: fc.integer({ min: 0, max: 6 }),
      });
      const story = fc.array(fc.array(action, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(story, async (transactions) => {
          const fresh = await open();
          for (const [i, actions] of transactions.entries()) {
            await write(fresh.database, actions.map(changeOf), { now: NOW + i, groupId: `g${i}` }).catch(
              (error: unknown) => {
                if (!(error instanceof Problem)) throw error;
              },
            );
          }
          await verifyConsistent(fresh.database);
          await fresh.close();
        }),
        { numRuns: name === 'PostgreSQL' ? 10 : 40 },
      );
    });
  });
}

function changeOf({ row, act, value }: { row: number; act: string; value: number }): Change {
  const id = newId(row);
  if (act === 'ins') return { table: 'place', op: 'ins', id, scopeId: COMPANY, set: { ...PLACE, name: `p${value}` } };
  if (act === 'name') return { table: 'place', op: 'upd', id, set: { name: `n${value}`, x: value } };
  if (act === 'move') return { table: 'place', op: 'upd', id, set: { parentId: value === 0 ? null : newId(value) } };
  if (act === 'mark')
    return { table: 'mark', op: 'ins', scopeId: COMPANY, set: { placeId: id, kind: 'paint', value: `${value}` } };
  return { table: 'place', op: act as 'del' | 'restore', id };
}

/** Compares the head, the log and the rows of the company with each other. */
export async function verifyConsistent(database: TransactionalStore): Promise<void> {
  const changes = await database.changesAfter(COMPANY, 0);
  const head = await database.head(COMPANY);
  expect(changes.map((change) => change.seq)).toEqual(changes.map((_, i) => i + 1));
  expect(head?.seq ?? 0).toBe(changes.length);

  const replayed = replay(changes);
  const rows = await database.transaction(async (store) => [
    ...(await store.find('place', { scopeId: COMPANY })).map((row) => ({ table: 'place', row })),
    ...(await store.find('mark', { scopeId: COMPANY })).map((row) => ({ table: 'mark', row })),
  ]);
  expect(rows.map(({ row }) => row.id).toSorted()).toEqual([...replayed.keys()].toSorted());
  let digest = EMPTY_DIGEST;
  for (const { table, row } of rows) {
    const { _seq, ...columns } = replayed.get(row.id)!;
    expect(row).toMatchObject(columns);
    expect(row._seq).toBe(_seq);
    digest = addToDigest(digest, rowDigest(table, row.id, row._seq));
  }
  expect(head?.rows ?? 0).toBe(rows.length);
  expect(head?.digest ?? EMPTY_DIGEST).toBe(digest);
}

/** Returns the living rows according to a log. */
function replay(changes: readonly LogEntry[]): Map<string, Record<string, unknown> & { _seq: number }> {
  const all = new Map<string, Record<string, unknown> & { _seq: number; alive: boolean }>();
  for (const { rowId, op, setJson, seq } of changes) {
    const before = all.get(rowId);
    const alive = op === 'del' ? false : op === 'upd' ? before!.alive : true;
    all.set(rowId, { ...before, ...(JSON.parse(setJson) as object), _seq: seq, alive });
  }
  return new Map([...all].filter(([, row]) => row.alive).map(([id, { alive: _, ...row }]) => [id, row]));
}
