import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf } from './pages.ts';

/** Rows of the example; the last ones span several pages. */
const ROWS = 60;

let folder: string;
let file: string;
let whole: Buffer;
let log: Buffer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-pages-'));
  const source = join(folder, 'source.db');
  const db = new Sqlite(source);
  db.pragma('page_size = 512');
  db.pragma('journal_mode = wal');
  db.exec('create table thing (id integer primary key, name text, size real, bytes blob)');
  const insert = db.prepare('insert into thing values (?, ?, ?, ?)');
  for (let id = 1; id <= ROWS; id += 1) insert.run(id, `Padeye ${id}`, id / 4, Buffer.alloc(id > 50 ? 900 : 10, id));
  db.pragma('wal_checkpoint(truncate)');
  db.prepare('update thing set name = ? where id = 7').run('Shackle');
  file = join(folder, 'damaged.db');
  // The files as they are while the database is open: the change is only in the log.
  copyFileSync(source, file);
  copyFileSync(`${source}-wal`, `${file}-wal`);
  whole = readFileSync(file);
  log = readFileSync(`${file}-wal`);
  db.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const records = () => [...recordsOf(file, (columns) => columns === 4)];

function lay(main: Uint8Array, wal: Uint8Array): void {
  writeFileSync(file, main);
  writeFileSync(`${file}-wal`, wal);
}

describe('the records of a database file', () => {
  it('include those of its pages, of newer ones in the log, and of rows that span several pages', () => {
    lay(whole, log);
    const found = records();
    expect(found).toHaveLength(ROWS);
    expect(found.filter(([, name]) => name === 'Shackle')).toHaveLength(1);
    expect(found.find(([, name]) => name === 'Padeye 60')?.slice(2)).toEqual([15, new Uint8Array(900).fill(60)]);
  });

  it('are found in any remaining bytes of it, without an exception', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 40 });
    const edited = (bytes: Buffer, changes: readonly (readonly [number, number])[], end: number | null) => {
      const copy = Uint8Array.from(bytes);
      for (const [at, value] of changes) copy[at % copy.length] = value;
      return end === null ? copy : copy.subarray(0, end % copy.length);
    };
    fc.assert(
      fc.property(edits, edits, fc.option(fc.nat()), fc.option(fc.nat()), (main, wal, mainEnd, walEnd) => {
        lay(edited(whole, main, mainEnd), edited(log, wal, walEnd));
        for (const record of records()) expect(record).toHaveLength(4);
      }),
      { numRuns: 200 },
    );
  });

  it('are searched for in existing pages only, even if the log contains an impossible number', () => {
    const frame = Uint8Array.from(log);
    new DataView(frame.buffer).setUint32(32, 0xffff_fff0);
    lay(whole, frame);
    expect(records().length).toBeGreaterThan(ROWS - 10);
  });
});
