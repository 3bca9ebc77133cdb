import { CONDITIONS, type Download, type FieldsForm, REPORT_TYPES, type StarterColumn } from '@holdfast/contract';
import { ADMINISTRATOR, type Call } from '@holdfast/demo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoPlace, openDemoPlace } from '../apps/server/src/testing/demoPlace.ts';
import { pdfPages } from './e2e/fixtures/pdfText.ts';

/** Creating the fleet takes seconds on an idle machine, and many times that on a busy one. */
const PATIENCE_MS = 240_000;

type Over = keyof typeof REPORT_TYPES;

/** Chosen columns. */
const CHOSEN = [
  'Installation.UnitType',
  'Inspection.WorkOrder',
  'Item.TagNumber',
  'Item.PrimaryFixing',
  'Result.Findings',
  'Result.UpdatedBy',
];

/** The words of a PDF. */
async function wordsOf({ content }: Download): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return (await pdfPages(Buffer.concat(pieces))).join('\n');
}

/** Removes white space, which depends on line breaks. */
const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

function answerTo({ fieldsTemplates, fieldResponses }: FieldsForm, question: string): string {
  const field = fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === question)!;
  return fieldResponses.find(({ fieldId }) => fieldId === field.id)!.displayValue;
}

describe('A started report over the demo fleet', () => {
  let place: DemoPlace;
  let wren: Call;
  let columns: readonly StarterColumn[];
  let printed: Record<Over, (reportId: string) => Promise<Download>>;
  /** Texts about one defective item, which every report contains. */
  let known: string[];

  beforeAll(async () => {
    place = await openDemoPlace();
    await place.make();
    wren = place.as(ADMINISTRATOR.email);
    columns = await wren('getStarterColumns', {});
    const jorun = place.as('viewer@northmere.example');
    const tarn = (await jorun('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const drops = tarn.installationInspections.find(({ totalItems }) => totalItems === 420)!;
    const rows = await jorun('getItemsForInstallationInspection', { installationInspectionId: drops.id });
    const item = rows.find(({ conditionId }) => conditionId === CONDITIONS.defective.id)!;
    const where = { installationInspectionId: drops.id, itemId: item.itemId };
    const own = await jorun('getFieldsForItem', { itemId: item.itemId });
    const result = await jorun('getFieldsForInstallationInspection', where);
    const [note] = await jorun('getNotesForInstallationInspectionItem', where);
    known = [
      item.name,
      note!.content,
      'Semi-submersible',
      ...['Tag number', 'Primary fixing'].map((name) => answerTo(own, name)),
      answerTo(result, 'Findings'),
    ];
    printed = {
      company: (reportId) => jorun('executeReportCompany', { reportId }),
      inspectionType: (reportId) =>
        jorun('executeReportInspectionType', { reportId, inspectionId: drops.inspectionId }),
      installationInspection: (reportId) =>
        jorun('executeReportInstallationInspection', { reportId, installationInspectionId: drops.id }),
      installation: (reportId) => jorun('executeReportInstallations', { reportId, installationIds: [tarn.id] }),
      inspectionItem: (reportId) =>
        jorun('executeReportInstallationInspectionItem', { reportId, installationInspectionItemId: item.id }),
    };
  }, PATIENCE_MS);

  afterAll(() => place.database.close());

  it('offers every question with a short name as a column, under its name and with its templates', () => {
    const found = (column: string) => columns.find((each) => `${each.table}.${each.column}` === column);
    expect(found('Item.WeightKg')).toEqual({
      table: 'Item',
      column: 'WeightKg',
      label: 'Weight (kg)',
      templates: ['Identification'],
    });
    expect(found('Result.Remarks')?.templates).toEqual(['ACCESS result', 'DCAT3 result']);
    expect(found('Inspection.StartDate')).toMatchObject({ label: 'Start date', templates: [] });
  });

  it.each(Object.keys(REPORT_TYPES) as Over[])(
    'over %s is imported without a remark and prints the chosen columns without a warning',
    async (over) => {
      const fields = CHOSEN.map((path) => {
        const { table, column, label } = columns.find((each) => `${each.table}.${each.column}` === path)!;
        return { table, column, label };
      });
      const title = `Begun over ${over}`;
      const { frx } = await wren('startReportTemplate', { title, over, fields, photos: over === 'inspectionItem' });
      const { id, findings } = await wren('createReport', { title, frx, reportTypeId: REPORT_TYPES[over].id });
      expect(findings).toEqual([]);
      const words = await wordsOf(await printed[over](id));
      expect(place.warnings()).toEqual([]);
      for (const text of [title, ...fields.map(({ label }) => label), ...known])
        expect(withoutBlanks(words)).toContain(withoutBlanks(text));
      expect(words).toMatch(/WO-\d{4}/);
      expect(words).toMatch(/Maren Thorskild|Idris Fallowby/);
      expect(words).toContain('For the client: name, signature, date');
    },
    PATIENCE_MS,
  );
});
