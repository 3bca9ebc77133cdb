import * as contract from '@holdfast/contract';
import { byName } from '../lists/byName.ts';
import { handler } from '../calls/handler.ts';
import { installationInspectionById } from '../inspections/index.ts';
import { membersByInspection } from './queries.ts';

/** The items of an inspection, from which administrators choose the data of a report. */
export const getAdminInstallationInspectionItems = handler(
  contract.getAdminInstallationInspectionItems,
  async ({ db }, { installationInspectionId }) => {
    await installationInspectionById(db, installationInspectionId);
    const rows = await membersByInspection(db, installationInspectionId);
    return rows.toSorted(byName).map(({ id, itemId, conditionId, name, isLocation }) => ({
      id,
      itemId,
      installationInspectionId,
      name,
      isLocation: isLocation === 1,
      conditionId,
    }));
  },
);
