/** Starts the synchronisation runs of a desktop and reports them to its windows (docs/sync.md, "The desktop's agent"). */
import type { DesktopEvent, SyncLog, SyncOptions, SyncStatus } from '@holdfast/contract';
import { idleDelay, recoverRuns } from '@holdfast/sync';
import { nextTry } from './contents/blobQueue.ts';
import { readFact, writeFact } from './facts.ts';
import { AFTER_CHANGE_MS, AFTER_EVENT_MS, openPauses } from './runs/pauses.ts';
import { hasUsers, receivedScopes } from './queries.ts';
import { type RunParts, openRunner, type RunOutcome } from './runs/runner.ts';
import { type Asked, openRunQueue } from './runs/runQueue.ts';
import { type Waiting, whatWaits } from './runs/runs.ts';
import { openRunStatus } from './runs/runStatus.ts';
import { openSchedule, type Trigger } from './runs/schedule.ts';
import { choosePhotos, readOptions, writeOptions } from './runs/syncOptions.ts';

/** Dependencies of the driver. */
export interface DriverSetting extends RunParts {
  /** Sends an event to the windows. */
  notify(event: DesktopEvent): void;
  /** Called when a run reached a server that was unreachable before. */
  reached(): void;
}

/** Runs synchronisation. */
export interface Driver {
  /** Starts automatic synchronisation according to the options. */
  start(): Promise<void>;
  /** Ends the current run at its next step, and starts no other. */
  stop(): Promise<void>;
  /** Starts a run now, or right after the current one. @returns the status of synchronisation */
  run(trigger: Trigger, full?: boolean): Promise<SyncStatus>;
  /** Resolves when no run is active or requested. */
  settled(): Promise<void>;
  /** Resolves when the records of the runs requested so far are received, or those runs ended; photos and files may follow. */
  recordsSettled(): Promise<void>;
  /** Called when something was changed on this device. */
  changed(): void;
  /** Called when the server has announced a change. */
  serverChanged(): void;
  /**
   * Called when the server's events begin. Changes made between the request of the last run and the start of the events have no event.
   * @param heads the number of the last change of each scope; undefined: unknown
   */
  greeted(heads: Record<string, number> | undefined): Promise<void>;
  /** Called when the server became reachable or unreachable. */
  connection(connected: boolean): void;
  connected(): boolean;
  status(): Promise<SyncStatus>;
  logs(): Promise<SyncLog[]>;
  options(): Promise<SyncOptions>;
  setOptions(options: SyncOptions): Promise<SyncOptions>;
  /** Called when an inspection is opened: its photos are downloaded first. */
  viewing(inspectionId: string): void;
  /** Chooses whether photos and files of an installation are downloaded to this device. */
  choosePhotos(installationId: string, chosen: boolean): Promise<void>;
  /** Returns the numbers of unsent changes, queued contents and changes set aside. */
  waiting(): Promise<Waiting>;
}

/** Opens the driver of a desktop. */
export function openDriver(parts: DriverSetting): Driver {
  const { setting, read, write, notify } = parts;
  const ending = new AbortController();
  const pauses = openPauses(() => setting.random());
  const schedule = openSchedule(parts, (trigger) => void orLater(runByItself(trigger)));
  const queue = openRunQueue({ run: perform, rest: () => orLater(rest()), signal: ending.signal });
  const status = openRunStatus({ ...parts, isConnected: () => isConnected });
  const runner = openRunner({
    ...parts,
    signal: ending.signal,
    began: status.began,
    advance: status.advance,
    recordsArrived: queue.recordsArrived,
    askAgain: queue.askAgain,
    connected() {
      if (!isConnected) parts.reached();
      connection(true);
    },
    viewed: () => viewed,
  });
  let isConnected = false;
  /** The inspection that was opened last. */
  let viewed: string | null = null;
  /** The last run since the queue started to work. */
  let last: RunOutcome | null = null;
  /** Last change numbers of the server's scopes when its events started; null once a run covers them or none is needed. */
  let greeting: { heads: Record<string, number> | undefined } | null = null;

  async function run(trigger: Trigger, full = false): Promise<SyncStatus> {
    status.requested(full);
    queue.ask({ trigger, full });
    return status.status();
  }

  async function perform(asked: Asked): Promise<void> {
    greeting = null;
    schedule.clear();
    last = await runner.perform(asked);
    pauses.ended(last);
  }

  /** Schedules a run at the next interval when the work fails, because the database of the device cannot be read. */
  function orLater(work: Promise<void>): Promise<void> {
    return work.catch((error: unknown) => {
      parts.log.warn({ err: error }, 'the next run could not be prepared');
      schedule.plan('Interval', idleDelay(setting.random()));
    });
  }

  /** Publishes the result of the last run, and schedules the next. */
  async function rest(): Promise<void> {
    status.rested();
    const end = last;
    last = null;
    if (end !== null) await status.publishEnd(end.runId);
    if (end?.reached === true) await catchUp();
    const afterCut = end === null ? null : pauses.afterCut();
    if (afterCut !== null) return schedule.plan('Connection', afterCut);
    const delay = pauses.next();
    const mayTry = !pauses.isFailing() && end?.heldBack !== true && (await readOptions(read)).syncImages;
    const due = mayTry ? await nextTry(read) : null;
    schedule.plan('Interval', due === null ? delay : Math.min(delay, Math.max(AFTER_CHANGE_MS, due - setting.now())));
  }

  async function runByItself(trigger: Trigger): Promise<void> {
    const mayRun = (await readOptions(read)).autosync && (await isKnown());
    if (mayRun && !ending.signal.aborted) await run(trigger);
    else schedule.plan('Interval', idleDelay(setting.random()));
  }

  /** Resolves to true when a user has signed in here through the server and the device was not revoked. */
  async function isKnown(): Promise<boolean> {
    if ((await readFact(read, 'revoked')) !== null) return false;
    return hasUsers(read);
  }

  /** Schedules a run if something may have changed between the request of the last run and the start of the server's events. */
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
    if (!status.isRunning()) schedule.plan('Connection', AFTER_EVENT_MS);
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
      whatWaits(read).then(
        (data) => notify({ event: 'waiting', data }),
        (error: unknown) => parts.log.warn({ err: error }, 'the number of unsent changes could not be read'),
      );
      if (!pauses.isFailing() || isConnected) schedule.plan('Change', AFTER_CHANGE_MS);
    },
    serverChanged: () => schedule.plan('Server', AFTER_EVENT_MS),
    async greeted(heads) {
      greeting = { heads };
      // A run in progress may have sent its request after that time: checked at its end.
      if (!status.isRunning()) await catchUp();
    },
    connection,
    connected: () => isConnected,
    status: status.status,
    logs: status.logs,
    options: () => readOptions(read),
    async setOptions(chosen) {
      await writeOptions(write, chosen);
      schedule.plan('Change', AFTER_EVENT_MS);
      return readOptions(read);
    },
    waiting: () => whatWaits(read),
    viewing(inspectionId) {
      if (inspectionId === viewed) return;
      viewed = inspectionId;
      void writeFact(write, 'viewedInspection', inspectionId).catch(() => undefined);
    },
    async choosePhotos(installationId, chosen) {
      await choosePhotos(read, write, installationId, chosen);
      schedule.plan('Change', AFTER_EVENT_MS);
    },
  };
}
