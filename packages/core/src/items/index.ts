/** Items, their types, and their place in inspections. */
import { getAdminInstallationInspectionItems } from './administerInspectionItems.ts';
import { getInspectionItemTypeUsage, getInspectionPrompts } from './administerInspectionTypes.ts';
import {
  addItemTypeFieldsTemplate,
  addItemTypeParent,
  createItemType,
  duplicateItemType,
  getItemType,
  getItemTypes,
  getItemTypesStructured,
  removeItemTypeFieldsTemplate,
  removeItemTypeParent,
  updateItemType,
} from './administerTypes.ts';
import { addItemFromInstallation } from './addItemFromInstallation.ts';
import {
  addItemsFromInstallation,
  addNoteToItems,
  setAnswerOfItems,
  setConditionOfItems,
  setParentOfItems,
  undoChanges,
} from './bulk.ts';
import { setItemName, setParentItem, setTag } from './changeItem.ts';
import {
  getInstallationInspectionItemByInstallationAndItem,
  getItemsForInstallationInspection,
} from './getInspectionItems.ts';
import { copyInstallation, getInstallationContents } from './copyInstallation.ts';
import { deleteItem, previewDeleteItem, restoreItem } from './deleteItem.ts';
import { duplicateItem } from './duplicateItem.ts';
import { getFieldsForInstallationInspection, getFieldsForItem } from './forms.ts';
import { getInspectionsForItem, getPreviousAnswers } from './itemInspections.ts';
import { newItem } from './newItem.ts';
import { getItemHierarchyFromInstallationInspection, getItemPossibleParents } from './places.ts';
import { findItemByTag, getItem, getItemsForInstallation, getItemTypesForInspection } from './readItems.ts';
import { registerHandlers } from './register/index.ts';
import { saveInstallationInspectionItemField, saveItemField } from './saveFields.ts';

export { askingTemplates } from './askingTemplates.ts';
export { presentInspectionItem } from './queries.ts';
export { inTreeOrder, pathsOf } from './rules.ts';

/** The operations of this feature. */
export const itemHandlers = [
  getAdminInstallationInspectionItems,
  getInspectionItemTypeUsage,
  getItemTypesStructured,
  getItemTypes,
  getItemType,
  createItemType,
  updateItemType,
  duplicateItemType,
  addItemTypeParent,
  removeItemTypeParent,
  addItemTypeFieldsTemplate,
  removeItemTypeFieldsTemplate,
  getInspectionPrompts,
  getItemsForInstallationInspection,
  getInstallationInspectionItemByInstallationAndItem,
  getItem,
  getItemsForInstallation,
  getItemTypesForInspection,
  getItemHierarchyFromInstallationInspection,
  getItemPossibleParents,
  getInspectionsForItem,
  getPreviousAnswers,
  findItemByTag,
  getFieldsForItem,
  getFieldsForInstallationInspection,
  newItem,
  addItemFromInstallation,
  setItemName,
  setParentItem,
  setTag,
  saveItemField,
  saveInstallationInspectionItemField,
  duplicateItem,
  previewDeleteItem,
  deleteItem,
  restoreItem,
  setAnswerOfItems,
  setConditionOfItems,
  setParentOfItems,
  addNoteToItems,
  addItemsFromInstallation,
  undoChanges,
  getInstallationContents,
  copyInstallation,
  ...registerHandlers,
];
