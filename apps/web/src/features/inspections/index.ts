export { InspectionCard } from './InspectionCard.tsx';
export { InspectionLine } from './InspectionLine.tsx';
export { inWorkingOrder, isPrevious } from './rules.ts';
