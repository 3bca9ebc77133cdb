import type { ItemImage } from '@holdfast/contract';
import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconCloudOff, IconPhotoOff, IconX } from '@tabler/icons-react';
import { stateOf, useProgress, useSaves } from '../../lib/outbox/index.ts';
import { t } from '../../lib/texts/index.ts';
import { usePicture } from '../../ui/hooks/usePicture.ts';
import { BlobPicture } from './BlobPicture.tsx';
import { EditedPicture } from './EditedPicture.tsx';
import type { Sending } from './mutations.ts';
import { imageAddress, shortName } from './fileNames.ts';
import classes from './PhotosPanel.module.css';

/** A photo in the strip; its box has its final size before the picture is loaded. */
export function PhotoTile({
  image,
  place,
  isCover,
  onOpen,
}: {
  image: ItemImage;
  place: number;
  /** True for the cover: the photo that represents the item. */
  isCover: boolean;
  onOpen(): void;
}) {
  const named = t('photos.photo', { place, file: shortName(image.filename) });
  return (
    <UnstyledButton
      className={classes['tile'] ?? ''}
      onClick={onOpen}
      aria-label={[named, image.caption, isCover ? t('photos.cover') : ''].filter(Boolean).join(', ')}
    >
      <Thumbnail image={image} />
      {isCover && <span className={classes['cover']}>{t('photos.cover')}</span>}
      {image.caption !== '' && !isCover && <span className={classes['cover']}>{image.caption}</span>}
    </UnstyledButton>
  );
}

/** Thumbnail of a photo, or the photo's file name while the picture cannot be loaded. */
export function Thumbnail({ image }: { image: Pick<ItemImage, 'id' | 'filename' | 'edit'> }) {
  const address = imageAddress(image, 320);
  const { isMissing, onError } = usePicture(address);
  if (isMissing) {
    return (
      <span className={classes['missing']}>
        <IconPhotoOff size={24} aria-hidden />
        {shortName(image.filename)}
      </span>
    );
  }
  if (image.edit !== null) {
    return (
      <EditedPicture
        className={classes['picture']}
        image={image}
        edit={image.edit}
        size={320}
        name=""
        onError={onError}
      />
    );
  }
  return (
    <img
      className={classes['picture']}
      src={address}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={onError}
    />
  );
}

/** A photo that is being sent: its preview and the share that is sent. */
export function SendingTile({ photo, onCancel }: { photo: Sending; onCancel(): void }) {
  const share = Math.round(useProgress(photo.save.key) * 100);
  const file = shortName(photo.filename);
  const state = stateOf(photo.save, useSaves());
  return (
    <div className={classes['tile']}>
      <BlobPicture className={classes['picture']} bytes={photo.bytes} alt="" />
      <div className={classes['veil']}>
        <ActionIcon
          className={classes['stop'] ?? ''}
          size={44}
          variant="filled"
          color="dark"
          aria-label={t('photos.cancelUpload', { file })}
          onClick={onCancel}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
        {state === 'saving' ? (
          <div className={classes['share']}>
            {share} %
            <div
              className={classes['bar']}
              role="progressbar"
              aria-label={t('photos.uploading', { file })}
              aria-valuenow={share}
              aria-valuemin={0}
              aria-valuemax={100}
            >
              <div className={classes['done']} style={{ width: `${share}%` }} />
            </div>
          </div>
        ) : (
          <IconCloudOff size={24} role="img" aria-label={t('photos.waiting', { file })} />
        )}
      </div>
    </div>
  );
}
