import { FIELD_TYPES, NAME_LIMIT } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, tinyPhoto } from '../../testing/index.ts';

onEachDatabase('duplicateFieldsTemplate', (fixture) => {
  it('copies questions, choices and pictures, and opens the same further template', async () => {
    const wren = fixture.as('wren');
    const further = await fixture.build.fieldsTemplate({ name: 'Bolted' });
    const original = await fixture.build.fieldsTemplate({ name: 'Securing' });
    const { id } = await fixture.build.field({
      name: 'Primary fixing',
      shortName: 'FIX',
      description: 'What holds it.',
      required: 1,
      showInList: 1,
      order: 3,
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      fieldsTemplateId: original.id,
    });
    await wren.updateField({ id, options: [{ name: 'Bolted', fieldsTemplateId: further.id }, { name: 'Welded' }] });
    await wren.addFieldImage({ id, base64: tinyPhoto(), path: 'accept.png' });
    const before = await wren.getFieldsTemplate({ id: original.id });

    const copy = await wren.duplicateFieldsTemplate({ id: original.id });
    expect(copy).toMatchObject({ name: 'Securing (copy)', fieldsTemplateTypeId: before.fieldsTemplateTypeId });
    const [from, to] = [before.fields[0]!, copy.fields[0]!];
    expect(to).toEqual({
      ...from,
      id: to.id,
      fieldsTemplateId: copy.id,
      options: from.options.map((option, i) => ({ ...option, id: to.options[i]!.id })),
      images: from.images.map((image, i) => ({ ...image, id: to.images[i]!.id })),
      clock: to.clock,
    });
    expect(to.options[0]!.fieldsTemplateId).toBe(further.id);
    const ids = ({ fields }: typeof copy) =>
      fields.flatMap((field) => [field.id, ...[...field.options, ...field.images].map((each) => each.id)]);
    expect(ids(copy).filter((each) => ids(before).includes(each))).toEqual([]);
    expect(await wren.getFieldsTemplate({ id: original.id })).toEqual(before);
  });

  it('does not change the original when the copy changes', async () => {
    const wren = fixture.as('wren');
    const field = await fixture.build.field({ name: 'Tag number' });
    const templateId = String(field['fieldsTemplateId']);
    const copy = await wren.duplicateFieldsTemplate({ id: templateId, name: 'Marking' });
    expect(copy.name).toBe('Marking');
    await wren.deleteField({ id: copy.fields[0]!.id });
    expect((await wren.getFieldsTemplate({ id: templateId })).fields.map(({ name }) => name)).toEqual(['Tag number']);
  });

  it('copies neither a deleted question nor a deleted template, and keeps names within their length', async () => {
    const wren = fixture.as('wren');
    const template = await fixture.build.fieldsTemplate({ name: 'x'.repeat(NAME_LIMIT) });
    const { id } = await fixture.build.field({ fieldsTemplateId: template.id });
    await wren.deleteField({ id });
    const copy = await wren.duplicateFieldsTemplate({ id: template.id });
    expect(copy.fields).toEqual([]);
    expect(copy.name).toHaveLength(NAME_LIMIT);
    const unknown = fixture.application.ports.ids.next(0);
    await expect(wren.duplicateFieldsTemplate({ id: unknown })).rejects.toBeProblem('notFound');
  });

  it('makes one copy even if the call is repeated', async () => {
    const { id } = await fixture.build.fieldsTemplate();
    const key = { idempotencyKey: 'one-click-of-a-button' };
    const copy = await fixture.as('wren').duplicateFieldsTemplate({ id }, key);
    expect(await fixture.as('wren').duplicateFieldsTemplate({ id }, key)).toEqual(copy);
    expect(await fixture.as('wren').getFieldsTemplates({})).toHaveLength(2);
  });
});
