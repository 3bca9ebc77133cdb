import * as contract from '@holdfast/contract';
import type { HistoryRecord } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { memberOf } from '../inspections/index.ts';
import { isoTime } from '../present.ts';
import { hasEverHeld, shownChanges } from './queries.ts';
import { storedLines } from './storedLines.ts';

/** The most lines the History tab shows. */
const LINE_LIMIT = 1_000;

/** Returns the history of an item, overall and in one inspection, newest first (HIST-03). */
export const getAuditLogsForInstallationInspectionAndItem = handler(
  contract.getAuditLogsForInstallationInspectionAndItem,
  async ({ db, local, scopes }, { installationInspectionId, itemId }) => {
    const isOrWasMember = await hasEverHeld(db, installationInspectionId, itemId);
    if (!isOrWasMember) await memberOf(db, installationInspectionId, itemId);
    const changes = await shownChanges(local, scopes, { installationInspectionId, itemId }, LINE_LIMIT);
    const people = await db.rows('person', {});
    const nameOf = new Map(people.map((person) => [person.userId, person.name]));
    return changes.flatMap((change): HistoryRecord[] => {
      const { what, lines } = storedLines(change.historyJson!, (userId) => nameOf.get(userId));
      return lines.map((line, i) => ({
        id: `${change.seq}.${i}`,
        action: change.op === 'del' ? 'Deleted' : change.op === 'upd' ? 'Changed' : 'Created',
        table: what,
        ...line,
        userName: nameOf.get(change.userId) ?? '',
        createdAt: isoTime(change.editedAt),
        overridden: change.lostJson !== null,
      }));
    });
  },
);
