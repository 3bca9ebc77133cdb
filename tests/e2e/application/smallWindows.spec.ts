import { DROPS } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

/** Windows of little height: a phone in landscape, and a desktop at 200 % and 400 %. */
const SIZES = [
  { what: 'a phone that lies', width: 844, height: 390, rows: 3 },
  { what: 'a desktop at 200 %', width: 720, height: 450, rows: 4 },
  { what: 'a desktop at 400 %', width: 360, height: 225, rows: 1 },
  { what: 'a phone', width: 390, height: 844, rows: 8 },
] as const;

test.describe('the list and the item in small windows', () => {
  for (const { what, width, height, rows } of SIZES) {
    test(`can be used on ${what}`, async ({ as, company, rig, dashboard, inspection, item, page }) => {
      await page.setViewportSize({ width, height });
      await as(company.maren);
      await dashboard.openInspection(rig.installationName, DROPS);
      await expect(inspection.tree).toBeVisible();
      await expect(async () => {
        const list = (await inspection.tree.locator('..').boundingBox())!;
        const row = (await inspection.rows.first().boundingBox())!;
        expect(list.y + list.height).toBeLessThanOrEqual(height);
        expect(Math.floor(list.height / row.height), 'whole rows in sight').toBeGreaterThanOrEqual(rows);
      }).toPass({ timeout: 10_000 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await axeFindings(page)).toEqual([]);
      // Filters and actions are present, possibly after scrolling the row sideways.
      await inspection.search.fill('doghouse');
      await expect(inspection.row('Gas detector, doghouse')).toBeVisible();
      await page.getByRole('button', { name: 'New Item' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
      await inspection.row('Gas detector, doghouse').click();
      await expect(item.title).toBeInViewport();
      await expect(item.next).toBeInViewport();
      await item.conditions.scrollIntoViewIfNeeded();
      await item.condition('Fit for purpose').click();
      await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
  }

  test('on a phone the installation and the dates of an inspection are not cut off', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.tree).toBeVisible();
    const place = page.getByText(`${rig.installationName} · `);
    expect(await place.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0);
    // They are below the name and the actions, which share a line.
    const add = (await page.getByRole('button', { name: 'New Item' }).boundingBox())!;
    const back = (await page.getByRole('button', { name: 'Back to the installation' }).boundingBox())!;
    expect(add.y).toBe(back.y);
    expect((await place.boundingBox())!.y).toBeGreaterThanOrEqual(add.y + add.height);
  });

  test('keep the name and the neighbour buttons of the item visible while it scrolls, photos and notes before the answers', async ({
    openItem,
    item,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openItem('Floodlight, girt 6');
    await item.come();
    const top = async (name: string): Promise<number> =>
      (await page.getByRole('heading', { name, exact: true }).boundingBox())!.y;
    await expect.poll(() => top('Photos')).toBeLessThan(844);
    await expect.poll(() => top('Notes')).toBeLessThan(844);
    await expect.poll(async () => (await top('Inspections of this item')) - (await top('Notes'))).toBeGreaterThan(0);
    await page.getByRole('tab', { name: 'History' }).scrollIntoViewIfNeeded();
    await expect(item.title).toBeInViewport();
    await expect(item.next).toBeInViewport();
    // A field focused by keyboard is not hidden under the bar of the conditions.
    const field = page.getByRole('textbox', { name: 'Weight (kg)' });
    await page.getByRole('textbox', { name: 'Tag number' }).focus();
    await page.keyboard.press('Tab');
    await expect(field).toBeFocused();
    const [box, bar] = [(await field.boundingBox())!, (await item.conditions.boundingBox())!];
    expect(box.y + box.height).toBeLessThanOrEqual(bar.y);
  });
});

test('name, place, and the buttons for the neighbours and the camera stay visible in windows of every size while an item scrolls', async ({
  openItem,
  item,
  page,
}) => {
  await openItem('Floodlight, girt 6');
  await item.come();
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    const history = page.getByRole('tab', { name: 'History' });
    await history.scrollIntoViewIfNeeded();
    await expect(history).toBeInViewport();
    const place = page.getByRole('navigation', { name: 'Location' });
    for (const part of [item.title, place, item.previous, item.next, page.getByRole('button', { name: 'Camera' })])
      await expect(part).toBeInViewport({ ratio: 1 });
  }
});

for (const { what, width, height } of [
  { what: 'phone', width: 390, height: 844 },
  { what: 'tablet', width: 820, height: 1180 },
])
  test(`on a ${what} focusing the bars of an item, which are always visible, scrolls nothing`, async ({
    openItem,
    item,
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await openItem('Floodlight, girt 6');
    await item.come();
    const question = page.getByRole('textbox', { name: 'Recommendation' });
    await question.focus();
    const screen = page.locator('#screen *').filter({ has: item.title }).filter({ has: question }).last();
    const scrolled = (): Promise<number> => screen.evaluate((element) => element.scrollTop);
    const before = await scrolled();
    for (const button of [item.condition('Defective'), item.next, page.getByRole('button', { name: 'Camera' })]) {
      await button.focus();
      await expect(button).toBeFocused();
      expect(await scrolled()).toBe(before);
    }
  });

test('on a phone search and filters are hidden while the list is scrolled down, shown while it is scrolled up, and nothing else moves', async ({
  as,
  company,
  rig,
  dashboard,
  inspection,
  page,
}) => {
  for (let at = 0; at < 30; at += 1)
    await company.maren.call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name: `Shackle ${at}`,
      parentItemId: rig.items['Drill floor']!,
    });
  await page.setViewportSize({ width: 390, height: 844 });
  await as(company.maren);
  await dashboard.openInspection(rig.installationName, DROPS);
  await expect(inspection.row('Shackle 3')).toBeVisible();
  const list = inspection.tree.locator('..');
  // Two scroll positions within one frame would be one event.
  const scrollTo = (top: number): Promise<void> =>
    list.evaluate(async (element, to) => {
      element.scrollTo(0, to);
      for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    }, top);
  const topOf = async (name: string): Promise<number> => (await inspection.row(name).boundingBox())!.y;
  // The first row is not covered by the tools over the list.
  const tools = (await inspection.search.locator('..').boundingBox())!;
  expect(await topOf('Derrick')).toBeGreaterThan(tools.y + tools.height);
  await scrollTo(10);
  await scrollTo(400);
  await expect(inspection.search).not.toBeInViewport();
  const before = await topOf('Shackle 3');
  await scrollTo(370);
  await expect(inspection.search).toBeInViewport();
  expect(await topOf('Shackle 3')).toBe(before + 30);
  await scrollTo(420);
  await expect(inspection.search).not.toBeInViewport();
  // The key of the search shows it again.
  await page.keyboard.press('/');
  await expect(inspection.search).toBeFocused();
  await expect(inspection.search).toBeInViewport();
});

test('print contains every row of the list, including those not on screen, and the complete item', async ({
  as,
  company,
  rig,
  dashboard,
  inspection,
  page,
}) => {
  const under = rig.items['Drill floor']!;
  for (let at = 0; at < 60; at += 1)
    await company.maren.call('newItem', {
      installationInspectionId: rig.drops,
      itemTypeId: company.itemTypes.floodlight,
      name: `Shackle ${at}`,
      parentItemId: under,
    });
  await as(company.maren);
  await dashboard.openInspection(rig.installationName, DROPS);
  await expect(inspection.row('Derrick')).toBeVisible();
  const pages = async (): Promise<number> => {
    const session = await page.context().newCDPSession(page);
    const { data } = await session.send('Page.printToPDF', { preferCSSPageSize: false });
    await session.detach();
    return Buffer.from(data, 'base64')
      .toString('latin1')
      .match(/\/Type\s*\/Page\b/g)!.length;
  };
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('cell', { name: 'Shackle 59', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Item' })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: null });
  await expect(page.getByRole('cell', { name: 'Shackle 59', exact: true })).toHaveCount(0);
  expect(await pages()).toBeGreaterThan(1);

  await inspection.row('Floodlight, girt 6').click();
  await expect(page.getByRole('textbox', { name: 'Weight (kg)' })).toBeVisible();
  expect(await pages()).toBeGreaterThan(1);
  // By default browsers print no backgrounds; the given answer would look like the other one.
  const no = page.getByRole('group', { name: 'Corrected on site' }).getByRole('button', { name: 'No' });
  await no.click();
  await expect(no).toHaveAttribute('aria-pressed', 'true');
  await page.emulateMedia({ media: 'print' });
  expect(await no.evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact');
});
