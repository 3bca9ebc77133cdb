/** Reads the history of synchronisation runs on this device, and the work that is left. */
import type { SyncLog } from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import type { Kysely } from 'kysely';
import { waitingBlobs } from './blobQueue.ts';
import { countRefused, countUnsent } from './queries.ts';

/** Numbers of what waits. */
export interface Waiting {
  /** Changes that were not sent. */
  waiting: number;
  /** Photos and files, in either direction. */
  waitingBlobs: number;
  /** Changes that were set aside. */
  setAside: number;
}

/** A run as the history shows it. @param server the address it ran with */
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

/** Returns the numbers of what waits now. */
export async function whatWaits(read: Kysely<Database>): Promise<Waiting> {
  return {
    waiting: await countUnsent(read),
    waitingBlobs: await waitingBlobs(read),
    setAside: await countRefused(read),
  };
}
