import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, tinyPhoto, type TestFixture } from '../testing/index.ts';

const NOTHING = { count: 0, itemIds: [] };
const COMPLETE = {
  notChecked: 0,
  requiredFields: NOTHING,
  detailFields: [],
  photos: NOTHING,
  evidence: [],
  absentPhotos: NOTHING,
};

/** A crane and a shackle in it in one inspection; both types ask for a serial number and a finding. */
async function asked(fixture: TestFixture) {
  const { build } = fixture;
  const { drops, item: crane, member, installation } = await build.itemInInspection();
  const itemTypeId = String(crane['itemTypeId']);
  const shackle = await build.item({ installationId: installation.id, itemTypeId, name: 'Shackle' });
  await build.member({ installationInspectionId: drops.id, itemId: shackle.id });
  const serial = await build.field({ name: 'Serial number', required: 1 });
  await build.templateOfType({ itemTypeId, fieldsTemplateId: String(serial['fieldsTemplateId']) });
  const result = await build.fieldsTemplate({
    name: 'Result',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const found = await build.field({ name: 'Findings', required: 1, fieldsTemplateId: result.id });
  await build.field({ name: 'Recommendation', fieldsTemplateId: result.id, order: 1 });
  const inspectionId = String(drops['inspectionId']);
  await build.typeOfInspection({ inspectionId, itemTypeId, fieldsTemplateId: result.id });

  const check = (itemId: string, condition: keyof typeof CONDITIONS | null) =>
    fixture.as('maren').setCondition({
      installationInspectionId: drops.id,
      itemId,
      conditionId: condition === null ? null : CONDITIONS[condition].id,
    });
  const answer = (itemId: string, fieldId: string, value: string, parentFieldOptionId: string | null = null) => {
    const given = { itemId, fieldId, value, displayValue: value, parentFieldOptionId };
    return fieldId === serial.id
      ? fixture.as('maren').saveItemField(given)
      : fixture.as('maren').saveInstallationInspectionItemField({ installationInspectionId: drops.id, ...given });
  };
  const gaps = () => fixture.as('jorun').getInspectionGaps({ installationInspectionId: drops.id });
  return {
    drops,
    crane,
    member,
    shackle,
    installation,
    inspectionId,
    itemTypeId,
    serial,
    found,
    result,
    check,
    answer,
    gaps,
  };
}

onEachDatabase('The gaps of an inspection', (fixture) => {
  it('lists every item that is not checked, and required questions once it is', async () => {
    const { drops, crane, shackle, serial, found, check, answer, gaps } = await asked(fixture);
    expect(await callAt(fixture, 'jorun', `GET /ext/installation-inspections/${drops.id}/gaps`)).toEqual({
      ...COMPLETE,
      notChecked: 2,
    });

    await check(crane.id, 'fitForPurpose');
    await check(shackle.id, 'fitForPurpose');
    const both = await gaps();
    expect(both).toMatchObject({ notChecked: 0, requiredFields: { count: 4 } });
    expect(both.requiredFields.itemIds.toSorted()).toEqual([crane.id, shackle.id].toSorted());

    await answer(crane.id, serial.id, 'SN 4711');
    await answer(crane.id, found.id, 'Worn');
    await answer(shackle.id, found.id, '   ');
    expect(await gaps()).toEqual({ ...COMPLETE, requiredFields: { count: 2, itemIds: [shackle.id] } });

    await check(shackle.id, 'notApplicable');
    expect(await gaps()).toEqual(COMPLETE);
  });

  it('includes questions of chosen options only', async () => {
    const { crane, shackle, result, serial, found, check, answer, gaps } = await asked(fixture);
    const defect = await fixture.build.field({
      fieldsTemplateId: result.id,
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      name: 'Defect',
      order: 2,
    });
    const repair = await fixture.build.field({ name: 'Repair required', required: 1 });
    const danger = await fixture.build.fieldOption({
      fieldId: defect.id,
      name: 'Is a danger',
      fieldsTemplateId: repair['fieldsTemplateId']!,
    });
    const none = await fixture.build.fieldOption({ fieldId: defect.id, name: 'None', order: 1 });
    await check(crane.id, 'fitForPurpose');
    await check(shackle.id, 'notApplicable');
    await answer(crane.id, serial.id, 'SN 4711');
    await answer(crane.id, found.id, 'Worn');
    expect(await gaps()).toEqual(COMPLETE);
    await answer(crane.id, defect.id, danger.id);
    expect((await gaps()).requiredFields).toEqual({ count: 1, itemIds: [crane.id] });
    await answer(crane.id, repair.id, 'Renew', danger.id);
    expect(await gaps()).toEqual(COMPLETE);
    await answer(crane.id, repair.id, '', danger.id);
    await answer(crane.id, defect.id, none.id);
    expect(await gaps()).toEqual(COMPLETE);
  });

  it('includes the questions of the default item from which an item was created', async () => {
    const { drops, installation, inspectionId, itemTypeId, check, gaps } = await asked(fixture);
    const own = await fixture.build.field({ name: 'Anchor', required: 1 });
    const made = await fixture.build.defaultItem({
      inspectionId,
      itemTypeId,
      itemFieldsTemplateId: own['fieldsTemplateId']!,
    });
    const net = await fixture.build.item({ installationId: installation.id, itemTypeId, defaultItemId: made.id });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: net.id });
    await check(net.id, 'fitForPurpose');
    expect((await gaps()).requiredFields).toEqual({ count: 2, itemIds: [net.id] });
    await fixture.as('maren').saveItemField({ itemId: net.id, fieldId: own.id, value: 'Beam', displayValue: 'Beam' });
    expect((await gaps()).requiredFields).toEqual({ count: 1, itemIds: [net.id] });
  });

  it('names the required questions about the inspection itself', async () => {
    const { drops, inspectionId, gaps } = await asked(fixture);
    const order = await fixture.build.field({ name: 'Work order', required: 1 });
    const fieldsTemplateId = order['fieldsTemplateId']!;
    await fixture.write([
      {
        table: 'inspectionFieldsTemplate',
        op: 'ins',
        scopeId: 'library',
        set: { inspectionId, fieldsTemplateId, order: 0 },
      },
    ]);
    expect((await gaps()).detailFields).toEqual(['Work order']);
    await fixture.as('maren').updateInstallationInspection({
      id: drops.id,
      startDate: Number(drops['startDate']),
      endDate: Number(drops['expectedEndDate']),
      fields: [{ fieldId: order.id, value: 'WO-1', displayValue: 'WO-1', parentFieldOptionId: null }],
    });
    expect((await gaps()).detailFields).toEqual([]);
  });

  it('lists findings without a photo, and photos that have not been received', async () => {
    const { drops, crane, shackle, member, itemTypeId, installation, check, gaps } = await asked(fixture);
    const place = await fixture.build.item({
      installationId: installation.id,
      itemTypeId,
      isLocation: 1,
      name: 'Crown',
    });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: place.id });
    await check(crane.id, 'defective');
    await check(shackle.id, 'needsAttention');
    const before = await gaps();
    expect(before.notChecked).toBe(0);
    expect(before.photos.count).toBe(2);
    expect(before.photos.itemIds.toSorted()).toEqual([crane.id, shackle.id].toSorted());

    const photo = { filename: 'a.png', base64Image: tinyPhoto() };
    const where = { installationInspectionId: drops.id, itemId: shackle.id };
    const { id } = await fixture.as('maren').addImageToInstallationInspectionItem({ ...where, ...photo });
    const set = {
      filename: 'b.jpg',
      mimeType: 'image/jpeg',
      sha256: 'ab'.repeat(32),
      size: 9,
      width: 3,
      height: 2,
      order: 0,
      caption: '',
      edit: '',
    };
    await fixture.write([
      {
        table: 'image',
        op: 'ins',
        id: fixture.application.ports.ids.next(0),
        scopeId: drops.scopeId,
        set: { installationInspectionItemId: member.id, ...set },
      },
    ]);
    expect(await gaps()).toMatchObject({ photos: NOTHING, absentPhotos: { count: 1, itemIds: [crane.id] } });

    const [held] = await fixture.database.db
      .selectFrom('installationInspectionItem')
      .select('id')
      .where('itemId', '=', shackle.id)
      .execute();
    await fixture
      .as('maren')
      .removeImageFromInstallationInspectionItem({ installationInspectionItemId: held!.id, imageId: id });
    expect((await gaps()).photos).toEqual({ count: 1, itemIds: [shackle.id] });
  });

  it('requires no photo of a question item with a bad answer', async () => {
    const { drops, installation, check, gaps } = await asked(fixture);
    const prompt = await fixture.build.itemType({ name: 'Question', isQuestion: 1 });
    const question = await fixture.build.item({ installationId: installation.id, itemTypeId: prompt.id });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: question.id });
    await check(question.id, 'defective');
    expect(await gaps()).toMatchObject({ notChecked: 2, photos: NOTHING });
  });

  it('is refused to other companies [PERM-04]', async () => {
    const { drops } = await asked(fixture);
    await expect(fixture.as('anouk').getInspectionGaps({ installationInspectionId: drops.id })).rejects.toBeProblem(
      'notFound',
    );
  });
});
