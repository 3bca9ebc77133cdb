export { useListColumns } from './columns.ts';
export { ItemTree } from './ItemTree.tsx';
export { NOT_CHECKED } from './listing.ts';
export { type ListMemory, useListMemory } from './listMemory.ts';
export { itemSaves } from './mutations.ts';
export { useSelection } from './selection/useSelection.ts';
export { useInspectionRows, useListing } from './queries.ts';
