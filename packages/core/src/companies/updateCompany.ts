import * as contract from '@holdfast/contract';
import { Problem } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { holds } from '../calls/rights.ts';
import { company } from './queries.ts';

/** Saves a company. */
export const updateCompany = handler(
  contract.updateCompany,
  async (ctx, { id, name, shortName, address, accreditation, installationFieldsTemplateId }) => {
    const before = await company(ctx.db, id);
    if (typeof installationFieldsTemplateId === 'string')
      await mustExist(ctx.db, 'fieldsTemplate', installationFieldsTemplateId);
    const isOther = (installationFieldsTemplateId ?? null) !== before.installationFieldsTemplateId;
    // The questions about installations are configuration of the complete product.
    if (installationFieldsTemplateId !== undefined && isOther && !holds(ctx.actor.role, 'administer'))
      throw new Problem('forbidden');
    const set = { name, shortName, address, accreditation, installationFieldsTemplateId };
    await ctx.mutate('company', { op: 'upd', id, set });
    return company(ctx.db, id);
  },
);
