import type { BulkResult, FieldAnswer, OperationName } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/calls/api.ts';
import { reasonOf } from '../../../lib/calls/failures.ts';
import { newId } from '../../../lib/ids.ts';
import { refresh } from '../../../lib/calls/queries.ts';
import { t } from '../../../lib/texts/index.ts';
import { offerRetry, offerUndo } from '../../../ui/offers.tsx';

/** Operations that read items. Their answers may change after actions on several items. */
const SHOWS_ITEMS: readonly OperationName[] = [
  'getItemsForInstallationInspection',
  'getInstallationInspectionItemByInstallationAndItem',
  'getInspectionsForItem',
  'getFieldsForItem',
  'getFieldsForInstallationInspection',
  'getNotesForInstallationInspectionItem',
  'getAuditLogsForInstallationInspectionAndItem',
  'getItemPossibleParents',
  'getItemsForInstallation',
  'getInstallationInspection',
  'getInstallationInspections',
  'getInstallation',
  'getInstallations',
];

/** Actions on the selected items. Each shows its result with Undo, or its error. */
export interface Bulk {
  isBusy: boolean;
  setCondition(itemIds: readonly string[], conditionId: string | null): void;
  setParent(itemIds: readonly string[], newParentId: string | null): void;
  addNote(itemIds: readonly string[], content: string): void;
  setAnswer(itemIds: readonly string[], answer: Pick<FieldAnswer, 'fieldId' | 'value' | 'displayValue'>): void;
}

/** Actions on several items of an inspection: each is one call with one undo. */
export function useBulk(
  { installationId, installationInspectionId }: { installationId: string; installationInspectionId: string },
  onDone: () => void,
): Bulk {
  const cache = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);

  const undo = async (group: string, key: string): Promise<void> => {
    try {
      await call('undoChanges', { installationId, undo: group }, { idempotencyKey: key });
      refresh(cache, SHOWS_ITEMS);
      notifications.show({ message: t('bulk.undone') });
    } catch (error) {
      offerRetry(t('bulk.undoFailed'), reasonOf(error), () => void undo(group, key));
    }
  };
  const attempt = async (work: (options: { idempotencyKey: string }) => Promise<BulkResult>, key = newId()) => {
    setIsBusy(true);
    try {
      const { changed, undo: group } = await work({ idempotencyKey: key });
      refresh(cache, SHOWS_ITEMS);
      onDone();
      if (group === null) notifications.show({ message: t('bulk.nothing') });
      else offerUndo(t('bulk.changed', { count: changed }), () => void undo(group, newId()));
    } catch (error) {
      // Sent again with the same key: if the call succeeded without an answer, it is not applied twice.
      offerRetry(t('bulk.failed'), reasonOf(error), () => void attempt(work, key));
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    setCondition: (itemIds, conditionId) =>
      void attempt((options) =>
        call('setConditionOfItems', { installationInspectionId, itemIds: [...itemIds], conditionId }, options),
      ),
    setParent: (itemIds, newParentId) =>
      void attempt((options) =>
        call('setParentOfItems', { installationId, itemIds: [...itemIds], newParentId }, options),
      ),
    setAnswer: (itemIds, { fieldId, value, displayValue }) =>
      void attempt((options) =>
        call(
          'setAnswerOfItems',
          { installationInspectionId, itemIds: [...itemIds], fieldId, value, displayValue },
          options,
        ),
      ),
    addNote: (itemIds, content) =>
      void attempt((options) =>
        call('addNoteToItems', { installationInspectionId, itemIds: [...itemIds], content }, options),
      ),
  };
}
