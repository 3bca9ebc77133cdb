import { own } from '../fixtures/admin.ts';
import { DROPS } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';

const EVERYTHING = [
  'Floodlight, girt 6',
  'Floodlight, monkey board',
  'Gas detector, doghouse',
  'Junction box, crown',
  'Padeye, port',
];

test.describe('a new inspection is filled', () => {
  test.beforeEach(async ({ as, company, rig, dashboard, page }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await page.getByRole('button', { name: 'New Inspection' }).click();
  });

  test('with the items of the last inspection of its type in five presses, and opens', async ({
    page,
    inspection,
    rig,
    company,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection' }).click();
    await page.getByRole('option', { name: DROPS }).click();
    await dialog.getByRole('button', { name: 'From today for one week' }).click();
    await expect(dialog.getByRole('radio', { name: /^As last time: 5 items/ })).toBeChecked();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    const made = page.waitForResponse('**/api/create-installation-inspection');
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(inspection.title).toHaveText(DROPS);
    await expect(inspection.row('Padeye, port')).toBeVisible();
    const { id } = (await (await made).json()) as { id: string };
    expect(id).not.toBe(rig.drops);
    const rows = await company.maren.call('getItemsForInstallationInspection', { installationInspectionId: id });
    const items = rows.filter(({ context }) => !context);
    expect(items.map(({ name }) => name).toSorted()).toEqual(EVERYTHING);
    expect(items.every(({ conditionId }) => conditionId === null)).toBe(true);
  });

  test('with complete locations, types and search results, counted as they are selected', async ({
    page,
    inspection,
    company,
  }) => {
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection' }).click();
    await page.getByRole('option', { name: 'Lifting Equipment Thorough Examination' }).click();
    await dialog.getByRole('button', { name: 'From today for one week' }).click();
    // The type has no default items, and an inspection without items is not what is proposed.
    await expect(dialog.getByRole('radio', { name: 'Choose items' })).toBeChecked();
    await expect(dialog.getByRole('radio', { name: 'No items yet' })).toBeVisible();
    await expect(dialog.getByRole('radio', { name: 'Default items only' })).toHaveCount(0);
    await expect(dialog.getByRole('radio', { name: 'Choose items' })).toHaveAccessibleDescription('');
    await dialog.getByRole('combobox', { name: 'Item types' }).click();
    await page.getByRole('option', { name: 'Floodlight (5)' }).click();
    await expect(dialog.getByRole('button', { name: 'Select all 5 items' })).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Derrick' }).check();
    await expect(dialog.getByText('3 items selected')).toBeVisible();
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('floor padeye');
    await dialog.getByRole('button', { name: 'Select 1 item' }).click();
    await expect(dialog.getByText('4 items selected')).toBeVisible();
    await dialog.getByRole('searchbox', { name: 'Search' }).fill('');
    await dialog.getByRole('checkbox', { name: 'Junction box, crown' }).uncheck();
    await expect(dialog.getByRole('checkbox', { name: 'Derrick' })).not.toBeChecked();
    await expect(dialog.getByText('3 items selected')).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    const made = page.waitForResponse('**/api/create-installation-inspection');
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    const { id } = (await (await made).json()) as { id: string };
    const rows = await company.maren.call('getItemsForInstallationInspection', { installationInspectionId: id });
    expect(
      rows
        .filter(({ context }) => !context)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['Floodlight, girt 6', 'Floodlight, monkey board', 'Padeye, port']);

    // Items chosen later are added together, and removed together by one undo.
    await page.getByRole('button', { name: 'New Item' }).click();
    const add = page.getByRole('dialog', { name: 'Add a New Item' });
    await add.getByRole('tab', { name: 'From the installation' }).click();
    await expect(add.getByRole('checkbox', { name: 'Padeye, port' })).toBeDisabled();
    await add.getByRole('button', { name: 'Select all 2 items' }).click();
    await add.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByText('2 items added')).toBeVisible();
    await expect(inspection.row('Gas detector, doghouse')).toBeVisible();
    await expect(inspection.row('Junction box, crown')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(inspection.row('Junction box, crown')).toHaveCount(0);
  });

  test('says before it is created how many default items are added to the chosen ones', async ({
    page,
    inspection,
    company,
  }) => {
    const name = own('Derrick survey');
    const type = await company.wren.call('createInspection', { name });
    const place = await company.wren.call('createInspectionDefaultItem', {
      id: type.id,
      name: 'Crane',
      itemTypeId: company.itemTypes.area,
    });
    await company.wren.call('createInspectionDefaultItem', {
      id: type.id,
      name: 'Crane floodlight',
      itemTypeId: company.itemTypes.floodlight,
      parentDefaultItemId: place.id,
    });
    await company.wren.call('addInspectionItemType', {
      inspectionId: type.id,
      itemTypeId: company.itemTypes.floodlight,
    });
    await company.wren.call('addCompanyInspection', { id: company.id, inspectionId: type.id });
    await page.reload();
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection' }).click();
    await page.getByRole('option', { name }).click();
    const choose = dialog.getByRole('radio', { name: 'Choose items' });
    await choose.check();
    await expect(dialog.getByText('In addition to 1 default item or question of this inspection type')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Padeye, port' }).check();
    await dialog.getByRole('button', { name: 'From today for one week' }).click();
    const made = page.waitForResponse('**/api/create-installation-inspection');
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(inspection.row('Padeye, port')).toBeVisible();
    const { id } = (await (await made).json()) as { id: string };
    const rows = await company.maren.call('getItemsForInstallationInspection', { installationInspectionId: id });
    expect(rows.filter(({ context }) => !context)).toHaveLength(2);
  });
});
