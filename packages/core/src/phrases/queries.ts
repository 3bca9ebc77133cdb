import type { ScopedDb } from '../db/scoped.ts';
import type { Written } from './rules.ts';

/** Number of newest texts that are read; older ones are not offered. */
const READ = 3_000;

/** Names of an item and of its location; undefined when the call may not see it. */
export async function namesOf(db: ScopedDb, itemId: string): Promise<{ item: string; location: string } | undefined> {
  const item = await db.row('item', itemId);
  if (item === undefined) return undefined;
  const parent = item.parentItemId === null ? undefined : await db.row('item', item.parentItemId);
  return { item: item.name, location: parent?.name ?? '' };
}

/** Answers to a question about items, newest first. */
export async function answersWritten(db: ScopedDb, fieldId: string): Promise<Written[]> {
  const rows = await db
    .from('fieldResponse')
    .leftJoin('installationInspectionItem as holder', 'holder.id', 'fieldResponse.ownerId')
    .innerJoin('item', (join) =>
      join.on((eb) => eb('item.id', '=', eb.fn.coalesce('holder.itemId', 'fieldResponse.ownerId'))),
    )
    .leftJoin('item as parent', 'parent.id', 'item.parentItemId')
    .select(['fieldResponse.value as text', 'item.name as item', 'parent.name as location'])
    .where('fieldResponse.fieldId', '=', fieldId)
    .where('fieldResponse.value', '!=', '')
    .orderBy('fieldResponse.recordedDate', 'desc')
    .orderBy('fieldResponse.id')
    .limit(READ)
    .execute();
  return rows.map((row) => ({ ...row, location: row.location ?? '' }));
}

/** Notes on items, newest first. */
export async function notesWritten(db: ScopedDb): Promise<Written[]> {
  const rows = await db
    .from('note')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'note.installationInspectionItemId')
    .innerJoin('item', 'item.id', 'holder.itemId')
    .leftJoin('item as parent', 'parent.id', 'item.parentItemId')
    .select(['note.content as text', 'item.name as item', 'parent.name as location'])
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id')
    .limit(READ)
    .execute();
  return rows.map((row) => ({ ...row, location: row.location ?? '' }));
}
