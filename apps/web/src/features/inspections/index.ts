export { InspectionCard } from './InspectionCard.tsx';
export { InspectionLine } from './InspectionLine.tsx';
export { useInstallationInspection } from './queries.ts';
export { inWorkingOrder, isPrevious } from './rules.ts';
