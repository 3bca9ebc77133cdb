/** The process that decodes photos, one after the other. */
import { decodePicture } from './pictureFiles.ts';
import { answerTasks } from '../processes/answerTasks.ts';

answerTasks((bytes) => decodePicture(bytes as Uint8Array));
