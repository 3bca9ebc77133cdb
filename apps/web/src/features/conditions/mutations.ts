import { useCallback, useMemo } from 'react';
import { useSave, useSaves } from '../../lib/outbox/index.ts';
import { amend, refresh } from '../../lib/queries.ts';
import { saveKind, type SaveKinds } from '../../lib/saveKinds.ts';

/** What a condition is set on: an item within one inspection. */
export interface InspectedItem {
  installationInspectionId: string;
  itemId: string;
}

/** What becomes of saved conditions. */
export const conditionSaves: SaveKinds = {
  setCondition: saveKind('setCondition', {
    refused: 'putBack',
    saved(cache, { installationInspectionId, itemId }, output) {
      amend(
        cache,
        'getInstallationInspectionItemByInstallationAndItem',
        { installationInspectionId, itemId },
        () => output,
      );
      amend(cache, 'getItemsForInstallationInspection', { installationInspectionId }, (rows) =>
        rows.map((row) =>
          row.itemId === itemId ? { ...row, id: output.id, context: false, conditionId: output.conditionId } : row,
        ),
      );
      refresh(cache, [
        'getInstallationInspection',
        'getInstallationInspections',
        'getInstallation',
        'getInstallations',
        'getAuditLogsForInstallationInspectionAndItem',
      ]);
    },
  }),
};

/** The subject of saves of an item's condition. */
export function conditionSubject({ installationInspectionId, itemId }: InspectedItem): string {
  return `condition:${installationInspectionId}:${itemId}`;
}

/** Sets a condition: on screen at once, then with the server. A refusal puts the old one back and says why. */
export function useSetCondition(): (
  item: InspectedItem & { row: string; clock: string | null },
  conditionId: string | null,
) => void {
  const save = useSave();
  return useCallback(
    ({ installationInspectionId, itemId, row, clock }, conditionId) =>
      save({
        operation: 'setCondition',
        input: { installationInspectionId, itemId, conditionId },
        subject: conditionSubject({ installationInspectionId, itemId }),
        row,
        ifMatch: clock,
      }),
    [save],
  );
}

/** Conditions of one inspection that are on their way to the server, by item. */
export function useConditionsOnTheWay(installationInspectionId: string): ReadonlyMap<string, string | null> {
  const saves = useSaves();
  return useMemo(
    () =>
      new Map(
        saves
          .filter(
            ({ operation, input }) =>
              operation === 'setCondition' && input['installationInspectionId'] === installationInspectionId,
          )
          .map(({ input }) => [input['itemId'] as string, input['conditionId'] as string | null]),
      ),
    [saves, installationInspectionId],
  );
}
