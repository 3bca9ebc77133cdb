import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { sent } from '../sent.ts';
import { company } from './queries.ts';

/** Saves a company. */
export const updateCompany = handler(
  contract.updateCompany,
  async (ctx, { id, name, shortName, installationFieldsTemplateId }) => {
    await ctx.mutate({ table: 'company', op: 'upd', id, set: sent({ name, shortName, installationFieldsTemplateId }) });
    return company(ctx.db, id);
  },
);
