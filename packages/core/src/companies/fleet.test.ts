import { DEFAULT_ITEM_TYPES, FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

onEachDatabase('An administrator', (fixture) => {
  it('sets up a company from nothing, and its inspector starts an inspection', async () => {
    const wren = fixture.as('wren');
    const details = await wren.createFieldsTemplate({
      name: 'Installation details',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.installationDetails.id,
    });
    const securing = await wren.createFieldsTemplate({
      name: 'Securing',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    const bolted = await wren.createFieldsTemplate({
      name: 'Bolted',
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    const fixing = await wren.createField({
      name: 'Primary fixing',
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      fieldsTemplateId: securing.id,
      order: 0,
    });
    await wren.updateField({
      id: fixing.id,
      required: true,
      options: [{ name: 'Bolted', fieldsTemplateId: bolted.id }, { name: 'No primary fixing' }],
    });
    const area = await wren.createItemType({ name: 'Area' });
    await wren.updateItemType({ id: area.id, isLocation: true });
    const floodlight = await wren.createItemType({ name: 'Floodlight' });
    await wren.addItemTypeParent({ id: floodlight.id, parentId: area.id });
    await wren.addItemTypeFieldsTemplate({ id: floodlight.id, templateId: securing.id });
    const drops = await wren.createInspection({ name: 'Dropped Object Survey' });
    await wren.addInspectionItemType({ inspectionId: drops.id, itemTypeId: floodlight.id });
    const place = await wren.createInspectionDefaultItem({ id: drops.id, name: 'Derrick', itemTypeId: area.id });
    await wren.createInspectionDefaultItem({
      id: drops.id,
      name: 'Crown floodlight',
      type: DEFAULT_ITEM_TYPES[0],
      itemTypeId: floodlight.id,
      parentDefaultItemId: place.id,
    });
    const company = await wren.createCompany({ name: 'Vantry Marine Contractors' });
    await wren.updateCompany({ id: company.id, shortName: 'VMC', installationFieldsTemplateId: details.id });
    await wren.addCompanyInspection({ id: company.id, inspectionId: drops.id });
    const corrie = await wren.createInstallation({
      companyId: company.id,
      name: 'Vantry Corrie',
      timeZone: 'Europe/Dublin',
    });
    const callum = await wren.createUser({
      name: 'Callum Breckenhow',
      email: 'callum@vantry.example',
      role: 'inspector',
      companyId: company.id,
      password: 'a long enough one',
    });
    expect(callum).toMatchObject({ companyName: 'Vantry Marine Contractors', disabled: false, hasPassword: true });

    const started = await wren.createInstallationInspection({
      installationId: corrie.id,
      inspectionId: drops.id,
      startDate: 1_768_435_200,
      endDate: 1_768_435_200,
    });
    const rows = await wren.getItemsForInstallationInspection({ installationInspectionId: started.id });
    expect(rows.map(({ name, context }) => ({ name, context }))).toEqual([
      { name: 'Derrick', context: true },
      { name: 'Crown floodlight', context: false },
    ]);
    const installations = await wren.getAdminInstallations({ companyId: company.id });
    expect(installations).toMatchObject([{ name: 'Vantry Corrie', installationInspections: 1, archived: false }]);
  });
});
