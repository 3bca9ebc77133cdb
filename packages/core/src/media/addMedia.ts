/** Stores photos and files on items. Bytes are received before the transaction, and only from users with the right. */
import * as contract from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import { handler } from '../calls/handler.ts';
import { memberOf, memberToWrite } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { idForNew } from '../calls/newRow.ts';
import { imageOfInstallation, imagesOf, presentFile, presentImage } from './queries.ts';
import { baseName, recordBlob, sourceOf, storeFile, storeImage } from './store.ts';

/** Stores a file on an item, independent of inspections (product decision 11). */
export const addFileToItem = handler(contract.addFileToItem, {
  async prepare(ctx, { itemId, base64File, sha256 }) {
    await mustExist(ctx.db, 'item', itemId);
    return storeFile(ctx, sourceOf(base64File, sha256, 'base64File'));
  },
  async commit(ctx, { itemId, filename, id: wanted }, stored) {
    await mustExist(ctx.db, 'item', itemId);
    const id = await idForNew(ctx, 'file', wanted);
    await recordBlob(ctx, stored);
    const row = await ctx.mutate('file', { op: 'ins', id, set: { itemId, filename: baseName(filename), ...stored } });
    return presentFile(row);
  },
});

/** Stores a photo of an item within one inspection, after those it has there. */
export const addImageToInstallationInspectionItem = handler(contract.addImageToInstallationInspectionItem, {
  async prepare(ctx, { installationInspectionId, itemId, base64Image, sha256 }) {
    await memberOf(ctx.db, installationInspectionId, itemId);
    return storeImage(ctx, sourceOf(base64Image, sha256, 'base64Image'));
  },
  async commit(ctx, { installationInspectionId, itemId, filename, id: wanted }, stored) {
    const member = await memberToWrite(ctx, installationInspectionId, itemId);
    const id = await idForNew(ctx, 'image', wanted);
    await recordBlob(ctx, stored);
    const row = await ctx.mutate('image', {
      op: 'ins',
      id,
      set: {
        installationInspectionItemId: member.id,
        filename: baseName(filename),
        ...stored,
        order: await nextOrder(ctx, member.id),
        caption: '',
        edit: '',
      },
    });
    return presentImage(row);
  },
});

/** Adds photos of other inspections or items of the installation to an item; each gets a row of its own for the same content (data decision 19). */
export const addItemImagesFromAnotherInspection = handler(
  contract.addItemImagesFromAnotherInspection,
  async (ctx, { installationInspectionId, itemId, imageIds }) => {
    const member = await memberToWrite(ctx, installationInspectionId, itemId);
    const { installationId } = (await ctx.db.row('installationInspection', installationInspectionId))!;
    const present = new Set(
      (await ctx.db.rows('image', { installationInspectionItemId: member.id })).map((row) => row.sha256),
    );
    let order = await nextOrder(ctx, member.id);
    for (const imageId of new Set(imageIds)) {
      const source = await imageOfInstallation(ctx.db, installationId, imageId);
      if (source === undefined) throw new contract.Problem('notFound');
      if (present.has(source.sha256)) continue;
      present.add(source.sha256);
      const { filename, mimeType, sha256, size, width, height, caption, edit } = source;
      const content = { filename, mimeType, sha256, size, width, height, caption, edit };
      const set = { installationInspectionItemId: member.id, ...content, order };
      await ctx.mutate('image', { op: 'ins', id: ctx.newId(), set });
      order += 1;
    }
    return imagesOf(ctx.db, member.id);
  },
);

async function nextOrder({ db }: WriteCtx, installationInspectionItemId: string): Promise<number> {
  const images = await db.rows('image', { installationInspectionItemId });
  return images.reduce((next, image) => Math.max(next, image.order + 1), 0);
}
