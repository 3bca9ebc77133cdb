import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { own, test } from '../fixtures/admin.ts';
import { axeFindings, expect } from '../fixtures/journey.ts';

test.describe('an installation', () => {
  test('is copied to another company by keyboard, with counts before and after', async ({
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

  test('gets other coordinates, which stay when another administrator changes its name meanwhile', async ({
    as,
    company,
    admin,
    page,
    rig,
  }) => {
    const { call } = company.wren;
    const stored = async () =>
      (await call('getAdminInstallations', { companyId: company.id })).find(({ id }) => id === rig.installationId);
    await as(company.wren, `/admin/companies/${company.id}`);
    await page.getByRole('button', { name: `Edit ${rig.installationName}` }).click();
    const latitude = admin.dialog.getByRole('textbox', { name: 'Latitude' });
    const save = admin.dialog.getByRole('button', { name: 'Save', exact: true });
    await expect(latitude).toHaveValue('57.9312');
    await expect(save).toBeDisabled();
    await latitude.fill('157');
    await expect(save).toBeDisabled();
    await latitude.fill('58,25');
    const { timeZone, longitude } = (await stored())!;
    const name = own('Northmere Tarn Two');
    await call('editInstallation', { id: rig.installationId, name, latitude: 57.9312, longitude, timeZone });
    await save.click();
    await admin.dialog.getByRole('button', { name: 'Save mine on top' }).click();
    await expect(admin.dialog).toHaveCount(0);
    expect(await stored()).toMatchObject({ name, latitude: 58.25, longitude: 1.418 });
  });

  test('is filled from a spreadsheet after a preview, undone at once, and exported unchanged', async ({
    as,
    company,
    admin,
    page,
    rig,
  }) => {
    await as(company.wren, `/admin/companies/${company.id}`);
    const open = async (entry: string): Promise<void> => {
      await page.getByRole('button', { name: `More for ${rig.installationName}` }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await admin.dialog.getByRole('button', { name: /^Choose/ }).click();
      await (await chooser).setFiles(file);
    };
    const sheet = (name: string, content: string | number[]) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
    });
    const items = async (): Promise<string[]> =>
      (await company.maren.call('getItemsForInstallation', { installationId: rig.installationId })).map(
        ({ name }) => name,
      );
    const before = await items();

    await open('Import items');
    await choose(sheet('photo.xlsx', [0xff, 0xd8, 0xff, 0xe0]));
    await expect(admin.dialog.getByRole('alert')).toContainText('This is a picture');
    const huge = test.info().outputPath('huge.csv');
    writeFileSync(huge, 'Name');
    truncateSync(huge, 200 * 1024 * 1024);
    await choose(huge);
    await expect(admin.dialog.getByRole('alert')).toContainText('It is larger than 10 MB');

    const heading = 'Location;Item type;Name;Tag number;Weight (kg);Colour';
    await choose(sheet('wrong.csv', `${heading}\nDerrick;Floodlight;Crown light;FL-9;heavy;red`));
    const table = admin.dialog.getByRole('table', { name: 'Rows of the spreadsheet' });
    await expect(table.getByText('This must be a number')).toBeVisible();
    await expect(admin.dialog.getByRole('alert')).toContainText('Colour');
    await expect(admin.dialog.getByRole('button', { name: /^Import/ })).toBeDisabled();
    expect(await axeFindings(page)).toEqual([]);

    const twoReasons = `${heading.replace(';Colour', '')}\nDerrick;Floodlight;Crown light;FL-9;heavy\n;Crane;Boom light;FL-8;4`;
    await choose(sheet('reasons.csv', twoReasons));
    await expect(table.getByRole('row')).toHaveCount(3);
    await admin.dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: /^Item type: There is no item type of this name/ }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await expect(table).toContainText('Boom light');

    const light = 'Floodlight, girt 6';
    await choose(
      sheet('right.csv', `${heading}\nDerrick;Floodlight;Crown light;FL-9;1,250\nDerrick;Floodlight;${light};FL-1;8`),
    );
    await expect(table.getByText('This may be thousands or decimals')).toBeVisible();
    await choose(
      sheet('right.csv', `${heading}\nDerrick;Floodlight;Crown light;FL-9;12,5\nDerrick;Floodlight;${light};FL-1;8`),
    );
    await expect(table.getByRole('row')).toHaveCount(3);
    await admin.dialog.getByText('1 new', { exact: true }).click();
    await expect(table.getByRole('row')).toHaveCount(2);
    await admin.dialog.getByRole('button', { name: 'Import 2 items' }).click();
    await expect(admin.dialog.getByRole('status')).toHaveText('2 items were imported.');
    expect((await items()).toSorted()).toEqual([...before, 'Crown light'].toSorted());
    await admin.dialog.getByRole('button', { name: 'Undo the import' }).click();
    await expect(admin.dialog.getByRole('button', { name: 'Choose a spreadsheet' })).toBeVisible();
    expect(await items()).toEqual(before);
    await page.keyboard.press('Escape');
    await expect(admin.dialog).toHaveCount(0);

    const more = page.getByRole('button', { name: `More for ${rig.installationName}` });
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      send = resolve;
    });
    await page.route('**/register?format=xlsx', async (route) => {
      await held;
      await route.continue();
    });
    const download = page.waitForEvent('download');
    await open('Export items (Excel)');
    await expect(more).toBeDisabled();
    send();
    const file = await download;
    await expect(more).toBeEnabled();
    expect(file.suggestedFilename()).toMatch(/ - items - \d{4}-\d{2}-\d{2}\.xlsx$/);
    const path = await file.path();
    await open('Import items');
    const back = test.info().outputPath('back.xlsx');
    copyFileSync(path, back);
    await choose(back);
    await expect(admin.dialog.getByText('The file changes nothing')).toBeVisible();
    await expect(admin.dialog.getByText('7 unchanged', { exact: true })).toBeVisible();
  });
});
