import { Button, Stack, Text } from '@mantine/core';
import { type Save, useOutbox } from '../lib/outbox/index.ts';
import { t } from '../lib/texts/index.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../ui/dialogs/DialogActions.tsx';
import { SaveList } from '../ui/indicators/SaveList.tsx';

/** Lists all changes that the server has not stored yet, with reasons and remedies. */
export function NotSaved({ saves, onClose }: { saves: readonly Save[]; onClose(): void }) {
  const outbox = useOutbox();
  // A conflict is decided one by one.
  const retriable = saves.filter(({ refusal }) => refusal?.conflict === undefined);
  return (
    <Dialog opened onClose={onClose} title={t('saving.list')} size="lg">
      <Stack gap="md">
        <SaveList saves={saves} />
        {retriable.length > 1 && (
          <Button variant="default" onClick={() => retriable.forEach(({ key }) => outbox.retry(key))}>
            {t('saving.retryAll')}
          </Button>
        )}
        {saves.length === 0 && <Text c="dimmed">{t('saving.allSaved')}</Text>}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
