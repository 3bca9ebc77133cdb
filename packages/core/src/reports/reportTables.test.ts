import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

onEachDatabase('The tables of report templates', (fixture) => {
  it('hold the columns of the data set and one for each short name of a question', async () => {
    const { build } = fixture;
    const fieldsTemplateTypeId = FIELDS_TEMPLATE_TYPES.itemType.id;
    const first = await build.fieldsTemplate({ name: 'Crane', fieldsTemplateTypeId });
    const second = await build.fieldsTemplate({ name: 'Winch', fieldsTemplateTypeId });
    const number = { fieldTypeId: FIELD_TYPES.number.id, shortName: 'SWL' };
    await build.field({ ...number, name: 'Safe working load', fieldsTemplateId: first.id });
    await build.field({ ...number, name: 'Load', fieldsTemplateId: second.id });
    await build.field({ name: 'Without a short name', shortName: '', fieldsTemplateId: second.id });
    const tables = await fixture.as('wren').getReportTables({});
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['Company', 'Item', 'Result', 'Photo']));
    const items = tables.find(({ name }) => name === 'Item')!;
    expect(items.parents).toEqual(['Installation']);
    expect(items.columns.find(({ name }) => name === 'Name')).toMatchObject({ type: 'text', templates: [] });
    expect(items.columns.at(-1)).toEqual({
      name: 'SWL',
      type: 'decimal',
      description: 'Safe working load / Load',
      templates: ['Crane', 'Winch'],
    });
    await expect(fixture.as('maren').getReportTables({})).rejects.toBeProblem('forbidden');
  });
});
