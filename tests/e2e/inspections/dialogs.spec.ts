import type { Locator, Page } from '@playwright/test';
import { DAY, dayOf, DROPS, today } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test.describe('New Inspection', { tag: '@agent' }, () => {
  test('requires a type and two dates, shows the detail questions, and shows the new inspection as a card [INST-05] [NINS-01] [NINS-02] [NINS-03] [NINS-04] [NINS-05] [NINS-06] [NINS-07] [CNST-07]', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toHaveCount(1);
    await page.evaluate(() => Object.assign(window, { notReloaded: true }));
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    const create = dialog.getByRole('button', { name: 'Create Inspection' });
    await expect(create).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Inspection' }).click();
    // Item types that other journeys created for the company end in a number.
    const types = page.getByRole('option').filter({ hasNotText: /\d-\d+$/ });
    await expect(types).toHaveText([DROPS, 'Lifting Equipment Thorough Examination']);
    await page.getByRole('option', { name: DROPS }).click();
    await expect(create).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Start date' }).fill(dayOf(today + 10 * DAY));
    await expect(create).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Expected end date' }).fill(dayOf(today + 5 * DAY));
    await dialog.getByRole('textbox', { name: 'Work order' }).fill('WO-4711');
    await expect(dialog.getByText('The expected end date is before the start date.')).toBeVisible();
    await expect(create).toBeEnabled();
    expect(await axeFindings(page)).toEqual([]);
    const sent = page.waitForRequest('**/api/create-installation-inspection');
    await create.click();
    expect((await sent).postDataJSON()).toMatchObject({
      installationId: rig.installationId,
      inspectionId: company.inspections.DROPS,
      startDate: today + 10 * DAY,
      endDate: today + 5 * DAY,
      fields: [{ value: 'WO-4711', displayValue: 'WO-4711', parentFieldOptionId: null, fieldId: expect.any(String) }],
    });
    // The inspection opens; its card is on the installation's screen.
    await page.getByRole('button', { name: 'Back to the installation' }).click();
    await expect(installation.card(DROPS)).toHaveCount(2);
    expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
  });

  test('is not offered to a viewer', async ({ as, company, rig, dashboard, installation, page }) => {
    await as(company.jorun);
    await dashboard.openInstallation(rig.installationName);
    await expect(installation.card(DROPS)).toBeVisible();
    await expect(page.getByRole('button', { name: 'New Inspection' })).toHaveCount(0);
  });
});

test.describe('Installation Details', { tag: '@agent' }, () => {
  test('require two numbers and save the answers to the questions of the company [INST-04] [INSD-01] [INSD-02] [INSD-03] [INSD-04]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await as(company.maren);
    // The page below also shows the answers; either of the two may request them first.
    const asked = page.waitForRequest('**/api/get-installation-fields-template');
    await dashboard.openInstallation(rig.installationName);
    expect((await asked).method()).toBe('GET');
    await page.getByRole('button', { name: 'Installation Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Installation Details' });
    const latitude = dialog.getByRole('textbox', { name: 'Latitude' });
    const longitude = dialog.getByRole('textbox', { name: 'Longitude' });
    await expect(latitude).toHaveValue('57.9312');
    for (const [coordinate, value] of [
      [longitude, '1.418'],
      [latitude, '-12,5'],
    ] as const) {
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
      await coordinate.fill('');
      await expect(dialog.getByText('Required.')).toHaveCount(1);
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      // A text that is no coordinate stays, with the reason, and is not saved.
      await coordinate.pressSequentially('north');
      await expect(coordinate).toHaveValue('north');
      await expect(dialog.getByText(/^This is no coordinate\./)).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      // A value out of range causes an error, and is neither saved nor replaced.
      await coordinate.fill('195,5');
      await expect(dialog.getByText(/^Must be between/)).toBeVisible();
      await expect(coordinate).toHaveValue('195,5');
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
      await coordinate.fill(value);
    }
    await dialog.getByRole('textbox', { name: 'Emergency contact' }).fill('OIM, ext. 22');
    expect(await axeFindings(page)).toEqual([]);
    const sent = page.waitForRequest('**/api/update-installation/*');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(new URL(request.url()).pathname).toBe(`/api/update-installation/${rig.installationId}`);
    expect(request.postDataJSON()).toMatchObject({
      updatedInstallation: { latitude: -12.5, longitude: 1.418 },
      fields: [expect.objectContaining({ value: 'OIM, ext. 22', fieldId: expect.any(String) })],
    });
    await expect(page.getByText('12.5000° S, 1.4180° E', { exact: true })).toBeVisible();
  });

  test('read coordinates in degrees and minutes, with letters, and both from one field', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await page.getByRole('button', { name: 'Installation Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Installation Details' });
    const latitude = dialog.getByRole('textbox', { name: 'Latitude' });
    const longitude = dialog.getByRole('textbox', { name: 'Longitude' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await latitude.fill('1.2 W');
    await expect(dialog.getByText('E and W belong to the longitude.', { exact: false })).toBeVisible();
    await expect(save).toBeDisabled();
    await latitude.fill("58°21.5' N, 1,2 W");
    await expect(dialog.getByText('These are two coordinates.', { exact: false })).toBeVisible();
    await longitude.focus();
    await expect(latitude).toHaveValue("58°21.5' N");
    await expect(dialog.getByText('= 58.3583333')).toBeVisible();
    await expect(longitude).toHaveValue('1,2 W');
    await expect(dialog.getByText('= -1.2', { exact: true })).toBeVisible();
    const sent = page.waitForRequest('**/api/update-installation/*');
    await save.click();
    expect((await sent).postDataJSON()).toMatchObject({
      updatedInstallation: { latitude: 58.3583333, longitude: -1.2 },
    });
    await expect(page.getByText('58.3583° N, 1.2000° W', { exact: true })).toBeVisible();
  });
});

test.describe('Inspection Details', { tag: '@agent' }, () => {
  test('show the dates and answers, and are saved only with both dates [INSP-18] [IDET-01] [IDET-02] [IDET-03]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await page.getByRole('button', { name: 'Inspection Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inspection Details' });
    const end = dialog.getByRole('textbox', { name: 'Expected end date' });
    const start = dialog.getByRole('textbox', { name: 'Start date' });
    const update = dialog.getByRole('button', { name: 'Update Inspection Details' });
    await expect(start).toHaveValue(dayOf(today - 6 * DAY));
    await expect(update).toBeEnabled();
    await start.fill('');
    await start.blur();
    await expect(update).toBeDisabled();
    await start.fill(dayOf(today - 6 * DAY));
    await start.blur();
    await expect(update).toBeEnabled();
    await expect(end).toHaveValue(dayOf(today + 4 * DAY));
    await end.fill('');
    await end.blur();
    await expect(update).toBeDisabled();
    await end.fill(dayOf(today + 7 * DAY));
    await dialog.getByRole('textbox', { name: 'Work order' }).fill('WO-1');
    const sent = page.waitForRequest('**/api/update-installation-inspection/*');
    await update.click();
    const request = await sent;
    expect(request.method()).toBe('POST');
    expect(new URL(request.url()).pathname).toBe(`/api/update-installation-inspection/${rig.drops}`);
    expect(request.postDataJSON()).toMatchObject({
      startDate: today - 6 * DAY,
      endDate: today + 7 * DAY,
      fields: [expect.objectContaining({ value: 'WO-1' })],
    });
    await expect(page.getByText(`– ${dayOf(today + 7 * DAY)}`)).toBeVisible();
  });
});

test.describe('text typed in a form of details', { tag: '@agent' }, () => {
  /** Types into required questions; each is marked as required until exactly 1,250 ms after the last key. */
  async function asksUntilThePause(page: Page, dialog: Locator, questions: Record<string, string>): Promise<void> {
    await page.clock.pauseAt(Date.now() + 3_600_000);
    for (const [question, words] of Object.entries(questions)) {
      await dialog.getByRole('textbox', { name: question }).pressSequentially(words);
      const required = dialog.getByText('Required', { exact: true });
      const before = await required.count();
      await page.clock.runFor(1_200);
      expect(await required.count()).toBe(before);
      await page.clock.runFor(60);
      await expect(required).toHaveCount(before - 1);
    }
    await page.clock.resume();
  }

  test('of an installation is applied after 1,250 ms, for text and numbers [INSD-05]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await page.clock.install();
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    await page.getByRole('button', { name: 'Installation Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Installation Details' });
    await expect(dialog.getByText('Required', { exact: true })).toHaveCount(2);
    await asksUntilThePause(page, dialog, { 'Emergency contact': 'OIM', Berths: '120' });
  });

  test('of an inspection is applied after 1,250 ms, for text and numbers [IDET-04] [CNST-01]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    await page.clock.install();
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await page.getByRole('button', { name: 'Inspection Details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Inspection Details' });
    await expect(dialog.getByText('Required', { exact: true })).toHaveCount(2);
    await asksUntilThePause(page, dialog, { 'Work order': 'WO-1', 'Crew size': '4' });
  });
});

test.describe('changes in a form of details', { tag: '@agent' }, () => {
  test('are discarded only after a confirmation, and restored after a reload', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    page,
  }) => {
    await as(company.maren);
    await dashboard.openInstallation(rig.installationName);
    const open = page.getByRole('button', { name: 'Installation Details' });
    const dialog = page.getByRole('dialog', { name: 'Installation Details' });
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await open.click();
    await dialog.getByRole('textbox', { name: 'Emergency contact' }).fill('OIM, ext. 22');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Emergency contact' })).toHaveValue('OIM, ext. 22');
    await dialog.getByRole('textbox', { name: 'Latitude' }).fill('-12,5');
    await page.reload();
    await open.click();
    await expect(dialog.getByRole('textbox', { name: 'Emergency contact' })).toHaveValue('OIM, ext. 22');
    await expect(dialog.getByRole('textbox', { name: 'Latitude' })).toHaveValue('-12,5');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toHaveCount(0);
    await open.click();
    await expect(dialog.getByRole('textbox', { name: 'Emergency contact' })).toHaveValue('');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);

    await installation.card(DROPS).getByRole('button', { name: DROPS }).click();
    await page.getByRole('button', { name: 'Inspection Details' }).click();
    await page.getByRole('textbox', { name: 'Crew size' }).fill('4');
    await page.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('Add a New Item', { tag: '@agent' }, () => {
  test.beforeEach(async ({ as, company, rig, dashboard, inspection, page }) => {
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await expect(inspection.tree).toBeVisible();
    await page.getByRole('button', { name: 'New Item' }).click();
  });

  test(
    'creates an item of a type and opens it [INSP-20] [ADDI-01] [ADDI-05] [ADDI-07]',
    { tag: '@offline' },
    async ({ rig, company, item, page }) => {
      const dialog = page.getByRole('dialog', { name: 'Add a New Item' });
      const add = dialog.getByRole('button', { name: 'Add', exact: true });
      await expect(dialog.getByRole('tab')).toHaveText(['By item type', 'From the installation']);
      await expect(add).toBeDisabled();
      await dialog.getByRole('tab', { name: 'From the installation' }).click();
      await expect(dialog.getByRole('checkbox', { name: 'Padeye, port' })).toBeVisible();
      await expect(add).toBeDisabled();
      await dialog.getByRole('tab').first().click();
      // After a press with the mouse the name has the focus; the arrow keys continue through the types.
      await dialog.getByText('Floodlight', { exact: true }).click();
      await expect(dialog.getByRole('radio', { name: 'Floodlight' })).toBeChecked();
      await expect(dialog.getByRole('textbox', { name: 'Item Name' })).toBeFocused();
      await dialog.getByRole('radio', { name: 'Floodlight' }).press('ArrowUp');
      await expect(dialog.getByRole('radio', { checked: true })).toBeFocused();
      await dialog.getByRole('radio', { name: 'Floodlight' }).check();
      await expect(add).toBeEnabled();
      expect(await axeFindings(page)).toEqual([]);
      await dialog.getByRole('combobox', { name: 'Location' }).click();
      await page.getByRole('option', { name: 'Drill floor' }).click();
      await dialog.getByRole('textbox', { name: 'Item Name' }).fill('Floodlight, doghouse');
      const sent = page.waitForRequest('**/api/new-item');
      await add.click();
      expect((await sent).postDataJSON()).toMatchObject({
        installationInspectionId: rig.drops,
        itemTypeId: company.itemTypes.floodlight,
        parentItemId: rig.items['Drill floor'],
      });
      await expect(item.title).toHaveText('Floodlight, doghouse');
    },
  );

  test('shows types below their possible parents, 10 px per level, and items below their locations, 20 px per level [ADDI-02] [ADDI-03] [ADDI-04] [CNST-05]', async ({
    rig,
    company,
    inspection,
    page,
  }) => {
    const { call } = company.wren;
    const type = async (name: string): Promise<string> => {
      const { id } = await call('createItemType', { name: `${name} ${rig.installationName}` });
      await call('addInspectionItemType', { inspectionId: company.inspections.DROPS, itemTypeId: id });
      return id;
    };
    const [crane, hook] = [await type('Crane'), await type('Hook block')];
    await call('addItemTypeParent', { id: hook, parentId: crane });
    // A type that this inspection type does not include.
    await call('createItemType', { name: `Lifeboat ${rig.installationName}` });
    await page.reload();
    const asked = page.waitForRequest('**/api/get-item-types-for-inspection');
    await page.getByRole('button', { name: 'New Item' }).click();
    expect((await asked).postDataJSON()).toEqual({ inspectionId: company.inspections.DROPS });
    const dialog = page.getByRole('dialog', { name: 'Add a New Item' });
    const left = async (name: string, role: 'radio' | 'checkbox' = 'radio'): Promise<number> =>
      (await dialog.getByRole(role, { name }).boundingBox())!.x;
    const indent = (await left(`Hook block ${rig.installationName}`)) - (await left(`Crane ${rig.installationName}`));
    expect(indent).toBeCloseTo(10, 0);
    // A type that may be placed under several parents is marked only where it was picked.
    await call('addItemTypeParent', { id: hook, parentId: company.itemTypes.area });
    await page.reload();
    await page.getByRole('button', { name: 'New Item' }).click();
    const hooks = dialog.getByRole('radio', { name: `Hook block ${rig.installationName}` });
    await expect(hooks).toHaveCount(2);
    await hooks.nth(1).check();
    await expect(hooks.nth(1)).toBeChecked();
    await expect(hooks.nth(0)).not.toBeChecked();
    await call('removeItemTypeParent', { id: hook, parentId: company.itemTypes.area });
    await page.reload();
    await page.getByRole('button', { name: 'New Item' }).click();
    await expect(hooks).toHaveCount(1);
    await expect(dialog.getByRole('radiogroup').getByText(rig.installationName)).toHaveText([
      `Crane ${rig.installationName}`,
      `Hook block ${rig.installationName}`,
    ]);

    await dialog.getByRole('tab', { name: 'From the installation' }).click();
    expect((await left('Floodlight, girt 6', 'checkbox')) - (await left('Derrick', 'checkbox'))).toBeCloseTo(20, 0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const cell = async (name: string): Promise<number> =>
      inspection
        .row(name)
        .getByRole('gridcell')
        .first()
        .evaluate((element) => parseFloat(getComputedStyle(element).paddingLeft));
    expect((await cell('Floodlight, girt 6')) - (await cell('Derrick'))).toBe(20);
  });

  test('offers the items of the installation, greyed out when they are in the inspection already [ADDI-06] [ADDI-08]', async ({
    rig,
    company,
    page,
    item,
  }) => {
    const other = await company.maren.call('createInstallationInspection', {
      installationId: rig.installationId,
      inspectionId: company.inspections.LOLER,
      startDate: today,
      endDate: today,
    });
    const spare = await company.maren.call('newItem', {
      installationInspectionId: other.id,
      itemTypeId: company.itemTypes.floodlight,
      name: 'Spare floodlight',
      parentItemId: rig.items['Derrick']!,
    });
    await page.reload();
    await page.getByRole('button', { name: 'New Item' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a New Item' });
    await dialog.getByRole('tab', { name: 'From the installation' }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Padeye, port' })).toBeDisabled();
    await dialog.getByText('Padeye, port').hover();
    await expect(page.getByText('This item already exists on the current inspection')).toBeVisible();
    await dialog.getByRole('checkbox', { name: 'Spare floodlight' }).check();
    const sent = page.waitForRequest('**/api/add-item-from-installation');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ installationInspectionId: rig.drops, itemId: spare.itemId });
    await expect(item.title).toHaveText('Spare floodlight');
  });
});

test.describe('the location of an item', { tag: '@agent' }, () => {
  test('is a path with slashes, and moves the item to any possible location [ITEM-10] [ITEM-11] [ITEM-12]', async ({
    openItem,
    rig,
    page,
  }) => {
    await openItem('Padeye, port');
    const location = page.getByRole('combobox', { name: 'Location' });
    await expect(location).toHaveValue('Drill floor');
    await location.click();
    await expect(page.getByRole('option', { name: 'Derrick', exact: true })).toBeVisible();
    await expect(page.getByRole('option', { name: /Padeye, port/ })).toHaveCount(0);
    const sent = page.waitForRequest('**/api/set-parent-item');
    await page.getByRole('option', { name: 'Derrick / Floodlight, girt 6', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      installationId: rig.installationId,
      itemId: rig.items['Padeye, port'],
      newParentId: rig.items['Floodlight, girt 6'],
    });
    await expect(location).toHaveValue('Derrick / Floodlight, girt 6');
    await expect(page.getByRole('navigation', { name: 'Location' })).toContainText('Floodlight, girt 6');
  });
});

test.describe('a forgotten password', { tag: '@agent' }, () => {
  test(
    'gets the same answer whether or not the address is known',
    { tag: '@server' },
    async ({ page, login, company }) => {
      await login.open();
      for (const address of [company.maren.email, 'unknown@holdfast.example']) {
        await page.goto('/#forgot-password');
        await page.reload();
        await page.getByPlaceholder('Email Address').fill(address);
        await page.getByRole('button', { name: 'Send link' }).click();
        await expect(page.getByText('If there is an account for this address')).toBeVisible();
      }
      await page.goto('/#reset-password=not-a-secret');
      await page.reload();
      await page.getByLabel('New password').first().fill('a-long-enough-one');
      await page.getByRole('button', { name: 'Change password' }).click();
      await expect(page.getByRole('alert')).toContainText('older than an hour');
    },
  );
});
