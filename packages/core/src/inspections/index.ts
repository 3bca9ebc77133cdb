/** Types of inspection, and the inspections of installations. */
import { createInstallationInspection } from './createInstallationInspection.ts';
import { getInstallationInspection, getInstallationInspections } from './getInstallationInspections.ts';
import { updateInstallationInspection } from './updateInstallationInspection.ts';

export { addMember, LAST_PLACE, type Member, memberOf, memberToWrite } from './members.ts';
export { installationInspectionById, presentInstallationInspection, summariesOf } from './queries.ts';

/** The operations of this feature. */
export const inspectionHandlers = [
  getInstallationInspections,
  getInstallationInspection,
  createInstallationInspection,
  updateInstallationInspection,
];
