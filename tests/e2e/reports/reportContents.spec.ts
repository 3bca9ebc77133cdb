import { readFile } from 'node:fs/promises';
import { REPORT_TYPES } from '@holdfast/contract';
import { type Company, DAY, makeRig, type Rig, today } from '../fixtures/company.ts';
import { expect, test } from '../fixtures/journey.ts';
import { pdfImages, pdfPages } from '../fixtures/pdfText.ts';
import { png } from '../fixtures/pictures.ts';
import { ReportRows } from '../pages/reportRows.ts';

const DROPS = 'Dropped Object Survey';
const LIGHT = 'Floodlight, girt 6';
const BOX = 'Junction box, crown';

/** Records on an item in an inspection, recognisable by their texts and by the size of the photo. */
interface Recorded {
  note: string;
  recommendation: string;
  /** In pixels; the height of all photos is the same. */
  photoWidth: number;
}

const HEIGHT = 100;

let markers = 0;

/** Records a note, a photo and, if the form has the question, a recommendation. */
async function record(
  { maren }: Company,
  { installationInspectionId, itemId, isDrops }: { installationInspectionId: string; itemId: string; isDrops: boolean },
): Promise<Recorded> {
  markers += 1;
  // One short word each: a longer word would be broken at the end of its cell.
  const marker = `${process.pid.toString(36)}x${markers}e`;
  const recorded = {
    note: `Remark${marker}`,
    recommendation: isDrops ? `Renew${marker}` : '',
    photoWidth: 110 + 7 * markers,
  };
  const where = { installationInspectionId, itemId };
  await maren.call('addNoteToInstallationInspectionItem', { ...where, content: recorded.note });
  const { name: filename, buffer } = png(`${markers}.png`, 10 * markers, recorded.photoWidth, HEIGHT);
  await maren.call('addImageToInstallationInspectionItem', {
    ...where,
    filename,
    base64Image: buffer.toString('base64'),
  });
  if (!isDrops) return recorded;
  const fieldId = await recommendationOf(maren, where);
  await maren.call('saveInstallationInspectionItemField', {
    ...where,
    fieldId,
    value: recorded.recommendation,
    displayValue: recorded.recommendation,
    parentFieldOptionId: null,
  });
  return recorded;
}

async function recommendationOf(
  { call }: Company['maren'],
  where: { installationInspectionId: string; itemId: string },
): Promise<string> {
  const { fieldsTemplates } = await call('getFieldsForInstallationInspection', where);
  return fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === 'Recommendation')!.id;
}

/** Starts a report of a type that prints all records in its scope. */
async function beginReport({ wren }: Company, over: keyof typeof REPORT_TYPES): Promise<string> {
  const title = `Contents of ${over} ${process.pid}-${markers}`;
  const fields = [{ table: 'Result' as const, column: 'Recommendation', label: 'Recommendation' }];
  const { frx } = await wren.call('startReportTemplate', { title, over, fields });
  await wren.call('createReport', { title, frx, reportTypeId: REPORT_TYPES[over].id });
  return title;
}

/** Records data on an item in two inspections of a rig, on its neighbour, and on an item of another rig. */
async function recordAll(company: Company, rig: Rig) {
  const { maren, wren, inspections } = company;
  const other = await makeRig(company);
  const { id: loler } = await maren.call('createInstallationInspection', {
    installationId: rig.installationId,
    inspectionId: inspections.LOLER,
    startDate: today,
    endDate: today + DAY,
  });
  const boxId = rig.items[BOX]!;
  await maren.call('addItemFromInstallation', { installationInspectionId: loler, itemId: boxId });
  const drops = { installationInspectionId: rig.drops, isDrops: true };
  const fieldId = await recommendationOf(maren, { installationInspectionId: rig.drops, itemId: boxId });
  await wren.call('updateField', { id: fieldId, shortName: 'Recommendation' });
  return {
    other,
    box: await record(company, { ...drops, itemId: boxId }),
    light: await record(company, { ...drops, itemId: rig.items[LIGHT]! }),
    boxInLoler: await record(company, { installationInspectionId: loler, itemId: boxId, isDrops: false }),
    elsewhere: await record(company, {
      installationInspectionId: other.drops,
      itemId: other.items[BOX]!,
      isDrops: true,
    }),
  };
}

type Part = 'box' | 'light' | 'boxInLoler' | 'elsewhere';

test('an inspector finishes an inspection and prints every kind of report: each contains the records of its scope, and nothing else [REPI-09]', async ({
  as,
  company,
  rig,
  dashboard,
  installation,
  inspection,
  item,
  page,
}) => {
  test.slow();
  const { maren } = company;
  const { other, ...recorded } = await recordAll(company, rig);
  const titles = {
    company: await beginReport(company, 'company'),
    inspectionType: await beginReport(company, 'inspectionType'),
    installation: await beginReport(company, 'installation'),
    installationInspection: await beginReport(company, 'installationInspection'),
    inspectionItem: await beginReport(company, 'inspectionItem'),
  };

  await as(maren);
  await dashboard.openInspection(rig.installationName, DROPS);
  for (const name of ['Floodlight, monkey board', 'Gas detector, doghouse', 'Padeye, port']) {
    await inspection.row(name).click();
    await expect(item.title).toHaveText(name);
    await item.condition('Needs attention').click();
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    await item.back.click();
  }
  await page.getByRole('button', { name: 'Reports', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Reports' });
  await expect(dialog.getByRole('button', { name: /not checked$/ })).toHaveCount(0);

  /** Prints a report and compares its contents with the records. */
  const expectHolds = async (rows: ReportRows, title: string, parts: readonly Part[]): Promise<string> => {
    const file = await rows.print(title);
    const bytes = await readFile(await file.path());
    const text = (await pdfPages(bytes)).join('\n');
    const widths = new Set((await pdfImages(bytes)).map(({ width }) => width));
    for (const [part, { note, recommendation, photoWidth }] of Object.entries(recorded)) {
      const belongs = parts.includes(part as Part);
      expect(text.includes(note), `${title}: note of ${part}`).toBe(belongs);
      if (recommendation !== '')
        expect(text.includes(recommendation), `${title}: recommendation of ${part}`).toBe(belongs);
      expect(widths.has(photoWidth), `${title}: photo of ${part}`).toBe(belongs);
    }
    return text;
  };

  const inDialog = new ReportRows(page, dialog);
  const ofInspection = await expectHolds(inDialog, titles.installationInspection, ['box', 'light']);
  for (const words of [LIGHT, BOX, 'Gas detector', 'Fit for purpose', 'Needs attention', 'Defective'])
    expect(ofInspection).toContain(words);
  expect(ofInspection).not.toContain('Not Checked');
  expect(ofInspection).not.toContain(other.installationName);
  expect(ofInspection).not.toContain('Lifting Equipment');
  await dialog.getByRole('button', { name: 'Close' }).click();

  await inspection.row(BOX).click();
  await page.getByRole('tab', { name: 'Reports' }).click();
  const tab = new ReportRows(page, page.getByRole('tabpanel', { name: 'Reports' }));
  const ofItem = await expectHolds(tab, titles.inspectionItem, ['box']);
  expect(ofItem).toContain('Defective');
  for (const words of [LIGHT, 'Gas detector', 'Fit for purpose', 'Needs attention'])
    expect(ofItem).not.toContain(words);

  await item.back.click();
  await inspection.back.click();
  await expect(installation.card(DROPS)).toBeVisible();
  const region = new ReportRows(page, page.getByRole('region', { name: 'Reports' }));
  const ofRig = await expectHolds(region, titles.installation, ['box', 'light', 'boxInLoler']);
  expect(ofRig).toContain('Lifting Equipment');
  expect(ofRig).not.toContain(other.installationName);

  await as(maren);
  const ofCompany = await expectHolds(region, titles.company, ['box', 'light', 'boxInLoler', 'elsewhere']);
  expect(ofCompany).toContain(other.installationName);
  await page.getByRole('tab', { name: 'Inspection Type Reports' }).click();
  await page.getByRole('combobox', { name: 'Select an Inspection Type' }).click();
  await page.getByRole('option', { name: DROPS, exact: true }).click();
  const ofType = await expectHolds(region, titles.inspectionType, ['box', 'light', 'elsewhere']);
  expect(ofType).not.toContain('Lifting Equipment');
});
