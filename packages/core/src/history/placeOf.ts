import type { ScopedDb } from '../db/scoped.ts';

/** Columns of a change that locate it. */
export interface Placed {
  tableName: string;
  rowId: string;
  itemId: string | null;
  installationInspectionId: string | null;
}

/**
 * Describes the place of a change for users: the item, or else the inspection and its installation, or the installation. Empty where it
 * belongs to none, or when that no longer exists.
 */
export async function placeOf(
  db: ScopedDb,
  { tableName, rowId, itemId, installationInspectionId }: Placed,
): Promise<string> {
  if (itemId !== null) return (await nameOf(db, 'item', itemId)) ?? '';
  if (installationInspectionId !== null) {
    const row = await db
      .fromWithDeleted('installationInspection')
      .innerJoin('inspection', 'inspection.id', 'installationInspection.inspectionId')
      .innerJoin('installation', 'installation.id', 'installationInspection.installationId')
      .select(['inspection.name as inspection', 'installation.name as installation'])
      .where('installationInspection.id', '=', installationInspectionId)
      .executeTakeFirst();
    return row === undefined ? '' : `${row.inspection}, ${row.installation}`;
  }
  if (tableName !== 'fieldResponse') return '';
  const answer = await db
    .fromWithDeleted('fieldResponse')
    .select('ownerId')
    .where('id', '=', rowId)
    .where('ownerTable', '=', 'installation')
    .executeTakeFirst();
  return (answer === undefined ? null : await nameOf(db, 'installation', answer.ownerId)) ?? '';
}

async function nameOf(db: ScopedDb, table: 'item' | 'installation', id: string): Promise<string | null> {
  const row = await db.fromWithDeleted(table).select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}
