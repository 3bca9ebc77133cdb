import { CONDITIONS } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';

test.describe('while it is loading', () => {
  test('the list shows no numbers, and no zero when it could not be loaded', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    page,
  }) => {
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/get-items-for-installation-inspection', async (route) => {
      await answered;
      await route.fulfill({ status: 500, body: '' });
    });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    const filter = inspection.filter;
    await expect(filter.getByText('Not Checked', { exact: true })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).not.toHaveCount(0);
    await expect(filter.getByText(/\d/)).toHaveCount(0);
    answer();
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    await expect(filter.getByText(/\d/)).toHaveCount(0);
    await page.unroute('**/api/get-items-for-installation-inspection');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    await expect(filter.getByText(/\d/).first()).toBeVisible();
  });

  test('an item shows its condition from the list, and marks no answer as missing', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Floodlight, girt 6']! };
    await company.maren.call('setCondition', { ...inspected, conditionId: CONDITIONS.fitForPurpose.id });
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.row('Floodlight, girt 6')).toBeVisible();
    await page.route('**/api/get-*', async (route) => {
      await answered;
      await route.continue();
    });
    await inspection.row('Floodlight, girt 6').click();
    const pressed = item.conditions.locator('[aria-pressed="true"]');
    await expect(pressed).toHaveText('Fit for purpose');
    await expect(page.getByText('Required', { exact: true })).toHaveCount(0);
    await expect(page.getByText('No notes yet.')).toHaveCount(0);
    answer();
    await item.come();
    await expect(pressed).toHaveText('Fit for purpose');
    await expect(page.getByText('No notes yet.')).toBeVisible();
  });
});
