import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Writes a note. */
export function NoteDialog({
  opened,
  onClose,
  onAdd,
}: {
  opened: boolean;
  onClose(): void;
  onAdd(content: string): void;
}) {
  const [content, setContent] = useState('');
  const isBlank = content.trim() === '';
  return (
    <Dialog opened={opened} onClose={onClose} title={t('notes.addTitle')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isBlank) return;
          onAdd(content);
          setContent('');
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
            onChange={(event) => setContent(event.currentTarget.value)}
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
