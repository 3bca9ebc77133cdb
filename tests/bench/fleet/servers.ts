/**
 * One to four server processes over one PostgreSQL (described in docs/scaling.md): requests answered, and the processor time that a request costs
 * the servers and the database. BENCH_SERVERS names the numbers of processes, BENCH_ROUNDS how often each is measured.
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '../../../scripts/suites/postgres.mjs';
import { median, type Peer, startBuilt } from '../load.ts';
import { machine } from '../page.ts';
import { percentile, work } from './people.ts';
import { withChildren } from './processorTime.ts';
import { makeFleet, type Workplace } from './world.ts';

const COUNTS = (process.env['BENCH_SERVERS'] ?? '1,2,3,4').split(',').map(Number);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const ROUND_MS = 10_000;
/** Requests under way at a time: enough to keep every process busy. */
const CONNECTIONS = 32;

/** Figures of one round. */
interface Round {
  perSecond: number;
  p50: number;
  p95: number;
  /** Processor time of a request, ms. */
  serverMs: number;
  databaseMs: number;
}

const folder = await mkdtemp(join(tmpdir(), 'holdfast-servers-'));
const cluster = await startPostgres();
if ('missing' in cluster) throw new Error(cluster.missing);
const postmaster = await postmasterOf(cluster.url);
try {
  const { workplaces } = await makeFleet(folder, cluster.url, { items: 50_000, companies: 20, itemsEach: 40 });
  const rounds = new Map<number, Round[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const count of COUNTS) {
      const servers = await Promise.all(Array.from({ length: count }, () => startBuilt(folder, cluster.url)));
      rounds.get(count)!.push(await measure(servers, workplaces));
      for (const server of servers) await server.stop();
    }
  console.log('servers   requests/s   p50 ms   p95 ms   processor ms a request: servers   PostgreSQL');
  for (const [count, all] of rounds) {
    const middle = (of: (round: Round) => number, digits: number): string =>
      median(all.map(of)).toFixed(digits).padStart(8);
    console.log(
      `${String(count).padStart(7)}   ${middle(({ perSecond }) => perSecond, 0)}   ${middle(({ p50 }) => p50, 1)} ${middle(({ p95 }) => p95, 1)}` +
        `   ${middle(({ serverMs }) => serverMs, 2)}   ${middle(({ databaseMs }) => databaseMs, 2)}`,
    );
  }
} finally {
  cluster.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(machine());

async function measure(servers: readonly Peer[], workplaces: readonly Workplace[]): Promise<Round> {
  const people = {
    workplaces,
    addresses: servers.map(({ address }) => address),
    count: CONNECTIONS,
    thinkMs: 0,
  };
  await work(people, 2_000);
  const spent = (): { servers: number; database: number } => ({
    servers: servers.reduce((sum, { process: { pid } }) => sum + withChildren(pid!), 0),
    database: withChildren(postmaster),
  });
  const before = spent();
  const began = performance.now();
  const answers = await work(people, ROUND_MS);
  const seconds = (performance.now() - began) / 1000;
  const after = spent();
  // The first fifth of the time is not among the answers.
  const all = answers.length / 0.8;
  const times = answers.map(({ ms }) => ms);
  return {
    perSecond: all / seconds,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    serverMs: (after.servers - before.servers) / all,
    databaseMs: (after.database - before.database) / all,
  };
}

/** The process of this run's PostgreSQL that starts all others. */
async function postmasterOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  await client.end();
  return Number(readFileSync(join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
}
