/** Number of records affected by a deletion, in every company, shown in its confirmation (product decision 19). */
import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { usageOfOption, usageOfTemplate } from './queries.ts';

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
