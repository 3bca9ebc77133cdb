/**
 * Figures of synchronisation (the comparisons are described in docs/benchmarks.md). All of them, or those named on the command line: `copy`
 * (or only its part `push`), `history` and `company`.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sqliteFile } from '@holdfast/server';
import Sqlite from 'better-sqlite3';
import { median } from '../load.ts';
import { machine } from '../page.ts';
import { drawnOrder } from '../turns.ts';
import { besideOthers, monthsBehind, newDevice, type Stay, succeeded } from './company.ts';
import { type OtherCopy, otherCopy } from './otherCopy.ts';
import { bundle, type Go, start, type Worker } from './processes.ts';
import { seed } from './records.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const PUSHED = Number(process.env['BENCH_PUSHED'] ?? ROWS / 10);
const FOREIGN = Number(process.env['BENCH_FOREIGN'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** A folder with PouchDB in its `node_modules`. */
const POUCH = process.env['BENCH_POUCH'];
/** A folder with another program that copies rows. */
const OTHER = process.env['BENCH_COPY'];

/** Runs one round of every participant in turn. */
interface Round {
  ours: { pull: Go; push: Go; idle: Go };
  limit: { pull: Go; push: Go };
  other: OtherCopy | null;
  pouch: { pull: Go; push: Go } | null;
}

const named = process.argv.slice(2);
const figures = { copy: againstCopy, push: pushAgainstCopy, history: withHistory, company: ofCompanies };
const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-sync-'));
await bundle();
for (const [name, figure] of Object.entries(figures))
  if (named.length === 0 ? name !== 'push' : named.includes(name)) await figure();
await rm(folder, { recursive: true });
console.log(machine());

/** A company to copy, and the tables of its items and of their log. */
async function source(hasLog = false): Promise<{ origin: string; token: string; ddl: string }> {
  const origin = join(folder, hasLog ? 'origin-log' : 'origin');
  const { token } = await seed(origin, ROWS, { hasLog });
  const database = new Sqlite(sqliteFile(origin));
  const tables = `select sql from sqlite_master where type = 'table' and name in ('item', 'change')`;
  const ddl = (database.prepare(tables).pluck().all() as string[]).join(';\n');
  database.close();
  return { origin, token, ddl };
}

async function againstCopy(): Promise<void> {
  const { origin, token, ddl } = await source();
  const all: Round[] = [];
  const inTurn = drawnOrder();
  for (let round = 0; round < ROUNDS; round++) {
    const sides = {
      limit: () => limit(origin, round, ddl),
      ours: () => ours(origin, round, token),
      other: () => other(round),
      pouch: () => (POUCH === undefined ? null : pouch(origin, round, POUCH)),
    };
    all.push(await inTurn(sides));
  }
  const ratio = spread(all);
  const seconds = (of: (round: Round) => Go): string =>
    `${(median(all.map((round) => of(round).ms)) / 1000).toFixed(2)} s`;
  const { ours: first, limit: copied } = all[0]!;
  print(
    `first sync of ${ROWS} records, times the copy`,
    ratio(({ ours: a, limit: b }) => a.pull.ms / b.pull.ms),
    `${seconds(({ ours: a }) => a.pull)} against ${seconds(({ limit: b }) => b.pull)}`,
  );
  print(
    'bytes of its bodies, times the copy',
    ratio(({ ours: a, limit: b }) => a.pull.bytesIn / b.pull.bytesIn),
    `${first.pull.bytesIn} against ${copied.pull.bytesIn}`,
  );
  print(
    'memory of the device, MB',
    ratio(({ ours: a }) => a.pull.peakMb),
    `copy: ${copied.pull.peakMb}`,
  );
  print(
    'longest wait of a local read meanwhile, ms',
    ratio(({ ours: a }) => a.pull.waitMs ?? 0),
    '',
  );
  printPush(all);
  print(
    'a sync with nothing to say, bytes of the answer',
    ratio(({ ours: a }) => a.idle.bytesIn),
    `${first.idle.requests} request, ${seconds((round) => round.ours.idle)}`,
  );
  if (OTHER === undefined) console.log('The other copy is left out: BENCH_COPY names no folder that has it.');
  else {
    const took = (of: (copy: OtherCopy) => number): string =>
      `the other copy: ${(median(all.map((round) => of(round.other!))) / 1000).toFixed(2)} s`;
    print(
      'first sync, times the other copy',
      ratio(({ ours: a, other: b }) => a.pull.ms / b!.pullMs),
      took(({ pullMs }) => pullMs),
    );
    print(
      'push, times the other copy',
      ratio(({ ours: a, other: b }) => a.push.ms / b!.pushMs),
      took(({ pushMs }) => pushMs),
    );
  }
  if (POUCH === undefined) {
    console.log('PouchDB is left out: BENCH_POUCH names no folder that has it.');
    return;
  }
  for (const word of ['pull', 'push'] as const)
    print(
      `${word === 'pull' ? 'first sync' : 'push'}, times as fast as PouchDB`,
      ratio(({ ours: a, pouch: b }) => b![word].ms / a[word].ms),
      `PouchDB: ${seconds((round) => round.pouch![word])}`,
    );
}

async function pushAgainstCopy(): Promise<void> {
  const { origin, token, ddl } = await source();
  const all: Pick<Round, 'ours' | 'limit'>[] = [];
  const inTurn = drawnOrder();
  for (let round = 0; round < ROUNDS; round++)
    all.push(await inTurn({ limit: () => limit(origin, round, ddl), ours: () => ours(origin, round, token) }));
  printPush(all);
}

async function withHistory(): Promise<void> {
  const { origin, token, ddl } = await source(true);
  const all: { ours: Go; limit: Go }[] = [];
  const inTurn = drawnOrder();
  for (let round = 0; round < ROUNDS; round++)
    all.push(
      await inTurn({
        limit: async () => (await limit(origin, round, ddl, true)).pull,
        ours: async () => (await ours(origin, round, token)).pull,
      }),
    );
  const ratio = spread(all);
  const seconds = (of: 'ours' | 'limit'): string => `${(median(all.map((one) => one[of].ms)) / 1000).toFixed(2)} s`;
  print(
    `first sync of ${ROWS} records with their log, times the copy`,
    ratio(({ ours: a, limit: b }) => a.ms / b.ms),
    `${seconds('ours')} against ${seconds('limit')}`,
  );
  print(
    'bytes of its bodies, times the copy',
    ratio(({ ours: a, limit: b }) => a.bytesIn / b.bytesIn),
    `${all[0]!.ours.bytesIn} against ${all[0]!.limit.bytesIn}`,
  );
}

/** On a busy machine the processor time is more reliable than the elapsed time. */
function printPush(all: readonly Pick<Round, 'ours' | 'limit'>[]): void {
  const ratio = spread(all);
  const middle = (of: (go: Pick<Round, 'ours' | 'limit'>) => number): string =>
    `${(median(all.map(of)) / 1000).toFixed(2)} s`;
  print(
    `push of ${PUSHED} changes, times the copy`,
    ratio(({ ours: a, limit: b }) => a.push.ms / b.push.ms),
    `${middle(({ ours: a }) => a.push.ms)} against ${middle(({ limit: b }) => b.push.ms)}`,
  );
  print(
    'its processor time on both sides, times the copy',
    ratio(({ ours: a, limit: b }) => a.push.cpuMs! / b.push.cpuMs!),
    `${middle(({ ours: a }) => a.push.cpuMs!)} against ${middle(({ limit: b }) => b.push.cpuMs!)}`,
  );
}

async function ofCompanies(): Promise<void> {
  const own = ROWS / 10;
  const stays = await besideOthers(folder, { items: own, foreign: FOREIGN, rounds: ROUNDS });
  const ratio = spread(stays);
  const seconds = (of: (stay: (typeof stays)[number]) => Go): string =>
    `${(median(stays.map((stay) => of(stay).ms)) / 1000).toFixed(2)} s`;
  const against = (word: keyof Stay): string =>
    `${seconds(({ beside }) => beside[word])} against ${seconds(({ alone }) => alone[word])}`;
  print(
    `first sync of ${own} beside ${FOREIGN} foreign, times alone`,
    ratio(({ alone, beside }) => beside.pull.ms / alone.pull.ms),
    against('pull'),
  );
  print(
    'its bytes, times alone',
    ratio(({ alone, beside }) => beside.pull.bytesIn / alone.pull.bytesIn),
    '',
  );
  print(
    'a sync with nothing to say beside them, times alone',
    ratio(({ alone, beside }) => beside.idle.ms / alone.idle.ms),
    `${stays[0]!.beside.idle.bytesIn} B against ${stays[0]!.alone.idle.bytesIn} B`,
  );
  const [changed, times] = [own / 2, 20];
  const behind = await monthsBehind(folder, { items: own, changed, times });
  print(
    `months behind, ${changed} rows changed ${times} times: rows`,
    String(behind.recordsIn).padStart(8),
    `${behind.bytesIn} B, ${(behind.ms / 1000).toFixed(2)} s`,
  );
}

async function ours(origin: string, round: number, token: string): Promise<Round['ours']> {
  const name = `${basename(origin)}-${round}`;
  const data = join(folder, `ours-${name}`);
  await cp(origin, data, { recursive: true });
  const server = start('server', [data]);
  const device = await newDevice(folder, name, await server.first, token);
  const pull = succeeded(await device.ask('sync'));
  await device.ask(`edit ${PUSHED}`);
  const push = succeeded(await measured(device, server, 'sync'));
  if (push.recordsOut !== PUSHED) throw new Error(`Not everything was sent: ${JSON.stringify(push)}`);
  await device.ask('sync');
  const idle = succeeded(await device.ask('sync'));
  await device.stop();
  await server.stop();
  return { pull, push, idle };
}

async function limit(origin: string, round: number, ddl: string, hasLog = false): Promise<Round['limit']> {
  const data = join(folder, `limit-${basename(origin)}-${round}`);
  await cp(origin, data, { recursive: true });
  await writeFile(join(data, 'item.sql'), ddl);
  const server = start('limit', ['server', sqliteFile(data), ...(hasLog ? ['log'] : [])]);
  const client = start('limit', ['client', await server.first, data]);
  const pull = await client.ask('pull');
  await client.ask(`edit ${PUSHED}`);
  const push = await measured(client, server, 'push');
  if (push.rows !== PUSHED) throw new Error(`The copy sent ${push.rows} rows.`);
  await client.stop();
  await server.stop();
  return { pull, push };
}

/** Asks a device, and adds the processor time that it and its server used. */
async function measured(device: Worker, server: Worker, line: string): Promise<Go> {
  const before = device.cpuMs() + server.cpuMs();
  const go = await device.ask(line);
  return { ...go, cpuMs: device.cpuMs() + server.cpuMs() - before };
}

async function other(round: number): Promise<Round['other']> {
  if (OTHER === undefined) return null;
  return otherCopy(OTHER, join(folder, `other-${round}`), { rows: ROWS, pushed: PUSHED });
}

async function pouch(origin: string, round: number, modules: string): Promise<Round['limit']> {
  const data = join(folder, `pouch-${round}`);
  await mkdir(data);
  const server = start('pouch', ['server', join(data, 'server'), sqliteFile(origin), modules]);
  const client = start('pouch', ['client', await server.first, data, modules]);
  const pull = await client.ask('pull');
  const push = await client.ask(`push ${PUSHED}`);
  await client.stop();
  await server.stop();
  return { pull, push };
}

/** Formats the median of the rounds with the smallest and the largest. */
function spread<T>(rounds: readonly T[]): (of: (round: T) => number) => string {
  return (of) => {
    const all = rounds.map(of);
    return `${median(all).toFixed(2).padStart(8)}   ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
  };
}

function print(name: string, value: string, detail: string): void {
  console.log(`${name.padEnd(58)} ${value}   ${detail}`);
}
