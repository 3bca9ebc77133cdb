import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { company } from './queries.ts';

/** Lets a company start a type of inspection. */
export const addCompanyInspection = handler(contract.addCompanyInspection, async (ctx, { id, inspectionId }) => {
  await mustExist(ctx.db, 'inspection', inspectionId);
  await ctx.mutate('companyInspection', { op: 'ins', set: { companyId: id, inspectionId } });
  return company(ctx.db, id);
});

/** Removes a type of inspection from those a company may start. */
export const removeCompanyInspection = handler(contract.removeCompanyInspection, async (ctx, { id, inspectionId }) => {
  await ctx.mutate('companyInspection', { op: 'del', set: { companyId: id, inspectionId } });
  return company(ctx.db, id);
});
