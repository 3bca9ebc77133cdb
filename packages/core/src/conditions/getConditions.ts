import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { memberOf } from '../inspections/index.ts';
import { conditionOf } from '../db/constants.ts';

/** The four conditions, as inspectors choose them. */
export const getConditions = handler(contract.getConditions, {
  reach: 'library',
  commit: async () => Object.values(contract.CONDITIONS).map((condition) => ({ ...condition })),
});

/** Returns the condition of an item in one inspection. */
export const getInstallationInspectionItemCondition = handler(
  contract.getInstallationInspectionItemCondition,
  async ({ db }, { installationInspectionId, itemId }) => {
    const { conditionId } = await memberOf(db, installationInspectionId, itemId);
    return conditionOf(conditionId) ?? null;
  },
);
