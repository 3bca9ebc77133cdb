import type { Note } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** The notes of an item within one inspection, newest first. */
export async function notesOf(db: ScopedDb, installationInspectionItemId: string): Promise<Note[]> {
  const rows = await db.rows('note', { installationInspectionItemId });
  return rows
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    .map(({ id, content, createdAt }) => ({ id, content, createdAt: isoTime(createdAt) }));
}
