export { HistoryTimeline } from './HistoryTimeline.tsx';
export { OverriddenChanges } from './OverriddenChanges.tsx';
export { useOpenConflicts } from './keptConflicts.ts';
