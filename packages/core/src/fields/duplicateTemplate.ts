import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { copyName } from '../copyName.ts';
import type { WriteCtx } from '../ctx.ts';
import { handler } from '../handler.ts';
import { templateById } from './templates.ts';

/**
 * Makes a copy of a template. Its questions, their choices and pictures are the copy's own; the further templates its choices open are not
 * copied, because many templates share them and a change to one is meant for all.
 */
export const duplicateFieldsTemplate = handler(contract.duplicateFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id, name }) {
    const original = await ctx.look.row('fieldsTemplate', id);
    if (original === undefined || original.deletedAt !== null) throw new Problem('notFound');
    const copyId = ctx.newId();
    const set = {
      name: name ?? copyName(original.name),
      fieldsTemplateTypeId: original.fieldsTemplateTypeId,
    };
    await ctx.mutate('fieldsTemplate', { op: 'ins', id: copyId, set });
    for (const field of await ctx.look.find('field', { fieldsTemplateId: id })) {
      const fieldId = ctx.newId();
      const { name: question, shortName, description, fieldTypeId, required, order, showInList } = field;
      await ctx.mutate('field', {
        op: 'ins',
        id: fieldId,
        set: {
          name: question,
          shortName,
          description,
          fieldTypeId,
          required,
          order,
          showInList,
          fieldsTemplateId: copyId,
        },
      });
      await copyBelow(ctx, field.id, fieldId);
    }
    return templateById(ctx.db, copyId);
  },
});

/** Copies the choices and pictures of a question. */
async function copyBelow(ctx: WriteCtx, from: string, fieldId: string): Promise<void> {
  for (const option of await ctx.look.find('fieldOption', { fieldId: from })) {
    const { name, order, fieldsTemplateId } = option;
    const set = { fieldId, name, order, fieldsTemplateId };
    await ctx.mutate('fieldOption', { op: 'ins', id: ctx.newId(), set });
  }
  await copyPictures(ctx, from, fieldId);
}

/** Copies the pictures that explain one question to another. Their bytes are there already: the same content is kept once. */
export async function copyPictures(ctx: WriteCtx, from: string, fieldId: string): Promise<void> {
  for (const image of await ctx.look.find('fieldImage', { fieldId: from })) {
    const { filename, mimeType, sha256, size, order } = image;
    const set = { fieldId, filename, mimeType, sha256, size, order };
    await ctx.mutate('fieldImage', { op: 'ins', id: ctx.newId(), set });
  }
}
