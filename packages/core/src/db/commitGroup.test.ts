import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '@holdfast/contract';
import Sqlite from 'better-sqlite3';
import { Kysely, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commitGroup } from './commitGroup.ts';
import { isDiskFull } from './problems.ts';
import { SQLITE_PRAGMAS, sqliteDialect } from './sqlite.ts';

interface Pages {
  book: { name: string };
  page: { text: string; book: string | null };
}

let folder: string;
let writer: Sqlite.Database;
let onDisk: Sqlite.Database;
let db: Kysely<Pages>;
let commits: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-group-'));
  const file = join(folder, 'pages.sqlite');
  writer = new Sqlite(file);
  for (const pragma of SQLITE_PRAGMAS) writer.pragma(pragma);
  writer.exec(`create table book (name text primary key);
    create table page (text text not null, book text references book (name) deferrable initially deferred)`);
  onDisk = new Sqlite(file, { readonly: true });
  commits = 0;
  const counting = new Proxy(writer, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== 'prepare') return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      return (text: string) => {
        const statement = target.prepare(text);
        if (text !== 'commit') return statement;
        return {
          reader: false,
          run() {
            commits += 1;
            return statement.run();
          },
        };
      };
    },
  });
  db = new Kysely<Pages>({ dialect: sqliteDialect(counting, setImmediate) });
});
afterEach(async () => {
  await db.destroy();
  onDisk.close();
  rmSync(folder, { recursive: true });
});

const insert = async (trx: Transaction<Pages>, text: string, book: string | null = null): Promise<void> =>
  void (await trx.insertInto('page').values({ text, book }).execute());
const write = (text: string, book?: string): Promise<void> =>
  db.transaction().execute((trx) => insert(trx, text, book));
const pagesOnDisk = (): unknown[] => onDisk.prepare('select text from page order by text').pluck().all();
const refused = async (made: Promise<unknown>): Promise<unknown> =>
  made.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('transactions that end within one turn of the event loop', () => {
  it('share one commit, and none is reported as done before it', async () => {
    const done: string[] = [];
    const all = Promise.all(['a', 'b', 'c'].map((text) => write(text).then(() => done.push(text))));
    for (let i = 0; i < 500; i++) await Promise.resolve();
    expect(writer.inTransaction).toBe(true);
    expect(writer.prepare('select count(*) from page').pluck().get()).toBe(3);
    expect(done).toEqual([]);
    expect(pagesOnDisk()).toEqual([]);
    await all;
    expect(done).toEqual(['a', 'b', 'c']);
    expect(pagesOnDisk()).toEqual(['a', 'b', 'c']);
    expect(commits).toBe(1);
  });

  it('are rolled back separately: the others keep their writes', async () => {
    const fails = (text: string): Promise<unknown> =>
      refused(
        db.transaction().execute(async (trx) => {
          await insert(trx, text);
          throw new Error(`not ${text}`);
        }),
      );
    const [, first, , second] = await Promise.all([write('a'), fails('b'), write('c'), fails('d')]);
    expect([first, second]).toEqual([new Error('not b'), new Error('not d')]);
    expect(pagesOnDisk()).toEqual(['a', 'c']);
  });

  it('all fail when the disk is full, and the next one is a transaction again', async () => {
    writer.pragma(`max_page_count = ${String(writer.pragma('page_count', { simple: true }))}`);
    const answers = await Promise.all([refused(write('a')), refused(write('x'.repeat(100_000))), refused(write('b'))]);
    expect(answers.slice(0, 2).map(isDiskFull)).toEqual([true, true]);
    // A transaction that begins afterwards is separate.
    expect(answers[2]).toBe('done');
    expect(pagesOnDisk()).toEqual(['b']);
  });

  it('are all retried when one of them violates a constraint checked at the commit; alone each has its own result', async () => {
    const both = await Promise.all([refused(write('a')), refused(write('b', 'no such book'))]);
    for (const answer of both) expect(answer).toEqual(new Problem('unavailable', { retryAfterSeconds: 1 }));
    expect(pagesOnDisk()).toEqual([]);
    expect(await refused(write('a'))).toBe('done');
    expect(await refused(write('b', 'no such book'))).toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
    expect(pagesOnDisk()).toEqual(['a']);
  });
});

describe('a transaction that waits for its commit', () => {
  it('is on disk before anything is read outside a transaction', async () => {
    const written = write('a');
    for (let i = 0; i < 500; i++) await Promise.resolve();
    expect(pagesOnDisk()).toEqual([]);
    expect(await db.selectFrom('page').select('text').execute()).toEqual([{ text: 'a' }]);
    expect(pagesOnDisk()).toEqual(['a']);
    await written;
  });

  it.each([
    ['succeeds', null, ['a', 'b']],
    ['fails', new Error('too long'), ['a']],
  ])('waits for a longer transaction that joined it, whether that %s', async (_, failure, kept) => {
    const slow = async (trx: Transaction<Pages>): Promise<void> => {
      await insert(trx, 'b');
      await sleep(20);
      if (failure !== null) throw failure;
    };
    const first = write('a');
    const second = refused(db.transaction().execute(slow));
    await sleep(5);
    expect(pagesOnDisk()).toEqual([]);
    expect(await second).toEqual(failure ?? 'done');
    await first;
    expect(pagesOnDisk()).toEqual(kept);
    await write('c');
    expect(pagesOnDisk()).toEqual([...kept, 'c']);
  });

  it('is on disk when the database is closed', async () => {
    const written = write('a');
    for (let i = 0; i < 500; i++) await Promise.resolve();
    await db.destroy();
    expect(pagesOnDisk()).toEqual(['a']);
    await written;
  });
});

it.each(['SQLITE_IOERR_WRITE', undefined])(
  'A commit of several that fails for another reason (%s) is reported to each with that reason',
  async (code) => {
    const reason = Object.assign(new Error('The disk failed'), code === undefined ? {} : { code });
    const run = (text: string): void => {
      if (text === 'commit') throw reason;
    };
    const group = commitGroup({ inTransaction: false }, run, () => undefined);
    const commits = [1, 2].map(async () => {
      group.begin({});
      return refused(group.commit());
    });
    group.flush();
    expect(await Promise.all(commits)).toEqual([reason, reason]);
  },
);

it('A refused commit is rolled back before the connection is reused, also without sharing', async () => {
  const group = commitGroup(writer, (text) => void writer.prepare(text).run(), undefined);
  group.begin({});
  writer.exec(`insert into page values ('a', 'no such book')`);
  const committed = group.commit();
  expect(writer.inTransaction).toBe(false);
  expect(await refused(committed)).toMatchObject({ code: 'SQLITE_CONSTRAINT_FOREIGNKEY' });
  group.begin({});
  writer.exec(`insert into page values ('b', null)`);
  await group.commit();
  expect(pagesOnDisk()).toEqual(['b']);
});
