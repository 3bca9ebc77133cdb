import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { idForNew } from '../newRow.ts';
import { company } from './queries.ts';

/** Makes a company. It lies in a scope of its own, named by its id. */
export const createCompany = handler(contract.createCompany, {
  ownScope: ({ id }, newId) => id ?? newId(),
  async commit(ctx, { name }) {
    const id = await idForNew(ctx, 'company', ctx.scopeId);
    const blank = { shortName: '', address: '', accreditation: '', installationFieldsTemplateId: null };
    await ctx.mutate('company', { op: 'ins', id, set: { name, ...blank } });
    return company(ctx.db, id);
  },
});
