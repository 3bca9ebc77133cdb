import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useKeptState } from '../../lib/keptState.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Writes a note. What is typed stays until it is added, also when the dialog is closed. */
export function NoteDialog({
  about,
  opened,
  onClose,
  onAdd,
}: {
  /** Key of the record that the note is on. */
  about: string;
  opened: boolean;
  onClose(): void;
  onAdd(content: string): void;
}) {
  const { value: content, change, drop } = useKeptState(`note:${about}`, '');
  const isBlank = content.trim() === '';
  return (
    <Dialog opened={opened} onClose={onClose} title={t('notes.addTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlank) return;
          onAdd(content);
          drop();
        }}
      >
        <Stack>
          <Textarea
            data-autofocus
            size="md"
            autosize
            minRows={4}
            maxRows={14}
            maxLength={20_000}
            aria-label={t('notes.content')}
            value={content}
            onChange={({ currentTarget: { value } }) => (value === '' ? drop() : change(() => value))}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            <Button type="submit" disabled={isBlank}>
              {t('notes.submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
