import {
  CONDITIONS,
  type Download,
  FIELD_TYPES,
  type FieldsForm,
  REPORT_TYPES,
  type REPORT_FORMATS,
  type StarterColumn,
} from '@holdfast/contract';
import type { Database } from '@holdfast/core';
import type { TestDatabase } from '@holdfast/core/testing';
import { ADMINISTRATOR, type Call, DEMO_REPORTS } from '@holdfast/demo';
import { imagesOnDemand } from '@holdfast/host';
import { sha256Hex } from '@holdfast/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeImage } from '../../../../packages/frx/src/index.ts';
import { pdfPages } from '../../../../tests/e2e/fixtures/pdfText.ts';
import { templateOf } from './demo.ts';
import { startersIn } from './starters.ts';
import { DAY, type DemoPlace, openDemoPlace } from '../testing/demoPlace.ts';

/** Creating the fleet takes seconds on an idle machine, and many times that on a busy one. */
const PATIENCE_MS = 240_000;
/** About half of the calls that create the fleet. */
const HALFWAY = 7_000;

/** Columns of a started report. */
const CHOSEN = [
  'Installation.UnitType',
  'Inspection.WorkOrder',
  'Item.TagNumber',
  'Item.PrimaryFixing',
  'Result.Findings',
  'Result.UpdatedBy',
];

/** All rows of the tables of the fleet, as text. */
async function contentsOf({ db }: TestDatabase): Promise<Record<string, string>> {
  const tables = ['change', 'company', 'item', 'installationInspectionItem', 'fieldResponse', 'note', 'user'] as const;
  const contents: Record<string, string> = {};
  for (const table of tables) {
    const rows = await db
      .selectFrom(table as keyof Database)
      .selectAll()
      .execute();
    contents[table] = sha256Hex(
      rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    );
  }
  return contents;
}

/** The text on the pages of a report as HTML, without blanks. */
function wordsIn(html: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' };
  const text = html
    .replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ')
    .replace(/&([\w#]+);/g, (_, name: string) => entities[name] ?? '');
  return withoutBlanks(text);
}

/** The sizes of the pictures in a report as HTML. */
function pictureSizes(html: string): Set<string> {
  const pictures = html.matchAll(/data:image\/[a-z]+;base64,([\w+/=]+)/g);
  return new Set(
    [...pictures].map(([, base64]) => {
      const { width, height } = describeImage(Buffer.from(base64!, 'base64'));
      return `${width}x${height}`;
    }),
  );
}

const withoutBlanks = (text: string): string => text.replace(/\s+/g, '');

async function bytesOf({ content }: Download): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

function answerTo({ fieldsTemplates, fieldResponses }: FieldsForm, question: string): string {
  const field = fieldsTemplates.flatMap(({ fields }) => fields).find(({ name }) => name === question)!;
  return fieldResponses.find(({ fieldId }) => fieldId === field.id)!.displayValue;
}

describe('the demo fleet', () => {
  let place: DemoPlace;
  let shares: number[];
  /** The database while the fleet was created. */
  let halfway: Buffer;

  beforeAll(async () => {
    place = await openDemoPlace();
    shares = await place.make(Infinity, (made) => {
      if (made === HALFWAY) halfway = place.database.serialize!();
    });
  }, PATIENCE_MS);

  afterAll(() => place.database.close());

  const maren = (): Call => place.as('inspector@northmere.example');

  it('is created from the inspection types that are offered as starters', async () => {
    const wren = place.as(ADMINISTRATOR.email);
    const types = await wren('getAdminInspections', {});
    const starters = [...(await startersIn().all()).values()].map((text): unknown => JSON.parse(text));
    expect(starters).toHaveLength(4);
    for (const starter of starters as { rows: { inspection: [{ id: string }] } }[]) {
      const type = types.find(({ id }) => id === starter.rows.inspection[0].id);
      const setup = await bytesOf(await wren('exportSetup', { id: type!.id }));
      expect(JSON.parse(setup.toString('utf8'))).toEqual(starter);
    }
  });

  it('has three companies, eight people, six installations and five inspection types', async () => {
    const wren = place.as(ADMINISTRATOR.email);
    const companies = await wren('getCompanies', {});
    expect(
      companies.map(({ name, shortName, companyInspections }) => [name, shortName, companyInspections.length]),
    ).toEqual([
      ['Northmere Drilling', 'NMD', 5],
      ['Skerrow Energy', 'SKE', 4],
      ['Vantry Marine Contractors', 'VMC', 2],
    ]);
    expect(await wren('getUsers', {})).toHaveLength(8);
    const installations = await wren('getAdminInstallations', {});
    expect(installations.map(({ name, latitude, longitude }) => [name, latitude, longitude])).toEqual([
      ['Northmere Fell', 53.7104, 2.3415],
      ['Northmere Scaur', 60.2807, -3.8642],
      ['Northmere Tarn', 57.9312, 1.418],
      ['Skerrow Haaf A', 61.1043, 1.7026],
      ['Skerrow Haaf B', 61.0518, 1.8839],
      ['Vantry Corrie', 51.082, -8.1207],
    ]);
    expect(await wren('getAdminInspections', {})).toHaveLength(5);
    const types = await wren('getItemTypes', {});
    expect(types.filter(({ isQuestion }) => !isQuestion)).toHaveLength(20);
    expect(types.filter(({ isLocation }) => isLocation).map(({ name }) => name)).toEqual(['Area', 'Level']);
  });

  it('has the documented number of items in each installation', async () => {
    const wren = place.as(ADMINISTRATOR.email);
    const counts: Record<string, number> = {};
    for (const { id, name } of await wren('getAdminInstallations', {}))
      counts[name] = (await wren('getItemsForInstallation', { installationId: id })).length;
    expect(counts).toEqual({
      'Northmere Fell': 160,
      'Northmere Scaur': 90,
      'Northmere Tarn': 600,
      'Skerrow Haaf A': 140,
      'Skerrow Haaf B': 40,
      'Vantry Corrie': 70,
    });
  });

  it('has the five inspections of Tarn with the counts of their cards', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const cards = tarn.installationInspections.map((card) => [
      card.inspectionName,
      Math.round((card.startDate * 1000 - DAY) / 86_400_000),
      Math.round((card.expectedEndDate * 1000 - DAY) / 86_400_000),
      card.totalItems,
      card.fitForPurpose,
      card.needsAttention,
      card.defective,
      card.notApplicable,
    ]);
    expect(cards).toEqual([
      ['Ex Equipment Inspection, close grade', 10, 20, 114, 0, 0, 0, 0],
      ['Lifting Equipment Thorough Examination', -2, 6, 164, 44, 9, 3, 0],
      ['Dropped Object Survey', -6, 4, 420, 251, 58, 21, 12],
      ['Handrails, Gratings and Ladders', -330, -322, 72, 55, 11, 4, 2],
      ['Dropped Object Survey', -372, -361, 402, 318, 61, 14, 9],
    ]);
  });

  it('reports exactly what changed between the two dropped object surveys of Tarn', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const surveys = tarn.installationInspections.filter((card) => card.inspectionName === 'Dropped Object Survey');
    const [now, before] = await Promise.all(
      surveys.map(async ({ id }) => {
        const rows = await maren()('getItemsForInstallationInspection', { installationInspectionId: id });
        return new Map(rows.map((row) => [row.itemId, row.conditionId]));
      }),
    );
    const defective = CONDITIONS.defective.id;
    const was = [...before!].filter(([, found]) => found === defective).map(([itemId]) => itemId);
    expect(was.filter((itemId) => now!.get(itemId) === CONDITIONS.fitForPurpose.id)).toHaveLength(9);
    expect(was.filter((itemId) => now!.get(itemId) === defective)).toHaveLength(5);
    const newly = [...now!].filter(([itemId, found]) => found === defective && before!.get(itemId) !== defective);
    expect(newly).toHaveLength(16);
  });

  it('has its items at the typical path', async () => {
    const tarn = (await maren()('getInstallations', {})).find(({ name }) => name === 'Northmere Tarn')!;
    const items = await maren()('getItemsForInstallation', { installationId: tarn.id });
    const byId = new Map(items.map((item) => [item.id, item]));
    const light = items.find(({ name }) => name === 'Floodlight, port fwd leg, girt 6')!;
    const path: string[] = [];
    for (let next = byId.get(light.id); next !== undefined; next = byId.get(next.parentItemId ?? ''))
      path.unshift(next.name);
    expect(path).toEqual(['Derrick', 'Crown to monkey board', 'Girt 6', 'Floodlight, port fwd leg, girt 6']);
    expect(items.filter(({ isLocation }) => isLocation)).toHaveLength(34);
    const tags = items.flatMap(({ tag }) => tag ?? []);
    expect(tags).toHaveLength(180);
    for (const tag of tags) expect(tag).toMatch(/^E2000000[0-9A-F]{16}$/);
  });

  it('keeps an overdue derrick inspection on Fell and nothing current on Scaur', async () => {
    const installations = await maren()('getInstallations', {});
    const [fell, scaur] = ['Northmere Fell', 'Northmere Scaur'].map((name) =>
      installations.find((each) => each.name === name)!,
    );
    const derrick = fell!.installationInspections[0]!;
    expect(derrick.inspectionName).toBe('Derrick Category III');
    expect((derrick.startDate * 1000 - DAY) / 86_400_000).toBe(-15);
    expect((derrick.expectedEndDate * 1000 - DAY) / 86_400_000).toBe(-3);
    const checked = derrick.fitForPurpose + derrick.needsAttention + derrick.defective + derrick.notApplicable;
    expect(Math.floor((100 * checked) / derrick.totalItems)).toBe(92);
    for (const { expectedEndDate } of scaur!.installationInspections) expect(expectedEndDate * 1000).toBeLessThan(DAY);
  });

  it('answers questions of all eight types', async () => {
    const answered = await place.database.db
      .selectFrom('fieldResponse')
      .innerJoin('field', 'field.id', 'fieldResponse.fieldId')
      .select('field.fieldTypeId')
      .distinct()
      .execute();
    const known = Object.values(FIELD_TYPES).map(({ id }): string => id);
    expect(answered.map(({ fieldTypeId }) => fieldTypeId).toSorted()).toEqual(known.toSorted());
  });

  it('has about 190 notes, and a history of several people with changes and a deletion, none in the future', async () => {
    const { db } = place.database;
    const notes = await db.selectFrom('note').select('content').where('deletedAt', 'is', null).execute();
    expect(notes.length).toBeGreaterThan(180);
    expect(notes.length).toBeLessThan(200);
    const changes = await db
      .selectFrom('change')
      .select(['op', 'userId', 'editedAt', 'historyJson', 'tableName'])
      .where('itemId', 'is not', null)
      .execute();
    expect(new Set(changes.map(({ userId }) => userId)).size).toBe(4);
    expect(changes.some(({ op, tableName }) => op === 'del' && tableName === 'note')).toBe(true);
    const changed = changes.filter(({ op, historyJson }) => op === 'upd' && historyJson !== null);
    expect(changed.length).toBeGreaterThan(50);
    expect(Math.max(...changes.map(({ editedAt }) => editedAt))).toBeLessThan(DAY);
  });

  it('has about 840 photos that can be decoded, and 60 files on Tarn, with long names', async () => {
    const { db } = place.database;
    expect(await db.selectFrom('image').select('id').execute()).toHaveLength(849);
    expect(await imagesOnDemand().decode(place.photo()!, 'a company')).not.toBeNull();
    const files = await db.selectFrom('file').select('filename').execute();
    expect(files).toHaveLength(60);
    expect(files.map(({ filename }) => filename)).toContain('COC-LG-2291 Certificate of conformity.pdf');
    expect(await db.selectFrom('fieldImage').select('id').execute()).toHaveLength(3);
  });

  describe('has reports', () => {
    type Format = (typeof REPORT_FORMATS)[number];
    /** Prints a report as a viewer. */
    let print: Record<string, (format: Format) => Promise<Download>>;
    let defects: { name: string; note: string }[];

    beforeAll(async () => {
      const jorun = place.as('viewer@northmere.example');
      const installations = await jorun('getInstallations', {});
      const tarn = installations.find(({ name }) => name === 'Northmere Tarn')!;
      const drops = tarn.installationInspections.find((card) => card.totalItems === 420)!;
      const fell = installations.find(({ name }) => name === 'Northmere Fell')!;
      const derrick = fell.installationInspections.find((card) => card.inspectionName === 'Derrick Category III')!;
      const typeOf = async (name: string): Promise<string> =>
        (await jorun('getInspections', {})).find((type) => type.name === name)!.id;
      const [dropsType, lolerType] = [
        await typeOf('Dropped Object Survey'),
        await typeOf('Lifting Equipment Thorough Examination'),
      ];
      const rows = await jorun('getItemsForInstallationInspection', { installationInspectionId: drops.id });
      const defective = rows.filter((row) => row.conditionId === CONDITIONS.defective.id);
      defects = [];
      for (const { itemId, name } of defective) {
        const notes = await jorun('getNotesForInstallationInspectionItem', {
          installationInspectionId: drops.id,
          itemId,
        });
        defects.push({ name, note: notes[0]!.content });
      }
      const ids = new Map((await place.as(ADMINISTRATOR.email)('getReports', {})).map(({ id, title }) => [title, id]));
      const idOf = (title: string): string => ids.get(title)!;
      const over = (inspectionId: string) => (title: string) => (format: Format) =>
        jorun('executeReportInspectionType', { reportId: idOf(title), inspectionId, format });
      const installationIds = installations.map(({ id }) => id);
      const fleet = (title: string) => (format: Format) =>
        jorun('executeReportInstallations', { reportId: idOf(title), installationIds, format });
      print = {
        'annual-summary.frx': (format) =>
          jorun('executeReportCompany', { reportId: idOf('Annual condition summary'), format }),
        'failed-items.frx': over(dropsType)('Failed items list'),
        'picture-book.frx': over(dropsType)('Picture book'),
        'thorough-examination.frx': over(lolerType)('Report of thorough examination'),
        'inspection-report.frx': (format) =>
          jorun('executeReportInstallationInspection', {
            reportId: idOf('Inspection report with photos'),
            installationInspectionId: drops.id,
            format,
          }),
        'inspection-report.frx over the derrick of Fell': (format) =>
          jorun('executeReportInstallationInspection', {
            reportId: idOf('Inspection report with photos'),
            installationInspectionId: derrick.id,
            format,
          }),
        'item-sheet.frx': (format) =>
          jorun('executeReportInstallationInspectionItem', {
            reportId: idOf('Item sheet'),
            installationInspectionItemId: defective[0]!.id,
            format,
          }),
        'fleet-comparison.frx': fleet('Fleet comparison'),
        'broken.frx': fleet('Broken report (shows how a failure is reported)'),
      };
    });

    const expected: Record<string, () => string[]> = {
      'annual-summary.frx': () => [
        'Northmere Drilling: inspections begun between 15 Jan 2025 and 15 Jan 2026',
        '670 of 860 items in the scope of these inspections were checked; 36 were found defective',
        ...defects.flatMap(({ name, note }) => [name, note]),
      ],
      'failed-items.frx': () => [
        '21 of 420 items failed',
        '78 items have not been checked yet.',
        '14 of 402 items failed',
        'Every item has been checked.',
        ...defects.flatMap(({ name, note }) => [name, note]),
      ],
      'picture-book.frx': () => [
        '723 photos',
        'Derrick / Crown and water table / A-frame',
        ...defects.map(({ name }) => name),
      ],
      'thorough-examination.frx': () => [
        'Is a danger: Pin: bent beyond the discard limit',
        'Replace before further use',
        'Could become a danger: Load chain: links close to the wear limit',
        'Gauge monthly and renew the chain',
        'No defect that is or could become a danger to persons was found.',
        'Brake held at 125 % SWL',
        '45.00 t, Main hoist 4 falls; whip line single fall',
        '8d  Examine again by',
        'Northmere Tarn, Semi-submersible, at 57.9312° N, 1.4180° E',
        'Page 1 of 1',
      ],
      'inspection-report.frx': () => [
        '342 of 420 items checked, 81 %',
        '⬣  Defective',
        'Drill floor red zone by arrangement with the driller'.slice(1),
        ...defects.flatMap(({ name, note }) => [name, note]),
      ],
      'item-sheet.frx': () => [
        defects[0]!.name,
        defects[0]!.note,
        'Potential consequence',
        'Height above deck (m)',
        'Not Checked → Defective',
      ],
      'fleet-comparison.frx': () => [
        'Semi-submersible, built 2009',
        'All inspections of Northmere Tarn1172668139422330',
        'Drillship, built 2012',
      ],
    };

    /** Facts about the company, which every report states. */
    const ofCompany = ['Inspection body type C, no. 0914', '14 Quarry Pier, Aberlour Sound, AB99 1ND'];
    /** Facts about the person who signs, with the sizes of the printed pictures: the logo, and the signature where there is one. */
    const signed: Record<string, RegExp> = {
      'thorough-examination.frx': /LEEAliftingequipmentexaminer[^]{0,40}LEEA-\d+,validuntil\d\d\/\d\d\/\d{4}/,
      'inspection-report.frx': /Fortheinspection:[^]{0,60}Certificate[A-Z]+-\d+,validuntil\d\d\/\d\d\/\d{4}/,
    };
    const LOGO = '300x200';
    const SIGNATURE = '420x120';

    it.each(DEMO_REPORTS.filter(({ template }) => template !== 'broken.frx' && template !== 'picture-book.frx'))(
      '$title, with logo, address and accreditation of the company, and what the person who signs has to show',
      async ({ template }) => {
        const html = (await bytesOf(await print[template]!('html'))).toString();
        const words = wordsIn(html);
        for (const text of ofCompany) expect(words).toContain(withoutBlanks(text));
        const sizes = pictureSizes(html);
        expect(sizes).toContain(LOGO);
        if (signed[template] === undefined) return;
        expect(words).toMatch(signed[template]);
        expect(sizes).toContain(SIGNATURE);
      },
      PATIENCE_MS,
    );

    it.each(DEMO_REPORTS.filter(({ template }) => template !== 'broken.frx'))(
      '$title, printed over live data without a warning',
      async ({ template }) => {
        const words = wordsIn((await bytesOf(await print[template]!('html'))).toString());
        for (const text of expected[template]!()) expect(words).toContain(withoutBlanks(text));
        expect(place.warnings()).toEqual([]);
        // Hundreds of photos take long, and the other reports cover photos in PDF.
        if (template === 'picture-book.frx') return;
        const pdf = (await bytesOf(await print[template]!('pdf'))).toString('latin1');
        expect(place.warnings()).toEqual([]);
        // Each examined item has a report with page numbers of its own.
        const numbered = template === 'thorough-examination.frx' ? 80 : Number(/Page1of(\d+)/.exec(words)![1]);
        expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(numbered);
      },
      PATIENCE_MS,
    );

    it('that print the answers of the crew at handover', async () => {
      const html = await bytesOf(await print['inspection-report.frx over the derrick of Fell']!('html'));
      const words = wordsIn(html.toString());
      for (const text of ['Handover to the drill crew', 'Barrier on the V-door side to be renewed', 'Not answered'])
        expect(words).toContain(withoutBlanks(text));
    });

    it('and one that fails with the position and the reason', async () => {
      await expect(print['broken.frx']!('pdf')).rejects.toMatchObject({
        code: 'reportFailed',
        details: {
          findings: [{ message: '[Result.Item.Wieght] names a column that its table does not have.' }],
        },
      });
    });

    it('of which only the failing one has findings when it is checked', async () => {
      for (const { template } of DEMO_REPORTS) {
        const frx = Buffer.from(templateOf(template)).toString('base64');
        const findings = await place.as(ADMINISTRATOR.email)('checkReport', { frx });
        const wrong = '[Result.Item.Wieght] names a column that its table does not have.';
        expect(findings.map(({ message }) => message)).toEqual(template === 'broken.frx' ? [wrong] : []);
      }
    });
  });

  it('reports progress that never decreases, up to the end', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    expect(shares.filter((share) => share === 1).length).toBeLessThan(shares.length / 50);
  });

  it(
    'does not change when it is created again',
    async () => {
      const before = await contentsOf(place.database);
      await place.make();
      expect(await contentsOf(place.database)).toEqual(before);
    },
    PATIENCE_MS,
  );

  it(
    'is the same when its creation was interrupted repeatedly',
    async () => {
      const other = await openDemoPlace();
      for (const calls of [1, 250, 777, 2_500, 7_000]) await other.make(calls);
      await other.make();
      expect(await contentsOf(other.database)).toEqual(await contentsOf(place.database));
      await other.database.close();
    },
    PATIENCE_MS,
  );

  it(
    'is completed when an administrator changes its templates meanwhile, without the records that no longer fit',
    async () => {
      const other = await openDemoPlace(halfway);
      const wren = other.as(ADMINISTRATOR.email);
      for (const { id } of await wren('getFieldsTemplates', {})) {
        const { fields } = await wren('getFieldsTemplate', { id });
        for (const field of fields) {
          const options = field.options.map((option) => ({ ...option, fieldsTemplateId: null }));
          if (field.options.length > 0) await wren('updateField', { id: field.id, options: options.slice(1) });
        }
      }
      const { shares, refused } = await other.makeRest();
      expect(shares.at(-1)).toBeGreaterThan(0.9);
      expect(new Set(refused)).toEqual(new Set(['saveItemField', 'saveInstallationInspectionItemField']));
      const rows = ['item', 'installationInspection', 'installationInspectionItem', 'note'] as const;
      for (const table of rows) {
        const count = ({ database: { db } }: DemoPlace) =>
          db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow();
        expect(await count(other)).toEqual(await count(place));
      }
      await other.database.close();
    },
    PATIENCE_MS,
  );

  describe('a started report over it', () => {
    let wren: Call;
    let columns: readonly StarterColumn[];
    let printed: Record<keyof typeof REPORT_TYPES, (reportId: string) => Promise<Download>>;
    /** Texts about one defective item, which every report contains. */
    let known: string[];

    beforeAll(async () => {
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
    });

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

    it.each(Object.keys(REPORT_TYPES) as (keyof typeof REPORT_TYPES)[])(
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
        const words = (await pdfPages(await bytesOf(await printed[over](id)))).join('\n');
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

  // This test is the last one because it changes the fleet.
  it('prints the sweeps of an inspection in its report', async () => {
    const call = maren();
    const fell = (await call('getInstallations', {})).find(({ name }) => name === 'Northmere Fell')!;
    const derrick = fell.installationInspections.find((card) => card.inspectionName === 'Derrick Category III')!;
    const where = { installationInspectionId: derrick.id, locationId: null };
    const reads = [{ tag: 'E2000009', tagKind: 'epc' as const, seenAt: DAY - 60_000 }];
    await call('saveSweep', { ...where, startedAt: DAY - 120_000, endedAt: DAY, reads });
    const reports = await place.as(ADMINISTRATOR.email)('getReports', {});
    const reportId = reports.find(({ title }) => title === 'Inspection report with photos')!.id;
    const asked = { reportId, installationInspectionId: derrick.id, format: 'html' as const };
    const words = wordsIn((await bytesOf(await call('executeReportInstallationInspection', asked))).toString());
    for (const text of ['0 found, 0 missing, 1 unexpected', 'Maren Thorskild', 'unexpected Unknown tag', 'E2000009'])
      expect(words).toContain(withoutBlanks(text));
    expect(place.warnings()).toEqual([]);
  });
});
