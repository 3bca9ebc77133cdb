/** Queries of the deleted rows that inspectors can restore. */
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { GoneItem, GoneMember } from './itemDeletions.ts';

/** The deleted rows of items in the inspections of an installation, with their items. */
export async function goneMembers(db: ScopedDb, installationId: string): Promise<GoneMember[]> {
  const rows = await db
    .fromWithDeleted('installationInspectionItem')
    .innerJoin('item', 'item.id', 'installationInspectionItem.itemId')
    .select(['installationInspectionItem.installationInspectionId', 'installationInspectionItem.deletedAt'])
    .select(['installationInspectionItem.updatedByUserId'])
    .select(['item.id', 'item.name', 'item.parentItemId', 'item.deletedAt as itemDeletedAt'])
    .where('item.installationId', '=', installationId)
    .where('installationInspectionItem.deletedAt', 'is not', null)
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, deletedAt: deletedAt! }));
}

/** The deleted items of an installation. */
export async function goneItems(db: ScopedDb, installationId: string): Promise<GoneItem[]> {
  const rows = await db
    .fromWithDeleted('item')
    .select(['item.id', 'item.name', 'item.parentItemId', 'item.deletedAt', 'item.updatedByUserId'])
    .where('item.installationId', '=', installationId)
    .where('item.deletedAt', 'is not', null)
    .execute();
  return rows.map(({ deletedAt, ...row }) => ({ ...row, deletedAt: deletedAt! }));
}

/** The last deleted photos of the present items of an inspection. */
export function deletedImages(db: ScopedDb, installationInspectionId: string, limit: number) {
  return db
    .fromWithDeleted('image')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'image.installationInspectionItemId')
    .innerJoin('item', 'item.id', 'holder.itemId')
    .selectAll('image')
    .select(['item.id as itemId', 'item.name as itemName'])
    .where('holder.installationInspectionId', '=', installationInspectionId)
    .where('holder.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .where('image.deletedAt', 'is not', null)
    .orderBy('image.deletedAt', 'desc')
    .orderBy('image.id')
    .limit(limit)
    .execute();
}

/** The last deleted notes of the present items of an inspection. */
export function deletedNotes(db: ScopedDb, installationInspectionId: string, limit: number) {
  return db
    .fromWithDeleted('note')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'note.installationInspectionItemId')
    .innerJoin('item', 'item.id', 'holder.itemId')
    .selectAll('note')
    .select(['item.id as itemId', 'item.name as itemName'])
    .where('holder.installationInspectionId', '=', installationInspectionId)
    .where('holder.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .where('note.deletedAt', 'is not', null)
    .orderBy('note.deletedAt', 'desc')
    .orderBy('note.id')
    .limit(limit)
    .execute();
}

/** The last deleted files of the present items of an inspection, and of the locations of its installation. */
export function deletedFiles(
  db: ScopedDb,
  { installationId, id }: Pick<Database['installationInspection'], 'installationId' | 'id'>,
  limit: number,
) {
  return db
    .fromWithDeleted('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .leftJoin('installationInspectionItem as holder', (join) =>
      join
        .onRef('holder.itemId', '=', 'item.id')
        .on('holder.installationInspectionId', '=', id)
        .on('holder.deletedAt', 'is', null),
    )
    .selectAll('file')
    .select('item.name as itemName')
    .where('item.installationId', '=', installationId)
    .where((eb) => eb.or([eb('holder.id', 'is not', null), eb('item.isLocation', '=', 1)]))
    .where('item.deletedAt', 'is', null)
    .where('file.deletedAt', 'is not', null)
    .orderBy('file.deletedAt', 'desc')
    .orderBy('file.id')
    .limit(limit)
    .execute();
}

/** The last deleted sweeps of an inspection. */
export function deletedSweeps(
  db: ScopedDb,
  installationInspectionId: string,
  limit: number,
): Promise<Database['sweep'][]> {
  return db
    .fromWithDeleted('sweep')
    .selectAll('sweep')
    .where('sweep.installationInspectionId', '=', installationInspectionId)
    .where('sweep.deletedAt', 'is not', null)
    .orderBy('sweep.deletedAt', 'desc')
    .orderBy('sweep.id')
    .limit(limit)
    .execute();
}
