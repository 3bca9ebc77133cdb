/** One round: users work while failures occur; then everything is started again, comes to rest, and is checked. */
import { closeSync, type Dirent, existsSync, openSync, readdirSync, writeSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Call, CallError } from '@holdfast/contract/client';
import { pickOne, type Prng, prng } from '@holdfast/sync/testing';
import type { Arena, Desktop } from './arena.ts';
import { type Confirmed, findings } from './checks.ts';
import { drawEdit } from './edits.ts';

/** Time limit in ms of coming to rest after the last fault. */
const REST_MS = 60_000;

/** Result of a round. */
export interface Played {
  /** Violations, one sentence each. */
  found: string[];
  /** Events, in order. */
  story: string[];
  /** Number of edits confirmed to their authors. */
  confirmed: number;
  /** Edits that ended without an answer. */
  unanswered: number;
  /** Number of failures of each kind. */
  faults: Record<string, number>;
}

/**
 * Plays a round of a seed.
 * @param workMs how long people work
 * @param kinds `all`: also those that take seconds each, as a restore
 */
export async function playRound(
  arena: Arena,
  seed: number,
  round: number,
  workMs: number,
  kinds: 'all' | 'quick',
): Promise<Played> {
  const began = Date.now();
  const played: Played = { found: [], story: [], confirmed: 0, unanswered: 0, faults: {} };
  const record = (what: string): void =>
    void played.story.push(`${String(Date.now() - began).padStart(6)} ms  ${what}`);
  const confirmed: (Confirmed & { begun: number; at: number })[] = [];
  const restored: Restored[] = [];
  const until = began + workMs;
  const people = [...arena.desktops, ...arena.desktops, { name: 'web', call: arena.web }];
  await Promise.all([
    ...people.map(({ name, call }, i) => work(name, call, prng(seed, round * 100 + i), i)),
    fail(prng(seed, round * 100 + 99)),
  ]);
  record('all is up');
  const restless = await comeToRest(arena, began + workMs + REST_MS);
  record(restless ?? 'at rest');
  const { server, devices } = await arena.openData();
  try {
    if (restless !== null) played.found.push(restless);
    else played.found.push(...(await findings(server, devices, confirmed.filter(isKept))));
  } finally {
    for (const { database } of [server, ...devices]) await database.close();
  }
  for (const { name, agent } of arena.desktops) record(`${name} said:\n${agent.said()}`);
  record(`the server said:\n${arena.server.said()}`);
  played.confirmed = confirmed.length;
  return played;

  /**
   * Returns false for an edit in the browser after a backup: it was lost with the server. An edit on a desktop that had received the same value
   * from it changed nothing.
   */
  function isKept(edit: (typeof confirmed)[number]): boolean {
    if (edit.who === 'web') return !isLost(edit);
    const lost = confirmed.filter((one) => one.who === 'web' && isLost(one) && one.begun <= edit.at);
    const lostTraces = new Set(lost.flatMap(({ traces }) => traces.map((trace) => JSON.stringify(trace))));
    return !edit.traces.some((trace) => lostTraces.has(JSON.stringify(trace)));
  }

  function isLost({ begun, at }: (typeof confirmed)[number]): boolean {
    return restored.some(({ from, to }) => at >= from && begun <= to);
  }

  async function work(who: string, call: Call, random: Prng, person: number): Promise<void> {
    let words = 0;
    const word = (): string => `w${seed}-${round}-${person}-${(words += 1)}`;
    while (Date.now() < until) {
      const { name, edit } = drawEdit(random);
      const begun = Date.now();
      try {
        const traces = await edit({ call, services: arena.services, random, word });
        if (traces !== undefined) confirmed.push({ who, what: name, traces, begun, at: Date.now() });
        record(`${who} ${name}: done ${traces?.map((trace) => JSON.stringify(trace)).join(' ') ?? ''}`);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.status === 0) played.unanswered += 1;
        if (error.status >= 500 && error.status !== 503)
          record(`${who} ${name}: ${error.status} ${JSON.stringify(error.problem)}`);
        else record(`${who} ${name}: ${error.problem?.code ?? 'no answer'}`);
      }
      await wait(5 + random() * 60);
      if (who !== 'web' && random() < 0.08) await call('syncNow', {}).catch(() => undefined);
    }
  }

  /** Causes failures, one after the other and sometimes two at once, and ends all of them. */
  async function fail(random: Prng): Promise<void> {
    const endings: Promise<void>[] = [];
    while (Date.now() < until) {
      await wait(random() * workMs * 0.4);
      const [name, fault] = pickOne(random, [
        ...quickFaults(arena),
        ...(kinds === 'all' ? slowFaults(arena, restored) : []),
      ]);
      played.faults[name] = (played.faults[name] ?? 0) + 1;
      record(`!! ${name}`);
      const ending = fault(random, workMs * (0.1 + random() * 0.4)).then(() => record(`!! over: ${name}`));
      // One that throws ends the round when all have ended, not the process at once.
      ending.catch(() => undefined);
      endings.push(ending);
      if (random() < 0.7) await endings.at(-1);
    }
    await Promise.all(endings);
  }
}

/** Time from the beginning of a backup to the loss of the server that was restored from it, ms UTC. */
interface Restored {
  from: number;
  to: number;
}

/** Causes a failure. @param lastsMs duration in ms @returns once it has ended */
type Fault = (random: Prng, lastsMs: number) => Promise<void>;

const underRepair = new WeakMap<object, Promise<void>>();

/** Repairs one after the other, so that a process that was killed twice is started once. */
function inTurn(of: object, work: () => Promise<void>): Promise<void> {
  const next = (underRepair.get(of) ?? Promise.resolve()).then(work);
  underRepair.set(of, next);
  return next;
}

/** Ends a process at once and starts it again later. */
function killed(one: { kill(): Promise<void>; restart(): Promise<void> }): Fault {
  return (_random, lasts) =>
    inTurn(one, async () => {
      await one.kill();
      await wait(lasts);
      await one.restart();
    });
}

/** Removes a resource and restores it later. */
function lasting(of: object, set: (isUsual: boolean) => Promise<void>): Fault {
  return (_random, lasts) =>
    inTurn(of, async () => {
      await set(false);
      await wait(lasts);
      await set(true);
    });
}

function quickFaults({ server, desktops, account, disconnectDatabase }: Arena): [string, Fault][] {
  return [
    ['the server is killed', killed(server)],
    ...(disconnectDatabase === null
      ? []
      : [
          [
            'the connections to the database end again and again',
            async (random, lasts) => {
              const until = Date.now() + lasts;
              while (Date.now() < until) {
                await disconnectDatabase();
                await wait(random() * 300);
              }
            },
          ] satisfies [string, Fault],
        ]),
    ['the person at B leaves the company and comes back', lasting(account, account.belongs)],
    ['the person at B may only read', lasting(account, account.inspects)],
    ...desktops.flatMap(({ name, agent, line, disk }: Desktop): [string, Fault][] => [
      [`${name} is killed`, killed(agent)],
      [`the line of ${name} is down`, lasting(line, (isOpen) => Promise.resolve(line.open(isOpen)))],
      [
        `the line of ${name} is cut in the middle`,
        async (random, lasts) => {
          line.cutAfter(Math.ceil(random() ** 3 * 400_000));
          await wait(lasts);
        },
      ],
      ...(disk === null
        ? []
        : [
            [
              `the disk of ${name} is full`,
              (random, lasts) =>
                inTurn(disk, async () => {
                  disk.fill(Math.floor(random() * 80_000));
                  await wait(lasts);
                  disk.free();
                }),
            ] satisfies [string, Fault],
          ]),
    ]),
  ];
}

function slowFaults(
  { server, desktops, account, scrub, backUp, restore }: Arena,
  restored: Restored[],
): [string, Fault][] {
  return [
    ['the person at B is disabled and enabled again', lasting(account, account.signsIn)],
    [
      'a content of the server is damaged',
      (random) =>
        inTurn(server, async () => {
          damageOne(
            join(server.folder, 'blobs'),
            desktops.map(({ agent }) => join(agent.folder, 'blobs')),
            random,
          );
          await scrub();
        }),
    ],
    [
      'the server is restored from a backup',
      (_random, lasts) =>
        // Not while a change of the account is under way, half of which the backup would hold.
        inTurn(account, () =>
          inTurn(server, async () => {
            const from = Date.now();
            const backup = await backUp();
            await wait(lasts);
            await server.kill();
            restored.push({ from, to: Date.now() });
            await restore(backup);
            await server.restart();
          }),
        ),
    ],
    ...desktops.map(({ name, agent }): [string, Fault] => [
      `the database of ${name} is damaged`,
      (_random, lasts) =>
        inTurn(agent, async () => {
          await agent.kill();
          overwrite(join(agent.folder, 'device.db'), 0, 100);
          await wait(lasts);
          await agent.restart();
        }),
    ]),
  ];
}

/**
 * Damages one photo or file in a folder of contents, of those that another folder contains as well, because the only copy would be lost.
 */
function damageOne(folder: string, others: readonly string[], random: Prng): void {
  const isElsewhere = (entry: Dirent): boolean =>
    others.some((other) => existsSync(join(other, relative(folder, entry.parentPath), entry.name)));
  const contents = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name) && isElsewhere(entry),
  );
  if (contents.length === 0) return;
  const { parentPath, name } = pickOne(random, contents);
  overwrite(join(parentPath, name), 0, 3);
}

/** Overwrites a part of a file. */
function overwrite(file: string, from: number, to: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(to - from, 0xa5), 0, to - from, from);
  closeSync(handle);
}

/** Synchronises until nothing waits anywhere. @returns what is still pending; null once it is at rest */
async function comeToRest({ desktops, openData }: Arena, deadline: number): Promise<string | null> {
  let last = '';
  while (Date.now() < deadline) {
    const waiting: string[] = [];
    for (const desktop of desktops) waiting.push(...(await started(desktop)));
    for (const desktop of desktops) waiting.push(...(await pending(desktop, deadline)));
    waiting.push(...(await behind(openData)));
    if (waiting.length === 0) return null;
    last = waiting.join('; ');
    await wait(200);
  }
  return `does not come to rest: ${last}`;
}

/** Starts a run. @returns why it could not be started: a connection that is cut during a sign-in, for example */
async function started({ name, call }: Desktop): Promise<string[]> {
  try {
    await call('syncNow', {});
    return [];
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return [refused(name, error)];
  }
}

/** Waits for the end of a run. @returns what the desktop still has to send or to receive */
async function pending({ name, call }: Desktop, deadline: number): Promise<string[]> {
  try {
    await idle(call, deadline);
    const { waiting: changes, waitingBlobs, setAside, syncLog, message } = await call('getDesktopStatus', {});
    // Each run that a person asks for sends refused changes once more, and ends incomplete (null) where they are refused again.
    const isDone = syncLog?.status === 'Success' || (syncLog?.status === null && setAside > 0);
    if (changes + waitingBlobs === 0 && syncLog?.isRunning === false && isDone) return [];
    return [`${name}: ${changes} changes and ${waitingBlobs} contents wait, ${syncLog?.status ?? '-'}, ${message}`];
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return [refused(name, error)];
  }
}

function refused(name: string, { message, problem }: CallError): string {
  return `${name} refuses: ${problem?.code ?? message}`;
}

async function idle(call: Call, deadline: number): Promise<void> {
  while (Date.now() < deadline) {
    const { syncLog } = await call('getDesktopStatus', {});
    if (syncLog?.isRunning === false) return;
    await wait(50);
  }
}

/** Contents of living rows that the server does not have, or has damaged. */
const LOST_CONTENTS = `select "sha256" from "blob" where "state" = 'pending' and (
  exists (select 1 from "image" where "image"."sha256" = "blob"."sha256" and "image"."deletedAt" is null) or
  exists (select 1 from "file" where "file"."sha256" = "blob"."sha256" and "file"."deletedAt" is null))`;

/** Contents that the server lacks, and desktops that lack the last change or a content. */
async function behind(openData: Arena['openData']): Promise<string[]> {
  const { server, devices } = await openData();
  try {
    const heads = new Map(
      (await server.database.all('select * from "scopeHead"')).map(({ scopeId, seq }) => [scopeId, seq]),
    );
    const lost = await server.database.all(LOST_CONTENTS);
    const found = lost.map(({ sha256 }) => `the server waits for the content ${sha256}`);
    for (const { name, database } of devices)
      for (const { scopeId, cursor } of await database.all('select * from "subscription"'))
        if (heads.get(scopeId) !== cursor) found.push(`${name} is at ${cursor} of ${heads.get(scopeId)}`);
    for (const { name, database } of devices)
      for (const content of await database.all(`select * from "blobQueue" where "state" <> 'done'`))
        found.push(`${name} waits for ${JSON.stringify(content)}`);
    return found;
  } finally {
    for (const { database } of [server, ...devices]) await database.close();
  }
}
