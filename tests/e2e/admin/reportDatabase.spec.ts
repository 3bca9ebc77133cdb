import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures/journey.ts';
import { pdfPages } from '../fixtures/pdfText.ts';
import { chooseTemplate, listTemplate } from '../fixtures/templates.ts';
import { AdminPage } from '../pages/adminPage.ts';
import { ReportRows } from '../pages/reportRows.ts';

const DROPS = 'Dropped Object Survey';

/** Returns the columns of a table in a downloaded data set, according to its schema. */
function columnsIn(xml: string, table: string): string[] {
  const schema = xml.slice(0, xml.indexOf('</xs:schema>'));
  const begins = schema.indexOf(`<xs:element name="${table}"`);
  const described = schema.slice(begins, schema.indexOf('</xs:complexType>', begins));
  return [...described.matchAll(/<xs:element name="(\w+)" type=/g)].map(([, name]) => name!);
}

/** Time limit in ms for creating a report database, also on a busy machine. */
const DATABASE_MS = 30_000;

test('an administrator designs a template with the downloaded data, previews the pages, publishes it, and an inspector prints', async ({
  as,
  company: { wren, maren },
  rig,
  dashboard,
  page,
}) => {
  const title = `Designed ${process.pid} ${rig.installationName}`;
  const where = { installationInspectionId: rig.drops, itemId: rig.items['Junction box, crown']! };
  await maren.call('addNoteToInstallationInspectionItem', { ...where, content: 'Hinge pin backed out' });

  const admin = new AdminPage(page);
  await as(wren, '/admin/reports');
  await page.getByRole('tab', { name: 'Report Databases' }).click();
  const generator = admin.section('Inspection of an installation');
  await generator.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Northmere Drilling' }).click();
  await generator.getByRole('combobox', { name: 'Inspection of an installation' }).click();
  await page.getByRole('option', { name: new RegExp(`^${rig.installationName}`) }).click();
  const arriving = page.waitForEvent('download', { timeout: DATABASE_MS });
  // A download by navigation: the click returns when the database is created and its answer begins.
  await generator.getByRole('button', { name: 'Download Report Database' }).click({ timeout: DATABASE_MS });
  const xml = await readFile(await (await arriving).path(), 'utf8');
  expect(xml).toContain('Junction box, crown');
  expect(xml).toContain('Hinge pin backed out');
  const tables = { Item: ['Name', 'Location'], Result: ['Condition'], Note: ['Text', 'Author'] };
  for (const [table, columns] of Object.entries(tables))
    expect(columnsIn(xml, table)).toEqual(expect.arrayContaining(columns));

  await page.getByRole('tab', { name: 'Reports' }).click();
  await page.getByRole('button', { name: 'Upload report' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload a report' });
  await chooseTemplate(page, `${title}.frx`, listTemplate('Designed', tables));
  await expect(upload.getByText('The template fits the data.')).toBeVisible();
  await upload.getByRole('combobox', { name: 'Runs over' }).click();
  await page.getByRole('option', { name: 'Installation Inspection', exact: true }).click();
  await upload.getByRole('switch', { name: 'Published' }).click({ force: true });
  await upload.getByRole('button', { name: 'Upload report' }).click();

  const report = page.getByRole('dialog', { name: title, exact: true });
  await report.getByRole('button', { name: 'Preview', exact: true }).click();
  const preview = page.getByRole('dialog', { name: `Preview: ${title}` });
  await preview.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Northmere Drilling' }).click();
  await preview.getByRole('combobox', { name: 'Inspection of an installation' }).click();
  await page.getByRole('option', { name: new RegExp(`^${rig.installationName}`) }).click();
  await preview.getByRole('button', { name: 'Show pages' }).click();
  const pages = preview.locator('iframe').contentFrame();
  await expect(pages.getByText('Hinge pin backed out')).toBeVisible({ timeout: 45_000 });
  await preview.getByRole('button', { name: 'Close' }).click();
  const found = await maren.call('getReportsForInstallationInspection', { installationInspectionId: rig.drops });
  expect(found.map((each) => each.title)).not.toContain(title);

  await report.getByRole('switch', { name: 'Published' }).click({ force: true });
  await report.getByRole('button', { name: 'Save', exact: true }).click();
  const listed = (): Promise<{ title: string }[]> =>
    maren.call('getReportsForInstallationInspection', { installationInspectionId: rig.drops });
  await expect.poll(async () => (await listed()).map((each) => each.title)).toContain(title);

  await as(maren);
  await dashboard.openInspection(rig.installationName, DROPS);
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  const file = await new ReportRows(page, page.getByRole('dialog', { name: 'Reports' })).print(title);
  const text = (await pdfPages(await readFile(await file.path()))).join('\n');
  for (const words of ['Junction box, crown', 'Defective', 'Hinge pin backed out', 'Maren Thorskild'])
    expect(text).toContain(words);
});
