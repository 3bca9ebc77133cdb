// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { problemOf, shoot, startCamera, stopCamera } from './camera.ts';

afterEach(() => vi.unstubAllGlobals());

interface Camera {
  deviceId: string;
  label: string;
  kind?: string;
}

/** A device with cameras: an exact one starts as asked, otherwise the first. */
function cameras(...all: Camera[]) {
  const asked: MediaTrackConstraints[] = [];
  const stopped: string[] = [];
  vi.stubGlobal('navigator', {
    mediaDevices: {
      enumerateDevices: async () => all.map((each) => ({ kind: 'videoinput', ...each })),
      async getUserMedia({ video, audio }: { video: MediaTrackConstraints; audio: boolean }) {
        expect(audio).toBe(false);
        asked.push(video);
        const { exact } = (video.deviceId ?? {}) as { exact?: string };
        const deviceId = exact ?? all.find(({ kind }) => kind === undefined)?.deviceId;
        const track = { stop: () => stopped.push(deviceId ?? ''), getSettings: () => ({ deviceId }) };
        return { getVideoTracks: () => [track], getTracks: () => [track] };
      },
    },
  });
  return { asked, stopped };
}

describe('starting a camera', () => {
  const [front, rear] = [
    { deviceId: 'f', label: 'FaceTime' },
    { deviceId: 'r', label: 'Rear camera 0' },
  ];
  const sound = { deviceId: 'm', label: 'Back microphone', kind: 'audioinput' };

  it('takes the one at the back, and releases the one that the browser chose', async () => {
    const { asked, stopped } = cameras(sound, front, rear);
    const started = await startCamera(null);
    expect([started.deviceId, started.devices.map(({ deviceId }) => deviceId)]).toEqual(['r', ['f', 'r']]);
    expect(asked).toMatchObject([{ facingMode: { ideal: 'environment' } }, { deviceId: { exact: 'r' } }]);
    expect(stopped).toEqual(['f']);
    stopCamera(started.stream);
    expect(stopped).toEqual(['f', 'r']);
  });

  it.each([
    ['the browser chose the one at the back', null, [rear, front], 'r'],
    ['no label names the back', null, [front, { deviceId: 'x', label: 'Backup' }], 'f'],
    ['the user has chosen one', 'f', [front, rear], 'f'],
  ])('asks once when %s', async (_, wanted, all, id) => {
    const { asked, stopped } = cameras(...all);
    expect((await startCamera(wanted)).deviceId).toBe(id);
    expect([asked.length, stopped]).toEqual([1, []]);
    expect(asked[0]).toMatchObject({ width: { ideal: 1920 }, height: { ideal: 1080 } });
  });

  it('fails where there is none', async () => {
    cameras(sound);
    await expect(startCamera(null)).rejects.toMatchObject({ name: 'NotFoundError' });
    vi.stubGlobal('navigator', {});
    await expect(startCamera(null)).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});

it.each([
  ['NotFoundError', 'none'],
  ['OverconstrainedError', 'none'],
  ['NotAllowedError', 'refused'],
  ['SecurityError', 'refused'],
  ['NotReadableError', 'busy'],
  ['AbortError', 'busy'],
  ['TypeError', 'failed'],
])('A camera that does not start with %s is %s', (name, problem) => {
  expect(problemOf(new DOMException('', name))).toBe(problem);
  expect(problemOf(Object.assign(new Error(), { name }))).toBe('failed');
});

it('A picture is taken in the resolution of the camera, or the reason is given', async () => {
  const drawn: unknown[][] = [];
  let blob: Blob | null = new Blob(['png']);
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: (...values: unknown[]) => drawn.push(values) }),
    toBlob: (done: (made: Blob | null) => void, type: string) => {
      expect(type).toBe('image/png');
      done(blob);
    },
  };
  vi.spyOn(document, 'createElement').mockReturnValue(canvas as unknown as HTMLElement);
  const video = { videoWidth: 640, videoHeight: 480 } as HTMLVideoElement;
  const file = await shoot(video);
  expect([canvas.width, canvas.height, drawn]).toEqual([640, 480, [[video, 0, 0]]]);
  expect([file.type, file.name]).toEqual(['image/png', expect.stringMatching(/^Camera-\d+\.png$/)]);
  blob = null;
  await expect(shoot(video)).rejects.toThrow('could not be taken');
  vi.restoreAllMocks();
});
