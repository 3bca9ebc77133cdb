import { useCallback } from 'react';
import { useSave } from '../../lib/outbox/index.ts';
import { refresh } from '../../lib/queries.ts';
import { saveKind, type SaveKinds } from '../../lib/saveKinds.ts';
import { keyOf } from '../../lib/queries.ts';
import type { InspectionRow } from '@holdfast/contract';

/** What becomes of saved items. */
export const itemSaves: SaveKinds = {
  setItemName: saveKind('setItemName', {
    refused: 'keep',
    saved(cache, { itemId }, { name }) {
      cache.setQueriesData<InspectionRow[]>({ queryKey: keyOf('getItemsForInstallationInspection') }, (rows) =>
        rows?.map((row) => (row.itemId === itemId ? { ...row, name } : row)),
      );
      refresh(cache, ['getAuditLogsForInstallationInspectionAndItem']);
    },
  }),
  setParentItem: saveKind('setParentItem', {
    refused: 'keep',
    saved(cache) {
      refresh(cache, [
        'getItemsForInstallationInspection',
        'getItemPossibleParents',
        'getAuditLogsForInstallationInspectionAndItem',
      ]);
    },
  }),
};

/** The subject of saves of an item's name. */
export function itemNameSubject(itemId: string): string {
  return `itemName:${itemId}`;
}

/** Renames an item. */
export function useSetItemName(): (itemId: string, name: string) => void {
  const save = useSave();
  return useCallback(
    (itemId, name) =>
      save({
        operation: 'setItemName',
        input: { itemId, name },
        subject: itemNameSubject(itemId),
        row: itemId,
        ifMatch: null,
      }),
    [save],
  );
}
