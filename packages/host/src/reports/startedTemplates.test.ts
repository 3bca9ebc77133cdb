import { REPORT_TYPES, type TemplateChoices, PAPERS } from '@holdfast/contract';
import { columnsToChoose, reportShapes, startTemplate } from '@holdfast/core/testing';
import { checkTemplate, type DataSet, describeImage, prepare, type PlacedObject, readTemplate } from '@holdfast/frx';
import { loadFonts } from '@holdfast/frx/node';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { templateColumns } from './reportData.ts';

const ANSWERS = {
  Installation: [{ name: 'WaterDepthM', type: 'decimal' }],
  Inspection: [{ name: 'WorkOrder', type: 'text' }],
  Item: [
    { name: 'TagNumber', type: 'text' },
    { name: 'WeightKg', type: 'decimal' },
    { name: 'Éclairage', type: 'text' },
  ],
  Result: [
    { name: 'Findings', type: 'text' },
    { name: 'Recommendation', type: 'text' },
  ],
} as const;
const shapes = reportShapes(ANSWERS);
const columns = columnsToChoose(shapes);

const PHOTO = new Uint8Array(
  await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0f766e' } })
    .jpeg()
    .toBuffer(),
);
const LONG = 'Safety sling anchored to the same bracket as the primary fixing, not independent; '.repeat(6);
const CONDITIONS = ['Fit for purpose', 'Needs attention', 'Defective', 'Not applicable', 'Not Checked'] as const;
const ROWS: Record<string, readonly Record<string, unknown>[]> = {
  Report: [
    {
      Title: 'Begun <here> & [now]',
      Scope: 'Company',
      ScopeName: 'Northmere',
      CreatedAt: new Date(0),
      CreatedBy: 'Wren',
    },
  ],
  Company: [
    {
      Id: 'c',
      Name: 'Northmere Drilling',
      ShortName: 'NMD',
      Address: '1 Quay\nAberdeen',
      Accreditation: 'UKAS 0123',
    },
  ],
  Installation: [
    { Id: 'r1', CompanyId: 'c', Name: 'Northmere Tarn', Latitude: 57.9, Longitude: 1.4, WaterDepthM: 112 },
    { Id: 'r2', CompanyId: 'c', Name: 'Northmere Fell' },
  ],
  Inspection: ['r1', 'r1', 'r2'].map((rig, i) => ({
    Id: `s${i}`,
    InstallationId: rig,
    TypeName: 'Dropped Object Survey',
    StartDate: new Date(Date.UTC(2026, 0, 9)),
    ExpectedEndDate: new Date(Date.UTC(2026, 0, 19)),
    TotalItems: 10,
    WorkOrder: `WO-${i}`,
  })),
  Item: Array.from({ length: 12 }, (_, i) => ({
    Id: `i${i}`,
    InstallationId: 'r1',
    Name: i === 3 ? `Floodlight <${LONG}> & more` : `Floodlight no. ${i}`,
    Location: i % 5 === 4 ? '' : `Derrick / Girt ${Math.floor(i / 4)}`,
    TypeName: 'Floodlight',
    TagNumber: `NMT-${i}`,
    WeightKg: i === 2 ? 0 : 9.3,
    Éclairage: 'oui',
    IsLocation: i === 0,
    IsQuestion: i === 11,
  })),
  Result: Array.from({ length: 36 }, (_, i) => ({
    Id: `e${i}`,
    InspectionId: `s${Math.floor(i / 12)}`,
    ItemId: `i${i % 12}`,
    ConditionId: CONDITIONS[i % 5] === 'Not Checked' ? null : String(i % 5),
    Condition: CONDITIONS[i % 5],
    UpdatedAt: new Date(Date.UTC(2026, 0, 14, 9)),
    UpdatedBy: 'Maren Thorskild',
    Findings: i % 3 === 0 ? LONG : 'Corrosion',
    Recommendation: `Repair ${i}`,
  })),
  Note: Array.from({ length: 20 }, (_, i) => ({
    Id: `n${i}`,
    ResultId: `e${i}`,
    Text: i === 4 ? LONG : `Split pin missing ${i}`,
    Author: 'Maren Thorskild',
    CreatedAt: new Date(Date.UTC(2026, 0, 14, 9)),
  })),
  Photo: Array.from({ length: 30 }, (_, i) => ({
    Id: `p${i}`,
    ResultId: `e${i % 13}`,
    FileName: `photo ${i}.jpg`,
    Caption: i % 2 === 0 ? '' : `Guard ${i}`,
    CreatedAt: new Date(Date.UTC(2026, 0, 15, 7, 25)),
    Image: i === 5 ? null : PHOTO,
    Thumbnail: PHOTO,
  })),
};

/** The data set with these rows; missing columns are empty. */
function dataSet(rows: Readonly<typeof ROWS>): DataSet {
  const tables = shapes.map(({ name, columns: described }) => ({
    name,
    columns: templateColumns(described),
    rows: (rows[name] ?? []).map((row) => described.map((column) => row[column.name] ?? null)),
  }));
  return { name: 'Holdfast', tables };
}

const full = dataSet(ROWS);
const oneItem = dataSet({ ...ROWS, Result: ROWS['Result']!.slice(1, 2) });
const empty = dataSet({ ...ROWS, Result: [], Note: [], Photo: [] });

const fonts = loadFonts({ installed: false });
const options = () => ({ fonts: fonts.again(), describeImage, culture: 'en-GB', now: () => Date.UTC(2026, 0, 15) });

async function textsOf(frx: string, data: DataSet): Promise<string[]> {
  const texts: string[] = [];
  const take = (object: PlacedObject): void => {
    if (object.text !== undefined) texts.push(object.text.text);
    for (const child of object.children ?? []) take(child);
  };
  const { pages } = prepare(readTemplate(new TextEncoder().encode(frx)), [data], options());
  for await (const page of pages) for (const object of page.objects) take(object);
  return texts;
}

const choices: fc.Arbitrary<TemplateChoices> = fc.record({
  title: fc.string({ minLength: 1, maxLength: 60 }),
  over: fc.constantFrom(...(Object.keys(REPORT_TYPES) as (keyof typeof REPORT_TYPES)[])),
  items: fc.constantFrom('all', 'findings', 'defective'),
  byLocation: fc.boolean(),
  fields: fc
    .subarray(columns, { maxLength: 12 })
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(({ table, column }) =>
          fc.string({ minLength: 1, maxLength: 30 }).map((label) => ({ table, column, label })),
        ),
      ),
    ),
  notes: fc.boolean(),
  photos: fc.boolean(),
  signatures: fc.boolean(),
  paper: fc.constantFrom(...PAPERS),
  landscape: fc.boolean(),
});

describe('a generated template', () => {
  it('passes the check of an upload and prints without a warning, for any choices', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (chosen) => {
        const template = readTemplate(new TextEncoder().encode(startTemplate(chosen, shapes)));
        for (const data of [chosen.over === 'inspectionItem' ? oneItem : full, empty])
          expect(await checkTemplate(template, [data], options())).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('contains the label and the values of every chosen column', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (chosen) => {
        const data = chosen.over === 'inspectionItem' ? oneItem : full;
        const texts = await textsOf(startTemplate({ ...chosen, items: 'all' }, shapes), data);
        for (const { label } of chosen.fields) expect(texts).toContain(label);
        const has = (table: string, column: string): boolean =>
          chosen.fields.some((field) => field.table === table && field.column === column);
        if (has('Item', 'TagNumber')) expect(texts).toContain('NMT-1');
        if (has('Item', 'WeightKg')) expect(texts).toContain('9.3');
        if (has('Inspection', 'WorkOrder')) expect(texts).toContain('WO-0');
        if (has('Installation', 'WaterDepthM')) expect(texts).toContain('112');
        if (has('Result', 'Recommendation')) expect(texts).toContain('Repair 1');
        expect(texts).toContain('▲  Needs attention');
        expect(texts.includes('Split pin missing 1')).toBe(chosen.notes);
        expect(texts.includes('Guard 1')).toBe(chosen.photos);
        expect(texts.includes('15/01/2026 07:25 am')).toBe(chosen.photos);
        expect(texts).not.toContain('photo 1.jpg');
        expect(texts.some((text) => text.startsWith('For the inspection'))).toBe(chosen.signatures);
        expect(texts).toContain('1 Quay\nAberdeen\nUKAS 0123');
        expect(texts.some((text) => /^Page 1 of \d+$/.test(text))).toBe(true);
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('prints brackets in a label literally, and states when there are no rows', async () => {
    const chosen: TemplateChoices = {
      title: 'Begun',
      over: 'company',
      items: 'defective',
      byLocation: true,
      fields: [{ table: 'Item', column: 'TagNumber', label: 'Tag [Company.Name] "<&>"' }],
      notes: true,
      photos: true,
      signatures: true,
      paper: 'A4',
      landscape: false,
    };
    const frx = startTemplate(chosen, shapes);
    expect(await textsOf(frx, full)).toContain('Tag [Company.Name] "<&>"');
    expect(await textsOf(frx, empty)).toContain('There are no findings.');
  });
});
