export { BulkBar } from './BulkBar.tsx';
export { type Selection, useSelection } from './useSelection.ts';
