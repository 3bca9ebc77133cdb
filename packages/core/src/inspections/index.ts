/** Types of inspection, and the inspections of installations. */
import {
  addInspectionFieldsTemplate,
  addInspectionItemType,
  removeInspectionFieldsTemplate,
  removeInspectionItemType,
  updateInspectionItemType,
} from './administerLinks.ts';
import { createInspection, getAdminInspection, getAdminInspections, updateInspection } from './administerTypes.ts';
import { createInstallationInspection } from './createInstallationInspection.ts';
import {
  createInspectionDefaultItem,
  deleteInspectionDefaultItem,
  getInspectionDefaultItems,
  sortInspectionDefaultItems,
  updateInspectionDefaultItem,
} from './defaultItems.ts';
import { duplicateInspection } from './duplicateInspection.ts';
import { getInspection, getInspections } from './getInspections.ts';
import { getInstallationInspection, getInstallationInspections } from './getInstallationInspections.ts';
import { getOpenInspections } from './openInspections.ts';
import { getRecordedTemplates } from './recordedTemplates.ts';
import { updateInstallationInspection } from './updateInstallationInspection.ts';

export { fillFrom } from './fill.ts';
export { finishOf } from './finish.ts';
export { addMember, type Member, memberOf, membersToWrite, memberToWrite } from './members.ts';
export { installationInspectionById, summariesOf } from './queries.ts';
export { itemsBelow } from './rules.ts';
export { inspectionType } from './types.ts';

/** The operations of this feature. */
export const inspectionHandlers = [
  getAdminInspections,
  getAdminInspection,
  createInspection,
  updateInspection,
  duplicateInspection,
  addInspectionItemType,
  removeInspectionItemType,
  updateInspectionItemType,
  addInspectionFieldsTemplate,
  removeInspectionFieldsTemplate,
  getInspectionDefaultItems,
  createInspectionDefaultItem,
  updateInspectionDefaultItem,
  deleteInspectionDefaultItem,
  sortInspectionDefaultItems,
  getInspections,
  getInspection,
  getInstallationInspections,
  getInstallationInspection,
  getOpenInspections,
  getRecordedTemplates,
  createInstallationInspection,
  updateInstallationInspection,
];
