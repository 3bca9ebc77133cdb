import type { ReadSheet, Requester, Spreadsheets } from '@holdfast/core';
import { processPool } from '../processes/pool.ts';
import { runTask } from '../processes/runTask.ts';
import type { SheetTask } from './spreadsheet.worker.ts';
import { fairQueue } from '../fairQueue.ts';

/** Limits of a process that reads or writes spreadsheets. */
const BOUNDS = { megabytes: 400, heapMegabytes: 160, fileMegabytes: 64, cpuSeconds: 600 };
const TIME_MS = 20_000;

const TOO_MUCH: ReadSheet = {
  kind: 'refused',
  reason: 'This spreadsheet takes too long to read. Save only the sheet with the items, without formulas and formats.',
};

/** Reads and writes spreadsheets one at a time, in a process of their own: one that takes too much memory or time is killed. */
export function boundedSpreadsheets(): Spreadsheets {
  const pool = processPool(new URL('./spreadsheet.worker.ts', import.meta.url), BOUNDS, {
    idle: 1,
    idleMs: 20_000,
    workMs: 60_000,
    reusableMegabytes: 200,
  });
  const queue = fairQueue({ atOnce: 1, total: 12, perUser: 4 });
  const inTurn = async <T>({ userId, companyId }: Requester, work: () => Promise<T>): Promise<T | null> => {
    const end = await queue.take(userId, new AbortController().signal, companyId ?? userId)?.turn;
    if (end === null || end === undefined) return null;
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    read: (by, bytes, limits) =>
      inTurn(by, async () => {
        const task: SheetTask = { read: bytes, limits };
        return runTask<ReadSheet>(pool, task, TIME_MS).catch(() => TOO_MUCH);
      }),
    write: (by, rows, format) =>
      inTurn(by, async () => {
        const task: SheetTask = { write: rows, format };
        return runTask<Uint8Array>(pool, task, TIME_MS);
      }),
  };
}
