/** The screens of reports, as the gallery photographs them over the demo fleet. */
import { REPORT_TYPES } from '@holdfast/contract';
import type { Page } from '@playwright/test';

/** What reports there are for inspectors, whatever the demo has. */
const TITLES: Readonly<Record<keyof typeof REPORT_TYPES, readonly string[]>> = {
  company: ['Annual condition summary', 'Failed items of the fleet'],
  inspectionType: ['Lifting register by installation', 'Open findings by installation'],
  installationInspection: ['Inspection report with photos', 'Failed items list', 'Picture book'],
  installation: ['Installation overview'],
  inspectionItem: ['Item sheet'],
};

async function listReports(page: Page): Promise<void> {
  const reports = (...types: (keyof typeof TITLES)[]) =>
    types.flatMap((type) =>
      TITLES[type].map((title, i) => ({
        id: REPORT_TYPES[type].id.replace(/....$/, `${type.length}${i}ff`.slice(0, 4).padStart(4, '0')),
        title,
        frx: '',
        companyId: null,
        inspectionId: null,
        reportTypeId: REPORT_TYPES[type].id,
        updatedAt: '2026-01-15T12:00:00.000Z',
      })),
    );
  await page.route('**/api/get-reports-for-company', (route) => route.fulfill({ json: reports('company') }));
  await page.route('**/api/get-reports-for-inspection-type', (route) =>
    route.fulfill({ json: reports('inspectionType') }),
  );
  await page.route('**/api/get-reports-for-installation', (route) => route.fulfill({ json: reports('installation') }));
  await page.route('**/api/get-reports-for-installation-inspection', (route) =>
    route.fulfill({ json: reports('installationInspection', 'inspectionItem') }),
  );
  await page.reload();
}

/** Reports that never come, each with its own word of how far it is. */
async function keepRunning(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/ext/report-runs/*', (route) => {
    asked += 1;
    return route.fulfill({ json: asked % 2 === 1 ? { place: 2, pages: 0 } : { place: 0, pages: 37 } });
  });
  await page.route('**/execute-report-*', () => new Promise(() => undefined));
}

const openDashboard = async (page: Page): Promise<void> => {
  await listReports(page);
  await page.getByRole('region', { name: 'Reports' }).scrollIntoViewIfNeeded();
};
const openList = async (page: Page): Promise<void> => {
  await listReports(page);
  await page.getByRole('article').first().getByRole('button').nth(1).click();
  await page.getByRole('treegrid').waitFor();
};

/** Every screen with reports, signed in as an inspector. */
export const reportScenes = [
  { name: 'reports-dashboard', go: openDashboard },
  {
    name: 'reports-type',
    async go(page: Page) {
      await openDashboard(page);
      await page.getByRole('tab', { name: 'Inspection Type Reports' }).click();
      await page.getByRole('combobox', { name: 'Select an Inspection Type' }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: TITLES.inspectionType[0] }).waitFor();
    },
  },
  {
    name: 'reports-running',
    async go(page: Page) {
      await openDashboard(page);
      await keepRunning(page);
      for (const title of TITLES.company) await page.getByRole('button', { name: title }).click();
      await page.getByText('37 pages…').waitFor();
    },
  },
  {
    name: 'reports-failed',
    async go(page: Page) {
      await openDashboard(page);
      await page.route('**/execute-report-company', (route) =>
        route.fulfill({
          status: 422,
          contentType: 'application/problem+json',
          json: {
            code: 'reportFailed',
            status: 422,
            title: 'This report could not be printed. An administrator can mend its template.',
            details: {
              findings: [{ message: 'Printing took more than 300 seconds.', line: 214, object: 'PhotoOfItem' }],
            },
          },
        }),
      );
      await page.getByRole('button', { name: TITLES.company[0] }).click();
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'reports-installation',
    async go(page: Page) {
      await listReports(page);
      await page.getByRole('article').first().getByRole('button').first().click();
      await page.getByRole('region', { name: 'Reports' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'reports-inspection',
    async go(page: Page) {
      await openList(page);
      await page.getByRole('button', { name: 'Reports', exact: true }).click();
      await page.getByRole('dialog').getByRole('listitem').first().waitFor();
    },
  },
  {
    name: 'reports-item',
    async go(page: Page) {
      await openList(page);
      await page
        .getByRole('treegrid')
        .getByRole('rowgroup')
        .getByRole('row')
        .filter({ hasNot: page.locator('[aria-label^="Collapse"]') })
        .first()
        .click();
      await page.getByRole('tab', { name: 'Reports' }).click();
      await page.getByRole('button', { name: 'Item sheet' }).scrollIntoViewIfNeeded();
    },
  },
].map((scene) => ({ ...scene, who: 'inspector' }));
