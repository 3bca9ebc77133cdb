import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('routes and views', { tag: '@agent' }, () => {
  test('show the inspector flow on the start page [ROUT-01]', async ({ as, company, dashboard }) => {
    await as(company.maren);
    await expect(dashboard.title).toBeVisible();
  });

  test('show Not Found on an unknown path [ROUT-20] [ERRS-09]', async ({ as, company, page }) => {
    await as(company.maren, '/no-such-page');
    await expect(page.getByRole('heading', { name: 'Not Found', exact: true })).toBeVisible();
  });

  test('show "Unexpected Application Error!" with its message when a screen breaks [ROUT-22]', async ({
    as,
    company,
    page,
    dashboard,
  }) => {
    await as(company.maren);
    await expect(dashboard.title).toBeVisible();
    await page.route('**/api/get-installations', (route) => route.fulfill({ json: { no: 'list' } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    await expect(page.getByText('is not a function')).toBeVisible();
  });

  test('go from dashboard to installation, inspection and item on one address, and Back goes up one level [ROUT-23] [ROUT-24] [DASH-05] [INST-01] [INST-06] [INSP-02] [INSP-16] [ITEM-02]', async ({
    as,
    company,
    rig,
    page,
    dashboard,
    installation,
    inspection,
    item,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.title(rig.installationName)).toBeVisible();
    await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
    await expect(inspection.title).toHaveText(DROPS);
    await inspection.row('Padeye, port').click();
    await expect(item.title).toHaveText('Padeye, port');
    expect(new URL(page.url()).pathname).toBe('/');

    await item.back.click();
    await expect(inspection.tree).toBeVisible();
    await inspection.back.click();
    await expect(installation.title(rig.installationName)).toBeVisible();
    await installation.back.click();
    await expect(dashboard.title).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test("follow the browser's Back one level at a time, also after an inspection was opened directly from the dashboard [DASH-06]", async ({
    openItem,
    rig,
    page,
    dashboard,
    installation,
    inspection,
    item,
  }) => {
    await openItem('Padeye, port');
    await item.previous.click();
    await expect(item.title).toHaveText('Gas detector, doghouse');
    await page.goBack();
    await expect(inspection.tree).toBeVisible();
    await page.goBack();
    await expect(installation.title(rig.installationName)).toBeVisible();
    await page.goBack();
    await expect(dashboard.title).toBeVisible();
    await page.goForward();
    await expect(installation.title(rig.installationName)).toBeVisible();
  });

  test('are the same after a reload', async ({ openItem, page, inspection, item }) => {
    await openItem('Padeye, port');
    await expect(item.title).toHaveText('Padeye, port');
    await page.reload();
    await expect(item.title).toHaveText('Padeye, port');
    await page.goBack();
    await expect(inspection.tree).toBeVisible();
  });

  test(
    'offer the administration to administrators only, with a persistent menu that highlights the current page [ROUT-02] [ROUT-05] [ROUT-06] [ROUT-26]',
    { tag: '@server' },
    async ({ as, company, page, dashboard }) => {
      await as(company.maren);
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await expect(page.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
      await page.keyboard.press('Escape');

      await as(company.wren);
      await expect(dashboard.title).toBeVisible();
      await page.getByRole('button', { name: /^Menu of/ }).click();
      await page.getByRole('menuitem', { name: 'Administration' }).click();
      await expect(page).toHaveURL(/\/admin$/);
      const menu = page.getByRole('navigation', { name: 'Administration' });
      const highlighted = menu.locator('a[data-active]');
      await expect(highlighted).toHaveText(['Inspections']);
      await page.goto('/admin/');
      await expect(highlighted).toHaveText(['Inspections']);

      await menu.evaluate((element) => element.setAttribute('data-same', ''));
      for (const [entry, path] of [
        ['Companies', 'companies'],
        ['Item Type Templates', 'item-type-templates'],
        ['Inspections', 'inspections'],
      ] as const) {
        await menu.getByRole('link', { name: entry, exact: true }).click();
        await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
        await expect(highlighted).toHaveText([entry]);
        await expect(page.getByRole('heading', { level: 1, name: entry })).toBeVisible();
        await expect(menu).toHaveAttribute('data-same');
      }
    },
  );

  test(
    'list inspections, item types, companies and the templates of one type each [ROUT-08] [ROUT-10] [ROUT-12]',
    { tag: '@server' },
    async ({ as, company, page }) => {
      await as(company.wren, '/admin/inspections');
      await expect(page.getByRole('cell', { name: 'Dropped Object Survey' })).toBeVisible();
      // Other journeys add item types and companies, and only the visible rows of a long list are rendered.
      const search = page.getByRole('searchbox', { name: 'Search' });
      await page.goto('/admin/item-types');
      await search.fill('Floodlight');
      await expect(page.getByRole('cell', { name: 'Floodlight' })).toBeVisible();
      await page.goto('/admin/companies');
      await search.fill('Northmere Drilling');
      await expect(page.getByRole('cell', { name: 'Northmere Drilling' })).toBeVisible();
      await page.goto('/admin/inspection-templates');
      await expect(page.getByRole('cell', { name: 'DROPS result' })).toBeVisible();
      await expect(page.getByRole('cell', { name: 'Identification' })).toHaveCount(0);
    },
  );
});
