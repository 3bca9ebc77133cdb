/** Decisions about photos and files that were damaged on this device before they were sent (docs/sync.md, "Photos and files that must not be lost"). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import {
  baseName,
  type Database,
  type Handler,
  handler,
  recordBlob,
  type ScopedDb,
  type StoredContent,
  storeFile,
  storeImage,
  type WriteCtx,
} from '@holdfast/core';
import type { Columns, StoredRow } from '@holdfast/sync';
import { storeBlob, removeDamaged } from '../queries.ts';

/** Prefix of the id of a damaged photo or file in the list; the row of the photo or file follows. */
export const DAMAGED = 'damaged:';

/** The tables whose rows are shown as a photo or file. */
export const MEDIA = ['image', 'file'] as const;

/** A photo or file with its table. */
type Medium = { table: 'image'; row: Database['image'] } | { table: 'file'; row: Database['file'] };

/** Sends another photo or file in the place of a damaged one. */
export const replaceDamaged: Handler = handler(contract.replaceDamaged, {
  async prepare(ctx, { id, base64File }) {
    const { table } = await mediumOf(ctx.db, id);
    const source = { base64: base64File, path: 'base64File' };
    return table === 'image' ? storeImage(ctx, source) : storeFile(ctx, source);
  },
  async commit(ctx, { id, filename }, stored) {
    const medium = await mediumOf(ctx.db, id);
    const { scopeId, sha256 } = medium.row;
    await recordBlob(ctx, stored);
    // The new content is the undamaged original, which has replaced the damaged file.
    if (stored.sha256 === sha256) await removeDamaged(ctx.local, { scopeId, sha256 });
    else {
      // Rotation, crop and marks belong to the replaced picture.
      const edit: Columns = medium.table === 'image' ? { edit: '' } : {};
      await putInPlace(ctx, medium, { ...edit, ...stored, filename: baseName(filename) });
    }
    return { count: 1 };
  },
});

/**
 * Sends a damaged photo or file with its current bytes: under their hash, in a new row that replaces the recorded one.
 * @throws {Problem} `notFound` when there is no such row, or its bytes are gone
 */
export async function sendAsItIs(ctx: WriteCtx, id: string): Promise<void> {
  const medium = await mediumOf(ctx.db, id);
  const { scopeId, sha256, mimeType } = medium.row;
  const { blobs, uploads } = ctx.ports;
  const bytes = await blobs.open({ scopeId, sha256, rendition: null });
  const stored = bytes === null ? null : await blobs.put(scopeId, bytes, uploads.limits.fileBytes);
  if (stored === null) throw new Problem('notFound');
  await storeBlob(ctx.local, { scopeId, ...stored, mimeType, createdAt: ctx.now });
  await putInPlace(ctx, medium, stored);
}

/** The columns that a photo or file keeps when it is sent with other bytes. */
const OWN = {
  image: ['installationInspectionItemId', 'filename', 'mimeType', 'width', 'height', 'order', 'caption', 'edit'],
  file: ['itemId', 'filename', 'mimeType'],
} as const;

/** Replaces a photo or file by a row with other bytes. @param set the columns that differ */
async function putInPlace(
  ctx: WriteCtx,
  { table, row }: Medium,
  set: Columns & Pick<StoredContent, 'sha256' | 'size'>,
): Promise<void> {
  const { id, scopeId } = row;
  const columns: StoredRow = row;
  const own: Columns = {};
  for (const column of OWN[table]) own[column] = columns[column] ?? null;
  await ctx.replay({ table, op: 'ins', id: ctx.newId(), scopeId, set: { ...own, ...set } });
  await ctx.replay({ table, op: 'del', id, scopeId, set: {} });
}

/** @param id as in the list @throws {Problem} `notFound` when the company has no such photo or file */
async function mediumOf(db: ScopedDb, id: string): Promise<Medium> {
  const rowId = id.startsWith(DAMAGED) ? id.slice(DAMAGED.length) : '';
  const image = await db.row('image', rowId);
  if (image !== undefined) return { table: 'image', row: image };
  const file = await db.row('file', rowId);
  if (file !== undefined) return { table: 'file', row: file };
  throw new Problem('notFound');
}
