import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const DROPS = 'Dropped Object Survey';

/** Number of the current history entry, and the number of its layer above the page. */
const place = (page: Page): Promise<{ idx: number; layer: number }> =>
  page.evaluate(() => ({ idx: window.history.state.idx, layer: window.history.state.layer ?? 0 }));

test.use({
  viewport: { width: 390, height: 844 },
});

test.describe("the browser's Back", () => {
  test('closes a dialog and stays on its page; a dialog closed in another way leaves no history entry', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    installation,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const before = await place(page);
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    const opened = async (): Promise<void> => {
      await page.getByRole('button', { name: 'New Inspection' }).click();
      await expect(dialog).toBeVisible();
      await expect.poll(() => place(page)).toEqual({ idx: before.idx + 1, layer: 1 });
    };
    await opened();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(installation.title(rig.installationName)).toBeVisible();

    await page.goForward();
    await expect.poll(() => place(page)).toMatchObject(before);
    await expect(dialog).toHaveCount(0);

    await opened();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => place(page)).toMatchObject(before);

    await opened();
    await page.reload();
    await expect(installation.title(rig.installationName)).toBeVisible();
    await expect.poll(() => place(page)).toMatchObject(before);
    await page.goBack();
    await expect(dashboard.title).toBeVisible();
  });

  test('returns from a screen opened in a dialog to the page below the dialog', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    installation,
    inspection,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const before = await place(page);
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection' }).click();
    await page.getByRole('option', { name: DROPS }).click();
    await dialog.getByRole('button', { name: 'From today for one week' }).click();
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(inspection.tree).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(await place(page)).toMatchObject({ idx: before.idx + 1, layer: 0 });
    await page.goBack();
    await expect(installation.title(rig.installationName)).toBeVisible();
  });

  test('closes camera, note and photo one by one, and asks before marks on a photo are lost', async ({
    page,
    openItem,
    item,
    inspection,
  }) => {
    await openItem('Padeye, port');
    await expect(item.title).toHaveText('Padeye, port');
    const photos = new PhotosPanel(page);
    await photos.take.click();
    const shoot = photos.camera.getByRole('button', { name: 'Take photo' });
    await expect(shoot).toBeEnabled();
    await shoot.click();
    await expect(photos.camera.getByRole('button', { name: 'Use photo' })).toBeVisible();
    await page.goBack();
    await expect(shoot).toBeEnabled();
    await expect.poll(() => place(page)).toMatchObject({ layer: 1 });
    await page.goBack();
    await expect(photos.camera).toHaveCount(0);
    await expect(item.title).toHaveText('Padeye, port');

    await photos.upload(png('pin.png', 30, 400, 300));
    await expect(photos.photos).toHaveCount(1);
    const view = await photos.view(1);
    await view.getByRole('button', { name: 'Edit photo' }).click();
    const bench = page.getByRole('dialog', { name: 'Edit photo' });
    await bench.getByRole('button', { name: 'Rotate right' }).click();
    await expect.poll(() => place(page)).toMatchObject({ layer: 2 });
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await page.goBack();
    await expect(question).toBeVisible();
    await expect.poll(() => place(page)).toMatchObject({ layer: 3 });
    await page.goBack();
    await expect(question).toHaveCount(0);
    await expect(bench.getByRole('button', { name: 'Undo' })).toBeEnabled();
    await expect.poll(() => place(page)).toMatchObject({ layer: 2 });
    await page.goBack();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(bench).toHaveCount(0);
    await expect(view).toBeVisible();
    await expect.poll(() => place(page)).toMatchObject({ layer: 1 });
    await page.goBack();
    await expect(view).toHaveCount(0);
    await expect(item.title).toHaveText('Padeye, port');
    await page.goBack();
    await expect(inspection.tree).toBeVisible();
  });
});
