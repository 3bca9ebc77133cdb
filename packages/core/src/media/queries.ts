import type { ItemFile, ItemImage } from '@holdfast/contract';
import type { ScopedDb } from '../db/scoped.ts';
import { isoTime } from '../present.ts';

/** The photos of an item within one inspection, by order. */
export async function imagesOf(db: ScopedDb, installationInspectionItemId: string): Promise<ItemImage[]> {
  const rows = await db.rows('image', { installationInspectionItemId });
  return rows
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))
    .map(({ id, filename, width, height, size, createdAt }) => ({
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
  const rows = await db.rows('file', { itemId });
  return rows
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
    .map(({ id, filename, size, mimeType, createdAt }) => ({
      id,
      name: filename,
      filename,
      size,
      mimeType,
      createdAt: isoTime(createdAt),
    }));
}
