/**
 * Measures the dashboard of a company with a million items, and how its loading every second affects users of other companies (described in
 * docs/benchmarks.md). `sqlite` or `postgres` on the command line names one engine; BENCH_ITEMS makes a smaller company.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../scripts/suites/postgres.mjs';
import { startBuilt } from '../load.ts';
import { machine } from '../page.ts';
import { ask, percentile, work } from './people.ts';
import { withChildren } from './processorTime.ts';
import { makeFleet } from './world.ts';

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000);
const PEOPLE = Number(process.env['BENCH_PEOPLE'] ?? 200);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 120);
const THINK_MS = 4_000;
/** Duration of a phase in ms. Phases with and without loading alternate, so that other load of the machine affects both equally. */
const PHASE_MS = 3_000;

const named = process.argv.slice(2);
for (const engine of ['sqlite', 'postgres'] as const)
  if (named.length === 0 || named.includes(engine)) await measure(engine);
console.log(machine());

async function measure(engine: 'sqlite' | 'postgres'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-fleet-'));
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  if (cluster !== null && 'missing' in cluster) throw new Error(cluster.missing);
  const url = cluster?.url ?? '';
  try {
    const { largeToken, workplaces } = await makeFleet(folder, url, { items: ITEMS, companies: 20, itemsEach: 40 });
    const server = await startBuilt(folder, url);
    const dashboard = (): Promise<number> => ask(server.address, '/api/get-installations', largeToken, null);
    for (let i = 0; i < 5; i++) await dashboard();
    const times: number[] = [];
    const before = withChildren(server.process.pid!);
    for (let i = 0; i < 30; i++) times.push(await dashboard());
    const spent = (withChildren(server.process.pid!) - before) / times.length;
    const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.95)];
    console.log(
      `${engine}: dashboard of ${ITEMS} items ${middle.toFixed(1)} ms in the middle, 95 % within ${slow.toFixed(1)} ms (goal 50), ${spent.toFixed(1)} ms of the server's processor time`,
    );
    const others = { workplaces, addresses: [server.address], count: PEOPLE, thinkMs: THINK_MS };
    const began = performance.now();
    const isLoaded = (ms: number): boolean => Math.floor(ms / PHASE_MS) % 2 === 1;
    const timer = setInterval(() => {
      if (isLoaded(performance.now() - began)) void dashboard().catch((error: unknown) => console.error(error));
    }, 1_000);
    const answers = await work(others, SECONDS * 1_000).finally(() => clearInterval(timer));
    const [meanwhile, otherwise] = [true, false].map((loaded) =>
      answers.flatMap(({ at, ms }) => (isLoaded(at) === loaded ? [ms] : [])),
    ) as [number[], number[]];
    const [p50, p50Otherwise] = [percentile(meanwhile, 0.5), percentile(otherwise, 0.5)];
    console.log(
      `${engine}: p50 of ${PEOPLE} others ${p50.toFixed(2)} ms while it is loaded every second (${meanwhile.length} answers), ` +
        `${p50Otherwise.toFixed(2)} ms otherwise (${otherwise.length}): ${(p50 / p50Otherwise).toFixed(2)} times (goal 1.2)`,
    );
    for (const share of [0.25, 0.9, 0.95, 0.99])
      console.log(
        `${engine}:   ${share * 100} % within ${percentile(meanwhile, share).toFixed(2)} ms, ${percentile(otherwise, share).toFixed(2)} ms otherwise`,
      );
    await server.stop();
  } finally {
    cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
