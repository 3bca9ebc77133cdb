import { Button, Stack, Text } from '@mantine/core';
import { type Save, stateOf, useOutbox } from '../lib/outbox/index.ts';
import { t } from '../lib/texts/index.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../ui/dialogs/DialogActions.tsx';
import { SaveMark } from '../ui/indicators/SaveMark.tsx';
import classes from './NotSaved.module.css';

/** Lists all changes that the server has not stored yet, with reasons and remedies. */
export function NotSaved({ saves, onClose }: { saves: readonly Save[]; onClose(): void }) {
  const outbox = useOutbox();
  // A conflict is decided one by one.
  const retriable = saves.filter(({ refusal }) => refusal?.conflict === undefined);
  return (
    <Dialog opened onClose={onClose} title={t('saving.list')} size="lg">
      <Stack gap="md">
        <Stack component="ul" gap={0} className={classes['list'] ?? ''}>
          {saves.map((save) => {
            const { item } = save;
            return (
              <li key={save.key}>
                {save.about !== undefined && <Text fw={600}>{save.about}</Text>}
                {item !== undefined && save.about?.includes(item) !== true && <Text size="sm">{item}</Text>}
                {save.words !== undefined && save.refusal?.conflict === undefined && (
                  <Text size="sm" c="dimmed" lineClamp={3}>
                    {save.words}
                  </Text>
                )}
                <SaveMark
                  state={stateOf(save, saves)}
                  {...(save.refusal === null ? {} : { reason: save.refusal.reason, conflict: save.refusal.conflict })}
                  yours={save.words ?? ''}
                  onRetry={() => outbox.retry(save.key)}
                  onDiscard={() => outbox.discard(save.key)}
                />
              </li>
            );
          })}
        </Stack>
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
