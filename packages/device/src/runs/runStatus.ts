import type { DesktopEvent, SyncLog, SyncStatus } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import type { Log } from '../platform.ts';
import type { Kysely } from 'kysely';
import { readFact } from '../facts.ts';
import { countDamaged, countLost, newestRuns } from '../queries.ts';
import { presentRun, whatWaits } from './runs.ts';
import { idleText, startText } from './runTexts.ts';

/** Progress of the current run, as shown in the windows. */
export interface RunStatus {
  /** Called when a run is requested: shown as starting unless another one is in progress. */
  requested(full: boolean): void;
  /** Called when a run begins. */
  began(runId: string, full: boolean): Promise<void>;
  /** @param to percent; progress never goes back */
  advance(to: number, message: string): Promise<void>;
  /** Called when no run is in progress or requested. */
  rested(): void;
  isRunning(): boolean;
  /** Publishes the result of a run. */
  publishEnd(runId: string): Promise<void>;
  status(): Promise<SyncStatus>;
  /** The newest runs, at most 100, newest first. */
  logs(): Promise<SyncLog[]>;
}

interface Running {
  runId: string;
  progress: number;
  message: string;
}

/** Opens the status of a device's runs. */
export function openRunStatus({
  read,
  server,
  log,
  isConnected,
  notify,
}: {
  read: Kysely<Database>;
  server: string;
  log: Log;
  isConnected(): boolean;
  notify(event: DesktopEvent): void;
}): RunStatus {
  /** The current run; null between runs. */
  let running: Running | null = null;

  const presented = (record: Database['syncRun']): SyncLog => presentRun(record, server, running?.runId === record.id);

  async function status(): Promise<SyncStatus> {
    const [newest] = await newestRuns(read, 1);
    if (running === null) {
      const among = { lost: await countLost(read), damaged: await countDamaged(read) };
      const at = { isConnected: isConnected(), revoked: await readFact(read, 'revoked') };
      const message = idleText(newest, await whatWaits(read), among, at);
      return { syncLog: newest === undefined ? null : presented(newest), progress: 0, message };
    }
    const { progress, message, runId } = running;
    const current = newest?.id === runId ? presented(newest) : null;
    return { syncLog: current, progress, message };
  }

  async function publish(): Promise<void> {
    notify({ event: 'sync-status', data: await status() });
  }

  return {
    requested(full) {
      running ??= { runId: '', progress: 0, message: startText(full) };
    },
    async began(runId, full) {
      running = { runId, progress: 0, message: startText(full) };
      await publish();
    },
    async advance(to, message) {
      if (running === null) return;
      running = { ...running, progress: Math.max(running.progress, Math.floor(to)), message };
      await publish();
    },
    rested() {
      running = null;
    },
    isRunning: () => running !== null,
    async publishEnd(runId) {
      const ended = await status();
      notify({ event: 'sync-status', data: { ...ended, progress: 100 } });
      notify({ event: 'sync-complete', data: ended });
      notify({ event: 'waiting', data: await whatWaits(read) });
      log.info({ runId, status: ended.syncLog?.status ?? 'Incomplete' }, 'synchronised');
    },
    status,
    logs: async () => (await newestRuns(read, 100)).map(presented),
  };
}
