import { useCallback, useEffect, useRef } from 'react';
import { announceLeaving } from '../../lib/calls/session.ts';
import { t } from '../../lib/texts/index.ts';
import { useConfirm } from '../dialogs/confirm.tsx';

/**
 * Closes a form, after a confirmation if it has unsaved changes. The confirmation is withdrawn when the form is closed by a save that was
 * under way.
 * @param isChanged called after fields have saved pending input
 * @param discard discards the changes and closes the form
 */
export function useDiscarding(isChanged: () => boolean, discard: () => void): () => void {
  const confirm = useConfirm();
  const asking = useRef<AbortController>(undefined);
  useEffect(() => () => asking.current?.abort(), []);
  return useCallback(() => {
    announceLeaving();
    if (!isChanged()) return discard();
    asking.current = new AbortController();
    const question = {
      title: t('discard.title'),
      text: t('discard.text'),
      confirm: t('actions.discard'),
      keep: t('actions.keepEditing'),
      danger: true,
      signal: asking.current.signal,
    };
    void confirm(question).then((yes) => yes && discard());
  }, [confirm, isChanged, discard]);
}
