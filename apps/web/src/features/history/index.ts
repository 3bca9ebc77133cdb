export { HistoryTimeline } from './HistoryTimeline.tsx';
export { OverriddenChanges } from './OverriddenChanges.tsx';
