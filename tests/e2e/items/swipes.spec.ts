/**
 * Chromium on a touch screen treats a horizontal swipe that no scroller and no handler consumes as Back or Forward (overscroll
 * navigation). In a browser without this feature these journeys always pass.
 */
import type { Locator, Page } from '@playwright/test';
import { DROPS } from '../fixtures/company.ts';
import { slide } from '../fixtures/fingers.ts';
import { expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

/** Longer than the animation of the browser's navigation, ms. */
const NAVIGATION_MS = 700;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Adds an entry after the current one, so that Forward is possible, and counts the moves through history from then on. */
async function watchHistory(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { navigation } = window;
    // Not by `popstate`, whose propagation the page stops for steps within one page.
    const onMove = (moved: () => void, options: AddEventListenerOptions): void =>
      navigation.addEventListener(
        'currententrychange',
        ({ navigationType }) => {
          if (navigationType === 'traverse') moved();
        },
        options,
      );
    const here = window.history.state as unknown;
    window.history.pushState(here, '');
    await new Promise<void>((resolve) => {
      onMove(resolve, { once: true });
      window.history.back();
    });
    document.documentElement.dataset['moves'] = '0';
    onMove(() => {
      const { dataset } = document.documentElement;
      dataset['moves'] = `${Number(dataset['moves']) + 1}`;
    }, {});
  });
}

/** Swipes over the middle of an element in both directions, and checks that the page is not left. */
async function expectToStay(page: Page, over: Locator): Promise<void> {
  await expect(over).toBeVisible();
  const box = (await over.boundingBox())!;
  const y = Math.min(box.y + box.height / 2, 700);
  const [left, right] = [box.x + box.width * 0.1, box.x + box.width * 0.9];
  await watchHistory(page);
  for (const { direction, from, to } of [
    { direction: 'right', from: left, to: right },
    { direction: 'left', from: right, to: left },
  ]) {
    await slide(page, { from: [from, y], to: [to, y + 5] });
    await page.waitForTimeout(NAVIGATION_MS);
    await expect(page.locator('html'), `after a swipe to the ${direction}`).toHaveAttribute('data-moves', '0');
  }
}

test.describe('where the browser navigates by overscroll, a horizontal swipe does not leave', () => {
  test('the dashboard', async ({ as, company, rig, dashboard, page }) => {
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    await expectToStay(page, page.locator('#screen'));
  });

  test('the installation, nor its dialogs', async ({ as, company, rig, dashboard, installation, page }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toBeVisible();
    await expectToStay(page, page.locator('#screen'));
    await page.getByRole('button', { name: 'New Inspection' }).tap();
    await expectToStay(page, page.getByRole('dialog'));
  });

  test('the list, nor its scrolling filter', async ({ as, company, rig, dashboard, inspection, page }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await expectToStay(page, inspection.tree);
    await expectToStay(page, inspection.filter);
  });

  test('the first item, nor its condition bar', async ({ openItem, item, page }) => {
    await openItem('Derrick');
    await item.come();
    await expectToStay(page, item.title);
    await expectToStay(page, item.conditions);
  });

  test('the photo library and the photo viewer', async ({ openItem, company, rig, page }) => {
    await company.maren.call('addImageToInstallationInspectionItem', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      filename: 'only.png',
      base64Image: png('', 150).buffer.toString('base64'),
    });
    const photos = new PhotosPanel(page);
    await openItem('Padeye, port');
    await photos.openLibrary.tap();
    await expectToStay(page, photos.library);
    await photos.library.getByRole('button', { name: 'Close' }).tap();
    await photos.photos.first().tap();
    await expectToStay(page, page.getByRole('img', { name: 'Photo 1: only.png' }));
  });

  test('a table of the administration', async ({ as, company, page }) => {
    await as(company.wren, '/admin/inspections');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectToStay(page, page.getByRole('table'));
  });
});
