import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { useOutbox } from '../../lib/outbox/index.ts';
import { announceLeaving } from '../../lib/calls/session.ts';
import { t } from '../../lib/texts/index.ts';
import { hasUnsaved } from '../../lib/drafts/unsaved.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { offerRetry } from '../../ui/offers.tsx';

/** Time in ms for which a restart waits for saves; the remaining ones are kept and sent after it. */
const DRAIN_MS = 2_000;

/**
 * Restart of the agent, after a confirmation when there are unsaved changes; `settle` saves pending input and waits a moment for saves.
 */
export function useRestart() {
  const outbox = useOutbox();
  const confirm = useConfirm();
  const settle = async (): Promise<void> => {
    announceLeaving();
    await outbox.kept();
    await outbox.drained(DRAIN_MS);
  };
  const restart = useMutation({
    async mutationFn() {
      const sending = outbox.saves().filter(({ content, refusal }) => content !== null && refusal === null).length;
      const warnings = [
        ...(hasUnsaved() ? [t('window.closeUnsaved')] : []),
        ...(sending > 0 ? [t('desktop.restartSending', { count: sending })] : []),
      ];
      const question = { title: t('desktop.restartTitle'), text: warnings.join(' '), confirm: t('desktop.restart') };
      if (warnings.length > 0 && !(await confirm(question))) return;
      await settle();
      await call('restartDesktop', {});
    },
    onError: (error) => offerRetry(t('desktop.notRestarted'), reasonOf(error), () => restart.mutate()),
  });
  return { restart, settle };
}
