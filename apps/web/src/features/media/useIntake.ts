/** Adds photos and files from a picker, a drop or the clipboard. */
import type { Instance } from '@holdfast/contract';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';
import { formatSize } from '../../lib/display/formats.ts';
import { useOutbox } from '../../lib/outbox/index.ts';
import { queryOf } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import { type PicturedItem, saveOfFile, saveOfPhoto } from './mutations.ts';
import { shortName } from './fileNames.ts';

/** Sends photos to an item; shows the reason for each file that is not accepted as a photo. */
export function usePhotoIntake(item: PicturedItem): (photos: readonly File[]) => void {
  const outbox = useOutbox();
  const limits = useUploadLimits();
  return (photos) => {
    for (const photo of photos) {
      const file = shortName(photo.name);
      if (!photo.type.startsWith('image/')) notify(t('photos.notAPicture', { file }), t('photos.notAPictureHint'));
      else if (photo.size > limits.imageBytes) showTooLarge(file, limits.imageBytes);
      else outbox.add(saveOfPhoto(item, photo));
    }
  };
}

/** Sends files to an item; shows a message for each that is too large. */
export function useFileIntake(itemId: string): (files: readonly File[]) => void {
  const outbox = useOutbox();
  const limits = useUploadLimits();
  return (files) => {
    for (const file of files) {
      if (file.size > limits.fileBytes) showTooLarge(shortName(file.name), limits.fileBytes);
      else outbox.add(saveOfFile(itemId, file));
    }
  };
}

/** Returns the server's limits of uploads. While they are not loaded, everything is sent and the server refuses what is too large. */
function useUploadLimits(): Instance['uploadLimits'] {
  const { data } = useQuery({ ...queryOf('getInstance', {}), staleTime: Infinity });
  return data?.uploadLimits ?? { imageBytes: Infinity, fileBytes: Infinity };
}

function showTooLarge(file: string, limit: number): void {
  notify(t('photos.tooLarge', { file }), t('photos.tooLargeHint', { limit: formatSize(limit) }));
}

function notify(title: string, message: string): void {
  notifications.show({ color: 'red', title, message });
}

/** Returns the handlers that make a panel a drop target, and true while something is dragged over it. */
export function useDrop(onFiles: (files: readonly File[]) => void, enabled: boolean) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Otherwise the browser would replace the page by a file that is dropped beside the panel.
    const refuse = (event: Event): void => event.preventDefault();
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
  if (!enabled) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** Adds pictures that are pasted anywhere on the screen; text pasted into a field is not affected. */
export function usePastedPictures(onPictures: (pictures: readonly File[]) => void, enabled: boolean): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const pictures = [...(event.clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (!enabled || pictures.length === 0) return;
    event.preventDefault();
    onPictures(pictures);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => take(event);
    window.addEventListener('paste', listen);
    return () => window.removeEventListener('paste', listen);
  }, []);
}
