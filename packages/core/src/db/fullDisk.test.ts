import Sqlite from 'better-sqlite3';
import { Kysely, sql } from 'kysely';
import { expect, it } from 'vitest';
import { isDiskFull } from './problems.ts';
import { sqliteDialect } from './sqlite.ts';

it('A transaction on a full disk fails with that reason and without effect, and the next one works', async () => {
  const connection = new Sqlite(':memory:');
  const db = new Kysely<{ page: { text: string } }>({ dialect: sqliteDialect(connection) });
  await sql`create table page (text text)`.execute(db);
  connection.pragma('max_page_count = 10');
  const write = (length: number): Promise<unknown> =>
    db.transaction().execute(async (trx) => {
      await trx.insertInto('page').values({ text: 'first' }).execute();
      await trx
        .insertInto('page')
        .values({ text: 'x'.repeat(length) })
        .execute();
    });
  const refusal = await write(100_000).catch((error: unknown) => error);
  expect(isDiskFull(refusal)).toBe(true);
  expect(await db.selectFrom('page').selectAll().execute()).toEqual([]);
  await write(10);
  expect(await db.selectFrom('page').selectAll().execute()).toHaveLength(2);
  await db.destroy();
});
