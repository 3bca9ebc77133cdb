import type { Page } from '@playwright/test';
import { DAY, today } from '../fixtures/company.ts';
import { download } from '../fixtures/download.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { type Picked, png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const ADD = '**/api/add-image-to-installation-inspection-item';

/** Pastes files or drops them on the panel with the events of a browser. */
const hand = (page: Page, how: 'drop' | 'paste', files: Picked[]): Promise<void> =>
  page.evaluate(
    ([event, all]) => {
      const data = new DataTransfer();
      for (const { name, type, bytes } of all)
        data.items.add(new File([Uint8Array.from(atob(bytes), (digit) => digit.charCodeAt(0))], name, { type }));
      const target = event === 'paste' ? document.body : document.querySelector('[aria-labelledby="photos-title"]')!;
      target.dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
      );
    },
    [
      how,
      files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, bytes: buffer.toString('base64') })),
    ] as const,
  );

test.describe('photos of an item', { tag: '@agent' }, () => {
  test('whose bytes arrive after their record are shown as soon as they have arrived, without a reload', async ({
    openItem,
    page,
  }) => {
    let arrived = false;
    await page.route(/\/images\/[^?]+\?size=/, (route) =>
      arrived ? route.continue() : route.fulfill({ status: 404, headers: { 'cache-control': 'no-store' } }),
    );
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.upload(png('Late.png', 40));
    await expect(photos.photos).toHaveCount(1);
    await expect(photos.photos).toContainText('Late.png');
    await expect(photos.photos.locator('img')).toHaveCount(0);
    const view = await photos.view(1);
    await expect(view).toContainText('This photo has not been synchronised yet.');
    expect(await axeFindings(page)).toEqual([]);
    arrived = true;
    const large = view.getByRole('group', { name: 'Photo 1' }).locator('img');
    await expect(large).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Escape');
    const small = photos.photos.locator('img');
    await expect(small).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => small.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  test(
    'are uploaded several at a time, sent as the specification requires, shown as thumbnails and present after a reload [IMGS-01] [IMGS-04] [IMGS-10]',
    { tag: '@offline' },
    async ({ openItem, rig, page }) => {
      const photos = new PhotosPanel(page);
      await openItem('Padeye, port');
      const sent = page.waitForRequest(ADD);
      const picked = png('Padeye weld.png', 40);
      await photos.upload(picked, png('Padeye shackle.png', 200));
      const request = await sent;
      expect(request.method()).toBe('POST');
      expect(request.postDataJSON()).toEqual({
        installationInspectionId: rig.drops,
        itemId: rig.items['Padeye, port'],
        filename: 'Padeye weld.png',
        base64Image: picked.buffer.toString('base64'),
        id: expect.any(String),
      });
      expect(request.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
      await expect(photos.photos).toHaveCount(2);
      await expect(photos.sending).toHaveCount(0);

      const thumbnail = page.waitForResponse(/\/images\/[0-9a-f-]{36}\.png\?size=320$/);
      await page.reload();
      expect((await thumbnail).headers()['content-type']).toBe('image/jpeg');
      await expect(photos.photos).toHaveCount(2);
      await expect(photos.panel.getByRole('button', { name: 'Photo 1: Padeye weld.png' })).toBeVisible();
      await expect
        .poll(() =>
          photos.photos
            .locator('img')
            .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
        )
        .toEqual([320, 320]);
      const images = await download(
        page,
        (await photos.photos.locator('img').nth(0).getAttribute('src'))!.replace('?size=320', ''),
      );
      expect(images.body).toEqual(picked.buffer);
    },
  );

  test('are added by drop and by paste; a file that is no picture is refused [IMGS-03]', async ({ openItem, page }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await expect(photos.take).toBeVisible();
    await hand(page, 'drop', [png('dropped.png', 10)]);
    await expect(photos.photos).toHaveCount(1);
    await hand(page, 'paste', [png('pasted.png', 20)]);
    await expect(photos.photos).toHaveCount(2);

    let calls = 0;
    page.on('request', (request) => {
      if (request.url().includes('add-image')) calls += 1;
    });
    await hand(page, 'drop', [{ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('words') }]);
    await expect(page.getByText('list.txt is not a picture')).toBeVisible();
    await photos.openLibrary.click();
    await expect(photos.library.locator('input[type=file]')).toHaveAttribute('accept', 'image/*');
    // A file picker can be set to offer all files.
    await photos.library
      .locator('input[type=file]')
      .setInputFiles({ name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from('words') });
    await expect(page.getByText('log.txt is not a picture')).toBeVisible();
    expect(calls).toBe(0);
  });

  test('that the server cannot use stay on screen with the reason, until they are discarded', async ({
    openItem,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await expect(photos.take).toBeVisible();
    const broken = png('broken.png');
    await hand(page, 'drop', [{ ...broken, buffer: broken.buffer.subarray(0, 60) }]);
    const refusal = photos.panel.getByRole('alert');
    await expect(refusal).toContainText('Not saved. This picture is damaged');
    await expect(page.getByText('1 change not saved')).toBeVisible();
    await refusal.getByRole('button', { name: 'Discard' }).click();
    await expect(refusal).toHaveCount(0);
    await expect(page.getByText('1 change not saved')).toHaveCount(0);
  });

  test('on a broken connection are kept over a reload and sent again with their key, without delaying answers', async ({
    openItem,
    item,
    page,
    context,
    rig,
    company,
  }) => {
    const photos = new PhotosPanel(page);
    const keys: (string | undefined)[] = [];
    await openItem('Padeye, port');
    await item.come();
    // The route stays: removing it while it holds a request can leave that request without an answer.
    let isBroken = true;
    await context.route(ADD, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return isBroken ? route.abort() : route.continue();
    });
    await photos.upload(png('far out.png', 33));
    await expect(photos.panel.getByText('Not saved yet. Will retry automatically.')).toBeVisible();
    await expect(photos.panel.getByRole('img', { name: 'far out.png is waiting for a connection' })).toBeVisible();
    const answered = page.waitForResponse('**/api/set-condition');
    await item.condition('Defective').click();
    expect((await answered).status()).toBe(200);

    await page.reload();
    await expect(photos.sending).toHaveCount(1);
    isBroken = false;
    // Automatically, after a wait that grows with each try.
    await expect(photos.photos).toHaveCount(1, { timeout: 35_000 });
    await expect(photos.sending).toHaveCount(0);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    const stored = await company.maren.call('getImagesForInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
    });
    expect(stored).toMatchObject([{ filename: 'far out.png' }]);
  });

  test('show the share that is sent, and can be cancelled meanwhile', async ({ openItem, page }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await expect(photos.take).toBeVisible();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(ADD, async (route) => {
      await held;
      await route.abort();
    });
    await hand(page, 'drop', [png('slow.png', 11)]);
    await expect(photos.panel.getByRole('progressbar', { name: 'Sending slow.png' })).toHaveAttribute(
      'aria-valuenow',
      /^\d+$/,
    );
    await photos.panel.getByRole('button', { name: 'Stop sending slow.png' }).click();
    await expect(photos.sending).toHaveCount(0);
    release();
    await page.reload();
    await expect(photos.take).toBeVisible();
    await expect(photos.photos).toHaveCount(0);
    await expect(photos.sending).toHaveCount(0);
  });

  test('have boxes of their size before the pictures are loaded: nothing moves when they arrive', async ({
    openItem,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.upload(png('a.png', 1), png('b.png', 2, 300, 900));
    await expect(photos.photos).toHaveCount(2);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/images/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(photos.photos).toHaveCount(2);
    const boxes = () =>
      photos.photos.evaluateAll((all) => all.map((box) => JSON.stringify(box.getBoundingClientRect())));
    const before = await boxes();
    release();
    await expect
      .poll(() =>
        photos.photos
          .locator('img')
          .evaluateAll((all) =>
            all.every((img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth > 0),
          ),
      )
      .toBe(true);
    expect(await boxes()).toEqual(before);
  });

  test('are viewed in the full window, by buttons and keys, enlarged, and downloaded as the original [IMGS-08] [MODL-02]', async ({
    openItem,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    const tall = png('tall.png', 90, 600, 2400);
    await photos.upload(png('first.png', 30), tall);
    await expect(photos.photos).toHaveCount(2);
    const view = await photos.view(1);
    await expect(view.getByText('1 of 2')).toBeVisible();
    const frame = (await view.boundingBox())!;
    expect(frame).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
    await expect(view.getByRole('button', { name: 'Remove from Inspection' })).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(view.getByText('2 of 2')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'tall.png' })).toBeVisible();
    await expect(view.getByRole('button', { name: 'Next photo' })).toBeDisabled();
    await expect(view.getByRole('button', { name: 'Next photo' })).toHaveAccessibleDescription(
      'This is the last photo.',
    );
    await expect(view.getByRole('button', { name: 'Zoom out' })).toHaveAccessibleDescription(
      'The whole photo is shown.',
    );

    const picture = view.getByRole('img', { name: /^Photo 2/ });
    await expect(picture).toHaveAttribute('src', /\?size=1280$/);
    const small = (await picture.boundingBox())!.height;
    await page.keyboard.press('+');
    await expect.poll(async () => (await picture.boundingBox())!.height).toBeGreaterThan(small * 1.4);
    await expect(picture).toHaveAttribute('src', /\.png$/);
    await page.keyboard.press('0');
    await expect.poll(async () => (await picture.boundingBox())!.height).toBe(small);

    const download = page.waitForEvent('download');
    await view.getByRole('link', { name: 'Original' }).click();
    expect((await download).suggestedFilename()).toBe('tall.png');
    await page.keyboard.press('Escape');
    await expect(view).toHaveCount(0);
    await expect(photos.photos.nth(0)).toBeFocused();
  });

  test('are removed from one inspection, and that can be undone [IMGS-09]', async ({
    openItem,
    page,
    rig,
    company,
  }) => {
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.upload(png('off.png', 70));
    await expect(photos.photos).toHaveCount(1);
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    const [image] = await company.maren.call('getImagesForInstallationInspectionItem', inspected);
    const member = await company.maren.call('getInstallationInspectionItemByInstallationAndItem', inspected);
    const view = await photos.view(1);
    const sent = page.waitForRequest('**/api/remove-image-from-installation-inspection-item');
    await view.getByRole('button', { name: 'Remove from Inspection' }).click();
    expect((await sent).method()).toBe('DELETE');
    expect((await sent).postDataJSON()).toEqual({ installationInspectionItemId: member.id, imageId: image!.id });
    await expect(view).toHaveCount(0);
    await expect(photos.photos).toHaveCount(0);
    await expect.poll(() => company.maren.call('getImagesForInstallationInspectionItem', inspected)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(photos.photos).toHaveCount(1);
    await expect.poll(() => company.maren.call('getImagesForInstallationInspectionItem', inspected)).toEqual([image]);
  });

  test('are visible but read-only for a viewer', async ({ as, company, rig, dashboard, inspection, page }) => {
    const photos = new PhotosPanel(page);
    await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      filename: 'seen.png',
      base64Image: png('', 5).buffer.toString('base64'),
    });
    await as(company.jorun);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await inspection.row('Padeye, port').click();
    await expect(photos.photos).toHaveCount(1);
    await expect(photos.take).toHaveCount(0);
    await expect(photos.openLibrary).toHaveCount(0);
    const view = await photos.view(1);
    await expect(view.getByRole('link', { name: 'Original' })).toBeVisible();
    await expect(view.getByRole('button', { name: 'Remove from Inspection' })).toHaveCount(0);
  });
});

test.describe('the photo library', { tag: '@agent' }, () => {
  test('offers photos of other inspections and items, counts the selected ones, and adds them [IMGS-02] [IMGS-05] [IMGS-06] [IMGS-07]', async ({
    openItem,
    rig,
    company,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    const padeye = rig.items['Padeye, port']!;
    const loler = await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.LOLER,
      startDate: today - 30 * DAY,
      endDate: today,
    });
    await company.maren.call('addItemFromInstallation', { installationInspectionId: loler.id, itemId: padeye });
    const add = (installationInspectionId: string, itemId: string, { name, buffer }: Picked) =>
      company.maren.call('addImageToInstallationInspectionItem', {
        installationInspectionId,
        itemId,
        filename: name,
        base64Image: buffer.toString('base64'),
      });
    const before = await add(loler.id, padeye, png('last year.png', 120));
    const beside = await add(rig.drops, rig.items['Gas detector, doghouse']!, png('beside.png', 121));

    await openItem('Padeye, port');
    const offered = page.waitForRequest('**/api/get-other-images-by-installation-inspection-item');
    await photos.openLibrary.click();
    expect((await offered).postDataJSON()).toEqual({ installationInspectionId: rig.drops, itemId: padeye });
    const own = photos.library.getByRole('region', { name: 'This item in other inspections' });
    const others = photos.library.getByRole('region', { name: 'Other items of this installation' });
    await expect(own).toContainText('Lifting Equipment Thorough Examination');
    await expect(own).toContainText(new Date((today - 30 * DAY) * 1000).toISOString().slice(0, 4));
    await expect(others).toContainText('Gas detector, doghouse');
    await expect(photos.library.getByRole('button', { name: 'Upload photos' })).toBeVisible();
    await expect(photos.library.getByRole('button', { name: 'Add Photos' })).toBeDisabled();
    await own.getByRole('checkbox').check();
    await expect(photos.library.getByRole('button', { name: 'Add 1 Photo', exact: true })).toBeEnabled();
    await others.getByRole('checkbox').check();
    expect(await axeFindings(page)).toEqual([]);
    const sent = page.waitForRequest('**/api/add-item-images-from-another-inspection');
    await photos.library.getByRole('button', { name: 'Add 2 Photos' }).click();
    expect((await sent).postDataJSON()).toEqual({
      installationInspectionId: rig.drops,
      itemId: padeye,
      imageIds: [before.id, beside.id],
    });
    await expect(photos.library).toHaveCount(0);
    await expect(photos.photos).toHaveCount(2);
    await photos.openLibrary.click();
    await expect(photos.library.getByText('No other photos yet')).toBeVisible();
  });

  test('reports when it cannot be loaded, and keeps the selection when adding fails', async ({
    openItem,
    rig,
    company,
    page,
  }) => {
    const photos = new PhotosPanel(page);
    await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Gas detector, doghouse']!,
      filename: 'beside.png',
      base64Image: png('', 122).buffer.toString('base64'),
    });
    await openItem('Padeye, port');
    await page.route('**/api/get-other-images-by-installation-inspection-item', (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await photos.openLibrary.click();
    await expect(photos.library.getByRole('alert')).toContainText('The photos could not be loaded');
    await page.unroute('**/api/get-other-images-by-installation-inspection-item');
    await photos.library.getByRole('button', { name: 'Retry' }).click();
    await photos.library.getByRole('checkbox').check();
    await page.route('**/api/add-item-images-from-another-inspection', (route) => route.abort());
    await photos.library.getByRole('button', { name: 'Add 1 Photo' }).click();
    await expect(photos.library.getByRole('alert')).toContainText('The server cannot be reached');
    await page.unroute('**/api/add-item-images-from-another-inspection');
    await photos.library.getByRole('button', { name: 'Add 1 Photo' }).click();
    await expect(photos.photos).toHaveCount(1);
  });
});
