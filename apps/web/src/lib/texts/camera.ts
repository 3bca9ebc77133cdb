/** Texts of the camera, with those of all screens. They are outside the first load. */
import { texts } from './index.ts';
import { translator } from './translate.ts';

const cameraTexts = {
  'camera.again': 'Again',
  'camera.burst': 'Burst: keep every photo',
  'camera.busy': 'The camera is in use by another program',
  'camera.busyHint': 'Close that program, then try again.',
  'camera.device': 'Camera',
  'camera.done': 'Done',
  'camera.failed': 'The camera could not be started',
  'camera.live': 'Live camera image',
  'camera.none': 'Camera Not Detected',
  'camera.noneHint': 'Connect a camera and try again, or choose a photo from this device instead.',
  'camera.refused': 'Access to the camera is blocked',
  'camera.refusedHint': 'Allow the camera for this site in the settings of the browser, then try again.',
  'camera.shot': 'The photo just taken',
  'camera.starting': 'Starting the camera',
  'camera.take': 'Take photo',
  'camera.taken': { one: '{count} photo added', other: '{count} photos added' },
  'camera.title': 'Camera',
  'camera.use': 'Use photo',
} as const;

const all = { ...texts, ...cameraTexts };

/** The name of a text. */
export type CameraTextKey = keyof typeof all;

/** Returns a text of the catalogue. */
export const t = translator<CameraTextKey>(all);
