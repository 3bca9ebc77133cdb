import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, REPORT_TYPES } from '@holdfast/contract';
import { describe, expect, it } from 'vitest';
import { callAt, callsOf, COMPANIES, onEachDatabase, TEST_NOW, type TestFixture, tinyPhoto } from '../testing/index.ts';

type Row = Record<string, unknown>;
type Printed = Record<string, Row[]> & { format: string };

async function report(
  fixture: TestFixture,
  type: keyof typeof REPORT_TYPES,
  more: { frx?: string; inspectionId?: string; companyId?: string } = {},
): Promise<string> {
  const made = await fixture
    .as('wren')
    .createReport({ title: 'A report', frx: btoa('<Report/>'), reportTypeId: REPORT_TYPES[type].id, ...more });
  return made.id;
}

/**
 * A crane with a shackle in it, both in one inspection, with every kind of part that an item can have; a second inspection and
 * installation.
 */
async function fleet(fixture: TestFixture) {
  const { build } = fixture;
  const kilograms = await build.field({
    name: 'Weight (kg)',
    shortName: 'Weight kg',
    fieldTypeId: FIELD_TYPES.number.id,
  });
  const template = await build.fieldsTemplate({
    name: 'DROPS result',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const remedy = await build.field({ name: 'Remedy', shortName: 'Order', fieldsTemplateId: template.id });
  const itemType = await build.itemType({ name: 'Shackle' });
  await build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId: String(kilograms['fieldsTemplateId']) });
  const type = await build.inspection();
  await build.typeOfInspection({ inspectionId: type.id, itemTypeId: itemType.id, fieldsTemplateId: template.id });
  const installation = await build.installation({ name: 'Northmere Tarn' });
  const drops = await build.installationInspection({ installationId: installation.id, inspectionId: type.id });
  const crane = await build.item({ installationId: installation.id, itemTypeId: itemType.id, name: 'Crane' });
  const shackle = await build.item({
    installationId: installation.id,
    itemTypeId: itemType.id,
    name: 'Shackle 8.5 t',
    parentItemId: crane.id,
    tagKind: 'epc',
    tag: 'E2000001',
  });
  const unseen = await build.item({ installationId: installation.id, itemTypeId: itemType.id, name: 'Spare' });
  const member = await build.member({ installationInspectionId: drops.id, itemId: shackle.id });
  const place = { installationInspectionId: drops.id, itemId: shackle.id };
  const maren = fixture.as('maren');
  await maren.setCondition({ ...place, conditionId: CONDITIONS.defective.id });
  await maren.saveItemField({
    itemId: shackle.id,
    fieldId: kilograms.id,
    value: '4.5',
    displayValue: '4.5',
  });
  await maren.saveInstallationInspectionItemField({
    ...place,
    fieldId: remedy.id,
    value: 'Replace pin',
    displayValue: 'Replace pin',
  });
  await maren.addNoteToInstallationInspectionItem({ ...place, content: 'Split pin missing' });
  await maren.addImageToInstallationInspectionItem({ ...place, filename: 'pin.png', base64Image: tinyPhoto() });
  await maren.addFileToItem({ itemId: shackle.id, filename: 'certificate.txt', base64File: 'YQ==' });
  const other = await build.installation({ name: 'Northmere Fell' });
  const loler = await build.inspection({ name: 'Lifting Equipment Thorough Examination', shortName: 'LOLER' });
  const examination = await build.installationInspection({ installationId: other.id, inspectionId: loler.id });
  return { type, installation, other, drops, examination, crane, shackle, unseen, member };
}

onEachDatabase('A printed report', (fixture) => {
  async function print(path: string, body: object): Promise<{ filename: string; printed: Printed }> {
    const { filename, content } = (await callAt(fixture, 'maren', `POST ${path}`, body)) as {
      filename: string;
      content: AsyncIterable<Uint8Array>;
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return { filename, printed: JSON.parse(Buffer.concat(pieces).toString()) as Printed };
  }
  const names = (rows: Row[]): unknown[] => rows.map((row) => row['Name']);

  it('has the sweeps of an inspection with the tags they read and missed, and in a report over one item its own lines', async () => {
    const { drops, shackle, member } = await fleet(fixture);
    const maren = fixture.as('maren');
    const seenAt = TEST_NOW - 60_000;
    const unknown = { tag: 'E2000009', tagKind: 'epc' as const, seenAt };
    const known = { tag: 'E2000001', tagKind: 'epc' as const, seenAt };
    const times = { startedAt: TEST_NOW - 120_000, endedAt: TEST_NOW };
    const where = { installationInspectionId: drops.id, locationId: null };
    const { id } = await maren.saveSweep({ ...where, ...times, reads: [known, unknown] });
    const reportId = await report(fixture, 'installationInspection');
    const body = { reportId, installationInspectionId: drops.id };
    const { printed } = await print('/execute-report-installation-inspection', body);
    expect(printed['Sweep']).toMatchObject([
      { Id: id, InspectionId: drops.id, Location: '', Author: 'Maren Thorskild', Found: 1, Missing: 0, Unexpected: 1 },
    ]);
    const line = { SweepId: id, Outcome: 'found', ItemId: shackle.id, ItemName: 'Shackle 8.5 t', Place: 'Crane' };
    expect(printed['SweepLine']).toMatchObject([
      { SweepId: id, Outcome: 'unexpected', ItemId: null, ItemName: '', Tag: 'E2000009' },
      line,
    ]);
    expect(printed['SweepLine']![1]!['SeenAt']).not.toBeNull();
    const sheet = await report(fixture, 'inspectionItem');
    const about = { reportId: sheet, installationInspectionItemId: member.id };
    const ofItem = await print('/execute-report-installation-inspection-item', about);
    expect(ofItem.printed['SweepLine']).toMatchObject([line]);
  });

  it('over one item has no lines of sweeps about others', async () => {
    const { drops, unseen, member } = await fleet(fixture);
    const maren = fixture.as('maren');
    await maren.setTag({ itemId: unseen.id, tag: 'E2000002' });
    const reads = ['E2000001', 'E2000002'].map((tag) => ({ tag, tagKind: 'epc' as const, seenAt: TEST_NOW }));
    const times = { startedAt: TEST_NOW - 120_000, endedAt: TEST_NOW };
    await maren.saveSweep({ installationInspectionId: drops.id, locationId: null, ...times, reads });
    const reportId = await report(fixture, 'inspectionItem');
    const about = { reportId, installationInspectionItemId: member.id };
    const { printed } = await print('/execute-report-installation-inspection-item', about);
    expect(printed['SweepLine']!.map((row) => row['Tag'])).toEqual(['E2000001']);
  });

  it('over an inspection contains the current findings of its items, their answers, notes, photos and history [REPI-09] [APIR-52]', async () => {
    const { drops, shackle, crane, member } = await fleet(fixture);
    const reportId = await report(fixture, 'installationInspection');
    const body = { reportId, installationInspectionId: drops.id };
    const { filename, printed } = await print('/execute-report-installation-inspection', body);
    expect(filename).toBe('A report - Dropped Object Survey, Northmere Tarn - 2026-01-15.pdf');
    expect(printed.format).toBe('pdf');
    expect(printed['Report']).toMatchObject([
      { Title: 'A report', Scope: 'Installation Inspection', CreatedBy: 'Maren Thorskild' },
    ]);
    expect(printed['Inspection']).toMatchObject([
      { Id: drops.id, TypeShortName: 'DROPS', StartDate: '2026-01-10T00:00:00.000Z', TotalItems: 1, Defective: 1 },
    ]);
    expect(printed['Item']).toMatchObject([
      { Id: crane.id, Path: 'Crane', Location: '', Depth: 0, Weight_kg: null },
      { Id: shackle.id, Path: 'Crane / Shackle 8.5 t', Location: 'Crane', Depth: 1, Tag: 'E2000001', Weight_kg: 4.5 },
    ]);
    const result = { Id: member.id, Condition: 'Defective', ConditionColor: '#C62828' };
    // Result has a column Order of its own, so that the short name of the question is changed.
    expect(printed['Result']).toMatchObject([{ ...result, Field_Order: 'Replace pin', UpdatedBy: 'Maren Thorskild' }]);
    expect(printed['FieldResponse']).toMatchObject([
      { ItemId: shackle.id, ResultId: null, FieldName: 'Weight (kg)', DisplayValue: '4.5' },
      { ItemId: null, ResultId: member.id, Template: 'DROPS result', ShortName: 'Order', DisplayValue: 'Replace pin' },
    ]);
    expect(printed['Note']).toMatchObject([
      { ResultId: member.id, Text: 'Split pin missing', Author: 'Maren Thorskild' },
    ]);
    expect(printed['Photo']).toMatchObject([
      { ResultId: member.id, FileName: 'pin.png', Image: tinyPhoto(), Thumbnail: tinyPhoto() },
    ]);
    const [image] = await fixture.as('maren').getImagesForInstallationInspectionItem({
      installationInspectionId: drops.id,
      itemId: shackle.id,
    });
    const edit = { turn: 90 as const, crop: null, marks: [] };
    const place = { installationInspectionItemId: member.id, imageId: image!.id };
    await fixture.as('maren').setImageEdit({ ...place, edit });
    await fixture.as('maren').setImageCaption({ ...place, caption: 'Split pin' });
    const edited = await print('/execute-report-installation-inspection', body);
    const drawn = (edge: number) => Buffer.from(`${edge}:${JSON.stringify(edit)}`).toString('base64');
    expect(edited.printed['Photo']).toMatchObject([
      { Caption: 'Split pin', Image: drawn(1280), Thumbnail: drawn(320), Unmarked: tinyPhoto() },
    ]);
    expect(printed['File']).toMatchObject([{ ItemId: shackle.id, FileName: 'certificate.txt', Size: 1 }]);
    expect(printed['History']).toContainEqual(
      expect.objectContaining({
        ItemId: shackle.id,
        Action: 'Changed',
        What: 'Condition',
        From: 'Not Checked',
        To: 'Defective',
      }),
    );
    expect(printed['History']).toContainEqual(
      expect.objectContaining({ ItemId: shackle.id, Action: 'Created', What: 'Note', To: 'Split pin missing' }),
    );

    await fixture.as('maren').setCondition({
      installationInspectionId: drops.id,
      itemId: shackle.id,
      conditionId: CONDITIONS.fitForPurpose.id,
    });
    const again = await print('/execute-report-installation-inspection', body);
    expect(again.printed['Result']).toMatchObject([{ Condition: 'Fit for purpose' }]);
  });

  it('reads the pictures that a template uses and no others', async () => {
    const { drops } = await fleet(fixture);
    await fixture.as('wren').setCompanyLogo({ id: COMPANIES.northmere, base64: tinyPhoto() });
    await fixture.as('maren').setOwnSignature({ base64: tinyPhoto(3) });
    const reportId = await report(fixture, 'installationInspection');
    const { application } = fixture;
    const PICTURES = ['Logo', 'Signature', 'Image', 'Thumbnail', 'Unmarked'];
    const read = async (wanted: readonly string[]): Promise<string[]> => {
      const found = new Set<string>();
      const reports: typeof application.ports.reports = {
        ...application.ports.reports,
        async print(asked) {
          for (const { columns, rows } of asked.dataSet.tables)
            for await (const row of rows((column) => wanted.includes(column)))
              for (const [i, { name }] of columns.entries())
                if (PICTURES.includes(name) && row[i] !== null) found.add(name);
          return application.ports.reports.print(asked);
        },
      };
      const calls = callsOf({ ...application, ports: { ...application.ports, reports } }, fixture.actor('maren'));
      await calls.executeReportInstallationInspection({ reportId, installationInspectionId: drops.id });
      return [...found].toSorted();
    };
    expect(await read([])).toEqual([]);
    for (const picture of PICTURES) expect(await read([picture])).toEqual([picture]);
    expect(await read(PICTURES)).toEqual(PICTURES.toSorted());
  });

  it('over an inspection contains nothing that was recorded in another one', async () => {
    const { drops, installation, shackle } = await fleet(fixture);
    const { build } = fixture;
    const { id: inspectionId } = await build.inspection({ name: 'Ex equipment', shortName: 'EX' });
    const ex = await build.installationInspection({ installationId: installation.id, inspectionId });
    await build.member({ installationInspectionId: ex.id, itemId: shackle.id });
    const where = { installationInspectionId: ex.id, itemId: shackle.id };
    await fixture.as('maren').addNoteToInstallationInspectionItem({ ...where, content: 'Label faded' });
    const reportId = await report(fixture, 'installationInspection');
    const body = { reportId, installationInspectionId: drops.id };
    const { printed } = await print('/execute-report-installation-inspection', body);
    expect(printed['Note']!.map((row) => row['Content'])).not.toContain('Label faded');
    expect(printed['History']!.map((row) => row['To'])).not.toContain('Label faded');
    expect(printed['History']!.map((row) => row['To'])).toContain('Split pin missing');
  });

  it('has the inspections that began last first', async () => {
    const { build } = fixture;
    const installation = await build.installation();
    const { id: inspectionId } = await build.inspection();
    const began = [3, 1, 2].map((day) => 1_767_225_600 + day * 86_400);
    for (const startDate of began)
      await build.installationInspection({ installationId: installation.id, inspectionId, startDate });
    const reportId = await report(fixture, 'installation');
    const { printed } = await print('/execute-report-installations', { reportId, installationIds: [installation.id] });
    const days = printed['Inspection']!.map((row) => String(row['StartDate']));
    expect(days).toHaveLength(3);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(new Set(days).size).toBe(3);
  });

  it('keeps recorded answers in the column of their short name when a question takes another type', async () => {
    const { drops, shackle, crane } = await fleet(fixture);
    const reportId = await report(fixture, 'installationInspection');
    const body = { reportId, installationInspectionId: drops.id };
    const [weight] = await fixture.database.db
      .selectFrom('field')
      .selectAll()
      .where('shortName', '=', 'Weight kg')
      .execute();
    const made = await fixture.as('wren').updateField({ id: weight!.id, fieldTypeId: FIELD_TYPES.text.id });
    const first = await print('/execute-report-installation-inspection', body);
    expect(first.printed['Item']).toMatchObject([
      { Id: crane.id, Weight_kg: null },
      { Id: shackle.id, Weight_kg: '4.5' },
    ]);
    const answer = { fieldId: made.id, value: 'about 5', displayValue: 'about 5' };
    await fixture.as('maren').saveItemField({ itemId: shackle.id, ...answer });
    const second = await print('/execute-report-installation-inspection', body);
    expect(second.printed['Item']).toMatchObject([{ Weight_kg: null }, { Id: shackle.id, Weight_kg: 'about 5' }]);
    expect(second.printed['FieldResponse']!.map((row) => row['DisplayValue'])).toEqual(
      expect.arrayContaining(['4.5', 'about 5']),
    );
  });

  describe('under former short names', () => {
    /** Prints the fleet; returns its shackle, with the columns of answers. */
    async function renaming() {
      const { drops, shackle } = await fleet(fixture);
      const reportId = await report(fixture, 'installationInspection');
      const body = { reportId, installationInspectionId: drops.id };
      const weight = await fixture.database.db
        .selectFrom('field')
        .selectAll()
        .where('shortName', '=', 'Weight kg')
        .executeTakeFirstOrThrow();
      const wren = fixture.as('wren');
      const shown = async (): Promise<Row> =>
        (await print('/execute-report-installation-inspection', body)).printed['Item']!.find(
          (row) => row['Id'] === shackle.id,
        )!;
      const answer = (fieldId: string, value: string) => {
        fixture.wait(1000);
        return fixture.as('maren').saveItemField({ itemId: shackle.id, fieldId, value, displayValue: value });
      };
      const offered = async () =>
        (await wren.getReportTables({})).flatMap(({ columns }) => columns.map(({ name }) => name));
      return { wren, weight, shown, answer, offered };
    }

    it('prints the answers under the former and the new one, and offers only the new one', async () => {
      const { wren, weight, shown, answer, offered } = await renaming();
      await wren.updateField({ id: weight.id, shortName: 'Mass' });
      expect(await shown()).toMatchObject({ Weight_kg: 4.5, Mass: 4.5 });
      expect(await offered()).toContain('Mass');
      expect(await offered()).not.toContain('Weight_kg');
      await answer(weight.id, '5');
      await wren.updateField({ id: weight.id, shortName: '' });
      expect(await shown()).toMatchObject({ Weight_kg: 5, Mass: 5 });
      await wren.updateField({ id: weight.id, shortName: 'Weight kg' });
      expect(await shown()).toMatchObject({ Weight_kg: 5, Mass: 5 });
      expect(await offered()).not.toContain('Mass');
    });

    it('prints them under another question that has the short name today only as far as they were recorded under it', async () => {
      const { wren, weight, shown, answer } = await renaming();
      await wren.updateField({ id: weight.id, shortName: 'Mass' });
      const { fieldTypeId, fieldsTemplateId } = weight;
      const other = await wren.createField({ name: 'Total weight', fieldTypeId, fieldsTemplateId, order: 1 });
      await wren.updateField({ id: other.id, shortName: 'Weight kg' });
      expect(await shown()).toMatchObject({ Weight_kg: 4.5, Mass: 4.5 });
      await answer(weight.id, '5');
      expect(await shown()).toMatchObject({ Weight_kg: null, Mass: 5 });
      await answer(other.id, '9');
      expect(await shown()).toMatchObject({ Weight_kg: 9, Mass: 5 });
      // Once the other one is deleted, the latest answer stays.
      await wren.deleteField({ id: other.id });
      expect(await shown()).toMatchObject({ Weight_kg: 9, Mass: 5 });
    });

    it('prints them when another question, which was answered before, takes the short name', async () => {
      const { wren, weight, shown, answer } = await renaming();
      const { fieldTypeId, fieldsTemplateId } = weight;
      const other = await wren.createField({ name: 'Total weight', fieldTypeId, fieldsTemplateId, order: 1 });
      await answer(other.id, '9');
      await wren.updateField({ id: weight.id, shortName: 'Mass' });
      await wren.updateField({ id: other.id, shortName: 'Weight kg' });
      expect(await shown()).toMatchObject({ Weight_kg: 4.5, Mass: 4.5 });
      await answer(other.id, '10');
      expect(await shown()).toMatchObject({ Weight_kg: 10, Mass: 4.5 });
    });

    it('prints them when the type changes with the short name, and when a setup changes it', async () => {
      const { wren, weight, shown, answer } = await renaming();
      const made = await wren.updateField({ id: weight.id, shortName: 'Mass', fieldTypeId: FIELD_TYPES.text.id });
      expect(await shown()).toMatchObject({ Weight_kg: '4.5', Mass: '4.5' });
      await answer(made.id, 'about 5');
      expect(await shown()).toMatchObject({ Weight_kg: 'about 5', Mass: 'about 5' });
      const pieces: Uint8Array[] = [];
      const { content } = await wren.exportFieldsTemplate({ id: weight.fieldsTemplateId });
      for await (const piece of content) pieces.push(piece);
      const text = Buffer.concat(pieces).toString();
      expect(text).not.toContain('formerShortNames');
      await wren.importSetup({ setup: text.replace('"Mass"', '"Load"') });
      expect(await shown()).toMatchObject({ Weight_kg: 'about 5', Mass: 'about 5', Load: 'about 5' });
    });

    it('names the reports with the column or the short name before a question is changed', async () => {
      const { wren, weight } = await renaming();
      const named = async (frx: string): Promise<string[]> => {
        const reportTypeId = REPORT_TYPES.company.id;
        const template = Buffer.from(`<Report>${frx}</Report>`).toString('base64');
        const { id } = await wren.createReport({
          title: 'Weights',
          frx: template,
          companyId: null,
          inspectionId: null,
          reportTypeId,
        });
        const { reports } = await wren.getFieldUsage({ id: weight.id });
        await wren.deleteReport({ id });
        return reports;
      };
      expect(await named('<TextObject Text="[Item.Weight_kg]"/>')).toEqual(['Weights']);
      expect(await named('<DataBand Filter="[ShortName] == &quot;Weight kg&quot;"/>')).toEqual(['Weights']);
      expect(await named('<ScriptText>if (name == "Weight kg") return;</ScriptText>')).toEqual(['Weights']);
      expect(await named('<ScriptText>Show("Weight kg");</ScriptText>')).toEqual(['Weights']);
      expect(await named('<ScriptText>name="Weight kg";</ScriptText>')).toEqual([]);
      expect(await named('<TextObject Text="Weight kg"/>')).toEqual([]);
      expect(await named('<TextObject Text="[Item.Weight_kg_2]"/>')).toEqual([]);
    });
  });

  it('prints what was recorded for a question, or a whole template, that was deleted, and offers neither any more', async () => {
    const { drops, shackle, crane } = await fleet(fixture);
    const wren = fixture.as('wren');
    const reportId = await report(fixture, 'installationInspection');
    const body = { reportId, installationInspectionId: drops.id };
    const fields = await fixture.database.db.selectFrom('field').selectAll().execute();
    const weight = fields.find(({ shortName }) => shortName === 'Weight kg')!;
    const remedy = fields.find(({ shortName }) => shortName === 'Order')!;
    await wren.deleteField({ id: weight.id });
    await fixture.write([{ table: 'fieldsTemplate', op: 'del', id: remedy.fieldsTemplateId, scopeId: 'library' }]);
    const { printed } = await print('/execute-report-installation-inspection', body);
    expect(printed['Item']).toMatchObject([
      { Id: crane.id, Weight_kg: null },
      { Id: shackle.id, Weight_kg: 4.5 },
    ]);
    expect(printed['Result']).toMatchObject([{ Field_Order: 'Replace pin' }]);
    const offered = (await wren.getReportTables({})).flatMap(({ columns }) => columns.map(({ name }) => name));
    expect(offered).not.toContain('Weight_kg');
    const toChoose = (await wren.getStarterColumns({})).map(({ column }) => column);
    expect(toChoose).not.toContain('Weight_kg');
    expect(toChoose).not.toContain('Field_Order');
  });

  it('omits answers under an option that is not chosen any more, and includes them again with the option [REPI-09]', async () => {
    const { build } = fixture;
    const { item, drops } = await build.itemInInspection();
    const template = await build.fieldsTemplate({
      name: 'LOLER result',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
    });
    const more = { shortName: 'Defect', fieldTypeId: FIELD_TYPES.selectWithSubfields.id };
    const defect = await build.field({ name: 'Defect', fieldsTemplateId: template.id, ...more });
    const remedy = await build.field({ name: 'Remedy', shortName: 'Remedy' });
    const danger = await build.fieldOption({ fieldId: defect.id, fieldsTemplateId: remedy['fieldsTemplateId']! });
    const none = await build.fieldOption({ fieldId: defect.id, name: 'None', order: 1 });
    const itemTypeId = String(item['itemTypeId']);
    const inspectionId = String(drops['inspectionId']);
    await build.typeOfInspection({ inspectionId, itemTypeId, fieldsTemplateId: template.id });
    const answer = (fieldId: string, value: string, parentFieldOptionId: string | null = null) =>
      fixture.as('maren').saveInstallationInspectionItemField({
        installationInspectionId: drops.id,
        itemId: item.id,
        fieldId,
        value,
        displayValue: value,
        parentFieldOptionId,
      });
    const reportId = await report(fixture, 'installationInspection');
    const answers = async (): Promise<unknown[]> => {
      const body = { reportId, installationInspectionId: drops.id };
      const { printed } = await print('/execute-report-installation-inspection', body);
      return printed['FieldResponse']!.map((row) => row['FieldName']);
    };
    await answer(defect.id, danger.id);
    await answer(remedy.id, 'Renew the rope', danger.id);
    expect(await answers()).toEqual(['Defect', 'Remedy']);
    await answer(defect.id, none.id);
    expect(await answers()).toEqual(['Defect']);
    await answer(defect.id, danger.id);
    expect(await answers()).toEqual(['Defect', 'Remedy']);
  });

  it('over an item contains that item alone [APIR-50]', async () => {
    const { member, drops, unseen } = await fleet(fixture);
    await fixture.build.member({ installationInspectionId: drops.id, itemId: unseen.id });
    const reportId = await report(fixture, 'inspectionItem');
    const body = { reportId, installationInspectionItemId: member.id };
    const { filename, printed } = await print('/execute-report-installation-inspection-item', body);
    expect(filename).toBe('A report - Shackle 8.5 t - 2026-01-15.pdf');
    expect(names(printed['Item']!)).toEqual(['Crane', 'Shackle 8.5 t']);
    expect(printed['Result']).toHaveLength(1);
  });

  it('over a company contains all of its installations, and none of another company [APIR-49]', async () => {
    await fleet(fixture);
    await fixture.build.installation({ name: 'Skerrow Haaf A' }, { company: 'skerrow' });
    const { filename, printed } = await print('/execute-report-company', {
      reportId: await report(fixture, 'company'),
    });
    expect(filename).toBe('A report - northmere - 2026-01-15.pdf');
    expect(names(printed['Installation']!)).toEqual(['Northmere Fell', 'Northmere Tarn']);
    expect(printed['Inspection']).toHaveLength(2);
    expect(names(printed['Item']!)).toEqual(['Crane', 'Shackle 8.5 t', 'Spare']);
  });

  it('over an inspection type contains the inspections of that type [APIR-51]', async () => {
    const { type, drops } = await fleet(fixture);
    const reportId = await report(fixture, 'inspectionType', { inspectionId: type.id });
    const { printed } = await print('/execute-report-inspection-type', { reportId, inspectionId: type.id });
    expect(printed['Inspection']!.map((row) => row['Id'])).toEqual([drops.id]);
    expect(names(printed['Installation']!)).toEqual(['Northmere Tarn']);
  });

  it('over installations contains the given ones [APIR-53]', async () => {
    const { installation, other } = await fleet(fixture);
    const reportId = await report(fixture, 'installation');
    const one = await print('/execute-report-installations', { reportId, installationIds: [other.id] });
    expect(names(one.printed['Installation']!)).toEqual(['Northmere Fell']);
    const first = await print('/execute-report-installations', { reportId, installationIds: [installation.id] });
    // Items that no inspection contains as well.
    expect(names(first.printed['Item']!)).toEqual(['Crane', 'Shackle 8.5 t', 'Spare']);
    const both = await print('/execute-report-installations?format=xlsx', {
      reportId,
      installationIds: [installation.id, other.id],
    });
    expect(both.filename).toBe('A report - 2 installations - 2026-01-15.xlsx');
    expect(both.printed.format).toBe('xlsx');
    expect(both.printed['Installation']).toHaveLength(2);
  });

  it('never mixes companies', async () => {
    const { installation } = await fleet(fixture);
    const foreign = await fixture.build.installation({}, { company: 'skerrow' });
    const reportId = await report(fixture, 'installation');
    const installationIds = [installation.id, foreign.id];
    for (const who of ['maren', 'wren'] as const)
      await expect(fixture.as(who).executeReportInstallations({ reportId, installationIds })).rejects.toBeProblem(
        'notFound',
      );
  });

  it('requires the company from staff unless it follows from the rows', async () => {
    const forAllCompanies = await report(fixture, 'company');
    await expect(fixture.as('wren').executeReportCompany({ reportId: forAllCompanies })).rejects.toBeProblem(
      'companyNeeded',
    );
    const { filename } = await fixture
      .as('wren')
      .executeReportCompany({ reportId: forAllCompanies, companyId: COMPANIES.skerrow });
    expect(filename).toContain('skerrow');
    const northmeres = await report(fixture, 'company', { companyId: COMPANIES.northmere });
    expect((await fixture.as('wren').executeReportCompany({ reportId: northmeres })).filename).toContain('northmere');
  });

  it('is refused over other rows than those of its report type', async () => {
    const { drops, examination, type } = await fleet(fixture);
    const ofCompany = await report(fixture, 'company');
    const ofDrops = await report(fixture, 'installationInspection', { inspectionId: type.id });
    for (const [reportId, installationInspectionId] of [
      [ofCompany, drops.id],
      [ofDrops, examination.id],
    ] as const)
      await expect(
        fixture.as('maren').executeReportInstallationInspection({ reportId, installationInspectionId }),
      ).rejects.toBeProblem('reportNotForThis');
  });

  it('that fails has a message with the reason and the position', async () => {
    const reportId = await report(fixture, 'company', { frx: btoa('<Report>[Broken]</Report>') });
    await expect(fixture.as('maren').executeReportCompany({ reportId })).rejects.toMatchObject({
      code: 'reportFailed',
      details: { findings: [{ message: 'There is no table Broken.', line: 2, object: 'Text1' }] },
    });
  });
});

onEachDatabase('A report database', (fixture) => {
  async function tablesAt(address: string): Promise<[string, Printed]> {
    const { filename, content } = (await callAt(fixture, 'wren', `GET ${address}`)) as {
      filename: string;
      content: AsyncIterable<Uint8Array>;
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    return [filename, JSON.parse(Buffer.concat(pieces).toString()) as Printed];
  }
  const ids = (rows: Row[] | undefined): unknown[] => rows!.map((row) => row['Id']);

  it('is downloaded for each of the five scopes [APIM-34] [APIM-35] [APIM-36] [APIM-37] [APIM-38]', async () => {
    const { type, drops, examination, installation, other, shackle, crane, member } = await fleet(fixture);
    const companyId = COMPANIES.northmere;
    const [filename, company] = await tablesAt(`/admin/report-database/company?companyId=${companyId}`);
    expect(filename).toBe('Holdfast - northmere - 2026-01-15.xml');
    expect(ids(company['Inspection'])).toHaveLength(2);

    const [, ofType] = await tablesAt(
      `/admin/report-database/inspection-type?companyId=${companyId}&inspectionId=${type.id}`,
    );
    expect(ids(ofType['Inspection'])).toEqual([drops.id]);

    const [, item] = await tablesAt(`/admin/report-database/inspection-item?installationInspectionItemId=${member.id}`);
    expect(ids(item['Item'])).toEqual([crane.id, shackle.id]);

    const [, inspection] = await tablesAt(
      `/admin/report-database/installation-inspection?installationInspectionId=${examination.id}&format=json`,
    );
    expect(ids(inspection['Inspection'])).toEqual([examination.id]);
    expect(inspection.format).toBe('json');

    const [, several] = await tablesAt(
      `/admin/report-database/installation?installationIds=${installation.id},${other.id}`,
    );
    expect(ids(several['Installation'])).toEqual([other.id, installation.id]);
  });

  it('returns the progress of a run to the user who started it, and to no other', async () => {
    await fixture.build.installation({ name: 'Northmere Tarn' });
    const runId = fixture.application.ports.ids.next(TEST_NOW);
    expect(await fixture.as('maren').getReportRun({ runId })).toBeNull();
    await fixture.as('maren').executeReportCompany({ reportId: await report(fixture, 'company'), runId });
    expect(await fixture.as('maren').getReportRun({ runId })).toEqual({ place: 0, pages: 1, warnings: [] });
    expect(await fixture.as('idris').getReportRun({ runId })).toBeNull();
  });
});
