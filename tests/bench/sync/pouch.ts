/**
 * The same rows by PouchDB (LevelDB) on both sides, `replicate.from` and `replicate.to` in batches of 1,000. PouchDB is no dependency of ours:
 * it is taken from a folder that has `pouchdb`, `express` and `express-pouchdb` in its `node_modules`.
 * `server folder file modules` prints its port; `client address folder modules` copies at `pull` and sends at `push n`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Sqlite from 'better-sqlite3';

/** The used part of a PouchDB database. */
interface Pouch {
  bulkDocs(docs: object[]): Promise<unknown>;
  allDocs(options: object): Promise<{ rows: { doc: object }[] }>;
  replicate: Record<'from' | 'to', (address: string, options: object) => Promise<{ docs_written: number }>>;
}
type PouchClass = (new (name: string) => Pouch) & { defaults(options: object): PouchClass };

const BATCH = 1_000;
const REPLICATION = { batch_size: BATCH, batches_limit: 10 };

const [role, ...rest] = process.argv.slice(2);
const load = createRequire(join(rest.at(-1)!, 'package.json'));
const PouchDB = load('pouchdb') as PouchClass;
if (role === 'server') await serve(rest[0]!, rest[1]!);
else await copy(rest[0]!, rest[1]!);

async function serve(folder: string, file: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const Stored = PouchDB.defaults({ prefix: `${folder}/` });
  const database = new Stored('items');
  const source = new Sqlite(file, { readonly: true });
  const rows = source.prepare('select * from item order by "_seq"').all() as Record<string, unknown>[];
  source.close();
  // Fields that begin with an underscore are PouchDB's own.
  const docs = rows.map(({ id, _seq, _clk, ...columns }) => ({ _id: id, seq: _seq, clk: _clk, ...columns }));
  for (let from = 0; from < docs.length; from += BATCH) await database.bulkDocs(docs.slice(from, from + BATCH));
  const express = load('express') as () => RequestListener & { use(path: string, handler: unknown): void };
  const handlers = load('express-pouchdb') as (pouch: PouchClass, options: object) => unknown;
  const app = express();
  const options = { mode: 'minimumForPouchDB', inMemoryConfig: true, logPath: join(folder, 'log.txt') };
  app.use('/', handlers(Stored, options));
  const server = createServer(app);
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/items\n`),
  );
}

async function copy(address: string, folder: string): Promise<void> {
  const database = new PouchDB(join(folder, 'pouch'));
  for await (const line of createInterface({ input: process.stdin })) {
    const [word, count] = line.split(' ');
    if (word === 'push') {
      const { rows } = await database.allDocs({ include_docs: true, limit: Number(count) });
      await database.bulkDocs(rows.map(({ doc }, i) => ({ ...doc, name: `Changed ${i}` })));
    }
    const begun = performance.now();
    const done = await database.replicate[word === 'push' ? 'to' : 'from'](address, REPLICATION);
    const ms = performance.now() - begun;
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024;
    process.stdout.write(
      `${JSON.stringify({ ms, rows: done.docs_written, peakMb: Math.round(peak), requests: 0, bytesIn: 0, bytesOut: 0 })}\n`,
    );
  }
}
