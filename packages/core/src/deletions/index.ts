/** Deletion and restoring of records by administrators, and what inspectors deleted and can restore. */
import {
  deleteCompany,
  deleteFieldsTemplate,
  deleteInspection,
  deleteInstallation,
  deleteItemType,
  getDeletedRecords,
  getRecordUses,
  restoreCompany,
  restoreFieldsTemplate,
  restoreInspection,
  restoreInstallation,
  restoreItemType,
  restoreReport,
} from './deletions.ts';
import { getRecentlyDeleted } from './recentlyDeleted.ts';

/** The operations of this feature. */
export const deletionHandlers = [
  deleteCompany,
  deleteFieldsTemplate,
  deleteInspection,
  deleteInstallation,
  deleteItemType,
  getDeletedRecords,
  getRecentlyDeleted,
  getRecordUses,
  restoreCompany,
  restoreFieldsTemplate,
  restoreInspection,
  restoreInstallation,
  restoreItemType,
  restoreReport,
];
