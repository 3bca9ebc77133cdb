import { useEffect, useRef } from 'react';
import { useBlocker } from 'react-router';
import { isAfterDeletion } from '../../lib/navigation/afterDeletion.ts';
import { closeLayers } from '../../lib/navigation/layers.ts';
import { t } from '../../lib/texts/administration.ts';
import { useUnsaved } from '../../lib/drafts/unsaved.ts';
import { useConfirm } from '../dialogs/confirm.tsx';

/**
 * Asks for confirmation before unsaved changes are discarded, including when the window is closed; signing out has its own confirmation.
 * While the changes are being saved, the page is left as soon as they are saved.
 */
export function UnsavedGuard({
  isChanged,
  isSaving,
  onDiscard,
}: {
  isChanged: boolean;
  isSaving: boolean;
  onDiscard(): void;
}) {
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
    if (blocker.state !== 'blocked') return undefined;
    const leave = async (): Promise<void> => {
      // The confirmation may still have an entry in the history.
      await closeLayers();
      blocker.proceed();
    };
    if (!isChanged) {
      void leave();
      return undefined;
    }
    const asking = new AbortController();
    const decide = async (): Promise<void> => {
      const isSure = await confirm({ ...(isSaving ? savingQuestion() : unsavedQuestion()), signal: asking.signal });
      if (asking.signal.aborted) return;
      if (!isSure) {
        blocker.reset();
        return;
      }
      // Changes that are being saved stay in the browser, in case the save fails.
      if (!isSaving) discarding.current();
      await leave();
    };
    void decide();
    // The save has ended: there is nothing left to ask, or something else.
    return () => asking.abort();
  }, [blocker, confirm, isChanged, isSaving]);
  useEffect(() => {
    if (!isChanged) return undefined;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [isChanged]);
  return null;
}

function unsavedQuestion() {
  return { title: t('admin.leaveTitle'), text: t('admin.leaveText'), confirm: t('admin.leave'), danger: true };
}

function savingQuestion() {
  return {
    title: t('admin.leaveSavingTitle'),
    text: t('admin.leaveSavingText'),
    confirm: t('admin.leaveSaving'),
    keep: t('admin.stay'),
  };
}
