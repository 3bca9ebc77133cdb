import { own, test } from '../fixtures/admin.ts';
import { axeFindings, expect } from '../fixtures/journey.ts';

test.describe('deleting records', () => {
  test('moves an unused record to the recycle bin, with undo, and restores it from there', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const name = own('Barge survey');
    await as(company.wren, '/admin/inspections');
    await admin.createNamed(name);
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(admin.title).toHaveText('Inspections');
    await expect(admin.row(name)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(admin.row(name)).toBeVisible();

    await admin.row(name).getByRole('link').click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await admin.goTo('Recycle Bin');
    await expect(page.getByText('Choose a record to restore it.')).toContainText(
      'Records of a company are removed for good after 24 months; types, templates and shared reports stay here',
    );
    await expect(admin.row(name).getByRole('cell')).toHaveText([
      name,
      'Inspection type',
      '',
      'Wren Castellane',
      /\d{4}/,
    ]);
    expect(await axeFindings(page)).toEqual([]);
    await admin.row(name).getByRole('button').click();
    await admin.confirm('Restore');
    await expect(admin.row(name)).toHaveCount(0);
    await admin.goTo('Inspections');
    await expect(admin.row(name)).toBeVisible();
  });

  test('asks nothing about unsaved changes, which are shown again when the deletion is undone', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { id, name } = await company.wren.call('createCompany', { name: own('Regretted') });
    await as(company.wren, `/admin/companies/${id}`);
    await admin.shortName.fill('TYPED');
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(admin.title).toHaveText('Companies');
    await expect(admin.dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await admin.row(name).getByRole('link').click();
    await expect(admin.shortName).toHaveValue('TYPED');
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
  });

  test('is not needed to archive an installation, which by keyboard leaves the focus at its button', async ({
    as,
    company,
    page,
  }) => {
    const { call } = company.wren;
    const { id: companyId } = await call('createCompany', { name: own('Keyboard') });
    const place = { latitude: null, longitude: null, timeZone: 'UTC' };
    await call('createInstallation', { companyId, name: 'Tarn', ...place });
    await as(company.wren, `/admin/companies/${companyId}`);
    await page.getByRole('button', { name: 'Archive Tarn' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Restore Tarn' })).toBeFocused();
  });

  test('lists the uses of a record in use instead, with links', async ({ as, company, admin, page }) => {
    await as(company.wren, `/admin/inspections/${company.inspections.DROPS}`);
    await page.getByRole('button', { name: 'Delete Dropped Object Survey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Dropped Object Survey is in use' });
    await expect(dialog.getByRole('listitem').filter({ hasText: /^\d+ compan(y|ies): / })).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(0);
    await dialog.getByRole('link', { name: 'Northmere Drilling' }).first().click();
    await expect(admin.title).toHaveText('Northmere Drilling');
    await expect(page).toHaveURL(/\/admin\/companies\//);
  });

  test('needs a confirmation for installations, too, and their time zone can be changed later', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { id: companyId } = await company.wren.call('createCompany', { name: own('Ostermark') });
    const name = own('Ostermark Sund');
    const { id } = await company.wren.call('createInstallation', { companyId, name });
    const second = `${name} two`;
    await company.wren.call('createInstallation', { companyId, name: second });
    await as(company.wren, `/admin/companies/${companyId}`);
    const panel = admin.section('Installations');
    await panel.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
    await admin.dialog.getByRole('combobox', { name: 'Time zone' }).fill('Europe/Oslo');
    await page.getByRole('option', { name: 'Europe/Oslo' }).click();
    await admin.dialog.getByRole('button', { name: 'Save' }).click();
    await expect(admin.dialog).toHaveCount(0);
    const [saved] = await company.wren.call('getAdminInstallations', { companyId });
    expect(saved).toMatchObject({ id, name, timeZone: 'Europe/Oslo' });

    // By keyboard the focus goes on to the next installation, and from the last one to the button that creates one.
    const moreFor = (one: string) => panel.getByRole('button', { name: `More for ${one}`, exact: true });
    for (const [one, next] of [
      [name, moreFor(second)],
      [second, panel.getByRole('button', { name: 'Create Installation' })],
    ] as const) {
      await moreFor(one).press('Enter');
      // The menu moves the focus to its first entry some time after it has opened.
      await expect(page.getByRole('menuitem', { name: 'Copy to another company' })).toBeFocused();
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
      const confirm = admin.dialog.getByRole('button', { name: 'Delete', exact: true });
      await expect(confirm).toBeEnabled();
      await confirm.press('Enter');
      await expect(panel.getByText(one, { exact: true })).toHaveCount(0);
      await expect(next).toBeFocused();
    }
    expect(await company.wren.call('getAdminInstallations', { companyId })).toEqual([]);
  });
});
