import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { COMPANIES, onEachDatabase, type TestFixture } from './testing/index.ts';

/** One record of each kind that administrators create, each with one of each part. */
async function library(fixture: TestFixture) {
  const wren = fixture.as('wren');
  const type = { fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id };
  const { id: templateId } = await wren.createFieldsTemplate({ name: 'Securing', ...type });
  const opened = await wren.createFieldsTemplate({ name: 'Bolted', ...type });
  const inOpened = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: opened.id };
  await wren.createField({ name: 'Torque', order: 1, ...inOpened });
  await wren.createField({ name: 'Bolt size', order: 0, ...inOpened });
  const { id: fieldId } = await wren.createField({
    name: 'Primary fixing',
    fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
    fieldsTemplateId: templateId,
    order: 0,
  });
  const field = await wren.updateField({ id: fieldId, options: [{ name: 'Bolted', fieldsTemplateId: opened.id }] });
  const area = await wren.createItemType({ name: 'Area' });
  const { id: typeId } = await wren.createItemType({ name: 'Floodlight' });
  await wren.addItemTypeParent({ id: typeId, parentId: area.id });
  const itemType = await wren.addItemTypeFieldsTemplate({ id: typeId, templateId });
  const { id: inspectionId } = await wren.createInspection({ name: 'Dropped Object Survey' });
  await wren.addInspectionItemType({ inspectionId, itemTypeId: typeId });
  const inspection = await wren.addInspectionFieldsTemplate({ id: inspectionId, templateId });
  const defaultItem = await wren.createInspectionDefaultItem({ id: inspectionId, name: 'Light', itemTypeId: typeId });
  const company = await wren.addCompanyInspection({ id: COMPANIES.northmere, inspectionId });
  return { templateId, fieldId, field, itemType, typeId, area, inspection, inspectionId, defaultItem, company };
}

onEachDatabase('The entities of the library', (fixture) => {
  it('have the listed properties of inspections [ENTS-04]', async () => {
    const { inspection, typeId, templateId, fieldId } = await library(fixture);
    expect(inspection).toMatchObject({
      id: expect.any(String),
      name: 'Dropped Object Survey',
      shortName: '',
      itemTypes: [{ itemTypeId: typeId, fieldsTemplateId: null }],
      inspectionFieldsTemplates: [{ fieldsTemplate: { id: templateId, fields: [{ id: fieldId }] } }],
      itemTypeListViewFieldNames: '[]',
      inspectionItemTypeListViewFieldNames: '[]',
      defaultItems: 0,
    });
  });

  it('have the listed properties of default items [ENTS-05]', async () => {
    const { defaultItem, inspectionId, typeId } = await library(fixture);
    expect(defaultItem).toEqual({
      id: expect.any(String),
      name: 'Light',
      type: 'Item',
      order: 0,
      itemTypeId: typeId,
      fieldsTemplateId: null,
      itemFieldsTemplateId: null,
      parentDefaultItemId: null,
      inspectionId,
      clock: expect.any(String),
      children: [],
    });
  });

  it('have the listed properties of item types [ENTS-08]', async () => {
    const { itemType, area, typeId, templateId } = await library(fixture);
    expect(itemType).toMatchObject({
      id: typeId,
      name: 'Floodlight',
      isQuestion: false,
      parentItemTypes: [{ parentItemTypeId: area.id }],
      childItemTypes: [],
      itemTypeFieldsTemplates: [{ fieldsTemplateId: templateId }],
    });
    expect((await fixture.as('wren').getItemType({ id: area.id })).childItemTypes).toMatchObject([{ id: typeId }]);
  });

  it('have the listed properties of questions and choices, further questions by order [ENTS-09] [ENTS-10]', async () => {
    const { field, fieldId, templateId } = await library(fixture);
    expect(field).toMatchObject({
      id: fieldId,
      name: 'Primary fixing',
      shortName: '',
      description: '',
      fieldType: { name: 'Select with subfields' },
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      required: false,
      order: 0,
      showInList: false,
      options: [
        {
          id: expect.any(String),
          name: 'Bolted',
          order: 0,
          fieldsTemplateId: expect.any(String),
          fieldsTemplate: {
            fields: [
              { name: 'Bolt size', order: 0 },
              { name: 'Torque', order: 1 },
            ],
          },
        },
      ],
      images: [],
      fieldsTemplateId: templateId,
    });
  });

  it('have the listed properties of templates [ENTS-13]', async () => {
    const { templateId, field } = await library(fixture);
    expect(await fixture.as('wren').getFieldsTemplate({ id: templateId })).toMatchObject({
      id: templateId,
      name: 'Securing',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
      fields: [field],
    });
  });

  it('have the listed properties of companies [ENTS-14]', async () => {
    const { company, inspectionId } = await library(fixture);
    expect(company).toMatchObject({
      id: COMPANIES.northmere,
      name: 'northmere',
      shortName: 'northmere',
      installationFieldsTemplateId: null,
      companyInspections: [{ inspectionId }],
    });
  });
});
