/** How items are found: conditions and setting them. */
import { getConditions, getInstallationInspectionItemCondition } from './getConditions.ts';
import { setCondition } from './setCondition.ts';

/** The operations of this feature. */
export const conditionHandlers = [getConditions, getInstallationInspectionItemCondition, setCondition];
