export { ConditionBar } from './ConditionBar.tsx';
export { ConditionConflict } from './ConditionConflict.tsx';
export { ConditionSelect } from './ConditionSelect.tsx';
export { type ConditionCounts, CountsBar, useCounted } from './CountsBar.tsx';
export {
  conditionSaves,
  conditionSubject,
  type InspectedItem,
  useConditionsOnTheWay,
  useSetCondition,
} from './mutations.ts';
export { useConditionLook, useConditions } from './queries.ts';
export { useChooseCondition } from './useChooseCondition.ts';
export { noteChosen, useConditionUndo } from './useConditionUndo.ts';
