import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

/** Simulated cameras: a moving picture, and the recorded requests. */
interface Asked {
  constraints: MediaTrackConstraints[];
  stopped: number;
}

declare global {
  interface Window {
    asked: Asked;
  }
}

/** Replaces the machine's cameras by simulated ones with these names, or by a refusal. */
const haveCameras = (page: Page, { names, refuse = '' }: { names: string[]; refuse?: string }): Promise<unknown> =>
  page.addInitScript(
    ([labels, error]) => {
      window.asked = { constraints: [], stopped: 0 };
      const devices = labels.map((label, index) => ({
        deviceId: `camera-${index}`,
        groupId: '',
        kind: 'videoinput' as const,
        label,
        toJSON: () => ({}),
      }));
      const cameras: Partial<MediaDevices> = {
        enumerateDevices: () => Promise.resolve(devices),
        getUserMedia(asked) {
          const constraints = asked?.video as MediaTrackConstraints;
          window.asked.constraints.push(constraints);
          if (error !== '') return Promise.reject(new DOMException('refused', error));
          const { exact } = (constraints.deviceId ?? {}) as { exact?: string };
          const canvas = Object.assign(document.createElement('canvas'), { width: 1920, height: 1080 });
          const pen = canvas.getContext('2d')!;
          const draw = (): void => {
            pen.fillStyle = `hsl(${Math.random() * 360} 60% 40%)`;
            pen.fillRect(0, 0, 1920, 1080);
          };
          draw();
          setInterval(draw, 100);
          const stream = canvas.captureStream(15);
          const [track] = stream.getVideoTracks();
          const stop = track!.stop.bind(track);
          track!.stop = () => {
            window.asked.stopped += 1;
            stop();
          };
          track!.getSettings = () => ({ deviceId: exact ?? 'camera-0' });
          return Promise.resolve(stream);
        },
      };
      Object.defineProperty(navigator, 'mediaDevices', { value: cameras, configurable: true });
    },
    [names, refuse] as const,
  );

test.describe('the camera of this machine', { tag: '@agent' }, () => {
  test('takes several photos in a row, each used or taken again, as PNG of 1920×1080 [CAMR-04] [CAMR-06] [MODL-03]', async ({
    openItem,
    page,
    rig,
    company,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await expect(photos.take).toBeVisible();
    await page.keyboard.press('p');
    await expect(photos.camera.getByRole('button', { name: 'Close' })).toHaveCount(0);
    const shutter = photos.camera.getByRole('button', { name: 'Take photo' });
    const use = photos.camera.getByRole('button', { name: 'Use photo' });
    await expect(shutter).toBeEnabled();
    await expect(shutter).toBeFocused();
    expect(await axeFindings(page)).toEqual([]);
    await shutter.click();
    await photos.camera.getByRole('button', { name: 'Again' }).click();
    await shutter.click();
    await expect(photos.camera.getByRole('img', { name: 'The photo just taken' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await use.click();
    await expect(photos.camera.getByText('1 photo added')).toBeVisible();
    await shutter.click();
    await use.click();
    await expect(photos.camera.getByText('2 photos added')).toBeVisible();
    await photos.camera.getByRole('button', { name: 'Done' }).click();
    await expect(photos.camera).toHaveCount(0);
    // Two pictures of this size take longer than other steps on a busy machine.
    await expect(photos.photos).toHaveCount(2, { timeout: 40_000 });
    await expect(photos.sending).toHaveCount(0, { timeout: 40_000 });
    const stored = await company.maren.call('getImagesForInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
    });
    for (const image of stored) {
      expect(image).toMatchObject({
        filename: expect.stringMatching(/^Camera-\d{13}\.png$/),
        width: 1920,
        height: 1080,
      });
    }
    expect(new Set(stored.map(({ filename }) => filename)).size).toBe(2);
  });

  test('keeps twenty photos in burst mode, one press each', async ({ openItem, page }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.take.click();
    await photos.camera.getByRole('switch', { name: 'Burst: keep every photo' }).click();
    const shutter = photos.camera.getByRole('button', { name: 'Take photo' });
    await expect(shutter).toBeEnabled();
    for (let count = 1; count <= 20; count += 1) {
      await shutter.click();
      await expect(photos.camera.getByText(count === 1 ? '1 photo added' : `${count} photos added`)).toBeVisible();
    }
    await photos.camera.getByRole('button', { name: 'Done' }).click();
    await expect(photos.photos).toHaveCount(20, { timeout: 60_000 });
  });
});

test.describe('the camera', { tag: '@agent' }, () => {
  test('prefers a camera that faces away from the user, offers the others, and requests what the specification says [CAMR-01] [CAMR-02] [CAMR-03] [CAMR-07] [CNST-10]', async ({
    openItem,
    page,
  }) => {
    await haveCameras(page, { names: ['Integrated front camera', 'camera2 0, facing back', 'USB borescope'] });
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.take.click();
    const device = photos.camera.getByRole('combobox', { name: 'Camera' });
    await expect(device).toHaveValue('camera2 0, facing back');
    const wanted = {
      width: { ideal: 1920 },
      height: { ideal: 1080 },
      frameRate: { min: 15, ideal: 30, max: 60 },
    };
    const asked = await page.evaluate(() => window.asked.constraints);
    expect(asked.at(-1)).toEqual({ ...wanted, deviceId: { exact: 'camera-1' } });
    for (const each of asked) expect(each).toMatchObject(wanted);
    await device.click();
    await expect(page.getByRole('option')).toHaveText([
      'Integrated front camera',
      'camera2 0, facing back',
      'USB borescope',
    ]);
    await page.getByRole('option', { name: 'USB borescope' }).click();
    await expect(device).toHaveValue('USB borescope');
    expect(await page.evaluate(() => window.asked.constraints.at(-1)!.deviceId)).toEqual({ exact: 'camera-2' });
  });

  test('offers no choice when there is only one, and stops it on leaving [CAMR-08]', async ({ openItem, page }) => {
    await haveCameras(page, { names: ['Only one'] });
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    for (const leave of ['Cancel', 'back']) {
      await page.evaluate(() => Object.assign(window.asked, { constraints: [], stopped: 0 }));
      await photos.take.click();
      await expect(photos.camera.getByRole('button', { name: 'Take photo' })).toBeEnabled();
      await expect(photos.camera.getByRole('combobox')).toHaveCount(0);
      expect(await page.evaluate(() => window.asked.stopped)).toBe(0);
      if (leave === 'back') await page.goBack();
      else await photos.camera.getByRole('button', { name: leave }).click();
      await expect(photos.camera).toHaveCount(0);
      await expect.poll(() => page.evaluate(() => window.asked.stopped === window.asked.constraints.length)).toBe(true);
    }
  });

  test('reports when there is none, and starts when one is connected [CAMR-05] [ERRS-08]', async ({
    openItem,
    page,
  }) => {
    await haveCameras(page, { names: [] });
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.take.click();
    await expect(photos.camera.getByText('Camera Not Detected')).toBeVisible();
    await expect(photos.camera.getByRole('button', { name: 'Take photo' })).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
    await photos.camera.getByRole('button', { name: 'Cancel' }).click();
    await expect(photos.camera).toHaveCount(0);
  });

  test('explains what to do when it is not allowed, or used by another program [CAMR-09]', async ({
    openItem,
    page,
  }) => {
    await haveCameras(page, { names: ['Only one'], refuse: 'NotAllowedError' });
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.take.click();
    await expect(photos.camera.getByRole('alert')).toContainText('Allow the camera for this site');
    await photos.camera.getByRole('button', { name: 'Cancel' }).click();
    await haveCameras(page, { names: ['Only one'], refuse: 'NotReadableError' });
    await page.reload();
    await photos.take.click();
    await expect(photos.camera.getByRole('alert')).toContainText('in use by another program');
  });
});
