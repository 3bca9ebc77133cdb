import { FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, TEST_NOW } from '../testing/index.ts';

onEachDatabase('The templates of an inspection', (fixture) => {
  it('are those by which its answers were recorded, each with its version and the one in use today', async () => {
    const { build } = fixture;
    const { drops, item } = await build.itemInInspection();
    const fieldsTemplateTypeId = FIELDS_TEMPLATE_TYPES.inspection.id;
    const { id: fieldsTemplateId } = await build.fieldsTemplate({ name: 'Securing', fieldsTemplateTypeId });
    const field = await build.field({ name: 'Torque', fieldsTemplateId });
    const other = await build.field({ name: 'Wire', fieldsTemplateId });
    const inspectionId = String(drops['inspectionId']);
    await build.typeOfInspection({ inspectionId, itemTypeId: String(item['itemTypeId']), fieldsTemplateId });
    const [maren, wren] = [fixture.as('maren'), fixture.as('wren')];
    const at = { installationInspectionId: drops.id, itemId: item.id };
    const give = (fieldId: string, value: string) =>
      maren.saveInstallationInspectionItemField({ ...at, fieldId, value, displayValue: value });
    const recorded = () => maren.getRecordedTemplates({ installationInspectionId: drops.id });
    expect(await recorded()).toEqual([]);

    await give(field.id, '40 Nm');
    const first = new Date(TEST_NOW).toISOString();
    const template = { fieldsTemplateId, fieldsTemplateTypeId, name: 'Securing' };
    const byFirst = { ...template, version: 1, answers: 1, from: first, until: first };
    expect(await recorded()).toEqual([{ ...byFirst, inUse: 1 }]);

    await wren.updateField({ id: field.id, name: 'Torque applied' });
    expect(await recorded()).toEqual([{ ...byFirst, inUse: 2 }]);
    fixture.wait(60_000);
    await give(other.id, 'Cut');
    const later = new Date(TEST_NOW + 60_000).toISOString();
    expect(await recorded()).toEqual([
      { ...byFirst, inUse: 2 },
      { ...template, version: 2, inUse: 2, answers: 1, from: later, until: later },
    ]);

    // A removed answer does not count, and a deleted question keeps its answers.
    await give(other.id, '');
    await wren.deleteField({ id: field.id });
    expect(await recorded()).toEqual([{ ...byFirst, inUse: 3 }]);
    await expect(fixture.as('anouk').getRecordedTemplates({ installationInspectionId: drops.id })).rejects.toBeProblem(
      'notFound',
    );
  });
});
