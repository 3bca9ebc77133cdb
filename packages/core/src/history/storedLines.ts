import type { HistoryLine } from '@holdfast/sync';
import { storedHistory } from '../storedJson.ts';

/** Name of the line of a change that an administrator accepted, which says who recorded it: a name of its own, as that of every line. */
const RECORDED_BY = 'Recorded by';

/**
 * Reads how a change is shown in history. A change that its author accepted for another user has a line with the name of the user who recorded it.
 * @param nameOf returns the name of a user in the company; undefined: it does not know the user
 */
export function storedLines(
  historyJson: string,
  nameOf: (userId: string) => string | undefined,
): { what: string; lines: HistoryLine[] } {
  const { what, lines, recordedBy } = storedHistory(historyJson);
  if (recordedBy === undefined) return { what, lines };
  return { what, lines: [...lines, { field: RECORDED_BY, from: '', to: nameOf(recordedBy) ?? '' }] };
}
