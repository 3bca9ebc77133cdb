/** The screens of reports, for screenshots of the gallery over the demo fleet. */
import { type InspectionGaps, REPORT_TYPES, type ReportDialog } from '@holdfast/contract';
import type { Page } from '@playwright/test';
import { listTemplate } from '../fixtures/templates.ts';
import { openFirstItem, openFirstList } from './firstOnes.ts';
import { giveFiles } from './giveFiles.ts';

/** Reports for inspectors, independent of the demo. */
const TITLES: Readonly<Record<keyof typeof REPORT_TYPES, readonly string[]>> = {
  company: ['Annual condition summary', 'Failed items of the fleet'],
  inspectionType: ['Lifting register by installation', 'Open findings by installation'],
  installationInspection: ['Inspection report with photos', 'Failed items list', 'Picture book'],
  installation: ['Installation overview'],
  inspectionItem: ['Item sheet'],
};

/** Prints a report of the company, which the server refuses. */
async function printRefused(page: Page, code: string, title: string, details: object): Promise<void> {
  const json = { code, status: 422, title, details };
  await page.route('**/execute-report-company', (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', json }),
  );
  await page.getByRole('button', { name: TITLES.company[0], exact: true }).click();
}

async function listReports(page: Page): Promise<void> {
  const reports = (...types: (keyof typeof TITLES)[]) =>
    types.flatMap((type) =>
      TITLES[type].map((title, i) => ({
        id: REPORT_TYPES[type].id.replace(/....$/, `${type.length}${i}ff`.slice(0, 4).padStart(4, '0')),
        title,
        frx: '',
        companyId: null,
        inspectionId: null,
        published: true,
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

/** Reports that never end, each with a different progress. */
async function keepRunning(page: Page): Promise<void> {
  let asked = 0;
  await page.route('**/ext/report-runs/*', (route) => {
    asked += 1;
    return route.fulfill({ json: asked % 2 === 1 ? { place: 2, pages: 0 } : { place: 0, pages: 37 } });
  });
  await page.route('**/execute-report-*', () => new Promise(() => undefined));
}

/** A dialog with every kind of field. */
const DIALOG: ReportDialog = {
  name: 'Selection',
  title: 'What is printed',
  confirm: 'Print',
  parts: [
    { kind: 'note', text: 'Choose the findings of the summary. Nothing chosen prints all of them.' },
    fieldOf({ kind: 'date', value: '2026-01-01T00:00:00', hasTime: false, isOptional: false }, 'From'),
    fieldOf(
      { kind: 'choice', value: '', options: ['Northmere Fell', 'Northmere Tarn'], isFree: false },
      'Installation',
    ),
    fieldOf({ kind: 'choices', value: ['Defective'], options: ['Defective', 'Needs attention'] }, 'Conditions'),
    { kind: 'heading', text: 'Cover page' },
    fieldOf({ kind: 'check', value: true }, 'Print the cover page'),
    fieldOf({ kind: 'text', value: '', isMultiline: false }, 'Remark'),
    {
      ...fieldOf({ kind: 'number', value: 7, minimum: 1, maximum: 3, decimals: 0 }, 'Copies'),
      error: 'Enter a number from 1 to 3.',
    },
    fieldOf(
      {
        kind: 'radio',
        value: 'Portrait',
        options: [
          { name: 'Portrait', label: 'Portrait' },
          { name: 'Landscape', label: 'Landscape' },
        ],
      },
      'Paper',
    ),
    { kind: 'button', name: 'Clear', label: 'Clear', isEnabled: true, refreshes: false },
  ],
};

function fieldOf<I>(
  input: I,
  label: string,
): I & { name: string; label: string; isEnabled: boolean; refreshes: boolean } {
  return { ...input, name: label, label, isEnabled: true, refreshes: false };
}

const openDashboard = async (page: Page): Promise<void> => {
  await listReports(page);
  await page.getByRole('region', { name: 'Reports' }).scrollIntoViewIfNeeded();
};
const openList = async (page: Page): Promise<void> => {
  await listReports(page);
  await openFirstList(page);
};

/** The reports of an inspection with every kind of gap. */
const openGaps = async (page: Page): Promise<void> => {
  const listed = page.waitForResponse('**/api/get-items-for-installation-inspection');
  await openList(page);
  const rows = (await (await listed).json()) as { itemId: string; context: boolean }[];
  const itemIds = rows
    .filter(({ context }) => !context)
    .slice(4, 7)
    .map(({ itemId }) => itemId);
  const gaps: InspectionGaps = {
    notChecked: 12,
    requiredFields: { count: 3, itemIds },
    detailFields: ['Work order', 'Lead inspector'],
    photos: { count: 3, itemIds },
    evidence: [{ needs: 'photo', reason: 'The tag number has to be legible', itemIds: itemIds.slice(0, 2) }],
    absentPhotos: { count: 1, itemIds: itemIds.slice(0, 1) },
  };
  await page.route('**/gaps', (route) => route.fulfill({ json: gaps }));
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  await page.getByRole('button', { name: '3 required fields empty' }).waitFor();
};

const openReport = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Inspection report with photos', exact: true }).click();
  await page.getByRole('dialog').getByText('In use').scrollIntoViewIfNeeded();
};

/** The screens of the administration. */
const adminScenes = [
  { name: 'admin-reports' },
  {
    name: 'admin-reports-databases',
    async go(page: Page) {
      await page.getByRole('tab', { name: 'Report Databases' }).click();
      await page.getByRole('region', { name: 'Inspection item' }).waitFor();
    },
  },
  {
    name: 'admin-reports-upload',
    async go(page: Page) {
      await page.getByRole('button', { name: 'Upload report' }).click();
      const declared = '<Column Name="Wight" DataType="System.String"/><Column Name="Name"';
      const buffer = Buffer.from(listTemplate('Items', { Item: ['Name'] }).replace('<Column Name="Name"', declared));
      const file = { name: 'Item list.frx', mimeType: 'application/xml', buffer };
      await giveFiles(page.getByRole('dialog').getByRole('button', { name: 'Template', exact: true }), file);
      await page.getByText('the report can be printed all the same').waitFor();
    },
  },
  {
    name: 'admin-report-new',
    async go(page: Page) {
      await page.getByRole('button', { name: 'Create Report' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Open findings');
      await dialog.getByRole('combobox', { name: 'Runs over' }).click();
      await page.getByRole('option', { name: 'Installation Inspection', exact: true }).click();
      await dialog.getByText('Findings', { exact: true }).click();
      for (const column of ['Tag number · Identification', 'Recommendation · DROPS result']) {
        await dialog.getByRole('combobox', { name: 'Add a column' }).fill(column);
        await page.getByRole('option', { name: column }).click();
      }
    },
  },
  { name: 'admin-report', go: openReport },
  {
    name: 'admin-report-preview',
    async go(page: Page) {
      await openReport(page);
      await page.getByRole('button', { name: 'Preview', exact: true }).click();
      const preview = page.getByRole('dialog', { name: /^Preview/ });
      await preview.getByRole('combobox', { name: 'Company' }).click();
      await page.getByRole('option', { name: 'Northmere Drilling' }).click();
      await preview.getByRole('combobox', { name: 'Inspection of an installation' }).click();
      await page.getByRole('option', { name: /^Northmere Fell: Derrick/ }).click();
      await preview.getByRole('button', { name: 'Show pages' }).click();
      await preview.locator('iframe').contentFrame().locator('#page-1').waitFor({ timeout: 60_000 });
      await preview.getByRole('searchbox').fill('defective');
    },
  },
].map((scene) => ({ ...scene, path: '/admin/reports', who: 'administrator' }));

/** Every screen with reports. */
export const reportScenes = [
  { name: 'reports-dashboard', go: openDashboard },
  {
    name: 'reports-type',
    async go(page: Page) {
      await openDashboard(page);
      await page.getByRole('tab', { name: 'Inspection Type Reports' }).click();
      await page.getByRole('combobox', { name: 'Select an Inspection Type' }).click();
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: TITLES.inspectionType[0], exact: true }).waitFor();
    },
  },
  {
    name: 'reports-running',
    async go(page: Page) {
      await openDashboard(page);
      await keepRunning(page);
      for (const title of TITLES.company) await page.getByRole('button', { name: title, exact: true }).click();
      await page.getByText('37 pages…').waitFor();
    },
  },
  {
    name: 'reports-dialog-pages',
    async go(page: Page) {
      await openDashboard(page);
      await page.route('**/execute-report-company?*', (route) =>
        route.fulfill({
          contentType: 'application/x-ndjson',
          body: `${JSON.stringify({ kind: 'asked', dialog: DIALOG })}\n`,
        }),
      );
      await page.getByRole('button', { name: `Show the pages of ${TITLES.company[0]}` }).click();
      await page.getByRole('form', { name: 'What is printed' }).getByRole('button', { name: 'Print' }).waitFor();
    },
  },
  {
    name: 'reports-dialog-file',
    async go(page: Page) {
      await openDashboard(page);
      await printRefused(page, 'reportAsks', 'This report asks something before it is printed.', { dialog: DIALOG });
      await page.getByRole('dialog').getByRole('button', { name: 'Print' }).waitFor();
    },
  },
  {
    name: 'reports-failed',
    async go(page: Page) {
      await openDashboard(page);
      const findings = [{ message: 'Printing took more than 300 seconds.', line: 214, object: 'PhotoOfItem' }];
      const title = 'This report could not be printed. An administrator can correct its template.';
      await printRefused(page, 'reportFailed', title, { findings });
      await page.getByRole('alert').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'reports-warned',
    async go(page: Page) {
      await openDashboard(page);
      const message = '[Item.Weight / Item.Height] could not be calculated: division by zero.';
      const warnings = Array.from({ length: 7 }, (_, i) => ({ message, line: 112 + i, object: `Weight${i + 1}` }));
      await page.route('**/ext/report-runs/*', (route) => route.fulfill({ json: { place: 0, pages: 3, warnings } }));
      await page.route('**/execute-report-company', (route) =>
        route.fulfill({ headers: { 'content-disposition': 'attachment; filename="Summary.pdf"' }, body: '%PDF-' }),
      );
      await page.getByRole('button', { name: TITLES.company[0], exact: true }).click();
      await page.getByText('could not be printed as designed').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'reports-installation',
    async go(page: Page) {
      await listReports(page);
      await page.getByRole('article').first().getByRole('button').first().click();
      await page.getByRole('heading', { name: 'Inspections', exact: true }).waitFor();
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
  { name: 'reports-inspection-gaps', go: openGaps },
  {
    name: 'inspection-only',
    async go(page: Page) {
      await openGaps(page);
      await page.getByRole('dialog').getByRole('button', { name: '3 required fields empty' }).click();
      await page.getByText('Required fields empty').first().waitFor();
    },
  },
  {
    name: 'reports-item',
    async go(page: Page) {
      await openList(page);
      await openFirstItem(page);
      await page.getByRole('tab', { name: 'Reports' }).click();
      await page.getByRole('button', { name: 'Item sheet', exact: true }).scrollIntoViewIfNeeded();
    },
  },
]
  .map((scene): { name: string; path?: string; who: string; go?(page: Page): Promise<void> } => ({
    ...scene,
    who: 'inspector',
  }))
  .concat(adminScenes);
