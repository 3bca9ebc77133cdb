import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { scrolledSideways } from '../fixtures/modals.ts';

test('administrators see the usage of the server by company and caller, with its limits', async ({
  as,
  company,
  page,
}) => {
  await as(company.wren, '/admin/companies');
  await page.getByRole('button', { name: 'Usage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Usage' });
  await expect(dialog.getByRole('row', { name: /^Northmere Drilling/ })).toBeVisible();
  await expect(dialog.getByRole('table', { name: 'Users, desktops and networks' })).toContainText('limit 12,000');
  await expect(dialog.getByRole('row', { name: new RegExp(company.wren.name) })).toBeVisible({ timeout: 20_000 });
  await expect(dialog.getByRole('region', { name: 'Backup' })).toContainText('No backup has been made');
  expect(await axeFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(dialog.getByRole('list', { name: 'Companies' })).toContainText('Northmere Drilling');
  expect(await dialog.evaluate(scrolledSideways)).toEqual([]);
  expect(await axeFindings(page)).toEqual([]);
});
