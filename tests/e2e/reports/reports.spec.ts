import { readFile } from 'node:fs/promises';
import { type REPORT_TYPES as ReportTypes, REPORT_TYPES } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import type { Company } from '../fixtures/company.ts';
import { DROPS } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { base64, endlessTemplate, listTemplate } from '../fixtures/templates.ts';
import { ReportRows } from '../pages/reportRows.ts';

const RESULTS = { Item: ['Name'], Result: ['Condition'] };
const day = new Date().toISOString().slice(0, 10);

let titles = 0;

/** Uploads a report under a unique title; returns the title. */
async function upload(
  { wren }: Company,
  type: keyof typeof ReportTypes,
  template: string,
  more: { inspectionId?: string } = {},
): Promise<string> {
  titles += 1;
  const title = `Report ${process.pid}-${titles}`;
  await wren.call('createReport', { title, frx: base64(template), reportTypeId: REPORT_TYPES[type].id, ...more });
  return title;
}

const dashboardReports = (page: Page): ReportRows =>
  new ReportRows(page, page.getByRole('region', { name: 'Reports' }));
const dialogReports = (page: Page): ReportRows => new ReportRows(page, page.getByRole('dialog', { name: 'Reports' }));

/** Holds a call back until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test.describe('reports on the dashboard', { tag: '@agent' }, () => {
  test('are under two tabs; those of the company are printed and saved under their name [DASH-07] [DASH-08] [REPI-05]', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const title = await upload(company, 'company', listTemplate('Fleet', { Installation: ['Name'] }));
    await as(company.maren);
    await expect(page.getByRole('tab')).toHaveText(['Company Reports', 'Inspection Type Reports']);
    const file = await dashboardReports(page).print(title);
    expect(file.suggestedFilename()).toBe(`${title} - Northmere Drilling - ${day}.pdf`);
    const pages = await pdfPages(await readFile(await file.path()));
    expect(pages.join('\n')).toContain(rig.installationName);
    await expect(dashboardReports(page).row(title)).toContainText(`Saved as ${file.suggestedFilename()}`);
    expect(await axeFindings(page)).toEqual([]);
  });

  test(
    'are announced while a demo is still being created, and listed when it is complete',
    { tag: '@server' },
    async ({ as, company, page }) => {
      const title = await upload(company, 'company', listTemplate('Fleet', { Installation: ['Name'] }));
      let seeded = 0.4;
      await page.route('**/ext/instance', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ json: { ...(await response.json()), demo: { password: '', signIns: [], seeded } } });
      });
      await page.route('**/api/get-reports-for-company', (route) =>
        seeded < 1 ? route.fulfill({ json: [] }) : route.continue(),
      );
      await as(company.maren);
      await expect(page.getByRole('region', { name: 'Reports' })).toContainText('The demo is still being created');
      const progress = page.getByRole('progressbar', { name: 'The demo fleet is being created' });
      await expect(progress).toHaveAttribute('aria-valuenow', '40');
      seeded = 0.7;
      await expect(progress).toHaveAttribute('aria-valuenow', '70');
      seeded = 1;
      await expect(dashboardReports(page).row(title)).toBeVisible();
      await expect(progress).toHaveCount(0);
    },
  );

  test('about an inspection type appear once it is chosen, types by name [DASH-09] [DASH-10] [DASH-11]', async ({
    as,
    company,
    rig,
    page,
  }) => {
    const { DROPS: inspectionId, LOLER } = company.inspections;
    const template = listTemplate('Inspections', { Installation: ['Name'], Inspection: ['TypeName'] });
    const title = await upload(company, 'inspectionType', template, { inspectionId });
    const other = await upload(company, 'inspectionType', template, { inspectionId: LOLER });
    // The types are shown in the order of their names, regardless of the order in the answer.
    await page.route('**/api/get-inspections', async (route) => {
      const types = (await (await route.fetch()).json()) as unknown[];
      await route.fulfill({ json: types.toReversed() });
    });
    await as(company.maren);
    await page.getByRole('tab', { name: 'Inspection Type Reports' }).click();
    const reports = dashboardReports(page);
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Select an Inspection Type' }).click();
    await expect(page.getByRole('option', { name: DROPS, exact: true })).toBeVisible();
    const names = await page.getByRole('option').allTextContents();
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en-GB')));
    expect(names).toEqual(expect.arrayContaining([DROPS, 'Lifting Equipment Thorough Examination']));
    await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0);
    await page.getByRole('option', { name: DROPS, exact: true }).click();
    await expect(reports.row(title)).toBeVisible();
    await expect(reports.row(other)).toHaveCount(0);
    const file = await reports.print(title);
    expect(file.suggestedFilename()).toBe(`${title} - ${DROPS} - ${day}.pdf`);
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    expect(text).toContain(rig.installationName);
    expect(text).not.toContain('Lifting Equipment');
  });

  test('show their progress until the file arrives, others stay usable, and one can be cancelled [DASH-13] [DASH-14] [REPI-06]', async ({
    as,
    company,
    page,
  }) => {
    const template = listTemplate('Fleet', { Installation: ['Name'] });
    const slow = await upload(company, 'company', template);
    const quick = await upload(company, 'company', template);
    await page.route('**/ext/report-runs/*', (route) => route.fulfill({ json: { place: 3, pages: 0 } }));
    await as(company.maren);
    const reports = dashboardReports(page);
    const goOn = await hold(page, '**/execute-report-company');
    await reports.button(slow).click();
    await expect(reports.row(slow)).toHaveAttribute('aria-busy', 'true');
    await expect(reports.row(slow)).toContainText('Queued behind 3 reports');
    await page.unroute('**/execute-report-company');
    const file = await reports.print(quick);
    expect(file.suggestedFilename()).toContain(quick);
    await expect(reports.row(slow)).toHaveAttribute('aria-busy', 'true');
    const finished = page.waitForEvent('download');
    goOn();
    expect((await finished).suggestedFilename()).toContain(slow);
    await expect(reports.row(slow)).toHaveAttribute('aria-busy', 'false');

    await hold(page, '**/execute-report-company');
    const gone = page.waitForEvent('requestfailed', (request) => request.url().includes('execute-report-company'));
    await reports.button(slow).click();
    await page.getByRole('button', { name: `Stop ${slow}` }).click();
    await gone;
    await expect(reports.row(slow)).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('that cannot be printed show the reason and its position in the template [REPI-06]', async ({
    as,
    company,
    page,
  }) => {
    const title = await upload(company, 'company', endlessTemplate);
    await as(company.maren);
    const reports = dashboardReports(page);
    await reports.button(title).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(`${title} could not be printed`, { timeout: 45_000 });
    await expect(alert).toContainText('An administrator can correct its template.');
    await expect(alert.getByRole('listitem')).toHaveCount(1);
    await expect(reports.row(title)).toHaveAttribute('aria-busy', 'false');
    expect(await axeFindings(page)).toEqual([]);
    await alert.getByRole('button', { name: 'Close' }).click();
    await expect(alert).toHaveCount(0);
  });

  test('are refused when an expression fails, with its object, line and reason', async ({ as, company, page }) => {
    const title = await upload(company, 'company', listTemplate('[1 / Nothing]', { Installation: ['Name'] }));
    await as(company.maren);
    await dashboardReports(page).button(title).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(`${title} could not be printed`, { timeout: 45_000 });
    const place = alert.getByRole('listitem');
    await expect(place).toContainText('TitleText');
    await expect(place).toContainText(/Line \d+/);
    await expect(place).toContainText('Expression: 1 / Nothing');
  });

  test('that are printed incompletely list the missing parts, for the author of the template', async ({
    as,
    company,
    page,
  }) => {
    // A character that no font contains.
    const title = await upload(company, 'company', listTemplate('Rigs \uE0A5', { Installation: ['Name'] }));
    await as(company.maren);
    const reports = dashboardReports(page);
    await reports.print(title);
    const row = reports.row(title);
    await expect(row).toContainText('1 part of this report could not be printed as designed');
    await expect(row).toContainText('An administrator can correct these objects in the template');
    await expect(row.getByRole('listitem')).toContainText('TitleText');
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Close' }).click();
    await expect(row).not.toContainText('as designed');
  });

  test('are refused with the word Unauthorized when the session is over, and nothing is saved [REPI-07] [ERRS-04]', async ({
    as,
    company,
    page,
  }) => {
    const title = await upload(company, 'company', listTemplate('Fleet', { Installation: ['Name'] }));
    await as(company.maren);
    await expect(dashboardReports(page).button(title)).toBeVisible();
    // The end of a session is reported to the page at once; here the report is the first to receive it.
    await page.route('**/execute-report-company', (route) => route.fulfill({ status: 401, body: '' }));
    const saved: unknown[] = [];
    page.on('download', (file) => saved.push(file));
    await dashboardReports(page).button(title).click();
    await expect(page.getByRole('alert')).toHaveText('Unauthorized');
    await expect(page.getByPlaceholder('Email Address')).toBeVisible();
    expect(saved).toEqual([]);
  });

  test('are replaced by a message when there are none, when they cannot be loaded, and without a connection', async ({
    as,
    company,
    page,
  }) => {
    await page.route('**/api/get-reports-for-company', (route) => route.fulfill({ json: [] }));
    await as(company.maren);
    await expect(page.getByText('No reports yet')).toBeVisible();
    await page.unroute('**/api/get-reports-for-company');
    await page.route('**/api/get-reports-for-company', (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await expect(page.getByText('The reports could not be loaded')).toBeVisible();
    await page.unroute('**/api/get-reports-for-company');
    const title = await upload(company, 'company', listTemplate('Fleet', { Installation: ['Name'] }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(dashboardReports(page).button(title)).toBeVisible();
    await page.route('**/execute-report-company', (route) => route.abort());
    await dashboardReports(page).button(title).click();
    await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  });
});

test.describe('reports about installations, inspections and items', { tag: '@agent' }, () => {
  test('are shown with an installation only when there are some [INST-11]', async ({
    as,
    company,
    rig,
    dashboard,
    installation,
    page,
  }) => {
    await page.route('**/api/get-reports-for-installation', (route) => route.fulfill({ json: [] }));
    await as(company.maren);
    const none = page.waitForResponse('**/api/get-reports-for-installation');
    await dashboard.openInstallation(rig.installationName);
    await (await none).finished();
    await expect(installation.card(DROPS)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Reports' })).toHaveCount(0);
    await page.unroute('**/api/get-reports-for-installation');
    const title = await upload(company, 'installation', listTemplate('Rig', { Installation: ['Name'] }));
    await page.reload();
    const file = await dashboardReports(page).print(title);
    expect(file.suggestedFilename()).toBe(`${title} - ${rig.installationName} - ${day}.pdf`);
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    expect(text.match(/Northmere Tarn [\d-]+/g)).toEqual([rig.installationName]);
  });

  test('about an inspection are in the Reports modal [INSP-19]', async ({ as, company, rig, dashboard, page }) => {
    const title = await upload(company, 'installationInspection', listTemplate('Results', RESULTS));
    const ofItem = await upload(company, 'inspectionItem', listTemplate('Item', RESULTS));
    await as(company.maren);
    await dashboard.openInspection(rig.installationName, DROPS);
    await page.getByRole('button', { name: 'Reports', exact: true }).click();
    const reports = dialogReports(page);
    await expect(reports.row(title)).toBeVisible();
    await expect(reports.row(ofItem)).toHaveCount(0);
    const file = await reports.print(title);
    expect(file.suggestedFilename()).toBe(`${title} - ${DROPS}, ${rig.installationName} - ${day}.pdf`);
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    expect(text).toContain('Junction box, crown');
    expect(text).toContain('Defective');
    expect(await axeFindings(page)).toEqual([]);
  });

  test('about an item are in a tab beside the history [ITEM-17] [REPI-08]', async ({ company, openItem, page }) => {
    const title = await upload(company, 'inspectionItem', listTemplate('Item', RESULTS));
    await openItem('Junction box, crown');
    await expect(page.getByRole('tab')).toHaveText(['Reports', 'History']);
    await page.getByRole('tab', { name: 'Reports' }).click();
    const asked = page.waitForRequest('**/execute-report-installation-inspection-item');
    const reports = new ReportRows(page, page.getByRole('tabpanel', { name: 'Reports' }));
    const file = await reports.print(title);
    expect((await asked).postDataJSON()).toHaveProperty('installationInspectionItemId');
    expect(file.suggestedFilename()).toBe(`${title} - Junction box, crown - ${day}.pdf`);
    const text = (await pdfPages(await readFile(await file.path()))).join('\n');
    expect(text).toContain('Defective');
    expect(text).not.toContain('Floodlight');
  });
});
