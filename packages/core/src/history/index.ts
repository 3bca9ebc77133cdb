/** What happened: the change log, as people read it. */
import { getAuditLogsForInstallationInspectionAndItem } from './getAuditLogs.ts';

/** The operations of this feature. */
export const historyHandlers = [getAuditLogsForInstallationInspectionAndItem];
