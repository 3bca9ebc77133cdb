import type { ItemImage } from '@holdfast/contract';
import { editedSize, type PhotoEdit } from '@holdfast/contract/photos';
import { ActionIcon, Button, Group, Menu, Text, TextInput } from '@mantine/core';
import {
  IconArrowsMinimize,
  IconChevronLeft,
  IconChevronRight,
  IconDots,
  IconDownload,
  IconLayoutColumns,
  IconPencil,
  IconTrash,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type MouseEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAutosave } from '../../lib/drafts/autosave.ts';
import { formatMoment, formatSize } from '../../lib/display/formats.ts';
import { useOutbox, useSaveState } from '../../lib/outbox/index.ts';
import { part } from '../../lib/parts.ts';
import { t } from '../../lib/texts/index.ts';
import { t as reasonText } from '../../lib/texts/reasons.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ReasonedIcon } from '../../ui/ReasonedButton.tsx';
import { SaveMark } from '../../ui/indicators/SaveMark.tsx';
import { useSwipe } from '../../ui/hooks/useSwipe.ts';
import classes from './ImageView.module.css';
import { imageAddress, shortName } from './fileNames.ts';
import { captionSubject } from './mutations.ts';
import type { EarlierPhoto } from './PhotoComparison.tsx';
import { editOf } from './photoTools.ts';
import { LARGEST, ZoomStage } from './ZoomStage.tsx';

const Workbench = part(() => import('./Workbench.tsx'));
const PhotoComparison = part(() => import('./PhotoComparison.tsx'));

const STEP = 1.5;
/** Longest time in ms between the two presses of a double press. */
const DOUBLE_PRESS_MS = 600;
/** Pause in ms before a typed caption is saved. */
const CAPTION_DELAY_MS = 1_000;

/** Changes that the user may make to the photos of an item. */
export interface PhotoChanges {
  remove(id: string): void;
  caption(id: string, caption: string): void;
  edit(id: string, edit: PhotoEdit | null): void;
  /** Puts the photos in this order. */
  order(ids: string[]): void;
}

/**
 * One photo over the full window. Keys and swipes show its neighbours; keys, wheel and pinch enlarge it; it can be edited, compared,
 * captioned and reordered.
 */
export default function ImageView({
  images,
  imageId,
  earlier,
  changes,
  onShow,
  onClose,
}: {
  images: readonly ItemImage[];
  imageId: string;
  /** A photo of the previous inspection to compare with; null: there is none. */
  earlier: EarlierPhoto | null;
  /** null: the user may view, but not change. */
  changes: PhotoChanges | null;
  onShow(id: string): void;
  onClose(): void;
}) {
  const index = images.findIndex(({ id }) => id === imageId);
  const image = images[index];
  const [zoom, setZoom] = useState(1);
  const [over, setOver] = useState<'workbench' | 'comparison' | null>(null);
  /** Time of the last press that removed a photo, ms. */
  const removed = useRef(-Infinity);
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
  // On the window: the focus may be on any button of the dialog, or nowhere after a removal.
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    // Ignores keys typed into the caption, or meant for a dialog or menu above this one.
    if (over !== null || (event.target as Element).closest('input, [role="menu"]') !== null) return;
    // When enlarged, the arrow keys scroll the picture.
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

  const remove = (event: MouseEvent): void => {
    // The same button now removes the next photo: the second press of a double press is not meant for it.
    const isSecond = event.timeStamp - removed.current < DOUBLE_PRESS_MS;
    removed.current = event.timeStamp;
    if (isSecond) return;
    const neighbour = images[index + 1] ?? images[index - 1];
    changes?.remove(image.id);
    if (neighbour === undefined) onClose();
    else go(images.indexOf(neighbour));
  };
  const move = (to: number): void => {
    const ids = images.map(({ id }) => id).filter((id) => id !== image.id);
    changes?.order(ids.toSpliced(to, 0, image.id));
  };
  const close = (): void => setOver(null);
  const size = editedSize(editOf(image.edit), image);

  return (
    <Dialog opened onClose={onClose} fullscreen hideClose={over !== null} title={shortName(image.filename)}>
      <div className={classes['view']}>
        <div className={classes['middle']} {...(zoom === 1 ? swipe : {})}>
          <ZoomStage
            address={imageAddress(image, zoom === 1 ? 1280 : undefined)}
            name={t('photos.photo', { place: index + 1, file: shortName(image.filename) })}
            image={image}
            width={size.width}
            height={size.height}
            zoom={zoom}
            onZoom={resize}
          />
          <Neighbours index={index} count={images.length} onGo={go} />
        </div>
        {changes === null ? (
          image.caption !== '' && <Text>{image.caption}</Text>
        ) : (
          <Caption key={image.id} image={image} onCaption={(words) => changes.caption(image.id, words)} />
        )}
        <Group justify="space-between" gap="sm" className={classes['foot'] ?? ''}>
          <Text size="sm" c="dimmed">
            <span aria-live="polite">{t('photos.of', { place: index + 1, count: images.length })}</span>
            {' · '}
            {formatMoment(image.createdAt)}
            {' · '}
            {formatSize(image.size)}
          </Text>
          <Group gap="xs" ml="auto" className={classes['actions'] ?? ''}>
            <ZoomTools zoom={zoom} onZoom={resize} />
            <Button
              component="a"
              href={imageAddress(image)}
              download={image.filename}
              variant="default"
              aria-label={t('photos.original')}
            >
              <IconDownload size={20} aria-hidden />
              <span className={classes['words']}>{t('photos.original')}</span>
            </Button>
            {earlier !== null && (
              <Button
                variant="default"
                aria-label={t('photos.compare')}
                title={t('photos.compare')}
                onClick={() => setOver('comparison')}
              >
                <IconLayoutColumns size={20} aria-hidden />
                <span className={classes['words']}>{t('photos.compare')}</span>
              </Button>
            )}
            {changes !== null && (
              <ChangeTools
                index={index}
                count={images.length}
                onEdit={() => setOver('workbench')}
                onMove={move}
                onRemove={remove}
              />
            )}
          </Group>
        </Group>
      </div>
      <Suspense>
        {over === 'workbench' && changes !== null && (
          <Workbench image={image} onSave={(edit) => changes.edit(image.id, edit)} onClose={close} />
        )}
        {over === 'comparison' && earlier !== null && (
          <PhotoComparison image={image} earlier={earlier} onClose={close} />
        )}
      </Suspense>
    </Dialog>
  );
}

/** Buttons for the previous and the next photo. */
function Neighbours({ index, count, onGo }: { index: number; count: number; onGo(to: number): void }) {
  if (count === 1) return null;
  return (
    <>
      <ReasonedIcon
        className={classes['previous'] ?? ''}
        variant="default"
        aria-label={t('photos.previous')}
        reason={index === 0 ? reasonText('reason.firstPhoto') : null}
        onClick={() => onGo(index - 1)}
      >
        <IconChevronLeft aria-hidden />
      </ReasonedIcon>
      <ReasonedIcon
        className={classes['next'] ?? ''}
        variant="default"
        aria-label={t('photos.next')}
        reason={index === count - 1 ? reasonText('reason.lastPhoto') : null}
        onClick={() => onGo(index + 1)}
      >
        <IconChevronRight aria-hidden />
      </ReasonedIcon>
    </>
  );
}

function ZoomTools({ zoom, onZoom }: { zoom: number; onZoom(to: number): void }) {
  const whole = zoom === 1 ? reasonText('reason.wholePhoto') : null;
  const largest = zoom === LARGEST ? reasonText('reason.largestPhoto') : null;
  return (
    <>
      <ReasonedIcon aria-label={t('photos.zoomOut')} reason={whole} onClick={() => onZoom(zoom / STEP)}>
        <IconZoomOut aria-hidden />
      </ReasonedIcon>
      <ReasonedIcon aria-label={t('photos.zoomReset')} reason={whole} onClick={() => onZoom(1)}>
        <IconArrowsMinimize aria-hidden />
      </ReasonedIcon>
      <ReasonedIcon aria-label={t('photos.zoomIn')} reason={largest} onClick={() => onZoom(zoom * STEP)}>
        <IconZoomIn aria-hidden />
      </ReasonedIcon>
    </>
  );
}

/** Tools for users who may change the photos of an item. @param index position of the photo among them */
function ChangeTools({
  index,
  count,
  onEdit,
  onMove,
  onRemove,
}: {
  index: number;
  count: number;
  onEdit(): void;
  onMove(to: number): void;
  onRemove(event: MouseEvent): void;
}) {
  return (
    <>
      <Button className={classes['edit'] ?? ''} leftSection={<IconPencil size={20} aria-hidden />} onClick={onEdit}>
        {t('photos.edit')}
      </Button>
      {count > 1 && (
        <Menu position="top-end" shadow="md" width={250}>
          <Menu.Target>
            <ActionIcon variant="default" aria-label={t('photos.more')}>
              <IconDots aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {index > 0 && (
              <>
                <Menu.Item mih={48} onClick={() => onMove(0)}>
                  {t('photos.makeCover')}
                </Menu.Item>
                <Menu.Item mih={48} onClick={() => onMove(index - 1)}>
                  {t('photos.earlier')}
                </Menu.Item>
              </>
            )}
            {index < count - 1 && (
              <Menu.Item mih={48} onClick={() => onMove(index + 1)}>
                {t('photos.later')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        className={classes['remove'] ?? ''}
        variant="light"
        color="red"
        aria-label={t('photos.remove')}
        title={t('photos.remove')}
        onClick={onRemove}
      >
        <IconTrash size={20} aria-hidden />
        <span className={classes['words']}>{t('photos.remove')}</span>
      </Button>
    </>
  );
}

/** The caption of a photo, saved after a pause. */
function Caption({ image, onCaption }: { image: ItemImage; onCaption(caption: string): void }) {
  const draft = useAutosave(
    image.caption,
    (typed) => {
      if (typed.trim() !== image.caption) onCaption(typed.trim());
    },
    CAPTION_DELAY_MS,
  );
  const { state, save } = useSaveState(captionSubject(image.id));
  const outbox = useOutbox();
  return (
    <Group gap={state === 'idle' ? 0 : 'sm'} wrap="nowrap">
      <TextInput
        size="md"
        flex={1}
        maxLength={300}
        aria-label={t('photos.caption')}
        placeholder={t('photos.caption')}
        value={draft.value}
        onChange={(event) => draft.change(event.currentTarget.value)}
        onBlur={draft.flush}
      />
      <SaveMark
        state={state}
        onRetry={() => outbox.retry(save?.key)}
        onDiscard={() => save !== undefined && outbox.discard(save.key)}
      />
    </Group>
  );
}
