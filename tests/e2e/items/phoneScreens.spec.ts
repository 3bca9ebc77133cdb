import type { Locator } from '@playwright/test';
import { type Company, DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';
import { PhotosPanel } from '../pages/photosPanel.ts';

const ITEM = 'Padeye, port';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** True when the text of an element is rendered completely: nothing is cut off. */
const isWhole = (element: Locator): Promise<boolean> =>
  element.evaluate((each) => each.scrollWidth <= each.clientWidth + 1 && each.scrollHeight <= each.clientHeight + 2);

/** Returns the id of a question in the register of an item. */
async function fieldOf({ maren }: Company, itemId: string, name: string): Promise<string> {
  const { fieldsTemplates } = await maren.call('getFieldsForItem', { itemId });
  return fieldsTemplates.flatMap(({ fields }) => fields).find((field) => field.name === name)!.id;
}

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
      // The letters of the last line that reach below it are not cut off either.
      const beyond = await item.title.evaluate((title) => {
        const letters = document.createRange();
        letters.selectNodeContents(title);
        return letters.getBoundingClientRect().bottom - title.getBoundingClientRect().bottom;
      });
      expect(beyond).toBeLessThanOrEqual(0);
      const box = (await item.title.boundingBox())!;
      expect(box.width).toBeGreaterThan(width * 0.9);
      for (const button of await item.conditions.getByRole('button').all()) expect(await isWhole(button)).toBe(true);
    });
  }

  for (const width of [390, 320]) {
    test(`keeps its buttons in place while the connection is lost, and says so beside them, at ${width} px`, async ({
      page,
      context,
      openItem,
      item,
    }) => {
      await page.setViewportSize({ width, height: 700 });
      await openItem(ITEM);
      await item.come();
      const places = () =>
        Promise.all(
          [item.back, item.previous, item.next, item.condition('Defective')].map((each) => each.boundingBox()),
        );
      const before = await places();
      await context.setOffline(true);
      await item.condition('Defective').tap();
      const state = page.getByRole('button', { name: '1 change not saved' });
      await expect(state).toBeVisible();
      expect(await places()).toEqual(before);
      expect(await isWhole(state)).toBe(true);
      const [at, back, previous] = (await Promise.all(
        [state, item.back, item.previous].map((each) => each.boundingBox()),
      )) as { x: number; width: number }[];
      expect(at!.x).toBeGreaterThan(back!.x + back!.width);
      expect(at!.x + at!.width).toBeLessThan(previous!.x);
      // A press on a covered button fails.
      for (const button of [item.back, item.previous]) await button.tap({ trial: true });
      await state.tap();
      const list = page.getByRole('dialog', { name: 'Changes not saved' });
      await expect(list.getByRole('listitem')).toContainText(ITEM);
      await list.getByRole('button', { name: 'Close' }).last().tap();
      await context.setOffline(false);
      await expect(state).toHaveCount(0);
      expect(await places()).toEqual(before);
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

test.describe('the list on a phone', () => {
  test('shows the names of values completely or not at all, and a location in a lower row than an item', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    inspection,
  }) => {
    await company.maren.call('saveItemField', {
      itemId: rig.items[ITEM]!,
      fieldId: await fieldOf(company, rig.items[ITEM]!, 'Tag number'),
      value: 'NMT-DRK-PE-118-A',
      displayValue: 'NMT-DRK-PE-118-A',
      parentFieldOptionId: null,
    });
    await company.maren.call('saveItemField', {
      itemId: rig.items[ITEM]!,
      fieldId: await fieldOf(company, rig.items[ITEM]!, 'Weight (kg)'),
      value: '36.8',
      displayValue: '36.8',
      parentFieldOptionId: null,
    });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    const row = inspection.row(ITEM);
    await expect(row).toContainText('36.8 kg');
    const names = row.getByText(/^(Tag number|Weight)$/);
    await expect(names).toHaveCount(2);
    for (const width of [320, 390, 700]) {
      await page.setViewportSize({ width, height: 844 });
      const parts = await names.evaluateAll((all) => all.map((each) => [each.clientWidth, each.scrollWidth] as const));
      for (const [shown, whole] of parts) if (shown > 0) expect(shown).toBe(whole);
      expect(new Set(parts.map(([shown]) => shown > 0)).size, `${width} px`).toBe(1);
    }
    expect(await names.first().evaluate((each) => each.clientWidth)).toBeGreaterThan(0);
    const [place, item] = [await inspection.row('Drill floor').boundingBox(), await row.boundingBox()];
    expect(place!.height).toBeLessThan(item!.height);
  });

  test('indents items below an item further than that item', async ({ as, company, rig, dashboard, inspection }) => {
    await company.maren.call('setParentItem', {
      installationId: rig.installationId,
      itemId: rig.items['Gas detector, doghouse']!,
      newParentId: rig.items[ITEM]!,
    });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    const leftOf = async (name: string): Promise<number> => {
      const box = await inspection.row(name).getByTitle(name, { exact: true }).boundingBox();
      return box!.x;
    };
    await expect(inspection.row('Gas detector, doghouse')).toBeVisible();
    expect(await leftOf('Gas detector, doghouse')).toBeGreaterThan(await leftOf(ITEM));
    expect(await leftOf(ITEM)).toBeGreaterThan(await leftOf('Drill floor'));
  });

  test('the five counts of an inspection are on one line, each with its name for screen readers', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const counts = page.getByRole('article').first().getByRole('definition');
    await expect(counts).toHaveCount(5);
    const tops = await counts.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(1);
    expect(await page.getByRole('article').first().getByRole('term').allTextContents()).toEqual([
      'Total',
      'Fit for purpose',
      'Needs attention',
      'Defective',
      'Not applicable',
    ]);
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
