import type { HistoryEntry, HistoryLine, Intent } from '@holdfast/sync';

/** The history line of a row that is described by one of its columns: from nothing to its value on creation, to nothing on deletion. */
export function valueLine({ before, after }: Intent, column: string): HistoryLine {
  const was = before === null || before.deletedAt !== null ? '' : String(before[column] ?? '');
  return { field: '', from: was, to: after.deletedAt === null ? String(after[column] ?? '') : '' };
}

/** History of a row that belongs to an item within one inspection. */
export async function inspectionItemHistory(intent: Intent, what: string, column: string): Promise<HistoryEntry> {
  const owner = await intent.lookup.row(
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
