/** Queries of changes and the people who made them. */
import type { LocalDb } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';

/** Returns true when an inspection contains an item, or contained it before it was deleted. */
export async function hasEverHeld(db: ScopedDb, installationInspectionId: string, itemId: string): Promise<boolean> {
  const member = await db
    .fromWithDeleted('installationInspectionItem')
    .select('id')
    .where('installationInspectionItem.installationInspectionId', '=', installationInspectionId)
    .where('installationInspectionItem.itemId', '=', itemId)
    .executeTakeFirst();
  return member !== undefined;
}

type ShownChange = Pick<Database['loggedChange'], 'seq' | 'op' | 'historyJson' | 'userId' | 'editedAt' | 'lostJson'>;

/** The changes of an item that history shows in an inspection, newest first. */
export function shownChanges(
  local: LocalDb,
  scopes: readonly string[],
  { installationInspectionId, itemId }: { installationInspectionId: string; itemId: string },
  limit: number,
): Promise<ShownChange[]> {
  return local
    .selectFrom('loggedChange')
    .select(['seq', 'op', 'historyJson', 'userId', 'editedAt', 'lostJson'])
    .where('scopeId', 'in', scopes as string[])
    .where('itemId', '=', itemId)
    .where((eb) =>
      eb.or([
        eb('installationInspectionId', 'is', null),
        eb('installationInspectionId', '=', installationInspectionId),
      ]),
    )
    .where('historyJson', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute();
}
