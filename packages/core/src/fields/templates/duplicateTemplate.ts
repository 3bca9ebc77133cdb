import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { copyName } from '../../lists/copyName.ts';
import type { WriteCtx } from '../../calls/ctx.ts';
import { handler } from '../../calls/handler.ts';
import { copyPictures } from '../copyPictures.ts';
import { templateById } from './templates.ts';

/**
 * Makes a copy of a template. Its questions, their choices and pictures are the copy's own; the further templates its choices open are not
 * copied, because many templates share them and a change to one is meant for all.
 */
export const duplicateFieldsTemplate = handler(contract.duplicateFieldsTemplate, {
  reach: 'library',
  async commit(ctx, { id, name }) {
    const original = await ctx.lookup.row('fieldsTemplate', id);
    if (original === undefined || original.deletedAt !== null) throw new Problem('notFound');
    const copyId = ctx.newId();
    const set = {
      name: name ?? copyName(original.name),
      fieldsTemplateTypeId: original.fieldsTemplateTypeId,
      version: 1,
      evidence: original.evidence,
    };
    await ctx.mutate('fieldsTemplate', { op: 'ins', id: copyId, set });
    for (const field of await ctx.lookup.find('field', { fieldsTemplateId: id })) {
      const fieldId = ctx.newId();
      const { name: question, shortName, description, fieldTypeId, required, order, showInList, rules } = field;
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
          rules,
          // Reports name the original by them.
          formerShortNames: '',
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
  for (const option of await ctx.lookup.find('fieldOption', { fieldId: from })) {
    const { name, order, fieldsTemplateId } = option;
    const set = { fieldId, name, order, fieldsTemplateId };
    await ctx.mutate('fieldOption', { op: 'ins', id: ctx.newId(), set });
  }
  await copyPictures(ctx, from, fieldId);
}
