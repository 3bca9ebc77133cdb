import { FIELD_TYPES, type RegisterPreview } from '@holdfast/contract';
import { expect, it } from 'vitest';
import type { SheetCell } from '../../ports.ts';
import { callsOf, onEachDatabase, sheetBytes, type TestFixture } from '../../testing/index.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const sheet = (rows: SheetCell[][]) => ({ filename: 'items.xlsx', base64File: base64(sheetBytes(rows)) });

/** A rig with an area, a floodlight in it with answers of every plain type, and a question type. */
async function rig(fixture: TestFixture) {
  const { build } = fixture;
  const wren = fixture.as('wren');
  const installation = await build.installation({ timeZone: 'Europe/Oslo' });
  const area = await build.itemType({ name: 'Area', isLocation: 1 });
  const light = await build.itemType({ name: 'Floodlight' });
  await build.itemType({ name: 'Survey question', isQuestion: 1 });
  const template = await build.fieldsTemplate();
  await build.templateOfType({ itemTypeId: light.id, fieldsTemplateId: template.id });
  const fields: Record<string, string> = {};
  for (const [order, [name, type]] of (
    [
      ['Serial number', 'text'],
      ['Weight (kg)', 'number'],
      ['Certified', 'checkbox'],
      ['Bought', 'date'],
      ['Seen at', 'datetime'],
      ['Maker', 'select'],
      ['Retention', 'multiSelect'],
    ] as const
  ).entries())
    fields[name] = (
      await build.field({ name, order, fieldTypeId: FIELD_TYPES[type].id, fieldsTemplateId: template.id })
    ).id;
  await wren.updateField({ id: fields['Maker']!, options: ['Brandreth', 'Kolvik'].map((name) => ({ name })) });
  await wren.updateField({ id: fields['Retention']!, options: ['Split pin', 'Lock wire'].map((name) => ({ name })) });
  const derrick = await build.item({
    installationId: installation.id,
    itemTypeId: area.id,
    name: 'Derrick',
    isLocation: 1,
  });
  const lamp = await build.item({
    installationId: installation.id,
    itemTypeId: light.id,
    parentItemId: derrick.id,
    name: 'Light / girt 6',
  });
  return { installation, area, light, derrick, lamp, fields, id: installation.id };
}

async function answersOf(fixture: TestFixture, itemId: string): Promise<Record<string, string>> {
  const { fieldResponses } = await fixture.as('maren').getItem({ itemId });
  return Object.fromEntries(fieldResponses.map(({ fieldId, displayValue }) => [fieldId, displayValue]));
}

const exported = async (fixture: TestFixture, id: string): Promise<SheetCell[][]> => {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture.as('wren').exportItemRegister({ id });
  for await (const piece of content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as SheetCell[][];
};

const reasons = ({ rows }: RegisterPreview): string[] =>
  rows.flatMap(({ row, marks }) =>
    marks.filter((mark) => mark.verdict === 'wrong').map((mark) => `${row}.${mark.column} ${mark.reason}`),
  );

const HEAD = [
  'Location',
  'Item type',
  'Name',
  'Tag',
  'Serial number',
  'Weight (kg)',
  'Certified',
  'Bought',
  'Seen at',
  'Maker',
  'Retention',
];
const FULL = [
  'Derrick',
  'floodlight',
  'Light 7',
  'e200 3412',
  'FL-7',
  4.5,
  'yes',
  '15/01/2026',
  '15/01/2026 13:05',
  'kolvik',
  'Lock wire; Split pin',
];

onEachDatabase('The register of items', (fixture) => {
  it('is written only while a workbook can be written, and as CSV in any size', async () => {
    const { id } = await rig(fixture);
    const { application } = fixture;
    const exportedWith = (answer: Uint8Array | 'tooLarge' | null, format: 'xlsx' | 'csv') => {
      const spreadsheets = { ...application.ports.spreadsheets, workbook: () => Promise.resolve(answer) };
      const calls = callsOf({ ...application, ports: { ...application.ports, spreadsheets } }, fixture.actor('wren'));
      return calls.exportItemRegister({ id, format });
    };
    await expect(exportedWith(null, 'xlsx')).rejects.toBeProblem('unavailable');
    await expect(exportedWith('tooLarge', 'xlsx')).rejects.toBeProblem('unsupportedMedia');
    for (const answer of [null, 'tooLarge'] as const)
      expect((await exportedWith(answer, 'csv')).mimeType).toContain('text/csv');
    const { content, filename } = await exportedWith(Uint8Array.of(1, 2), 'xlsx');
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    expect(Buffer.concat(pieces)).toEqual(Buffer.of(1, 2));
    expect(filename).toMatch(/ - items - 2026-01-15\.xlsx$/);
  });

  it('shows the changes cell by cell without making them, and imports exactly those', async () => {
    const { id, fields } = await rig(fixture);
    const wren = fixture.as('wren');
    const file = sheet([HEAD, FULL]);
    const preview = await wren.previewItemRegister({ id, ...file });
    expect(preview.counts).toEqual({ new: 1, changed: 0, unchanged: 0, wrong: 0 });
    expect(preview.rows[0]!.marks.map((mark) => mark.verdict)).toEqual(Array(11).fill('new'));
    expect(await exported(fixture, id)).toHaveLength(3);

    const done = await wren.importItemRegister({ id, ...file, plan: preview.plan });
    expect(done).toEqual({ changed: 1, undo: expect.any(String) });
    const light = await fixture.database.db
      .selectFrom('item')
      .selectAll()
      .where('name', '=', 'Light 7')
      .executeTakeFirstOrThrow();
    expect(light).toMatchObject({ tag: 'E2003412', tagKind: 'epc', isLocation: 0 });
    expect(await answersOf(fixture, light.id)).toEqual({
      [fields['Serial number']!]: 'FL-7',
      [fields['Weight (kg)']!]: '4.5',
      [fields['Certified']!]: 'Yes',
      [fields['Bought']!]: '15/01/2026',
      [fields['Seen at']!]: '15/01/2026 01:05 pm',
      [fields['Maker']!]: 'Kolvik',
      [fields['Retention']!]: 'Split pin, Lock wire',
    });
    const { fieldResponses } = await fixture.as('maren').getItem({ itemId: light.id });
    expect(fieldResponses.find(({ fieldId }) => fieldId === fields['Seen at'])?.value).toBe('2026-01-15T12:05:00.000Z');
  });

  it('shows a time within the hours after midnight and after noon as 12', async () => {
    const { id, lamp, fields } = await rig(fixture);
    for (const [written, shown] of [
      ['15/01/2026 00:05', '15/01/2026 12:05 am'],
      ['15/01/2026 12:30', '15/01/2026 12:30 pm'],
    ]) {
      await fixture.as('wren').importItemRegister({
        id,
        ...sheet([
          ['Id', 'Name', 'Seen at'],
          [lamp.id, 'Light / girt 6', written!],
        ]),
      });
      expect(await answersOf(fixture, lamp.id)).toEqual({ [fields['Seen at']!]: shown });
    }
  });

  it('has no changes when its export is read again, for any answers', async () => {
    const { id } = await rig(fixture);
    const wren = fixture.as('wren');
    await wren.importItemRegister({ id, ...sheet([HEAD, FULL]) });
    const rows = await exported(fixture, id);
    expect(rows.map((row) => row[3])).toEqual(['Name', 'Derrick', 'Light / girt 6', 'Light 7']);
    const preview = await wren.previewItemRegister({ id, ...sheet(rows) });
    expect(preview.counts).toEqual({ new: 0, changed: 0, unchanged: 3, wrong: 0 });
    expect(await wren.importItemRegister({ id, ...sheet(rows) })).toEqual({ changed: 0, undo: null });
    const withoutIds = rows.map((row) => row.slice(1));
    expect((await wren.previewItemRegister({ id, ...sheet(withoutIds) })).counts.unchanged).toBe(3);
  });

  it('exports recorded answers to questions that are not asked any more in columns of their own, which an import leaves alone', async () => {
    const { id, fields, light } = await rig(fixture);
    const wren = fixture.as('wren');
    await wren.importItemRegister({ id, ...sheet([HEAD, FULL]) });
    await wren.updateField({ id: fields['Maker']!, fieldTypeId: FIELD_TYPES.text.id });
    await wren.updateField({ id: fields['Weight (kg)']!, name: 'Mass (kg)' });
    await wren.deleteField({ id: fields['Weight (kg)']! });
    const cells = async (): Promise<Record<string, SheetCell>> => {
      const [head, ...rows] = await exported(fixture, id);
      const row = rows.find((each) => each[3] === 'Light 7')!;
      return Object.fromEntries(head!.map((name, i) => [String(name), row[i]!]));
    };
    expect(await cells()).toMatchObject({
      'Serial number': 'FL-7',
      Maker: null,
      'Maker (no longer asked)': 'Kolvik',
      'Weight (kg) (no longer asked)': '4.5',
    });
    const preview = await wren.previewItemRegister({ id, ...sheet(await exported(fixture, id)) });
    expect(preview.counts).toEqual({ new: 0, changed: 0, unchanged: 3, wrong: 0 });
    expect(preview.columns.filter(({ isKnown }) => !isKnown).map(({ name }) => name)).toEqual([
      'Maker (no longer asked)',
      'Weight (kg) (no longer asked)',
    ]);
    const { itemTypeFieldsTemplates } = await wren.getItemType({ id: light.id });
    await wren.removeItemTypeFieldsTemplate({ id: light.id, templateId: itemTypeFieldsTemplates[0]!.fieldsTemplateId });
    expect(await cells()).toMatchObject({ 'Serial number (no longer asked)': 'FL-7' });
  });

  it('renames, moves and answers by id, and does not change values that are not in the sheet', async () => {
    const { id, lamp, fields } = await rig(fixture);
    const wren = fixture.as('wren');
    await fixture.as('maren').saveItemField({
      itemId: lamp.id,
      fieldId: fields['Serial number']!,
      value: 'old',
      displayValue: 'old',
    });
    const file = sheet([
      ['Id', 'Location', 'Name', 'Serial number', 'Maker'],
      [lamp.id, '', 'Lamp', 'new', ''],
    ]);
    const { rows, plan } = await wren.previewItemRegister({ id, ...file });
    expect(rows).toMatchObject([
      {
        row: 2,
        verdict: 'changed',
        marks: [
          { column: 1, verdict: 'changed', was: 'Derrick' },
          { column: 2, verdict: 'changed', was: 'Light / girt 6' },
          { column: 3, verdict: 'changed', was: 'old' },
        ],
      },
    ]);
    await wren.importItemRegister({ id, ...file, plan });
    const item = await fixture.as('maren').getItem({ itemId: lamp.id });
    expect(item).toMatchObject({ name: 'Lamp', parentItemId: null });
    expect(await answersOf(fixture, lamp.id)).toEqual({ [fields['Serial number']!]: 'new' });
  });

  it('cannot place an item at a path that several items have', async () => {
    const { id, area } = await rig(fixture);
    for (let i = 0; i < 2; i += 1)
      await fixture.build.item({ installationId: id, itemTypeId: area.id, name: 'Deck', isLocation: 1 });
    const file = sheet([
      ['Location', 'Item type', 'Name'],
      ['Deck', 'Floodlight', 'Light 9'],
      ['Derrick', 'Floodlight', 'Light 10'],
    ]);
    const preview = await fixture.as('wren').previewItemRegister({ id, ...file });
    expect(reasons(preview)).toEqual(['2.0 There are several items with this path.']);
  });

  it('takes the separator of decimals from its answers, whatever other columns contain', async () => {
    const { id, lamp } = await rig(fixture);
    const read = async (name: string): Promise<string[]> => {
      const file = sheet([
        ['Id', 'Name', 'Weight (kg)'],
        [lamp.id, name, '1.250'],
        ['', 'Light 8', '12,5'],
      ]);
      return reasons(await fixture.as('wren').previewItemRegister({ id, ...file }));
    };
    const refusal = '2.2 This may be thousands or decimals. Write decimals with a comma, thousands without.';
    expect(await read('Lamp')).toContain(refusal);
    expect(await read('3.25')).toContain(refusal);
  });

  it('is undone in one step', async () => {
    const { id, lamp } = await rig(fixture);
    const wren = fixture.as('wren');
    const before = await exported(fixture, id);
    const { undo } = await wren.importItemRegister({
      id,
      ...sheet([
        ['Id', 'Location', 'Item type', 'Name', 'Serial number'],
        [lamp.id, '', '', 'Lamp', 'SN'],
        ['', '', 'Area', 'Mast', ''],
        ['', 'Mast', 'Floodlight', 'Mast light', 'SN 2'],
      ]),
    });
    expect(await exported(fixture, id)).toHaveLength(5);
    await wren.undoChanges({ installationId: id, undo: undo! });
    const after = await exported(fixture, id);
    // The answer is stored as a blank one, which is read like none.
    expect(after.map((row) => row.slice(0, 5))).toEqual(before.map((row) => row.slice(0, 5)));
  });

  it('places items in any order of the rows, and lets tags be exchanged', async () => {
    const { id, light, derrick } = await rig(fixture);
    const wren = fixture.as('wren');
    const one = await fixture.build.item({
      installationId: id,
      itemTypeId: light.id,
      name: 'One',
      tag: 'AAAA0001',
      tagKind: 'epc',
    });
    const two = await fixture.build.item({
      installationId: id,
      itemTypeId: light.id,
      name: 'Two',
      tag: 'AAAA0002',
      tagKind: 'epc',
    });
    await wren.importItemRegister({
      id,
      ...sheet([
        ['Id', 'Location', 'Item type', 'Name', 'Tag'],
        ['', 'Mast / Top', 'Floodlight', 'Beacon', ''],
        ['', 'Mast', 'Area', 'Top', ''],
        ['', '', 'Area', 'Mast', ''],
        [derrick.id, 'Mast / Top', '', 'Derrick', ''],
        [one.id, '', '', 'One', 'AAAA0002'],
        [two.id, '', '', 'Two', 'AAAA0001'],
      ]),
    });
    const rows = await exported(fixture, id);
    const find = (name: string) => rows.find((row) => row[3] === name)!;
    expect(find('Beacon')[1]).toBe('Mast / Top');
    expect(find('Derrick')[1]).toBe('Mast / Top');
    expect(find('Light / girt 6')[1]).toBe('Mast / Top / Derrick');
    expect([find('One')[4], find('Two')[4]]).toEqual(['AAAA0002', 'AAAA0001']);
  });

  it('refuses the tag of an item that keeps it, at the row that asks for it and at the row of the item', async () => {
    const { id, light } = await rig(fixture);
    const [one, two] = await Promise.all(
      ['AAAA0001', 'AAAA0002'].map((tag) =>
        fixture.build.item({ installationId: id, itemTypeId: light.id, name: `Light ${tag}`, tag, tagKind: 'epc' }),
      ),
    );
    const preview = await fixture.as('wren').previewItemRegister({
      id,
      ...sheet([
        ['Id', 'Name', 'Tag'],
        [two!.id, 'Two', 'AAAA0001'],
        [one!.id, 'One', 'AAAA0001'],
      ]),
    });
    expect(reasons(preview)).toEqual(['2.2 Light AAAA0001 carries this tag.', '3.2 Row 2 has this tag too.']);
  });

  it('accepts the type of an item by a name that several types have', async () => {
    const { id, lamp } = await rig(fixture);
    await fixture.build.itemType({ name: 'Floodlight' });
    const rows = [
      ['Id', 'Item type', 'Name'],
      [lamp.id, 'Floodlight', 'Lamp'],
    ];
    expect(reasons(await fixture.as('wren').previewItemRegister({ id, ...sheet(rows) }))).toEqual([]);
  });

  it('reports the fault of each wrong cell, and imports nothing of such a sheet', async () => {
    const { id, lamp, derrick, light } = await rig(fixture);
    const wren = fixture.as('wren');
    await fixture.build.item({
      installationId: id,
      itemTypeId: light.id,
      name: 'Tagged',
      tag: 'BBBB0001',
      tagKind: 'epc',
    });
    const file = sheet([
      ['Id', ...HEAD],
      [
        '',
        'Nowhere',
        'Floodlight',
        'A',
        '',
        '',
        'heavy',
        'perhaps',
        '31/02/2026',
        'soon',
        'Ostermark',
        'Split pin; Split pin',
      ],
      ['', 'Derrick', '', 'B'],
      ['', 'Derrick', 'Crane', 'C'],
      ['', 'Derrick', 'Survey question', 'D'],
      ['', 'Derrick', 'Floodlight', ''],
      ['', 'Derrick', 'Area', 'E', '', 'not asked'],
      [lamp.id, 'Derrick', 'Area', 'Light / girt 6'],
      [lamp.id, 'Derrick', '', 'Light / girt 6'],
      ['0190aaaa-0000-7000-8000-00000000dead', '', '', 'F'],
      ['', 'Derrick', 'Floodlight', 'G', 'BBBB0001'],
      ['', 'Derrick', 'Floodlight', 'H', 'xyz'],
      ['', 'Derrick / B', 'Floodlight', 'I'],
      [derrick.id, 'Derrick / Light / girt 6', '', 'Derrick'],
    ]);
    const preview = await wren.previewItemRegister({ id, ...file });
    expect(reasons(preview)).toEqual([
      '2.1 There is no item with this path, and no row of this sheet makes it.',
      '2.6 This must be a number, without units and spaces.',
      '2.7 This must be Yes or No.',
      '2.8 This must be a day as DD/MM/YYYY or YYYY-MM-DD.',
      '2.9 This must be a day and time as DD/MM/YYYY HH:MM or YYYY-MM-DD HH:MM.',
      '2.10 This must be one of: Brandreth, Kolvik.',
      '2.11 This must be one of: Split pin, Lock wire. Several stand with a semicolon between them, each once.',
      '3.2 A new item needs an item type.',
      '4.2 There is no item type of this name.',
      '5.2 There is no item type of this name.',
      '6.3 A name is needed.',
      '7.5 This is not asked of the type Area.',
      '8.2 The type of an item never changes; it is Floodlight.',
      '9.3 Row 8 is about the same item.',
      '10.0 This installation has no item with this id.',
      '10.2 A new item needs an item type.',
      '11.4 Tagged carries this tag.',
      '12.4 An RFID tag must be hexadecimal, in words of four digits.',
      '13.1 Row 3, in which it stands, is wrong.',
      '14.1 That would put it inside itself.',
    ]);
    await expect(wren.importItemRegister({ id, ...file })).rejects.toBeProblem('registerRefused');
    expect(await exported(fixture, id)).toHaveLength(4);
  });

  it('is refused when it would do anything else than what was shown', async () => {
    const { id, lamp } = await rig(fixture);
    const wren = fixture.as('wren');
    const file = sheet([
      ['Id', 'Name'],
      [lamp.id, 'Lamp'],
    ]);
    const { plan } = await wren.previewItemRegister({ id, ...file });
    await fixture.as('maren').setItemName({ itemId: lamp.id, name: 'Crown light' });
    await expect(wren.importItemRegister({ id, ...file, plan })).rejects.toBeProblem('importOutdated');
    await fixture.as('maren').setItemName({ itemId: lamp.id, name: 'Lamp' });
    await expect(wren.importItemRegister({ id, ...file, plan })).rejects.toBeProblem('importOutdated');
  });

  it('needs unique headings with "Name" among them; others are ignored', async () => {
    const { id } = await rig(fixture);
    const wren = fixture.as('wren');
    const looked = (rows: SheetCell[][]) => wren.previewItemRegister({ id, ...sheet(rows) });
    await expect(
      looked([
        ['Item', 'Type'],
        ['A', 'B'],
      ]),
    ).rejects.toBeProblem('unsupportedMedia');
    await expect(
      looked([
        ['Name', 'name'],
        ['A', 'B'],
      ]),
    ).rejects.toBeProblem('unsupportedMedia');
    await expect(looked([['Name']])).rejects.toBeProblem('unsupportedMedia');
    await expect(wren.previewItemRegister({ id, filename: 'a', base64File: btoa('%PDF') })).rejects.toBeProblem(
      'unsupportedMedia',
    );
    const { columns, counts } = await looked([[], ['Name', 'Item type', 'Colour'], [], ['Mast', 'Area', 'red']]);
    expect(columns.map(({ isKnown }) => isKnown)).toEqual([true, true, false]);
    expect(counts.new).toBe(1);
  });

  it('of an installation is read by its own company and by administrators alone', async () => {
    const { id } = await rig(fixture);
    await expect(fixture.as('maren').exportItemRegister({ id })).rejects.toBeProblem('forbidden');
    const unknown = fixture.application.ports.ids.next(0);
    await expect(fixture.as('wren').exportItemRegister({ id: unknown })).rejects.toBeProblem('notFound');
  });
});
