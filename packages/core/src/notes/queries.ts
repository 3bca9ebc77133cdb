import type { Note } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** The notes of an item within one inspection, newest first. */
export async function notesOf(db: ScopedDb, installationInspectionItemId: string): Promise<Note[]> {
  const rows = await db
    .from('note')
    .select(['id', 'content', 'createdAt'])
    .where('note.installationInspectionItemId', '=', installationInspectionItemId)
    .orderBy('note.createdAt', 'desc')
    .orderBy('note.id')
    .execute();
  return rows.map(({ id, content, createdAt }) => ({ id, content, createdAt: isoTime(createdAt) }));
}
