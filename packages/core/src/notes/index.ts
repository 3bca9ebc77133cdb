/** Notes on items. */
import {
  addNoteToInstallationInspectionItem,
  getNotesForInstallationInspectionItem,
  removeNoteFromInstallationInspectionItem,
  restoreNoteToInstallationInspectionItem,
} from './noteOperations.ts';

export { notesOf } from './queries.ts';

/** The operations of this feature. */
export const noteHandlers = [
  getNotesForInstallationInspectionItem,
  addNoteToInstallationInspectionItem,
  removeNoteFromInstallationInspectionItem,
  restoreNoteToInstallationInspectionItem,
];
