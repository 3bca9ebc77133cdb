import type { FieldResponse } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import type { Database } from '../db/schema.ts';
import { isoTime, versionOf } from '../present.ts';

/** The living answers of some rows, by question's id; grouped by their owner. */
export async function answersOf(db: ScopedDb, ownerIds: readonly string[]): Promise<Map<string, FieldResponse[]>> {
  const grouped = new Map<string, FieldResponse[]>(ownerIds.map((ownerId) => [ownerId, []]));
  const [first, ...more] = ownerIds;
  if (first === undefined) return grouped;
  const rows =
    more.length === 0
      ? (await db.rows('fieldResponse', { ownerId: first })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
      : await db
          .from('fieldResponse')
          .selectAll()
          .where('fieldResponse.ownerId', 'in', ownerIds as string[])
          .orderBy('fieldResponse.id')
          .execute();
  for (const row of rows) grouped.get(row.ownerId)!.push(presentAnswer(row));
  return grouped;
}

/** An answer as sent over the API. */
export function presentAnswer(row: Database['fieldResponse'], itemId: string | null = null): FieldResponse {
  return {
    id: row.id,
    fieldId: row.fieldId,
    value: row.value,
    displayValue: row.displayValue,
    question: row.question,
    templateVersion: row.templateVersion,
    parentFieldOptionId: row.parentFieldOptionId,
    itemId: row.ownerTable === 'item' ? row.ownerId : itemId,
    recordedDate: isoTime(row.recordedDate),
    createdAt: isoTime(row.createdAt),
    updatedAt: isoTime(row.updatedAt),
    createdByUserID: row.createdByUserId,
    updatedByUserID: row.updatedByUserId,
    deletedAt: row.deletedAt === null ? null : isoTime(row.deletedAt),
    clock: versionOf(row),
  };
}
