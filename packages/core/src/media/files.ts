/** Files of items: lists, reuse and removal. */
import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { memberOf } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { fileOfInstallation, filesOf, otherFiles, presentFile } from './queries.ts';

/** The files of an item, newest first. */
export const getFilesForItem = handler(contract.getFilesForItem, async ({ db }, { itemId }) => {
  await mustExist(db, 'item', itemId);
  return filesOf(db, itemId);
});

/** Files of other items of the installation that can be added to this item (FILE-04). */
export const getOtherFilesByInstallationInspectionItem = handler(
  contract.getOtherFilesByInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId, limit }) => {
    await memberOf(db, installationInspectionId, itemId);
    return otherFiles(db, itemId, limit);
  },
);

/** Adds files of other items of the installation to an item; each gets a row of its own for the same content. */
export const addItemFilesFromAnotherInspection = handler(
  contract.addItemFilesFromAnotherInspection,
  async (ctx, { installationInspectionId, itemId, imageIds: fileIds }) => {
    await memberOf(ctx.db, installationInspectionId, itemId);
    const item = await ctx.db.row('item', itemId);
    const present = new Set((await ctx.db.rows('file', { itemId })).map((row) => row.sha256));
    for (const fileId of new Set(fileIds)) {
      const source = await fileOfInstallation(ctx.db, item!.installationId, fileId);
      if (source === undefined) throw new contract.Problem('notFound');
      if (present.has(source.sha256)) continue;
      present.add(source.sha256);
      const { filename, mimeType, sha256, size } = source;
      const set = { itemId, filename, mimeType, sha256, size };
      await ctx.mutate('file', { op: 'ins', id: ctx.newId(), set });
    }
    return filesOf(ctx.db, itemId);
  },
);

/** Removes a file from an item. Its bytes are kept, because the deletion can be undone (data decision 20). */
export const removeFileFromItem = handler(contract.removeFileFromItem, async (ctx, { itemId, fileId }) => {
  const [file] = await ctx.db.rows('file', { id: fileId, itemId });
  if (file === undefined) throw new contract.Problem('notFound');
  await ctx.mutate('file', { op: 'del', id: fileId });
  return null;
});

/** Restores a file that was removed from an item. */
export const restoreFileToItem = handler(contract.restoreFileToItem, async (ctx, { itemId, fileId }) => {
  await mustExist(ctx.db, 'item', itemId);
  const file = await ctx.lookup.row('file', fileId);
  if (file?.itemId !== itemId) throw new contract.Problem('notFound');
  return presentFile(await ctx.mutate('file', { op: 'restore', id: fileId }));
});
