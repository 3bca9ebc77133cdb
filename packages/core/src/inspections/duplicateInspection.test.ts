import { FIELDS_TEMPLATE_TYPES, type InspectionDefaultItem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

const COLUMNS = JSON.stringify([{ name: 'Weight (kg)', isSearchable: true }]);

onEachDatabase('duplicateInspection', (fixture) => {
  it('copies names, columns, item types, questions and the tree of default items', async () => {
    const wren = fixture.as('wren');
    const light = await fixture.build.itemType({ name: 'Light' });
    const area = await fixture.build.itemType({ name: 'Area', isLocation: 1 });
    const question = await fixture.build.itemType({ name: 'Question', isQuestion: 1 });
    const result = await fixture.build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id });
    const own = await fixture.build.fieldsTemplate({ name: 'Own' });
    const details = await fixture.build.fieldsTemplate({ name: 'Details' });
    const { id } = await wren.createInspection({ name: 'Dropped objects' });
    await wren.updateInspection({
      id,
      shortName: 'DROPS',
      itemTypeListViewFieldNames: COLUMNS,
      inspectionItemTypeListViewFieldNames: COLUMNS,
    });
    for (const { id: itemTypeId } of [light, area, question])
      await wren.addInspectionItemType({ inspectionId: id, itemTypeId });
    const { itemTypes } = await wren.getAdminInspection({ id });
    const ofLight = itemTypes.find(({ itemTypeId }) => itemTypeId === light.id)!;
    await wren.updateInspectionItemType({ id: ofLight.id, fieldsTemplateId: result.id });
    await wren.addInspectionFieldsTemplate({ id, templateId: details.id });
    // The child is made before its parent, so that the order of rows is not that of the tree.
    const child = await wren.createInspectionDefaultItem({
      id,
      name: 'Crown light',
      itemTypeId: light.id,
      fieldsTemplateId: result.id,
      itemFieldsTemplateId: own.id,
    });
    const parent = await wren.createInspectionDefaultItem({ id, name: 'Derrick', itemTypeId: area.id, order: 7 });
    await wren.updateInspectionDefaultItem({ id: child.id, parentDefaultItemId: parent.id });
    await wren.createInspectionDefaultItem({ id, name: 'Crew', type: 'Question', itemTypeId: question.id });
    const before = await wren.getAdminInspection({ id });
    const itemsBefore = await wren.getInspectionDefaultItems({ id });

    const copy = await wren.duplicateInspection({ id });
    expect(copy).toEqual({
      ...before,
      id: copy.id,
      name: 'Dropped objects (copy)',
      clock: copy.clock,
      itemTypes: before.itemTypes.map((link, index) => ({ ...link, id: copy.itemTypes[index]!.id })),
      inspectionFieldsTemplates: copy.inspectionFieldsTemplates,
    });
    expect(copy.inspectionFieldsTemplates.map((link) => link.fieldsTemplate.name)).toEqual(['Details']);
    const items = await wren.getInspectionDefaultItems({ id: copy.id });
    const withoutIds = (list: readonly InspectionDefaultItem[]): unknown[] =>
      list.map(({ id: _, clock: _clock, inspectionId: _type, parentDefaultItemId: _parent, children, ...rest }) => ({
        ...rest,
        children: withoutIds(children),
      }));
    expect(withoutIds(items)).toEqual(withoutIds(itemsBefore));
    expect(items.map(({ name, children }) => [name, children.length])).toContainEqual(['Derrick', 1]);
    expect(await wren.getAdminInspection({ id })).toEqual(before);
    expect(await wren.getInspectionDefaultItems({ id })).toEqual(itemsBefore);
  });

  it('makes a copy that no company may start, that can be deleted, and that changes independently', async () => {
    const wren = fixture.as('wren');
    const company = await wren.createCompany({ name: 'Kolvik Drilling' });
    const light = await fixture.build.itemType({ name: 'Light' });
    const { id } = await wren.createInspection({ name: 'Survey' });
    await wren.addCompanyInspection({ id: company.id, inspectionId: id });
    const item = await wren.createInspectionDefaultItem({ id, name: 'Crown light', itemTypeId: light.id });

    const copy = await wren.duplicateInspection({ id, name: 'Yearly survey' });
    expect(copy.name).toBe('Yearly survey');
    await wren.deleteInspectionDefaultItem({ id: item.id });
    expect((await wren.getInspectionDefaultItems({ id: copy.id })).map(({ name }) => name)).toEqual(['Crown light']);
    expect(await wren.getRecordUses({ kind: 'inspection', id: copy.id })).toEqual([]);
    await wren.deleteInspection({ id: copy.id });
    await expect(wren.duplicateInspection({ id: copy.id })).rejects.toBeProblem('notFound');
    expect((await wren.getAdminInspections({})).map(({ name }) => name)).toEqual(['Survey']);
  });
});
