import type { Note } from '@holdfast/contract';
import { Box, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconNote, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment } from '../../lib/display/formats.ts';
import { type Save, stateOf, useOutbox, useSaves, useSavesOf } from '../../lib/outbox/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { t } from '../../lib/texts/index.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { CoverButton } from '../../ui/CoverButton.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import { Failed } from '../../ui/states.tsx';
import { NOTE_SAVES, type NotedItem, saveOfNote, saveOfNotePlace, withSaves } from './mutations.ts';
import { NoteDialog } from './NoteDialog.tsx';
import classes from './NotesPanel.module.css';
import { preview } from './preview.ts';

/** The notes on an item within one inspection: reads, adds and removes them. */
export function NotesPanel({
  item,
  installationInspectionItemId,
  expected,
  readOnly,
}: {
  item: NotedItem;
  installationInspectionItemId: string | undefined;
  /** Number of notes that keep their space until they are loaded, so that the layout does not shift. */
  expected: number;
  readOnly: boolean;
}) {
  const { data, error, refetch } = useQuery(queryOf('getNotesForInstallationInspectionItem', { ...item }));
  const saves = useSavesOf(NOTE_SAVES);
  const outbox = useOutbox();
  const confirm = useConfirm();
  const [writing, setWriting] = useStateOf(item.itemId, false);
  const [shown, setShown] = useStateOf<Note | null>(item.itemId, null);
  // Without a connection, notes that wait to be sent are shown although others cannot be loaded.
  const notes = data === undefined && error === null ? undefined : withSaves(data ?? [], saves, item);
  useCommands(
    readOnly
      ? []
      : [{ id: 'note', group: t('shortcuts.item'), label: t('notes.add'), keys: 'n', run: () => setWriting(true) }],
  );

  const remove = async (note: Note): Promise<void> => {
    const question = {
      title: t('notes.removeTitle'),
      text: t('notes.removeQuestion'),
      confirm: t('actions.remove'),
      danger: true,
    };
    if (installationInspectionItemId === undefined || !(await confirm(question))) return;
    const place = [installationInspectionItemId, note.id] as const;
    outbox.add(saveOfNotePlace('removeNoteFromInstallationInspectionItem', ...place));
    setShown(null);
    offerUndo(t('notes.removed'), () =>
      outbox.add(saveOfNotePlace('restoreNoteToInstallationInspectionItem', ...place)),
    );
  };

  return (
    <Paper component="section" aria-labelledby="notes-title" className={classes['panel'] ?? ''}>
      <Group justify="space-between" wrap="nowrap" className={classes['head'] ?? ''}>
        <div>
          <Title order={2} id="notes-title">
            {t('notes.title')}
          </Title>
          {data !== undefined && notes?.length === 0 && (
            <Text c="dimmed" size="sm" className={readOnly ? '' : (classes['none'] ?? '')}>
              {t('notes.none')}
            </Text>
          )}
        </div>
        {!readOnly && (
          <Button
            variant="light"
            flex="none"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            {t('notes.add')}
          </Button>
        )}
      </Group>
      {data === undefined && error !== null && (
        <Box mt="sm">
          <Failed what={t('notes.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        </Box>
      )}
      {notes === undefined && expected > 0 && (
        <Stack gap={0} component="ul" className={classes['list'] ?? ''} aria-busy aria-hidden>
          {Array.from({ length: expected }, (_, at) => (
            <li key={at} className={classes['row']}>
              <NoteLine
                text={<Skeleton>{COMING.text}</Skeleton>}
                date={<Skeleton>{formatMoment(COMING.at)}</Skeleton>}
              />
            </li>
          ))}
        </Stack>
      )}
      {notes !== undefined && notes.length > 0 && (
        <Stack gap={0} component="ul" className={classes['list'] ?? ''}>
          {notes.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              save={note.save}
              onOpen={() => setShown(note)}
              onRetry={() => outbox.retry(note.save?.key)}
              onDiscard={() => note.save !== undefined && outbox.discard(note.save.key)}
            />
          ))}
        </Stack>
      )}
      <NoteDialog
        about={`${item.installationInspectionId}:${item.itemId}`}
        itemId={item.itemId}
        opened={writing}
        onClose={() => setWriting(false)}
        onAdd={(content) => {
          outbox.add(saveOfNote(item, content));
          setWriting(false);
        }}
      />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} closeOnBlur title={t('notes.view')}>
        {shown !== null && (
          <Stack>
            <Text className={classes['content']}>{shown.content}</Text>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                {formatMoment(shown.createdAt)}
              </Text>
              {!readOnly && data?.some(({ id }) => id === shown.id) === true && (
                <Button variant="light" color="red" onClick={() => void remove(shown)}>
                  {t('notes.remove')}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Dialog>
    </Paper>
  );
}

function NoteRow({
  note,
  save,
  onOpen,
  onRetry,
  onDiscard,
}: {
  note: Note;
  save: Save | undefined;
  onOpen(): void;
  onRetry(): void;
  onDiscard(): void;
}) {
  const saves = useSaves();
  const state = save === undefined ? 'idle' : stateOf(save, saves);
  return (
    <li className={classes['row']}>
      <NoteLine
        text={<CoverButton onClick={onOpen}>{preview(note.content)}</CoverButton>}
        date={formatMoment(note.createdAt)}
      />
      {state !== 'idle' && (
        <SaveMark
          state={state}
          {...(save?.refusal ? { reason: save.refusal.reason } : {})}
          onRetry={onRetry}
          onDiscard={onDiscard}
        />
      )}
    </li>
  );
}

/** A note that is still being read, as wide as a long preview with its date. */
const COMING = { text: 'n'.repeat(20), at: '1970-01-01T00:00:00.000Z' };

function NoteLine({ text, date }: { text: ReactNode; date: ReactNode }) {
  return (
    <Group wrap="nowrap" gap="sm" className={classes['line'] ?? ''}>
      <IconNote size={20} color="var(--mantine-color-dimmed)" aria-hidden />
      {/* The date wraps to the next line where both do not fit. */}
      <Group flex={1} gap="0 12px" justify="space-between" py={4}>
        <Text component="div">{text}</Text>
        <Text component="div" size="sm" c="dimmed">
          {date}
        </Text>
      </Group>
    </Group>
  );
}
