import type { WriteCtx } from '../calls/ctx.ts';

/** Copies the pictures that explain one question to another. Their bytes are stored already, because each content is stored once. */
export async function copyPictures(ctx: WriteCtx, from: string, fieldId: string): Promise<void> {
  for (const image of await ctx.lookup.find('fieldImage', { fieldId: from })) {
    const { filename, mimeType, sha256, size, order } = image;
    const set = { fieldId, filename, mimeType, sha256, size, order };
    await ctx.mutate('fieldImage', { op: 'ins', id: ctx.newId(), set });
  }
}
