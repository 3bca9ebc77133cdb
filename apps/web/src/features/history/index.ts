export { HistoryTimeline } from './HistoryTimeline.tsx';
