import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { type AdminWrites, callAdmin, useAdminWrites } from '../../../lib/calls/adminCalls.ts';
import { AFTER_DELETION } from '../../../lib/navigation/afterDeletion.ts';
import { useCreate } from '../../../lib/navigation/useCreate.ts';
import { t } from '../../../lib/texts/administration.ts';
import { offerUndo } from '../../../ui/offers.tsx';
import { addressOf, OPERATIONS } from './kinds.ts';

/** Duplicates a record, and opens the copy with its name selected. Undo deletes the copy and returns to the original. */
export function useDuplicate({
  kind,
  id,
  make,
  text,
}: {
  kind: 'inspection' | 'itemType';
  id: string;
  /** Makes the copy. */
  make(write: AdminWrites['write']): Promise<{ id: string; name: string }>;
  /** Says what the copy consists of. */
  text: string;
}): { isBusy: boolean; duplicate(): void } {
  const navigate = useNavigate();
  const { attempt } = useAdminWrites();
  const cache = useQueryClient();
  const undo = async (copyId: string): Promise<void> => {
    await callAdmin('delete the copy', OPERATIONS[kind].remove, { id: copyId });
    // The copy is left before lists are read again, so that its editor does not report that it was deleted.
    if (location.pathname === addressOf(kind, copyId))
      await navigate(addressOf(kind, id), { replace: true, state: AFTER_DELETION });
    await cache.invalidateQueries();
  };
  const { isBusy, run } = useCreate(async (write) => {
    const copy = await make(write);
    offerUndo(t('deletions.duplicated', { name: copy.name }), () => void attempt(() => undo(copy.id)), text);
    return addressOf(kind, copy.id);
  });
  return { isBusy, duplicate: run };
}
