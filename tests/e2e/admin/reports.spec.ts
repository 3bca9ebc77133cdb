import { readFile } from 'node:fs/promises';
import { REPORT_TYPES, type TemplateChoices } from '@holdfast/contract';
import type { Locator } from '@playwright/test';
import { DROPS, type Person } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { base64, chooseTemplate, listTemplate } from '../fixtures/templates.ts';
import { AdminPage } from '../pages/adminPage.ts';
import { ReportRows } from '../pages/reportRows.ts';

const COMPANY = 'Northmere Drilling';
const ITEMS = listTemplate('Items', { Item: ['Name'] });

let names = 0;
const newTitle = (): string => {
  names += 1;
  return `Sheet ${process.pid}-${names}`;
};

const field = (within: Locator, name: string): Locator => within.getByRole('combobox', { name, exact: true });

/** Begins a template from choices. */
async function begun({ call }: Person, title: string) {
  const printed = { items: 'all', byLocation: true, notes: true, photos: true, signatures: true } as const;
  const choices: TemplateChoices = { title, over: 'company', fields: [], ...printed, paper: 'A4', landscape: false };
  return { choices, frx: (await call('startReportTemplate', choices)).frx };
}

test.describe('the reports page', () => {
  test('has an entry in the menu, and lists reports with their scope [ROUT-04] [ROUT-19] [AREP-01]', async ({
    as,
    company,
    page,
  }) => {
    const title = newTitle();
    const { wren, id: companyId, inspections } = company;
    const reportTypeId = REPORT_TYPES.inspectionType.id;
    await wren.call('createReport', {
      title,
      frx: base64(ITEMS),
      reportTypeId,
      companyId,
      inspectionId: inspections.DROPS,
    });
    const admin = new AdminPage(page);
    await as(wren, '/admin');
    await expect(admin.menu.getByRole('link')).toHaveText([
      'Overview',
      'Inspections',
      'Item Types',
      'Item Type Templates',
      'Installation Details Templates',
      'Inspection Details Templates',
      'Inspection Templates',
      'Prompt Templates',
      'Companies',
      'Users',
      'Devices',
      'Releases',
      'Audit log',
      'Reports',
      'Recycle Bin',
      'To the dashboard',
    ]);
    await admin.goTo('Reports');
    await expect(page).toHaveURL(/\/admin\/reports$/);
    await expect(admin.row(title).getByRole('cell')).toHaveText([
      title,
      'Inspection Type',
      COMPANY,
      DROPS,
      'Published',
      /\d{4}/,
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('uploads an .frx file, lists its errors by line, and inspectors find it [AREP-02] [AREP-03] [AREP-04] [AREP-13]', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    const title = newTitle();
    await as(company.wren, '/admin/reports');
    await page.getByRole('button', { name: 'Upload report' }).click();
    const dialog = page.getByRole('dialog');
    await chooseTemplate(page, 'notes.txt', 'no report');
    await expect(dialog.getByRole('alert')).toContainText('Only .frx files can be used here.');
    await chooseTemplate(page, 'broken.frx', '<Report>\n<ReportPage></Report>');
    await expect(dialog.getByRole('alert')).toContainText('Line 2');
    await expect(dialog.getByRole('button', { name: 'Upload report' })).toBeDisabled();
    const declared = '<Column Name="Wight" DataType="System.String"/><Column Name="Name"';
    await chooseTemplate(page, `${title}.frx`, ITEMS.replace('<Column Name="Name"', declared));
    await expect(dialog.getByText('the report can be printed all the same')).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Wight' }).first()).toContainText('Line');
    const published = dialog.getByRole('switch', { name: 'Published' });
    await chooseTemplate(page, `${title}.frx`, ITEMS.replace('[Item.Name]', '[Item.Nmae]'));
    await expect(dialog.getByRole('listitem').first()).toContainText('Nmae');
    await expect(published).toBeDisabled();
    await expect(published).not.toBeChecked();
    await chooseTemplate(page, `${title}.frx`, ITEMS);
    await expect(dialog.getByText('The template fits the data.')).toBeVisible();
    await expect(published).toBeChecked();
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(title);
    await field(dialog, 'Runs over').click();
    await expect(page.getByRole('option')).toHaveText(Object.values(REPORT_TYPES).map(({ name }) => name));
    await page.getByRole('option', { name: 'Installation Inspection', exact: true }).click();
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/admin/reports') && request.method() === 'POST',
    );
    await dialog.getByRole('button', { name: 'Upload report' }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      title,
      frx: expect.stringMatching(/base64,/),
      companyId: null,
      inspectionId: null,
      reportTypeId: REPORT_TYPES.installationInspection.id,
    });
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();

    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    await expect(new ReportRows(page, page.getByRole('dialog')).row(title)).toBeVisible();
  });

  test('keeps the form in view below a template with many remarks, which are shown on request', async ({
    as,
    company,
    page,
  }) => {
    const unknown = Array.from({ length: 34 }, (_, n) => `<Column Name="Unknown${n}" DataType="System.String"/>`);
    await as(company.wren, '/admin/reports');
    await page.getByRole('button', { name: 'Upload report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Upload a report' });
    await chooseTemplate(
      page,
      'many.frx',
      ITEMS.replace('<Column Name="Name"', `${unknown.join('')}<Column Name="Name"`),
    );
    await expect(dialog.getByText('the report can be printed all the same')).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Show 29 more' }).click();
    await expect(dialog.getByRole('listitem')).toHaveCount(34);
  });

  test('shows a new template beside the one in use before it replaces it, and keeps the choice of data', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const title = newTitle();
    const { wren } = company;
    const reportTypeId = REPORT_TYPES.installationInspection.id;
    const { id } = await wren.call('createReport', { title, frx: base64(ITEMS), reportTypeId });
    const admin = new AdminPage(page);
    await as(wren, '/admin/reports');
    await admin.row(title).getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await chooseTemplate(page, 'second.frx', listTemplate('Second', { Item: ['Name'] }));
    await dialog.getByRole('button', { name: 'Preview before saving' }).click();
    const preview = page.getByRole('dialog', { name: `Preview: ${title}` });
    await field(preview, 'Company').click();
    await page.getByRole('option', { name: COMPANY }).click();
    await field(preview, 'Inspection of an installation').click();
    await page.getByRole('option', { name: new RegExp(`^${rig.installationName}`) }).click();
    await preview.getByText('Side by side').click();
    await preview.getByRole('button', { name: 'Show pages' }).click();
    await expect(preview.getByText(/^Pages that differ: 1/)).toBeVisible({ timeout: 45_000 });
    const pages = (name: string) => preview.getByRole('region', { name }).locator('iframe').contentFrame();
    await expect(pages('New template').getByText('Second').first()).toBeVisible();
    await expect(pages('Template in use').getByText('Second')).toHaveCount(0);
    await preview.getByRole('button', { name: 'Close' }).click();
    expect(await wren.call('getReportVersions', { id })).toHaveLength(1);

    await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(field(preview, 'Company')).toHaveValue(COMPANY);
    await expect(field(preview, 'Inspection of an installation')).toHaveValue(new RegExp(`^${rig.installationName}`));
  });

  test('keeps every earlier template of a report, restores one, and deletes after a confirmation [AREP-05]', async ({
    as,
    company,
    page,
  }) => {
    const title = newTitle();
    const { id } = await company.wren.call('createReport', {
      title,
      frx: base64(ITEMS),
      reportTypeId: REPORT_TYPES.company.id,
    });
    const admin = new AdminPage(page);
    await as(company.wren, '/admin/reports');
    await admin.row(title).getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: title });
    await chooseTemplate(page, 'second.frx', listTemplate('Second', { Item: ['Name'] }));
    await dialog.getByRole('button', { name: 'Replace template' }).click();
    await expect(dialog.getByRole('row')).toHaveCount(2);
    await dialog
      .getByRole('row', { name: /Version 1/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click();
    await expect(dialog.getByRole('row', { name: /Version 3/ })).toContainText('In use');
    const arriving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download template' }).click();
    expect((await readFile(await (await arriving).path())).toString()).toBe(ITEMS);

    await dialog.getByRole('switch', { name: 'Published' }).click();
    const save = dialog.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect
      .poll(async () => (await company.maren.call('getReportsForCompany', {})).map((report) => report.id))
      .not.toContain(id);
    await expect(save).toBeDisabled();

    await dialog.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${title}?` });
    await expect(question).toContainText('Are you sure you want to delete this report?');
    await expect(question).toContainText('It goes to the recycle bin');
    const gone = page.waitForRequest((request) => request.method() === 'DELETE');
    await question.getByRole('button', { name: 'Delete' }).click();
    expect(new URL((await gone).url()).pathname).toBe(`/admin/reports/${id}`);
    await expect(admin.row(title)).toHaveCount(0);
  });

  test('moves a report to another company with its template and its choices', async ({ as, company, page }) => {
    const title = newTitle();
    const { wren, id: companyId } = company;
    const { frx, choices } = await begun(wren, title);
    const { id } = await wren.call('createReport', { title, frx, choices, reportTypeId: REPORT_TYPES.company.id });
    const admin = new AdminPage(page);
    await as(wren, '/admin/reports');
    await admin.row(title).getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    await dialog.getByRole('button', { name: 'Move to another company' }).click();
    const moving = page.getByRole('dialog', { name: `Move ${title}` });
    const move = moving.getByRole('button', { name: 'Move Report' });
    await expect(move).toBeDisabled();
    await field(moving, 'Company').click();
    await page.getByRole('option', { name: COMPANY, exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    await move.click();
    await expect(moving).toHaveCount(0);
    await expect(dialog).toContainText(`Company · ${COMPANY}`);
    await expect(dialog.getByRole('button', { name: 'Change choices' })).toBeVisible();
    const reports = (await wren.call('getReports', {})).filter((report) => report.title === title);
    expect(reports).toMatchObject([{ companyId, published: true }]);
    expect(reports[0]!.id).not.toBe(id);
    await expect(page).toHaveURL(new RegExp(`report=${reports[0]!.id}`));
  });

  test('marks a report that cannot be printed, with the reason, until its template is replaced', async ({
    as,
    company,
    page,
  }) => {
    const title = newTitle();
    await company.wren.call('createReport', {
      title,
      frx: base64(ITEMS.replace('[Item.Name]', '[Item.Nmae]')),
      reportTypeId: REPORT_TYPES.company.id,
    });
    await as(company.wren, '/admin/reports');
    const row = page.getByRole('row').filter({ hasText: title });
    await expect(row).toContainText('Cannot be printed');
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button').click();
    const dialog = page.getByRole('dialog', { name: title });
    const mark = dialog.getByRole('alert').filter({ hasText: 'This report cannot be printed' });
    await expect(mark.getByRole('listitem').first()).toContainText('Nmae');
    await expect(mark).toContainText('Inspectors find this report, but get no file.');
    await chooseTemplate(page, 'corrected.frx', ITEMS);
    await dialog.getByRole('button', { name: 'Replace template' }).click();
    await expect(mark).toHaveCount(0);
    await expect(row).not.toContainText('Cannot be printed');
  });

  test('downloads a database for each of the five report types, once its data are chosen [AREP-06] [AREP-07] [AREP-08] [AREP-09] [AREP-10] [AREP-11] [AREP-12]', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const admin = new AdminPage(page);
    await as(company.wren, '/admin/reports');
    await page.getByRole('tab', { name: 'Report Databases' }).click();
    expect(await axeFindings(page)).toEqual([]);
    const run = `${rig.installationName}: ${DROPS}`;
    const choosing: Record<string, { wait?: string; choices: [string, string | RegExp][]; path: string }> = {
      Company: { choices: [['Company', COMPANY]], path: 'company?companyId=' },
      'Inspection type': {
        choices: [
          ['Company', COMPANY],
          ['Inspection type', DROPS],
        ],
        path: 'inspection-type?companyId=',
      },
      'Inspection of an installation': {
        wait: '/admin/installation-inspections?companyId=',
        choices: [
          ['Company', COMPANY],
          ['Inspection of an installation', new RegExp(`^${run}`)],
        ],
        path: 'installation-inspection?installationInspectionId=',
      },
      Installations: {
        choices: [
          ['Company', COMPANY],
          ['Installations', rig.installationName],
        ],
        path: 'installation?installationIds=',
      },
      'Inspection item': {
        wait: '/admin/installation-inspection-items?installationInspectionId=',
        choices: [
          ['Company', COMPANY],
          ['Inspection of an installation', new RegExp(`^${run}`)],
          ['Item', 'Junction box, crown'],
        ],
        path: 'inspection-item?installationInspectionItemId=',
      },
    };
    for (const [name, { wait, choices, path }] of Object.entries(choosing)) {
      const generator = admin.section(name);
      const download = generator.getByRole('button', { name: 'Download Report Database' });
      const asked = wait === undefined ? null : page.waitForRequest((request) => request.url().includes(wait));
      for (const [label, option] of choices) {
        await expect(download).toBeDisabled();
        await generator.getByLabel(label, { exact: true }).first().click();
        await page
          .getByRole('option', { name: option, ...(typeof option === 'string' ? { exact: true } : {}) })
          .click();
      }
      await asked;
      await page.keyboard.press('Escape');
      const navigated = page.waitForRequest((request) => request.url().includes('/admin/report-database/'));
      const arriving = page.waitForEvent('download');
      await download.click();
      const request = await navigated;
      expect(request.isNavigationRequest()).toBe(true);
      expect(request.url()).toContain(`/admin/report-database/${path}`);
      expect((await arriving).suggestedFilename()).toMatch(/^Holdfast - .+\.xml$/);
    }
  });

  test('shows the pages of a report over real data as they arrive, without running scripts in them', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const title = newTitle();
    const attack =
      '&lt;script&gt;top.alert(1)&lt;/script&gt;&lt;img src=x onerror=top.alert(2)&gt;&lt;/text&gt;&lt;/svg&gt;&lt;script&gt;top.alert(3)&lt;/script&gt;';
    const template = listTemplate(attack, { Item: ['Name'] });
    await company.wren.call('createReport', {
      title,
      frx: base64(template),
      reportTypeId: REPORT_TYPES.installationInspection.id,
      published: false,
    });
    const dialogs: string[] = [];
    page.on('dialog', (shown) => {
      dialogs.push(shown.message());
      void shown.dismiss();
    });
    const admin = new AdminPage(page);
    await as(company.wren, '/admin/reports');
    await admin.row(title).getByRole('button').click();
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    const preview = page.getByRole('dialog', { name: `Preview: ${title}` });
    await field(preview, 'Company').click();
    await page.getByRole('option', { name: COMPANY }).click();
    await field(preview, 'Inspection of an installation').click();
    await page.getByRole('option', { name: new RegExp(`^${rig.installationName}`) }).click();
    // Checked before there are pages: axe needs scripts in every frame, and the frame of the pages allows none.
    expect(await axeFindings(page)).toEqual([]);
    await preview.getByRole('button', { name: 'Show pages' }).click();
    await expect(preview.getByText('1 page', { exact: true })).toBeVisible({ timeout: 45_000 });
    const frame = preview.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin allow-modals');
    const pages = frame.contentFrame();
    await expect(pages.getByText('Junction box, crown')).toBeVisible();
    await expect(pages.getByText('<script>top.alert(1)</script>', { exact: false }).first()).toBeVisible();
    await expect(pages.locator('script')).toHaveCount(0);
    expect(dialogs).toEqual([]);

    const width = async (): Promise<number> => (await pages.locator('.page').boundingBox())!.width;
    const fitting = await width();
    await preview.getByRole('button', { name: 'Larger' }).click();
    await expect.poll(width).toBeGreaterThan(fitting);
    await preview.getByRole('searchbox', { name: 'Search the pages' }).fill('floodlight');
    await expect(preview.getByText('1 of 2', { exact: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(preview.getByText('2 of 2', { exact: true })).toBeVisible();
    const arriving = page.waitForEvent('download');
    await preview.getByRole('button', { name: 'Download PDF' }).click();
    expect((await arriving).suggestedFilename()).toContain(title);
  });
});

test.describe('the company editor', () => {
  test('downloads the report database of the company by navigation [ACOM-02] [ACOM-08]', async ({
    as,
    company,
    page,
  }) => {
    await as(company.wren, `/admin/companies/${company.id}`);
    for (const name of ['Name', 'Short Name'])
      await expect(page.getByRole('textbox', { name, exact: true })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Installation Template' })).toBeVisible();
    for (const name of ['Users', 'Allowed Inspections']) await expect(page.getByRole('region', { name })).toBeVisible();
    const navigated = page.waitForRequest((request) => request.url().includes('/admin/report-database/'));
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download Report Database' }).click();
    const request = await navigated;
    expect(request.isNavigationRequest()).toBe(true);
    expect(new URL(request.url()).search).toBe(`?companyId=${company.id}`);
    expect((await arriving).suggestedFilename()).toMatch(/^Holdfast - .+\.xml$/);
  });
});
