/** A thread that reads or writes one spreadsheet, and ends. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetCell } from '@holdfast/core';
import { readSheetFile, type SheetLimits, writeSheetFile } from './sheetFiles.ts';

/** What the thread is to do. */
export type SheetTask =
  | { read: Uint8Array; limits: SheetLimits }
  | { write: readonly (readonly SheetCell[])[]; format: 'xlsx' | 'csv' };

const port = parentPort;
if (port === null) throw new Error('This module reads and writes spreadsheets inside a worker thread.');

const task = workerData as SheetTask;
port.postMessage(
  'read' in task ? await readSheetFile(task.read, task.limits) : await writeSheetFile(task.write, task.format),
);
