import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase, testPostgres } from './databases.ts';
import { openTestFixture } from './fixture.ts';

/** Reads every row of every table, and the state of every sequence. */
async function contentsOf({ db }: TestDatabase): Promise<Record<string, unknown>> {
  const names = await sql<{ name: string; kind: string }>`
    select relname as name, relkind as kind from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'S') order by relname`.execute(db);
  const contents: Record<string, unknown> = {};
  for (const { name, kind } of names.rows) {
    const columns = kind === 'S' ? sql`last_value, is_called` : sql`to_json(t)::text`;
    const { rows } = await sql`select ${columns} from ${sql.table(name)} t order by 1`.execute(db);
    contents[name] = rows;
  }
  return contents;
}

describe.skipIf(testPostgres === undefined)('a database of PostgreSQL for tests', () => {
  const opened: TestDatabase[] = [];
  const open = async (): Promise<TestDatabase> => {
    const database = await openTestDatabase('postgres');
    opened.push(database);
    return database;
  };
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  it('has the state of the template for the next test, although others work in between', async () => {
    const first = await openTestDatabase('postgres');
    const before = await contentsOf(first);
    await first.close();
    const fixture = await openTestFixture('postgres');
    expect(fixture.database.url).toBe(first.url);
    expect(await contentsOf(fixture.database)).not.toEqual(before);
    await fixture.close();

    const next = await open();
    expect(next.url).toBe(first.url);
    expect(await contentsOf(next)).toEqual(before);
    expect(Object.values(before).filter((rows) => (rows as unknown[]).length > 0).length).toBeGreaterThan(1);
  });

  it('is another one while the first is open', async () => {
    const [first, second] = [await open(), await open()];
    expect(second.url).not.toBe(first.url);
  });

  it.each([
    ['a column', sql`alter table "note" add column extra text`],
    ['an index', sql`create index extra on "note" ("createdAt")`],
    ['a disabled trigger', sql`alter table "note" disable trigger all`],
    ['a table', sql`create table extra (a int)`],
  ])('is not used again after a test changed the schema by %s', async (_what, change) => {
    const first = await openTestDatabase('postgres');
    await change.execute(first.db);
    await first.close();
    expect((await open()).url).not.toBe(first.url);
  });

  it('has no connection of its last test any more', async () => {
    const database = await openTestDatabase('postgres');
    const left = new Client({ connectionString: database.url! });
    left.on('error', () => undefined);
    const ended = new Promise((done) => left.once('end', done));
    await left.connect();
    await database.close();
    await ended;
    await expect(left.query('select 1')).rejects.toThrow();
  });
});
