/** Number of records affected by a deletion, in every company, shown in its confirmation (product decision 19). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { handler } from '../handler.ts';
import { mustExist } from '../mustExist.ts';
import { usageOfField, usageOfOption, usageOfTemplate } from './queries.ts';
import { rulesThatName } from './ruleFaults.ts';
import { templateById } from './templates.ts';

/** Returns the number of records affected by deleting a question, and the rules that prevent it. */
export const getFieldUsage = handler(contract.getFieldUsage, {
  reach: 'everywhere',
  async commit(ctx, { id }) {
    const field = await ctx.db.row('field', id);
    if (field === undefined) throw new Problem('notFound');
    const usage = await usageOfField(ctx.db, id);
    const template = await templateById(ctx.db, field.fieldsTemplateId);
    return { ...usage, rules: await rulesThatName(ctx, template, id) };
  },
});

/** Returns the number of records affected when the questions of a template are removed. */
export const getFieldsTemplateUsage = handler(contract.getFieldsTemplateUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    await mustExist(db, 'fieldsTemplate', id);
    return usageOfTemplate(db, id);
  },
});

/** Returns the number of records affected by deleting a choice: answers that name it, and answers to the further questions it opened. */
export const getFieldOptionUsage = handler(contract.getFieldOptionUsage, {
  reach: 'everywhere',
  async commit({ db }, { id }) {
    const option = await db.row('fieldOption', id);
    if (option === undefined) throw new Problem('notFound');
    return usageOfOption(db, option);
  },
});
