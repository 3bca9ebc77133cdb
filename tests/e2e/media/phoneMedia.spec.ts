import type { Page } from '@playwright/test';
import { slide } from '../fixtures/fingers.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const WIDTH = 390;

test.use({
  viewport: { width: WIDTH, height: 844 },
  hasTouch: true,
  isMobile: true,
});

/** Expects that the page needs no horizontal scrolling, and that axe has no findings. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(WIDTH);
  expect(await axeFindings(page)).toEqual([]);
}

test('photos are taken, chosen, used again, viewed by touch and removed on a phone', async ({
  openItem,
  page,
  rig,
  company,
}) => {
  test.slow();
  const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
  await company.maren.call('addImageToInstallationInspectionItem', {
    ...inspected,
    itemId: rig.items['Gas detector, doghouse']!,
    filename: 'beside.png',
    base64Image: png('', 150).buffer.toString('base64'),
  });
  const photos = new PhotosPanel(page);
  await openItem('Padeye, port');

  await photos.take.tap();
  const shutter = photos.camera.getByRole('button', { name: 'Take photo' });
  await expect(shutter).toBeEnabled();
  await expectFits(page);
  // The picture stays where it is when a photo is taken and used.
  const finder = photos.camera.locator('video');
  const place = await finder.boundingBox();
  await shutter.tap();
  await expect(photos.camera.getByRole('button', { name: 'Use photo' })).toBeVisible();
  expect(await finder.boundingBox()).toEqual(place);
  await photos.camera.getByRole('button', { name: 'Use photo' }).tap();
  await expect(photos.camera.getByText('1 photo added')).toBeVisible();
  expect(await finder.boundingBox()).toEqual(place);
  await photos.camera.getByRole('button', { name: 'Done' }).tap();
  await expect(photos.photos).toHaveCount(1);

  await photos.openLibrary.tap();
  await photos.library.getByRole('checkbox').tap();
  await expectFits(page);
  await photos.library.getByRole('button', { name: 'Add 1 Photo' }).tap();
  await expect(photos.photos).toHaveCount(2);
  await photos.openLibrary.tap();
  const choosing = page.waitForEvent('filechooser');
  await photos.library.getByRole('button', { name: 'Upload photos' }).tap();
  await (await choosing).setFiles([png('third.png', 60, 1600, 1200)]);
  await expect(photos.photos).toHaveCount(3);
  await expect(photos.sending).toHaveCount(0);

  await photos.photos.nth(1).tap();
  const view = page.getByRole('dialog', { name: /\.png$/ });
  await expect(view.getByText('2 of 3')).toBeVisible();
  await expectFits(page);
  await slide(page, { from: [320, 400], to: [80, 410] });
  await expect(view.getByText('3 of 3')).toBeVisible();
  await slide(page, { from: [80, 400], to: [320, 410] });
  await expect(view.getByText('2 of 3')).toBeVisible();
  await slide(page, { from: [320, 400], to: [80, 400] });
  const picture = view.getByRole('img', { name: 'Photo 3: third.png' });
  const fitting = (await picture.boundingBox())!.width;
  await slide(page, { from: [185, 400], to: [85, 400] }, { from: [205, 400], to: [305, 400] });
  await expect.poll(async () => (await picture.boundingBox())!.width).toBeGreaterThan(fitting * 3);
  // When enlarged, a swipe moves the picture instead of showing the next one.
  const stage = view.getByRole('group', { name: 'Photo 3: third.png' });
  const moved = (): Promise<number> => stage.evaluate(({ scrollLeft }) => scrollLeft);
  const before = await moved();
  await slide(page, { from: [320, 400], to: [80, 400] });
  await expect.poll(moved).toBeGreaterThan(before + 100);
  await expect(view.getByText('3 of 3')).toBeVisible();
  // While the picture still scrolls by inertia, the browser treats a touch as its end.
  let last = -1;
  await expect.poll(async () => last === (last = await moved()), { intervals: [150] }).toBe(true);
  await view.getByRole('button', { name: 'Fit to window' }).tap();
  await expect.poll(async () => (await picture.boundingBox())!.width).toBe(fitting);

  await view.getByRole('button', { name: 'Remove from Inspection' }).tap();
  await expect(view.getByText('2 of 2')).toBeVisible();
  await view.getByRole('button', { name: 'Close' }).tap();
  await expect(photos.photos).toHaveCount(2);
  // The message with Undo is above the buttons of the condition, which stay accessible.
  const undo = (await page.getByRole('alert').filter({ hasText: 'Undo' }).boundingBox())!;
  const conditions = (await page.getByRole('group', { name: /^Condition of/ }).boundingBox())!;
  expect(undo.y + undo.height).toBeLessThanOrEqual(conditions.y);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(photos.photos).toHaveCount(3);
  await page.reload();
  await expect(photos.photos).toHaveCount(3);
  const stored = await company.maren.call('getImagesForInstallationInspectionItem', inspected);
  expect(stored.map(({ filename }) => filename)).toEqual([
    expect.stringMatching(/^Camera-\d{13}\.png$/),
    'beside.png',
    'third.png',
  ]);
});

test('files are uploaded, used again and removed on a phone', async ({ openItem, page, rig, company }) => {
  await company.maren.call('addFileToItem', {
    itemId: rig.items['Gas detector, doghouse']!,
    filename: 'Certificate of the gas detector in the doghouse.pdf',
    base64File: btoa('%PDF-1.7'),
  });
  await openItem('Padeye, port');
  const files = page.getByRole('region', { name: 'Files' });
  const choosing = page.waitForEvent('filechooser');
  await files.getByRole('button', { name: 'Upload files' }).tap();
  await (
    await choosing
  ).setFiles([{ name: 'Load test.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') }]);
  await expect(files.getByRole('link', { name: 'Load test.pdf' })).toBeVisible();

  await files.getByRole('button', { name: 'File Library' }).tap();
  const library = page.getByRole('dialog', { name: 'File Library' });
  await library.getByRole('checkbox').tap();
  await expectFits(page);
  await library.getByRole('button', { name: 'Add 1 File' }).tap();
  await expect(files.getByRole('link')).toHaveCount(2);

  await files.getByRole('button', { name: 'Remove Load test.pdf' }).tap();
  await expectFits(page);
  await page.getByRole('dialog', { name: 'Remove file' }).getByRole('button', { name: 'Remove', exact: true }).tap();
  await expect(files.getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(files.getByRole('link')).toHaveCount(2);
  await page.reload();
  await expect(files.getByRole('link')).toHaveCount(2);
  await expectFits(page);
});
