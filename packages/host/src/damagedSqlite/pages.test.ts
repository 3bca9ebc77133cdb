import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordsOf, recordsOfImage } from './pages.ts';
import { openFiles } from '../testing/openFiles.ts';

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

  it('are read without leaving a file open, also by a reader that stops early', () => {
    lay(whole, log);
    expect(records()).toHaveLength(ROWS);
    for (const _ of recordsOf(file, () => true)) break;
    expect(openFiles(folder)).toEqual([]);
  });

  it('are searched for in existing pages only, even if the log contains an impossible number', () => {
    const frame = Uint8Array.from(log);
    new DataView(frame.buffer).setUint32(32, 0xffff_fff0);
    lay(whole, frame);
    expect(records().length).toBeGreaterThan(ROWS - 10);
  });
});

describe('the values of a record', () => {
  /** Writes rows of a table as a file. */
  function fileOf(size: number, rows: readonly (readonly [number, ...unknown[]])[]): string {
    const path = join(folder, `values-${size}.db`);
    rmSync(path, { force: true });
    const db = new Sqlite(path);
    db.pragma(`page_size = ${size}`);
    db.exec('create table value (id integer primary key, a, b, c)');
    const insert = db.prepare('insert into value values (?, ?, ?, ?)');
    for (const row of rows) insert.run(row);
    db.close();
    return path;
  }
  const isWanted = (columns: number): boolean => columns === 4;
  const byOrder = (found: Iterable<unknown[]>) => [...found].map((values) => values.slice(1));

  const WHOLE_NUMBERS = [0, 1, -1, 127, -128, 128, 32_767, -32_768, 32_768, 8_388_607, -8_388_608, 8_388_608];
  const LARGE_NUMBERS = [2_147_483_647, -2_147_483_648, 2_147_483_648, 140_737_488_355_327, -140_737_488_355_328];
  const VALUES = [
    ...[...WHOLE_NUMBERS, ...LARGE_NUMBERS, 140_737_488_355_328, -Number.MAX_SAFE_INTEGER].map(BigInt),
    null,
    0.5,
    -1e300,
    '',
    'Ø — 日本',
    new Uint8Array(0),
    Uint8Array.of(0, 255, 7),
  ];
  const rows = VALUES.map((value, i) => [i + 1, value, 'between', 1n] as const);
  const read = rows.map(([, value]) => [typeof value === 'bigint' ? Number(value) : value, 'between', 1]);

  it.each([512, 4_096, 65_536])('are read from pages of %i bytes: numbers of every length, texts and bytes', (size) => {
    const path = fileOf(size, rows);
    expect(byOrder(recordsOf(path, isWanted))).toEqual(read);
    expect(byOrder(recordsOfImage(readFileSync(path), isWanted))).toEqual(read);
  });

  it('are read from rows whose numbers are negative or large', () => {
    const path = fileOf(512, [
      [-1, 'negative', 1, null],
      [Number.MAX_SAFE_INTEGER, 'large', 2, null],
    ]);
    expect(byOrder(recordsOf(path, isWanted))).toEqual([
      ['negative', 1, null],
      ['large', 2, null],
    ]);
  });

  it('are read completely at every length around the one from which a row continues on other pages', () => {
    const lengths = Array.from({ length: 1_300 }, (_, i) => i + 400);
    const path = fileOf(
      512,
      lengths.map((length, i) => [i + 1, length, Buffer.alloc(length, length % 251), 'end']),
    );
    const found = byOrder(recordsOf(path, isWanted)) as [number, Uint8Array, string][];
    expect(found).toHaveLength(lengths.length);
    for (const [length, bytes, end] of found) {
      expect([bytes.length, end]).toEqual([length, 'end']);
      expect(bytes.every((byte) => byte === length % 251)).toBe(true);
    }
  });

  it('are those of the wanted tables alone', () => {
    const path = fileOf(512, rows);
    expect([...recordsOf(path, (columns) => columns === 3)]).toEqual([]);
    // The schema itself is a table of five columns.
    expect([...recordsOf(path, (columns) => columns === 5)]).toHaveLength(1);
  });

  it('are read in pages of the usual size when the header is lost, and of the size that the log states', () => {
    const path = fileOf(4_096, rows);
    const lost = readFileSync(path).fill(0, 0, 100);
    writeFileSync(path, lost);
    expect(byOrder(recordsOf(path, isWanted))).toEqual(read);
    expect(byOrder(recordsOfImage(lost, isWanted))).toEqual(read);
    lay(Uint8Array.from(whole).fill(0, 0, 100), log);
    expect(records()).toHaveLength(ROWS);
    for (const impossible of [0, 2, 511, 600]) {
      const header = Buffer.from(readFileSync(fileOf(4_096, rows)));
      header.writeUInt16BE(impossible, 16);
      expect(byOrder(recordsOfImage(header, isWanted)), String(impossible)).toEqual(read);
    }
  });

  it('do not include changes that the log does not hold completely, or that are left from an earlier use of it', () => {
    const page = 512 + 24;
    const commits = Buffer.from(log);
    const frames = (commits.length - 32) / page;
    for (let frame = 0; frame < frames; frame += 1) commits.writeUInt32BE(0, 32 + frame * page + 4);
    lay(whole, commits);
    expect(records().filter(([, name]) => name === 'Shackle')).toEqual([]);
    const earlier = Buffer.from(log);
    for (let frame = 0; frame < frames; frame += 1) earlier[32 + frame * page + 8]! ^= 1;
    lay(whole, earlier);
    expect(records().filter(([, name]) => name === 'Shackle')).toEqual([]);
    expect(records()).toHaveLength(ROWS);
    rmSync(`${file}-wal`);
    expect(records()).toHaveLength(ROWS);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });
});
