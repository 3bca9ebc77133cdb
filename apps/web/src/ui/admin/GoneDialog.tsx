import { Button, Stack, Text } from '@mantine/core';
import { t } from '../../lib/texts/administration.ts';
import { Dialog } from '../dialogs/Dialog.tsx';
import { DialogActions } from '../dialogs/DialogActions.tsx';

/** Dialog of an address that names a record which does not exist, or which another administrator has just deleted. */
export function GoneDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog opened inAddress onClose={onClose} title={t('admin.gone')}>
      <Stack gap="md">
        <Text>{t('admin.goneFromList')}</Text>
        <DialogActions>
          <Button onClick={onClose}>{t('actions.close')}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
