import * as contract from '@holdfast/contract';
import type { OverriddenChange } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { isoTime } from '../present.ts';
import { conflictsOf } from './conflicts.ts';
import { placeOf } from './placeOf.ts';
import { storedHistory } from '../storedJson.ts';

/** Returns conflicting changes that the caller and other users made without knowing of each other. */
export const getOverriddenChanges = handler(
  contract.getOverriddenChanges,
  async ({ db, local, scopes, actor }, { limit }) => {
    const people = await db.rows('person', {});
    const nameOf = new Map(people.map((person) => [person.userId, person.name]));
    const listed: OverriddenChange[] = [];
    for (const { kind, change, other, isLost, isOpen } of await conflictsOf(local, scopes)) {
      if (listed.length >= limit) break;
      if (change.userId !== actor.userId && other?.userId !== actor.userId) continue;
      const { what, lines } = storedHistory(change.historyJson!);
      const place = await placeOf(db, change);
      const item = change.itemId === null ? undefined : await db.row('item', change.itemId);
      const side = (value: string, by: { userId: string; editedAt: number } | null) => ({
        value,
        userName: by === null ? '' : (nameOf.get(by.userId) ?? ''),
        at: isoTime((by ?? { editedAt: change.storedAt }).editedAt),
      });
      for (const [i, { field, from, to }] of lines.entries())
        listed.push({
          id: `${change.scopeId}.${change.seq}.${i}`,
          itemId: change.itemId,
          place,
          installationId: item?.installationId ?? null,
          installationInspectionId: change.installationInspectionId,
          kind,
          isOpen,
          what,
          field,
          kept: kind === 'deleted' ? side('', other) : isLost ? side(from, other) : side(to, change),
          overridden: isLost ? side(to, change) : side(from, other),
          isOwn: (isLost ? change : other)?.userId === actor.userId,
        });
    }
    return listed.slice(0, limit);
  },
);
