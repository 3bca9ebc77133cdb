import { expect, test } from '../fixtures/journey.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

test.describe('lazy parts of the application', () => {
  test('are loaded before they are needed, so that everything opens without a connection', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
    context,
  }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(request.url()));
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    for (const part of ['PhotoLibrary', 'FileLibrary', 'CameraScreen', 'ImageView', 'AddItemDialog', 'LocationDialog'])
      await expect.poll(() => fetched.some((url) => url.includes(`/assets/${part}`)), part).toBe(true);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await inspection.row('Padeye, port').click();
    await item.come();
    await context.setOffline(true);
    const photos = new PhotosPanel(page);
    await photos.openLibrary.click();
    await expect(photos.library.getByRole('button', { name: 'Upload photos' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  });

  test('are requested until they arrive, including styles, when there was no connection at first', async ({
    openItem,
    page,
  }) => {
    let tries = 0;
    let down = true;
    // Scripts and styles.
    await page.route(/\/assets\/(?:ImageView|PhotoLibrary|CameraScreen|FileLibrary)[^/]*$/, (route) => {
      tries += 1;
      return down ? route.abort() : route.continue();
    });
    await openItem('Padeye, port');
    const photos = new PhotosPanel(page);
    await photos.openLibrary.click();
    await photos.take.click();
    await expect.poll(() => tries).toBeGreaterThan(3);
    await expect(photos.camera).toHaveCount(0);
    await expect(photos.take).toBeVisible();
    down = false;
    await expect(photos.camera).toBeVisible();
    expect(
      await photos.camera.locator('.mantine-Group-root').evaluate((row) => getComputedStyle(row).gridColumnStart),
    ).toBe('2');
    await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
  });

  test('that another version of the server does not have lead to a reload at their address, and then to an explanation', async ({
    as,
    company,
    page,
  }) => {
    await as(company.wren, '/admin/companies');
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
    const gone = /\/assets\/RecycleBinScreen[^/]*\.js$/;
    await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }));
    const reloaded = page.waitForRequest((request) => request.isNavigationRequest());
    const menu = page.getByRole('navigation', { name: 'Administration' });
    await menu.getByRole('link', { name: 'Recycle Bin' }).click();
    expect(new URL((await reloaded).url()).pathname).toBe('/admin/recycle-bin');
    // The server still does not have it after the reload.
    await expect(page.getByRole('heading', { name: 'Holdfast was updated' })).toBeVisible();
    await expect(page.getByText('Failed to fetch')).toHaveCount(0);
    await page.unroute(gone);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Recycle Bin' })).toBeVisible();
  });
});
