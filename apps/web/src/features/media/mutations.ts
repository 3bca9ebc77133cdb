/** Saves of photos and files, and their display before the server has answered. */
import type { ItemFile, ItemImage, PhotoEdit } from '@holdfast/contract';
import type { QueryClient } from '@tanstack/react-query';
import { newId } from '../../lib/ids.ts';
import { type NewSave, type Save, savesOf } from '../../lib/outbox/index.ts';
import { amend, amendEvery, refresh } from '../../lib/calls/queries.ts';
import { t } from '../../lib/texts/index.ts';
import type { SaveKinds } from '../../lib/outbox/saveKinds.ts';

/** An item within one inspection. */
export interface PicturedItem {
  installationInspectionId: string;
  itemId: string;
}

/** Effects of saved photos and files on the page. */
export const mediaSaves = {
  addImageToInstallationInspectionItem: {
    refused: 'keep',
    saved(cache, { installationInspectionId, itemId }, image) {
      amend(cache, 'getImagesForInstallationInspectionItem', { installationInspectionId, itemId }, (images) => [
        ...images.filter(({ id }) => id !== image.id),
        image,
      ]);
      refreshWhatShowsPhotos(cache);
    },
  },
  removeImageFromInstallationInspectionItem: {
    refused: 'putBack',
    saved(cache, { imageId }) {
      amendEvery(cache, 'getImagesForInstallationInspectionItem', (images) =>
        images.filter(({ id }) => id !== imageId),
      );
      refreshWhatShowsPhotos(cache);
    },
  },
  restoreImageToInstallationInspectionItem: {
    refused: 'putBack',
    saved(cache) {
      refresh(cache, ['getImagesForInstallationInspectionItem']);
      refreshWhatShowsPhotos(cache);
    },
  },
  setImageCaption: {
    refused: 'putBack',
    saved: (cache, _input, image) => putImage(cache, image),
  },
  setImageEdit: {
    refused: 'putBack',
    saved: (cache, _input, image) => putImage(cache, image),
  },
  orderImages: {
    refused: 'putBack',
    saved(cache, _input, ordered) {
      amendEvery(cache, 'getImagesForInstallationInspectionItem', (images) =>
        images.some(({ id }) => id === ordered[0]?.id) ? ordered : images,
      );
    },
  },
  addFileToItem: {
    refused: 'keep',
    saved(cache, { itemId }, file) {
      amend(cache, 'getFilesForItem', { itemId }, (files) => [file, ...files.filter(({ id }) => id !== file.id)]);
      refreshWhatShowsFiles(cache);
    },
  },
  removeFileFromItem: {
    refused: 'putBack',
    saved(cache, { itemId, fileId }) {
      amend(cache, 'getFilesForItem', { itemId }, (files) => files.filter(({ id }) => id !== fileId));
      refreshWhatShowsFiles(cache);
    },
  },
  restoreFileToItem: {
    refused: 'putBack',
    saved(cache) {
      refresh(cache, ['getFilesForItem']);
      refreshWhatShowsFiles(cache);
    },
  },
} satisfies SaveKinds;

/** Updates a photo in every cached list that contains it. */
function putImage(cache: QueryClient, image: ItemImage): void {
  amendEvery(cache, 'getImagesForInstallationInspectionItem', (images) =>
    images.map((known) => (known.id === image.id ? image : known)),
  );
  refresh(cache, ['getAuditLogsForInstallationInspectionAndItem']);
}

/** Invalidates all queries that show photos of an item. */
export function refreshWhatShowsPhotos(cache: QueryClient): void {
  refresh(cache, [
    'getItemsForInstallationInspection',
    'getOtherImagesByInstallationInspectionItem',
    'getAuditLogsForInstallationInspectionAndItem',
    'getRecentlyDeleted',
  ]);
}

/** Invalidates all queries that show files of an item. */
export function refreshWhatShowsFiles(cache: QueryClient): void {
  refresh(cache, [
    'getOtherFilesByInstallationInspectionItem',
    'getAuditLogsForInstallationInspectionAndItem',
    'getRecentlyDeleted',
  ]);
}

/** The operations whose saves `withPhotoSaves` applies. */
export const PHOTO_SAVES = [
  'addImageToInstallationInspectionItem',
  'removeImageFromInstallationInspectionItem',
  'setImageCaption',
  'setImageEdit',
  'orderImages',
] as const;

/** The operations whose saves `withFileSaves` applies. */
export const FILE_SAVES = ['addFileToItem', 'removeFileFromItem'] as const;

/** The save that sends a photo. */
export function saveOfPhoto({ installationInspectionId, itemId }: PicturedItem, photo: File): NewSave {
  const id = newId();
  return {
    operation: 'addImageToInstallationInspectionItem',
    input: { installationInspectionId, itemId, filename: photo.name, id },
    content: { bytes: photo },
    subject: `photo:${id}`,
    about: t('photos.about', { file: photo.name }),
    row: id,
    ifMatch: null,
  };
}

/** The save that removes a photo, or restores it. */
export function saveOfPhotoPlace(
  operation: 'removeImageFromInstallationInspectionItem' | 'restoreImageToInstallationInspectionItem',
  installationInspectionItemId: string,
  imageId: string,
): NewSave {
  const input = { installationInspectionItemId, imageId };
  const isRemoval = operation === 'removeImageFromInstallationInspectionItem';
  const about = t(isRemoval ? 'photos.aboutRemoval' : 'photos.aboutRestoring');
  return { operation, input, subject: `photoPlace:${imageId}`, about, row: imageId, ifMatch: null };
}

/** The save that writes the caption of a photo. */
export function saveOfCaption(installationInspectionItemId: string, imageId: string, caption: string): NewSave {
  const input = { installationInspectionItemId, imageId, caption };
  const about = t('photos.aboutCaption');
  const rest = { subject: captionSubject(imageId), about, words: caption, row: imageId, ifMatch: null };
  return { operation: 'setImageCaption', input, ...rest };
}

/** Subject of saves of a photo's caption. */
export function captionSubject(imageId: string): string {
  return `photoCaption:${imageId}`;
}

/** The save that rotates, crops and marks a photo. */
export function saveOfEdit(installationInspectionItemId: string, imageId: string, edit: PhotoEdit | null): NewSave {
  const input = { installationInspectionItemId, imageId, edit };
  const about = t('photos.aboutEdit');
  return { operation: 'setImageEdit', input, subject: `photoEdit:${imageId}`, about, row: imageId, ifMatch: null };
}

/** The save that sets the order of an item's photos; the first is the cover. */
export function saveOfOrder(installationInspectionItemId: string, imageIds: string[]): NewSave {
  return {
    operation: 'orderImages',
    input: { installationInspectionItemId, imageIds },
    subject: `photoOrder:${installationInspectionItemId}`,
    about: t('photos.aboutOrder'),
    row: installationInspectionItemId,
    ifMatch: null,
  };
}

/** The save that sends a file. */
export function saveOfFile(itemId: string, file: File): NewSave {
  const id = newId();
  return {
    operation: 'addFileToItem',
    input: { itemId, filename: file.name, id },
    content: { bytes: file },
    subject: `file:${id}`,
    about: t('files.about', { file: file.name }),
    row: id,
    ifMatch: null,
  };
}

/** The save that removes a file, or restores it. */
export function saveOfFilePlace(
  operation: 'removeFileFromItem' | 'restoreFileToItem',
  itemId: string,
  fileId: string,
): NewSave {
  const about = t(operation === 'removeFileFromItem' ? 'files.aboutRemoval' : 'files.aboutRestoring');
  return { operation, input: { itemId, fileId }, subject: `filePlace:${fileId}`, about, row: fileId, ifMatch: null };
}

/** A photo or file that is being sent. */
export interface Sending {
  id: string;
  filename: string;
  bytes: Blob;
  save: Save;
}

/** The photos of an item with unsent changes applied: captions, edits, order; removed ones omitted, new ones last. */
export function withPhotoSaves(
  images: readonly ItemImage[],
  saves: readonly Save[],
  { installationInspectionId, itemId }: PicturedItem,
): { images: ItemImage[]; sending: Sending[] } {
  const removed = new Set(
    savesOf(saves, 'removeImageFromInstallationInspectionItem').map(({ input }) => input.imageId),
  );
  return {
    images: withChanges(
      images.filter(({ id }) => !removed.has(id)),
      saves,
    ),
    sending: sendingOf(
      savesOf(saves, 'addImageToInstallationInspectionItem').filter(
        ({ input }) => input.installationInspectionId === installationInspectionId && input.itemId === itemId,
      ),
      images,
    ),
  };
}

/** Photos with unsent captions, edits and order applied. */
function withChanges(images: readonly ItemImage[], saves: readonly Save[]): ItemImage[] {
  let changed = [...images];
  const change = (imageId: string, set: Partial<ItemImage>): void => {
    changed = changed.map((image) => (image.id === imageId ? { ...image, ...set } : image));
  };
  for (const { operation, input } of saves) {
    if (operation === 'setImageCaption') change(input.imageId, { caption: input.caption });
    else if (operation === 'setImageEdit') change(input.imageId, { edit: input.edit });
    else if (operation === 'orderImages') {
      const order = input.imageIds;
      const placeOf = ({ id }: ItemImage): number => (order.includes(id) ? order.indexOf(id) : order.length);
      if (changed.some(({ id }) => order.includes(id))) changed = changed.toSorted((a, b) => placeOf(a) - placeOf(b));
    }
  }
  return changed;
}

/** The files of an item with unsent changes applied. */
export function withFileSaves(
  files: readonly ItemFile[],
  saves: readonly Save[],
  itemId: string,
): { files: ItemFile[]; sending: Sending[] } {
  const removed = new Set(savesOf(saves, 'removeFileFromItem').map(({ input }) => input.fileId));
  return {
    files: files.filter(({ id }) => !removed.has(id)),
    sending: sendingOf(
      savesOf(saves, 'addFileToItem').filter(({ input }) => input.itemId === itemId),
      files,
    ),
  };
}

/** Photos or files that the server does not have yet. */
function sendingOf(
  saves: readonly Save<'addImageToInstallationInspectionItem' | 'addFileToItem'>[],
  known: readonly { id: string }[],
): Sending[] {
  return saves.flatMap((save) => {
    const { id, filename } = save.input;
    if (id === undefined || save.content === null || known.some((each) => each.id === id)) return [];
    return [{ id, filename, bytes: save.content.bytes, save }];
  });
}
