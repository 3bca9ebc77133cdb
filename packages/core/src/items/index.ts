/** Items, their types, and their place in inspections. */
import { getAdminInstallationInspectionItems } from './administerInspectionItems.ts';
import {
  addItemTypeFieldsTemplate,
  addItemTypeParent,
  createItemType,
  getInspectionPrompts,
  getItemType,
  getItemTypes,
  getItemTypesStructured,
  removeItemTypeFieldsTemplate,
  removeItemTypeParent,
  updateItemType,
} from './administerTypes.ts';
import { addItemFromInstallation } from './addItemFromInstallation.ts';
import { setItemName, setParentItem, setTag } from './changeItem.ts';
import {
  getInstallationInspectionItemByInstallationAndItem,
  getItemsForInstallationInspection,
} from './getInspectionItems.ts';
import { newItem } from './newItem.ts';
import { saveInstallationInspectionItemField, saveItemField } from './saveFields.ts';

export { itemTypeChoices, presentItemTypes } from './itemTypes.ts';
export { presentInspectionItem } from './queries.ts';

/** The operations of this feature. */
export const itemHandlers = [
  getAdminInstallationInspectionItems,
  getItemTypesStructured,
  getItemTypes,
  getItemType,
  createItemType,
  updateItemType,
  addItemTypeParent,
  removeItemTypeParent,
  addItemTypeFieldsTemplate,
  removeItemTypeFieldsTemplate,
  getInspectionPrompts,
  getItemsForInstallationInspection,
  getInstallationInspectionItemByInstallationAndItem,
  newItem,
  addItemFromInstallation,
  setItemName,
  setParentItem,
  setTag,
  saveItemField,
  saveInstallationInspectionItemField,
];
