export type { Gap } from './InspectionGaps.tsx';
export { ItemReports } from './ItemReports.tsx';
