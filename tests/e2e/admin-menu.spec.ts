import { test } from './fixtures/admin.ts';
import { expect } from './fixtures/journey.ts';
import type { AdminPage } from './pages/adminPage.ts';

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

      test('stands above the content at its full width, and is the same element wherever one goes [ROUT-07]', async ({
        as,
        company,
        admin,
        page,
      }) => {
        await as(company.wren, '/admin');
        await expect(admin.title).toHaveText('Overview');
        const menu = await admin.menu.elementHandle();
        for (const entry of ['Companies', 'Item Type Templates', 'Devices'] as const) {
          await openMenu(admin);
          await admin.goTo(entry);
          await expect(admin.title).toHaveText(entry);
          const [above, title, content] = await Promise.all([
            admin.menu.boundingBox(),
            admin.title.boundingBox(),
            page.locator('[data-skip-to]').boundingBox(),
          ]);
          expect(title!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
          expect(content).toMatchObject({ x: 0, y: above!.y + above!.height, width: size.width });
          expect(above).toMatchObject({ x: 0, width: size.width });
          expect(await menu.evaluate((element) => element === document.querySelector('nav'))).toBe(true);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
        }
      });
    });
  }

  test('stays where it is while the content scrolls under it and changes [ROUT-07]', async ({
    as,
    company,
    admin,
    page,
  }) => {
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

  test('is walked through by the arrow keys, says where one is, and is skipped by who wants the content', async ({
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
    await page.keyboard.press('ArrowRight');
    await expect(link('Item Type Templates')).toBeFocused();
    await page.keyboard.press('End');
    await expect(link('To the dashboard')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(link('Devices')).toBeFocused();
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

  test('on a phone is one line that opens, closes and keeps the focus', async ({ as, company, admin, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await as(company.wren, '/admin/users');
    await expect(admin.title).toHaveText('Users');
    const opener = admin.menu.getByRole('button', { name: 'Users' });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await expect(admin.menu.getByRole('link')).toHaveCount(0);
    expect((await admin.menu.boundingBox())!.height).toBeLessThan(56);
    await opener.press('Enter');
    await expect(admin.menu.getByRole('link')).toHaveCount(13);
    await page.keyboard.press('Escape');
    await expect(admin.menu.getByRole('link')).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await admin.goTo('Devices');
    await expect(admin.title).toHaveText('Devices');
    await expect(admin.menu.getByRole('button', { name: 'Devices' })).toBeFocused();
    await expect(admin.menu.getByRole('link')).toHaveCount(0);
  });
});

/** Opens the menu where it is one line. */
async function openMenu(admin: AdminPage): Promise<void> {
  const opener = admin.menu.getByRole('button');
  if ((await opener.count()) > 0) await opener.click();
  await expect(admin.menu.getByRole('link').first()).toBeVisible();
}
