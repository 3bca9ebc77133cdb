import * as contract from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { mustExist } from '../calls/mustExist.ts';
import { presentInstallationInspection, summariesOf } from './queries.ts';

/** The inspections of one installation. */
export const getInstallationInspections = handler(
  contract.getInstallationInspections,
  async ({ db }, { installationId }) => {
    await mustExist(db, 'installation', installationId);
    return (await summariesOf(db, [installationId])).get(installationId)!;
  },
);

/** One inspection of an installation. */
export const getInstallationInspection = handler(
  contract.getInstallationInspection,
  async ({ db }, { installationInspectionId }) => presentInstallationInspection(db, installationInspectionId),
);
