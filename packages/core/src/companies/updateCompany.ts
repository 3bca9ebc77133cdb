import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { company } from './queries.ts';

/** Saves a company. */
export const updateCompany = handler(
  contract.updateCompany,
  async (ctx, { id, name, shortName, address, accreditation, installationFieldsTemplateId }) => {
    const set = { name, shortName, address, accreditation, installationFieldsTemplateId };
    await ctx.mutate('company', { op: 'upd', id, set });
    return company(ctx.db, id);
  },
);
