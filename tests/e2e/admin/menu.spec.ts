import { test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';
import type { AdminPage } from '../pages/adminPage.ts';

const SIZES = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 800, height: 1180 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
];

test.describe('the menu of the administration', () => {
  for (const size of SIZES) {
    test.describe(`at ${size.width} × ${size.height}`, () => {
      test.use({ viewport: size });

      test('comes before the content, and is the same element on every page [ROUT-07]', async ({
        as,
        company,
        admin,
        page,
      }) => {
        const isColumn = size.width >= 1024 && size.height > 480;
        await as(company.wren, '/admin');
        await expect(admin.title).toHaveText('Overview');
        const menu = await admin.menu.elementHandle();
        for (const entry of ['Companies', 'Item Type Templates', 'Devices'] as const) {
          await openMenu(admin);
          await admin.goTo(entry);
          await expect(admin.title).toHaveText(entry);
          await expect(admin.menu.getByRole('dialog')).toHaveCount(0);
          const [before, title, content] = await Promise.all([
            admin.menu.boundingBox(),
            admin.title.boundingBox(),
            page.locator('[data-skip-to]').boundingBox(),
          ]);
          const corner = isColumn ? { x: before!.width, y: before!.y } : { x: 0, y: before!.y + before!.height };
          expect(content).toMatchObject({ ...corner, width: size.width - corner.x });
          expect(before).toMatchObject({ x: 0 });
          expect(title!.x - content!.x).toBe(size.width > 768 ? 24 : 12);
          expect(await menu.evaluate((element) => element === document.querySelector('nav'))).toBe(true);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
        }
      });
    });
  }

  test('leads to pages whose titles are at one place', async ({ as, company, admin, page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await as(company.wren, '/admin');
    await expect(admin.title).toHaveText('Overview');
    const places: Record<string, unknown> = {};
    for (const entry of [
      'Inspections',
      'Item Types',
      'Prompt Templates',
      'Companies',
      'Users',
      'Devices',
      'Audit log',
    ]) {
      await admin.goTo(entry);
      const { x, y } = (await admin.title.boundingBox())!;
      places[entry] = { x, y };
    }
    const [first] = Object.values(places);
    for (const [entry, place] of Object.entries(places)) expect(place, entry).toEqual(first);
  });

  test('groups its entries, and shows only their icons when it is collapsed, also after a reload', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await as(company.wren, '/admin/users');
    const organisation = admin.menu.getByRole('list', { name: 'Organisation' });
    await expect(organisation.getByRole('link')).toHaveText(['Companies', 'Users', 'Devices', 'Releases', 'Audit log']);
    expect((await admin.menu.boundingBox())!.width).toBe(240);
    await admin.menu.getByRole('button', { name: 'Collapse menu' }).click();
    await expect.poll(async () => (await admin.menu.boundingBox())!.width).toBe(60);
    await page.reload();
    await expect(admin.title).toHaveText('Users');
    expect((await admin.menu.boundingBox())!.width).toBe(60);
    await organisation.getByRole('link', { name: 'Companies' }).hover();
    await expect(page.getByRole('tooltip', { name: 'Companies' })).toBeVisible();
    await admin.goTo('Companies');
    await expect(admin.title).toHaveText('Companies');
    await admin.menu.getByRole('button', { name: 'Collapse menu' }).click();
    await expect.poll(async () => (await admin.menu.boundingBox())!.width).toBe(240);
  });

  test('stays in place while the content scrolls and changes [ROUT-07]', async ({ as, company, admin, page }) => {
    await page.setViewportSize({ width: 1024, height: 560 });
    await as(company.wren, `/admin/companies/${company.id}`);
    await expect(admin.shortName).toBeVisible();
    const before = await admin.menu.boundingBox();
    await admin.shortName.hover();
    await page.mouse.wheel(0, 600);
    await expect.poll(() => page.locator('[data-skip-to]').evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
    expect(await admin.menu.boundingBox()).toEqual(before);
    await admin.goTo('Reports');
    await expect(admin.title).toHaveText('Reports');
    expect(await admin.menu.boundingBox()).toEqual(before);
  });

  test('is operated by the arrow keys, marks the current page, and can be skipped', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await as(company.wren, '/admin/companies');
    await expect(admin.title).toHaveText('Companies');
    const link = (name: string) => admin.menu.getByRole('link', { name, exact: true });
    await expect(admin.menu.locator('[aria-current="page"]')).toHaveText(['Companies']);
    await link('Companies').focus();
    await page.keyboard.press('ArrowUp');
    await expect(link('Prompt Templates')).toBeFocused();
    await page.keyboard.press('End');
    await expect(link('To the dashboard')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(link('Recycle Bin')).toBeFocused();
    await link('Devices').focus();
    await page.keyboard.press('Shift+Tab');
    await expect(link('Users')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(admin.title).toHaveText('Users');
    await expect(admin.menu.locator('[aria-current="page"]')).toHaveText(['Users']);
    await expect(link('Users')).toBeFocused();

    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(admin.search).toBeFocused();
  });

  test('shows Not Found for an address without a record', async ({ as, company, page }) => {
    await as(company.wren, '/admin/companies');
    for (const list of ['companies', 'item-types', 'inspections', 'prompt-templates']) {
      await page.goto(`/admin/${list}/not-an-id`);
      await expect(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
    }
  });

  test('on a phone is one line that opens and closes a sheet and keeps the focus', async ({
    as,
    company,
    admin,
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await as(company.wren, '/admin/users');
    await expect(admin.title).toHaveText('Users');
    const opener = admin.menu.getByRole('button', { name: 'Users' });
    const sheet = admin.menu.getByRole('dialog', { name: 'Administration' });
    await expect(admin.menu.getByRole('link')).toHaveCount(0);
    expect((await admin.menu.boundingBox())!.height).toBeLessThan(56);
    await opener.press('Enter');
    await expect(sheet.getByRole('link', { name: 'Devices' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await admin.goTo('Devices');
    await expect(admin.title).toHaveText('Devices');
    await expect(sheet).toHaveCount(0);
    await expect(admin.menu.getByRole('button', { name: 'Devices' })).toBeFocused();
  });
});

/** Opens the menu in windows in which it is a sheet. */
async function openMenu(admin: AdminPage): Promise<void> {
  const opener = admin.menu.locator('button[aria-haspopup="dialog"]');
  if ((await opener.count()) > 0) await opener.click();
  await expect(admin.menu.getByRole('link').first()).toBeVisible();
}
