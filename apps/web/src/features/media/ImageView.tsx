import type { ItemImage } from '@holdfast/contract';
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import {
  IconArrowsMinimize,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatMoment, formatSize } from '../../lib/formats.ts';
import { t } from '../../lib/texts/index.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useSwipe } from '../../ui/hooks/useSwipe.ts';
import classes from './ImageView.module.css';
import { imageAddress, shortName } from './fileNames.ts';
import { LARGEST, ZoomStage } from './ZoomStage.tsx';

const STEP = 1.5;

/** One photo over the whole window: neighbours by keys and swipes, enlarged by keys, wheel and pinch, the original, and taking it off. */
export default function ImageView({
  images,
  imageId,
  onShow,
  onRemove,
  onClose,
}: {
  images: readonly ItemImage[];
  imageId: string;
  onShow(id: string): void;
  /** null: the person may look, but not take off. */
  onRemove: ((id: string) => void) | null;
  onClose(): void;
}) {
  const index = images.findIndex(({ id }) => id === imageId);
  const image = images[index];
  const [zoom, setZoom] = useState(1);
  const go = (to: number): void => {
    const next = images[to];
    if (next === undefined) return;
    setZoom(1);
    onShow(next.id);
  };
  const swipe = useSwipe({ onLeft: () => go(index + 1), onRight: () => go(index - 1) });
  useEffect(() => {
    if (image === undefined) onClose();
  }, [image, onClose]);
  const resize = (to: number): void => setZoom(Math.min(LARGEST, Math.max(1, to)));
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(index - 1),
    ArrowRight: () => go(index + 1),
    '+': () => resize(zoom * STEP),
    '-': () => resize(zoom / STEP),
    '0': () => resize(1),
  };
  // On the window: the focus may stand on a button that has just become of no use.
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // Enlarged, the arrows move the picture.
    if (zoom > 1 && event.key.startsWith('Arrow')) return;
    const run = keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  if (image === undefined) return null;

  const remove = (): void => {
    const neighbour = images[index + 1] ?? images[index - 1];
    onRemove?.(image.id);
    if (neighbour === undefined) onClose();
    else go(images.indexOf(neighbour));
  };

  return (
    <Dialog opened onClose={onClose} fullscreen title={shortName(image.filename)}>
      <div className={classes['view']}>
        <div className={classes['middle']} {...(zoom === 1 ? swipe : {})}>
          <ZoomStage
            address={imageAddress(image, zoom === 1 ? 1280 : undefined)}
            name={t('photos.photo', { place: index + 1, file: shortName(image.filename) })}
            width={image.width}
            height={image.height}
            zoom={zoom}
            onZoom={resize}
          />
          <ActionIcon
            className={classes['previous'] ?? ''}
            variant="default"
            aria-label={t('photos.previous')}
            disabled={index === 0}
            onClick={() => go(index - 1)}
          >
            <IconChevronLeft aria-hidden />
          </ActionIcon>
          <ActionIcon
            className={classes['next'] ?? ''}
            variant="default"
            aria-label={t('photos.next')}
            disabled={index === images.length - 1}
            onClick={() => go(index + 1)}
          >
            <IconChevronRight aria-hidden />
          </ActionIcon>
        </div>
        <Group justify="space-between" gap="sm">
          <Text size="sm" c="dimmed">
            <span aria-live="polite">{t('photos.of', { place: index + 1, count: images.length })}</span>
            {' · '}
            {formatMoment(image.createdAt)}
            {' · '}
            {formatSize(image.size)}
          </Text>
          <Group gap="xs">
            <ActionIcon aria-label={t('photos.zoomOut')} disabled={zoom === 1} onClick={() => resize(zoom / STEP)}>
              <IconZoomOut aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('photos.zoomReset')} disabled={zoom === 1} onClick={() => resize(1)}>
              <IconArrowsMinimize aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={t('photos.zoomIn')} disabled={zoom === LARGEST} onClick={() => resize(zoom * STEP)}>
              <IconZoomIn aria-hidden />
            </ActionIcon>
            <Button
              component="a"
              href={imageAddress(image)}
              download={image.filename}
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden />}
            >
              {t('photos.original')}
            </Button>
            {onRemove !== null && (
              <Button variant="light" color="red" leftSection={<IconTrash size={20} aria-hidden />} onClick={remove}>
                {t('photos.remove')}
              </Button>
            )}
          </Group>
        </Group>
      </div>
    </Dialog>
  );
}
