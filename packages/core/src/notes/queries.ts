import type { Note } from '@holdfast/contract';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** The notes of an item within one inspection, newest first. */
export async function notesOf(db: ScopedDb, installationInspectionItemId: string): Promise<Note[]> {
  const rows = await db.rows('note', { installationInspectionItemId });
  return rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)).map(presentNote);
}

/** A note as sent over the API. */
export function presentNote({ id, content, createdAt }: Database['note']): Note {
  return { id, content, createdAt: isoTime(createdAt) };
}
