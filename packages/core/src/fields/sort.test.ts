import { FIELD_TYPES } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

onEachDatabase('The order of questions and choices', (fixture) => {
  it('is saved in one call, numbered from 0, for 200 questions as for two [CNST-08]', async () => {
    const wren = fixture.as('wren');
    const { id } = await fixture.build.fieldsTemplate();
    const fieldIds: string[] = [];
    for (let order = 0; order < 200; order += 1)
      fieldIds.push((await fixture.build.field({ name: `Q${order}`, order: order * 7, fieldsTemplateId: id })).id);
    const reversed = fieldIds.toReversed();
    const { fields } = await wren.sortFields({ id, fieldIds: reversed });
    expect(fields.map((field) => field.id)).toEqual(reversed);
    expect(fields.map(({ order }) => order)).toEqual(reversed.map((_, order) => order));
  });

  it('keeps questions added in the meantime, after the others', async () => {
    const { id } = await fixture.build.fieldsTemplate();
    const make = async (name: string, order: number) =>
      (await fixture.build.field({ name, order, fieldsTemplateId: id })).id;
    const [a, b] = [await make('A', 0), await make('B', 1)];
    await make('New 1', 1);
    await make('New 2', 2);
    const { fields } = await fixture.as('wren').sortFields({ id, fieldIds: [b, a] });
    expect(fields.map(({ name, order }) => `${order} ${name}`)).toEqual(['0 B', '1 A', '2 New 1', '3 New 2']);
  });

  it('refuses a question of another template, and a deleted one', async () => {
    const one = await fixture.build.field();
    const other = await fixture.build.field();
    const id = String(one['fieldsTemplateId']);
    const wren = fixture.as('wren');
    await expect(wren.sortFields({ id, fieldIds: [one.id, other.id] })).rejects.toBeProblem('notFound');
    await wren.deleteField({ id: one.id });
    await expect(wren.sortFields({ id, fieldIds: [one.id] })).rejects.toBeProblem('notFound');
  });

  it('of choices is saved in one call too', async () => {
    const { id } = await fixture.build.field({ fieldTypeId: FIELD_TYPES.select.id });
    const other = await fixture.build.fieldOption();
    const wren = fixture.as('wren');
    const { options } = await wren.updateField({ id, options: ['A', 'B', 'C'].map((name) => ({ name })) });
    const [a, b, c] = options.map((option) => option.id);
    const sorted = await wren.sortFieldOptions({ id, optionIds: [c!, a!, b!] });
    expect(sorted.options.map(({ name, order }) => `${order} ${name}`)).toEqual(['0 C', '1 A', '2 B']);
    await expect(wren.sortFieldOptions({ id, optionIds: [other.id] })).rejects.toBeProblem('notFound');
  });

  it('does not conflict with a name that another user saved on the previous version', async () => {
    const field = await fixture.build.field({ order: 4 });
    const id = String(field['fieldsTemplateId']);
    const wren = fixture.as('wren');
    const seen = (await wren.getFieldsTemplate({ id })).fields[0]!;
    fixture.wait(1_000);
    await wren.sortFields({ id, fieldIds: [field.id] });
    const saved = await wren.updateField({ id: field.id, name: 'Serial number' }, { ifMatch: seen.clock });
    expect(saved).toMatchObject({ name: 'Serial number', order: 0 });
  });
});
