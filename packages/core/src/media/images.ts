/** Photos of items within inspections: lists, captions, edits, order and removal. */
import * as contract from '@holdfast/contract';
import type { WriteCtx } from '../calls/ctx.ts';
import type { Database } from '../db/schema.ts';
import { handler } from '../calls/handler.ts';
import { memberOf } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { imageRowsOf, imagesOf, otherImages, presentImage } from './queries.ts';

/** The photos of an item within one inspection. */
export const getImagesForInstallationInspectionItem = handler(
  contract.getImagesForInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId }) =>
    imagesOf(db, (await memberOf(db, installationInspectionId, itemId)).id),
);

/** Photos of this item in other inspections, then photos of other items of the installation (IMGS-05). */
export const getOtherImagesByInstallationInspectionItem = handler(
  contract.getOtherImagesByInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId, limit }) => {
    const member = await memberOf(db, installationInspectionId, itemId);
    return otherImages(db, member, limit);
  },
);

/** Removes a photo from an item within one inspection; rows of other inspections with the same content stay (IMGS-11). */
export const removeImageFromInstallationInspectionItem = handler(
  contract.removeImageFromInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, imageId }) => {
    const [image] = await ctx.db.rows('image', { id: imageId, installationInspectionItemId });
    if (image === undefined) throw new contract.Problem('notFound');
    await ctx.mutate('image', { op: 'del', id: imageId });
    return null;
  },
);

/** Restores a photo that was removed from an item within one inspection. */
export const restoreImageToInstallationInspectionItem = handler(
  contract.restoreImageToInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, imageId }) => {
    await mustExist(ctx.db, 'installationInspectionItem', installationInspectionItemId);
    const image = await ctx.lookup.row('image', imageId);
    if (image?.installationInspectionItemId !== installationInspectionItemId) throw new contract.Problem('notFound');
    return presentImage(await ctx.mutate('image', { op: 'restore', id: imageId }));
  },
);

/** Writes the caption of a photo. */
export const setImageCaption = handler(contract.setImageCaption, async (ctx, { caption, ...place }) =>
  presentImage(await change(ctx, place, { caption })),
);

/** Rotates, crops and marks a photo; the original content is kept. */
export const setImageEdit = handler(contract.setImageEdit, async (ctx, { edit, ...place }) =>
  presentImage(await change(ctx, place, { edit: edit === null ? '' : JSON.stringify(edit) })),
);

/** Orders the photos of an item; photos that are not named follow. */
export const orderImages = handler(contract.orderImages, async (ctx, { installationInspectionItemId, imageIds }) => {
  const rows = await imageRowsOf(ctx.db, installationInspectionItemId);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const named = [...new Set(imageIds)].map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw new contract.Problem('notFound');
    return row;
  });
  const others = rows.filter((row) => !named.includes(row));
  for (const [order, row] of [...named, ...others].entries()) {
    if (row.order !== order) await ctx.mutate('image', { op: 'upd', id: row.id, set: { order } });
  }
  return imagesOf(ctx.db, installationInspectionItemId);
});

/** @throws {contract.Problem} `notFound` when the photo is not one of the item */
async function change(
  ctx: WriteCtx,
  { installationInspectionItemId, imageId }: { installationInspectionItemId: string; imageId: string },
  set: { caption: string } | { edit: string },
): Promise<Database['image']> {
  const [image] = await ctx.db.rows('image', { id: imageId, installationInspectionItemId });
  if (image === undefined) throw new contract.Problem('notFound');
  return ctx.mutate('image', { op: 'upd', id: imageId, set });
}
