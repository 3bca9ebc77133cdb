/**
 * What copying costs at the least: the same rows from SQLite to SQLite over HTTP as lines of JSON in gzip, one transaction, at the same
 * durability; and changed rows back in batches of 500 with their key written beside. No clock, proof, right or rule.
 * `server file` prints its port; `client address folder` copies at `pull` and sends at `push n`.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { send, type Traffic, whole } from './line.ts';

const [role, ...rest] = process.argv.slice(2);
if (role === 'server') serve(rest[0]!);
else await copy(rest[0]!, rest[1]!);

function open(file: string): Sqlite.Database {
  const db = new Sqlite(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('cache_size = -16000');
  db.pragma('foreign_keys = off');
  return db;
}

function serve(file: string): void {
  const db = open(file);
  db.exec('create table "copied" ("key" text primary key)');
  const rows = db.prepare('select * from item order by "_seq"').raw();
  const change = db.prepare('update item set name = ?, _seq = _seq + 1000000 where id = ?');
  const note = db.prepare('insert or ignore into copied values (?)');
  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-encoding', 'gzip');
      pipeline(Readable.from(pieces(rows.iterate())), createGzip({ level: 1 }), response, () => undefined);
      return;
    }
    void whole(request.setEncoding('utf8') as unknown as Readable).then((body) => {
      db.transaction(() => {
        for (const [key, id, name] of JSON.parse(body) as [string, string, string][])
          if (note.run(key).changes > 0) change.run(name, id);
      })();
      response.end('{}');
      return undefined;
    });
  });
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
  );
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
    const ids = db
      .prepare('select id from item order by id limit ?')
      .pluck()
      .all(Number(count ?? 0)) as string[];
    const begun = performance.now();
    const rows = word === 'pull' ? await pull(db, address, traffic) : await push(address, traffic, ids);
    const ms = performance.now() - begun;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
    process.stdout.write(`${JSON.stringify({ ms, rows, peakMb: Math.round(peak), ...traffic })}\n`);
  }
}

async function pull(db: Sqlite.Database, address: string, traffic: Traffic): Promise<number> {
  const columns = (db.pragma('table_info(item)') as unknown[]).length;
  const insert = db.prepare(`insert into item values (${Array.from({ length: columns }, () => '?').join()})`);
  let count = 0;
  let tail = '';
  db.exec('begin');
  for await (const piece of await send(traffic, address, {})) {
    const lines = (tail + String(piece)).split('\n');
    tail = lines.pop()!;
    for (const one of lines) insert.run(JSON.parse(one));
    count += lines.length;
  }
  db.exec('commit');
  return count;
}

async function push(address: string, traffic: Traffic, ids: readonly string[]): Promise<number> {
  for (let from = 0; from < ids.length; from += 500) {
    const batch = ids.slice(from, from + 500).map((id, i) => [`k${from + i}`, id, `Changed ${id.slice(-6)}`]);
    await whole(await send(traffic, address, { method: 'POST', body: JSON.stringify(batch) }));
  }
  return ids.length;
}
