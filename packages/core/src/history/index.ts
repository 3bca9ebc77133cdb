/** What happened: the change log, as people read it. */
import { getAuditLogsForInstallationInspectionAndItem } from './getAuditLogs.ts';
import { getOverriddenChanges } from './getOverriddenChanges.ts';

/** The operations of this feature. */
export const historyHandlers = [getAuditLogsForInstallationInspectionAndItem, getOverriddenChanges];

export { placeOf } from './placeOf.ts';
