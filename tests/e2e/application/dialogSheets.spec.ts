import { expect, test } from '../fixtures/journey.ts';

const DROPS = 'Dropped Object Survey';

for (const size of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1440, height: 600 },
]) {
  test.describe(`a dialog longer than a window of ${size.width} × ${size.height}`, () => {
    test.use({ viewport: size });

    test('keeps its actions visible, covers no focused field with them, and scrolls a failure into view', async ({
      page,
      as,
      company,
      rig,
      dashboard,
    }) => {
      await as(company.maren);
      await dashboard.openInstallation(rig.installationName);
      await page.getByRole('button', { name: 'New Inspection' }).click();
      const dialog = page.getByRole('dialog', { name: 'New Inspection' });
      await dialog.getByRole('combobox', { name: 'Inspection' }).click();
      await page.getByRole('option', { name: DROPS }).click();
      const create = dialog.getByRole('button', { name: 'Create Inspection' });
      const last = dialog.getByRole('textbox').last();
      await expect(last).toBeAttached();
      expect(await dialog.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true);
      await expect(create).toBeInViewport({ ratio: 1 });

      // Keys move the focus from field to field, so the browser scrolls.
      await dialog.getByRole('button', { name: 'From today for one week' }).click();
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        const [focused, above] = await page.evaluate(() => {
          const element = document.activeElement!;
          const box = element.getBoundingClientRect();
          const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return [element.outerHTML.slice(0, 120), element.contains(found) || found?.contains(element) === true];
        });
        expect(above, focused).toBe(true);
        if (await create.evaluate((element) => element === document.activeElement)) break;
      }
      await expect(create).toBeFocused();

      await page.route('**/api/create-installation-inspection', (route) => route.abort());
      await create.click();
      await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
      await expect(create).toBeInViewport({ ratio: 1 });
    });
  });
}

test.describe('a dialog on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('is a sheet of full width at the lower edge', async ({ page, as, company, rig, dashboard }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await expect(dialog.getByRole('combobox', { name: 'Inspection' })).toBeVisible();
    await expect.poll(() => dialog.evaluate((each) => each.getBoundingClientRect().bottom)).toBe(844);
    const { left, width, top } = await dialog.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
    expect([left, width]).toEqual([0, 390]);
    expect(top).toBeGreaterThanOrEqual(24);
  });
});

test.describe('a form on a tablet', () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test('is a panel of full height at the right edge, with its actions at the bottom', async ({
    page,
    as,
    company,
    rig,
    dashboard,
    inspection,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await page.getByRole('button', { name: 'New Item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a New Item' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
    const edges = (): Promise<[number, number, number]> =>
      dialog.evaluate((each) => {
        const { top, right, bottom } = each.getBoundingClientRect();
        return [top, right, bottom];
      });
    await expect.poll(edges).toEqual([0, 820, 1180]);
    const cancel = await dialog.getByRole('button', { name: 'Cancel' }).boundingBox();
    expect(cancel!.y + cancel!.height).toBeGreaterThan(1150);
  });
});

test.describe('a dialog over an item', () => {
  test('stays open with its text and focus while a tablet is turned, and the item behind it takes the layout of the window', async ({
    page,
    openItem,
    item,
  }) => {
    const sizes = [1500, 1300, 1000, 1300, 1500, 1000, 1500].map((width) => ({ width, height: 900 }));
    await page.setViewportSize(sizes[0]!);
    await openItem('Floodlight, girt 6');
    await item.come();
    const list = page.getByRole('complementary', { name: 'List of items' });
    const add = page.getByRole('button', { name: 'Add note', exact: true });
    const answer = page.getByRole('textbox', { name: 'Recommendation' });
    await expect(answer).toBeVisible();
    await answer.evaluate((each) => Object.assign(each, { isFirst: true }));
    await add.click();
    const text = page.getByRole('dialog').getByRole('textbox');
    await text.fill('Guard wire');
    for (const [at, size] of sizes.entries()) {
      await page.setViewportSize(size);
      await expect(list).toBeVisible({ visible: size.width >= 1440 });
      const isBeside = async (): Promise<boolean> => {
        const [photos, question] = [(await add.boundingBox())!, (await answer.boundingBox())!];
        return photos.x > question.x + question.width;
      };
      await expect.poll(isBeside, `photos and notes beside the questions at ${size.width} px`).toBe(size.width > 1120);
      await expect(text).toBeFocused();
      await page.keyboard.type(` ${at}`);
    }
    await expect(text).toHaveValue('Guard wire 0 1 2 3 4 5 6');
    expect(await answer.evaluate((each) => Reflect.get(each, 'isFirst')), 'the field was not built again').toBe(true);
  });
});
