/** The process that reads and writes spreadsheets, one after the other. */
import type { SheetCell } from '@holdfast/core';
import { answerTasks } from '../processes/answerTasks.ts';
import { readSheetFile, type SheetLimits, writeSheetFile } from './sheetFiles.ts';

/** Task of the process. */
export type SheetTask =
  | { read: Uint8Array; limits: SheetLimits }
  | { write: readonly (readonly SheetCell[])[]; format: 'xlsx' | 'csv' };

answerTasks((given) => {
  const task = given as SheetTask;
  return 'read' in task ? readSheetFile(task.read, task.limits) : writeSheetFile(task.write, task.format);
});
