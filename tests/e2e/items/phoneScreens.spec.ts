import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const ITEM = 'Padeye, port';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** True when the text of an element is rendered completely: nothing is cut off. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 2);

test.describe('an item on a phone', () => {
  for (const width of [390, 320]) {
    test(`shows its complete name and location, and its conditions within their buttons, at ${width} px`, async ({
      page,
      openItem,
      item,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await openItem(ITEM);
      await expect(item.title).toHaveText(ITEM);
      expect(await isWhole(item.title)).toBe(true);
      const box = (await item.title.boundingBox())!;
      expect(box.width).toBeGreaterThan(width * 0.9);
      for (const button of await item.conditions.getByRole('button').all()) expect(await isWhole(button)).toBe(true);
    });
  }

  test('removes one photo by a double press', async ({ page, openItem }) => {
    await openItem(ITEM);
    const photos = new PhotosPanel(page);
    await photos.upload(png('a.png', 30), png('b.png', 90), png('c.png', 150));
    await expect(photos.photos).toHaveCount(3);
    const view = await photos.view(1);
    await view.getByRole('button', { name: 'Remove from Inspection' }).dblclick();
    await expect(view.getByText('1 of 2')).toBeVisible();
  });
});

test('Back restores the scroll position of the dashboard', async ({
  page,
  as,
  company,
  rig,
  dashboard,
  installation,
}) => {
  await page.setViewportSize({ width: 390, height: 400 });
  await as(company.maren);
  await expect(dashboard.title).toBeVisible();
  const screen = page.locator('#screen');
  await dashboard.card(rig.installationName).scrollIntoViewIfNeeded();
  await screen.evaluate((each) => each.scrollBy(0, 300));
  const before = await screen.evaluate((each) => each.scrollTop);
  expect(before).toBeGreaterThan(0);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await dashboard.openInstallation(rig.installationName);
  await expect(installation.title(rig.installationName)).toBeVisible();
  const left = await screen.evaluate((each) => each.scrollTop);
  expect(left).toBe(0);
  await page.goBack();
  await expect(dashboard.title).toBeVisible();
  await expect.poll(() => screen.evaluate((each) => each.scrollTop)).toBeGreaterThan(0);
});

test('the labels of the conditions fit a phone of 320 pixels, none smaller than 10 pixels', async ({
  openItem,
  item,
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openItem('Floodlight, girt 6');
  await item.come();
  const choices = page.getByRole('group', { name: /^Condition of/ }).getByRole('button');
  await expect(choices).toHaveCount(5);
  const shown = await choices.evaluateAll((all) =>
    all.map((one) => ({
      size: Number.parseFloat(getComputedStyle(one, '::after').fontSize),
      isCut: one.scrollWidth > one.clientWidth,
    })),
  );
  expect(shown).toEqual(shown.map(() => ({ size: 10, isCut: false })));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
