import { describe, expect, it } from 'vitest';
import { checkPlacement, misplacedIn, reservedIn } from '../scripts/checks/placement.mjs';

const FILE = 'packages/core/src/notes/addNote.ts';
const moduleOf = (operation: string): string | undefined =>
  ({ addNote: 'notes.ts', removeNote: 'notes.ts', getItem: 'items.ts' })[operation];
const handler = (operation: string, body = ''): string =>
  `export const ${operation} = handler(contract.${operation}, async ({ db, local }) => {\n${body}\n});\n`;

describe('the check of the files that hold handlers, statements and caches of rows', () => {
  it.each([
    ["local.selectFrom('note')", 2],
    ["await db\n    .from('note')", 3],
    ["await db.fromWithDeleted(\n      'note')", 2],
    ["local.insertInto('note')", 2],
    ["local.updateTable('note')", 2],
    ["local.deleteFrom('note')", 2],
    ['await sql`vacuum`.execute(local)', 2],
    ['local.selectFrom(table)', 2],
    ['local.selectFrom(`note`)', 2],
    ["local.selectFrom(['note', 'item'])", 2],
    ['db.from(table)', 2],
    ["local.replaceInto('note')", 2],
    ["local.mergeInto('note')", 2],
    ["local['selectFrom']('note')", 2],
    ["exists(({ selectFrom }) => selectFrom('note'))", 2],
    ['await sql<number>`select 1`.execute(local)', 2],
    ["sql.raw('vacuum')", 2],
  ])('finds %s beside a handler', (statement, line) => {
    expect(misplacedIn(FILE, handler('addNote', statement), moduleOf)).toEqual([
      { file: FILE, line, what: 'a statement beside a handler' },
    ]);
  });

  it('finds a statement under another name of sql', () => {
    const source = `import { sql as text } from 'kysely';\n${handler('addNote', 'text`vacuum`')}`;
    expect(misplacedIn(FILE, source, moduleOf)).toEqual([
      { file: FILE, line: 3, what: 'a statement beside a handler' },
    ]);
  });

  it('finds a statement in rules.ts', () => {
    const file = 'packages/core/src/notes/rules.ts';
    expect(misplacedIn(file, "export const notes = (db) => db.from('note').execute();", moduleOf)).toEqual([
      { file, line: 1, what: 'a statement in rules.ts, which decides over what it is given' },
    ]);
  });

  it.each([
    ['packages/api/src/server.ts', 'a statement in packages/api/src/'],
    ['packages/host/src/photos.ts', 'a statement outside of sqlite.ts, weather.ts'],
    ['apps/desktop/src/agent/main.ts', 'a statement outside of agent/repair/rescue.ts, support/rowCounts.ts'],
    [
      'apps/server/src/cli.ts',
      'a statement outside of queries.ts, backup/backup.ts, demo/demoAccounts.ts, live.ts, printing/queue.ts',
    ],
  ])('finds a statement in %s', (file, what) => {
    expect(misplacedIn(file, 'export const notes = (db, table) => db.selectFrom(table);', moduleOf)).toEqual([
      { file, line: 1, what },
    ]);
  });

  it('finds handlers that different modules of the contract declare', () => {
    const [found] = misplacedIn(FILE, handler('addNote') + handler('getItem'), moduleOf);
    expect(found?.what).toBe('handlers of several modules of the contract: notes.ts, items.ts');
  });

  it.each([
    ['statements in a module without handlers', "export const notes = (db) => db.from('note').execute();"],
    ['handlers of one module of the contract', handler('addNote') + handler('removeNote')],
    ['rows by id or column', handler('addNote', "await db.row('note', id); await db.rows('note', { itemId });")],
    ['what a comment says', `/** Calls db.from('note'). */\n${handler('addNote')}`],
    ['arrays and bytes', handler('addNote', 'Array.from(notes); Buffer.from(text);')],
    ['a property of the name', handler('addNote', 'return scope.from;')],
  ])('accepts %s', (_, source) => {
    expect(misplacedIn(FILE, source, moduleOf)).toEqual([]);
  });

  it('finds a statement of a device outside of the modules for statements', () => {
    const statement = "export const forget = (local) => local.deleteFrom('user').execute();";
    expect(misplacedIn('packages/device/src/driver.ts', statement, moduleOf)).toEqual([
      {
        file: 'packages/device/src/driver.ts',
        line: 1,
        what: 'a statement outside of queries.ts, contents/blobQueue.ts, facts.ts',
      },
    ]);
    expect(misplacedIn('packages/device/src/queries.ts', statement, moduleOf)).toEqual([]);
  });

  it.each([
    ["db.executeQuery(CompiledQuery.raw('select 1', []))", 'SQL as text: build it with Kysely'],
    ['const raw = CompiledQuery.raw;', 'SQL as text: build it with Kysely'],
    ['const { raw } = CompiledQuery;', 'SQL as text: build it with Kysely'],
    ["import { CompiledQuery as Query } from 'kysely'; Query.raw('select 1');", 'SQL as text: build it with Kysely'],
    ['const rows = rememberingStore(store);', 'a second cache of rows: a save has that of runWrite.ts'],
    ['const rows = gatheringStore(store);', 'a second cache of rows: a push has that of push.ts'],
    ['await openReplica(store, registry, now);', 'a second cache of rows: a device receives through its replica'],
  ])('finds %s in a module it is not reserved for', (code, what) => {
    const file = 'packages/core/src/notes/queries.ts';
    expect(reservedIn(file, `\n${code}`)).toEqual([{ file, line: 2, what }]);
    expect(reservedIn(file, `/** ${code} */`)).toEqual([]);
  });

  it('finds nothing in the product', () => {
    expect(checkPlacement()).toEqual([]);
  });
});
