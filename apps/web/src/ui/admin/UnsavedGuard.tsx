import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isAfterDeletion } from '../../lib/navigation/afterDeletion.ts';
import { closeLayers } from '../../lib/navigation/layers.ts';
import { t } from '../../lib/texts/administration.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import { useConfirm } from '../dialogs/confirm.tsx';

/**
 * Asks for confirmation before unsaved changes are discarded, including when the window is closed; signing out has its own confirmation.
 */
export function UnsavedGuard({ isChanged, onDiscard }: { isChanged: boolean; onDiscard(): void }) {
  const confirm = useConfirm();
  useUnsaved(isChanged);
  const discarding = useRef(onDiscard);
  useEffect(() => {
    discarding.current = onDiscard;
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname && !isAfterDeletion(nextLocation.state),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: t('admin.leaveTitle'),
      text: t('admin.leaveText'),
      confirm: t('admin.leave'),
      danger: true,
    };
    const decide = async (): Promise<void> => {
      if (!(await confirm(question))) {
        blocker.reset();
        return;
      }
      discarding.current();
      // The confirmation may still have an entry in the history.
      await closeLayers();
      blocker.proceed();
    };
    void decide();
  }, [blocker, confirm]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isChanged]);
  return null;
}
