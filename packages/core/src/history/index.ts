/** What happened: the change log, as people read it. */
import { getAuditLogsForInstallationInspectionAndItem } from './getAuditLogs.ts';
import { getOverriddenChanges } from './getOverriddenChanges.ts';
import { chooseOtherValue } from './chooseOtherValue.ts';

/** The operations of this feature. */
export const historyHandlers = [getAuditLogsForInstallationInspectionAndItem, getOverriddenChanges, chooseOtherValue];

export { placeOf } from './placeOf.ts';
