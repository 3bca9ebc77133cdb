import { useCallback, useMemo } from 'react';
import { savesOf, useSave, useSavesOf } from '../../lib/outbox/index.ts';
import { amend, refresh } from '../../lib/calls/queries.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';
import { t } from '../../lib/texts/index.ts';
import { type InspectedItem, useConditionAppearance } from './queries.ts';

/** Effects of saved conditions on the page. */
export const conditionSaves = {
  setCondition: {
    refused: 'ask',
    saved(cache, { installationInspectionId, itemId }, output) {
      amend(
        cache,
        'getInstallationInspectionItemByInstallationAndItem',
        { installationInspectionId, itemId },
        () => output,
      );
      amend(cache, 'getItemsForInstallationInspection', { installationInspectionId }, (rows) =>
        rows.map((row) =>
          row.itemId === itemId
            ? { ...row, id: output.id, context: false, conditionId: output.conditionId, clock: output.clock }
            : row,
        ),
      );
      amend(cache, 'getInspectionsForItem', { itemId }, (inspections) =>
        inspections.map((held) =>
          held.installationInspectionId === installationInspectionId
            ? { ...held, conditionId: output.conditionId, condition: output.condition, clock: output.clock }
            : held,
        ),
      );
      refresh(cache, [
        'getInstallationInspection',
        'getInstallationInspections',
        'getInspectionsForItem',
        'getInstallation',
        'getInstallations',
        'getAuditLogsForInstallationInspectionAndItem',
      ]);
    },
  },
} satisfies SaveKinds;

/** The subject of saves of an item's condition. */
export function conditionSubject({ installationInspectionId, itemId }: InspectedItem): string {
  return `condition:${installationInspectionId}:${itemId}`;
}

/** Sets a condition: on screen at once, then on the server. A refusal restores the previous condition and shows the reason. */
export function useSetCondition(): (
  item: InspectedItem & { name: string; row: string; clock: string | null },
  conditionId: string | null,
) => void {
  const save = useSave();
  const appearanceOf = useConditionAppearance();
  return useCallback(
    ({ installationInspectionId, itemId, name, row, clock }, conditionId) =>
      save({
        operation: 'setCondition',
        input: { installationInspectionId, itemId, conditionId },
        subject: conditionSubject({ installationInspectionId, itemId }),
        about: t('conditions.question', { item: name }),
        words: appearanceOf(conditionId).label,
        row,
        ifMatch: clock,
      }),
    [save, appearanceOf],
  );
}

const CONDITIONS = ['setCondition'] as const;

/** Chosen conditions of one inspection that are not on the server yet, by item. */
export function usePendingConditions(installationInspectionId: string): ReadonlyMap<string, string | null> {
  const saves = useSavesOf(CONDITIONS);
  return useMemo(
    () =>
      new Map(
        savesOf(saves, 'setCondition')
          .filter(({ input }) => input.installationInspectionId === installationInspectionId)
          .map(({ input }) => [input.itemId, input.conditionId]),
      ),
    [saves, installationInspectionId],
  );
}
