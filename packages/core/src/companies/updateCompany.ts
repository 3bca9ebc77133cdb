import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { company } from './queries.ts';

/** Saves a company. */
export const updateCompany = handler(
  contract.updateCompany,
  async (ctx, { id, name, shortName, installationFieldsTemplateId }) => {
    await ctx.mutate('company', { op: 'upd', id, set: { name, shortName, installationFieldsTemplateId } });
    return company(ctx.db, id);
  },
);
