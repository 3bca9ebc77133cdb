export { InspectionCard } from './InspectionCard.tsx';
export { InspectionLine } from './InspectionLine.tsx';
export { dueOf, inWorkingOrder, isPrevious, timingOf } from './rules.ts';
