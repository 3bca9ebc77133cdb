/** Photos of items within inspections: lists and taking off. */
import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { memberOf } from '../inspections/index.ts';
import { mustExist } from '../mustExist.ts';
import { imagesOf, otherImages, presentImage } from './queries.ts';

/** The photos of an item within one inspection. */
export const getImagesForInstallationInspectionItem = handler(
  contract.getImagesForInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId }) =>
    imagesOf(db, (await memberOf(db, installationInspectionId, itemId)).id),
);

/** Photos of this item in other inspections, then those of other items of the installation (IMGS-05). */
export const getOtherImagesByInstallationInspectionItem = handler(
  contract.getOtherImagesByInstallationInspectionItem,
  async ({ db }, { installationInspectionId, itemId, limit }) => {
    const member = await memberOf(db, installationInspectionId, itemId);
    return otherImages(db, member, limit);
  },
);

/** Takes a photo off an item within one inspection; rows of other inspections over the same content stay (IMGS-11). */
export const removeImageFromInstallationInspectionItem = handler(
  contract.removeImageFromInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, imageId }) => {
    const [image] = await ctx.db.rows('image', { id: imageId, installationInspectionItemId });
    if (image === undefined) throw new contract.Problem('notFound');
    await ctx.mutate('image', { op: 'del', id: imageId });
    return null;
  },
);

/** Puts a photo back that was taken off an item within one inspection. */
export const restoreImageToInstallationInspectionItem = handler(
  contract.restoreImageToInstallationInspectionItem,
  async (ctx, { installationInspectionItemId, imageId }) => {
    await mustExist(ctx.db, 'installationInspectionItem', installationInspectionItemId);
    const image = await ctx.look.row('image', imageId);
    if (image?.installationInspectionItemId !== installationInspectionItemId) throw new contract.Problem('notFound');
    return presentImage(await ctx.mutate('image', { op: 'restore', id: imageId }));
  },
);
