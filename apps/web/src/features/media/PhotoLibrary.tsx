import type { OtherImage } from '@holdfast/contract';
import { Button, FileButton, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { reasonOf } from '../../lib/failures.ts';
import { formatDay } from '../../lib/formats.ts';
import { newId } from '../../lib/ids.ts';
import { amend, queryOf } from '../../lib/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Empty, Failed, Loading } from '../../ui/states.tsx';
import classes from './Library.module.css';
import { LibraryFooter } from './LibraryFooter.tsx';
import { type PicturedItem, refreshWhatShowsPhotos } from './mutations.ts';
import { Thumbnail } from './PhotoTiles.tsx';
import { usePicks } from './usePicks.ts';

/** Photos for an item: from this device, or those of other inspections and items used again. */
export default function PhotoLibrary({
  item,
  onUpload,
  onClose,
}: {
  item: PicturedItem;
  onUpload(photos: readonly File[]): void;
  onClose(): void;
}) {
  const cache = useQueryClient();
  const { data, error, refetch } = useQuery(queryOf('getOtherImagesByInstallationInspectionItem', { ...item }));
  const { picked, toggle } = usePicks();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  // The same choice sent again after a broken answer is the same call.
  const [key] = useState(newId);

  const add = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      const imageIds = [...picked];
      const images = await call(
        'addItemImagesFromAnotherInspection',
        { ...item, imageIds },
        { idempotencyKey: `${key}:${imageIds.length}` },
      );
      amend(cache, 'getImagesForInstallationInspectionItem', { ...item }, () => images);
      refreshWhatShowsPhotos(cache);
      onClose();
    } catch (reason) {
      setBusy(false);
      setFailure(reasonOf(reason));
    }
  };
  const upload = (photos: readonly File[]): void => {
    if (photos.length === 0) return;
    onUpload(photos);
    onClose();
  };
  const groups = [
    { title: t('photos.libraryHere'), images: data?.filter(({ itemId }) => itemId === item.itemId) ?? [] },
    { title: t('photos.libraryOthers'), images: data?.filter(({ itemId }) => itemId !== item.itemId) ?? [] },
  ].filter(({ images }) => images.length > 0);

  return (
    <Dialog opened onClose={onClose} title={t('photos.library')} size="xl">
      <Stack
        onDrop={onClose}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) onClose();
        }}
      >
        <Group gap="sm">
          <FileButton accept="image/*" multiple onChange={upload}>
            {(props) => (
              <Button variant="light" leftSection={<IconUpload size={20} aria-hidden />} {...props}>
                {t('photos.upload')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('photos.libraryHint')}
          </Text>
        </Group>
        {data === undefined ? (
          error === null ? (
            <Loading>
              <div className={classes['grid']}>
                {Array.from({ length: 8 }, (_, index) => (
                  <Skeleton key={index} className={classes['box'] ?? ''} />
                ))}
              </div>
            </Loading>
          ) : (
            <Failed what={t('photos.failed')} reason={reasonOf(error)} onRetry={() => void refetch()} />
          )
        ) : groups.length === 0 ? (
          <Empty title={t('photos.libraryEmpty')} hint={t('photos.libraryEmptyHint')} />
        ) : (
          groups.map(({ title, images }) => (
            <section key={title} aria-label={title}>
              <Title order={3} mb="xs">
                {title}
              </Title>
              <ul className={classes['grid']}>
                {images.map((image) => (
                  <li key={image.id} className={classes['cell']}>
                    <PickTile
                      image={image}
                      showItem={image.itemId !== item.itemId}
                      checked={picked.has(image.id)}
                      onToggle={() => toggle(image.id)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
        <LibraryFooter
          failure={failure === null ? null : `${t('photos.addFailed')} – ${failure}`}
          label={t('photos.add', { count: picked.size })}
          disabled={picked.size === 0}
          busy={busy}
          onAdd={() => void add()}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}

function PickTile({
  image,
  showItem,
  checked,
  onToggle,
}: {
  image: OtherImage;
  showItem: boolean;
  checked: boolean;
  onToggle(): void;
}) {
  return (
    <label className={classes['pick']} data-checked={checked || undefined}>
      <span className={classes['box']}>
        <Thumbnail image={image} />
        <input className={classes['check']} type="checkbox" checked={checked} onChange={onToggle} />
      </span>
      {showItem && (
        <Text size="sm" fw={550} truncate>
          {image.itemName}
        </Text>
      )}
      <Text size="sm" truncate={showItem}>
        {image.inspectionName}
      </Text>
      <Text size="sm" c="dimmed" title={image.filename}>
        {formatDay(image.startDate)}
      </Text>
    </label>
  );
}
