/** Items, their types, and their place in inspections. */
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
