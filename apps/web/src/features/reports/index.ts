export { InspectionReportsDialog, ItemReports } from './InspectionReports.tsx';
