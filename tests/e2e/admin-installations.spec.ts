import { own, test } from './house/admin.ts';
import { axeFindings, expect } from './house/journey.ts';

test.describe('an installation', () => {
  test('is copied to another company by the keyboard, with numbers before and after', async ({
    as,
    company,
    admin,
    page,
    rig,
  }) => {
    const { call } = company.wren;
    const other = await call('createCompany', { name: own('Vantry Offshore') });
    const floodlight = rig.items['Floodlight, girt 6']!;
    await company.maren.call('addFileToItem', {
      itemId: floodlight,
      filename: 'certificate.txt',
      base64File: btoa('proof load'),
    });
    await as(company.wren, `/admin/companies/${company.id}`);
    const more = page.getByRole('button', { name: `More for ${rig.installationName}` });
    await more.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Copy to another company' }).press('Enter');
    await expect(admin.dialog).toContainText('7 items');
    await expect(admin.dialog).toContainText('1 file');
    await expect(admin.dialog).toContainText('The 1 inspection with its findings stays here');
    const copy = admin.dialog.getByRole('button', { name: 'Copy', exact: true });
    await expect(copy).toBeDisabled();
    await admin.dialog.getByRole('combobox', { name: 'To company' }).click();
    await expect(page.getByRole('option', { name: 'Northmere Drilling', exact: true })).toHaveCount(0);
    await page.getByRole('option', { name: other.name }).click();
    const name = own('Vantry Tarn');
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    expect(await axeFindings(page)).toEqual([]);
    await copy.click();
    await expect(admin.dialog.getByRole('status')).toContainText(`${other.name} now has ${name}`);
    await expect(admin.dialog).toContainText('7 items');
    await admin.dialog.getByRole('link', { name }).click();
    await expect(admin.title).toHaveText(other.name);
    await expect(admin.section('Installations').getByText(name)).toBeVisible();

    expect(await call('getAdminInstallations', { companyId: other.id })).toMatchObject([
      { name, installationInspections: 0 },
    ]);
    await page.goBack();
    await expect(admin.section('Installations').getByText(rig.installationName)).toBeVisible();
  });
});
