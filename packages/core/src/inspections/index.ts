/** Types of inspection, and the inspections of installations. */
import { getInstallationInspection, getInstallationInspections } from './getInstallationInspections.ts';

export { installationInspectionById, presentInstallationInspection, summariesOf } from './queries.ts';

/** The operations of this feature. */
export const inspectionHandlers = [getInstallationInspections, getInstallationInspection];
