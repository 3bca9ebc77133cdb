export { InspectionFields, ItemFields } from './ItemFields.tsx';
export { fieldSaves } from './mutations.ts';
