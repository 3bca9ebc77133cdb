import { COMPANIES, openTestDatabase, type TestDatabase } from '@holdfast/core/testing';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Blobs } from '@holdfast/core';
import {
  dueBlobs,
  fillQueue,
  keepContentsSetAside,
  nextTry,
  postpone,
  sendContentsAgain,
  waitingBlobs,
} from './blobQueue.ts';
import { dropLeftovers } from './blobs.ts';

const scopeId = COMPANIES.northmere;
const SECOND_MS = 1_000;

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase('sqlite', 'device');
});
afterEach(() => database.close());

/** Adds a content of this device to those that wait to be sent. */
async function waits(sha256: string, size: number): Promise<void> {
  const { db } = database;
  await db
    .insertInto('blob')
    .values({ scopeId, sha256, size, state: 'stored', mimeType: 'image/png', createdAt: 0 })
    .execute();
  const untried = { offset: 0, state: 'pending', attempts: 0, nextAt: 0, error: '' } as const;
  await db
    .insertInto('blobQueue')
    .values({ scopeId, sha256, direction: 'up', ...untried })
    .execute();
}

/** Adds a file with a content. */
async function refer(sha256: string): Promise<void> {
  const { db } = database;
  // As on a device, where a row may come before those it refers to.
  await sql`pragma foreign_keys = off`.execute(db);
  await db
    .insertInto('file')
    .values({
      id: 'f',
      scopeId,
      itemId: 'i',
      filename: 'a.png',
      mimeType: 'image/png',
      sha256,
      size: 1,
      _seq: 1,
      _clk: '{}',
      createdAt: 0,
      updatedAt: 0,
      createdByUserId: 'u',
      updatedByUserId: 'u',
      deletedAt: null,
    })
    .execute();
}

it('contents are sent small ones first', async () => {
  await waits('middle', 200);
  await waits('large', 300);
  await waits('small', 100);
  const due = await dueBlobs(database.db, 'up', 0);
  expect(due.map(({ sha256, size }) => [sha256, size])).toEqual([
    ['small', 100],
    ['middle', 200],
    ['large', 300],
  ]);
});

it('a content that fails is tried again after five seconds, doubled with each failure up to an hour', async () => {
  await waits('a', 1);
  const pauses: number[] = [];
  let now = 0;
  for (let i = 0; i < 11; i++) {
    const blob = (await dueBlobs(database.db, 'up', now)).at(0);
    await postpone(database.db, blob!, 'failed', 'The connection broke.', now);
    const next = (await nextTry(database.db))!;
    expect(await dueBlobs(database.db, 'up', next - 1)).toEqual([]);
    pauses.push((next - now) / SECOND_MS);
    now = next;
  }
  expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
  expect(await waitingBlobs(database.db)).toBe(1);
});

it('nothing is tried again once every content is sent or given up', async () => {
  for (const [sha256, state] of [
    ['a', 'done'],
    ['b', 'damaged'],
    ['c', 'skipped'],
  ] as const) {
    await waits(sha256, 1);
    await database.db.updateTable('blobQueue').set({ state }).where('sha256', '=', sha256).execute();
  }
  expect(await nextTry(database.db)).toBeNull();
  await waits('d', 1);
  expect(await nextTry(database.db)).toBe(0);
});

it('a content whose removal was interrupted is fetched again when a row refers to it once more', async () => {
  const { db } = database;
  await waits('a', 1);
  await db.updateTable('blobQueue').set({ direction: 'down', state: 'done' }).execute();
  const killed = { delete: () => Promise.reject(new Error('The power went out.')) } as unknown as Blobs;
  await expect(dropLeftovers({ write: db, blobs: killed })).rejects.toThrow('The power went out.');
  await refer('a');
  await fillQueue(db);
  expect(await dueBlobs(db, 'down', 0)).toMatchObject([{ sha256: 'a', state: 'pending' }]);
  expect(await dueBlobs(db, 'up', 0)).toEqual([]);
});

it('a content of a refused change remains although the server had it before it was restored, and is sent with the change', async () => {
  const { db } = database;
  await waits('a', 1);
  await db.updateTable('blobQueue').set({ state: 'done' }).execute();
  const change = JSON.stringify({ scopeId, setJson: JSON.stringify({ sha256: 'a' }) });
  const refused = { id: 'd:1', n: 1, kind: 'rejected', change, reason: 'notFound', at: 0 };
  await db.insertInto('setAside').values(refused).execute();
  const blobs = { delete: () => Promise.reject(new Error('The only copy.')) } as unknown as Blobs;
  await keepContentsSetAside(db);
  expect(await dropLeftovers({ write: db, blobs })).toBe(0);
  await db.deleteFrom('setAside').execute();
  await refer('a');
  await fillQueue(db);
  expect(await dueBlobs(db, 'up', 0)).toMatchObject([{ sha256: 'a', state: 'pending' }]);
});

it('contents that the server lost are sent again, those that are here, and counted', async () => {
  await waits('a', 1);
  await database.db.updateTable('blobQueue').set({ state: 'done', offset: 1, attempts: 3 }).execute();
  const lost = ['a', 'elsewhere'].map((sha256) => ({ scopeId, sha256 }));
  expect(await sendContentsAgain(database.db, lost)).toBe(1);
  expect(await dueBlobs(database.db, 'up', 0)).toMatchObject([
    { sha256: 'a', state: 'pending', offset: 0, attempts: 0 },
  ]);
});
