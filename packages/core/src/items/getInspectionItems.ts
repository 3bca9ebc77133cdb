import * as contract from '@holdfast/contract';
import { handler } from '../handler.ts';
import { installationInspectionById, memberOf } from '../inspections/index.ts';
import { inspectionRows, presentInspectionItem } from './queries.ts';
import { listViewFieldNames } from './rules.ts';

/** The working list of an inspection. */
export const getItemsForInstallationInspection = handler(
  contract.getItemsForInstallationInspection,
  async ({ db }, { installationInspectionId }) => {
    const { installationId, inspectionId } = await installationInspectionById(db, installationInspectionId);
    const settings = (await db.row('inspection', inspectionId))!;
    return inspectionRows(db, { id: installationInspectionId, installationId }, listViewFieldNames(settings));
  },
);

/** An item as one inspection has it. */
export const getInstallationInspectionItemByInstallationAndItem = handler(
  contract.getInstallationInspectionItemByInstallationAndItem,
  async ({ db }, { installationInspectionId, itemId }) =>
    presentInspectionItem(db, await memberOf(db, installationInspectionId, itemId)),
);
