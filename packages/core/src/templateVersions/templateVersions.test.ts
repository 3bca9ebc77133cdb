import { FIELD_TYPES, type TemplateContent } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { contentOf } from '../fields/index.ts';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';

/** An item with an answered Select, whose short name is LOOSE. */
async function answered(fixture: TestFixture) {
  const { build } = fixture;
  const wren = fixture.as('wren');
  const { id: templateId } = await build.fieldsTemplate({ name: 'Securing' });
  const field = await build.field({
    name: 'Secured by',
    shortName: 'LOOSE',
    fieldTypeId: FIELD_TYPES.select.id,
    fieldsTemplateId: templateId,
  });
  const { options } = await wren.updateField({ id: field.id, options: [{ name: 'Bolts' }, { name: 'Wire' }] });
  const itemType = await build.itemType();
  await build.templateOfType({ itemTypeId: itemType.id, fieldsTemplateId: templateId });
  const { id: itemId } = await build.item({ itemTypeId: itemType.id, name: 'Floodlight' });
  const answer = { itemId, fieldId: field.id, value: options[0]!.id, displayValue: 'Bolts' };
  const give = (): Promise<{ templateVersion: number; question: string }> => fixture.as('maren').saveItemField(answer);
  const content = async (): Promise<TemplateContent> => contentOf(await wren.getFieldsTemplate({ id: templateId }));
  return { wren, templateId, field, itemId, give, content };
}

onEachDatabase('Versions of templates', (fixture) => {
  it('start once answers were recorded with the current one, and are stored with the answers', async () => {
    const { wren, templateId, field, itemId, give } = await answered(fixture);
    expect(await wren.getFieldsTemplateVersions({ id: templateId })).toMatchObject([{ number: 1, answers: 0 }]);
    expect(await give()).toMatchObject({ templateVersion: 1, question: 'Secured by' });
    await wren.updateField({ id: field.id, name: 'Primary fixing' });
    await wren.updateField({ id: field.id, required: true });
    const versions = await wren.getFieldsTemplateVersions({ id: templateId });
    expect(versions.map(({ number, answers }) => [number, answers])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(await wren.compareFieldsTemplateVersions({ id: templateId, from: 1, to: 2 })).toEqual([
      {
        kind: 'changed',
        fieldId: field.id,
        name: 'Primary fixing',
        changes: [
          { property: 'name', was: 'Secured by', is: 'Primary fixing' },
          { property: 'required', was: 'No', is: 'Yes' },
        ],
      },
    ]);
    const { fieldResponses } = await fixture.as('maren').getFieldsForItem({ itemId });
    expect(fieldResponses).toMatchObject([{ templateVersion: 1, question: 'Secured by' }]);
  });

  it('start with every kind of change', async () => {
    const { wren, templateId, field, itemId, give } = await answered(fixture);
    const textField = { name: 'Note', fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: templateId, order: 1 };
    const added = async (): Promise<string> => (await wren.createField(textField)).id;
    const note = await added();
    const options = async () => (await wren.getFieldsTemplate({ id: templateId })).fields[0]!.options;
    const changes: Record<string, () => Promise<unknown>> = {
      'a name': () => wren.updateFieldsTemplate({ id: templateId, name: 'Securing of lights' }),
      'a question': () => wren.updateField({ id: note, required: true }),
      'another question': added,
      'the order of questions': () => wren.sortFields({ id: templateId, fieldIds: [note, field.id] }),
      'the order of questions again': () => wren.sortFields({ id: templateId, fieldIds: [field.id, note] }),
      'the order of choices': async () =>
        wren.sortFieldOptions({ id: field.id, optionIds: (await options()).toReversed().map(({ id }) => id) }),
      'a question less': () => wren.deleteField({ id: note }),
    };
    let version = 1;
    for (const [what, change] of Object.entries(changes)) {
      expect(await give(), what).toMatchObject({ templateVersion: version });
      await change();
      version += 1;
      // An answer that is the same as before is not stored again.
      await fixture.as('maren').saveItemField({ itemId, fieldId: field.id, value: '', displayValue: '' });
      expect((await wren.getFieldsTemplateVersions({ id: templateId }))[0], what).toMatchObject({ number: version });
    }
  });

  it('are made from a draft that changes nothing before it is published', async () => {
    const { wren, templateId, field, give, content } = await answered(fixture);
    await give();
    const [question] = (await content()).fields;
    const id = '019b76da-a800-7000-8000-00000000d001';
    const added = { ...question!, id, name: 'Torque', shortName: '', fieldTypeId: FIELD_TYPES.number.id, options: [] };
    const fields = [added, { ...question!, fieldTypeId: FIELD_TYPES.text.id, shortName: 'FIXING', options: [] }];
    const draft = { name: 'Securing of lights', fields };
    const saved = await wren.saveFieldsTemplateDraft({ id: templateId, content: draft, replaces: null });
    expect((await content()).fields).toEqual([question]);

    const effects = await wren.getFieldsTemplateDraftEffects({ id: templateId });
    expect(effects.differences.map(({ kind, name }) => [kind, name])).toEqual([
      ['changed', 'Securing of lights'],
      ['added', 'Torque'],
      ['changed', 'Secured by'],
    ]);
    expect(effects).toMatchObject({ usage: { answers: 1, items: 1, inspections: 0 }, isOutdated: false });

    const published = await wren.publishFieldsTemplateDraft({ id: templateId, savedAt: saved.savedAt, note: 'Audit' });
    expect(published).toMatchObject({ name: 'Securing of lights', version: 2 });
    expect(published.fields.map(({ name, fieldType }) => `${name}: ${fieldType.name}`)).toEqual([
      'Torque: Number',
      'Secured by: Text',
    ]);
    // The answered question of another type is a new one.
    expect(published.fields.map((each) => each.id)).not.toContain(field.id);
    expect(await wren.getFieldsTemplateDraft({ id: templateId })).toBeNull();
    expect(await wren.getFieldsTemplateVersions({ id: templateId })).toMatchObject([
      { number: 2, note: 'Audit', answers: 0 },
      { number: 1, answers: 1 },
    ]);
  });

  it('refuse a draft that another administrator saved in the meantime', async () => {
    const { wren, templateId, content } = await answered(fixture);
    const now = await content();
    const { savedAt } = await wren.saveFieldsTemplateDraft({ id: templateId, content: now, replaces: null });
    await expect(wren.saveFieldsTemplateDraft({ id: templateId, content: now, replaces: null })).rejects.toBeProblem(
      'changedMeanwhile',
    );
    await expect(
      wren.publishFieldsTemplateDraft({ id: templateId, savedAt: '2026-01-01T00:00:00.000Z' }),
    ).rejects.toBeProblem('changedMeanwhile');
    await wren.discardFieldsTemplateDraft({ id: templateId });
    await expect(wren.publishFieldsTemplateDraft({ id: templateId, savedAt })).rejects.toBeProblem('notFound');
  });

  it('can be previewed on recorded items', async () => {
    const { wren, templateId, itemId, give } = await answered(fixture);
    expect(await wren.getFieldsTemplateTrials({ id: templateId })).toEqual([]);
    await give();
    expect(await wren.getFieldsTemplateTrials({ id: templateId })).toMatchObject([
      { ownerId: itemId, name: 'Floodlight', fieldResponses: [{ displayValue: 'Bolts' }] },
    ]);
  });
});
