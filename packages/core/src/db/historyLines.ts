import type { HistoryEntry, HistoryLine, Intent } from '@holdfast/sync';

/** The line of a row that reads as one of its columns: from nothing to it when made, to nothing when taken away. */
export function valueLine({ before, after }: Intent, column: string): HistoryLine {
  const was = before === null || before.deletedAt !== null ? '' : String(before[column] ?? '');
  return { field: '', from: was, to: after.deletedAt === null ? String(after[column] ?? '') : '' };
}

/** History of a row that hangs on an item within one inspection. */
export async function inspectionItemHistory(intent: Intent, what: string, column: string): Promise<HistoryEntry> {
  const owner = await intent.look.row(
    'installationInspectionItem',
    String(intent.after['installationInspectionItemId']),
  );
  return {
    what,
    lines: [valueLine(intent, column)],
    itemId: String(owner?.['itemId']),
    installationInspectionId: String(owner?.['installationInspectionId']),
  };
}
