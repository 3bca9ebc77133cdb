import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, type Inspection, type InspectionItemType } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase } from '../testing/index.ts';

const COLUMNS = JSON.stringify([
  { name: 'Weight (kg)', isSearchable: false },
  { name: 'Photo ID', isSearchable: true },
]);

onEachDatabase('Types of inspection', (fixture) => {
  it('are listed by name and made with POST /admin/inspections {name} [APIM-01]', async () => {
    for (const name of ['Survey 10', 'Survey 9']) await callAt(fixture, 'wren', 'POST /admin/inspections', { name });

    const listed = (await callAt(fixture, 'wren', 'GET /admin/inspections')) as Inspection[];
    expect(listed.map(({ name }) => name)).toEqual(['Survey 9', 'Survey 10']);
    expect(listed[0]).toMatchObject({
      shortName: '',
      itemTypes: [],
      inspectionFieldsTemplates: [],
      itemTypeListViewFieldNames: '[]',
      inspectionItemTypeListViewFieldNames: '[]',
      defaultItems: 0,
    });
  });

  it('are read and saved whole, list-view settings included, at /admin/inspections/{id} [APIM-02]', async () => {
    const { id } = await fixture.build.inspection();
    const type = await fixture.build.itemType();
    const template = await fixture.build.fieldsTemplate();
    await fixture.as('wren').addInspectionItemType({ inspectionId: id, itemTypeId: type.id });
    await fixture.as('wren').addInspectionFieldsTemplate({ id, templateId: template.id });
    const read = (await callAt(fixture, 'wren', `GET /admin/inspections/${id}`)) as Inspection;

    const saved = await callAt(fixture, 'wren', `PUT /admin/inspections/${id}`, {
      ...read,
      name: 'Independent Dropped Object Survey',
      shortName: 'IDOS',
      itemTypeListViewFieldNames: COLUMNS,
      inspectionItemTypeListViewFieldNames: '',
      defaultItems: 0,
      itemTypes: [],
    });
    expect(saved).toEqual({
      ...read,
      name: 'Independent Dropped Object Survey',
      shortName: 'IDOS',
      itemTypeListViewFieldNames: COLUMNS,
      inspectionItemTypeListViewFieldNames: '',
      defaultItems: 0,
      clock: (saved as Inspection).clock,
    });
    expect(read.itemTypes).toHaveLength(1);
    expect(await callAt(fixture, 'wren', `GET /admin/inspections/${id}`)).toEqual(saved);
  });

  it.each(['no JSON', '{}', '["Weight"]', '[{"name":"Weight"}]', '[{"name":"","isSearchable":true}]'])(
    'refuse %j as list-view settings',
    async (columns) => {
      const { id } = await fixture.build.inspection();
      await expect(
        fixture.as('wren').updateInspection({ id, itemTypeListViewFieldNames: columns }),
      ).rejects.toBeProblem('badInput');
    },
  );

  it('refuse unreadable list-view settings from every writer', async () => {
    await expect(fixture.build.inspection({ itemTypeListViewFieldNames: 'no JSON' })).rejects.toBeProblem('ruleBroken');
  });

  it('show their columns in the working list at once', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const field = await fixture.build.field({ name: 'Weight (kg)' });
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId: field.id, value: '12', displayValue: '12' });
    const rows = () => fixture.as('maren').getItemsForInstallationInspection({ installationInspectionId: drops.id });
    expect((await rows())[0]!.values).toEqual({});

    await fixture
      .as('wren')
      .updateInspection({ id: String(drops['inspectionId']), itemTypeListViewFieldNames: COLUMNS });
    expect((await rows())[0]!.values).toEqual({ 'Weight (kg)': '12' });
  });

  it('keep a recorded answer in its column until its question of another type is answered', async () => {
    const { item, drops } = await fixture.build.itemInInspection();
    const field = await fixture.build.field({ name: 'Weight (kg)' });
    const answer = (fieldId: string, words: string) =>
      fixture.as('maren').saveItemField({ itemId: item.id, fieldId, value: words, displayValue: words });
    await answer(field.id, '12');
    const wren = fixture.as('wren');
    await wren.updateInspection({ id: String(drops['inspectionId']), itemTypeListViewFieldNames: COLUMNS });
    const rows = () => fixture.as('maren').getItemsForInstallationInspection({ installationInspectionId: drops.id });
    const made = await wren.updateField({ id: field.id, fieldTypeId: FIELD_TYPES.number.id });
    expect((await rows())[0]!.values).toEqual({ 'Weight (kg)': '12' });
    await answer(made.id, '13');
    expect((await rows())[0]!.values).toEqual({ 'Weight (kg)': '13' });
  });

  it('do not lose a concurrent edit of another user', async () => {
    const wren = fixture.as('wren');
    const { id } = await fixture.build.inspection();
    const { clock } = await wren.getAdminInspection({ id });
    fixture.wait(1_000);
    await wren.updateInspection({ id, name: 'First' });
    await expect(wren.updateInspection({ id, name: 'Second' }, { ifMatch: clock })).rejects.toBeProblem(
      'changedMeanwhile',
    );
    await expect(wren.updateInspection({ id, shortName: 'SHORT' }, { ifMatch: clock })).resolves.toMatchObject({
      name: 'First',
      shortName: 'SHORT',
    });
  });

  it('get an item type by add?inspectionId&itemTypeId [APIM-09]', async () => {
    const inspection = await fixture.build.inspection();
    const type = await fixture.build.itemType();
    const address = `POST /admin/inspection-item-type/add?inspectionId=${inspection.id}&itemTypeId=${type.id}`;
    const added = await callAt(fixture, 'wren', address);

    expect(added).toMatchObject({ itemTypeId: type.id, fieldsTemplateId: null });
    expect((await fixture.as('wren').getAdminInspection({ id: inspection.id })).itemTypes).toEqual([added]);
  });

  it('lose an item type by remove?inspectionId&itemTypeId and can get it again [APIM-10]', async () => {
    const inspection = await fixture.build.inspection();
    const type = await fixture.build.itemType();
    const which = `inspectionId=${inspection.id}&itemTypeId=${type.id}`;
    const types = async () => (await fixture.as('wren').getAdminInspection({ id: inspection.id })).itemTypes;
    const first = await callAt(fixture, 'wren', `POST /admin/inspection-item-type/add?${which}`);
    expect(await callAt(fixture, 'wren', `DELETE /admin/inspection-item-type/remove?${which}`)).toBeNull();
    expect(await types()).toEqual([]);

    await callAt(fixture, 'wren', `POST /admin/inspection-item-type/add?${which}`);
    expect(await types()).toEqual([first]);
    const never = fixture.application.ports.ids.next(0);
    await expect(
      fixture.as('wren').removeInspectionItemType({ inspectionId: inspection.id, itemTypeId: never }),
    ).rejects.toBeProblem('notFound');
  });

  it('ask result questions of a type by PUT /admin/inspection-item-type/{id} {fieldsTemplateId} [APIM-11]', async () => {
    const inspection = await fixture.build.inspection();
    const type = await fixture.build.itemType();
    const result = await fixture.build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id });
    const place = { inspectionId: inspection.id, itemTypeId: type.id };
    const { id } = await fixture.as('wren').addInspectionItemType(place);

    const saved = await callAt(fixture, 'wren', `PUT /admin/inspection-item-type/${id}`, {
      fieldsTemplateId: result.id,
    });
    expect(saved).toEqual({ id, itemTypeId: type.id, fieldsTemplateId: result.id } satisfies InspectionItemType);
    // Adding it again must not remove the questions.
    expect(await fixture.as('wren').addInspectionItemType(place)).toEqual(saved);
    expect(await fixture.as('wren').updateInspectionItemType({ id, fieldsTemplateId: null })).toMatchObject({
      fieldsTemplateId: null,
    });
  });

  it('return their contents of an item type before it is removed', async () => {
    const { drops, loler, item } = await fixture.build.itemInTwoInspections();
    await fixture.build.itemInInspection({ company: 'skerrow' });
    const field = await fixture.build.field();
    for (const inspection of [drops, loler]) {
      await fixture.as('maren').saveInstallationInspectionItemField({
        installationInspectionId: inspection.id,
        itemId: item.id,
        fieldId: field.id,
        value: 'x',
        displayValue: 'x',
      });
    }
    const { id } = await fixture
      .as('wren')
      .addInspectionItemType({ inspectionId: String(drops['inspectionId']), itemTypeId: String(item['itemTypeId']) });
    expect(await fixture.as('wren').getInspectionItemTypeUsage({ id })).toEqual({
      answers: 1,
      items: 1,
      inspections: 1,
    });
    const second = await fixture.build.item({
      installationId: String(item['installationId']),
      itemTypeId: String(item['itemTypeId']),
    });
    await fixture.build.member({ installationInspectionId: drops.id, itemId: second.id });
    expect(await fixture.as('wren').getInspectionItemTypeUsage({ id })).toEqual({
      answers: 1,
      items: 2,
      inspections: 1,
    });
  });

  it('ask detail questions by add-fields-template until remove-fields-template, in the order added [APIM-15]', async () => {
    const { id } = await fixture.build.inspection();
    const templates = [];
    for (const name of ['Zulu', 'Alpha', 'Mike']) templates.push(await fixture.build.fieldsTemplate({ name }));
    const names = (inspection: unknown): string[] =>
      (inspection as Inspection).inspectionFieldsTemplates.map(({ fieldsTemplate }) => fieldsTemplate.name);
    let answer: unknown;
    for (const template of templates) {
      answer = await callAt(fixture, 'wren', `POST /admin/inspections/${id}/add-fields-template/${template.id}`);
    }
    expect(names(answer)).toEqual(['Zulu', 'Alpha', 'Mike']);

    const [zulu] = templates;
    answer = await callAt(fixture, 'wren', `DELETE /admin/inspections/${id}/remove-fields-template/${zulu!.id}`);
    expect(names(answer)).toEqual(['Alpha', 'Mike']);
    answer = await callAt(fixture, 'wren', `POST /admin/inspections/${id}/add-fields-template/${zulu!.id}`);
    expect(names(answer)).toEqual(['Alpha', 'Mike', 'Zulu']);
    answer = await callAt(fixture, 'wren', `POST /admin/inspections/${id}/add-fields-template/${zulu!.id}`);
    expect(names(answer)).toEqual(['Alpha', 'Mike', 'Zulu']);
  });

  it('are refused by name when they do not exist', async () => {
    const id = fixture.application.ports.ids.next(0);
    const wren = fixture.as('wren');
    const { id: templateId } = await fixture.build.fieldsTemplate();
    await expect(wren.getAdminInspection({ id })).rejects.toBeProblem('notFound');
    await expect(wren.updateInspection({ id, name: 'None' })).rejects.toBeProblem('notFound');
    await expect(wren.addInspectionFieldsTemplate({ id, templateId })).rejects.toBeProblem('notFound');
    await expect(wren.getInspectionDefaultItems({ id })).rejects.toBeProblem('notFound');
    const inspection = await fixture.build.inspection();
    await expect(wren.createInspection({ name: 'Twin', id: inspection.id })).rejects.toBeProblem('alreadyExists');
  });
});
