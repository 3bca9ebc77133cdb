/** Figures of synchronisation against the least a copy costs, in turns (docs/benchmarks.md says what is compared). */
import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sqliteFile } from '@holdfast/server';
import Sqlite from 'better-sqlite3';
import { median } from '../load.ts';
import { seed } from './records.ts';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 100_000);
const PUSHED = ROWS / 10;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

/** What one go came to. */
interface Go {
  ms: number;
  rows: number;
  peakMb: number;
  requests: number;
  bytesIn: number;
  bytesOut: number;
  status?: string;
  recordsIn?: number;
  recordsOut?: number;
}

/** A process that answers a line with a line. */
interface Teller {
  ask(line: string): Promise<Go>;
  first: Promise<string>;
  stop(): Promise<void>;
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-sync-'));
const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));
const origin = join(folder, 'origin');
const { token } = await seed(origin, ROWS);
const source = new Sqlite(sqliteFile(origin));
const ddl = source.prepare(`select sql from sqlite_master where name = 'item'`).pluck().get() as string;
source.close();

const rounds: { ours: { pull: Go; push: Go; idle: Go }; limit: { pull: Go; push: Go } }[] = [];
for (let round = 0; round < ROUNDS; round++) rounds.push({ limit: await limit(round), ours: await ours(round) });
await rm(folder, { recursive: true });

const ratio = (of: (round: (typeof rounds)[number]) => number): string => {
  const all = rounds.map(of);
  return `${median(all).toFixed(2).padStart(8)}   ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
};
const seconds = (of: (round: (typeof rounds)[number]) => Go): string =>
  `${(median(rounds.map((round) => of(round).ms)) / 1000).toFixed(2)} s`;
const figures: [string, string, string][] = [
  [
    `first sync of ${ROWS} records, times the copy`,
    ratio(({ ours: a, limit: b }) => a.pull.ms / b.pull.ms),
    `${seconds((round) => round.ours.pull)} against ${seconds((round) => round.limit.pull)}`,
  ],
  [
    'bytes of its bodies, times the copy',
    ratio(({ ours: a, limit: b }) => a.pull.bytesIn / b.pull.bytesIn),
    `${rounds[0]!.ours.pull.bytesIn} against ${rounds[0]!.limit.pull.bytesIn}`,
  ],
  ['memory of the device, MB', ratio(({ ours: a }) => a.pull.peakMb), `copy: ${rounds[0]!.limit.pull.peakMb}`],
  [
    `push of ${PUSHED} changes, times the copy`,
    ratio(({ ours: a, limit: b }) => a.push.ms / b.push.ms),
    `${seconds((round) => round.ours.push)} against ${seconds((round) => round.limit.push)}`,
  ],
  [
    'a sync with nothing to say, bytes of the answer',
    ratio(({ ours: a }) => a.idle.bytesIn),
    `${rounds[0]!.ours.idle.requests} request, ${seconds((round) => round.ours.idle)}`,
  ],
];
for (const [name, value, detail] of figures) console.log(`${name.padEnd(50)} ${value}   ${detail}`);

async function ours(round: number): Promise<{ pull: Go; push: Go; idle: Go }> {
  const data = join(folder, `ours-${round}`);
  await cp(origin, data, { recursive: true });
  const server = tell(here('server.ts'), [data]);
  const deviceFolder = join(folder, `device-${round}`);
  await mkdir(deviceFolder);
  const device = tell(here('device.ts'), [await server.first, deviceFolder, token]);
  const pull = await device.ask('sync');
  const push = await device.ask(`edit ${PUSHED}`);
  await device.ask('sync');
  const idle = await device.ask('sync');
  await device.stop();
  await server.stop();
  if (pull.status !== 'Success' || push.status !== 'Success' || push.recordsOut !== PUSHED)
    throw new Error(`A run failed: ${JSON.stringify({ pull, push })}`);
  return { pull, push, idle };
}

async function limit(round: number): Promise<{ pull: Go; push: Go }> {
  const data = join(folder, `limit-${round}`);
  await cp(origin, data, { recursive: true });
  await writeFile(join(data, 'item.sql'), ddl);
  const server = tell(here('limit.ts'), ['server', data]);
  const client = tell(here('limit.ts'), ['client', await server.first, data]);
  const pull = await client.ask('pull');
  const push = await client.ask(`push ${PUSHED}`);
  await client.stop();
  await server.stop();
  return { pull, push };
}

function tell(file: string, args: string[]): Teller {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Error(`${file} ended.`);
    return line.value;
  };
  return {
    get first() {
      return next();
    },
    async ask(line) {
      child.stdin!.write(`${line}\n`);
      return JSON.parse(await next()) as Go;
    },
    async stop() {
      const gone = new Promise((resolve) => void child.once('exit', resolve));
      child.kill();
      await gone;
    },
  };
}
