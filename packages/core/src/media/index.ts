/** Photos and files. */
import { addFileToItem, addImageToInstallationInspectionItem, addItemImagesFromAnotherInspection } from './addMedia.ts';
import { addFieldImage, removeFieldImage } from './fieldImages.ts';
import {
  addItemFilesFromAnotherInspection,
  getFilesForItem,
  getOtherFilesByInstallationInspectionItem,
  removeFileFromItem,
  restoreFileToItem,
} from './files.ts';
import {
  getImagesForInstallationInspectionItem,
  getOtherImagesByInstallationInspectionItem,
  orderImages,
  removeImageFromInstallationInspectionItem,
  restoreImageToInstallationInspectionItem,
  setImageCaption,
  setImageEdit,
} from './images.ts';
import { getContentStatus, uploadContent } from './uploads.ts';
import { getCompanyLogo, getDeletedImage, getFieldImage, getFile, getImage, mediaAnswer } from './readBytes.ts';

export { bytesOfBase64 } from './base64.ts';
export { filesOf, imagesOf } from './queries.ts';
export { mediaAnswer };
export { copiesOf, renditionOf } from './copies.ts';
export { DamagedContent } from './damagedContent.ts';
export { drawPhoto } from './decodePhoto.ts';
export { baseName, recordBlob, storeFile, storeImage, type StoredContent } from './store.ts';
export { requestLostContents, contentNames, recordLostContents, scrubContents, wantedContents } from './scrub.ts';
export { collectUnusedBlobs } from './unusedBlobs.ts';

/** The operations of this feature. */
export const mediaHandlers = [
  addFieldImage,
  removeFieldImage,
  addFileToItem,
  addImageToInstallationInspectionItem,
  addItemFilesFromAnotherInspection,
  addItemImagesFromAnotherInspection,
  removeFileFromItem,
  removeImageFromInstallationInspectionItem,
  restoreFileToItem,
  restoreImageToInstallationInspectionItem,
  setImageCaption,
  setImageEdit,
  orderImages,
  getFilesForItem,
  getImagesForInstallationInspectionItem,
  getOtherFilesByInstallationInspectionItem,
  getOtherImagesByInstallationInspectionItem,
  getContentStatus,
  uploadContent,
  getImage,
  getDeletedImage,
  getFile,
  getFieldImage,
  getCompanyLogo,
];
