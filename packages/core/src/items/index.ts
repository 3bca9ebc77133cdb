/** Items, their types, and their place in inspections. */
import {
  getInstallationInspectionItemByInstallationAndItem,
  getItemsForInstallationInspection,
} from './getInspectionItems.ts';

export { inspectionItem, presentInspectionItem } from './queries.ts';

/** The operations of this feature. */
export const itemHandlers = [getItemsForInstallationInspection, getInstallationInspectionItemByInstallationAndItem];
