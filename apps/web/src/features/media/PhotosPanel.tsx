import { Box, Group, Paper, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { formatDay } from '../../lib/display/formats.ts';
import { reasonOf } from '../../lib/calls/failures.ts';
import { useOutbox, useSavesOf } from '../../lib/outbox/index.ts';
import { part } from '../../lib/parts.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { useStateOf } from '../../lib/drafts/stateOf.ts';
import { t } from '../../lib/texts/index.ts';
import { useCommands } from '../../ui/shortcuts/commands.tsx';
import { Failed, Loading } from '../../ui/states.tsx';
import { offerUndo } from '../../ui/offers.tsx';
import {
  PHOTO_SAVES,
  type PicturedItem,
  saveOfCaption,
  saveOfEdit,
  saveOfOrder,
  saveOfPhotoPlace,
  withPhotoSaves,
} from './mutations.ts';
import type { EarlierPhoto } from './PhotoComparison.tsx';
import classes from './PhotosPanel.module.css';
import { PhotoTile, SendingTile } from './PhotoTiles.tsx';
import { SendingMark } from './SendingMark.tsx';
import { useDrop, usePastedPictures, usePhotoIntake } from './useIntake.ts';

const CameraScreen = part(() => import('./CameraScreen.tsx'));
const ImageView = part(() => import('./ImageView.tsx'));
const PhotoLibrary = part(() => import('./PhotoLibrary.tsx'));

type Open = { what: 'camera' } | { what: 'library' } | { what: 'photo'; id: string } | null;

/** The photos of an item within one inspection: takes, chooses, drops, pastes, views and removes them. */
export function PhotosPanel({
  item,
  installationInspectionItemId,
  readOnly,
}: {
  item: PicturedItem;
  installationInspectionItemId: string | undefined;
  readOnly: boolean;
}) {
  const { data, error, refetch } = useQuery(queryOf('getImagesForInstallationInspectionItem', { ...item }));
  const { data: lastTime } = useQuery({ ...queryOf('getPreviousAnswers', { ...item }) });
  const earlier: EarlierPhoto | null = lastTime?.image
    ? { id: lastTime.image.id, when: `${lastTime.inspectionName}, ${formatDay(lastTime.startDate)}` }
    : null;
  const saves = useSavesOf(PHOTO_SAVES);
  const outbox = useOutbox();
  const [open, setOpen] = useStateOf<Open>(item.itemId, null);
  const intake = usePhotoIntake(item);
  const drop = useDrop(intake, !readOnly);
  usePastedPictures(intake, !readOnly);
  const close = (): void => setOpen(null);
  const take = (): void => setOpen({ what: 'camera' });
  const choose = (): void => setOpen({ what: 'library' });
  useCommands(
    readOnly
      ? []
      : [
          { id: 'photo', group: t('shortcuts.item'), label: t('photos.take'), keys: 'p', run: take },
          { id: 'library', group: t('shortcuts.item'), label: t('photos.library'), run: choose },
        ],
  );
  const { images, sending } = withPhotoSaves(data ?? [], saves, item);

  const remove = (imageId: string): void => {
    if (installationInspectionItemId === undefined) return;
    outbox.add(saveOfPhotoPlace('removeImageFromInstallationInspectionItem', installationInspectionItemId, imageId));
    offerUndo(t('photos.removed'), () =>
      outbox.add(saveOfPhotoPlace('restoreImageToInstallationInspectionItem', installationInspectionItemId, imageId)),
    );
  };

  return (
    <Paper
      component="section"
      aria-labelledby="photos-title"
      className={classes['panel'] ?? ''}
      data-over={drop.isOver || undefined}
      {...drop.handlers}
    >
      <Group justify="space-between" mb="sm" className={classes['head'] ?? ''}>
        <Title order={2} id="photos-title">
          {t('photos.title')}
        </Title>
        <Text size="sm" c="dimmed" aria-hidden>
          {drop.isOver ? t('photos.drop') : data === undefined ? '' : images.length + sending.length}
        </Text>
      </Group>
      <ul className={classes['strip']} data-scrolls>
        {!readOnly && (
          <>
            <li>
              <UnstyledButton className={classes['action'] ?? ''} onClick={take} aria-label={t('photos.take')}>
                <IconCamera size={28} aria-hidden />
                <span>{t('photos.takeShort')}</span>
              </UnstyledButton>
            </li>
            <li>
              <UnstyledButton className={classes['action'] ?? ''} onClick={choose} aria-label={t('photos.library')}>
                <IconPhotoPlus size={28} aria-hidden />
                <span>{t('photos.openLibrary')}</span>
              </UnstyledButton>
            </li>
          </>
        )}
        {data === undefined && error === null && (
          <li>
            <Loading>
              <Skeleton className={classes['box'] ?? ''} />
            </Loading>
          </li>
        )}
        {images.map((image, index) => (
          <li key={image.id}>
            <PhotoTile
              image={image}
              place={index + 1}
              isCover={index === 0 && images.length > 1}
              onOpen={() => setOpen({ what: 'photo', id: image.id })}
            />
          </li>
        ))}
        {sending.map((photo) => (
          <li key={photo.id}>
            <SendingTile photo={photo} onCancel={() => outbox.discard(photo.save.key)} />
          </li>
        ))}
      </ul>
      {readOnly && data !== undefined && images.length === 0 && (
        <Text c="dimmed" size="sm">
          {t('photos.none')}
        </Text>
      )}
      {data === undefined && error !== null && (
        <Box mt="sm">
          <Failed what={t('photos.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
        </Box>
      )}
      <Stack gap={4}>
        {sending.map((photo) => (
          <SendingMark key={photo.id} sending={photo} />
        ))}
      </Stack>
      <Suspense>
        {open?.what === 'camera' && <CameraScreen onPhoto={(photo) => intake([photo])} onClose={close} />}
        {open?.what === 'library' && <PhotoLibrary item={item} onUpload={intake} onClose={close} />}
        {open?.what === 'photo' && (
          <ImageView
            images={images}
            imageId={open.id}
            onShow={(id) => setOpen({ what: 'photo', id })}
            earlier={earlier}
            changes={
              readOnly || installationInspectionItemId === undefined
                ? null
                : {
                    remove,
                    caption: (id, caption) => outbox.add(saveOfCaption(installationInspectionItemId, id, caption)),
                    edit: (id, edit) => outbox.add(saveOfEdit(installationInspectionItemId, id, edit)),
                    order: (ids) => outbox.add(saveOfOrder(installationInspectionItemId, ids)),
                  }
            }
            onClose={close}
          />
        )}
      </Suspense>
    </Paper>
  );
}
