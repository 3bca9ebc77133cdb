/** Lists the reports available for a record. A report without a company or inspection type fits all (data decision 22). */
import * as contract from '@holdfast/contract';
import { REPORT_TYPES } from '@holdfast/contract';
import { handler } from '../calls/handler.ts';
import { installationInspectionById } from '../inspections/index.ts';
import { mustExist } from '../calls/mustExist.ts';
import { reportsOfTypes } from './queries.ts';

/** The reports over a whole company. */
export const getReportsForCompany = handler(contract.getReportsForCompany, ({ db }) =>
  reportsOfTypes(db, [REPORT_TYPES.company], null),
);

/** The reports over a company's inspections of one type. */
export const getReportsForInspectionType = handler(
  contract.getReportsForInspectionType,
  async ({ db }, { inspectionId }) => {
    await mustExist(db, 'inspection', inspectionId);
    return reportsOfTypes(db, [REPORT_TYPES.inspectionType], inspectionId);
  },
);

/** The reports over one inspection of an installation, and over one of its items. */
export const getReportsForInstallationInspection = handler(
  contract.getReportsForInstallationInspection,
  async ({ db }, { installationInspectionId }) => {
    const { inspectionId } = await installationInspectionById(db, installationInspectionId);
    return reportsOfTypes(db, [REPORT_TYPES.installationInspection, REPORT_TYPES.inspectionItem], inspectionId);
  },
);

/** The reports over installations. */
export const getReportsForInstallation = handler(
  contract.getReportsForInstallation,
  async ({ db }, { installationId }) => {
    await mustExist(db, 'installation', installationId);
    return reportsOfTypes(db, [REPORT_TYPES.installation], null);
  },
);
