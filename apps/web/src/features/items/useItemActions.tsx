import { useQueryClient } from '@tanstack/react-query';
import { notifications } from '@mantine/notifications';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { newId } from '../../lib/ids.ts';
import { t } from '../../lib/texts/index.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import { refreshWhatShowsItems } from '../deletions/index.ts';

/** Actions on an item. Each shows its own failures. */
export interface ItemActions {
  /** Makes a copy; resolves to its id, or null when it was refused. */
  duplicate(): Promise<string | null>;
  /** Asks for confirmation with the numbers of affected records, and deletes; resolves to true when the item was deleted. */
  remove(name: string): Promise<boolean>;
  /** Adds the item to the inspection. */
  include(): Promise<void>;
}

/** The actions on an item within one inspection. */
export function useItemActions(item: { installationInspectionId: string; itemId: string }): ItemActions {
  const cache = useQueryClient();
  const confirm = useConfirm();
  const changed = (): void => refreshWhatShowsItems(cache);
  const attempt = async <T,>(what: string, work: () => Promise<T>): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      notifications.show({ color: 'red', title: what, message: reasonOf(error) });
      return null;
    }
  };
  return {
    duplicate: () =>
      attempt(t('items.duplicateFailed'), async () => {
        const copy = await call('duplicateItem', { ...item, id: newId() }, { idempotencyKey: newId() });
        changed();
        return copy.itemId;
      }),
    async remove(name) {
      const preview = await attempt(t('items.deleteFailed'), () => call('previewDeleteItem', item));
      if (preview === null) return false;
      const question = {
        title: t('items.deleteTitle', { item: name }),
        text: deletionText(preview),
        confirm: t('actions.delete'),
        danger: true,
      };
      if (!(await confirm(question))) return false;
      const done = await attempt(t('items.deleteFailed'), () => call('deleteItem', item, { idempotencyKey: newId() }));
      if (done === null) return false;
      changed();
      offerUndo(
        t('items.deleted', { item: name }),
        () =>
          void attempt(t('items.restoreFailed'), () => call('restoreItem', item, { idempotencyKey: newId() })).then(
            changed,
          ),
      );
      return true;
    },
    async include() {
      await attempt(t('items.includeFailed'), () => call('addItemFromInstallation', item, { idempotencyKey: newId() }));
      changed();
    },
  };
}

/** Returns the text about the effects of a deletion, in numbers (product decision 8). */
function deletionText({ removed, deleted, kept }: { removed: number; deleted: number; kept: number }): string {
  const sentences = [t('items.deleteRemoves', { count: removed })];
  const isOne = removed === 1;
  if (deleted > 0) sentences.push(isOne ? t('items.deleteItDeletes') : t('items.deleteDeletes', { count: deleted }));
  if (kept > 0) sentences.push(isOne ? t('items.deleteItKeeps') : t('items.deleteKeeps', { count: kept }));
  return sentences.join(' ');
}
