import { type LogEntry, readPushAnswer } from '@holdfast/contract/sync';
import {
  type Acknowledgement,
  PROTOCOL,
  type PullLine,
  type PullRequest,
  type PushRequest,
  Refusal,
  type RepairRequest,
  type StreamScope,
} from '@holdfast/contract/sync';
import type { OutboxRecord, SyncRunRecord } from '../records.ts';
import { acknowledge, nextPush, pruneSent, type Push } from './outbox.ts';
import { applyRepair, readRepair, repairRequest } from './repair.ts';
import { adoptEpoch, adoptScopes, becomeDevice, restartScope } from './reset.ts';
import type { Store } from '../store.ts';
import { type Lines, readLines, Stopped } from './lines.ts';
import { merge, type Part, stage } from './stage.ts';
import { type DeviceSetting, type DeviceState, readState, writeState } from './state.ts';

/**
 * Request of a run to its host. The reply is the server's answer, or null when there was none; for `register` the new id of this device; for `step`
 * and `progress` nothing.
 */
export type Effect =
  | { kind: 'push'; request: PushRequest }
  | { kind: 'pull'; request: PullRequest }
  | { kind: 'repair'; request: RepairRequest }
  | { kind: 'register' }
  | { kind: 'step'; at: string }
  | { kind: 'progress'; progress: number; message: string };

/**
 * Reply of the host to an effect: one JSON value, or lines of JSON as they arrive. Everything is parsed before it is used. The answer to a push may
 * be a promise, so that the previous answer is merged in the meantime; it resolves to null when there was no answer.
 */
export type Reply = { answer: unknown } | { lines: AsyncIterable<readonly string[]> } | null | undefined;

/** Result of a run. */
export interface RunResult {
  status: 'Success' | 'Incomplete' | 'Fail';
  message: string;
  recordsIn: number;
  recordsOut: number;
  /** The refusal sent by the server instead of an answer; the host locks or wipes on `device_revoked`, and updates on `upgrade_required`. */
  refusal: Refusal | null;
}

/** Cause and extent of a run. */
export interface RunOptions {
  runId: string;
  /** `auto`, `user`, `start` … as the history of runs shows it. */
  trigger: string;
  /** True to pull everything again and remove rows that the server does not have. */
  full?: boolean;
}

/** Time in ms without a step after which the lease of a run expires, so that a process that died does not block others. */
const LEASE_MS = 120_000;

const ROUNDS = 4;

class Overtaken extends Error {}

/**
 * One run: pushes unsent changes, pulls changes and compares digests. Every step is a separate transaction that checks that the run still has the
 * lease. The run can end at any step, and the next one continues from the stored state.
 */
export async function* sync(setting: DeviceSetting, options: RunOptions): AsyncGenerator<Effect, RunResult, Reply> {
  const { database, now } = setting;
  const result: RunResult = { status: 'Fail', message: '', recordsIn: 0, recordsOut: 0, refusal: null };
  const run: Run = { setting, options, result, setAside: 0, lost: 0, unproven: 0, reached: 0 };
  const started = await database.transaction((store) => acquireLease(store, setting, options));
  if (!started) return { ...result, status: 'Incomplete', message: 'Another run is under way.' };
  try {
    yield* attempt(run);
    await inRun(run, (store, state) => close(store, state, run, now()));
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return { ...result, status: 'Incomplete', message: 'Another run took over.' };
  }
  return result;
}

async function* attempt(run: Run): AsyncGenerator<Effect, void, Reply> {
  const { result } = run;
  try {
    yield* progress(run, 10, 'Contacting the server');
    for (let round = 1; yield* cycle(run); round += 1)
      if (round === ROUNDS) throw new Stopped('The server kept changing under this run.');
    yield* progress(run, 100, 'Done');
    result.status = run.unproven + run.setAside + run.lost > 0 ? 'Incomplete' : 'Success';
    result.message = messageOf(run);
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    result.message = error.message;
    result.refusal = error.refusal;
  }
}

interface Run {
  setting: DeviceSetting;
  options: RunOptions;
  result: RunResult;
  setAside: number;
  /** Number of changes set aside because the server lost them when it was restored. */
  lost: number;
  /** Scopes without a proof after the repair. */
  unproven: number;
  reached: number;
}

/** Push, then pull. @returns true when cursors became invalid, so that the round must be repeated */
async function* cycle(run: Run): AsyncGenerator<Effect, boolean, Reply> {
  if (yield* pushAll(run)) return true;
  return yield* pullAll(run);
}

async function* pushAll(run: Run): AsyncGenerator<Effect, boolean, Reply> {
  const { setting, result } = run;
  let sent = yield* send(run, await prepare(run, null));
  while (sent !== null) {
    // The next push is prepared while the server works, and is sent as soon as it has answered.
    const next = await prepare(run, sent.last);
    yield { kind: 'step', at: 'answered' };
    const answer = await answerOf(sent.reply);
    if (answer.kind === 'refused') {
      yield* recover(run, answer);
      return true;
    }
    // The server processes the next push while this answer is merged.
    const ahead = yield* send(run, next);
    const { request } = sent;
    const done = await inRun(run, (store) => acknowledge(store, setting, answer));
    result.recordsOut += done.sent;
    result.recordsIn += done.images;
    run.setAside += done.rejected;
    const left = request.waiting - done.sent;
    yield* progress(
      run,
      10 + 20 * (1 - left / Math.max(1, request.waiting)),
      `Sent ${counted(result.recordsOut, 'change')}`,
    );
    sent = ahead ?? (yield* send(run, await prepare(run, null)));
  }
  return false;
}

/** A push in flight. */
interface Sent extends Push {
  reply: Reply;
}

/** Prepares the push after the one in flight, or the first one. */
function prepare(run: Run, under: OutboxRecord | null): Promise<Push | null> {
  return inReadOnlyRun(run, (store) => nextPush(store, run.setting, under));
}

/** Sends a prepared push, with the current time and number of unsent changes. */
async function* send(run: Run, push: Push | null): AsyncGenerator<Effect, Sent | null, Reply> {
  if (push === null) return null;
  const { setting } = run;
  const request = await inReadOnlyRun(run, async (_store, { nextN }) => ({
    ...push.request,
    now: setting.now(),
    waiting: nextN - push.request.changes[0]!.n,
  }));
  const reply = yield { kind: 'push', request };
  // Yields to the event loop, because otherwise the request would not be sent until this task has nothing left to do.
  await setting.rest?.();
  return { ...push, request, reply };
}

/** Parses the answer to a push. @throws {Stopped} when there is none */
async function answerOf(reply: Reply): Promise<Acknowledgement | Refusal> {
  const answer = reply !== null && reply !== undefined && 'answer' in reply ? await reply.answer : null;
  if (answer === null) throw new Stopped('The server could not be reached.');
  const ack = readPushAnswer(answer);
  if (ack !== null) return ack;
  const refusal = Refusal.safeParse(answer);
  if (refusal.success) return refusal.data;
  throw new Stopped('The server answered something else.');
}

/** Handles a refusal. @throws {Stopped} when the run cannot continue */
async function* recover(run: Run, refusal: Refusal): AsyncGenerator<Effect, void, Reply> {
  const { setting } = run;
  const lost = await changesLost(run, refusal);
  if (lost !== null) {
    const { epoch, lastN } = lost;
    const { complete, setAside } = await inRun(run, (store) => adoptEpoch(store, setting, epoch, lastN));
    run.setAside += setAside;
    if (!complete) yield* registerAgain(run, lastN);
    return;
  }
  if (refusal.code !== 'forked' && refusal.code !== 'gap')
    throw new Stopped(`The server refused: ${refusal.code}.`, refusal);
  yield* registerAgain(run, refusal.code === 'forked' ? refusal.agreed : refusal.lastN);
}

/**
 * Returns the state of a server that lost accepted changes: it was restored, or it lacks the last changes of this device, for example after
 * PostgreSQL continued on a replica that was behind. Null when it lost none.
 */
async function changesLost(run: Run, refusal: Refusal): Promise<{ epoch: string; lastN: number } | null> {
  if (refusal.code === 'epoch') return refusal;
  if (refusal.code !== 'gap') return null;
  const { lastN } = refusal;
  return inReadOnlyRun(run, (_store, { epoch, ackedN }) =>
    Promise.resolve(epoch !== null && lastN < ackedN ? { epoch, lastN } : null),
  );
}

async function* registerAgain(run: Run, agreed: number): AsyncGenerator<Effect, void, Reply> {
  const reply = yield { kind: 'register' };
  const given = reply !== null && reply !== undefined && 'answer' in reply ? reply.answer : null;
  const deviceId = typeof given === 'object' && given !== null && 'deviceId' in given ? given.deviceId : null;
  if (typeof deviceId !== 'string' || deviceId === '') throw new Stopped('The server could not be reached.');
  await inRun(run, (store) => becomeDevice(store, run.setting, deviceId, agreed));
  yield { kind: 'step', at: 'registered' };
}

async function* pullAll(run: Run): AsyncGenerator<Effect, boolean, Reply> {
  const { setting } = run;
  const request = await inRun(run, pullRequest);
  const reply = yield { kind: 'pull', request };
  if (reply === null || reply === undefined || !('lines' in reply))
    throw new Stopped('The server could not be reached.');
  const lines = readLines(reply.lines);
  const header = await lines.next();
  if (header?.kind === 'refused') {
    yield* recover(run, header.refusal);
    return true;
  }
  if (header?.kind !== 'header') throw new Stopped('The stream was cut.');
  const { epoch, lastN, scopes } = header;
  const outcome = await inRun(run, async (store, state) => {
    if (state.epoch !== null && (state.epoch !== epoch || lastN < state.ackedN)) return 'epoch';
    if (state.epoch === null) await writeState(store, { ...state, epoch });
    run.setAside += await adoptScopes(store, setting, epoch, scopes, request.scopes);
    return 'same';
  });
  if (outcome === 'epoch') {
    yield* recover(run, { kind: 'refused', code: 'epoch', epoch, lastN });
    return true;
  }
  if (scopes.some((scope) => startsAgain(scope, request))) yield* progress(run, 30, 'Fetching everything again');
  yield { kind: 'step', at: 'header' };
  const unproven = yield* receive(run, lines, scopes, epoch);
  for (const scopeId of unproven) if (!(yield* repair(run, scopeId))) run.unproven += 1;
  return false;
}

/**
 * Returns true when the server starts a scope from the beginning although the device has part of it, because it was disconnected for too long or lost
 * its cursor.
 */
function startsAgain({ scopeId, grantId, from }: StreamScope, { scopes }: PullRequest): boolean {
  const asked = scopes[scopeId];
  return asked !== undefined && asked.grantId === grantId && asked.cursor > 0 && from === 0;
}

/** Receives the lines of a stream. @returns the scopes whose proof failed */
async function* receive(
  run: Run,
  lines: Lines,
  scopes: readonly StreamScope[],
  epoch: string,
): AsyncGenerator<Effect, string[], Reply> {
  const { setting, result } = run;
  const unproven: string[] = [];
  const expected = scopes.reduce((sum, { from, head }) => sum + Math.max(0, head - from), 0);
  let received = 0;
  let changes: LogEntry[] = [];
  const complete: { scope: StreamScope; last: Part; proof: PullLine & { kind: 'proof' } }[] = [];
  for (;;) {
    const line = await lines.next();
    if (line === null) throw new Stopped('The stream was cut.');
    if (line.kind === 'end') break;
    if (line.kind === 'change') changes.push(line.change);
    else if (line.kind === 'mark' || line.kind === 'proof') {
      const scope = scopes.find(({ scopeId }) => scopeId === line.scopeId);
      if (scope === undefined) throw new Stopped('The stream named a scope it had not announced.');
      const part: Part = { columns: lines.columns, rows: lines.takeRows(), changes };
      changes = [];
      received += part.rows.length;
      if (line.kind === 'mark') {
        yield { kind: 'step', at: 'arrived' };
        await inRun(run, (store) => stage(store, scope, epoch, part, line.cursor));
      } else {
        complete.push({ scope, last: part, proof: line });
      }
      yield* progress(
        run,
        30 + (50 * received) / Math.max(1, expected, received),
        `Received ${counted(received, 'record')}`,
      );
    }
  }
  // All scopes in one transaction, so that rows of the library are there together with the rows of companies that refer to them.
  await inRun(run, async (store, state) => {
    for (const one of complete) {
      const merged = await merge(store, setting, one.scope, one.last, one.proof);
      result.recordsIn += merged.images;
      run.lost += merged.lost;
      if (!merged.proven) unproven.push(one.scope.scopeId);
    }
    await writeState(store, { ...state, upgradedFrom: null });
  });
  return unproven;
}

async function* repair(run: Run, scopeId: string): AsyncGenerator<Effect, boolean, Reply> {
  const request = await inRun(run, (store) => repairRequest(store, run.setting, scopeId));
  if (request === null) return true;
  const reply = yield { kind: 'repair', request };
  if (reply === null || reply === undefined || !('lines' in reply)) return false;
  const lines = await readRepair(reply.lines);
  return lines !== null && (await inRun(run, (store) => applyRepair(store, run.setting, lines)));
}

async function pullRequest(store: Store, { schema, upgradedFrom, epoch }: DeviceState): Promise<PullRequest> {
  const scopes: PullRequest['scopes'] = {};
  const marks = new Map((await store.list('stageMark', {})).map((mark) => [mark.scopeId, mark]));
  for (const { scopeId, grantId, cursor } of await store.list('subscription', {})) {
    const mark = marks.get(scopeId);
    if (mark?.grantId !== grantId) scopes[scopeId] = { cursor, grantId };
    else if (mark.fromCursor > 0 || mark.mark === 0) scopes[scopeId] = { cursor: mark.mark, grantId };
    else scopes[scopeId] = { cursor: mark.mark, grantId, beganAt: mark.beganAt };
  }
  return { protocol: PROTOCOL, schema, upgradedFrom, epoch, scopes };
}

function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}

async function* progress(run: Run, to: number, message: string): AsyncGenerator<Effect, void, Reply> {
  run.reached = Math.max(run.reached, Math.min(100, Math.floor(to)));
  yield { kind: 'progress', progress: run.reached, message };
}

/** Begins a run: takes the lease, and with `full` restarts every stream from the beginning. @returns false when another run has the lease */
async function acquireLease(
  store: Store,
  setting: DeviceSetting,
  { runId, trigger, full }: RunOptions,
): Promise<boolean> {
  const state = await readState(store);
  const at = setting.now();
  if (state.lease !== null && state.lease.until > at && state.lease.until <= at + LEASE_MS) return false;
  await closeOpenRuns(store, at);
  await writeState(store, { ...state, lease: { runId, until: at + LEASE_MS } });
  const run: SyncRunRecord = {
    id: runId,
    target: full === true ? 'Full sync' : 'Sync',
    trigger,
    recordsIn: 0,
    recordsOut: 0,
    bytesIn: 0,
    bytesOut: 0,
    startTime: at,
    endTime: null,
    status: null,
    message: '',
  };
  await store.put('syncRun', run);
  if (full === true) for (const { scopeId } of await store.list('subscription', {})) await restartScope(store, scopeId);
  return true;
}

/** Runs a transaction of this run. @throws {Overtaken} when another run has taken the lease */
async function inRun<T>(run: Run, work: (store: Store, state: DeviceState) => Promise<T>): Promise<T> {
  return inReadOnlyRun(run, async (store, state) => {
    const held = { ...state, lease: { runId: run.options.runId, until: run.setting.now() + LEASE_MS } };
    await writeState(store, held);
    return work(store, held);
  });
}

/** Like `inRun`, but read-only: it does not extend the lease and does not wait for the disk. @throws {Overtaken} */
async function inReadOnlyRun<T>(run: Run, work: (store: Store, state: DeviceState) => Promise<T>): Promise<T> {
  return run.setting.database.transaction(async (store) => {
    const state = await readState(store);
    if (state.lease?.runId !== run.options.runId) throw new Overtaken();
    return work(store, state);
  });
}

async function close(store: Store, state: DeviceState, { options, result }: Run, now: number): Promise<void> {
  const [record] = await store.list('syncRun', { id: options.runId });
  const { recordsIn, recordsOut, status, message } = result;
  if (record !== undefined)
    await store.put('syncRun', { ...record, recordsIn, recordsOut, status, message, endTime: now });
  await pruneSent(store, now);
  await writeState(store, { ...state, lease: null });
}

function messageOf({ setAside, lost, unproven }: Run): string {
  if (unproven > 0) return 'Some records still differ from the server. A full sync brings them back.';
  if (lost > 0) return `The server lost ${counted(lost, 'change')} made in a browser.`;
  return setAside === 0 ? '' : `${counted(setAside, 'change')} could not be sent.`;
}

/** Closes runs that a crash left open. Called when the program starts, before the first run. */
export async function recoverRuns(setting: DeviceSetting): Promise<void> {
  await setting.database.transaction(async (store) => {
    await closeOpenRuns(store, setting.now());
    await writeState(store, { ...(await readState(store)), lease: null });
  });
}

async function closeOpenRuns(store: Store, now: number): Promise<void> {
  for (const run of await store.list('syncRun', { status: null }))
    await store.put('syncRun', { ...run, status: 'Incomplete', endTime: now, message: 'Interrupted.' });
}
