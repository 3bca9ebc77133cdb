import * as contract from '@holdfast/contract';
import type { OverriddenChange } from '@holdfast/contract';
import type { HistoryLine } from '@holdfast/sync';
import { handler } from '../handler.ts';
import { isoTime } from '../present.ts';
import { placeOf } from './placeOf.ts';

/** How long a conflict is listed: as long as the log is on every device. */
const LISTED_MS = 90 * 24 * 60 * 60 * 1000;
/** Conflicts that are looked at, those of other people among them. */
const LOOKED_AT = 2_000;

/** Changes of a row that are looked through for the other side of a conflict. */
const CHANGES_BEFORE = 200;

/** Where the caller and somebody else changed the same thing apart (sync.md 5). */
export const getOverriddenChanges = handler(
  contract.getOverriddenChanges,
  async ({ db, local, scopes, actor, now }, { limit }) => {
    const conflicts = await local
      .selectFrom('change')
      .selectAll()
      .where('scopeId', 'in', scopes as string[])
      .where((eb) => eb.or([eb('lostJson', 'is not', null), eb('overrodeJson', 'is not', null)]))
      .where('historyJson', 'is not', null)
      .where('editedAt', '>=', now - LISTED_MS)
      .orderBy('seq', 'desc')
      .limit(LOOKED_AT)
      .execute();
    const people = await db.from('person').select(['userId', 'name']).execute();
    const nameOf = new Map(people.map((person) => [person.userId, person.name]));
    const listed: OverriddenChange[] = [];
    for (const change of conflicts) {
      if (listed.length >= limit) break;
      const isLost = change.lostJson !== null;
      const columns = Object.keys(JSON.parse(change.lostJson ?? change.overrodeJson!) as object);
      const others = await local
        .selectFrom('change')
        .select(['userId', 'editedAt', 'setJson'])
        .where('scopeId', '=', change.scopeId)
        .where('rowId', '=', change.rowId)
        .where('seq', '<', change.seq)
        .orderBy('seq', 'desc')
        .limit(CHANGES_BEFORE)
        .execute();
      const other = others.find(
        ({ setJson }) => columns.length === 0 || columns.some((column) => column in set(setJson)),
      );
      if (other === undefined || (change.userId !== actor.userId && other.userId !== actor.userId)) continue;
      const { what, lines } = JSON.parse(change.historyJson!) as { what: string; lines: HistoryLine[] };
      const place = await placeOf(db, change);
      const side = (value: string, { userId, editedAt }: { userId: string; editedAt: number }) => ({
        value,
        userName: nameOf.get(userId) ?? '',
        at: isoTime(editedAt),
      });
      for (const [i, { field, from, to }] of lines.entries())
        listed.push({
          id: `${change.scopeId}.${change.seq}.${i}`,
          itemId: change.itemId,
          place,
          installationInspectionId: change.installationInspectionId,
          what,
          field,
          kept: isLost ? side(from, other) : side(to, change),
          overridden: isLost ? side(to, change) : side(from, other),
          isOwn: (isLost ? change : other).userId === actor.userId,
        });
    }
    return listed.slice(0, limit);
  },
);

function set(json: string): object {
  return JSON.parse(json) as object;
}
