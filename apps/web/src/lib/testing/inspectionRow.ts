import type { InspectionRow } from '@holdfast/contract';

/** A row of the working list for tests: an unchecked item without values, at the top level, named by its id. */
export function inspectionRow(itemId: string, over: Partial<InspectionRow> = {}): InspectionRow {
  return {
    id: itemId,
    itemId,
    name: itemId,
    parentItemId: null,
    itemTypeId: 'type',
    isLocation: false,
    isQuestion: false,
    context: false,
    conditionId: null,
    clock: null,
    order: 0,
    values: {},
    images: 0,
    notes: 0,
    ...over,
  };
}
