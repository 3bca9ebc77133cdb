import { kyselyDatabase } from '@holdfast/sync';
import { unsentChange } from '@holdfast/sync/testing';
import Sqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';
import { registry } from './registry.ts';
import type { Database } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

it('The waiting changes of a row are found by the row, regardless of the number of others', async () => {
  const connection = new Sqlite(':memory:');
  const asked: string[] = [];
  const db = new Kysely<Database>({
    dialect: sqliteDialect(connection),
    log: (event) => void asked.push(event.query.sql),
  });
  await migrate(db, 'device', 'sqlite');
  const found = await kyselyDatabase(db, 'sqlite', registry).transaction(async (store) => {
    await store.put('outbox', unsentChange({ tableName: 'item', n: 1, rowId: 'a', sentAt: null }));
    await store.put('outbox', unsentChange({ tableName: 'item', n: 2, rowId: 'a', sentAt: 5 }));
    await store.put('outbox', unsentChange({ tableName: 'item', n: 3, rowId: 'b', sentAt: null }));
    await store.put('outbox', unsentChange({ tableName: 'item', n: 4, rowId: 'a', sentAt: null }));
    asked.length = 0;
    return store.listAmong('outbox', { tableName: 'item', sentAt: null }, { column: 'rowId', values: ['a'] });
  });
  expect(found.map(({ n }) => n)).toEqual([1, 4]);
  const question = asked.find((sql) => sql.includes('"outbox"'))!;
  const plan = connection.prepare(`explain query plan ${question}`).all('item', '["a"]') as { detail: string }[];
  expect(plan[0]!.detail).toBe('SEARCH outbox USING INDEX outbox_row (tableName=? AND rowId=?)');
  await db.destroy();
});
