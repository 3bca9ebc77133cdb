import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { problemOf, rescueRows } from './damagedSqlite/damagedSqlite.ts';
import { convertDatabase, isPlainDatabase, openDatabase } from './encryptedSqlite.ts';
import { openFiles } from './testing/openFiles.ts';

const KEY = Buffer.alloc(32, 5);
const OTHER_KEY = Buffer.alloc(32, 6);
const ROWS = 3_000;
/** A row that spans several pages. */
const LONG = 1_500;
const TEXT = 'Guard is loose';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-encrypted-'));
  file = join(folder, 'device.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A database with rows in its file and in its write-ahead log, as a killed process leaves it. */
function lay(key: Buffer | null): void {
  const source = join(folder, 'source.db');
  const database = openDatabase(source, key);
  database.pragma('journal_mode = WAL');
  database.exec('create table note (id integer primary key, content text)');
  const insert = database.prepare('insert into note (content) values (?)');
  database.transaction(() => {
    for (let id = 1; id < ROWS; id += 1) insert.run(`${TEXT} ${id} ${'x'.repeat(id === LONG ? 9_000 : 100)}`);
  })();
  database.pragma('wal_checkpoint(TRUNCATE)');
  insert.run(`${TEXT} in the log`);
  for (const end of ['', '-wal']) copyFileSync(source + end, file + end);
  database.close();
  for (const end of ['', '-wal', '-shm']) rmSync(source + end, { force: true });
}

const rowsIn = (key: Buffer | null): unknown => {
  const database = openDatabase(file, key);
  try {
    return database.prepare('select count(*) from note').pluck().get();
  } finally {
    database.close();
  }
};

const filesWithText = (): string[] =>
  readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(TEXT));

describe('an encrypted database', () => {
  it('has none of its texts in its files, and opens only with its key', () => {
    lay(KEY);
    expect(filesWithText()).toEqual([]);
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(() => rowsIn(OTHER_KEY)).toThrow('not a database');
    expect(() => rowsIn(null)).toThrow('not a database');
    expect(rowsIn(KEY)).toBe(ROWS);
    expect(openFiles(folder)).toEqual([]);
  });

  it('is converted from an unencrypted one, including its log, and back', () => {
    lay(null);
    expect(filesWithText()).toEqual(['device.db', 'device.db-wal']);
    expect(convertDatabase(file, KEY, true)).toBe(true);
    expect(filesWithText()).toEqual([]);
    expect(isPlainDatabase(file)).toBe(false);
    expect(rowsIn(KEY)).toBe(ROWS);
    expect(convertDatabase(file, KEY, true)).toBe(false);
    expect(convertDatabase(file, KEY, false)).toBe(true);
    expect(isPlainDatabase(file)).toBe(true);
    expect(rowsIn(null)).toBe(ROWS);
    expect(readdirSync(folder)).toEqual(['device.db']);
  });

  it('is unchanged when it cannot be converted, and the copy of an earlier attempt is removed', () => {
    lay(KEY);
    writeFileSync(`${file}.converting`, TEXT);
    expect(() => convertDatabase(file, OTHER_KEY, false)).toThrow('not a database');
    expect(rowsIn(KEY)).toBe(ROWS);
    expect(existsSync(`${file}.converting`)).toBe(false);
  });

  it.each([
    ['pages at two places', [20, 70]],
    ['the first page', [0]],
  ])('returns the rows of all other pages when %s are damaged', (_, pages) => {
    lay(KEY);
    expect(problemOf(file, false, KEY)).toBeNull();
    rmSync(`${file}-wal`, { force: true });
    const bytes = readFileSync(file);
    for (const page of pages) bytes.fill(0xa5, page * 4096, (page + 1) * 4096);
    writeFileSync(file, bytes);
    expect(problemOf(file, false, KEY)).not.toBeNull();
    const isNote = ({ content }: Record<string, unknown>): boolean =>
      typeof content === 'string' && content.startsWith(TEXT);
    const { rows, complete } = rescueRows(file, 'note', ['id', 'content'], isNote, KEY);
    expect(complete).toBe(false);
    expect(rows.length).toBeGreaterThan(ROWS - 100);
    expect(rows.find(({ content }) => String(content).startsWith(`${TEXT} ${LONG} `))?.['content']).toHaveLength(9_020);
    expect(readdirSync(folder).filter((name) => !name.endsWith('-shm'))).toEqual(['device.db']);
    expect(filesWithText()).toEqual([]);
  });

  it('that is not encrypted is what SQLite writes without a key', () => {
    lay(null);
    const database = new Sqlite(file, { readonly: true });
    expect(database.pragma('quick_check(1)', { simple: true })).toBe('ok');
    database.close();
  });
});
