/**
 * Measures the transfer of photos over a connection of a given speed, after `npm run build`: one desktop sends them, another receives them;
 * first undisturbed, then with the connection cut ten times and either process killed once. `--all` sends 2,000, and disturbs that pass
 * alone. The targets are in docs/benchmarks.md.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import type { Call } from '@holdfast/contract/client';
import { tinyPhoto } from '@holdfast/core/testing';
import { blobFile } from '@holdfast/host';
import { type Prng, prng } from '@holdfast/sync/testing';
import { type Agent, startAgent } from '../../e2e/fixtures/agent.ts';
import { makeCompany, makeRig } from '../../e2e/fixtures/company.ts';
import { startServer } from '../../e2e/fixtures/server.ts';
import { enterDesktop } from '../../faults/arena.ts';
import { median } from '../load.ts';
import { addStretch, type Seen, type Stretch } from './contents.ts';
import { openSlowConnection, type SlowConnection } from './slowConnection.ts';

const { values } = parseArgs({
  options: {
    photos: { type: 'string' },
    bytes: { type: 'string', default: '3000000' },
    mbit: { type: 'string', default: '100' },
    latency: { type: 'string', default: '10' },
    cuts: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
  },
});
const PHOTOS = Number(values.photos ?? (values.all ? 2000 : 80));
const BYTES = Number(values.bytes);
const BITS_PER_SECOND = Number(values.mbit) * 1e6;
const BUILT = join(import.meta.dirname, '../../../dist');
const MEGABYTE = 1024 * 1024;
/** Time in ms for which a cut connection or a killed process stays away. */
const AWAY_MS = 500;
/** Time in ms without a new byte after which nothing is in transit any more. */
const PATIENCE_MS = 180_000;

/** A desktop and its connection. */
interface Desktop {
  agent: Agent;
  line: SlowConnection;
  call: Call;
}

/** Traffic of the connection in one direction. */
interface Passage {
  way: Seen['way'];
  /** Times of the first and the newest byte of a photo; ms. */
  first: number;
  last: number;
  /** Bytes of photos, including those received twice. */
  bytes: number;
  /** Parts of each photo received, and those received again. */
  come: Map<string, Stretch[]>;
  again: Map<string, Stretch[]>;
  againBytes: number;
  /** Total time in ms for which the connection or a process was away between the first and the last byte. */
  away: number;
  /** From each return, of the connection or of a process, to the next byte of a photo, ms. */
  pauses: { cut: number[]; killed: number[] };
}

const server = await startServer({ demo: false, program: join(BUILT, 'server/main.js') });
const company = await makeCompany(server);
const rig = await makeRig(company);
const items = Object.values(rig.items);
let passage = newPassage('up');
let received = (): void => undefined;
const sender = await openDesktop();
const receiver = await openDesktop();
const sent: string[] = [];
try {
  if (!values.all) await pass('undisturbed', 0, prng(Number(values.seed), 0));
  await pass('disturbed', Number(values.cuts), prng(Number(values.seed), 1));
  for (const folder of [server.folder, receiver.agent.folder])
    for (const sha256 of sent)
      if ((await hashOf(blobFile(join(folder, 'blobs'), company.id, sha256))) !== sha256)
        throw new Error(`${sha256} in ${folder} is not what was sent.`);
  console.log(`${sent.length} photos lie on the server and on the other desktop with the hash they were made with.`);
} finally {
  for (const { agent, line } of [sender, receiver]) {
    await agent.remove();
    await line.close();
  }
  await server.remove();
}

/** Sends different photos from one desktop to the server, and from there to the other desktop. */
async function pass(name: string, cuts: number, random: Prng): Promise<void> {
  sender.line.open(false);
  receiver.line.open(false);
  const fresh: string[] = [];
  for (let i = 0; i < PHOTOS; i += 1) {
    const photo = newPhoto();
    fresh.push(createHash('sha256').update(photo).digest('hex'));
    await sender.call('addImageToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: items[i % items.length]!,
      filename: `photo-${i}.png`,
      base64Image: photo.toString('base64'),
    });
  }
  sent.push(...fresh);
  for (const [way, desktop] of [
    ['up', sender],
    ['down', receiver],
  ] as const) {
    passage = newPassage(way);
    const before = desktop.line.carried[way];
    await travel(desktop, fresh, cuts, random);
    report(`${name}, ${way === 'up' ? 'desktop to server' : 'server to desktop'}`, desktop.line.carried[way] - before);
    desktop.line.open(false);
  }
}

/** Transfers the photos over the connection of a desktop, with interruptions, until all have arrived. */
async function travel(desktop: Desktop, photos: readonly string[], cuts: number, random: Prng): Promise<void> {
  const { agent, line, call } = desktop;
  const cut = async (): Promise<void> => {
    line.open(false);
    await sleep(AWAY_MS);
    line.open(true);
  };
  const kill = (what: { kill(): Promise<void>; restart(): Promise<void> }) => async (): Promise<void> => {
    await what.kill();
    await sleep(AWAY_MS);
    await what.restart();
  };
  const failures: [keyof Passage['pauses'], () => Promise<void>][] = Array.from({ length: cuts }, () => ['cut', cut]);
  if (cuts > 0) failures.push(['killed', kill(server)], ['killed', kill(agent)]);
  const due = failures
    .map(([kind, fail]) => ({ kind, fail, at: random() * photos.length * BYTES }))
    .toSorted((one, other) => one.at - other.at);
  let next = Promise.withResolvers<void>();
  received = () => {
    if (due.length > 0 && passage.bytes >= due[0]!.at) next.resolve();
  };
  line.open(true);
  await call('syncNow', {});
  const failing = (async () => {
    for (; due.length > 0; due.shift()) {
      await next.promise;
      const began = performance.now();
      const { kind, fail } = due[0]!;
      await fail();
      const back = performance.now();
      const { bytes } = passage;
      passage.away += back - began;
      while (passage.bytes === bytes) await sleep(1);
      passage.pauses[kind].push(performance.now() - back);
      next = Promise.withResolvers<void>();
    }
  })();
  for (let quiet = performance.now(); ; await sleep(100)) {
    quiet = Math.max(quiet, passage.last);
    const status = await call('getDesktopStatus', {}).catch(() => null);
    if (photos.every(isWhole) && due.length === 0 && status?.waitingBlobs === 0) break;
    if (performance.now() - quiet > PATIENCE_MS) throw new Error(`Nothing comes any more: ${JSON.stringify(status)}`);
  }
  await failing;
}

function report(name: string, carried: number): void {
  const { first, last, bytes, again, againBytes, away, pauses } = passage;
  const photos = PHOTOS * BYTES;
  const open = last - first - away;
  const share = (100 * photos * 8000) / (BITS_PER_SECOND * open);
  const longest = Math.max(0, ...[...again.values()].flat().map(({ start, end }) => end - start));
  console.log(`\n${name}: ${PHOTOS} photos of ${BYTES} B over ${values.mbit} Mbit/s, ${values.latency} ms one way`);
  print(
    'share of the connection that photos used while it was up, %',
    share.toFixed(1),
    `${(open / 1000).toFixed(1)} s`,
  );
  print('bytes sent, times the photos', (carried / photos).toFixed(4), `${carried} B`);
  const { cut, killed } = pauses;
  if (cut.length + killed.length === 0) return;
  print(
    'bytes of photos that came twice',
    String(againBytes),
    `${bytes} B in all, ${cut.length} cuts, ${killed.length} killed`,
  );
  print('longest stretch that came twice, MB', (longest / MEGABYTE).toFixed(3), `${longest} B`);
  print('from the connection to the next byte, ms', median(cut).toFixed(0), `longest ${Math.max(...cut).toFixed(0)}`);
  print(
    'from a process to the next byte, ms',
    Math.min(...killed).toFixed(0),
    `longest ${Math.max(...killed).toFixed(0)}`,
  );
}

function print(name: string, value: string, detail: string): void {
  console.log(`  ${name.padEnd(56)} ${value.padStart(10)}   ${detail}`);
}

function newPassage(way: Seen['way']): Passage {
  return {
    way,
    first: 0,
    last: 0,
    bytes: 0,
    come: new Map(),
    again: new Map(),
    againBytes: 0,
    away: 0,
    pauses: { cut: [], killed: [] },
  };
}

function seen({ way, sha256, start, end }: Seen): void {
  if (way !== passage.way) return;
  passage.last = performance.now();
  // The first bytes were sent before they arrived.
  if (passage.bytes === 0) passage.first = passage.last - ((end - start) * 8000) / BITS_PER_SECOND;
  passage.bytes += end - start;
  const [come, again] = [passage.come, passage.again].map((map) => map.get(sha256) ?? []) as [Stretch[], Stretch[]];
  for (const twice of addStretch(come, { start, end })) {
    passage.againBytes += twice.end - twice.start;
    addStretch(again, twice);
  }
  passage.come.set(sha256, come);
  passage.again.set(sha256, again);
  received();
}

function isWhole(sha256: string): boolean {
  const [only, ...rest] = passage.come.get(sha256) ?? [];
  return only?.start === 0 && only.end === BYTES && rest.length === 0;
}

async function openDesktop(): Promise<Desktop> {
  const line = await openSlowConnection(server.address, {
    bitsPerSecond: BITS_PER_SECOND,
    latencyMs: Number(values.latency),
    seen,
  });
  const agent = await startAgent(line.address, { program: join(BUILT, 'agent/main.js') });
  const { own } = await enterDesktop(agent, company.maren.email);
  return { agent, line, call: own };
}

/** Creates a picture of one pixel that is as large as those of a camera, because of a chunk that no program reads. */
function newPhoto(): Buffer {
  const tiny = Buffer.from(tinyPhoto(), 'base64');
  const end = tiny.length - 12;
  const part = Buffer.alloc(BYTES - tiny.length);
  part.writeUInt32BE(part.length - 12);
  part.write('hoLd', 4, 'latin1');
  randomBytes(part.length - 12).copy(part, 8);
  part.writeUInt32BE(crc32(part.subarray(4, -4)), part.length - 4);
  return Buffer.concat([tiny.subarray(0, end), part, tiny.subarray(end)]);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
