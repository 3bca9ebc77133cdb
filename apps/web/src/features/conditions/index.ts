export { needsNoFinding } from './appearance.ts';
export { ConditionBar } from './ConditionBar.tsx';
export { ConditionConflict } from './ConditionConflict.tsx';
export { ConditionSelect } from './ConditionSelect.tsx';
export { CountsBar, useCounted } from './CountsBar.tsx';
export { conditionSaves, type InspectedItem, useConditionsOnTheWay, useSetCondition } from './mutations.ts';
export { useConditionLook, useConditions } from './queries.ts';
export { useChooseCondition } from './useChooseCondition.ts';
export { noteChosen, useConditionUndo, useTakeBack } from './useConditionUndo.ts';
