import { FIELD_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, openTestFixture, type TestFixture, tinyPhoto } from '../testing/index.ts';

async function exported(fixture: TestFixture, id: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  const { content } = await fixture.as('wren').exportSetup({ id });
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

/** A type of inspection with types below types, nested templates, pictures, default items and columns. */
async function survey(fixture: TestFixture): Promise<string> {
  const { build } = fixture;
  const wren = fixture.as('wren');
  const further = await build.fieldsTemplate({ name: 'Bolted' });
  await build.field({ name: 'Bolt size', fieldsTemplateId: further.id });
  const securing = await build.fieldsTemplate({ name: 'Securing' });
  const fixing = await build.field({
    name: 'Primary fixing',
    fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
    fieldsTemplateId: securing.id,
  });
  await wren.updateField({
    id: fixing.id,
    options: [{ name: 'Bolted', fieldsTemplateId: further.id }, { name: 'None' }],
  });
  await wren.addFieldImage({ id: fixing.id, base64: tinyPhoto(), path: 'accept.png' });
  const result = await build.fieldsTemplate({ name: 'Result' });
  await build.field({ name: 'Recommendation', fieldsTemplateId: result.id });
  const site = await build.itemType({ name: 'Site', isLocation: 1 });
  const area = await build.itemType({ name: 'Area', isLocation: 1 });
  const light = await build.itemType({ name: 'Floodlight' });
  await build.parentOfType({ itemTypeId: area.id, parentItemTypeId: site.id });
  await build.parentOfType({ itemTypeId: light.id, parentItemTypeId: area.id });
  await build.templateOfType({ itemTypeId: light.id, fieldsTemplateId: securing.id });
  const inspection = await build.inspection({
    itemTypeListViewFieldNames: JSON.stringify([{ name: 'Primary fixing', isSearchable: true }]),
  });
  await build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: light.id, fieldsTemplateId: result.id });
  const top = await build.defaultItem({ inspectionId: inspection.id, itemTypeId: area.id, name: 'Derrick', order: 1 });
  await build.defaultItem({
    inspectionId: inspection.id,
    itemTypeId: light.id,
    name: 'Crown light',
    parentDefaultItemId: top.id,
  });
  return inspection.id;
}

onEachDatabase('A setup', (fixture) => {
  it('is imported with everything it needs, and importing it again changes nothing', async () => {
    const id = await survey(fixture);
    const setup = await exported(fixture, id);
    const elsewhere = await openTestFixture('sqlite');
    try {
      const wren = elsewhere.as('wren');
      const preview = await wren.previewSetup({ setup });
      expect(preview).toMatchObject({ name: 'Dropped Object Survey', counts: { changed: 0, unchanged: 0 } });
      expect(preview.changes.map(({ part, name }) => `${part} ${name}`)).toContain('fieldOption Bolted');
      const done = await wren.importSetup({ setup, plan: preview.plan });
      expect(done).toMatchObject({ new: preview.counts.new, changed: 0, inspection: { id } });
      expect(await exported(elsewhere, id)).toBe(setup);
      const { clock: _theirs, ...there } = await wren.getAdminInspection({ id });
      const { clock: _ours, ...here } = await fixture.as('wren').getAdminInspection({ id });
      expect(there).toEqual(here);
      const [image] = (await wren.getItemTypes({ inspectionId: id }))[0]!.itemTypeFieldsTemplates[0]!.fieldsTemplate
        .fields[0]!.images;
      await expect(elsewhere.as('jorun').getFieldImage({ id: image!.id, ext: '.png' })).resolves.toMatchObject({
        mimeType: 'image/png',
      });

      const before = await elsewhere.database.db.selectFrom('change').select('seq').execute();
      expect(await wren.importSetup({ setup })).toMatchObject({ new: 0, changed: 0 });
      expect(await elsewhere.database.db.selectFrom('change').select('seq').execute()).toHaveLength(before.length);
    } finally {
      await elsewhere.close();
    }
  });

  it('that names a record twice is refused as damaged', async () => {
    const file = JSON.parse(await exported(fixture, await survey(fixture))) as { rows: { itemType: object[] } };
    file.rows.itemType.push(file.rows.itemType[0]!);
    await expect(fixture.as('wren').previewSetup({ setup: JSON.stringify(file) })).rejects.toMatchObject({
      code: 'unsupportedMedia',
      details: { reason: 'This setup is damaged: itemType names something twice.' },
    });
  });

  it('of a template alone includes the templates that its choices open and their rules, and refuses rules with faults', async () => {
    const { build } = fixture;
    const wren = fixture.as('wren');
    const further = await build.fieldsTemplate({ name: 'Bolted' });
    await build.field({ name: 'Bolt size', fieldsTemplateId: further.id });
    const evidence = JSON.stringify([{ when: '[Fixing] == "Bolted"', needs: 'photo', reason: '' }]);
    const template = await build.fieldsTemplate({ name: 'Securing', evidence });
    const fixing = await build.field({
      name: 'Fixing',
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      fieldsTemplateId: template.id,
    });
    await wren.updateField({ id: fixing.id, options: [{ name: 'Bolted', fieldsTemplateId: further.id }] });
    const pieces: Uint8Array[] = [];
    const { content, filename } = await wren.exportFieldsTemplate({ id: template.id });
    for await (const piece of content) pieces.push(piece);
    const setup = Buffer.concat(pieces).toString('utf8');
    expect(filename).toBe('Securing.holdfast.json');
    const elsewhere = await openTestFixture('sqlite');
    try {
      const there = elsewhere.as('wren');
      expect(await there.previewSetup({ setup })).toMatchObject({ name: 'Securing', counts: { new: 5, changed: 0 } });
      const broken = setup.replace('[Fixing] ==', '[Fixng] ==');
      await expect(there.importSetup({ setup: broken })).rejects.toBeProblem('rulesBroken');
      const imported = await there.importSetup({ setup });
      expect(imported).toMatchObject({ inspection: null, fieldsTemplate: { id: template.id }, new: 5 });
      const { fields, evidence: rules } = await there.getFieldsTemplate({ id: template.id });
      expect(fields[0]!.options[0]!.fieldsTemplate!.fields[0]!.name).toBe('Bolt size');
      expect(rules).toEqual([{ when: '[Fixing] == "Bolted"', needs: 'photo', reason: '' }]);
    } finally {
      await elsewhere.close();
    }
  });

  it('that comes with the product is listed by its name and read like any other', async () => {
    const setup = await exported(fixture, await survey(fixture));
    const starters = { all: () => Promise.resolve(new Map([['drops', setup]])) };
    const elsewhere = await openTestFixture('sqlite', { starters });
    try {
      const wren = elsewhere.as('wren');
      expect(await wren.getStarters({})).toMatchObject([{ id: 'drops', name: 'Dropped Object Survey', itemTypes: 3 }]);
      expect(await wren.getStarter({ id: 'drops' })).toEqual({ setup });
      await expect(wren.getStarter({ id: 'none' })).rejects.toBeProblem('notFound');
    } finally {
      await elsewhere.close();
    }
  });

  it('accepts a file of an earlier version, whose questions have no rules', async () => {
    const setup = await exported(fixture, await survey(fixture));
    const file = JSON.parse(setup) as { rows: { field: object[]; fieldsTemplate: object[] } };
    for (const row of file.rows.field) Reflect.deleteProperty(row, 'rules');
    for (const row of file.rows.fieldsTemplate) Reflect.deleteProperty(row, 'evidence');
    expect((await fixture.as('wren').previewSetup({ setup: JSON.stringify(file) })).changes).toEqual([]);
  });

  it('shows its changes by name, restores deleted records, and deletes nothing', async () => {
    const id = await survey(fixture);
    const setup = await exported(fixture, id);
    const wren = fixture.as('wren');
    const [light] = await wren.getItemTypes({ inspectionId: id });
    const template = light!.itemTypeFieldsTemplates[0]!.fieldsTemplate;
    await wren.updateFieldsTemplate({ id: template.id, name: 'Fixing' });
    await wren.updateField({ id: template.fields[0]!.id, options: [{ name: 'Glued' }] });
    await wren.updateItemType({ id: light!.id, isLocation: true });
    await wren.updateInspectionItemType({ id: light!.inspectionItemTypeId!, fieldsTemplateId: null });
    const preview = await wren.previewSetup({ setup });
    expect(preview.counts).toMatchObject({ new: 2, changed: 3 });
    expect(preview.changes).toContainEqual({
      part: 'fieldsTemplate',
      verdict: 'changed',
      name: 'Securing',
      differences: [{ column: 'name', was: 'Fixing', is: 'Securing' }],
    });
    expect(preview.changes.find(({ part }) => part === 'inspectionItemType')!.differences).toEqual([
      { column: 'fieldsTemplateId', was: '', is: 'Result' },
    ]);
    expect(preview.changes.find(({ part }) => part === 'itemType')!.differences).toEqual([
      { column: 'isLocation', was: 'Yes', is: 'No' },
    ]);
    await wren.importSetup({ setup });
    const { fields } = await wren.getFieldsTemplate({ id: template.id });
    expect(fields[0]!.options.map(({ name }) => name).toSorted()).toEqual(['Bolted', 'Glued', 'None']);
  });

  it('keeps a version of a template of which it changes the rules alone', async () => {
    const wren = fixture.as('wren');
    const evidence = JSON.stringify([{ when: '[Fixing] == "Bolted"', needs: 'photo', reason: '' }]);
    const { id } = await fixture.build.fieldsTemplate({ name: 'Securing', evidence });
    const fixing = await fixture.build.field({ name: 'Fixing', fieldsTemplateId: id });
    const itemType = await fixture.build.itemType({ name: 'Floodlight' });
    await fixture.build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId: id });
    const item = await fixture.build.item({ itemTypeId: itemType.id });
    const answer = { value: 'Bolted', displayValue: 'Bolted' };
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId: fixing.id, ...answer });
    const pieces: Uint8Array[] = [];
    const { content } = await wren.exportFieldsTemplate({ id });
    for await (const piece of content) pieces.push(piece);
    await fixture.write([{ table: 'fieldsTemplate', op: 'upd', id, scopeId: 'library', set: { evidence: '' } }]);
    await wren.importSetup({ setup: Buffer.concat(pieces).toString('utf8') });
    expect((await wren.getFieldsTemplateVersions({ id }))[0]).toMatchObject({ note: 'Setup' });
  });

  it('keeps a version of a template of which it changes the choices alone', async () => {
    const wren = fixture.as('wren');
    const { id } = await fixture.build.fieldsTemplate({ name: 'Securing' });
    const fixing = await fixture.build.field({
      name: 'Fixing',
      fieldTypeId: FIELD_TYPES.select.id,
      fieldsTemplateId: id,
    });
    await wren.updateField({ id: fixing.id, options: [{ name: 'Bolted' }] });
    const itemType = await fixture.build.itemType({ name: 'Floodlight' });
    await fixture.build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId: id });
    const item = await fixture.build.item({ itemTypeId: itemType.id });
    const [bolted] = (await wren.getFieldsTemplate({ id })).fields[0]!.options;
    await fixture
      .as('maren')
      .saveItemField({ itemId: item.id, fieldId: fixing.id, value: bolted!.id, displayValue: 'Bolted' });
    const pieces: Uint8Array[] = [];
    const { content } = await wren.exportFieldsTemplate({ id });
    for await (const piece of content) pieces.push(piece);
    await fixture.write([
      { table: 'fieldOption', op: 'upd', id: bolted!.id, scopeId: 'library', set: { name: 'Screwed' } },
    ]);
    await wren.importSetup({ setup: Buffer.concat(pieces).toString('utf8') });
    expect((await wren.getFieldsTemplateVersions({ id }))[0]).toMatchObject({ note: 'Setup' });
  });

  it('leaves out the questions of a template that was deleted', async () => {
    const id = await survey(fixture);
    const wren = fixture.as('wren');
    const [light] = await wren.getItemTypes({ inspectionId: id });
    const { fieldsTemplateId } = light!.itemTypeFieldsTemplates[0]!;
    expect(await exported(fixture, id)).toContain(fieldsTemplateId);
    await fixture.write([{ table: 'fieldsTemplate', op: 'del', id: fieldsTemplateId, scopeId: 'library' }]);
    expect(await exported(fixture, id)).not.toContain(fieldsTemplateId);
  });

  it('is refused when the records have changed since the preview', async () => {
    const id = await survey(fixture);
    const setup = await exported(fixture, id);
    const wren = fixture.as('wren');
    const { plan } = await wren.previewSetup({ setup });
    await wren.updateInspection({ id, name: 'Survey' });
    await expect(wren.importSetup({ setup, plan })).rejects.toBeProblem('importOutdated');
    // The same rows change, but their removed value is another name.
    const again = await wren.previewSetup({ setup });
    await wren.updateInspection({ id, name: 'Derrick survey' });
    await expect(wren.importSetup({ setup, plan: again.plan })).rejects.toBeProblem('importOutdated');
  });

  it.each([
    ['not JSON', () => 'PK'],
    ['another file', () => '{"kind":"other"}'],
    ['of a newer version', (setup: string) => setup.replace('"version": 1', '"version": 2')],
    ['with a table of its own', (setup: string) => setup.replace('"rows": {', '"rows": { "user": [],')],
    ['with a column of its own', (setup: string) => setup.replace('"isQuestion"', '"admin": 1, "isQuestion"')],
    ['with an invalid id', (setup: string) => setup.replace(/"id": "[^"]+"/, '"id": "1; drop table item"')],
    ['without its pictures', (setup: string) => setup.replace(/"pictures": \{[^}]*\}/, '"pictures": {}')],
    [
      'with another picture under its name',
      (setup: string) => setup.replace(/("pictures": \{\s*")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`),
    ],
    ['nested too deeply', () => '['.repeat(1_000_000)],
    ['with a prototype', (setup: string) => setup.replace('"rows": {', '"rows": { "__proto__": [],')],
  ])('is refused when it is %s, and nothing of such a file is imported', async (_what, spoiled) => {
    const id = await survey(fixture);
    const setup = spoiled(await exported(fixture, id));
    const before = await fixture.database.db.selectFrom('change').select('seq').execute();
    await expect(fixture.as('wren').importSetup({ setup })).rejects.toBeProblem('unsupportedMedia');
    expect(await fixture.database.db.selectFrom('change').select('seq').execute()).toHaveLength(before.length);
  });

  it('breaks no rule of the library', async () => {
    const id = await survey(fixture);
    const setup = JSON.parse(await exported(fixture, id)) as {
      rows: { itemTypeParent: object[]; inspectionDefaultItem: { id: string; parentDefaultItemId: string | null }[] };
    };
    const [one, two] = setup.rows.inspectionDefaultItem;
    one!.parentDefaultItemId = two!.id;
    two!.parentDefaultItemId = one!.id;
    await expect(fixture.as('wren').importSetup({ setup: JSON.stringify(setup) })).rejects.toThrow();
    await expect(fixture.as('maren').exportSetup({ id })).rejects.toBeProblem('forbidden');
  });
});

onEachDatabase('A setup whose question has another type here and was answered', (fixture) => {
  it('creates a new question, keeps the recorded answer with the old one, and importing it again changes nothing', async () => {
    const { build } = fixture;
    const wren = fixture.as('wren');
    const { id: fieldsTemplateId } = await build.fieldsTemplate({ name: 'Securing' });
    const { id: fieldId } = await build.field({ name: 'Secured by', fieldsTemplateId });
    const itemType = await build.itemType();
    await build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId });
    const inspection = await build.inspection();
    await build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: itemType.id, fieldsTemplateId: null });
    const setup = (await exported(fixture, inspection.id)).replaceAll(FIELD_TYPES.text.id, FIELD_TYPES.number.id);
    const { id: itemId } = await build.item({ itemTypeId: itemType.id });
    await fixture.as('maren').saveItemField({ itemId, fieldId, value: 'Bolts', displayValue: 'Bolts' });

    const preview = await wren.previewSetup({ setup });
    expect(preview.changes).toEqual([
      {
        part: 'field',
        verdict: 'changed',
        name: 'Secured by',
        differences: [{ column: 'fieldTypeId', was: 'Text', is: 'Number' }],
      },
    ]);
    expect(await wren.importSetup({ setup, plan: preview.plan })).toMatchObject({ new: 0, changed: 1 });
    const form = await fixture.as('maren').getFieldsForItem({ itemId });
    expect(form.fieldsTemplates[0]!.fields.map(({ name, fieldType }) => `${name}: ${fieldType.name}`)).toEqual([
      'Secured by: Number',
    ]);
    expect(form.fieldsTemplates[0]).toMatchObject({ version: 2 });
    expect(form.removedFields.map(({ id, fieldType }) => [id, fieldType.name])).toEqual([[fieldId, 'Text']]);
    expect(form.fieldResponses).toMatchObject([{ fieldId, value: 'Bolts', displayValue: 'Bolts' }]);
    expect(await wren.importSetup({ setup })).toMatchObject({ new: 0, changed: 0 });
  });
});
