/** Conditions of items and the operations that set them. */
import { getConditions, getInstallationInspectionItemCondition } from './getConditions.ts';
import { setCondition } from './setCondition.ts';

/** The operations of this feature. */
export const conditionHandlers = [getConditions, getInstallationInspectionItemCondition, setCondition];
