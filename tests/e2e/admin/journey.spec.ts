import { test as base } from '@playwright/test';
import { expect } from '../fixtures/journey.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import { AdminPage } from '../pages/adminPage.ts';
import { AdminTemplatePage } from '../pages/adminTemplatePage.ts';
import { DashboardPage } from '../pages/dashboardPage.ts';
import { InspectionPage } from '../pages/inspectionPage.ts';
import { ItemPage } from '../pages/itemPage.ts';
import { LoginPage } from '../pages/loginPage.ts';

const PASSWORD = 'by-clicks-Alone-1';

/** An unconfigured server: everything on it at the end was created through the screens. */
const test = base.extend<{ server: Server }>({
  server: async ({ browserName: _ }, use) => {
    const server = await startServer({ demo: false });
    await use(server);
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.address),
});

test('from an empty product by clicks alone to an inspection that shows exactly what was set up [ACOM-07]', async ({
  page,
  server,
}) => {
  test.setTimeout(300_000);
  const [admin, studio, login] = [new AdminPage(page), new AdminTemplatePage(page), new LoginPage(page)];

  await test.step('the first administrator', async () => {
    await login.open();
    await page.getByText('Set up the first administrator').click();
    await page.getByLabel('Setup code').fill(server.setupCode);
    await page.getByLabel('Your name').fill('Wren Castellane');
    await page
      .getByPlaceholder('Email Address')
      .or(page.getByLabel('Email Address'))
      .first()
      .fill('wren@holdfast.example');
    const password = page.getByLabel(/^Password/).first();
    await password.fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Must have at least 10 characters.')).toBeVisible();
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('No company yet')).toBeVisible();
    await expect(page).not.toHaveURL(/#/);
    await page.getByRole('link', { name: 'Create the first company' }).click();
    await expect(admin.title).toHaveText('Companies');
    await admin.goTo('Overview');
    await expect(admin.title).toHaveText('Overview');
    const attention = admin.section('Needs attention');
    await expect(attention.getByRole('link', { name: /^No company yet/ })).toBeVisible();
    await attention.getByRole('link', { name: /^No inspection yet/ }).click();
    await expect(admin.title).toHaveText('Inspections');
  });

  await test.step('templates with all eight types of field, one of them nested', async () => {
    await admin.goTo('Item Type Templates');
    await admin.createNamed('Bolted');
    await studio.add('Bolt size', 'Text');
    await admin.saveAll();
    await admin.goTo('Item Type Templates');
    await admin.createNamed('Identification');
    await studio.add('Tag number', 'Text');
    await studio.add('Weight (kg)', 'Number');
    const maker = await studio.add('Manufacturer', 'Select');
    await studio.addOption(maker, 'Brandreth');
    await studio.addOption(maker, 'Kolvik');
    const retention = await studio.add('Secondary retention', 'Multi-select');
    await studio.addOption(retention, 'Split pin');
    const fixing = await studio.add('Primary fixing', 'Select with subfields');
    await studio.addOption(fixing, 'Bolted on', 'Bolted');
    await studio.addOption(fixing, 'No primary fixing');
    await admin.saveAll();
    await admin.goTo('Inspection Templates');
    await admin.createNamed('Result');
    await studio.add('Corrected on site', 'Checkbox');
    await studio.add('Next inspection due', 'Date');
    await studio.add('Inspected at', 'Datetime');
    await admin.saveAll();
    await admin.goTo('Inspection Details Templates');
    await admin.createNamed('Team');
    await studio.add('Leading inspector', 'Text');
    await admin.saveAll();
    await admin.goTo('Installation Details Templates');
    await admin.createNamed('Site');
    await studio.add('Field', 'Text');
    await admin.saveAll();
  });

  await test.step('three item types', async () => {
    await admin.goTo('Item Types');
    await admin.createNamed('Area');
    await page.getByRole('switch', { name: 'Is a location' }).press('Space');
    await admin.saveAll();
    for (const name of ['Floodlight', 'Padeye']) {
      await admin.goTo('Item Types');
      await admin.createNamed(name);
      await admin.add('Parent Item Types', 'Area');
      if (name === 'Floodlight') await admin.add('Field Templates', 'Identification');
    }
  });

  await test.step('an inspection type with its parts', async () => {
    await admin.goTo('Inspections');
    await admin.create.click();
    await admin.shortName.fill('DROPS');
    await admin.rename('Dropped Object Survey');
    await admin.add('Inspection Details', 'Team');
    await admin.tab('Item Types').click();
    for (const name of ['Area', 'Floodlight', 'Padeye']) await admin.add('Item Types', name);
    await admin.choose(page.getByRole('combobox', { name: 'Result questions of Floodlight' }), 'Result');
    await admin.tab('Default Items/Questions').click();
    for (const [type, name, parent] of [
      ['Area', 'Derrick', null],
      ['Floodlight', 'Crown light', 'Derrick'],
    ] as const) {
      await page.getByRole('button', { name: 'Add Item or Question' }).click();
      await admin.choose(admin.dialog.getByRole('combobox', { name: 'Item type' }), type);
      await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      if (parent !== null) await admin.choose(admin.dialog.getByRole('combobox', { name: 'Parent' }), parent);
      await admin.dialog.getByRole('button', { name: 'Save' }).click();
      await expect(admin.dialog).toBeHidden();
    }
    await admin.tab('List View Fields').click();
    const columns = admin.section('From the questions of the item types');
    await admin.choose(columns.getByRole('combobox'), 'Tag number');
    await columns.getByRole('button', { name: 'Add', exact: true }).click();
    await admin.saveAll();
  });

  await test.step('a company with two installations and an inspector', async () => {
    await admin.goTo('Companies');
    await admin.createNamed('Northmere Drilling');
    await admin.choose(page.getByRole('combobox', { name: 'Installation Template' }), 'Site');
    await admin.saveAll();
    for (const name of ['Northmere Tarn', 'Northmere Fell']) {
      await page.getByRole('button', { name: 'Create Installation' }).click();
      await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await admin.dialog.getByRole('button', { name: 'Create' }).click();
      await expect(admin.dialog).toBeHidden();
    }
    await admin.add('Allowed Inspections', 'Dropped Object Survey');
    await admin.goTo('Users');
    await page.getByRole('button', { name: 'Create User' }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Maren Thorskild');
    await admin.dialog.getByRole('textbox', { name: 'Email Address' }).fill('maren@northmere.example');
    await admin.dialog.getByRole('radio', { name: 'Inspector' }).click();
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Company' }), 'Northmere Drilling');
    await admin.dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await admin.dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row('Maren Thorskild')).toBeVisible();
    await admin.goTo('Overview');
    await expect(page.getByText('Everything is in order')).toBeVisible();
  });

  const dashboard = new DashboardPage(page);
  await test.step('the inspector starts an inspection and finds it filled', async () => {
    await dashboard.signOut();
    await login.signIn('maren@northmere.example', PASSWORD);
    await page.getByRole('link', { name: 'To the dashboard' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await dashboard.openInstallation('Northmere Tarn');
    await page.getByRole('button', { name: 'New Inspection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New Inspection' });
    await dialog.getByRole('combobox', { name: 'Inspection', exact: true }).click();
    await expect(page.getByRole('option')).toHaveText(['Dropped Object Survey']);
    await page.getByRole('option', { name: 'Dropped Object Survey' }).click();
    await expect(dialog.getByText('Leading inspector')).toBeVisible();
    for (const [label, day] of [
      ['Start date', '15/01/2026'],
      ['Expected end date', '15/01/2027'],
    ] as const) {
      await dialog.getByLabel(label).fill(day);
      await dialog.getByLabel(label).blur();
    }
    await dialog.getByRole('button', { name: 'Create Inspection' }).click();
    await expect(dialog).toBeHidden();
    // The new inspection is open.
    const inspection = new InspectionPage(page);
    await expect(inspection.tree.getByRole('columnheader', { name: 'Tag number' })).toBeVisible();
    await expect.poll(() => inspection.names()).toEqual(['Derrick', 'Crown light']);
    await inspection.row('Crown light').click();
  });

  await test.step('and sees exactly the configured questions, in order', async () => {
    const item = new ItemPage(page);
    await expect(item.title).toHaveText('Crown light');
    for (const name of [
      'Tag number',
      'Weight (kg)',
      'Manufacturer',
      'Secondary retention',
      'Primary fixing',
      'Corrected on site',
      'Next inspection due',
      'Inspected at',
    ]) {
      await expect(page.getByText(name, { exact: true }).first()).toBeVisible();
    }
    await page.getByRole('combobox', { name: 'Primary fixing' }).click();
    await expect(page.getByRole('option')).toHaveText(['Bolted on', 'No primary fixing']);
    await page.getByRole('option', { name: 'Bolted on' }).click();
    await expect(page.getByRole('textbox', { name: 'Bolt size' })).toBeVisible();
  });

  await test.step('an inspection type that is no longer allowed cannot be started', async () => {
    await dashboard.signOut();
    await login.signIn('wren@holdfast.example', PASSWORD);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Administration' }).click();
    await admin.goTo('Companies');
    await admin.row('Northmere Drilling').getByRole('link').click();
    await admin.section('Allowed Inspections').getByRole('button', { name: 'Remove Dropped Object Survey' }).click();
    await expect(admin.dialog).toContainText('The 1 inspection it has started stays');
    await admin.confirm('Remove');
    await expect(page.getByText('No inspection is allowed yet')).toBeVisible();
    await dashboard.signOut();
    await login.signIn('maren@northmere.example', PASSWORD);
    await page.getByRole('link', { name: 'To the dashboard' }).click();
    await dashboard.openInstallation('Northmere Tarn');
    await page.getByRole('button', { name: 'New Inspection' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Inspection', exact: true }).click();
    await expect(page.getByText('No options')).toBeVisible();
  });
});
