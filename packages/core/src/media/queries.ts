import type { ItemFile, ItemImage } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** The photos of an item within one inspection, by order. */
export async function imagesOf(db: ScopedDb, installationInspectionItemId: string): Promise<ItemImage[]> {
  const rows = await db
    .from('image')
    .selectAll()
    .where('image.installationInspectionItemId', '=', installationInspectionItemId)
    .orderBy('image.order')
    .orderBy('image.id')
    .execute();
  return rows.map(({ id, filename, width, height, size, createdAt }) => ({
    id,
    fileName: filename,
    filename,
    width,
    height,
    size,
    createdAt: isoTime(createdAt),
  }));
}

/** The files of an item, newest first. */
export async function filesOf(db: ScopedDb, itemId: string): Promise<ItemFile[]> {
  const rows = await db
    .from('file')
    .selectAll()
    .where('file.itemId', '=', itemId)
    .orderBy('file.createdAt', 'desc')
    .orderBy('file.id')
    .execute();
  return rows.map(({ id, filename, size, mimeType, createdAt }) => ({
    id,
    name: filename,
    filename,
    size,
    mimeType,
    createdAt: isoTime(createdAt),
  }));
}
