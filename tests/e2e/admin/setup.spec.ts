import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { own, test as base } from '../fixtures/admin.ts';
import { callerOf, DAY, PASSWORD, today } from '../fixtures/company.ts';
import { axeFindings, expect } from '../fixtures/journey.ts';
import { type Server, startServer } from '../fixtures/server.ts';
import type { AdminPage } from '../pages/adminPage.ts';

/** A second server without any configuration. */
const test = base.extend<{ elsewhere: Server }>({
  elsewhere: async ({ browserName: _ }, use) => {
    const server = await startServer({ demo: false });
    await use(server);
    await server.remove();
  },
});

/** Exports an inspection type from its editor. Returns the path of the file. */
async function exported(page: Page): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export setup' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.holdfast\.json$/);
  const setup = test.info().outputPath('setup.json');
  copyFileSync(await file.path(), setup);
  return setup;
}

async function choose(page: Page, dialog: AdminPage['dialog'], path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(path);
}

test.describe('the setup of an inspection', () => {
  test('is imported by an empty server, changes nothing when imported again, and can be used for an inspection there', async ({
    as,
    company,
    elsewhere,
    admin,
    login,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    const { call: here } = company.wren;
    const name = own('Derrick survey');
    const { id } = await here('createInspection', { name });
    await here('updateInspection', {
      id,
      itemTypeListViewFieldNames: JSON.stringify([{ name: 'Tag number', isSearchable: true }]),
    });
    const { area, floodlight } = company.itemTypes;
    for (const itemTypeId of [area, floodlight]) await here('addInspectionItemType', { inspectionId: id, itemTypeId });
    const place = { id, type: 'Item' } as const;
    const derrick = await here('createInspectionDefaultItem', { ...place, name: 'Derrick', itemTypeId: area });
    await here('createInspectionDefaultItem', {
      ...place,
      name: 'Crown light',
      itemTypeId: floodlight,
      parentDefaultItemId: derrick.id,
    });
    await as(company.wren, `/admin/inspections/${id}`);
    const setup = await exported(page);

    const { details } = await callerOf(elsewhere.address, null)('createFirstAdministrator', {
      setupCode: elsewhere.setupCode,
      name: 'Wren Castellane',
      email: 'wren@holdfast.example',
      password: PASSWORD,
    });
    const there = callerOf(elsewhere.address, details!.token);
    await test.step('imported by an administrator there', async () => {
      await page.goto(`${elsewhere.address}/admin/inspections`);
      await login.signIn('wren@holdfast.example', PASSWORD);
      await page.getByRole('button', { name: 'Import setup' }).click();
      await choose(page, admin.dialog, setup);
      await expect(admin.dialog.getByRole('status')).toContainText(/\d+ new, 0 changed, 0 unchanged/);
      await expect(admin.dialog.getByRole('listitem').filter({ hasText: '2 new default items' })).toContainText(
        'Crown light',
      );
      expect(await axeFindings(page)).toEqual([]);
      await admin.dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(admin.title).toHaveText(name);
    });

    await test.step('importing it again changes nothing', async () => {
      await admin.goTo('Inspections');
      await page.getByRole('button', { name: 'Import setup' }).click();
      await choose(page, admin.dialog, setup);
      await expect(admin.dialog).toContainText('Everything in it is here already.');
      const take = admin.dialog.getByRole('button', { name: 'Import', exact: true });
      await expect(take).toBeDisabled();
      await expect(take).toHaveAccessibleDescription('Everything in it is here already.');
    });

    await test.step('an inspector answers its questions', async () => {
      const { id: companyId } = await there('createCompany', { name: 'Vantry Offshore' });
      await there('addCompanyInspection', { id: companyId, inspectionId: id });
      await there('createUser', {
        name: 'Anouk Veldering',
        email: 'anouk@holdfast.example',
        role: 'inspector',
        companyId,
        password: PASSWORD,
      });
      const { id: installationId } = await there('createInstallation', { companyId, name: 'Vantry Fell' });
      await there('createInstallationInspection', {
        installationId,
        inspectionId: id,
        startDate: today,
        endDate: today + DAY,
      });
      await page.goto(elsewhere.address);
      await dashboard.signOut();
      await login.signIn('anouk@holdfast.example', PASSWORD);
      await dashboard.openInspection('Vantry Fell', name);
      await expect(inspection.tree.getByRole('columnheader', { name: 'Tag number' })).toBeVisible();
      await inspection.row('Crown light').click();
      await page.getByRole('combobox', { name: 'Primary fixing' }).click();
      await page.getByRole('option', { name: 'Bolted' }).click();
      await page.getByRole('textbox', { name: 'Bolt size' }).fill('M16');
      await item.condition('Fit for purpose').click();
      await expect(item.history).toContainText('M16');
      await expect(item.history).toContainText('Fit for purpose');
    });
  });

  test('lists the changes it makes, and files of another kind are refused with a clear message', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const before = own('Derrick survey');
    const { id } = await call('createInspection', { name: before });
    const template = await call('createFieldsTemplate', {
      name: own('Securing'),
      fieldsTemplateTypeId: '00000000-0000-7000-8000-00000000e003',
    });
    await call('addInspectionFieldsTemplate', { id, templateId: template.id });
    const field = await call('createField', {
      name: 'Work order',
      fieldTypeId: '00000000-0000-7000-8000-00000000f006',
      fieldsTemplateId: template.id,
      order: 0,
    });
    await as(company.wren, `/admin/inspections/${id}`);
    const setup = await exported(page);
    const after = own('Derrick survey');
    await call('updateInspection', { id, name: after });
    await call('updateField', { id: field.id, required: true });

    await page.goto('/admin/inspections');
    await page.getByRole('button', { name: 'Import setup' }).click();
    await choose(page, admin.dialog, import.meta.filename);
    await expect(admin.dialog.getByRole('alert')).toContainText('This is no setup.');
    const large = test.info().outputPath('large.json');
    writeFileSync(large, '{');
    truncateSync(large, 41 * 1024 * 1024);
    await choose(page, admin.dialog, large);
    await expect(admin.dialog.getByRole('alert')).toContainText('It is larger than 40 MB.');

    await choose(page, admin.dialog, setup);
    await expect(admin.dialog.getByRole('status')).toContainText('0 new, 2 changed');
    await expect(admin.dialog.getByText(`Name: ${after} becomes ${before}`)).toBeVisible();
    await expect(admin.dialog.getByText('Required: Yes becomes No')).toBeVisible();

    await call('updateInspection', { id, shortName: 'DER' });
    await admin.dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('Something changed since you looked at this.')).toBeVisible();
    await expect(admin.dialog.getByText('Short Name: DER becomes (empty)')).toBeVisible();
    await admin.dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(admin.title).toHaveText(before);
    await expect(admin.shortName).toHaveValue('');
  });
});
