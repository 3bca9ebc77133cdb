export { useListColumns } from './list/columns.ts';
export { ItemTree } from './list/ItemTree.tsx';
export { NOT_CHECKED } from './list/listing.ts';
export { BY_PLACE, type ListOrder } from './list/ordering.ts';
export { storeWalk, type ListMemory, useListMemory } from './list/listMemory.ts';
export { itemSaves } from './mutations.ts';
export { useBulk } from './selection/useBulk.ts';
export { useSelection } from './selection/useSelection.ts';
export { useInspectionRows, useItemNames, useListing } from './queries.ts';
