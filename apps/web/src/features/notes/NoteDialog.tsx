import { ActionIcon, Button, Stack, Textarea } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { usePersistedState } from '../../lib/drafts/persistedState.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogActions } from '../../ui/dialogs/DialogActions.tsx';
import { useDictation } from '../../ui/hooks/useDictation.ts';
import { ReasonedButton } from '../../ui/ReasonedButton.tsx';
import { PhrasePicker, withPhrase } from '../phrases/index.ts';

/** Dialog for writing a note. The text is kept until the note is added, even when the dialog is closed. */
export function NoteDialog({
  title = t('notes.addTitle'),
  about,
  itemId,
  opened,
  onClose,
  onAdd,
}: {
  title?: string;
  /** Key of the record that the note is on. */
  about: string;
  /** The item whose name is inserted into phrases; null for several items: no phrases are offered. */
  itemId: string | null;
  opened: boolean;
  onClose(): void;
  onAdd(content: string): void;
}) {
  const { value: content, change, drop } = usePersistedState(`note:${about}`, '');
  const append = (words: string): void => change((before) => withPhrase(before, words));
  const dictation = useDictation(append);
  const isBlank = content.trim() === '';
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
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
          <DialogActions>
            {itemId !== null && <PhrasePicker itemId={itemId} fieldId={null} onPick={append} />}
            {dictation !== null && (
              <ActionIcon
                variant={dictation.isOn ? 'filled' : 'subtle'}
                aria-label={t('notes.dictate')}
                title={t('notes.dictate')}
                aria-pressed={dictation.isOn}
                onClick={dictation.toggle}
                mr="auto"
              >
                <IconMicrophone size={22} aria-hidden />
              </ActionIcon>
            )}
            <Button variant="default" px="sm" onClick={onClose}>
              {t('actions.cancel')}
            </Button>
            {/* A reason of its own line would move the text field when the first letter is typed. */}
            <ReasonedButton isInToolbar type="submit" px="sm" reason={isBlank ? reasonText('reason.note') : null}>
              {t('notes.submit')}
            </ReasonedButton>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
