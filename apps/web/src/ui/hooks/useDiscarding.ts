import { useCallback } from 'react';
import { announceLeaving } from '../../lib/calls/session.ts';
import { t } from '../../lib/texts/index.ts';
import { useConfirm } from '../dialogs/confirm.tsx';

/**
 * Closes a form, after a confirmation if it has unsaved changes.
 * @param isChanged called after fields have saved pending input
 * @param discard discards the changes and closes the form
 */
export function useDiscarding(isChanged: () => boolean, discard: () => void): () => void {
  const confirm = useConfirm();
  return useCallback(() => {
    announceLeaving();
    if (!isChanged()) return discard();
    const question = {
      title: t('discard.title'),
      text: t('discard.text'),
      confirm: t('actions.discard'),
      keep: t('actions.keepEditing'),
      danger: true,
    };
    void confirm(question).then((yes) => yes && discard());
  }, [confirm, isChanged, discard]);
}
