/** Administration of the pictures that explain questions. They belong to the library, for every company. */
import * as contract from '@holdfast/contract';
import { fieldById } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { idForNew } from '../calls/newRow.ts';
import { placeAfter } from '../lists/order.ts';
import { baseName, recordBlob, storeImage } from './store.ts';

/** Adds a picture to a question, after those it has. Its type is recognised by content; the type that was sent is ignored. */
export const addFieldImage = handler(contract.addFieldImage, {
  reach: 'library',
  async prepare(ctx, { id, base64 }) {
    await mustExist(ctx.db, 'field', id);
    return storeImage(ctx, { base64, path: 'base64' });
  },
  async commit(ctx, { id: fieldId, path, imageId }, { sha256, size, mimeType }) {
    const id = await idForNew(ctx, 'fieldImage', imageId);
    await recordBlob(ctx, { sha256, mimeType });
    const order = placeAfter(await ctx.lookup.find('fieldImage', { fieldId }));
    const set = { fieldId, filename: baseName(path), mimeType, sha256, size, order };
    await ctx.mutate('fieldImage', { op: 'ins', id, set });
    return fieldById(ctx.db, fieldId);
  },
});

/** Removes a picture from a question. */
export const removeFieldImage = handler(contract.removeFieldImage, {
  reach: 'library',
  async commit(ctx, { id: fieldId, imageId }) {
    const [image] = await ctx.lookup.find('fieldImage', { id: imageId, fieldId });
    if (image === undefined) throw new contract.Problem('notFound');
    await ctx.mutate('fieldImage', { op: 'del', id: imageId });
    return fieldById(ctx.db, fieldId);
  },
});
