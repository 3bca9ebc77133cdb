import type { ReadSheet, Requester, Spreadsheets } from '@holdfast/core';
import { type ProcessBounds, ProcessEnded } from '../processes/boundedProcess.ts';
import { processPool } from '../processes/pool.ts';
import { runTask, TaskTooLong } from '../processes/runTask.ts';
import { csvOf } from './csv.ts';
import type { SheetTask } from './spreadsheet.worker.ts';
import { fairQueue } from '../fairQueue.ts';

/** Limits of a process that reads spreadsheets. */
const READING = { megabytes: 400, heapMegabytes: 160, fileMegabytes: 64, cpuSeconds: 600 };
const READING_MS = 20_000;
/** Limits of a process that writes workbooks: 600,000 short cells, or 20,000 items with 30 columns, take 270 MiB of its heap and 4 s. */
const WRITING = { megabytes: 900, heapMegabytes: 400, fileMegabytes: 128, cpuSeconds: 600 };
const WRITING_MS = 60_000;
const RULES = { idle: 1, idleMs: 20_000, workMs: 60_000, reusableMegabytes: 200 };

const TOO_MUCH: ReadSheet = {
  kind: 'refused',
  reason: 'This spreadsheet takes too long to read. Save only the sheet with the items, without formulas and formats.',
};

/**
 * Reads spreadsheets and writes workbooks one at a time, in processes of their own: one that takes too much memory or time is killed.
 * @param writing limits of a process that writes workbooks, in place of the usual ones
 */
export function boundedSpreadsheets(writing: Partial<ProcessBounds> = {}): Spreadsheets {
  const worker = new URL('./spreadsheet.worker.ts', import.meta.url);
  const readers = processPool(worker, READING, RULES);
  const writers = processPool(worker, { ...WRITING, ...writing }, RULES);
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
        return runTask<ReadSheet>(readers, task, READING_MS).catch(() => TOO_MUCH);
      }),
    workbook: (by, rows) =>
      inTurn(by, async () => {
        const task: SheetTask = { write: rows };
        return runTask<Uint8Array>(writers, task, WRITING_MS).catch((error: unknown) => {
          if (error instanceof TaskTooLong || (error instanceof ProcessEnded && error.reason === 'memory'))
            return 'tooLarge';
          throw error;
        });
      }),
    csv: csvOf,
  };
}
