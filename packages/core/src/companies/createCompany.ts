import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { idForNew } from '../calls/newRow.ts';
import { company } from './queries.ts';

/** Creates a company. Its rows have a scope of their own, whose id is the company's. */
export const createCompany = handler(contract.createCompany, {
  ownScope: ({ id }, newId) => id ?? newId(),
  async commit(ctx, { name }) {
    const id = await idForNew(ctx, 'company', ctx.scopeId);
    const blank = { shortName: '', address: '', accreditation: '', installationFieldsTemplateId: null };
    await ctx.mutate('company', { op: 'ins', id, set: { name, ...blank } });
    return company(ctx.db, id);
  },
});
