import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';

const NOTHING = { count: 0, itemIds: [] };
const COMPLETE = {
  notChecked: 0,
  requiredFields: NOTHING,
  detailFields: [],
  photos: NOTHING,
  evidence: [],
  absentPhotos: NOTHING,
};

/** A crane in an inspection: a template of its own questions, one of result questions, one of details, with a question each. */
async function inspected(fixture: TestFixture) {
  const { build } = fixture;
  const { drops, item: crane } = await build.itemInInspection();
  const [itemTypeId, inspectionId] = [String(crane['itemTypeId']), String(drops['inspectionId'])];
  const template = async (name: string, type: keyof typeof FIELDS_TEMPLATE_TYPES) => {
    const { id } = await build.fieldsTemplate({ name, fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES[type].id });
    const field = await build.field({ name: `${name} question`, fieldsTemplateId: id });
    return { id, fieldId: field.id };
  };
  const [own, result, details] = [
    await template('Own', 'itemType'),
    await template('Result', 'inspection'),
    await template('Details', 'inspectionDetails'),
  ];
  await build.templateOfType({ itemTypeId, fieldsTemplateId: own.id });
  const link = await build.typeOfInspection({ inspectionId, itemTypeId, fieldsTemplateId: result.id });
  const wren = fixture.as('wren');
  await wren.addInspectionFieldsTemplate({ id: inspectionId, templateId: details.id });
  const maren = fixture.as('maren');
  const at = { installationInspectionId: drops.id, itemId: crane.id };
  return {
    drops,
    crane,
    itemTypeId,
    inspectionId,
    own,
    result,
    details,
    link,
    wren,
    check: (condition: keyof typeof CONDITIONS | null = 'fitForPurpose') =>
      maren.setCondition({ ...at, conditionId: condition === null ? null : CONDITIONS[condition].id }),
    answer: (fieldId: string, value: string) =>
      maren.saveInstallationInspectionItemField({ ...at, fieldId, value, displayValue: value }),
    gaps: () => fixture.as('jorun').getInspectionGaps({ installationInspectionId: drops.id }),
    form: () => maren.getFieldsForInstallationInspection(at),
  };
}

onEachDatabase('A finished inspection', (fixture) => {
  it('stays complete when its answered templates require more later', async () => {
    const world = await inspected(fixture);
    const { own, result, details, drops, crane, wren, check, answer, gaps } = world;
    await check();
    await answer(result.fieldId, 'Worn');
    const maren = fixture.as('maren');
    await maren.saveItemField({ itemId: crane.id, fieldId: own.fieldId, value: 'SN 1', displayValue: 'SN 1' });
    const fields = [{ fieldId: details.fieldId, value: 'WO 1', displayValue: 'WO 1', parentFieldOptionId: null }];
    const dates = { startDate: Number(drops['startDate']), endDate: Number(drops['expectedEndDate']) };
    await maren.updateInstallationInspection({ id: drops.id, ...dates, fields });
    expect(await gaps()).toEqual(COMPLETE);

    fixture.wait(60_000);
    for (const { id } of [own, result, details]) {
      const { id: added } = await wren.createField({
        name: 'Added',
        fieldTypeId: FIELD_TYPES.text.id,
        fieldsTemplateId: id,
        order: 1,
      });
      await wren.updateField({ id: added, required: true });
    }
    expect(await gaps()).toEqual(COMPLETE);

    // An inspection that is open again is judged by the templates of today.
    await check(null);
    await check();
    expect(await gaps()).toMatchObject({ requiredFields: { count: 2 }, detailFields: ['Added'] });
  });

  it('stays complete when templates without an answer require more later', async () => {
    const { own, result, details, wren, check, gaps } = await inspected(fixture);
    fixture.wait(60_000);
    await check();
    fixture.wait(60_000);
    for (const { fieldId } of [own, result, details]) await wren.updateField({ id: fieldId, required: true });
    expect(await gaps()).toEqual(COMPLETE);
    fixture.wait(60_000);
    for (const { fieldId } of [own, result, details]) await wren.updateField({ id: fieldId, name: 'Renamed' });
    expect(await gaps()).toEqual(COMPLETE);
  });

  it('is judged by the templates of the time at which its last item was checked', async () => {
    const { drops, itemTypeId, result, wren, check, answer, gaps } = await inspected(fixture);
    const maren = fixture.as('maren');
    const { itemId } = await maren.newItem({ installationInspectionId: drops.id, itemTypeId });
    const conditionId = CONDITIONS.fitForPurpose.id;
    await maren.setCondition({ installationInspectionId: drops.id, itemId, conditionId });
    await answer(result.fieldId, 'Worn');
    fixture.wait(60_000);
    const later = { name: 'Later', fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: result.id, order: 1 };
    const { id } = await wren.createField(later);
    await wren.updateField({ id, required: true });
    fixture.wait(60_000);
    await check();
    expect((await gaps()).requiredFields.count).toBe(2);
  });

  it('keeps the gaps it was finished with', async () => {
    const { result, wren, check, answer, gaps } = await inspected(fixture);
    const blank = await fixture.build.field({ name: 'Blank', required: 1, fieldsTemplateId: result.id, order: 1 });
    await answer(result.fieldId, 'Worn');
    await check();
    expect((await gaps()).requiredFields.count).toBe(1);
    fixture.wait(60_000);
    await wren.updateField({ id: blank.id, required: false });
    expect((await gaps()).requiredFields.count).toBe(1);
    // A question that is no longer there cannot be answered.
    await wren.deleteField({ id: blank.id });
    expect(await gaps()).toEqual(COMPLETE);
  });

  it('is judged by the version by which it was recorded, also on a device that did not know the next one', async () => {
    const { result, wren, check, answer, gaps } = await inspected(fixture);
    await answer(result.fieldId, 'Worn');
    const given = await fixture.database.db.selectFrom('fieldResponse').selectAll().executeTakeFirstOrThrow();
    const onDevice = () =>
      fixture.database.db
        .updateTable('installationInspectionItem')
        .set(({ fn, val }) => ({ _clk: fn('replace', ['_clk', val('"server"'), val('"desktop"')]) }))
        .execute();
    fixture.wait(60_000);
    const added = await wren.createField({
      name: 'Added',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: result.id,
      order: 1,
    });
    await wren.updateField({ id: added.id, required: true });
    fixture.wait(60_000);
    // As the device sends it: a later answer by the version it knew.
    const set = { value: 'Worn out', displayValue: 'Worn out', recordedDate: fixture.application.ports.clock.now() };
    const { id, scopeId } = given;
    await fixture.write([{ table: 'fieldResponse', op: 'upd', id, scopeId, set: { ...set, templateVersion: 1 } }]);
    await check();
    // On the server the next version was known.
    expect((await gaps()).requiredFields.count).toBe(1);
    await onDevice();
    expect(await gaps()).toEqual(COMPLETE);
    await check(null);
    await answer(result.fieldId, 'Gone');
    await check();
    await onDevice();
    expect((await gaps()).requiredFields.count).toBe(1);
  });

  it('needs no evidence and no answer that a rule asks for only later, and shows the range of that time', async () => {
    const { result, wren, check, answer, gaps, form } = await inspected(fixture);
    const torque = await wren.createField({
      name: 'Torque',
      fieldTypeId: FIELD_TYPES.number.id,
      fieldsTemplateId: result.id,
      order: 1,
    });
    await wren.updateField({ id: torque.id, rules: { ...NO_RULES, maximum: 50 } });
    await answer(result.fieldId, 'Worn');
    await answer(torque.id, '40');
    await check();
    fixture.wait(60_000);
    await wren.updateField({ id: torque.id, rules: { ...NO_RULES, maximum: 30 } });
    const { fields, name } = await wren.getFieldsTemplate({ id: result.id });
    const evidence = [{ when: 'true', needs: 'note' as const, reason: 'Always' }];
    const content = {
      name,
      evidence,
      fields: fields.map(({ id, name: question, shortName, description, fieldTypeId, showInList, rules }) => ({
        id,
        name: question,
        shortName,
        description,
        fieldTypeId,
        showInList,
        rules,
        required: true,
        options: [],
      })),
    };
    await wren.saveFieldsTemplateDraft({
      id: result.id,
      content: {
        ...content,
        fields: [
          ...content.fields,
          { ...content.fields[0]!, id: fixture.application.ports.ids.next(0), name: 'Added', rules: null },
        ],
      },
      replaces: null,
    });
    const draft = await wren.getFieldsTemplateDraft({ id: result.id });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt: draft!.savedAt });
    expect(await gaps()).toEqual(COMPLETE);
    const [shown] = (await form()).fieldsTemplates;
    expect(shown!.evidence).toEqual([]);
    expect(shown!.fields.map(({ required }) => required)).toEqual([false, false, false]);
    expect(shown!.fields[1]!.rules).toMatchObject({ maximum: 50 });
    await check(null);
    expect((await form()).fieldsTemplates[0]!.fields[1]!.rules).toMatchObject({ maximum: 30 });
  });

  it('needs no evidence that a rule asks for only once a day has passed', async () => {
    const { result, wren, check, answer, gaps } = await inspected(fixture);
    const { id: expires } = await wren.createField({
      name: 'Expires',
      fieldTypeId: FIELD_TYPES.date.id,
      fieldsTemplateId: result.id,
      order: 1,
    });
    const { fields, name } = await wren.getFieldsTemplate({ id: result.id });
    const content = {
      name,
      evidence: [{ when: '[Expires] < DateTime.Now', needs: 'note' as const, reason: '' }],
      fields: fields.map(
        ({ id, name: question, shortName, description, fieldTypeId, required, showInList, rules }) => ({
          id,
          name: question,
          shortName,
          description,
          fieldTypeId,
          required,
          showInList,
          rules,
          options: [],
        }),
      ),
    };
    const { savedAt } = await wren.saveFieldsTemplateDraft({ id: result.id, content, replaces: null });
    await wren.publishFieldsTemplateDraft({ id: result.id, savedAt });
    await answer(expires, '2026-02-01T00:00:00.000Z');
    expect((await gaps()).evidence).toEqual([]);
    await check();
    fixture.wait(60 * 86_400_000);
    expect((await gaps()).evidence).toEqual([]);
    await check(null);
    await check();
    expect((await gaps()).evidence).toHaveLength(1);
  });

  it('lacks nothing that a template assigned later requires', async () => {
    const { itemTypeId, inspectionId, link, wren, check, gaps } = await inspected(fixture);
    await check();
    fixture.wait(60_000);
    const ask = async (type: keyof typeof FIELDS_TEMPLATE_TYPES) => {
      const { id } = await fixture.build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES[type].id });
      await fixture.build.field({ required: 1, fieldsTemplateId: id });
      return id;
    };
    await wren.addItemTypeFieldsTemplate({ id: itemTypeId, templateId: await ask('itemType') });
    await wren.updateInspectionItemType({ id: link.id, fieldsTemplateId: await ask('inspection') });
    await wren.addInspectionFieldsTemplate({ id: inspectionId, templateId: await ask('inspectionDetails') });
    expect(await gaps()).toEqual(COMPLETE);
    await check(null);
    await check();
    expect(await gaps()).toMatchObject({ requiredFields: { count: 2 }, detailFields: ['Tag number'] });
  });
});
