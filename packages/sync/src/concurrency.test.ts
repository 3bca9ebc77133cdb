import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { uuidV7 } from './ids.ts';
import { openWriter } from './mutate.ts';
import type { Head, Store } from './store.ts';
import { kyselyDatabase, kyselyStore } from './stores/kysely.ts';
import { openToyPostgres, testPostgres, toyRegistry } from './testing/index.ts';
import { verifyConsistent } from './testing/writerSuite.ts';

const COMPANY = 'company-a';
const WRITERS = 8;
const TRANSACTIONS = 40;
const PLACE = { name: 'Derrick', parentId: null, labelId: null, x: 0, y: 0, kind: 'area' };

/** Reads the number that a writer's change continues. */
type TakeHead = (store: Store, db: Kysely<unknown>) => Promise<Head>;

const lockedHead: TakeHead = (store) => store.lockHead(COMPANY);
/** The planted fault: numbers are assigned from a sequence, as for a serial column, before the order of commits is known. */
const headFromSequence: TakeHead = async (store, db) => {
  const { rows } = await db.executeQuery<{ n: number }>(CompiledQuery.raw(`select nextval('naive') as n`));
  return { ...(await store.lockHead(`writer-${rows[0]!.n}`)), scopeId: COMPANY, seq: rows[0]!.n - 1 };
};

/**
 * Eight writers on one company while a reader follows the log by its cursor. Returns the number of changes and the number that the reader
 * saw.
 */
async function race(
  take: TakeHead,
): Promise<{ written: number; seen: number; db: Kysely<unknown>; close(): Promise<void> }> {
  const { db, close } = await openToyPostgres(WRITERS + 2);
  await sql.raw('create sequence naive').execute(db);
  const log = kyselyDatabase(db, 'postgres', toyRegistry);
  let writing = true;
  let seen = 0;
  let cursor = 0;
  const reader = (async () => {
    for (let last = false; ;) {
      const changes = await log.changesAfter(COMPANY, cursor);
      seen += changes.length;
      cursor = changes.at(-1)?.seq ?? cursor;
      if (last) return;
      last = !writing;
    }
  })();
  const writer = async (w: number): Promise<void> => {
    for (let i = 0; i < TRANSACTIONS; i++) {
      await db.transaction().execute(async (trx) => {
        const store = kyselyStore(trx, 'postgres', toyRegistry);
        const head = await take(store, trx);
        const author = { userId: `u${w}`, deviceId: 'server', now: Date.now(), groupId: `${w}-${i}` };
        const session = openWriter(store, toyRegistry, [head], author);
        await session.mutate({
          table: 'place',
          op: 'ins',
          id: uuidV7(w * 1000 + i, new Uint8Array(10)),
          scopeId: COMPANY,
          set: PLACE,
        });
        await sleep((w * 7 + i * 3) % 5);
        await session.finish();
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, (_, w) => writer(w)));
  writing = false;
  await reader;
  return { written: WRITERS * TRANSACTIONS, seen, db, close };
}

describe.skipIf(testPostgres === undefined)('eight writers on one company in PostgreSQL', () => {
  it('are seen by a reader without a gap, and leave a log that proves the rows', async () => {
    const { written, seen, db, close } = await race(lockedHead);
    expect(seen).toBe(written);
    await verifyConsistent(kyselyDatabase(db, 'postgres', toyRegistry));
    await close();
  });

  it('would lose changes for the reader if numbers came from a sequence', async () => {
    const { written, seen, close } = await race(headFromSequence);
    expect(seen).toBeLessThan(written);
    await close();
  });
});
