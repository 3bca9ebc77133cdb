import type { ItemFile } from '@holdfast/contract';
import {
  ActionIcon,
  Anchor,
  Button,
  FileButton,
  Group,
  Paper,
  Progress,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconFile, IconFiles, IconTrash, IconUpload, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { reasonOf } from '../../lib/calls/failures.ts';
import { formatMoment, formatSize } from '../../lib/display/formats.ts';
import { stateOf, useOutbox, useProgress, useSaves, useSavesOf } from '../../lib/outbox/index.ts';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { shellWindow } from '../../lib/shellWindow.ts';
import { t } from '../../lib/texts/index.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import classes from './FilesPanel.module.css';
import { FILE_SAVES, type PicturedItem, saveOfFilePlace, type Sending, withFileSaves } from './mutations.ts';
import { fileAddress, shortName } from './fileNames.ts';
import { SendingMark } from './SendingMark.tsx';
import { useDrop, useFileIntake } from './useIntake.ts';
import { openWithProgram, useLocalUpload } from './useLocalFiles.ts';

const FileLibrary = part(() => import('./FileLibrary.tsx'));

/** Files of an item, independent of inspections: upload, choose, drop, open, remove. */
export function FilesPanel({
  item,
  inInspection,
  readOnly,
}: {
  item: PicturedItem;
  /** True when the item is in the inspection from which it was opened: only then can other items' files be added to it. */
  inInspection: boolean;
  readOnly: boolean;
}) {
  const { itemId } = item;
  const { data, error, refetch } = useQuery(queryOf('getFilesForItem', { itemId }));
  const saves = useSavesOf(FILE_SAVES);
  const outbox = useOutbox();
  const confirm = useConfirm();
  const [choosing, setChoosing] = useStateOf(itemId, false);
  const intake = useFileIntake(itemId);
  const drop = useDrop(intake, !readOnly);
  const { files, sending } = withFileSaves(data ?? [], saves, itemId);

  const remove = async ({ id, filename }: ItemFile): Promise<void> => {
    const question = {
      title: t('files.removeTitle'),
      text: t('files.removeQuestion'),
      confirm: t('actions.remove'),
      danger: true,
    };
    if (!(await confirm(question))) return;
    outbox.add(saveOfFilePlace('removeFileFromItem', itemId, id));
    offerUndo(t('files.removed', { file: shortName(filename) }), () =>
      outbox.add(saveOfFilePlace('restoreFileToItem', itemId, id)),
    );
  };

  return (
    <Paper
      component="section"
      p="lg"
      aria-labelledby="files-title"
      className={classes['panel'] ?? ''}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <Group justify="space-between" gap="xs" mb={files.length + sending.length === 0 ? 4 : 'sm'}>
        <Title order={2} id="files-title">
          {drop.isOver ? t('photos.drop') : t('files.title')}
        </Title>
        {!readOnly && (
          <Group gap="xs">
            {inInspection && (
              <Button
                variant="default"
                leftSection={<IconFiles size={20} aria-hidden />}
                aria-label={t('files.library')}
                onClick={() => setChoosing(true)}
              >
                {t('files.openLibrary')}
              </Button>
            )}
            {shellWindow === null ? (
              <FileButton multiple onChange={intake}>
                {({ onClick }) => <UploadButton onClick={onClick} />}
              </FileButton>
            ) : (
              <LocalUploadButton itemId={itemId} />
            )}
          </Group>
        )}
      </Group>
      {data === undefined ? (
        error === null ? (
          <Loading>
            <Skeleton height={24} />
          </Loading>
        ) : (
          <Failed what={t('files.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        )
      ) : files.length + sending.length === 0 ? (
        <Text c="dimmed">{t('files.none')}</Text>
      ) : (
        <Stack gap={0} component="ul" className={classes['list'] ?? ''}>
          {sending.toReversed().map((file) => (
            <SendingRow key={file.id} file={file} onCancel={() => outbox.discard(file.save.key)} />
          ))}
          {files.map((file) => (
            <li key={file.id} className={classes['row']}>
              <IconFile size={20} color="var(--mantine-color-dimmed)" aria-hidden />
              <div className={classes['text']}>
                {shellWindow === null ? (
                  <Anchor href={fileAddress(file)} target="_blank" rel="noreferrer" title={file.filename}>
                    {shortName(file.filename)}
                  </Anchor>
                ) : (
                  <Anchor component="button" title={file.filename} onClick={() => openWithProgram(file)}>
                    {shortName(file.filename)}
                  </Anchor>
                )}
                <Text size="sm" c="dimmed">
                  {formatMoment(file.createdAt)} · {formatSize(file.size)}
                </Text>
              </div>
              {!readOnly && (
                <ActionIcon
                  aria-label={t('files.remove', { file: shortName(file.filename) })}
                  onClick={() => void remove(file)}
                >
                  <IconTrash size={20} aria-hidden />
                </ActionIcon>
              )}
            </li>
          ))}
        </Stack>
      )}
      <Suspense>{choosing && <FileLibrary item={item} onClose={() => setChoosing(false)} />}</Suspense>
    </Paper>
  );
}

function LocalUploadButton({ itemId }: { itemId: string }) {
  const { choose, isBusy } = useLocalUpload({ itemId });
  return <UploadButton onClick={choose} loading={isBusy} />;
}

function UploadButton({ onClick, loading = false }: { onClick(): void; loading?: boolean }) {
  return (
    <Button
      variant="light"
      leftSection={<IconUpload size={20} aria-hidden />}
      aria-label={t('files.upload')}
      loading={loading}
      onClick={onClick}
    >
      {t('files.uploadShort')}
    </Button>
  );
}

function SendingRow({ file, onCancel }: { file: Sending; onCancel(): void }) {
  const share = Math.round(useProgress(file.save.key) * 100);
  const saves = useSaves();
  const name = shortName(file.filename);
  return (
    <li>
      <div className={classes['row']}>
        <IconUpload size={20} color="var(--mantine-color-dimmed)" aria-hidden />
        <div className={classes['text']}>
          <Text truncate>{name}</Text>
          {stateOf(file.save, saves) === 'saving' && (
            <Progress.Root size="md" mt={4}>
              <Progress.Section value={share} aria-label={t('files.uploading', { file: name })} />
            </Progress.Root>
          )}
        </div>
        <ActionIcon aria-label={t('photos.cancelUpload', { file: name })} onClick={onCancel}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      <SendingMark sending={file} />
    </li>
  );
}
