import type { WaitingChange } from '@holdfast/contract';
import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { t } from '../../lib/texts/synchronisation.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { FormFailure } from '../../ui/dialogs/FormFailure.tsx';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';

/** Corrects the text of a change that the server refused, and sends it. Typed text is kept until it is sent. */
export function CorrectDialog({
  change: { id, place, what, text, reason },
  onClose,
  onSent,
}: {
  change: WaitingChange;
  onClose(): void;
  /** Called when the corrected change waits to be sent. */
  onSent(): void;
}) {
  const { value, change, drop } = usePersistedState(`refused:${id}`, text ?? '');
  const send = useMutation({
    mutationFn: () => call('resendCorrected', { id, text: value }),
    onSuccess() {
      drop();
      onSent();
    },
  });
  const isBlank = value.trim() === '';
  return (
    <Dialog opened onClose={onClose} title={t('desktop.correctTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBlank) send.mutate();
        }}
      >
        <Stack>
          <Text fw={550}>{place === '' ? what : `${place} · ${what}`}</Text>
          {reason !== null && <Text c="var(--mantine-color-error)">{reason}</Text>}
          <Textarea
            data-autofocus
            size="md"
            autosize
            minRows={3}
            maxRows={14}
            maxLength={20_000}
            label={t('desktop.correctText')}
            description={t('desktop.correctHint')}
            value={value}
            onChange={({ currentTarget }) => change(() => currentTarget.value)}
          />
          {send.isError && <FormFailure>{reasonOf(send.error)}</FormFailure>}
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <ReasonedButton type="submit" loading={send.isPending} reason={isBlank ? reasonText('reason.text') : null}>
              {t('desktop.correctSend')}
            </ReasonedButton>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
