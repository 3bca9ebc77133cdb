import * as contract from '@holdfast/contract';
import { saveAnswers } from '../fields/index.ts';
import { handler } from '../calls/handler.ts';
import { idForNew } from '../calls/newRow.ts';
import { fillFrom, fillWithDefaults } from './fill.ts';
import { presentInstallationInspection } from './queries.ts';

/** Starts an inspection of an installation, with default items and, if requested, existing items (data decision 17). */
export const createInstallationInspection = handler(contract.createInstallationInspection, async (ctx, input) => {
  const { installationId, inspectionId, startDate, endDate, fields } = input;
  const id = await idForNew(ctx, 'installationInspection', input.id);
  await ctx.mutate('installationInspection', {
    op: 'ins',
    id,
    set: { installationId, inspectionId, startDate, expectedEndDate: endDate },
  });
  await saveAnswers(ctx, { ownerTable: 'installationInspection', ownerId: id }, fields);
  await fillWithDefaults(ctx, { id, installationId, inspectionId });
  await fillFrom(ctx, { id, installationId, inspectionId }, input);
  return presentInstallationInspection(ctx.db, id);
});
