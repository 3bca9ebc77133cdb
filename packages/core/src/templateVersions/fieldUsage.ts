import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { rulesThatName, templateById, usageOfField } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { reportsNaming } from '../reports/index.ts';

/** Returns the number of records affected by deleting a question, the rules that prevent it, and the reports that name it. */
export const getFieldUsage = handler(contract.getFieldUsage, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const field = await ctx.db.row('field', id);
    if (field === undefined) throw new Problem('notFound');
    const template = await templateById(ctx.db, field.fieldsTemplateId);
    return {
      ...(await usageOfField(ctx.db, id)),
      rules: await rulesThatName(ctx, template, id),
      reports: await reportsNaming(ctx, template.fieldsTemplateTypeId, [field.shortName]),
    };
  },
});
