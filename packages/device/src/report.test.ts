import { type InputOf, type operations, REPORTED_AT_ONCE } from '@holdfast/contract';
import type { Call } from '@holdfast/contract/client';
import type { Database } from '@holdfast/core';
import { COMPANIES, openTestDatabase, type TestDatabase } from '@holdfast/core/testing';
import { unsentChange } from '@holdfast/sync/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reportState } from './report.ts';

type Report = InputOf<(typeof operations)['reportDevice']>;
type Decision = { id: string; decision: 'accepted' | 'discarded' };

const scopeId = COMPANIES.northmere;
const HOUR_MS = 60 * 60 * 1000;
const NOW = Date.UTC(2026, 0, 15, 12);
const SHA = 'a'.repeat(64);

let database: TestDatabase;
let reports: Report[];
let decided: Decision[];
let mustEncrypt: boolean;
let encryption: { complete: boolean; switchedOn: number };
beforeEach(async () => {
  database = await openTestDatabase('sqlite', 'device');
  reports = [];
  decided = [];
  mustEncrypt = false;
  encryption = { complete: false, switchedOn: 0 };
});
afterEach(() => database.close());

/** Reports as a device whose server answers with the decisions of the test. */
function report(now = NOW): Promise<boolean> {
  const call = ((_name: string, input: Report) => {
    reports.push(input);
    return Promise.resolve({ decided: decided.splice(0), mustEncrypt });
  }) as unknown as Call;
  return reportState({
    read: database.db,
    write: database.db,
    call,
    version: '1.2.3',
    encryption: {
      isComplete: () => encryption.complete,
      switchOn() {
        encryption.switchedOn += 1;
        return Promise.resolve();
      },
    },
    now,
  });
}

function change(n: number, over: Partial<Database['outbox']> = {}): Database['outbox'] {
  return unsentChange({
    n,
    groupId: `g${n}`,
    tableName: 'item',
    rowId: 'item',
    scopeId,
    setJson: '{"name":"Hook"}',
    at: NOW - 1_000,
    itemId: 'item',
    ...over,
  });
}

async function refuse(id: string, over: Partial<Database['outbox']> = {}, kind = 'rejected'): Promise<void> {
  const row = {
    id,
    n: 1,
    kind,
    change: JSON.stringify(change(1, over)),
    reason: 'notAllowed',
    at: NOW,
  };
  await database.db.insertInto('setAside').values(row).execute();
}

it('a device reports the time of its oldest unsent change, and what waits and is stored on it', async () => {
  await report();
  const { db } = database;
  await db
    .insertInto('outbox')
    .values([
      change(1, { at: NOW - 9_000, sentAt: NOW }),
      change(2, { at: NOW - 8_000, op: 'noop' }),
      change(3, { at: NOW - 3_000 }),
      change(4, { at: NOW - 5_000 }),
    ])
    .execute();
  const blob = { scopeId, mimeType: 'image/png', state: 'stored', createdAt: 0 } as const;
  await db
    .insertInto('blob')
    .values([
      { ...blob, sha256: 'a', size: 100 },
      { ...blob, sha256: 'b', size: 20 },
    ])
    .execute();
  const queued = { scopeId, offset: 0, attempts: 0, nextAt: 0, error: '' };
  await db
    .insertInto('blobQueue')
    .values([
      { ...queued, sha256: 'a', direction: 'up', state: 'pending' },
      { ...queued, sha256: 'b', direction: 'up', state: 'done' },
      { ...queued, sha256: 'c', direction: 'down', state: 'pending' },
    ])
    .execute();
  await report(NOW + 7 * HOUR_MS);
  const nothing = { oldestWaitingAt: null, contentsWaiting: 0, contentBytes: 0, refused: [] };
  expect(reports).toEqual([
    { appVersion: '1.2.3', encrypted: false, ...nothing },
    {
      appVersion: '1.2.3',
      encrypted: false,
      refused: [],
      oldestWaitingAt: new Date(NOW - 5_000).toISOString(),
      contentsWaiting: 1,
      contentBytes: 120,
    },
  ]);
});

it('a device reports every six hours while nothing is refused, and at once when its encryption changed', async () => {
  await report();
  await report(NOW + 6 * HOUR_MS);
  expect(reports).toHaveLength(1);
  await report(NOW + 6 * HOUR_MS + 1);
  expect(reports).toHaveLength(2);
  encryption.complete = true;
  await report(NOW + 6 * HOUR_MS + 2);
  expect(reports.map(({ encrypted }) => encrypted)).toEqual([false, false, true]);
  // A clock that was wrong is no reason to wait for years.
  await report(NOW - 24 * HOUR_MS);
  expect(reports).toHaveLength(4);
});

it('a device reports while changes are refused, and once more when the last of them was settled', async () => {
  await refuse('d1:1');
  await report();
  await report(NOW + 1);
  expect(reports.map(({ refused }) => refused.map(({ id }) => id))).toEqual([['d1:1'], ['d1:1']]);
  await database.db.deleteFrom('setAside').execute();
  await report(NOW + 2);
  await report(NOW + 3);
  expect(reports.map(({ refused }) => refused.length)).toEqual([1, 1, 0]);
});

it('a refused change is reported with its columns and the reason in words, unless a user discarded it', async () => {
  await refuse('d1:2', { rowId: 'other', at: NOW - 60_000 });
  await refuse('d1:1', { op: 'noop' });
  await refuse('d1:3', {}, 'discarded');
  await report();
  expect(reports[0]?.refused).toEqual([
    {
      id: 'd1:2',
      scopeId,
      userId: 'maren',
      table: 'item',
      rowId: 'other',
      op: 'upd',
      set: { name: 'Hook' },
      reason: 'Your account was not allowed to change this. It is sent again by itself once it is.',
      at: new Date(NOW - 60_000).toISOString(),
    },
  ]);
});

it('many refused changes are reported in parts, each for a range of ids that follows the one before', async () => {
  const ids = Array.from({ length: REPORTED_AT_ONCE + 1 }, (_, i) => `d1:${String(i).padStart(4, '0')}`);
  for (const id of ids.toReversed()) await refuse(id);
  await report();
  expect(reports.map(({ refused, after, upTo }) => [refused.length, after, upTo])).toEqual([
    [REPORTED_AT_ONCE, undefined, ids.at(-2)],
    [1, ids.at(-2), undefined],
  ]);
  expect(reports.flatMap(({ refused }) => refused.map(({ id }) => id))).toEqual(ids);
});

it('long refused changes are reported in parts of bounded length, one that is too long by itself in its own', async () => {
  await refuse('d1:1', { setJson: JSON.stringify({ name: 'x'.repeat(90_000), tag: 'x'.repeat(90_000) }) });
  await refuse('d1:2', { setJson: JSON.stringify({ name: 'y'.repeat(30_000) }) });
  await refuse('d1:3', {});
  await report();
  expect(reports.map(({ refused, after, upTo }) => [refused.map(({ id }) => id), after, upTo])).toEqual([
    [['d1:1'], undefined, 'd1:1'],
    [['d1:2', 'd1:3'], 'd1:1', undefined],
  ]);
});

it('a discarded change is kept for its author, and an accepted one is removed and its photo sent', async () => {
  await refuse('d1:1');
  await refuse('d1:2', { tableName: 'image', setJson: JSON.stringify({ sha256: SHA }) });
  await refuse('d1:3', { tableName: 'image', setJson: JSON.stringify({ sha256: 'b'.repeat(64) }) });
  await database.db
    .insertInto('blob')
    .values({ scopeId, sha256: SHA, size: 1, mimeType: 'image/png', state: 'stored', createdAt: 0 })
    .execute();
  expect(await report()).toBe(false);
  decided = [
    { id: 'd1:1', decision: 'discarded' },
    { id: 'd1:2', decision: 'accepted' },
  ];
  expect(await report(NOW + 1)).toBe(true);
  const left = await database.db.selectFrom('setAside').select(['id', 'kind']).orderBy('id').execute();
  expect(left).toEqual([
    { id: 'd1:1', kind: 'discarded' },
    { id: 'd1:3', kind: 'rejected' },
  ]);
  const queued = await database.db.selectFrom('blobQueue').select(['sha256', 'direction']).execute();
  expect(queued).toEqual([{ sha256: SHA, direction: 'up' }]);
});

it('encryption is switched on where the server requires it', async () => {
  await report();
  expect(encryption.switchedOn).toBe(0);
  mustEncrypt = true;
  await report(NOW + 7 * HOUR_MS);
  expect(encryption.switchedOn).toBe(1);
});
