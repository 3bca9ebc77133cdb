/** Reads the history of synchronisation runs on this device, and the work that is left. */
import type { SyncLog } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import type { Kysely } from 'kysely';
import { waitingBlobs } from '../contents/blobQueue.ts';
import { countDamaged, countRefused, countUnsent } from '../queries.ts';

/** Numbers of unsynchronised changes and contents. */
export interface Waiting {
  /** Unsent changes. */
  waiting: number;
  /** Photos and files, in either direction. */
  waitingBlobs: number;
  /** Changes that were set aside, and photos and files that are damaged. */
  setAside: number;
}

/** Converts a run to its form in the history. @param server the address of its server */
export function presentRun(record: Database['syncRun'], server: string, isRunning: boolean): SyncLog {
  const status = record.status === 'Success' || record.status === 'Fail' ? record.status : null;
  const ended = !isRunning && status !== null && record.endTime !== null;
  return {
    id: record.id,
    participant: server,
    participantName: new URL(server).host,
    trigger: record.trigger,
    recordsIn: record.recordsIn,
    recordsOut: record.recordsOut,
    startTime: new Date(record.startTime).toISOString(),
    endTime: ended ? new Date(record.endTime!).toISOString() : null,
    status: ended ? status : null,
    isRunning,
  };
}

/** Returns the current numbers of unsynchronised changes and contents. */
export async function whatWaits(read: Kysely<Database>): Promise<Waiting> {
  return {
    waiting: await countUnsent(read),
    waitingBlobs: await waitingBlobs(read),
    setAside: (await countRefused(read)) + (await countDamaged(read)),
  };
}
