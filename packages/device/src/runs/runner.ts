/** One run of synchronisation: rows first, then photos and files, then the report on this device. */
import type { RevokeMode } from '@holdfast/contract';
import { roleHolds } from '@holdfast/contract/roles';
import { type Blobs, type Database, isDamaged } from '@holdfast/core';
import {
  type DeviceSetting,
  readState,
  recoverRuns,
  type Reply,
  type RunResult,
  LOST,
  sendAgain,
  sync,
} from '@holdfast/sync';
import type { Kysely } from 'kysely';
import {
  applyChoice,
  fillQueue,
  keepContentsSetAside,
  keepContentsWithoutRow,
  waitingBlobs,
} from '../contents/blobQueue.ts';
import { dropLeftovers, moveBlobs, verifyBlobs } from '../contents/blobs.ts';
import { readFact, writeFact } from '../facts.ts';
import type { RunEnd } from './pauses.ts';
import type { Platform } from '../platform.ts';
import { receivedScopes, rewriteFile, updateRun, users } from '../queries.ts';
import { remoteClient } from '../remote.ts';
import { reportState } from '../report.ts';
import type { Asked } from './runQueue.ts';
import { filesText, leftText, meteredText, refusalText, failureText } from './runTexts.ts';
import type { Trigger } from './schedule.ts';
import { readOptions, withoutPhotos } from './syncOptions.ts';
import { openTransport } from '../transport.ts';

/** Interval in ms between automatic retries of refused changes. They are also retried at each start, sign-in and requested run. */
const SEND_AGAIN_MS = 60 * 60 * 1000;
/** Share of rows in the progress of a run; the rest is photos and files. */
const ROWS_SHARE = 0.8;

/** Parts of a device that its runs use. */
export interface RunParts extends Platform {
  setting: DeviceSetting;
  read: Kysely<Database>;
  write: Kysely<Database>;
  blobs: Blobs;
  server: string;
  newId(): string;
  token(): Promise<string>;
  registerAgain(): Promise<string | null>;
  /** Version of the program. */
  version: string;
  /** Called when the database of this device is found to be damaged. */
  damaged(error: unknown): void;
  /** Applies the revocation of this device by an administrator. */
  revoked(mode: RevokeMode): Promise<void>;
}

/** Dependencies of the runs. */
export interface RunnerParts extends RunParts {
  /** Its abort ends the current run at the next step. */
  signal: AbortSignal;
  began(runId: string, full: boolean): Promise<void>;
  /** @param to percent of the run */
  advance(to: number, message: string): Promise<void>;
  recordsArrived(): void;
  /** Requests a run after the current one. */
  askAgain(trigger: Trigger): void;
  /** Called when the server answered a complete run. */
  connected(): void;
  /** Id of the inspection that was opened last; null: none. */
  viewed(): string | null;
}

/** Result of a run. */
export interface RunOutcome extends RunEnd {
  runId: string;
  /** True when photos and files wait because the connection is metered. */
  heldBack: boolean;
}

/** Performs runs. */
export interface Runner {
  /** Performs one run. Does not throw. */
  perform(asked: Asked): Promise<RunOutcome>;
}

/** Opens the runs of a device. */
export function openRunner(parts: RunnerParts): Runner {
  const { setting, read, write, server, log, signal } = parts;
  /** True when the last run failed and its end could not be recorded. */
  let isUnclosed = false;
  /** Request of the last run, if its photos and files are left to the next run. */
  let owed: Asked | null = null;

  async function perform(runId: string, { trigger, full }: Asked): Promise<RunOutcome> {
    if (isUnclosed) await recoverRuns(setting);
    isUnclosed = false;
    await parts.began(runId, full);
    const held = await receivedScopes(read);
    const transport = openTransport(parts);
    const result = await rows(runId, { trigger, full }, transport).finally(() => transport.end());
    parts.recordsArrived();
    const { traffic } = transport;
    const proven = result.status !== 'Fail';
    if (proven) {
      // Its photos and files are compared with those of this device at the end of the run.
      if ((await newEpoch()) !== null) await keepContentsWithoutRow(write);
      await keepContentsSetAside(write);
      await dropLeftovers(parts);
    }
    await rewriteWithout(held, parts);
    // After the rows received by this run, refused changes may be accepted. Their photos and files are sent in the next run.
    const isRetrying = proven && (await retryRefused(trigger)) > 0;
    if (isRetrying) parts.askAgain('Change');
    const due: Asked = {
      trigger: owed?.trigger === 'User' ? owed.trigger : trigger,
      full: full || owed?.full === true,
    };
    if (isRetrying) owed = due;
    else if (proven) owed = null;
    const mayMove = proven && !isRetrying && (await readOptions(read)).syncImages && !signal.aborted;
    const { bytesIn, bytesOut, left, cut, heldBack } = mayMove ? await contents(due) : NOTHING_MOVED;
    if (proven && !isRetrying && !cut) await report();
    const isLeft = result.status === 'Success' && left !== '';
    const reason =
      (result.status === 'Fail' ? await keyTrouble() : null) ??
      (result.refusal === null ? result.message : refusalText(result.refusal));
    if (result.status === 'Fail') log.warn({ runId, trigger, reason }, 'synchronisation failed');
    await updateRun(write, runId, {
      bytesIn: traffic.bytesIn + bytesIn,
      bytesOut: traffic.bytesOut + bytesOut,
      status: isLeft ? 'Incomplete' : result.status,
      message: isLeft ? left : reason,
      endTime: setting.now(),
    });
    if (proven && !cut) parts.connected();
    if (result.refusal?.code === 'device_revoked') await parts.revoked(result.refusal.mode);
    const reached = proven || (result.refusal !== null && result.refusal.code !== 'unknown_device');
    return { runId, reached, cut, moved: bytesIn + bytesOut > 0, retryAfter: traffic.retryAfter, heldBack };
  }

  /** Returns the text for a secret that cannot be read, because every call to the server needs it; null when it can be read. */
  async function keyTrouble(): Promise<string | null> {
    return parts.token().then(() => null, failureText);
  }

  /** Closes a failed run, so that the next one can begin. */
  async function abandon(runId: string, error: unknown): Promise<RunOutcome> {
    log.error({ err: error }, 'synchronisation failed');
    if (isDamaged(error)) parts.damaged(error);
    const message = failureText(error);
    try {
      await recoverRuns(setting);
      await updateRun(write, runId, { status: 'Fail', message });
    } catch {
      isUnclosed = true;
    }
    return { runId, reached: false, cut: false, moved: false, retryAfter: 0, heldBack: false };
  }

  /** Synchronises the rows of one run: performs each effect of the core over the network. */
  async function rows(runId: string, asked: Asked, transport: ReturnType<typeof openTransport>): Promise<RunResult> {
    const effects = sync(setting, { runId, ...asked });
    let reply: Reply;
    for (;;) {
      const next = await effects.next(reply);
      if (next.done === true) return next.value;
      if (next.value.kind === 'progress') await parts.advance(next.value.progress * ROWS_SHARE, next.value.message);
      reply = signal.aborted ? null : await transport.answer(next.value);
    }
  }

  /** Transfers the photos and files of one run. A failure is returned as a text on what is left. */
  async function contents({ trigger, full }: Asked): Promise<Moved> {
    if (trigger !== 'User' && (await isMetered()))
      return { ...NOTHING_MOVED, left: meteredText(await countToMove()), heldBack: true };
    try {
      const { bytesIn, bytesOut, waiting, cut } = await move({ trigger, full });
      return { bytesIn, bytesOut, cut, left: leftText(waiting), heldBack: false };
    } catch (error) {
      log.error({ err: error }, 'photos and files could not be moved');
      return { ...NOTHING_MOVED, left: failureText(error) };
    }
  }

  /** Resolves to true when photos and files have to wait for another connection. */
  async function isMetered(): Promise<boolean> {
    return !(await readOptions(read)).onMetered && (await parts.isMetered());
  }

  /** Queues photos and files without transferring them. @returns the number of queued ones */
  async function countToMove(): Promise<number> {
    await fillQueue(write);
    await applyChoice(write, await withoutPhotos(read));
    return waitingBlobs(write);
  }

  async function move({ trigger, full }: Asked): Promise<Awaited<ReturnType<typeof moveBlobs>>> {
    const blobSetting = {
      ...parts,
      now: setting.now,
      without: await withoutPhotos(read),
      direct: { isTried: true },
      progress: (done: number, total: number) =>
        void parts.advance(100 * (ROWS_SHARE + (1 - ROWS_SHARE) * (done / Math.max(1, total))), filesText(done, total)),
    };
    if (full) await verifyBlobs(blobSetting);
    // A restored server may lack photos and files, whether they were sent to it or received from it.
    const epoch = await newEpoch();
    const moved = await moveBlobs(blobSetting, { again: full || epoch !== null, early: trigger === 'User' });
    if (epoch !== null) await writeFact(write, 'blobsEpoch', epoch);
    return moved;
  }

  /** Returns the epoch of a server whose photos and files were not compared with those of this device yet; null when they were. */
  async function newEpoch(): Promise<string | null> {
    const { epoch } = await setting.database.transaction(readState);
    return (await readFact(read, 'blobsEpoch')) === epoch ? null : epoch;
  }

  /** Reports the state of this device. If the server does not support reports, as older ones, the run continues. */
  async function report(): Promise<void> {
    try {
      const call = remoteClient(server, await parts.token());
      const applied = await reportState({
        read,
        write,
        call,
        version: parts.version,
        encryption: parts.encryption,
        now: setting.now(),
      });
      if (applied) parts.askAgain('Change');
    } catch (error) {
      log.warn({ err: error }, 'the state of this device could not be reported');
    }
  }

  /** Queues refused changes again if their author may write in their company, as far as this device can check. @returns the number of queued changes */
  async function retryRefused(trigger: Trigger): Promise<number> {
    const last = (await readFact(read, 'refusedSentAt')) ?? 0;
    const isDue = Math.abs(setting.now() - last) > SEND_AGAIN_MS;
    if (!isDue && trigger !== 'User' && trigger !== 'Start' && trigger !== 'Sign-in') return 0;
    const disabled = (await readFact(read, 'disabledUsers')) ?? [];
    const people = await users(read);
    const companyOf = new Map(
      people
        .filter(({ id, role }) => roleHolds(role, 'inspect') && !disabled.includes(id))
        .map(({ id, companyId }) => [id, companyId]),
    );
    await writeFact(write, 'refusedSentAt', setting.now());
    return sendAgain(setting, ({ userId, scopeId }, reason) => reason !== LOST && companyOf.get(userId) === scopeId);
  }

  return {
    async perform(asked) {
      const runId = parts.newId();
      return perform(runId, asked).catch((error: unknown) => abandon(runId, error));
    },
  };
}

/**
 * Rewrites the file of the database when a scope was withdrawn, because its rows stay readable in the file. A failure does not end the run.
 * @param held the scopes before the run
 */
async function rewriteWithout(
  held: readonly { scopeId: string }[],
  { read, write, log }: Pick<RunParts, 'read' | 'write' | 'log'>,
): Promise<void> {
  const left = new Set((await receivedScopes(read)).map(({ scopeId }) => scopeId));
  if (held.every(({ scopeId }) => left.has(scopeId))) return;
  try {
    await rewriteFile(write);
  } catch (error) {
    log.warn({ err: error }, 'the database could not be rewritten without a company that was withdrawn');
  }
}

/** Photos and files of a run. */
interface Moved {
  bytesIn: number;
  bytesOut: number;
  /** Text on what was left; empty: nothing. */
  left: string;
  /** True when the connection broke. */
  cut: boolean;
  heldBack: boolean;
}

const NOTHING_MOVED: Moved = { bytesIn: 0, bytesOut: 0, left: '', cut: false, heldBack: false };
