/** The change log in readable form. */
import { getAuditLogsForInstallationInspectionAndItem } from './getAuditLogs.ts';
import { getOverriddenChanges } from './getOverriddenChanges.ts';
import { chooseOtherValue } from './chooseOtherValue.ts';

/** The operations of this feature. */
export const historyHandlers = [getAuditLogsForInstallationInspectionAndItem, getOverriddenChanges, chooseOtherValue];

export { placeOf } from './placeOf.ts';
export { storedLines } from './storedLines.ts';
