import { useCallback } from 'react';
import { useSave } from '../../lib/outbox/index.ts';
import { amend, amendEvery, refresh } from '../../lib/calls/queries.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';
import { t } from '../../lib/texts/index.ts';

/** Effects of saved items on the page. */
export const itemSaves = {
  setItemName: {
    refused: 'keep',
    saved(cache, { itemId }, { name, clock }) {
      amend(cache, 'getFieldsForItem', { itemId }, (form) => ({ ...form, clock }));
      amendEvery(cache, 'getItemsForInstallationInspection', (rows) =>
        rows.map((row) => (row.itemId === itemId ? { ...row, name } : row)),
      );
      refresh(cache, ['getAuditLogsForInstallationInspectionAndItem']);
    },
  },
  setParentItem: {
    refused: 'keep',
    saved(cache, { itemId }, { clock }) {
      amend(cache, 'getFieldsForItem', { itemId }, (form) => ({ ...form, clock }));
      refresh(cache, [
        'getItemsForInstallationInspection',
        'getItemPossibleParents',
        'getAuditLogsForInstallationInspectionAndItem',
      ]);
    },
  },
} satisfies SaveKinds;

/** The subject of saves of an item's name. */
export function itemNameSubject(itemId: string): string {
  return `itemName:${itemId}`;
}

/** Renames an item, based on the version from which its name was read. */
export function useSetItemName(): (item: { itemId: string; name: string; clock: string | null }, to: string) => void {
  const save = useSave();
  return useCallback(
    ({ itemId, name, clock }, to) =>
      save({
        operation: 'setItemName',
        input: { itemId, name: to },
        subject: itemNameSubject(itemId),
        about: t('saving.aboutName', { item: name }),
        words: to,
        row: itemId,
        ifMatch: clock,
      }),
    [save],
  );
}
