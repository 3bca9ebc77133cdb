/**
 * Measures the least cost of copying: the same rows from SQLite to SQLite over HTTP as lines of JSON in gzip, one transaction, at the same
 * durability; and changed rows back, whole, in batches of 1,000, out of an outbox that is emptied with each answer, into the table and a
 * log that knows each change by its key. No clock, proof, right or rule.
 * `server file [log]` prints its port, and sends the entries of the log, too; `client address folder` copies at `pull`, changes rows at
 * `edit n` and sends them at `push`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, createGzip, gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { send, type Traffic, whole } from './line.ts';

/** Number of rows sent at once. */
const BATCH = 1000;

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') serve(rest[0]!, rest[1] === 'log' ? ['item', 'change'] : ['item']);
else await copy(rest[0]!, rest[1]!);

function open(file: string): Sqlite.Database {
  const db = new Sqlite(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -16000');
  db.pragma('foreign_keys = off');
  return db;
}

function serve(file: string, tables: readonly string[]): void {
  const db = open(file);
  db.exec('create table "copied" ("seq" integer primary key, "key" text unique, "row" text)');
  const { names, marks } = columns(db, 'item');
  const others = names.filter((name) => name !== 'id').map((name) => `"${name}" = excluded."${name}"`);
  const write = db.prepare(`insert into item values (${marks}) on conflict ("id") do update set ${others.join()}`);
  const note = db.prepare('insert or ignore into copied ("key", "row") values (?, ?)');
  const seq = names.indexOf('_seq');
  const { head } = db.prepare('select max("_seq") as head from item').get() as { head: number };
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-encoding', 'gzip');
      pipeline(Readable.from(pieces(linesOf(db, tables))), createGzip({ level: 1 }), response, () => undefined);
      return;
    }
    void whole(request.pipe(createGunzip()).setEncoding('utf8')).then((body) => {
      db.transaction(() => {
        for (const line of body.split('\n')) {
          const [key, ...row] = JSON.parse(line) as unknown[];
          const { changes, lastInsertRowid } = note.run(key, line);
          if (changes === 0) continue;
          row[seq] = head + Number(lastInsertRowid);
          write.run(row);
        }
      })();
      response.end('{}');
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
  );
}

/** Yields the rows of tables in the order of their numbers, each table preceded by its name. */
function* linesOf(db: Sqlite.Database, tables: readonly string[]): Generator {
  for (const table of tables) {
    yield table;
    yield* db
      .prepare(`select * from "${table}" order by ${table === 'item' ? '"_seq"' : '"seq"'}`)
      .raw()
      .iterate();
  }
}

function* pieces(rows: Iterable<unknown>): Generator<string> {
  let piece = '';
  for (const row of rows) {
    piece += `${JSON.stringify(row)}\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

async function copy(address: string, folder: string): Promise<void> {
  const db = open(join(folder, 'copy.db'));
  db.exec(readFileSync(join(folder, 'item.sql'), 'utf8'));
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, count] = line.split(' ');
    const traffic: Traffic = { requests: 0, bytesIn: 0, bytesOut: 0 };
    if (word === 'edit') edit(db, Number(count));
    const begun = performance.now();
    const rows =
      word === 'pull' ? await pull(db, address, traffic) : word === 'push' ? await push(db, address, traffic) : 0;
    const ms = performance.now() - begun;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
    process.stdout.write(`${JSON.stringify({ ms, rows, peakMb: Math.round(peak), ...traffic })}\n`);
  }
}

async function pull(db: Sqlite.Database, address: string, traffic: Traffic): Promise<number> {
  let insert: Sqlite.Statement | null = null;
  let count = 0;
  let tail = '';
  db.exec('begin');
  for await (const piece of await send(traffic, address, {})) {
    const lines = (tail + String(piece)).split('\n');
    tail = lines.pop()!;
    for (const one of lines) {
      const line = JSON.parse(one) as string | unknown[];
      if (typeof line === 'string') insert = db.prepare(`insert into "${line}" values (${columns(db, line).marks})`);
      else insert!.run(line);
    }
    count += lines.length;
  }
  db.exec('commit');
  return count;
}

/** Changes the rows of a desktop before it sends them, and puts each into the outbox. */
function edit(db: Sqlite.Database, count: number): void {
  db.exec('create table "outbox" ("n" integer primary key, "id" text)');
  const change = db.prepare('update item set name = ?, "updatedAt" = "updatedAt" + 1 where id = ?');
  const wait = db.prepare('insert into outbox ("id") values (?)');
  const ids = db.prepare('select id from item order by id limit ?').pluck().all(count) as string[];
  db.transaction(() => {
    for (const id of ids) {
      change.run(`Changed ${id.slice(-6)}`, id);
      wait.run(id);
    }
  })();
}

async function push(db: Sqlite.Database, address: string, traffic: Traffic): Promise<number> {
  const waiting = db.prepare('select o."n", i.* from outbox o join item i using ("id") order by o."n" limit ?').raw();
  const sent = db.prepare('delete from outbox where "n" <= ?');
  let count = 0;
  for (;;) {
    const rows = waiting.all(BATCH) as [number, ...unknown[]][];
    if (rows.length === 0) return count;
    const lines = rows.map(([n, ...row]) => JSON.stringify([`copy:${n}`, ...row]));
    const body = gzipSync(lines.join('\n'), { level: 1 });
    await whole(await send(traffic, address, { method: 'POST', body }));
    sent.run(rows.at(-1)![0]);
    count += rows.length;
  }
}

function columns(db: Sqlite.Database, table: string): { names: string[]; marks: string } {
  const names = (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name);
  return { names, marks: names.map(() => '?').join() };
}
