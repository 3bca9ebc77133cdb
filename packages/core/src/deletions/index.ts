/** Deletion and restoring of records by administrators. */
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

/** The operations of this feature. */
export const deletionHandlers = [
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
];
