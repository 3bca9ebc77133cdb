import { readFile } from 'node:fs/promises';
import { REPORT_TYPES, type TemplateChoices } from '@holdfast/contract';
import { DROPS } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { AdminPage } from '../pages/adminPage.ts';
import { ReportRows } from '../pages/reportRows.ts';

test.describe('a report created from a few choices', () => {
  test('is previewed before it is saved, downloaded as a template, and published for inspectors', async ({
    as,
    company,
    rig,
    dashboard,
    page,
  }) => {
    const title = `Begun ${process.pid} ${rig.installationName}`;
    // Only questions with a short name can be printed.
    const { wren, maren } = company;
    const { fieldsTemplates } = await maren.call('getFieldsForItem', { itemId: rig.items['Floodlight, girt 6']! });
    const tag = fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === 'Tag number')!;
    await wren.call('updateField', { id: tag.id, shortName: 'TagNumber' });
    const itemId = rig.items['Junction box, crown']!;
    await maren.call('saveItemField', { itemId, fieldId: tag.id, value: 'NMT-JB-7', displayValue: 'NMT-JB-7' });

    const admin = new AdminPage(page);
    await as(wren, '/admin/reports');
    await page.getByRole('button', { name: 'Create Report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Report' });
    await expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    await dialog.getByRole('combobox', { name: 'Runs over' }).click();
    await page.getByRole('option', { name: 'Installation Inspection', exact: true }).click();
    await dialog.getByText('Defective', { exact: true }).click();
    await dialog.getByRole('combobox', { name: 'Add a column' }).fill('Tag number');
    await page.getByRole('option', { name: 'Tag number · Identification' }).click();
    const heading = dialog.getByRole('textbox', { name: 'Heading of Tag number · Identification' });
    await heading.fill('Tag on the plate');
    await dialog.getByRole('combobox', { name: 'Add a column' }).fill('Updated by');
    await page.getByRole('option', { name: 'Updated by' }).click();
    const headings = dialog.getByRole('textbox', { name: /^Heading of/ });
    await expect(headings.first()).toHaveValue('Tag on the plate');
    await dialog.getByRole('button', { name: /^Move Updated by:/ }).press('ArrowUp');
    await expect(headings.first()).toHaveValue('Updated by');
    await dialog.getByRole('button', { name: 'Remove Updated by' }).click();
    await expect(headings).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);

    const arriving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download template' }).click();
    const template = await arriving;
    expect(template.suggestedFilename()).toBe(`${title}.frx`);
    expect(await readFile(await template.path(), 'utf8')).toContain('Tag on the plate');

    await dialog.getByRole('button', { name: 'Preview before saving' }).click();
    const preview = page.getByRole('dialog', { name: `Preview: ${title}` });
    await preview.getByRole('combobox', { name: 'Company' }).click();
    await page.getByRole('option', { name: 'Northmere Drilling' }).click();
    await preview.getByRole('combobox', { name: 'Inspection of an installation' }).click();
    await page.getByRole('option', { name: new RegExp(`^${rig.installationName}`) }).click();
    await preview.getByRole('button', { name: 'Show pages' }).click();
    const pages = preview.locator('iframe').contentFrame();
    await expect(pages.getByText('Junction box, crown')).toBeVisible({ timeout: 45_000 });
    await expect(pages.getByText('NMT-JB-7')).toBeVisible();
    await preview.getByRole('button', { name: 'Close' }).click();
    const kept = async (): Promise<number> =>
      (await wren.call('getReports', {})).filter((report) => report.title === title).length;
    await expect.poll(kept).toBe(0);

    await heading.fill('Plate');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog', { name: title })).toContainText('In use');
    await page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Close' }).click();
    await expect(admin.row(title)).toHaveCount(1);
    await expect(admin.row(title)).toContainText('Published');

    await as(maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const reports = new ReportRows(page, page.getByRole('dialog', { name: 'Reports' }));
    const file = await reports.print(title);
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    for (const words of ['Plate', 'NMT-JB-7', 'Junction box, crown', '1 defective item', 'For the client'])
      expect(text).toContain(words);
    for (const words of ['1 defective items', 'Floodlight']) expect(text).not.toContain(words);
  });

  test('opens its choices as last saved, and none once a file has replaced its template', async ({
    as,
    company: { wren },
    page,
  }) => {
    const title = `Reopened ${process.pid}`;
    const begun: TemplateChoices = {
      title,
      over: 'installationInspection',
      items: 'all',
      byLocation: true,
      fields: [],
      notes: true,
      photos: true,
      signatures: true,
      paper: 'A4',
      landscape: false,
    };
    const { frx } = await wren.call('startReportTemplate', begun);
    const scope = { companyId: null, inspectionId: null, reportTypeId: REPORT_TYPES.installationInspection.id };
    const { id } = await wren.call('createReport', { ...scope, title, frx, choices: begun, published: false });

    await as(wren, '/admin/reports');
    const admin = new AdminPage(page);
    await admin.search.fill(title);
    await admin.row(title).getByRole('button').first().click();
    const report = page.getByRole('dialog', { name: title, exact: true });
    const reopened = page.getByRole('dialog', { name: `Choices of ${title}` });
    const open = (): Promise<void> => report.getByRole('button', { name: 'Change choices' }).click();
    await open();
    await expect(reopened.getByRole('switch', { name: 'Notes' })).toBeChecked();
    await expect(reopened.getByRole('radio', { name: 'A4' })).toBeChecked();
    await reopened.getByText('Defective', { exact: true }).click();
    await reopened.getByText('Letter', { exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    await reopened.getByRole('button', { name: 'Save choices' }).click();
    await expect(reopened).toHaveCount(0);
    expect(await wren.call('getReportChoices', { id })).toEqual({ ...begun, items: 'defective', paper: 'Letter' });

    await open();
    await expect(reopened.getByRole('radio', { name: 'Defective' })).toBeChecked();
    await expect(reopened.getByRole('radio', { name: 'Letter' })).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(reopened).toHaveCount(0);

    const file = { name: 'designed.frx', mimeType: 'application/xml', buffer: Buffer.from(frx, 'base64') };
    await report.locator('input[type="file"]').setInputFiles(file);
    await report.getByRole('button', { name: 'Replace template', exact: true }).click();
    await expect(report.getByRole('button', { name: 'Change choices' })).toHaveCount(0);
    expect(await wren.call('getReportChoices', { id })).toBeNull();
  });
});
