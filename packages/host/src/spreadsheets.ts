import { Worker } from 'node:worker_threads';
import type { ReadSheet, Spreadsheets } from '@holdfast/core';
import type { SheetTask } from './spreadsheet.worker.ts';
import { turns } from './turns.ts';

/** What a thread may take. */
const MEMORY_MB = 160;
const TIME_MS = 20_000;

const TOO_MUCH: ReadSheet = {
  kind: 'refused',
  reason: 'This spreadsheet takes too long to read. Save only the sheet with the items, without formulas and formats.',
};

/** Reads and writes spreadsheets one at a time, each in a thread of its own: one that takes too much memory or time ends alone. */
export function threadedSpreadsheets(): Spreadsheets {
  const line = turns({ atOnce: 1, total: 12, perUser: 4 });
  const inTurn = async <T>(userId: string, work: () => Promise<T>): Promise<T | null> => {
    const end = await line.take(userId, new AbortController().signal)?.turn;
    if (end === null || end === undefined) return null;
    try {
      return await work();
    } finally {
      end();
    }
  };
  return {
    read: (userId, bytes, limits) =>
      inTurn(userId, async () => (await inThread<ReadSheet>({ read: bytes, limits })) ?? TOO_MUCH),
    write: (userId, rows, format) =>
      inTurn(userId, async () => {
        const written = await inThread<Uint8Array>({ write: rows, format });
        if (written === null) throw new Error('A spreadsheet could not be written within its bounds.');
        return written;
      }),
  };
}

/** What a thread answers; null when it was ended because it took too much. */
function inThread<T>(task: SheetTask): Promise<T | null> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./spreadsheet.worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    });
    const timer = setTimeout(() => void thread.terminate(), TIME_MS);
    const end = (answer: T | null): void => {
      clearTimeout(timer);
      resolve(answer);
    };
    thread.once('message', (answer: T) => end(answer));
    thread.once('error', () => end(null));
    thread.once('exit', () => end(null));
  });
}
