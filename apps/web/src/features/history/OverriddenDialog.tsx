import { Button, Stack } from '@mantine/core';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { useViews } from '../../lib/navigation/views.ts';
import { OverriddenChanges } from './OverriddenChanges.tsx';

/** List of overridden changes, over any screen. */
export default function OverriddenDialog({ onClose }: { onClose(): void }) {
  const { open } = useViews();
  return (
    <Dialog opened onClose={onClose} title={t('overridden.title')} size="lg">
      <Stack gap="md">
        <OverriddenChanges
          onOpen={(view) => {
            open(view);
            onClose();
          }}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('actions.close')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
