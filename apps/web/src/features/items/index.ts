export { useListColumns } from './columns.ts';
export { ItemTree } from './ItemTree.tsx';
export { NOT_CHECKED } from './listing.ts';
export { BY_PLACE, type ListOrder } from './ordering.ts';
export { keepWalk, type ListMemory, useListMemory } from './listMemory.ts';
export { itemSaves } from './mutations.ts';
export { useBulk } from './selection/useBulk.ts';
export { useSelection } from './selection/useSelection.ts';
export { useInspectionRows, useListing } from './queries.ts';
