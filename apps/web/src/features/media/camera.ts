/** Cameras of this device, and pictures from them. */

/** Constraints on a camera (CNST-10). */
const WANTED = {
  width: { ideal: 1920 },
  height: { ideal: 1080 },
  frameRate: { min: 15, ideal: 30, max: 60 },
} satisfies MediaTrackConstraints;

/** Labels of cameras at the back of a device. */
const REAR = /\b(?:back|rear|world|environment)\b/i;

/** Reason why the camera shows no picture. */
export type CameraProblem = 'none' | 'refused' | 'busy' | 'failed';

/** A running camera. */
export interface RunningCamera {
  stream: MediaStream;
  deviceId: string;
  devices: readonly MediaDeviceInfo[];
}

/**
 * Starts a camera: the chosen one, otherwise one that faces away from the user (docs/acceptance.md, CAMR).
 * @throws {DOMException} like `getUserMedia`
 */
export async function startCamera(wantedId: string | null): Promise<RunningCamera> {
  if (!('mediaDevices' in navigator)) throw new DOMException('There are no cameras here.', 'NotFoundError');
  if ((await videoDevices()).length === 0) throw new DOMException('There is no camera.', 'NotFoundError');
  const ask = (which: MediaTrackConstraints): Promise<MediaStream> =>
    navigator.mediaDevices.getUserMedia({ video: { ...WANTED, ...which }, audio: false });
  const stream = await ask(
    wantedId === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: wantedId } },
  );
  // The browser reveals camera names only once access to one of them is allowed.
  const devices = await videoDevices();
  const deviceId = stream.getVideoTracks()[0]?.getSettings().deviceId ?? '';
  const rear = rearOf(devices);
  if (wantedId !== null || rear === null || rear === deviceId) return { stream, deviceId, devices };
  stopCamera(stream);
  return { stream: await ask({ deviceId: { exact: rear } }), deviceId: rear, devices };
}

/** Returns the camera whose label says that it faces away from the user; null when there is none. */
function rearOf(devices: readonly Pick<MediaDeviceInfo, 'deviceId' | 'label'>[]): string | null {
  return devices.find(({ label }) => REAR.test(label))?.deviceId ?? null;
}

/** Stops a camera. */
export function stopCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns the reason why a camera did not start. */
export function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'failed';
}

/** Captures the current picture of a video, as PNG in the camera's resolution. */
export function shoot(video: HTMLVideoElement): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be taken.'));
      else resolve(new File([blob], `Camera-${Date.now()}.png`, { type: 'image/png' }));
    }, 'image/png');
  });
}

async function videoDevices(): Promise<MediaDeviceInfo[]> {
  return (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
}
