import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

/** An inspected item whose type has one question of a type, and whose inspection has another. */
async function asked(fixture: TestFixture, fieldTypeId: string = FIELD_TYPES.text.id) {
  const { build } = fixture;
  const made = await build.itemInInspection();
  const itemTypeId = made.item['itemTypeId'] as string;
  const own = await build.field({ fieldTypeId });
  await build.templateOfType({ itemTypeId, fieldsTemplateId: own['fieldsTemplateId'] as string });
  const template = await build.fieldsTemplate({
    name: 'DROPS result',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const result = await build.field({ fieldTypeId, fieldsTemplateId: template.id, name: 'Recommendation' });
  const inspectionId = made.drops['inspectionId'] as string;
  await build.typeOfInspection({ inspectionId, itemTypeId, fieldsTemplateId: template.id });
  return { ...made, itemTypeId, inspectionId, own, result, template };
}

onEachDatabase('Saving answers', (fixture) => {
  it("stores the answer to an item's own question [APIR-37] [FLDS-25] [ENTS-12]", async () => {
    const { item, own } = await asked(fixture);
    const body = {
      itemId: item.id,
      fieldId: own.id,
      value: 'NMT-DRK-FL-014',
      displayValue: 'NMT-DRK-FL-014',
      parentFieldOptionId: null,
    };
    const saved = await callAt(fixture, 'maren', 'POST /api/save-item-field', body);
    const maren = fixture.actor('maren').userId;
    expect(saved).toEqual({
      id: expect.any(String) as string,
      fieldId: own.id,
      value: 'NMT-DRK-FL-014',
      displayValue: 'NMT-DRK-FL-014',
      parentFieldOptionId: null,
      itemId: item.id,
      question: 'Tag number',
      templateVersion: 1,
      recordedDate: '2026-01-15T12:00:00.000Z',
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
      createdByUserID: maren,
      updatedByUserID: maren,
      deletedAt: null,
      clock: expect.any(String) as string,
    });
    expect((await fixture.as('jorun').getItem({ itemId: item.id })).fieldResponses).toEqual([saved]);
  });

  it('stores the answer to a question of one inspection, and of that inspection alone [APIR-36] [FLDS-26]', async () => {
    const { item, drops, result, installation, inspectionId } = await asked(fixture);
    const later = await fixture.build.installationInspection({ installationId: installation.id, inspectionId });
    await fixture.build.member({ installationInspectionId: later.id, itemId: item.id });
    const answer = { fieldId: result.id, value: 'Renew', displayValue: 'Renew', parentFieldOptionId: null };
    const where = { installationInspectionId: drops.id, itemId: item.id };
    await callAt(fixture, 'maren', 'POST /api/save-installation-ispection-item-field', { ...where, ...answer });
    const answersIn = async (installationInspectionId: string) =>
      (await fixture.as('jorun').getFieldsForInstallationInspection({ installationInspectionId, itemId: item.id }))
        .fieldResponses;
    expect(await answersIn(drops.id)).toMatchObject([{ ...answer, itemId: item.id }]);
    expect(await answersIn(later.id)).toEqual([]);
  });

  it('keeps the ids of choices as value and their names as display value [FLDS-27]', async () => {
    const { item, own } = await asked(fixture, FIELD_TYPES.multiSelect.id);
    const pin = await fixture.build.fieldOption({ fieldId: own.id, name: 'Split pin' });
    const wire = await fixture.build.fieldOption({ fieldId: own.id, name: 'Lock wire', order: 1 });
    const value = JSON.stringify([pin.id, wire.id]);
    await fixture
      .as('maren')
      .saveItemField({ itemId: item.id, fieldId: own.id, value, displayValue: 'Split pin, Lock wire' });
    const { fieldResponses } = await fixture.as('maren').getFieldsForItem({ itemId: item.id });
    expect(fieldResponses).toMatchObject([{ value, displayValue: 'Split pin, Lock wire' }]);
  });

  it('stores the answer to a further question under the choice that asks it [SUBF-03]', async () => {
    const { item, own } = await asked(fixture, FIELD_TYPES.selectWithSubfields.id);
    const further = await fixture.build.field({ name: 'Bolt size' });
    const bolted = await fixture.build.fieldOption({
      fieldId: own.id,
      name: 'Bolted',
      fieldsTemplateId: further['fieldsTemplateId'] as string,
    });
    const hung = await fixture.build.fieldOption({ fieldId: own.id, name: 'Hung', order: 1 });
    const maren = fixture.as('maren');
    const sub = { itemId: item.id, fieldId: further.id, value: 'M12', displayValue: 'M12' };
    const saved = await maren.saveItemField({ ...sub, parentFieldOptionId: bolted.id });
    expect(saved).toMatchObject({ parentFieldOptionId: bolted.id, value: 'M12' });
    await expect(maren.saveItemField({ ...sub, parentFieldOptionId: hung.id })).rejects.toBeProblem('ruleBroken');
    const { fieldsTemplates, fieldResponses, removedFields } = await maren.getFieldsForItem({ itemId: item.id });
    expect(fieldsTemplates[0]!.fields[0]!.options[0]!.fieldsTemplate!.fields[0]).toMatchObject({ name: 'Bolt size' });
    expect([fieldResponses.length, removedFields.length]).toEqual([1, 0]);
  });

  it('changes and clears an answer, and history shows each step by the name of its question [APIR-08]', async () => {
    const { item, drops, result } = await asked(fixture);
    const maren = fixture.as('maren');
    const where = { installationInspectionId: drops.id, itemId: item.id };
    const save = (value: string) =>
      maren.saveInstallationInspectionItemField({ ...where, fieldId: result.id, value, displayValue: value });
    await save('Renew');
    fixture.wait(1_000);
    await save('Renew at once');
    await save('Renew at once');
    fixture.wait(1_000);
    await save('');
    const address = 'POST /api/get-audit-logs-for-installation-inspection-and-item';
    const lines = (await callAt(fixture, 'jorun', address, where)) as { table: string }[];
    expect(lines.filter(({ table }) => table === 'Answer')).toMatchObject([
      { action: 'Changed', field: 'Recommendation', from: 'Renew at once', to: '', userName: 'Maren Thorskild' },
      { action: 'Changed', field: 'Recommendation', from: 'Renew', to: 'Renew at once' },
      { action: 'Created', field: 'Recommendation', from: '', to: 'Renew' },
    ]);
  });

  it.each([
    ['Number', FIELD_TYPES.number.id, '12,5'],
    ['Checkbox', FIELD_TYPES.checkbox.id, 'yes'],
    ['Date', FIELD_TYPES.date.id, '31/12/2025'],
    ['Datetime', FIELD_TYPES.datetime.id, '2026-02-30T10:00:00Z'],
    ['Select', FIELD_TYPES.select.id, 'Bolted'],
    ['Multi-select', FIELD_TYPES.multiSelect.id, 'Bolted'],
  ])('refuses an invalid answer to a %s, with the expected form', async (_name, fieldTypeId, value) => {
    const { item, own } = await asked(fixture, fieldTypeId);
    const save = fixture.as('maren').saveItemField({ itemId: item.id, fieldId: own.id, value, displayValue: value });
    await expect(save).rejects.toBeProblem('answerRefused');
    await expect(save).rejects.toMatchObject({ details: { fieldId: own.id, fieldName: 'Tag number' } });
  });

  it('refuses a choice of another question', async () => {
    const { item, own } = await asked(fixture, FIELD_TYPES.select.id);
    const foreign = await fixture.build.fieldOption({ name: 'Of another question' });
    const save = fixture.as('maren').saveItemField({
      itemId: item.id,
      fieldId: own.id,
      value: foreign.id,
      displayValue: 'x',
    });
    await expect(save).rejects.toBeProblem('answerRefused');
  });

  it('keeps an answer readable whose question was removed', async () => {
    const { item, own } = await asked(fixture);
    const maren = fixture.as('maren');
    await maren.saveItemField({ itemId: item.id, fieldId: own.id, value: 'FL-014', displayValue: 'FL-014' });
    await fixture.write([{ table: 'field', op: 'del', id: own.id, scopeId: 'library' }]);
    const form = await maren.getFieldsForItem({ itemId: item.id });
    expect(form.fieldsTemplates[0]!.fields).toEqual([]);
    expect(form.removedFields).toMatchObject([{ id: own.id, name: 'Tag number' }]);
    expect(form.fieldResponses).toMatchObject([{ fieldId: own.id, displayValue: 'FL-014' }]);
  });

  it('is refused with both answers when another user answered in between', async () => {
    const { item, own } = await asked(fixture);
    const save = (who: 'maren' | 'idris', value: string, ifMatch?: string) =>
      fixture
        .as(who)
        .saveItemField(
          { itemId: item.id, fieldId: own.id, value, displayValue: value },
          ifMatch === undefined ? {} : { ifMatch },
        );
    const { clock } = await save('maren', 'FL-014');
    fixture.wait(1_000);
    await save('idris', 'FL-015');
    const late = save('maren', 'FL-016', clock);
    await expect(late).rejects.toBeProblem('changedMeanwhile');
    await expect(late).rejects.toMatchObject({
      details: { yours: 'FL-016', theirs: 'FL-015', byName: 'Idris Fallowby', clock: expect.any(String) },
    });
    const never = save('maren', 'FL-017', '0.0.none');
    await expect(never).rejects.toBeProblem('changedMeanwhile');
    const { details } = (await late.catch((problem: unknown) => problem)) as { details: { clock: string } };
    await expect(save('maren', 'FL-016', details.clock)).resolves.toMatchObject({ value: 'FL-016' });
  });
});

onEachDatabase('Forms', (fixture) => {
  it("asks an item's own questions by the templates of its type in their order [APIR-10]", async () => {
    const { item, itemTypeId, own } = await asked(fixture);
    const securing = await fixture.build.fieldsTemplate({ name: 'Securing' });
    await fixture.build.templateOfType({ itemTypeId, fieldsTemplateId: securing.id, order: 1 });
    await fixture.build.field({ fieldsTemplateId: securing.id, name: 'Second', order: 1 });
    await fixture.build.field({ fieldsTemplateId: securing.id, name: 'First', order: 0 });
    const form = await callAt(fixture, 'jorun', 'POST /api/get-fields-for-item', { itemId: item.id });
    expect(form).toMatchObject({
      fieldsTemplates: [
        { name: 'Identification', fields: [{ id: own.id }] },
        { name: 'Securing', fields: [{ name: 'First' }, { name: 'Second' }] },
      ],
      fieldResponses: [],
      removedFields: [],
    });
  });

  it('asks the result questions the inspection has for the type of the item [APIR-09]', async () => {
    const { item, drops, result } = await asked(fixture);
    const form = await callAt(fixture, 'jorun', 'POST /api/get-fields-for-installation-inspection', {
      installationInspectionId: drops.id,
      itemId: item.id,
    });
    expect(form).toMatchObject({ fieldsTemplates: [{ name: 'DROPS result', fields: [{ id: result.id }] }] });
  });

  it('asks a default item the questions of its own templates', async () => {
    const { drops, installation, inspectionId, itemTypeId } = await asked(fixture);
    const own = await fixture.build.fieldsTemplate({ name: 'Crown block' });
    const result = await fixture.build.fieldsTemplate({ name: 'Crown block result' });
    const overriding = { itemFieldsTemplateId: own.id, fieldsTemplateId: result.id };
    const made = await fixture.build.defaultItem({ inspectionId, itemTypeId, ...overriding });
    const item = await fixture.build.item({ installationId: installation.id, itemTypeId, defaultItemId: made.id });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: item.id });
    const maren = fixture.as('maren');
    const names = ({ fieldsTemplates }: { fieldsTemplates: { name: string }[] }) =>
      fieldsTemplates.map(({ name }) => name);
    expect(names(await maren.getFieldsForItem({ itemId: item.id }))).toEqual(['Crown block']);
    const where = { installationInspectionId: drops.id, itemId: item.id };
    expect(names(await maren.getFieldsForInstallationInspection(where))).toEqual(['Crown block result']);
  });
});
