/**
 * Runs of synchronisation of the desktop: their timing, and their parts, rows first, then photos and files, with progress events
 * (docs/sync.md, "The desktop's agent").
 */
import type { DesktopEvent, SyncLog, SyncOptions, SyncStatus } from '@holdfast/contract';
import { roleHolds } from '@holdfast/contract/roles';
import { type Blobs, type Database, isDamaged } from '@holdfast/core';
import {
  type DeviceSetting,
  idleDelay,
  readState,
  recoverRuns,
  type Refusal,
  type Reply,
  type RunResult,
  sendAgain,
  sync,
} from '@holdfast/sync';
import type { Kysely } from 'kysely';
import { applyChoice, fillQueue, nextTry, waitingBlobs } from './blobQueue.ts';
import { dropLeftovers, moveBlobs, verifyBlobs } from './blobs.ts';
import { readFact, writeFact } from './facts.ts';
import { AFTER_CHANGE_MS, AFTER_EVENT_MS, openPauses, type RunEnd } from './pauses.ts';
import type { Platform } from './platform.ts';
import { hasUsers, newestRuns, receivedScopes, updateRun, users } from './queries.ts';
import { remoteClient } from './remote.ts';
import { reportState } from './report.ts';
import { type Asked, openRunQueue } from './runQueue.ts';
import { presentRun, type Waiting, whatWaits } from './runs.ts';
import { filesText, leftText, meteredText, refusalText, standingText, startText, troubleText } from './runTexts.ts';
import { openSchedule, type Trigger } from './schedule.ts';
import { openTransport } from './transport.ts';

/** Interval in ms between automatic repeats of refused changes, beside each start, sign-in and requested run. */
const SEND_AGAIN_MS = 60 * 60 * 1000;
/** The share of a run's progress that rows take; the rest is photos and files. */
const ROWS_SHARE = 0.8;

/** Dependencies of the driver. */
export interface DriverSetting extends Platform {
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
  /** Sends an event to the windows. */
  notify(event: DesktopEvent): void;
  /** The database of this device turned out to be damaged. */
  damaged(error: unknown): void;
  /** Called when a run reached a server that had been out of reach. */
  reached(): void;
  /** Applies the end of this device's use by an administrator. */
  revoked(mode: 'signOut' | 'lock' | 'wipe'): Promise<void>;
}

/** Runs synchronisation. */
export interface Driver {
  /** Starts automatic synchronisation according to the options. */
  start(): Promise<void>;
  /** Ends the run under way at its next step, and begins no other. */
  stop(): Promise<void>;
  /** Begins a run now, or right after the one under way. @returns how it stands */
  run(trigger: Trigger, full?: boolean): Promise<SyncStatus>;
  /** Resolves when no run is active or requested. */
  settled(): Promise<void>;
  /** Resolves when the records of the runs requested so far are received, or those runs ended; photos and files may follow. */
  recordsSettled(): Promise<void>;
  /** Something was changed here. */
  changed(): void;
  /** Called when the server has announced a change. */
  serverChanged(): void;
  /**
   * Called when the server's events begin. Changes made before, and after the request of the last run, have no event.
   * @param heads the number of the last change of each scope; undefined: unknown
   */
  greeted(heads: Record<string, number> | undefined): Promise<void>;
  /** The server came within reach, or went out of it. */
  connection(connected: boolean): void;
  connected(): boolean;
  status(): Promise<SyncStatus>;
  logs(): Promise<SyncLog[]>;
  options(): Promise<SyncOptions>;
  setOptions(options: SyncOptions): Promise<SyncOptions>;
  /** An inspection is looked at: its photos come first. */
  viewing(inspectionId: string): void;
  /** Chooses whether photos and files of an installation come to this device. */
  choosePhotos(installationId: string, chosen: boolean): Promise<void>;
  /** Returns the number of waiting changes, waiting contents, and changes set aside. */
  waiting(): Promise<Waiting>;
}

interface Running {
  runId: string;
  progress: number;
  message: string;
}

/** Opens the driver of a desktop. */
export function openDriver(parts: DriverSetting): Driver {
  const { setting, read, write, server, log, notify } = parts;
  const ending = new AbortController();
  const pauses = openPauses(() => setting.random());
  const schedule = openSchedule(parts, (trigger) => void runByItself(trigger));
  const queue = openRunQueue({ run: perform, rest, signal: ending.signal });
  /** The run under way; null between runs. */
  let running: Running | null = null;
  /** The last run ended in the middle, and nothing of it could be written down. */
  let isUnclosed = false;
  let isConnected = false;
  /** Photos and files wait because the connection is metered. */
  let isHeldBack = false;
  /** The inspection that was looked at last. */
  let viewed: string | null = null;
  /** Numbers of the server's scopes when its events began, until a run asks or none is needed. */
  let greeting: { heads: Record<string, number> | undefined } | null = null;

  async function options(): Promise<SyncOptions> {
    return {
      autosync: (await readFact(read, 'autosync')) ?? true,
      syncImages: (await readFact(read, 'syncImages')) ?? true,
      onMetered: (await readFact(read, 'onMetered')) ?? false,
    };
  }

  /** Queues photos and files without moving them. @returns how many wait */
  async function countToMove(): Promise<number> {
    await fillQueue(write);
    await applyChoice(write, new Set(await readFact(read, 'withoutPhotos')));
    return waitingBlobs(write);
  }

  /** Resolves to true when photos and files have to wait for another connection. */
  async function isMetered(): Promise<boolean> {
    return !(await options()).onMetered && (await parts.isMetered());
  }

  async function run(trigger: Trigger, full = false): Promise<SyncStatus> {
    running ??= { runId: '', progress: 0, message: startText(full) };
    queue.ask({ trigger, full });
    return status();
  }

  async function perform({ trigger, full }: Asked): Promise<void> {
    greeting = null;
    schedule.clear();
    const runId = parts.newId();
    const end = await once(runId, trigger, full).catch((error: unknown) => abandon(runId, error));
    last = { runId, ...end };
    pauses.ended(end);
  }

  /** The last run since the queue began to work. */
  let last: (RunEnd & { runId: string }) | null = null;

  /** Publishes how the last run ended, and plans the next. */
  async function rest(): Promise<void> {
    running = null;
    const end = last;
    last = null;
    if (end !== null) await publishEnd(end.runId);
    if (end?.reached === true) await catchUp();
    const afterCut = end === null ? null : pauses.afterCut();
    if (afterCut !== null) return schedule.plan('Connection', afterCut);
    const delay = pauses.next();
    const mayTry = !pauses.isFailing() && !isHeldBack && (await options()).syncImages;
    const due = mayTry ? await nextTry(read) : null;
    schedule.plan('Interval', due === null ? delay : Math.min(delay, Math.max(AFTER_CHANGE_MS, due - setting.now())));
  }

  /** Closes a run that could not go on, so that the next one may begin. */
  async function abandon(runId: string, error: unknown): Promise<RunEnd> {
    log.error({ err: error }, 'synchronisation failed');
    if (isDamaged(error)) parts.damaged(error);
    const message = troubleText(error);
    try {
      await recoverRuns(setting);
      await updateRun(write, runId, { status: 'Fail', message });
    } catch {
      isUnclosed = true;
    }
    return { reached: false, cut: false, moved: false, retryAfter: 0 };
  }

  async function once(runId: string, trigger: Trigger, full: boolean): Promise<RunEnd> {
    if (isUnclosed) await recoverRuns(setting);
    isUnclosed = false;
    running = { runId, progress: 0, message: startText(full) };
    await publishStatus();
    const transport = openTransport({ ...parts, signal: ending.signal });
    const result = await rows(runId, trigger, full, transport).finally(() => transport.end());
    queue.recordsArrived();
    const { traffic } = transport;
    let bytesIn = traffic.bytesIn;
    let bytesOut = traffic.bytesOut;
    const proven = result.status !== 'Fail';
    let left = '';
    let cut = false;
    let isMoved = false;
    if (proven) await dropLeftovers(parts);
    // With what this run brought, refused changes may be accepted now. Their photos and files follow them in the next run.
    const isRetrying = proven && (await retryRefused(trigger)) > 0;
    if (isRetrying) queue.askAgain('Change');
    const mayMove = proven && !isRetrying && (await options()).syncImages && !ending.signal.aborted;
    isHeldBack = mayMove && trigger !== 'User' && (await isMetered());
    if (isHeldBack) left = meteredText(await countToMove());
    else if (mayMove) {
      try {
        const moved = await contents(full, trigger);
        bytesIn += moved.bytesIn;
        bytesOut += moved.bytesOut;
        left = leftText(moved.waiting);
        cut = moved.cut;
        isMoved = moved.bytesIn + moved.bytesOut > 0;
      } catch (error) {
        log.error({ err: error }, 'photos and files could not be moved');
        left = troubleText(error);
      }
    }
    if (proven && !isRetrying && !cut) await report();
    const isLeft = result.status === 'Success' && left !== '';
    const status = isLeft ? 'Incomplete' : result.status;
    const said = result.refusal === null ? result.message : refusalText(result.refusal);
    const message = isLeft ? left : said;
    if (result.status === 'Fail') log.warn({ runId, trigger, reason: said }, 'synchronisation failed');
    await updateRun(write, runId, { bytesIn, bytesOut, status, message, endTime: setting.now() });
    if (proven && !cut && !isConnected) parts.reached();
    if (proven && !cut) connection(true);
    await applyRefusal(result.refusal);
    const reached = proven || (result.refusal !== null && result.refusal.code !== 'unknown_device');
    return { reached, cut, moved: isMoved, retryAfter: traffic.retryAfter };
  }

  /** Reports the state of this device. A server that does not take it, as an older one, stops nothing. */
  async function report(): Promise<void> {
    try {
      const call = remoteClient(server, await parts.token());
      const applied = await reportState({ read, write, call, version: parts.version, now: setting.now() });
      if (applied) queue.askAgain('Change');
    } catch (error) {
      log.warn({ err: error }, 'the state of this device could not be reported');
    }
  }

  /** Lets refused changes wait again whose author may write in their company, as far as this device knows. @returns how many */
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
    return sendAgain(setting, ({ userId, scopeId }) => companyOf.get(userId) === scopeId);
  }

  /** Rows of one run: every effect of the core, answered over the network. */
  async function rows(
    runId: string,
    trigger: Trigger,
    full: boolean,
    transport: ReturnType<typeof openTransport>,
  ): Promise<RunResult> {
    const effects = sync(setting, { runId, trigger, full });
    let reply: Reply;
    for (;;) {
      const next = await effects.next(reply);
      if (next.done === true) return next.value;
      if (next.value.kind === 'progress') await advance(next.value.progress * ROWS_SHARE, next.value.message);
      reply = ending.signal.aborted ? null : await transport.answer(next.value);
    }
  }

  /** Photos and files of one run. */
  async function contents(full: boolean, trigger: Trigger): Promise<Awaited<ReturnType<typeof moveBlobs>>> {
    const blobSetting = {
      ...parts,
      now: setting.now,
      signal: ending.signal,
      without: new Set(await readFact(read, 'withoutPhotos')),
      viewed: () => viewed,
      progress: (done: number, total: number) =>
        void advance(100 * (ROWS_SHARE + (1 - ROWS_SHARE) * (done / Math.max(1, total))), filesText(done, total)),
    };
    if (full) await verifyBlobs(blobSetting);
    // A server that was restored may lack photos and files that were sent to it, and others that came from it.
    const { epoch } = await setting.database.transaction(readState);
    const isRestored = epoch !== null && (await readFact(read, 'blobsEpoch')) !== epoch;
    const moved = await moveBlobs(blobSetting, { again: full || isRestored, early: trigger === 'User' });
    if (isRestored) await writeFact(write, 'blobsEpoch', epoch);
    return moved;
  }

  async function advance(to: number, message: string): Promise<void> {
    if (running === null) return;
    running = { ...running, progress: Math.max(running.progress, Math.floor(to)), message };
    await publishStatus();
  }

  async function publishStatus(): Promise<void> {
    notify({ event: 'sync-status', data: await status() });
  }

  async function publishEnd(runId: string): Promise<void> {
    const ended = await status();
    notify({ event: 'sync-status', data: { ...ended, progress: 100 } });
    notify({ event: 'sync-complete', data: ended });
    notify({ event: 'waiting', data: await whatWaits(read) });
    log.info({ runId, status: ended.syncLog?.status ?? 'Incomplete' }, 'synchronised');
  }

  async function applyRefusal(refusal: Refusal | null): Promise<void> {
    if (refusal?.code === 'device_revoked') await parts.revoked(refusal.mode);
  }

  async function status(): Promise<SyncStatus> {
    const [newest] = await newestRuns(read, 1);
    if (running === null) {
      const message = standingText(newest, await whatWaits(read));
      return { syncLog: newest === undefined ? null : presented(newest), progress: 0, message };
    }
    const { progress, message, runId } = running;
    const current = newest?.id === runId ? presented(newest) : null;
    return { syncLog: current, progress, message };
  }

  function presented(record: Database['syncRun']): SyncLog {
    return presentRun(record, server, running?.runId === record.id);
  }

  async function runByItself(trigger: Trigger): Promise<void> {
    const mayRun = (await options()).autosync && (await isKnown());
    if (mayRun && !ending.signal.aborted) await run(trigger);
    else schedule.plan('Interval', idleDelay(setting.random()));
  }

  /** Resolves to true when a user has signed in here with the server, and the use of the device was not ended. */
  async function isKnown(): Promise<boolean> {
    if ((await readFact(read, 'revoked')) !== null) return false;
    return hasUsers(read);
  }

  /** Plans a run when something may have changed between the request of the last one and the start of the server's events. */
  async function catchUp(): Promise<void> {
    if (greeting === null) return;
    const { heads } = greeting;
    greeting = null;
    if (heads === undefined || (await isElsewhere(heads))) schedule.plan('Server', AFTER_EVENT_MS);
  }

  /** Resolves to true when any scope here differs from that of the server. */
  async function isElsewhere(heads: Record<string, number>): Promise<boolean> {
    const held = await receivedScopes(read);
    return held.length !== Object.keys(heads).length || held.some(({ scopeId, cursor }) => heads[scopeId] !== cursor);
  }

  function connection(connected: boolean): void {
    if (connected === isConnected) return;
    isConnected = connected;
    notify({ event: 'connected-status', data: { connected } });
    if (!connected) return;
    pauses.reset();
    if (running === null) schedule.plan('Connection', AFTER_EVENT_MS);
  }

  return {
    async start() {
      await recoverRuns(setting);
      viewed = await readFact(read, 'viewedInspection');
      schedule.start();
      schedule.plan('Start', 0);
    },
    async stop() {
      ending.abort();
      schedule.stop();
      await queue.settled();
    },
    run,
    settled: queue.settled,
    recordsSettled: queue.recordsSettled,
    changed() {
      void whatWaits(read).then((data) => notify({ event: 'waiting', data }));
      if (!pauses.isFailing() || isConnected) schedule.plan('Change', AFTER_CHANGE_MS);
    },
    serverChanged: () => schedule.plan('Server', AFTER_EVENT_MS),
    async greeted(heads) {
      greeting = { heads };
      // A run in progress may have sent its request later than that: checked at its end.
      if (running === null) await catchUp();
    },
    connection,
    connected: () => isConnected,
    status,
    logs: async () => (await newestRuns(read, 100)).map(presented),
    options,
    async setOptions(chosen) {
      await writeFact(write, 'autosync', chosen.autosync);
      await writeFact(write, 'syncImages', chosen.syncImages);
      await writeFact(write, 'onMetered', chosen.onMetered);
      schedule.plan('Change', AFTER_EVENT_MS);
      return options();
    },
    waiting: () => whatWaits(read),
    viewing(inspectionId) {
      if (inspectionId === viewed) return;
      viewed = inspectionId;
      void writeFact(write, 'viewedInspection', inspectionId).catch(() => undefined);
    },
    async choosePhotos(installationId, chosen) {
      const without = new Set(await readFact(read, 'withoutPhotos'));
      if (chosen) without.delete(installationId);
      else without.add(installationId);
      await writeFact(write, 'withoutPhotos', [...without]);
      await applyChoice(write, without);
      schedule.plan('Change', AFTER_EVENT_MS);
    },
  };
}
