/**
 * Compares the server with a bare peer in the same run, as ratios (the comparisons are described in docs/benchmarks.md). `--write` writes
 * them into that page.
 */
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CONDITIONS } from '@holdfast/contract';
import { sqliteFile } from '@holdfast/server';
import { listAgainstRawSql } from './list.ts';
import { load, median, type Peer, type Shot, startBuilt, startPeer } from './load.ts';
import { machine, writeFigures } from './page.ts';
import { saveAgainstBareTransaction } from './save.ts';
import { type Figure, inTurns, spread } from './turns.ts';
import { makeWorld } from './world.ts';

const ROUNDS = 7;
const ROUND_MS = 1_500;
const CONNECTIONS = 8;

const folder = await mkdtemp(join(tmpdir(), 'holdfast-bench-'));
const ours = join(folder, 'ours');
const theirs = join(folder, 'theirs');
const world = await makeWorld(ours);
await cp(ours, theirs, { recursive: true });

const server = await startBuilt(ours);
const bare = await startPeer([fileURLToPath(new URL('./bare.ts', import.meta.url)), sqliteFile(theirs)], {});

const choices = [null, ...Object.values(CONDITIONS).map((condition) => condition.id)];
const setCondition = (n: number): Shot => ({
  method: 'POST',
  path: '/api/set-condition',
  body: JSON.stringify({
    installationInspectionId: world.installationInspectionId,
    itemId: world.itemIds[n % world.itemIds.length],
    conditionId: choices[Math.floor(n / world.itemIds.length + n) % choices.length],
  }),
});
const getInstallations = (): Shot => ({ method: 'GET', path: '/api/get-installations' });

const measured: Readonly<Record<string, Figure>> = {
  'set-condition, share of the bare handler': await share(setCondition, CONNECTIONS, 0.7),
  'set-condition over one connection, share of the bare handler': await share(setCondition, 1),
  'get-installations, share of the bare handler': await share(getInstallations, CONNECTIONS, 0.8),
  'one save, times the bare transaction': await saveAgainstBareTransaction(join(folder, 'save')),
  'list of 5,000 items, times raw SQL': await listAgainstRawSql(),
  ...(await atRest()),
};
await server.stop();
await bare.stop();
await rm(folder, { recursive: true });
for (const [name, { value, detail, goal }] of Object.entries(measured)) {
  const bound = goal === undefined ? '' : `${goal.isMet ? '' : 'misses '}${goal.text}`;
  console.log(`${name.padEnd(62)} ${value.padStart(8)}   ${bound.padEnd(14)} ${detail}`);
}
console.log(machine());
if (process.argv.includes('--write')) writeFigures('server', measured, machine());

/** Throughput of ours as a share of the peer's. */
async function share(next: (n: number) => Shot, connections: number, goal?: number): Promise<Figure> {
  const measure = (peer: Peer) => () => load(peer, world.token, next, ROUND_MS, connections);
  const turns = await inTurns(ROUNDS, 1, measure(server), measure(bare));
  return {
    value: `${(turns.ratio * 100).toFixed(0)} %`,
    detail: `${turns.ours.toFixed(0)}/s against ${turns.theirs.toFixed(0)}/s, ${spread(turns)}`,
    ...(goal !== undefined && { goal: { text: `≥ ${goal * 100} %`, isMet: turns.ratio >= goal } }),
  };
}

/** Measures the time until the built server answers, and its memory ten seconds later. */
async function atRest(): Promise<Record<string, Figure>> {
  const starts: number[] = [];
  let rss = 0;
  for (let i = 0; i < 3; i++) {
    const peer = await startBuilt(join(folder, `rest-${i}`));
    starts.push(peer.startMs);
    if (i === 0) {
      await sleep(10_000);
      rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${peer.process.pid}/status`, 'utf8'))![1]) / 1024;
    }
    await peer.stop();
  }
  return {
    'start to first answer, empty data folder': {
      value: `${(median(starts) / 1000).toFixed(2)} s`,
      detail: `${starts.map((ms) => ms.toFixed(0)).join(', ')} ms`,
      goal: { text: `≤ 1.5 s`, isMet: median(starts) <= 1_500 },
    },
    'memory ten seconds later': {
      value: `${rss.toFixed(0)} MB`,
      detail: 'resident set',
      goal: { text: '≤ 180 MB', isMet: rss <= 180 },
    },
  };
}
