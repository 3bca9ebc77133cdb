import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { memberToWrite } from '../inspections/index.ts';
import { presentInspectionItem } from '../items/index.ts';
import { conditionOf } from '../db/constants.ts';

/**
 * Records the condition of an item within one inspection; null resets it to Not Checked. The same item keeps its own condition in every
 * other inspection (COND-03).
 */
export const setCondition = handler(
  contract.setCondition,
  async (ctx, { installationInspectionId, itemId, conditionId }) => {
    if (conditionOf(conditionId) === undefined) throw new contract.Problem('unknownCondition');
    const found = await memberToWrite(ctx, installationInspectionId, itemId);
    const row = await ctx.mutate('installationInspectionItem', { op: 'upd', id: found.id, set: { conditionId } });
    return presentInspectionItem(ctx.db, { ...found, ...row });
  },
);
