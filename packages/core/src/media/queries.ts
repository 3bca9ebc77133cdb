import {
  type ItemFile,
  type ItemImage,
  type OtherFile,
  type OtherImage,
  Problem,
  readPhotoEdit,
} from '@holdfast/contract';
import type { Database } from '../db/schema.ts';
import type { ScopedDb } from '../db/scoped.ts';
import type { Member } from '../inspections/index.ts';
import { isoTime } from '../present.ts';

/** The photos of an item within one inspection, by order. */
export async function imagesOf(db: ScopedDb, installationInspectionItemId: string): Promise<ItemImage[]> {
  return (await imageRowsOf(db, installationInspectionItemId)).map(presentImage);
}

/** The rows of these photos, by order. */
export async function imageRowsOf(db: ScopedDb, installationInspectionItemId: string): Promise<Database['image'][]> {
  const rows = await db.rows('image', { installationInspectionItemId });
  return rows.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The files of an item, newest first. */
export async function filesOf(db: ScopedDb, itemId: string): Promise<ItemFile[]> {
  const rows = await db.rows('file', { itemId });
  return rows.toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1)).map(presentFile);
}

/** A photo as sent over the API. */
export function presentImage(row: Database['image']): ItemImage {
  const { id, filename, width, height, size, caption, edit, createdAt } = row;
  return {
    id,
    fileName: filename,
    filename,
    width,
    height,
    size,
    caption,
    edit: readPhotoEdit(edit) ?? null,
    createdAt: isoTime(createdAt),
  };
}

/** A file as sent over the API. */
export function presentFile({ id, filename, size, mimeType, createdAt }: Database['file']): ItemFile {
  return { id, name: filename, filename, size, mimeType, createdAt: isoTime(createdAt) };
}

/** Maximum number of rows read for each entry: items may share contents, and the requested number of distinct contents has to remain. */
const ROWS_PER_ENTRY = 4;

/** Files of other items of the installation whose contents an item does not have, each content once, newest first. */
export async function otherFiles(db: ScopedDb, itemId: string, limit: number): Promise<OtherFile[]> {
  const item = await db.row('item', itemId);
  const own = await db.rows('file', { itemId });
  const rows = await db
    .from('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .selectAll('file')
    .select('item.name as itemName')
    .where('item.installationId', '=', item!.installationId)
    .where('item.id', '!=', itemId)
    .where('item.deletedAt', 'is', null)
    .orderBy('file.createdAt', 'desc')
    .orderBy('file.id')
    .limit(limit * ROWS_PER_ENTRY)
    .execute();
  return onceEach(rows, own)
    .slice(0, limit)
    .map((row) => ({ ...presentFile(row), itemId: row.itemId, itemName: row.itemName }));
}

/**
 * Photos of the installation that an item does not have in one inspection, each content once: those of the item in other inspections first,
 * then newest first.
 */
export async function otherImages(db: ScopedDb, member: Member, limit: number): Promise<OtherImage[]> {
  const inspection = await db.row('installationInspection', member.installationInspectionId);
  const own = await db.rows('image', { installationInspectionItemId: member.id });
  const rows = await db
    .from('image')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'image.installationInspectionItemId')
    .innerJoin('installationInspection as held', 'held.id', 'holder.installationInspectionId')
    .innerJoin('inspection', 'inspection.id', 'held.inspectionId')
    .innerJoin('item', 'item.id', 'holder.itemId')
    .selectAll('image')
    .select(['holder.itemId', 'item.name as itemName', 'held.id as heldId', 'held.startDate'])
    .select('inspection.name as inspectionName')
    .where('held.installationId', '=', inspection!.installationId)
    .where('holder.id', '!=', member.id)
    .where('holder.deletedAt', 'is', null)
    .where('held.deletedAt', 'is', null)
    .where('item.deletedAt', 'is', null)
    .orderBy((eb) => eb.case().when('holder.itemId', '=', member.itemId).then(0).else(1).end())
    .orderBy('image.createdAt', 'desc')
    .orderBy('image.id')
    .limit(limit * ROWS_PER_ENTRY)
    .execute();
  return onceEach(rows, own)
    .slice(0, limit)
    .map((row) => ({
      ...presentImage(row),
      itemId: row.itemId,
      itemName: row.itemName,
      installationInspectionId: row.heldId,
      inspectionName: row.inspectionName,
      startDate: row.startDate,
    }));
}

/** The first row of each content, without the given contents. */
function onceEach<T extends { sha256: string }>(rows: readonly T[], own: readonly { sha256: string }[]): T[] {
  const seen = new Set(own.map((row) => row.sha256));
  return rows.filter(({ sha256 }) => !seen.has(sha256) && seen.add(sha256));
}

/** An item. @throws {Problem} `notFound` where the call may not see it */
export async function itemRow(db: ScopedDb, itemId: string): Promise<Database['item']> {
  const item = await db.row('item', itemId);
  if (item === undefined) throw new Problem('notFound');
  return item;
}

/** A photo of any inspection of an installation; undefined when there is none with this id. */
export function imageOfInstallation(
  db: ScopedDb,
  installationId: string,
  imageId: string,
): Promise<Database['image'] | undefined> {
  return db
    .from('image')
    .innerJoin('installationInspectionItem as holder', 'holder.id', 'image.installationInspectionItemId')
    .innerJoin('installationInspection as held', 'held.id', 'holder.installationInspectionId')
    .selectAll('image')
    .where('image.id', '=', imageId)
    .where('held.installationId', '=', installationId)
    .executeTakeFirst();
}

/** A file of any item of an installation; undefined when there is none with this id. */
export function fileOfInstallation(
  db: ScopedDb,
  installationId: string,
  fileId: string,
): Promise<Database['file'] | undefined> {
  return db
    .from('file')
    .innerJoin('item', 'item.id', 'file.itemId')
    .selectAll('file')
    .where('file.id', '=', fileId)
    .where('item.installationId', '=', installationId)
    .executeTakeFirst();
}

/** A photo that was removed; undefined when there is none with this id. */
export function deletedImage(db: ScopedDb, imageId: string): Promise<Database['image'] | undefined> {
  return db
    .fromWithDeleted('image')
    .selectAll('image')
    .where('image.id', '=', imageId)
    .where('image.deletedAt', 'is not', null)
    .executeTakeFirst();
}
