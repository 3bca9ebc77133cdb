export { needsNoFinding, severityOf } from './appearance.ts';
export { ConditionBar } from './ConditionBar.tsx';
export { ConditionRefusal } from './ConditionRefusal.tsx';
export { ConditionMenu } from './ConditionMenu.tsx';
export { ConditionSelect } from './ConditionSelect.tsx';
export { CountsBar, CountsRing, useCounted } from './CountsBar.tsx';
export { conditionSaves, usePendingConditions, useSetCondition } from './mutations.ts';
export { type InspectedItem, itemQuery, useConditionAppearance, useConditions } from './queries.ts';
export { useConditionUndo, useSetWithUndo } from './useConditionUndo.ts';
