import * as contract from '@holdfast/contract';
import { derivedId } from '@holdfast/sync';
import { handler } from '../calls/handler.ts';
import { installationInspectionById, memberOf } from '../inspections/index.ts';
import { inspectionRows, presentInspectionItem, recordedOn } from './queries.ts';
import { listViewFieldNames } from './rules.ts';

/** The working list of an inspection. */
export const getItemsForInstallationInspection = handler(
  contract.getItemsForInstallationInspection,
  async ({ db }, { installationInspectionId }) =>
    db.together(async (at) => {
      const { installationId, inspectionId } = await installationInspectionById(at, installationInspectionId);
      const settings = (await at.row('inspection', inspectionId))!;
      return inspectionRows(at, { id: installationInspectionId, installationId }, listViewFieldNames(settings));
    }),
);

/** An item within one inspection. */
export const getInstallationInspectionItemByInstallationAndItem = handler(
  contract.getInstallationInspectionItemByInstallationAndItem,
  async ({ db }, { installationInspectionId, itemId }) =>
    db.together(async (at) => {
      const [member, recorded] = await Promise.all([
        memberOf(at, installationInspectionId, itemId),
        recordedOn(at, derivedId(installationInspectionId, itemId), itemId),
      ]);
      return presentInspectionItem(at, member, recorded);
    }),
);
