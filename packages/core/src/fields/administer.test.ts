import { type Field, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, type FieldsTemplate, LIBRARY_SCOPE } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { callAt, onEachDatabase, type TestFixture } from '../testing/index.ts';

const TYPE = FIELDS_TEMPLATE_TYPES.itemType.id;
const names = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

/** A question of a type, with choices. */
async function question(fixture: TestFixture, type: keyof typeof FIELD_TYPES, choices: string[]): Promise<Field> {
  const { id } = await fixture.build.field({ name: 'Primary fixing', fieldTypeId: FIELD_TYPES[type].id });
  return fixture.as('wren').updateField({ id, options: choices.map((name) => ({ name })) });
}

onEachDatabase('Templates and questions', (fixture) => {
  it('have the eight types of answers [APIM-03]', async () => {
    expect(names(await callAt(fixture, 'wren', 'GET /admin/field-types'))).toEqual([
      'Checkbox',
      'Date',
      'Datetime',
      'Multi-select',
      'Number',
      'Select',
      'Select with subfields',
      'Text',
    ]);
  });

  it('are listed by the type of template, by name [APIM-18]', async () => {
    for (const name of ['Checks 10', 'Checks 9']) await fixture.build.fieldsTemplate({ name });
    const prompts = FIELDS_TEMPLATE_TYPES.prompt.id;
    await fixture.build.fieldsTemplate({ name: 'Handover', fieldsTemplateTypeId: prompts });
    const listed = (type: string) => callAt(fixture, 'wren', `GET /admin/fieldsTemplate?fieldsTemplateTypeId=${type}`);
    expect(names(await listed(TYPE))).toEqual(['Checks 9', 'Checks 10']);
    expect(names(await listed(prompts))).toEqual(['Handover']);
    expect(names(await listed(FIELDS_TEMPLATE_TYPES.inspection.id))).toEqual([]);
    expect(names(await callAt(fixture, 'wren', 'GET /admin/fieldsTemplate'))).toHaveLength(3);
  });

  it('are made with POST /admin/fieldsTemplate {name, fieldsTemplateTypeId} [APIM-19]', async () => {
    const made = await callAt(fixture, 'wren', 'POST /admin/fieldsTemplate', {
      name: 'New Template',
      fieldsTemplateTypeId: TYPE,
    });
    expect(made).toMatchObject({ name: 'New Template', fieldsTemplateTypeId: TYPE, fields: [] });
    expect(await callAt(fixture, 'wren', `GET /admin/fieldsTemplate?fieldsTemplateTypeId=${TYPE}`)).toEqual([made]);
    await expect(
      fixture.as('wren').createFieldsTemplate({ name: 'None', fieldsTemplateTypeId: FIELD_TYPES.text.id }),
    ).rejects.toBeProblem('notFound');
  });

  it('are read and saved whole at /admin/fieldsTemplate/{id}, which returns the saved one [APIM-20]', async () => {
    const field = await question(fixture, 'select', ['Nyloc', 'Split pin']);
    const address = `/admin/fieldsTemplate/${field.fieldsTemplateId}`;
    const read = (await callAt(fixture, 'wren', `GET ${address}`)) as FieldsTemplate;
    expect(read.fields).toEqual([field]);
    const saved = (await callAt(fixture, 'wren', `PUT ${address}`, {
      ...read,
      name: 'Securing',
      fields: [],
    })) as FieldsTemplate;
    expect(saved).toEqual({ ...read, name: 'Securing', clock: saved.clock });
    expect(await callAt(fixture, 'wren', `GET ${address}`)).toEqual(saved);
  });

  it('get questions with POST /admin/field {name, fieldTypeId, fieldsTemplateId, order} [APIM-21]', async () => {
    const template = await fixture.build.fieldsTemplate();
    const made = await callAt(fixture, 'wren', 'POST /admin/field', {
      name: 'New field',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: template.id,
      order: 4,
    });
    expect(made).toMatchObject({
      name: 'New field',
      shortName: '',
      description: '',
      fieldType: { name: 'Text' },
      order: 4,
      required: false,
      showInList: false,
      options: [],
      images: [],
    });
    expect((await fixture.as('wren').getFieldsTemplate({ id: template.id })).fields).toEqual([made]);
    const field = { name: 'None', fieldsTemplateId: template.id, order: 0 };
    await expect(fixture.as('wren').createField({ ...field, fieldTypeId: TYPE })).rejects.toBeProblem('notFound');
    const twin = { ...field, fieldTypeId: FIELD_TYPES.text.id, id: (made as Field).id };
    await expect(fixture.as('wren').createField(twin)).rejects.toBeProblem('alreadyExists');
  });

  it('are saved whole with PUT and deleted with DELETE /admin/field/{id} [APIM-22]', async () => {
    const field = await question(fixture, 'select', ['Nyloc']);
    const saved = (await callAt(fixture, 'wren', `PUT /admin/field/${field.id}`, {
      ...field,
      name: 'Nut locking',
      shortName: 'LOCK',
      description: 'What keeps the nut.',
      required: true,
      order: 3,
      showInList: true,
    })) as Field;
    expect(saved).toEqual({
      ...field,
      name: 'Nut locking',
      shortName: 'LOCK',
      description: 'What keeps the nut.',
      required: true,
      order: 3,
      showInList: true,
      clock: saved.clock,
    });

    expect((await fixture.as('wren').getFieldsTemplate({ id: field.fieldsTemplateId })).fields).toEqual([saved]);

    await callAt(fixture, 'wren', `DELETE /admin/field/${field.id}`);
    const template = await fixture.as('wren').getFieldsTemplate({ id: field.fieldsTemplateId });
    expect(template.fields).toEqual([]);
    await expect(fixture.as('wren').deleteField({ id: field.id })).rejects.toBeProblem('notFound');
    await expect(fixture.as('wren').updateField({ id: field.id, name: 'X' })).rejects.toBeProblem('notFound');
  });

  it('show their questions in ascending order, as inspectors see them', async () => {
    const template = await fixture.build.fieldsTemplate();
    const make = (name: string, order: number) => fixture.build.field({ name, order, fieldsTemplateId: template.id });
    const second = await make('Second', 1);
    const first = await make('First', 0);
    const order = async () => names((await fixture.as('wren').getFieldsTemplate({ id: template.id })).fields);
    expect(await order()).toEqual(['First', 'Second']);
    await fixture.as('wren').updateField({ id: first.id, order: 1 });
    await fixture.as('wren').updateField({ id: second.id, order: 0 });
    expect(await order()).toEqual(['Second', 'First']);
  });

  it.each(['select', 'multiSelect', 'selectWithSubfields'] as const)(
    'of type %s have choices that are added, renamed, removed and moved by id',
    async (type) => {
      const { id, options } = await question(fixture, type, ['Nyloc', 'Split pin', 'Lock wire']);
      expect(options.map(({ name, order }) => [name, order])).toEqual([
        ['Nyloc', 0],
        ['Split pin', 1],
        ['Lock wire', 2],
      ]);
      const [nyloc, , wire] = options;
      const mine = fixture.application.ports.ids.next(0);
      const saved = await fixture.as('wren').updateField({
        id,
        options: [
          { ...wire!, order: 0 },
          { ...nyloc!, name: 'Nyloc nut', order: 1 },
          { id: mine, name: 'None', order: 2 },
        ],
      });
      expect(saved.options).toMatchObject([
        { id: wire!.id, name: 'Lock wire' },
        { id: nyloc!.id, name: 'Nyloc nut' },
        { id: mine, name: 'None', fieldsTemplateId: null, fieldsTemplate: null },
      ]);
      expect((await fixture.as('wren').updateField({ id, name: 'Nut locking' })).options).toEqual(saved.options);
      expect((await fixture.as('wren').updateField({ id, options })).options).toEqual(options);
    },
  );

  it('of type Text accept no choices, and of type Select none that opens further questions', async () => {
    const template = await fixture.build.fieldsTemplate();
    const text = await fixture.build.field({ fieldTypeId: FIELD_TYPES.text.id });
    await expect(fixture.as('wren').updateField({ id: text.id, options: [{ name: 'Bolted' }] })).rejects.toBeProblem(
      'ruleBroken',
    );
    const select = await fixture.build.field({ fieldTypeId: FIELD_TYPES.select.id });
    await expect(
      fixture.as('wren').updateField({ id: select.id, options: [{ name: 'Bolted', fieldsTemplateId: template.id }] }),
    ).rejects.toBeProblem('ruleBroken');
    await expect(fixture.build.fieldOption({ fieldId: text.id })).rejects.toBeProblem('ruleBroken');
  });

  it('accept another type only once their choices fit it, for every writer', async () => {
    const { id } = await question(fixture, 'select', ['Nyloc']);
    const set = { fieldTypeId: FIELD_TYPES.text.id };
    await expect(fixture.write([{ table: 'field', op: 'upd', id, scopeId: LIBRARY_SCOPE, set }])).rejects.toBeProblem(
      'ruleBroken',
    );
  });

  it('open further questions by a choice, with those of the opened template inside', async () => {
    const inner = await question(fixture, 'select', ['M12', 'M16']);
    const outer = await question(fixture, 'selectWithSubfields', ['Bolted', 'Welded']);
    const [bolted, welded] = outer.options;
    const saved = await fixture.as('wren').updateField({
      id: outer.id,
      options: [{ ...bolted!, fieldsTemplateId: inner.fieldsTemplateId }, welded!],
    });
    expect(saved.options[0]!.fieldsTemplate).toEqual(
      await fixture.as('wren').getFieldsTemplate({ id: inner.fieldsTemplateId }),
    );
    expect(saved.options[1]).toMatchObject({ fieldsTemplateId: null, fieldsTemplate: null });
  });

  it('never contain themselves through their choices', async () => {
    const one = await question(fixture, 'selectWithSubfields', ['On']);
    const two = await question(fixture, 'selectWithSubfields', ['On']);
    const open = (from: Field, to: Field) =>
      fixture.as('wren').updateField({
        id: from.id,
        options: [{ ...from.options[0]!, fieldsTemplateId: to.fieldsTemplateId }],
      });
    await expect(open(one, one)).rejects.toBeProblem('wouldLoop');
    await open(one, two);
    await expect(open(two, one)).rejects.toBeProblem('wouldLoop');
  });

  it('do not contain themselves through a restored choice either', async () => {
    const one = await question(fixture, 'selectWithSubfields', ['On']);
    const two = await question(fixture, 'selectWithSubfields', ['On']);
    const opening = (from: Field, to: Field) => ({
      id: from.id,
      options: [{ ...from.options[0]!, fieldsTemplateId: to.fieldsTemplateId }],
    });
    const wren = fixture.as('wren');
    await wren.updateField(opening(one, two));
    await wren.updateField({ id: one.id, options: [] });
    await wren.updateField(opening(two, one));
    await expect(wren.updateField(opening(one, two))).rejects.toBeProblem('wouldLoop');
  });

  it('lose with another type only properties that it cannot have', async () => {
    const template = await fixture.build.fieldsTemplate();
    const { id, options } = await question(fixture, 'selectWithSubfields', ['Bolted', 'Welded']);
    const linked = options.map((option) => ({ ...option, fieldsTemplateId: template.id }));
    await fixture.as('wren').updateField({ id, options: linked });

    const become = (type: keyof typeof FIELD_TYPES, more: object = {}) =>
      fixture.as('wren').updateField({ id, fieldTypeId: FIELD_TYPES[type].id, ...more });
    const plain = await become('select', { options: linked });
    expect(plain.options.map(({ name, fieldsTemplateId }) => [name, fieldsTemplateId])).toEqual([
      ['Bolted', null],
      ['Welded', null],
    ]);
    expect((await become('multiSelect')).options).toEqual(plain.options);
    expect((await become('selectWithSubfields', { options: linked })).options[0]).toMatchObject({
      fieldsTemplateId: template.id,
    });
    expect((await become('text', { options: linked })).options).toEqual([]);
    await expect(become('number')).resolves.toMatchObject({ fieldType: { name: 'Number' }, options: [] });
    await expect(fixture.as('wren').updateField({ id, fieldTypeId: TYPE })).rejects.toBeProblem('notFound');
  });

  it('refuse the choice of another question, and a choice twice', async () => {
    const one = await question(fixture, 'select', ['Nyloc']);
    const two = await question(fixture, 'select', ['Split pin']);
    const [nyloc] = one.options;
    await expect(fixture.as('wren').updateField({ id: two.id, options: [nyloc!] })).rejects.toBeProblem('ruleBroken');
    await expect(
      fixture.as('wren').updateField({ id: one.id, options: [nyloc!, { ...nyloc!, name: 'Twin' }] }),
    ).rejects.toBeProblem('badInput');
    expect((await fixture.as('wren').getFieldsTemplate({ id: one.fieldsTemplateId })).fields).toEqual([one]);
  });

  it('do not lose concurrent changes of another user, in the question or in its choices', async () => {
    const wren = fixture.as('wren');
    const seen = await question(fixture, 'select', ['Nyloc']);
    const { id } = seen;
    const [nyloc] = seen.options;
    fixture.wait(1_000);
    const renamed = await wren.updateField(
      { id, options: [{ ...nyloc!, name: 'Nyloc nut' }] },
      { ifMatch: seen.clock },
    );
    await expect(
      wren.updateField({ id, options: [{ ...nyloc!, name: 'Nylon nut' }] }, { ifMatch: seen.clock }),
    ).rejects.toBeProblem('changedMeanwhile');
    await expect(wren.updateField({ id, name: 'Locking' }, { ifMatch: seen.clock })).resolves.toMatchObject({
      name: 'Locking',
    });
    fixture.wait(1_000);
    await expect(
      wren.updateField({ id, options: [{ ...nyloc!, name: 'Nylon nut' }] }, { ifMatch: renamed.clock }),
    ).resolves.toMatchObject({ options: [{ name: 'Nylon nut' }] });
  });

  it('keep recorded answers when a question or a choice is deleted, and state their number in advance', async () => {
    const owner = { company: 'skerrow' } as const;
    const field = await question(fixture, 'multiSelect', ['Nyloc', 'Split pin']);
    const [nyloc, pin] = field.options as [Field['options'][0], Field['options'][0]];
    const ours = await fixture.build.itemInTwoInspections();
    const theirs = await fixture.build.itemInInspection(owner);
    const answer = (options: { id: string; name: string }[]) => ({
      fieldId: field.id,
      value: JSON.stringify(options.map(({ id }) => id)),
      displayValue: options.map(({ name }) => name).join(', '),
    });
    await fixture.as('maren').saveItemField({ itemId: ours.item.id, ...answer([nyloc]) });
    for (const inspection of [ours.drops, ours.loler]) {
      await fixture.as('maren').saveInstallationInspectionItemField({
        installationInspectionId: inspection.id,
        itemId: ours.item.id,
        ...answer([nyloc, pin]),
      });
    }
    await fixture.as('anouk').saveItemField({ itemId: theirs.item.id, ...answer([nyloc]) });

    const wren = fixture.as('wren');
    expect(await wren.getFieldUsage({ id: field.id })).toEqual({
      answers: 4,
      items: 2,
      inspections: 2,
      rules: [],
      reports: [],
    });
    expect(await wren.getFieldOptionUsage({ id: pin.id })).toEqual({ answers: 2, items: 1, inspections: 2 });
    expect(await wren.getFieldsTemplateUsage({ id: field.fieldsTemplateId })).toEqual({
      answers: 4,
      items: 2,
      inspections: 2,
    });
    const unused = await fixture.build.field();
    expect(await wren.getFieldUsage({ id: unused.id })).toEqual({
      answers: 0,
      items: 0,
      inspections: 0,
      rules: [],
      reports: [],
    });

    await wren.updateField({ id: field.id, options: [nyloc] });
    await wren.deleteField({ id: field.id });
    const answers = await fixture.database.db.selectFrom('fieldResponse').select('deletedAt').execute();
    expect(answers.map(({ deletedAt }) => deletedAt)).toEqual([null, null, null, null]);
    await expect(wren.getFieldUsage({ id: field.id })).rejects.toBeProblem('notFound');
    await expect(wren.getFieldOptionUsage({ id: pin.id })).rejects.toBeProblem('notFound');
  });

  it('keep their column in the lists of inspections under a new name, beside one that another question still fills', async () => {
    const { build } = fixture;
    const wren = fixture.as('wren');
    const { item, drops } = await build.itemInInspection();
    const inspection = { id: String(drops['inspectionId']) };
    const template = await build.fieldsTemplate();
    await build.templateOfType({ itemTypeId: String(item['itemTypeId']), fieldsTemplateId: template.id });
    await build.typeOfInspection({ inspectionId: inspection.id, itemTypeId: String(item['itemTypeId']) });
    const field = await build.field({ name: 'Mass', fieldsTemplateId: template.id });
    const columns = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, isSearchable: true })));
    await wren.updateInspection({ id: inspection.id, itemTypeListViewFieldNames: columns('Name plate', 'Mass') });
    await fixture.as('maren').saveItemField({ itemId: item.id, fieldId: field.id, value: '5', displayValue: '5' });
    const shown = async () => {
      const { itemTypeListViewFieldNames } = await wren.getAdminInspection({ id: inspection.id });
      const rows = await fixture.as('maren').getItemsForInstallationInspection({ installationInspectionId: drops.id });
      return [itemTypeListViewFieldNames, rows.find(({ itemId }) => itemId === item.id)?.values];
    };
    await wren.updateField({ id: field.id, name: 'Weight' });
    expect(await shown()).toEqual([columns('Name plate', 'Weight'), { Weight: '5' }]);
    await build.field({ name: 'Weight', fieldsTemplateId: template.id });
    await wren.updateField({ id: field.id, name: 'Load' });
    expect(await shown()).toEqual([columns('Name plate', 'Weight', 'Load'), { Load: '5' }]);
  });

  it('become new questions of another type once they were answered, and the old ones keep the recorded answers', async () => {
    const wren = fixture.as('wren');
    const field = await question(fixture, 'select', ['Nyloc', 'Split pin']);
    const { item } = await fixture.build.itemInInspection();
    await fixture.build.templateOfType({
      itemTypeId: String(item['itemTypeId']),
      fieldsTemplateId: field.fieldsTemplateId,
    });
    const [nyloc] = field.options;
    const answer = { itemId: item.id, fieldId: field.id, value: nyloc!.id, displayValue: 'Nyloc' };
    await fixture.as('maren').saveItemField(answer);

    const change = { name: 'Fixings', fieldTypeId: FIELD_TYPES.multiSelect.id };
    const made = await wren.updateField({ ...field, ...change });
    expect(made).toMatchObject({ name: 'Fixings', fieldType: { name: 'Multi-select' } });
    expect(made.id).not.toBe(field.id);
    expect(names(made.options)).toEqual(['Nyloc', 'Split pin']);
    expect((await wren.getFieldsTemplate({ id: field.fieldsTemplateId })).fields).toEqual([made]);

    const form = await fixture.as('maren').getFieldsForItem({ itemId: item.id });
    expect(form.fieldsTemplates.flatMap(({ fields }) => fields.map(({ id }) => id))).toEqual([made.id]);
    expect(form.fieldResponses).toMatchObject([{ fieldId: field.id, displayValue: 'Nyloc' }]);
    expect(form.removedFields).toMatchObject([
      { id: field.id, name: 'Primary fixing', fieldType: { name: 'Select' }, options: [{ name: 'Nyloc' }, {}] },
    ]);
    // An inspector who was offline meanwhile answers the earlier version of the question.
    const late = { ...answer, value: field.options[1]!.id, displayValue: 'Split pin' };
    await expect(fixture.as('maren').saveItemField(late)).resolves.toMatchObject({ displayValue: 'Split pin' });
  });
});
