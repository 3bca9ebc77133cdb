import { expect, test } from '../fixtures/journey.ts';
import { showTheme, THEMES } from '../fixtures/themes.ts';

test.describe('the logo of the application', () => {
  test('opens the dashboard from an item and from the administration, and Back behaves as before', async ({
    openItem,
    as,
    company,
    rig,
    dashboard,
    item,
    page,
  }) => {
    const home = page.getByRole('link', { name: 'Holdfast: dashboard' });
    await openItem('Padeye, port');
    await item.come();
    const box = (await home.boundingBox())!;
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    await home.click();
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    expect(await page.evaluate(() => (history.state as { idx: number }).idx)).toBe(0);

    await as(company.wren, '/admin/companies');
    await expect(page.getByRole('heading', { level: 1, name: 'Companies' })).toBeVisible();
    await home.click();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('a long page of the administration scrolls in one place: the document stays as high as the window', async ({
  as,
  company,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 });
  await as(company.wren, `/admin/companies/${company.id}`);
  // A hidden text far below the window is part of it.
  await expect(page.getByText('Choose an entry first.').last()).toBeAttached();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(700);
});

test('a viewer sees answers without marks of required questions, and cannot change them', async ({
  as,
  company,
  rig,
  dashboard,
  inspection,
  item,
  page,
}) => {
  await as(company.jorun);
  await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
  await inspection.row('Floodlight, girt 6').click();
  await item.come();
  const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
  await expect(recommendation).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tag number' })).not.toBeEditable();
  await expect(recommendation).not.toBeEditable();
  await expect(page.getByText('Required', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Tag number', { exact: true })).toBeVisible();
  // A field that cannot be changed looks different from one that can.
  const condition = page.getByRole('combobox', { name: /^Condition in Dropped Object Survey/ });
  await expect(condition).not.toBeEditable();
  await expect(condition).toHaveValue('Fit for purpose');
  for (const field of [recommendation, condition])
    expect(await field.evaluate((element) => getComputedStyle(element).borderStyle)).toBe('dashed');
});

test('the focus of the keyboard is a line of three pixels beside its control, in every theme', async ({
  as,
  company,
  rig,
  dashboard,
  page,
}) => {
  await as(company.maren);
  await expect(dashboard.card(rig.installationName)).toBeVisible();
  for (const theme of THEMES) {
    await showTheme(page, theme);
    const home = page.getByRole('link', { name: 'Holdfast: dashboard' });
    await home.focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
    await expect(home).toBeFocused();
    await expect(home).toHaveCSS('outline-style', 'solid');
    await expect(home).toHaveCSS('outline-width', '3px');
  }
});
