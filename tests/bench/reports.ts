/**
 * Measures the printing of a long report: its cost beside that of the report engine for the same pages, the effect on other users, memory,
 * and fairness under load. docs/benchmarks.md has the bounds.
 */
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReportRun } from '@holdfast/contract';
import { accountByEmail, buildApplication, dispatch, handlers, type ReportToPrint } from '@holdfast/core';
import { testPorts } from '@holdfast/core/testing';
import { blobFolder, diskBlobs, openSqlite } from '@holdfast/host';
import { sqliteFile } from '@holdfast/server';
import { render, type RenderRequest } from '../../packages/frx/src/node/index.ts';
import { dataFor } from '../../packages/host/src/reports/reportData.ts';
import { median } from './load.ts';
import { ask, makeReportWorld, PEOPLE, startDemo } from './reportWorld.ts';

const ROUNDS = 5;
/** Requests a second of those who do not print. */
const OTHERS_PER_SECOND = 40;
const IDLE_MS = 8_000;
/** Program that reads a report in a separate process. */
const READER = new URL('./reportReader.ts', import.meta.url);
const THREAD = new URL('../../dist/server/render.worker.js', import.meta.url);

const folder = await mkdtemp(join(tmpdir(), 'holdfast-reports-'));
const maker = await startDemo(folder);
const world = await makeReportWorld(maker, folder);
await maker.stop();
// Memory left from the creation of the fleet is not measured.
const server = await startDemo(folder);
try {
  await measure();
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}

async function measure(): Promise<void> {
  const [token] = world.tokens as [string];
  // The engine is loaded with the first report.
  await printed(token, 'short');
  await sleep(2_000);
  const idle = await others(() => sleep(IDLE_MS));
  const idleMemory = memory('VmRSS');
  const gathered = await gather();
  const rounds: { ours: number; engine: number }[] = [];
  const processor = { ours: 0, engine: 0 };
  let pages = 0;
  let bytes = 0;
  writeFileSync(`/proc/${server.process.pid}/clear_refs`, '5');
  for (let i = 0; i < ROUNDS; i += 1) {
    const before = process.cpuUsage();
    const engine = await timed(async () => (pages = await engineAlone(gathered)));
    const { user, system } = process.cpuUsage(before);
    const busy = processorMs();
    const ours = await timed(async () => (bytes = await printed(token, 'long')));
    rounds.push({ ours, engine });
    processor.engine += (user + system) / 1000;
    processor.ours += processorMs() - busy;
  }
  const most = memory('VmHWM') - idleMemory;
  const during = await others(async () => {
    for (let i = 0; i < ROUNDS; i += 1) await printedElsewhere(token);
  });
  const ratios = rounds.map(({ ours, engine }) => ours / engine);
  say('pages', String(pages), `${(bytes / 1024 / 1024).toFixed(0)} MB of PDF`);
  say(
    'printing, times the engine alone',
    median(ratios).toFixed(2),
    `bound 1.3; ${seconds(median(rounds.map(({ ours }) => ours)))} against ${seconds(median(rounds.map(({ engine }) => engine)))}, rounds ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`,
  );
  say(
    'processor time, times that of the engine alone',
    (processor.ours / processor.engine).toFixed(2),
    `${seconds(processor.ours / ROUNDS)} against ${seconds(processor.engine / ROUNDS)}`,
  );
  say(
    "other requests' p99, times that of the idle server",
    (during.p99 / idle.p99).toFixed(1),
    `bound 3; ${during.p99.toFixed(1)} ms of ${during.count} against ${idle.p99.toFixed(1)} ms of ${idle.count}, longest ${during.longest.toFixed(0)} against ${idle.longest.toFixed(0)} ms`,
  );
  say(
    'most memory, above the idle server',
    `${most.toFixed(0)} MB`,
    `bound 700 MB; process, idle ${idleMemory.toFixed(0)} MB`,
  );
  const crowd = await crowdOf();
  say(
    `${PEOPLE} people at once`,
    seconds(crowd.ms),
    `${crowd.served} served; ${crowd.placed} saw their place in the queue, and the two who are printed first are not queued`,
  );
}

function say(name: string, value: string, detail: string): void {
  console.log(`${name.padEnd(52)} ${value.padStart(9)}   ${detail}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Megabytes of the server's process, as proc(5) counts them. */
function memory(line: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${server.process.pid}/status`, 'utf8');
  return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)![1]) / 1024;
}

/** Milliseconds of processor time the server's process has taken, in all its threads (proc(5): hundredths of a second). */
function processorMs(): number {
  const fields = readFileSync(`/proc/${server.process.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Requests a report from the server and reads it to the end. @returns its bytes */
async function printed(token: string, which: 'long' | 'short', runId = randomUUID()): Promise<number> {
  const { path, body } = orderOf(which, runId);
  const answer = await send(path, token, body);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}.`);
  let bytes = 0;
  answer.on('data', (piece: Buffer) => (bytes += piece.length));
  await once(answer, 'end');
  return bytes;
}

/** Lets another process request and read the long report, because the time to read it here would count as a wait of the others. */
async function printedElsewhere(token: string): Promise<void> {
  const { path, body } = orderOf('long', randomUUID());
  const reader = fork(READER, [server.address + path, token, body]);
  const [code] = (await once(reader, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${path} was not read to its end.`);
}

function orderOf(which: 'long' | 'short', runId: string): { path: string; body: string } {
  const { reportId, installationId, shortReportId, installationInspectionId } = world;
  return which === 'long'
    ? {
        path: '/execute-report-installations',
        body: JSON.stringify({ reportId, installationIds: [installationId], runId }),
      }
    : {
        path: '/execute-report-installation-inspection',
        body: JSON.stringify({ reportId: shortReportId, installationInspectionId, runId }),
      };
}

/** A request as its answer begins. */
function send(path: string, token: string, body?: string, agent?: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const call = request(server.address + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/pdf' },
      ...(agent === undefined ? {} : { agent }),
    });
    call.once('response', resolve);
    call.once('error', reject);
    call.end(body);
  });
}

/** The report in the form that the server passes to the engine, with its data in memory. */
async function gather(): Promise<RenderRequest> {
  const { reportId, installationId } = world;
  const databases = openSqlite(sqliteFile(folder));
  let report: ReportToPrint | undefined;
  const { engine, read, write } = databases;
  const application = buildApplication({
    engine,
    read,
    write,
    handlers,
    deviceId: 'server',
    ports: {
      ...testPorts(() => Date.now()),
      blobs: diskBlobs({ blobs: blobFolder({ dataFolder: folder }), renditions: join(folder, 'renditions') }),
      reports: {
        ...testPorts(() => 0).reports,
        print(asked) {
          report = asked;
          return Promise.resolve({ kind: 'busy', retryAfterSeconds: 0 });
        },
      },
    },
  });
  const account = (await accountByEmail(read, 'reader-0@northmere.example'))!;
  const input = { reportId, installationIds: [installationId] };
  const actor = { ...account, userId: account.id, tokenId: '' };
  await dispatch(application, { operation: 'executeReportInstallations', input, actor }).catch(() => undefined);
  const { template, dataSet, title, now } = report!;
  const { name, tables } = dataFor(dataSet);
  const text = new TextDecoder().decode(template);
  const inMemory = [];
  for (const table of tables) {
    const pieces = [];
    for await (const piece of table.rows((word) => text.includes(word))) pieces.push(piece);
    inMemory.push({ ...table, rows: pieces.flat() });
  }
  await databases.close();
  return {
    template,
    dataSets: [{ name, tables: inMemory }],
    format: 'pdf',
    title,
    now,
    culture: 'en-GB',
    fonts: { installed: false },
  };
}

/** Prints in a thread of this process, without a server around it. @returns pages */
async function engineAlone(gathered: RenderRequest): Promise<number> {
  let pages = 0;
  for await (const event of render(gathered, { thread: THREAD })) if (event.kind === 'progress') pages = event.pages;
  return pages;
}

/** Response times in ms of other users, who request their installations at a steady pace meanwhile. */
async function others(meanwhile: () => Promise<unknown>): Promise<{ p99: number; longest: number; count: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const took: number[] = [];
  const asked: Promise<void>[] = [];
  const pace = setInterval(() => {
    const began = performance.now();
    asked.push(
      listInstallations(agent, world.tokens[asked.length % PEOPLE]!).then(
        () => void took.push(performance.now() - began),
      ),
    );
  }, 1000 / OTHERS_PER_SECOND);
  await meanwhile();
  clearInterval(pace);
  await Promise.all(asked);
  agent.destroy();
  const sorted = took.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)]!, longest: sorted.at(-1)!, count: sorted.length };
}

async function listInstallations(agent: Agent, token: string): Promise<void> {
  const answer = await send('/api/get-installations', token, undefined, agent);
  answer.resume();
  await once(answer, 'end');
}

/** Lets all users request a report at the same time. */
async function crowdOf(): Promise<{ ms: number; served: number; placed: number }> {
  const began = performance.now();
  const seen = await Promise.all(
    world.tokens.map(async (token) => {
      const runId = randomUUID();
      let place = 0;
      const readPlace = async (): Promise<void> => {
        const run = await ask<ReportRun | null>(server, token, 'GET', `/ext/report-runs/${runId}`);
        place = Math.max(place, run?.place ?? 0);
      };
      const timer = setInterval(() => void readPlace(), 300);
      const bytes = await printed(token, 'short', runId).finally(() => clearInterval(timer));
      return { bytes, place };
    }),
  );
  return {
    ms: performance.now() - began,
    served: seen.filter(({ bytes }) => bytes > 0).length,
    placed: seen.filter(({ place }) => place > 0).length,
  };
}
