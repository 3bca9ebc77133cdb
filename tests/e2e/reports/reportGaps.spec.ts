import { CONDITIONS } from '@holdfast/contract';
import type { Locator, Page } from '@playwright/test';
import { DROPS } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { png } from '../fixtures/pictures.ts';

const missing = (page: Page): Locator => page.getByRole('region', { name: 'Still missing in this inspection' });
const line = (page: Page, words: string): Locator => missing(page).getByRole('button', { name: words, exact: true });
const openReports = (page: Page): Promise<void> => page.getByRole('button', { name: 'Reports', exact: true }).click();

test.describe('before a report is printed', () => {
  test('the inspection lists its gaps, and each line opens exactly that one', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await openReports(page);
    await expect(missing(page).getByRole('button')).toHaveText([
      '3 items not checked',
      '2 required fields empty',
      '2 required inspection details empty: Work order, Crew size',
      '1 finding without a photo',
    ]);
    expect(await axeFindings(page)).toEqual([]);

    await line(page, '2 required fields empty').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('Required fields empty')).toBeVisible();
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Floodlight, girt 6', 'Junction box, crown']);
    await inspection.row('Floodlight, girt 6').click();
    await item.question('Tag number').fill('NMT-014');
    await item.question('Tag number').blur();
    await item.next.click();
    await expect(item.title).toHaveText('Junction box, crown');
    await expect(item.next).toBeDisabled();
    await item.back.click();
    await page.getByRole('button', { name: 'Show all items' }).click();
    await expect.poll(async () => (await inspection.names()).length).toBe(7);

    await openReports(page);
    await line(page, '3 items not checked').click();
    await expect
      .poll(() => inspection.names())
      .toEqual(['Derrick', 'Floodlight, monkey board', 'Drill floor', 'Gas detector, doghouse', 'Padeye, port']);

    await openReports(page);
    await line(page, '1 required field empty').click();
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Junction box, crown']);
    await openReports(page);
    await line(page, '2 required inspection details empty: Work order, Crew size').click();
    await expect(page.getByRole('dialog', { name: 'Inspection Details' })).toBeVisible();
  });

  test('an inspection without gaps reports that, and a failed check shows the reason', async ({
    as,
    company: { maren },
    rig: { drops, items, installationName },
    dashboard,
    page,
  }) => {
    for (const itemId of Object.values(items))
      await maren.call('setCondition', {
        installationInspectionId: drops,
        itemId,
        conditionId: CONDITIONS.notApplicable.id,
      });
    const base64Image = png('a.png').buffer.toString('base64');
    const faulty = { installationInspectionId: drops, itemId: items['Padeye, port']! };
    await maren.call('setCondition', { ...faulty, conditionId: CONDITIONS.defective.id });
    await maren.call('addImageToInstallationInspectionItem', { ...faulty, filename: 'a.png', base64Image });
    const { fieldsTemplates } = await maren.call('getFieldsForItem', { itemId: faulty.itemId });
    const tag = fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === 'Tag number')!;
    const answer = { fieldId: tag.id, value: 'NMT-7', displayValue: 'NMT-7', parentFieldOptionId: null };
    await maren.call('saveItemField', { itemId: faulty.itemId, ...answer });
    const { startDate, expectedEndDate, inspectionId } = await maren.call('getInstallationInspection', {
      installationInspectionId: drops,
    });
    const { inspectionFieldsTemplates } = await maren.call('getInspection', { inspectionId });
    await maren.call('updateInstallationInspection', {
      id: drops,
      startDate,
      endDate: expectedEndDate,
      fields: inspectionFieldsTemplates
        .flatMap(({ fieldsTemplate }) => fieldsTemplate.fields)
        .map(({ id }) => ({ fieldId: id, value: '12', displayValue: '12', parentFieldOptionId: null })),
    });

    await as(maren);
    await dashboard.openInspection(installationName, DROPS);
    await page.route('**/gaps', (route) => route.fulfill({ status: 500, body: '' }));
    await openReports(page);
    await expect(page.getByText('The missing data could not be checked')).toBeVisible();
    await page.unroute('**/gaps');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Everything is filled in.')).toBeVisible();
    await expect(missing(page)).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});
