import type { OtherImage } from '@holdfast/contract';
import { Button, FileButton, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/api.ts';
import { formatDay } from '../../lib/display/formats.ts';
import { amend, queryOf } from '../../lib/calls/queries.ts';
import { shellWindow } from '../../lib/shellWindow.ts';
import { t } from '../../lib/texts/index.ts';
import { Library } from './Library.tsx';
import classes from './Library.module.css';
import { type PicturedItem, refreshWhatShowsPhotos } from './mutations.ts';
import { Thumbnail } from './PhotoTiles.tsx';
import { useLocalUpload } from './useLocalFiles.ts';

/** Photos for an item: from this device, or photos of other inspections and items that are used again. */
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
  const query = useQuery(queryOf('getOtherImagesByInstallationInspectionItem', { ...item }));
  const upload = (photos: readonly File[]): void => {
    if (photos.length === 0) return;
    onUpload(photos);
    onClose();
  };
  return (
    <Library
      words={{
        title: t('photos.library'),
        failed: t('photos.failed'),
        empty: t('photos.libraryEmpty'),
        emptyHint: t('photos.libraryEmptyHint'),
        add: (count) => (count === 0 ? t('photos.addNone') : t('photos.add', { count })),
        addFailed: t('photos.addFailed'),
      }}
      size="xl"
      query={query}
      skeleton={
        <div className={classes['grid']}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className={classes['box'] ?? ''} />
          ))}
        </div>
      }
      head={
        <Group gap="sm">
          {shellWindow === null ? (
            <FileButton accept="image/*" multiple onChange={upload}>
              {({ onClick }) => <UploadButton onClick={onClick} />}
            </FileButton>
          ) : (
            <LocalUploadButton item={item} onDone={onClose} />
          )}
          <Text size="sm" c="dimmed" className={classes['byMouse']}>
            {t('photos.libraryHint')}
          </Text>
        </Group>
      }
      onAdd={async (imageIds, options) => {
        const images = await call('addItemImagesFromAnotherInspection', { ...item, imageIds }, options);
        amend(cache, 'getImagesForInstallationInspectionItem', { ...item }, () => images);
        refreshWhatShowsPhotos(cache);
      }}
      onClose={onClose}
    >
      {(photos, { picked, toggle }) =>
        [
          { title: t('photos.libraryHere'), images: photos.filter(({ itemId }) => itemId === item.itemId) },
          { title: t('photos.libraryOthers'), images: photos.filter(({ itemId }) => itemId !== item.itemId) },
        ]
          .filter(({ images }) => images.length > 0)
          .map(({ title, images }) => (
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
      }
    </Library>
  );
}

function LocalUploadButton({ item, onDone }: { item: PicturedItem; onDone(): void }) {
  const { choose, isBusy } = useLocalUpload(item, onDone);
  return <UploadButton onClick={choose} loading={isBusy} />;
}

function UploadButton({ onClick, loading = false }: { onClick(): void; loading?: boolean }) {
  return (
    <Button variant="light" leftSection={<IconUpload size={20} aria-hidden />} loading={loading} onClick={onClick}>
      {t('photos.upload')}
    </Button>
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
        <Text size="sm" fw={550} lineClamp={3}>
          {image.itemName}
        </Text>
      )}
      <Text size="sm">{image.inspectionName}</Text>
      <Text size="sm" c="dimmed" title={image.filename}>
        {formatDay(image.startDate)}
      </Text>
    </label>
  );
}
