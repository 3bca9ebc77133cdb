/** Photos and files: sending, reusing, removing, and reading their bytes. */
import { z } from 'zod';
import { ItemFile, ItemImage } from '../entities.ts';
import { base64Length, base64Of } from '../base/base64.ts';
import { idOf } from '../base/id.ts';
import { operation } from '../base/operation.ts';
import { NAME_LIMIT, Sha256, text, UnixDay } from '../base/values.ts';
import { CAPTION_LIMIT, PhotoEdit } from '../photos/photoEdit.ts';

/** Maximum size of a photo in bytes (product decision 22). */
export const IMAGE_BYTES = 25 * 1024 * 1024;
/** Maximum size of a file in bytes (product decision 22). */
export const FILE_BYTES = 100 * 1024 * 1024;
/** Sizes of the upright copies for screens and reports: longest edge in pixels. */
export const RENDITIONS = [320, 1280] as const;

/** Bytes of a body allowed for its other keys. */
const REST_OF_BODY = 16 * 1024;

const filename = text(NAME_LIMIT)
  .trim()
  .min(1, 'must not be empty')
  .describe('Name of the file at its origin; folders in it are removed.');

const uploaded = Sha256.optional().describe('In place of the bytes: the hash of a content that uploadContent brought.');

/** Returns the refusal of a call that names its content twice or not at all. */
function oneOf(key: string): { path: string[]; message: string } {
  return { path: [key], message: 'must be there, or the hash of an uploaded content' };
}

/** Identifies a photo by its member of an inspection. */
const inPlace = { installationInspectionItemId: idOf('installationInspectionItem'), imageId: idOf('image') };

const inInspection = {
  installationInspectionId: idOf('installationInspection'),
  itemId: idOf('item'),
};

export const addFileToItem = operation({
  name: 'addFileToItem',
  method: 'POST',
  path: '/api/add-file-to-item',
  summary: 'Stores a file on an item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  bodyBytes: base64Length(FILE_BYTES) + REST_OF_BODY,
  input: z
    .strictObject({
      itemId: idOf('item'),
      filename,
      base64File: base64Of(FILE_BYTES).optional(),
      sha256: uploaded,
      id: idOf('file').optional().describe('Id for the new file, made by the caller.'),
    })
    .refine(({ base64File, sha256 }) => (base64File === undefined) !== (sha256 === undefined), oneOf('base64File')),
  output: ItemFile,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'alreadyExists', 'unavailable'],
});

export const addImageToInstallationInspectionItem = operation({
  name: 'addImageToInstallationInspectionItem',
  method: 'POST',
  path: '/api/add-image-to-installation-inspection-item',
  summary: 'Stores a photo of an item within one inspection: JPEG, PNG, WebP, GIF or BMP.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  bodyBytes: base64Length(IMAGE_BYTES) + REST_OF_BODY,
  input: z
    .strictObject({
      ...inInspection,
      filename,
      base64Image: base64Of(IMAGE_BYTES).optional(),
      sha256: uploaded,
      id: idOf('image').optional().describe('Id for the new photo, made by the caller.'),
    })
    .refine(({ base64Image, sha256 }) => (base64Image === undefined) !== (sha256 === undefined), oneOf('base64Image')),
  output: ItemImage,
  problems: ['notFound', 'badInput', 'tooLarge', 'storageFull', 'unsupportedMedia', 'alreadyExists', 'unavailable'],
});

export const addItemFilesFromAnotherInspection = operation({
  name: 'addItemFilesFromAnotherInspection',
  method: 'POST',
  path: '/api/add-item-files-from-another-inspection',
  summary: 'Puts files of other items of the installation on this one too. Answers the files of the item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    ...inInspection,
    imageIds: z
      .array(idOf('file'))
      .min(1)
      .max(500)
      .describe('Ids of files; the key is called as the specification calls it.'),
  }),
  output: z.array(ItemFile),
  problems: ['notFound'],
});

export const addItemImagesFromAnotherInspection = operation({
  name: 'addItemImagesFromAnotherInspection',
  method: 'POST',
  path: '/api/add-item-images-from-another-inspection',
  summary:
    'Puts photos of other inspections or items of the installation on this item too. Answers the photos of the item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ ...inInspection, imageIds: z.array(idOf('image')).min(1).max(500) }),
  output: z.array(ItemImage),
  problems: ['notFound'],
});

export const removeFileFromItem = operation({
  name: 'removeFileFromItem',
  method: 'DELETE',
  path: '/api/remove-file-from-item',
  summary: 'Removes a file from an item.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ itemId: idOf('item'), fileId: idOf('file') }),
  output: z.null(),
  problems: ['notFound'],
});

export const removeImageFromInstallationInspectionItem = operation({
  name: 'removeImageFromInstallationInspectionItem',
  method: 'DELETE',
  path: '/api/remove-image-from-installation-inspection-item',
  summary: 'Removes a photo from an item within one inspection; other inspections that show it keep it.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    imageId: idOf('image'),
  }),
  output: z.null(),
  problems: ['notFound'],
});

export const restoreFileToItem = operation({
  name: 'restoreFileToItem',
  method: 'POST',
  path: '/ext/files/restore',
  summary: 'Puts a file back that was taken off an item. Does nothing when it is there.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ itemId: idOf('item'), fileId: idOf('file') }),
  output: ItemFile,
  problems: ['notFound'],
});

export const restoreImageToInstallationInspectionItem = operation({
  name: 'restoreImageToInstallationInspectionItem',
  method: 'POST',
  path: '/ext/images/restore',
  summary: 'Puts a photo back that was taken off an item within one inspection. Does nothing when it is there.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    imageId: idOf('image'),
  }),
  output: ItemImage,
  problems: ['notFound'],
});

export const setImageCaption = operation({
  name: 'setImageCaption',
  method: 'POST',
  path: '/ext/images/caption',
  summary: 'Writes the caption of a photo within one inspection.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ ...inPlace, caption: text(CAPTION_LIMIT).trim() }),
  output: ItemImage,
  problems: ['notFound'],
});

export const setImageEdit = operation({
  name: 'setImageEdit',
  method: 'POST',
  path: '/ext/images/edit',
  summary:
    'Turns, crops and marks a photo within one inspection. The original and other inspections that show it stay as they are.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({ ...inPlace, edit: PhotoEdit.nullable().describe('null: as it was taken.') }),
  output: ItemImage,
  problems: ['notFound'],
});

export const orderImages = operation({
  name: 'orderImages',
  method: 'POST',
  path: '/ext/images/order',
  summary:
    'Puts the photos of an item within one inspection in an order; the first one is its cover. Photos that are not named follow in the order they have.',
  effect: 'write',
  right: 'inspect',
  audit: null,
  offline: true,
  input: z.strictObject({
    installationInspectionItemId: idOf('installationInspectionItem'),
    imageIds: z.array(idOf('image')).min(1).max(2_000),
  }),
  output: z.array(ItemImage),
  problems: ['notFound'],
});

export const getFilesForItem = operation({
  name: 'getFilesForItem',
  method: 'POST',
  path: '/api/get-files-for-item',
  summary: 'The files of an item, newest first.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ itemId: idOf('item') }),
  output: z.array(ItemFile),
  problems: ['notFound'],
});

export const getImagesForInstallationInspectionItem = operation({
  name: 'getImagesForInstallationInspectionItem',
  method: 'POST',
  path: '/api/get-images-for-installation-inspection-item',
  summary: 'The photos of an item within one inspection, by order.',
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject(inInspection),
  output: z.array(ItemImage),
  problems: ['notFound'],
});

/** Maximum number of entries in a list of other files or photos. */
const LIBRARY_LIMIT = 2_000;

/** A file of another item, with that item. */
export const OtherFile = ItemFile.extend({ itemId: idOf('item'), itemName: z.string() }).meta({ id: 'OtherFile' });

/** A file of another item. */
export type OtherFile = z.infer<typeof OtherFile>;

export const getOtherFilesByInstallationInspectionItem = operation({
  name: 'getOtherFilesByInstallationInspectionItem',
  method: 'POST',
  path: '/api/get-other-files-by-installation-inspection-item',
  summary: `Files of other items of the installation, each content once, newest first; at most ${LIBRARY_LIMIT}.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ ...inInspection, limit: z.int().min(1).max(LIBRARY_LIMIT).default(LIBRARY_LIMIT) }),
  output: z.array(OtherFile),
  problems: ['notFound'],
});

/** A photo of another inspection or item, with its origin. */
export const OtherImage = ItemImage.extend({
  itemId: idOf('item'),
  itemName: z.string(),
  installationInspectionId: idOf('installationInspection'),
  inspectionName: z.string(),
  startDate: UnixDay.describe('When that inspection began.'),
}).meta({ id: 'OtherImage' });

/** A photo of another inspection or item. */
export type OtherImage = z.infer<typeof OtherImage>;

export const getOtherImagesByInstallationInspectionItem = operation({
  name: 'getOtherImagesByInstallationInspectionItem',
  method: 'POST',
  path: '/api/get-other-images-by-installation-inspection-item',
  summary: `Photos of this item in other inspections, then those of other items of the installation, each content once, newest first; at most ${LIBRARY_LIMIT}.`,
  effect: 'read',
  right: 'read',
  offline: true,
  input: z.strictObject({ ...inInspection, limit: z.int().min(1).max(LIBRARY_LIMIT).default(LIBRARY_LIMIT) }),
  output: z.array(OtherImage),
  problems: ['notFound'],
});
