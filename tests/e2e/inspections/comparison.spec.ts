import { CONDITIONS } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';
import { recordLastYear } from '../fixtures/lastYear.ts';
import { showTheme } from '../fixtures/themes.ts';

test.describe('an inspection is compared with an earlier one', { tag: '@agent' }, () => {
  test('item by item, by kind of difference, in every answer, on screen and in print', async ({
    as,
    company,
    rig,
    dashboard,
    item,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await recordLastYear(company, rig, 'Padeye, port');
    await company.maren.call('setCondition', {
      installationInspectionId: rig.drops,
      itemId: rig.items['Padeye, port']!,
      conditionId: CONDITIONS.fitForPurpose.id,
    });
    await page.reload();
    await page.getByRole('button', { name: 'Reports' }).click();
    await page.getByRole('button', { name: 'Since last time' }).click();
    const dialog = page.getByRole('dialog', { name: 'Since last time' });
    const items = dialog.getByRole('list', { name: 'Since last time' }).getByRole('listitem');
    await expect(items).toHaveCount(5);
    await expect(dialog.getByRole('combobox', { name: 'Compare with' })).toContainText(DROPS);
    await dialog.getByText('Better (1)').click();
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('Padeye, port');
    await expect(items).toContainText(/Defective.*Fit for purpose/s);
    await items.getByRole('button', { name: 'Details' }).click();
    await expect(items).toContainText('Corrected on site');
    await expect(items).toContainText('Replace the shackle pin');
    expect(await axeFindingsInEveryTheme(page, '[role="dialog"]')).toEqual([]);
    await dialog.getByText('New (4)').click();
    await expect(items).toHaveCount(4);

    await page.emulateMedia({ media: 'print' });
    await expect(items.first()).toBeVisible();
    await expect(dialog.getByRole('radiogroup')).toBeHidden();
    await expect(page.getByRole('treegrid')).toBeHidden();
    await page.emulateMedia({ media: null });

    // On a phone the buttons are within the dialog and apart, also where they have borders; in landscape a difference is in sight.
    await page.setViewportSize({ width: 390, height: 844 });
    await showTheme(page, 'sunlight');
    await dialog.getByText('All (5)').click();
    const better = items.filter({ hasText: 'Padeye, port' });
    const [details, open] = [
      (await better.getByRole('button', { name: 'Details' }).boundingBox())!,
      (await better.getByRole('button', { name: 'Open' }).boundingBox())!,
    ];
    expect(details.x).toBeGreaterThanOrEqual((await better.boundingBox())!.x);
    expect(open.x - details.x - details.width).toBeGreaterThanOrEqual(8);
    await page.setViewportSize({ width: 844, height: 390 });
    await dialog.getByRole('combobox', { name: 'Compare with' }).scrollIntoViewIfNeeded();
    await expect(items.nth(0).getByRole('button', { name: 'Open' })).toBeInViewport({ ratio: 1 });

    await items.filter({ hasText: 'Gas detector' }).getByRole('button', { name: 'Open' }).click();
    await expect(item.title).toHaveText('Gas detector, doghouse');
  });
});
