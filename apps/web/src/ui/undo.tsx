import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { t } from '../lib/texts/index.ts';

/** How long the way back stays on screen, ms. */
const UNDO_MS = 12_000;

/** Says that something was taken away, and offers for a while to take that back. */
export function offerUndo(title: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: UNDO_MS,
    title,
    message: (
      <Button
        variant="light"
        mt="xs"
        onClick={() => {
          notifications.hide(id);
          undo();
        }}
      >
        {t('actions.undo')}
      </Button>
    ),
  });
}
