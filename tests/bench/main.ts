/**
 * Figures of the server against a bare peer in the same run, as ratios (the comparisons are described in docs/benchmarks.md). `--json` prints them for
 * programs.
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
import { saveAgainstBareTransaction } from './save.ts';
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

const figures = {
  'set-condition, share of the bare handler': await ratio(setCondition),
  'get-installations, share of the bare handler': await ratio(getInstallations),
  'one save, times the bare transaction': await saveAgainstBareTransaction(join(folder, 'save')),
  'list of 5,000 items, times raw SQL': await listAgainstRawSql(),
  ...(await atRest()),
};
await server.stop();
await bare.stop();
await rm(folder, { recursive: true });
for (const [name, { value, detail }] of Object.entries(figures))
  console.log(`${name.padEnd(50)} ${value.padStart(10)}   ${detail}`);

/** Throughput of ours over the peer's, in turns; the middle of the rounds' ratios. */
async function ratio(next: (n: number) => Shot): Promise<{ value: string; detail: string }> {
  const measure = (peer: Peer): Promise<number> => load(peer, world.token, next, ROUND_MS, CONNECTIONS);
  await measure(server);
  await measure(bare);
  const rounds: { a: number; b: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push({ a: await measure(server), b: await measure(bare) });
  const ratios = rounds.map(({ a, b }) => a / b);
  const perSecond = (of: (round: { a: number; b: number }) => number): string => median(rounds.map(of)).toFixed(0);
  return {
    value: `${(median(ratios) * 100).toFixed(0)} %`,
    detail: `${perSecond((round) => round.a)}/s against ${perSecond((round) => round.b)}/s, rounds ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
  };
}

/** Measures the time until the built server answers, and its memory ten seconds later. */
async function atRest(): Promise<Record<string, { value: string; detail: string }>> {
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
    },
    'memory ten seconds later': { value: `${rss.toFixed(0)} MB`, detail: 'resident set' },
  };
}
