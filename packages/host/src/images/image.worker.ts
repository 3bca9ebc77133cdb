/** The process that decodes photos, one after the other. */
import type { PhotoEdit } from '@holdfast/contract/photos';
import { decodePicture } from './pictureFiles.ts';
import { answerTasks } from '../processes/answerTasks.ts';

/** A photo to decode, or with an edit one to draw. */
export interface PictureTask {
  bytes: Uint8Array;
  edited: { edit: PhotoEdit; edge: number } | null;
}

answerTasks(async (task) => {
  const { bytes, edited } = task as PictureTask;
  if (edited === null) return decodePicture(bytes);
  // Drawing needs a separate library, which plain uploads do not load.
  const { drawEdited } = await import('./editedPictures.ts');
  return drawEdited(bytes, edited.edit, edited.edge);
});
