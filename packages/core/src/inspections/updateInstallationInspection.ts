import * as contract from '@holdfast/contract';
import { saveAnswers } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { installationInspectionById, presentInstallationInspection } from './queries.ts';

/** Saves the dates of an inspection and the answers to its detail questions. */
export const updateInstallationInspection = handler(
  contract.updateInstallationInspection,
  async (ctx, { id, startDate, endDate, fields }) => {
    await installationInspectionById(ctx.db, id);
    await ctx.mutate('installationInspection', { op: 'upd', id, set: { startDate, expectedEndDate: endDate } });
    await saveAnswers(ctx, { ownerTable: 'installationInspection', ownerId: id }, fields);
    return presentInstallationInspection(ctx.db, id);
  },
);
