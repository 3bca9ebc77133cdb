/**
 * Measures the memory of a server from which 300 desktops of a large company receive everything at once, of which it sends 64 at the same time: with
 * desktops that read as fast as they can, and with desktops that read nothing (described in docs/benchmarks.md). `sqlite` or `postgres` on the command
 * line names one engine; BENCH_ITEMS makes a smaller company.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROTOCOL } from '@holdfast/contract/sync';
import { registry } from '@holdfast/core';
import { uuidV7, versionOf } from '@holdfast/sync';
import { startPostgres } from '../../../scripts/suites/postgres.mjs';
import { type Peer, startBuilt } from '../load.ts';
import { machine } from '../page.ts';
import { makeFleet } from './world.ts';

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 200_000);
const DESKTOPS = 300;
/** Most desktops that one person uses. */
const EACH = 100;
/** Time in ms for which desktops that read nothing stay connected. */
const UNREAD_MS = 15_000;
const AFTER_MS = 30_000;

const named = process.argv.slice(2);
for (const engine of ['sqlite', 'postgres'] as const)
  if (named.length === 0 || named.includes(engine)) await measure(engine);
console.log(machine());

async function measure(engine: 'sqlite' | 'postgres'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-streams-'));
  const cluster = engine === 'postgres' ? await startPostgres() : null;
  if (cluster !== null && 'missing' in cluster) throw new Error(cluster.missing);
  const url = cluster?.url ?? '';
  try {
    const viewers = Math.ceil(DESKTOPS / EACH);
    const { largeTokens } = await makeFleet(folder, url, { items: ITEMS, companies: 1, itemsEach: 1, viewers });
    const server = await startBuilt(folder, url);
    const tokens: string[] = [];
    for (let i = 0; i < DESKTOPS; i++) tokens.push(await desktopOf(server.address, largeTokens[i % viewers]!));
    const idle = residentMb(server);
    for (const reads of [true, false]) {
      const { peak, statuses, bytes } = await all(server, tokens, reads);
      await delay(AFTER_MS);
      console.log(
        `${engine}: ${DESKTOPS} pulls of ${ITEMS} items at once by desktops that ${reads ? 'read' : 'read nothing'}: ` +
          `${idle} MB before, at most ${peak} MB, ${residentMb(server)} MB ${AFTER_MS / 1000} s later; ` +
          `answers ${JSON.stringify(statuses)}, ${Math.round(bytes / 1e6)} MB received`,
      );
    }
    await server.stop();
  } finally {
    cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Requests everything as each desktop at once, and samples the memory of the server until all answers have ended. */
async function all(
  server: Peer,
  tokens: readonly string[],
  reads: boolean,
): Promise<{ peak: number; statuses: Record<string, number>; bytes: number }> {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(server))), 100);
  const answers = await Promise.all(tokens.map((token) => pull(server.address, token, reads)));
  clearInterval(timer);
  const statuses: Record<string, number> = {};
  for (const { status } of answers) statuses[status] = (statuses[status] ?? 0) + 1;
  return { peak, statuses, bytes: answers.reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** Requests everything as a new desktop. @returns status of the answer, or the reason why it ended early */
function pull(address: string, token: string, reads: boolean): Promise<{ status: string; bytes: number }> {
  const body = JSON.stringify({
    protocol: PROTOCOL,
    schema: versionOf(registry),
    epoch: null,
    scopes: {},
    upgradedFrom: null,
  });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip' };
  return new Promise((resolve) => {
    let bytes = 0;
    const sent = request(`${address}/ext/sync/pull`, { method: 'POST', headers, agent: false });
    sent.on('error', ({ message }) => resolve({ status: message, bytes }));
    sent.on('response', (answer: IncomingMessage) => {
      const status = String(answer.statusCode);
      const ended = (): void => resolve({ status: answer.complete ? status : `${status} ended early`, bytes });
      answer.on('error', ended).on('close', ended);
      if (reads || answer.statusCode !== 200) answer.on('data', (piece: Buffer) => (bytes += piece.length));
      else
        setTimeout(() => {
          sent.destroy();
          ended();
        }, UNREAD_MS);
    });
    sent.end(body);
  });
}

/** Registers a desktop. @returns its token */
async function desktopOf(address: string, session: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const answer = await fetch(`${address}/ext/devices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ deviceId: uuidV7(Date.now(), randomBytes(10)), token, name: 'Tablet', appVersion: '1.0.0' }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return token;
}

/** Resident memory of a server in MB. */
function residentMb({ process: { pid } }: Peer): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
  return Math.round(Number(kilobytes) / 1024);
}
