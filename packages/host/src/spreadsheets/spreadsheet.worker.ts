/** The process that reads and writes spreadsheets, one after the other. */
import type { SheetCell } from '@holdfast/core';
import { answerTasks } from '../processes/answerTasks.ts';
import { readSheetFile, type SheetLimits, writeWorkbookFile } from './sheetFiles.ts';

/** Task of the process. */
export type SheetTask = { read: Uint8Array; limits: SheetLimits } | { write: readonly (readonly SheetCell[])[] };

answerTasks((given) => {
  const task = given as SheetTask;
  return 'read' in task ? readSheetFile(task.read, task.limits) : writeWorkbookFile(task.write);
});
