/** When the desktop synchronises, and what a run comes to: rows, then photos and files, told as it goes (docs/sync.md, "The desktop's agent"). */
import type { DesktopEvent, SyncLog, SyncOptions, SyncStatus } from '@holdfast/contract';
import type { Blobs, Database } from '@holdfast/core';
import {
  type DeviceSetting,
  idleDelay,
  readState,
  recoverRuns,
  type Refusal,
  retryDelay,
  type Reply,
  type RunResult,
  sendAgain,
  sync,
} from '@holdfast/sync';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { nextTry } from './blobQueue.ts';
import { dropLeftovers, moveBlobs, verifyBlobs } from './blobs.ts';
import { readFact, writeFact } from './facts.ts';
import { newestRuns, presentRun, type Waiting, whatWaits } from './runs.ts';
import { filesText, leftText, refusalText, standingText, startText, troubleText } from './runTexts.ts';
import { openTransport } from './transport.ts';

/** Why a run began, as the history of runs shows it. */
export type Trigger = 'User' | 'Start' | 'Change' | 'Server' | 'Interval' | 'Connection' | 'Sign-in';

/** How long after the last local change a run begins (product decision 32). */
const AFTER_CHANGE_MS = 5_000;
/** How long after the server spoke of a change a run begins; several that come together make one. */
const AFTER_WORD_MS = 150;
/**
 * How long after a line broke under photos or files the next run begins: most are back at once. Doubled, up to the pause after a change, each
 * time that nothing arrived in between.
 */
const AFTER_CUT_MS = 500;
/** How often refused changes are sent again by themselves, beside each start, sign-in and run that a person asked for. */
const SEND_AGAIN_MS = 60 * 60 * 1000;
/** The share of a run's progress that rows take; the rest is photos and files. */
const ROWS_SHARE = 0.8;

/** What the driver works with. */
export interface DriverSetting {
  setting: DeviceSetting;
  read: Kysely<Database>;
  write: Kysely<Database>;
  blobs: Blobs;
  server: string;
  log: Logger;
  newId(): string;
  token(): Promise<string>;
  registerAnew(): Promise<string | null>;
  /** Tells the windows. */
  tell(event: DesktopEvent): void;
  /** Obeys an administrator who ended the use of this device. */
  revoked(mode: 'signOut' | 'lock' | 'wipe'): Promise<void>;
}

/** Runs synchronisation. */
export interface Driver {
  /** Begins to synchronise by itself, as far as the options say. */
  start(): Promise<void>;
  /** Ends the run under way at its next step, and begins no other. */
  stop(): Promise<void>;
  /** Begins a run now, or right after the one under way. @returns how it stands */
  run(trigger: Trigger, full?: boolean): Promise<SyncStatus>;
  /** Resolves when no run is under way and none was asked for. */
  settled(): Promise<void>;
  /** Resolves when the records of the runs asked for so far are in, or those runs ended; photos and files may follow. */
  recordsSettled(): Promise<void>;
  /** Something was changed here. */
  changed(): void;
  /** The server told of something new. */
  heard(): void;
  /**
   * The server begins to tell what changes. What changed before, and after the last run asked, it tells nobody.
   * @param heads the number of the last change of each scope; undefined: the server does not say
   */
  greeted(heads: Record<string, number> | undefined): Promise<void>;
  /** The server came within reach, or went out of it. */
  connection(connected: boolean): void;
  connected(): boolean;
  status(): Promise<SyncStatus>;
  logs(): Promise<SyncLog[]>;
  options(): Promise<SyncOptions>;
  setOptions(options: SyncOptions): Promise<SyncOptions>;
  /** How much waits: changes, contents, and changes that were set aside. */
  waiting(): Promise<Waiting>;
}

interface Running {
  runId: string;
  progress: number;
  message: string;
}

/** Opens the driver of a desktop. */
export function openDriver(parts: DriverSetting): Driver {
  const { setting, read, write, server, log, tell } = parts;
  const ending = new AbortController();
  let running: Running | null = null;
  let asked: { trigger: Trigger; full: boolean } | null = null;
  let loop: Promise<void> | null = null;
  let records = Promise.withResolvers<void>();
  const plans = new Map<Trigger, NodeJS.Timeout>();
  let failures = 0;
  /** How often in a row the line broke before anything of a photo or file arrived. */
  let cuts = 0;
  /** The last run ended in the middle, and nothing of it could be written down. */
  let unclosed = false;
  let reach = false;
  /** Where the server's scopes stood when it began to tell what changes, until a run asks or it is known that none has to. */
  let greeting: { heads: Record<string, number> | undefined } | null = null;
  let started = false;

  async function options(): Promise<SyncOptions> {
    return {
      autosync: (await readFact(read, 'autosync')) ?? true,
      syncImages: (await readFact(read, 'syncImages')) ?? true,
    };
  }

  async function run(trigger: Trigger, full = false): Promise<SyncStatus> {
    asked = { trigger, full: full || (asked?.full ?? false) };
    if (running === null) running = { runId: '', progress: 0, message: startText(full) };
    begin();
    return status();
  }

  function begin(): void {
    if (loop === null) records = Promise.withResolvers<void>();
    loop ??= runAll().finally(() => {
      loop = null;
      records.resolve();
      // Asked for while the last run was being told of.
      if (asked !== null && !ending.signal.aborted) begin();
    });
  }

  /** Runs as long as runs are asked for, then plans the next. */
  async function runAll(): Promise<void> {
    let result: Outcome | null = null;
    while (asked !== null && !ending.signal.aborted) {
      const next = asked;
      asked = null;
      greeting = null;
      forgetPlans();
      const runId = parts.newId();
      result = await once(runId, next.trigger, next.full).catch((error: unknown) => abandon(runId, error));
      failures = result.reached ? 0 : failures + 1;
    }
    running = null;
    if (result !== null) await publishEnd(result);
    if (result?.reached === true) await catchUp();
    if (result?.cut === true) {
      plan('Connection', Math.min(AFTER_CHANGE_MS, AFTER_CUT_MS * 2 ** Math.min(cuts, 10)));
      return;
    }
    const delay = nextDelay(result);
    const due = failures === 0 && (await options()).syncImages ? await nextTry(read) : null;
    plan('Interval', due === null ? delay : Math.min(delay, Math.max(AFTER_CHANGE_MS, due - setting.now())));
  }

  function nextDelay(result: Outcome | null): number {
    return failures === 0
      ? idleDelay(setting.random())
      : retryDelay(failures, setting.random(), result?.retryAfter ?? 0);
  }

  interface Outcome {
    runId: string;
    /** Whether the server was reached. */
    reached: boolean;
    /** Whether the line broke under photos or files. */
    cut: boolean;
    retryAfter: number;
  }

  /** Closes a run that could not go on, so that the next one may begin. */
  async function abandon(runId: string, error: unknown): Promise<Outcome> {
    log.error({ err: error }, 'synchronisation failed');
    const message = troubleText(error);
    try {
      await recoverRuns(setting);
      await write.updateTable('syncRun').set({ status: 'Fail', message }).where('id', '=', runId).execute();
    } catch {
      unclosed = true;
    }
    return { runId, reached: false, cut: false, retryAfter: 0 };
  }

  async function once(runId: string, trigger: Trigger, full: boolean): Promise<Outcome> {
    if (unclosed) await recoverRuns(setting);
    unclosed = false;
    running = { runId, progress: 0, message: startText(full) };
    await publishStatus();
    const transport = openTransport({ ...parts, signal: ending.signal });
    const result = await rows(runId, trigger, full, transport).finally(() => transport.end());
    if (asked === null) records.resolve();
    const { traffic } = transport;
    let bytesIn = traffic.bytesIn;
    let bytesOut = traffic.bytesOut;
    const proven = result.status !== 'Fail';
    let left = '';
    let cut = false;
    if (proven) await dropLeftovers(parts);
    // With what this run brought, refused changes may be accepted now. Their photos and files follow them in the next run.
    const isRetrying = proven && (await retryRefused(trigger)) > 0;
    if (isRetrying) asked ??= { trigger: 'Change', full: false };
    if (proven && !isRetrying && (await options()).syncImages && !ending.signal.aborted) {
      try {
        const moved = await contents(full, trigger);
        bytesIn += moved.bytesIn;
        bytesOut += moved.bytesOut;
        left = leftText(moved.waiting);
        cut = moved.cut;
        cuts = cut && moved.bytesIn + moved.bytesOut === 0 ? cuts + 1 : 0;
      } catch (error) {
        log.error({ err: error }, 'photos and files could not be moved');
        left = troubleText(error);
      }
    }
    const isLeft = result.status === 'Success' && left !== '';
    const status = isLeft ? 'Incomplete' : result.status;
    const said = result.refusal === null ? result.message : refusalText(result.refusal);
    const message = isLeft ? left : said;
    if (result.status === 'Fail') log.warn({ runId, trigger, reason: said }, 'synchronisation failed');
    await write
      .updateTable('syncRun')
      .set({ bytesIn, bytesOut, status, message, endTime: setting.now() })
      .where('id', '=', runId)
      .execute();
    if (proven && !cut) connection(true);
    await obey(result.refusal);
    const reached = proven || (result.refusal !== null && result.refusal.code !== 'unknown_device');
    return { runId, reached, cut, retryAfter: traffic.retryAfter };
  }

  /** Lets refused changes wait again whose author may write in their company, as far as this device knows. @returns how many */
  async function retryRefused(trigger: Trigger): Promise<number> {
    const last = (await readFact(read, 'refusedSentAt')) ?? 0;
    const isDue = Math.abs(setting.now() - last) > SEND_AGAIN_MS;
    if (!isDue && trigger !== 'User' && trigger !== 'Start' && trigger !== 'Sign-in') return 0;
    const disabled = (await readFact(read, 'disabledUsers')) ?? [];
    const people = await read.selectFrom('user').select(['id', 'companyId', 'role']).execute();
    const companyOf = new Map(
      people
        .filter(({ id, role }) => role !== 'viewer' && !disabled.includes(id))
        .map(({ id, companyId }) => [id, companyId]),
    );
    await writeFact(write, 'refusedSentAt', setting.now());
    return sendAgain(setting, ({ userId, scopeId }) => companyOf.get(userId) === scopeId);
  }

  /** Rows of one run: every effect of the core, answered over the line. */
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
    tell({ event: 'sync-status', data: await status() });
  }

  async function publishEnd({ runId }: Outcome): Promise<void> {
    const ended = await status();
    tell({ event: 'sync-status', data: { ...ended, progress: 100 } });
    tell({ event: 'sync-complete', data: ended });
    tell({ event: 'waiting', data: await whatWaits(read) });
    log.info({ runId, status: ended.syncLog?.status ?? 'Incomplete' }, 'synchronised');
  }

  async function obey(refusal: Refusal | null): Promise<void> {
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

  /** Plans a run for a reason; each has its own time. A desktop that does not synchronise by itself plans none. */
  function plan(trigger: Trigger, delay: number): void {
    const known = plans.get(trigger);
    // One's own changes are sent once they pause; words of the server would put each other off for as long as they come.
    if (!started || ending.signal.aborted || (known !== undefined && trigger === 'Server')) return;
    clearTimeout(known);
    const timer = setTimeout(() => {
      plans.delete(trigger);
      void runByItself(trigger);
    }, delay);
    timer.unref();
    plans.set(trigger, timer);
  }

  /** The run that begins now does all that was planned so far; what is planned while it goes on is for the next. */
  function forgetPlans(): void {
    for (const timer of plans.values()) clearTimeout(timer);
    plans.clear();
  }

  async function runByItself(trigger: Trigger): Promise<void> {
    const mayRun = (await options()).autosync && (await isKnown());
    if (mayRun && !ending.signal.aborted) await run(trigger);
    else plan('Interval', idleDelay(setting.random()));
  }

  /** Whether anybody ever signed in here with the server, and nobody ended it. */
  async function isKnown(): Promise<boolean> {
    if ((await readFact(read, 'revoked')) !== null) return false;
    return (await read.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined;
  }

  /** Plans a run when something may have changed after the last one asked and before the server began to tell of it. */
  async function catchUp(): Promise<void> {
    if (greeting === null) return;
    const { heads } = greeting;
    greeting = null;
    if (heads === undefined || (await isElsewhere(heads))) plan('Server', AFTER_WORD_MS);
  }

  /** Whether what is here of any scope is not what the server has. */
  async function isElsewhere(heads: Record<string, number>): Promise<boolean> {
    const held = await read.selectFrom('subscription').select(['scopeId', 'cursor']).execute();
    return held.length !== Object.keys(heads).length || held.some(({ scopeId, cursor }) => heads[scopeId] !== cursor);
  }

  function connection(connected: boolean): void {
    if (connected === reach) return;
    reach = connected;
    tell({ event: 'connected-status', data: { connected } });
    if (!connected) return;
    failures = 0;
    if (running === null) plan('Connection', AFTER_WORD_MS);
  }

  return {
    async start() {
      await recoverRuns(setting);
      started = true;
      plan('Start', 0);
    },
    async stop() {
      ending.abort();
      forgetPlans();
      await loop;
    },
    run,
    async settled() {
      await loop;
    },
    async recordsSettled() {
      if (loop !== null) await records.promise;
    },
    changed() {
      void whatWaits(read).then((data) => tell({ event: 'waiting', data }));
      if (failures === 0 || reach) plan('Change', AFTER_CHANGE_MS);
    },
    heard: () => plan('Server', AFTER_WORD_MS),
    async greeted(heads) {
      greeting = { heads };
      // A run under way may have asked later than that: it looks at its end.
      if (running === null) await catchUp();
    },
    connection,
    connected: () => reach,
    status,
    logs: async () => (await newestRuns(read, 100)).map(presented),
    options,
    async setOptions(chosen) {
      await writeFact(write, 'autosync', chosen.autosync);
      await writeFact(write, 'syncImages', chosen.syncImages);
      plan('User', AFTER_WORD_MS);
      return options();
    },
    waiting: () => whatWaits(read),
  };
}
