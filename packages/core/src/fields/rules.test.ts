import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, type FieldRules, NO_RULES, Problem } from '@holdfast/contract';
import { expect, it } from 'vitest';
import { onEachDatabase, type TestFixture } from '../testing/index.ts';
import { contentOf } from './content.ts';

const number = FIELD_TYPES.number.id;
const rules = (some: Partial<FieldRules>): string => JSON.stringify({ ...NO_RULES, ...some });

/** The refusal of a call. */
async function problemOf(calling: Promise<unknown>): Promise<Problem> {
  const thrown: unknown = await calling.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof Problem) return thrown;
  throw new Error('The call was not refused.');
}

/** A sling whose result template calculates its load from two numbers and needs a photo where it is defective. */
async function sling(fixture: TestFixture) {
  const { build } = fixture;
  const { drops, item, member } = await build.itemInInspection();
  const evidence = [{ when: '[Condition] == "Defective"', needs: 'note', reason: 'Say what is wrong' }];
  const template = await build.fieldsTemplate({
    name: 'Load',
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
    evidence: JSON.stringify(evidence),
  });
  const under = { fieldsTemplateId: template.id, fieldTypeId: number };
  const force = await build.field({ ...under, name: 'Force', shortName: 'F', order: 0 });
  const legs = await build.field({ ...under, name: 'Legs', shortName: 'N', order: 1 });
  const load = await build.field({
    ...under,
    name: 'Load',
    shortName: 'L',
    order: 2,
    rules: rules({ calculation: '[F] / [N]', unit: 't' }),
  });
  const double = await build.field({ ...under, name: 'Twice', order: 3, rules: rules({ calculation: '[L] * 2' }) });
  const why = await build.field({
    ...under,
    name: 'Why so much',
    fieldTypeId: FIELD_TYPES.text.id,
    order: 4,
    required: 1,
    rules: rules({ showWhen: '[L] > 3' }),
  });
  const itemTypeId = String(item['itemTypeId']);
  const inspectionId = String(drops['inspectionId']);
  await build.typeOfInspection({ inspectionId, itemTypeId, fieldsTemplateId: template.id });
  const at = { installationInspectionId: drops.id, itemId: item.id };
  const maren = fixture.as('maren');
  const give = (fieldId: string, value: string) =>
    maren.saveInstallationInspectionItemField({ ...at, fieldId, value, displayValue: value });
  const stored = async (): Promise<Record<string, string>> => {
    const { fieldResponses } = await maren.getFieldsForInstallationInspection(at);
    return Object.fromEntries(fieldResponses.map(({ fieldId, value }) => [fieldId, value]));
  };
  return { template, force, legs, load, double, why, at, member, give, stored, maren, wren: fixture.as('wren') };
}

onEachDatabase('Rules of templates', (fixture) => {
  it('calculate an answer when those it depends on are saved, and further ones that depend on it', async () => {
    const { force, legs, load, double, give, stored } = await sling(fixture);
    await give(force.id, '5');
    expect(await stored()).toEqual({ [force.id]: '5' });
    await give(legs.id, '2');
    expect(await stored()).toMatchObject({ [load.id]: '2.5', [double.id]: '5' });
    await give(legs.id, '');
    expect(await stored()).toMatchObject({ [load.id]: '', [double.id]: '' });
  });

  it('keep the calculated answer when another one is sent for it', async () => {
    const { force, legs, load, give, stored } = await sling(fixture);
    await give(force.id, '1');
    await give(legs.id, '3');
    expect((await give(load.id, '77')).value).toBe('0.333333333333333');
    expect(await stored()).toMatchObject({ [load.id]: '0.333333333333333' });
  });

  it('record a calculation in history and in the change log, to be undone with the answer', async () => {
    const { force, legs, give, at, maren } = await sling(fixture);
    await give(force.id, '8');
    await give(legs.id, '2');
    const lines = await maren.getAuditLogsForInstallationInspectionAndItem(at);
    expect(lines.map(({ field, to }) => [field, to])).toContainEqual(['Load', '4']);
  });

  it('require an answer only of a question that is asked, and evidence only where it is needed', async () => {
    const { force, legs, why, give, at, maren } = await sling(fixture);
    const gaps = () => maren.getInspectionGaps({ installationInspectionId: at.installationInspectionId });
    await maren.setCondition({ ...at, conditionId: CONDITIONS.fitForPurpose.id });
    await give(force.id, '4');
    await give(legs.id, '2');
    expect(await gaps()).toMatchObject({ requiredFields: { count: 0 }, evidence: [] });
    await give(force.id, '40');
    expect(await gaps()).toMatchObject({ requiredFields: { count: 1, itemIds: [at.itemId] } });
    await give(why.id, 'Storm');
    await maren.setCondition({ ...at, conditionId: CONDITIONS.defective.id });
    expect(await gaps()).toMatchObject({
      requiredFields: { count: 0 },
      evidence: [{ needs: 'note', reason: 'Say what is wrong', itemIds: [at.itemId] }],
    });
    await maren.addNoteToInstallationInspectionItem({ ...at, content: 'Cracked' });
    expect((await gaps()).evidence).toEqual([]);
  });

  it('are published only without faults, which are reported at their questions', async () => {
    const { template, load, wren } = await sling(fixture);
    const content = contentOf(await wren.getFieldsTemplate({ id: template.id }));
    const broken = content.fields.map((field) =>
      field.id === load.id ? { ...field, rules: { ...field.rules!, calculation: '[Twice] + [Legz]' } } : field,
    );
    const evidence = [{ when: '[F] + 1', needs: 'photo' as const, reason: '' }];
    const draft = { ...content, fields: broken, evidence };
    const { savedAt } = await wren.saveFieldsTemplateDraft({ id: template.id, content: draft, replaces: null });
    const { faults, differences } = await wren.getFieldsTemplateDraftEffects({ id: template.id });
    expect(faults).toMatchObject([
      { fieldId: load.id, rule: 'calculation', message: expect.stringContaining("did you mean 'Legs'") },
      { fieldId: null, rule: 'evidence', message: 'The expression gives a number; it has to give yes or no.' },
    ]);
    expect(differences).toMatchObject([
      { fieldId: null, changes: [{ property: 'evidence' }] },
      { fieldId: load.id, changes: [{ property: 'calculation', was: '[F] / [N]', is: '[Twice] + [Legz]' }] },
    ]);
    const refused = await problemOf(wren.publishFieldsTemplateDraft({ id: template.id, savedAt }));
    expect(refused).toMatchObject({ code: 'rulesBroken', details: { faults } });
    expect((await wren.getFieldsTemplate({ id: template.id })).version).toBe(1);
  });

  it('cannot be circular, nor use a condition to calculate', async () => {
    const { load, double, wren } = await sling(fixture);
    const save = (id: string, calculation: string) =>
      problemOf(wren.updateField({ id, rules: { ...NO_RULES, calculation } }));
    expect(await save(load.id, '[Twice] / 2')).toMatchObject({
      code: 'rulesBroken',
      details: { faults: [{ message: 'The calculation leads back to itself.' }] },
    });
    expect(await save(double.id, '[Condition] == "" ? 1.0 : 2.0')).toMatchObject({
      details: { faults: [{ message: 'A calculation cannot use the condition.' }] },
    });
  });

  it('follow the new names of a question and its choices in the same save, evidence too', async () => {
    const { template, force, load, double, why, wren } = await sling(fixture);
    const evidence = [{ when: '[Force] > 4 || [Fixing] == "Wire"', needs: 'photo' as const, reason: '' }];
    const fixing = await fixture.build.field({
      name: 'Fixing',
      fieldTypeId: FIELD_TYPES.select.id,
      fieldsTemplateId: template.id,
      order: 5,
    });
    const { options } = await wren.updateField({ id: fixing.id, options: [{ name: 'Bolts' }, { name: 'Wire' }] });
    const content = contentOf(await wren.getFieldsTemplate({ id: template.id }));
    const draft = { id: template.id, content: { ...content, evidence }, replaces: null };
    const { savedAt } = await wren.saveFieldsTemplateDraft(draft);
    await wren.publishFieldsTemplateDraft({ id: template.id, savedAt });
    const { clock } = (await wren.getFieldsTemplate({ id: template.id })).fields.find(({ id }) => id === force.id)!;
    fixture.wait(1_000);
    // Only the version of the question itself is compared: a later edit of another rule is no conflict.
    await wren.updateField({
      id: load.id,
      description: 'In tonnes',
      rules: { ...NO_RULES, calculation: '[F] / [N] * 1' },
    });
    await wren.updateField({ id: force.id, name: 'Pull', shortName: 'P' }, { ifMatch: clock });
    const wire = options.map((option) => ({ ...option, name: option.name === 'Wire' ? 'Steel wire' : option.name }));
    await wren.updateField({ id: fixing.id, options: wire });

    const now = await wren.getFieldsTemplate({ id: template.id });
    const ruleOf = (id: string) => now.fields.find((field) => field.id === id)!.rules;
    expect(ruleOf(load.id)!.calculation).toBe('[P] / [N] * 1');
    expect([ruleOf(double.id)!.calculation, ruleOf(why.id)!.showWhen]).toEqual(['[L] * 2', '[L] > 3']);
    expect(now.evidence[0]!.when).toBe('[Pull] > 4 || [Fixing] == "Steel wire"');

    const fewer = wren.updateField({ id: fixing.id, options: wire.slice(0, 1) });
    expect(await problemOf(fewer)).toMatchObject({
      code: 'namedInRules',
      details: { rules: [{ fieldId: null, name: now.evidence[0]!.when, rule: 'evidence' }] },
    });
    const fields = contentOf(now).fields.map((field) =>
      field.id === force.id ? { ...field, name: 'Traction', shortName: '' } : field,
    );
    const saved = await wren.saveFieldsTemplateDraft({ ...draft, content: { ...contentOf(now), fields } });
    expect(saved.content.evidence[0]!.when).toBe('[Traction] > 4 || [Fixing] == "Steel wire"');
    expect(saved.content.fields.find(({ id }) => id === load.id)!.rules!.calculation).toBe('[Traction] / [N] * 1');
    await wren.publishFieldsTemplateDraft({ id: template.id, savedAt: saved.savedAt });
    const published = contentOf(await wren.getFieldsTemplate({ id: template.id }));
    const without = published.fields.map((field) =>
      field.id === fixing.id ? { ...field, options: field.options.slice(0, 1) } : field,
    );
    const shorter = await wren.saveFieldsTemplateDraft({ ...draft, content: { ...published, fields: without } });
    expect(
      await problemOf(wren.publishFieldsTemplateDraft({ id: template.id, savedAt: shorter.savedAt })),
    ).toMatchObject({ code: 'namedInRules' });
  });

  it('refuse a name by which they would read another question', async () => {
    const { force, legs, wren } = await sling(fixture);
    expect(await problemOf(wren.updateField({ id: force.id, name: 'x]y', shortName: '' }))).toMatchObject({
      code: 'rulesBroken',
    });
    expect((await wren.updateField({ id: legs.id, shortName: 'Number of legs' })).shortName).toBe('Number of legs');
  });

  it('prevent the deletion of a question they read, with a message that lists them', async () => {
    const { template, force, legs, load, double, why, wren } = await sling(fixture);
    const evidence = [{ when: '[N] > 4', needs: 'photo' as const, reason: '' }];
    const content = contentOf(await wren.getFieldsTemplate({ id: template.id }));
    const { savedAt } = await wren.saveFieldsTemplateDraft({
      id: template.id,
      content: { ...content, evidence },
      replaces: null,
    });
    await wren.publishFieldsTemplateDraft({ id: template.id, savedAt });

    const byLoad = { fieldId: load.id, name: 'Load', rule: 'calculation' };
    expect((await wren.getFieldUsage({ id: force.id })).rules).toEqual([byLoad]);
    expect(await problemOf(wren.deleteField({ id: legs.id }))).toMatchObject({
      code: 'namedInRules',
      details: { rules: [byLoad, { fieldId: null, name: '[N] > 4', rule: 'evidence' }] },
    });
    expect((await wren.getFieldUsage({ id: load.id })).rules).toEqual([
      { fieldId: double.id, name: 'Twice', rule: 'calculation' },
      { fieldId: why.id, name: 'Why so much', rule: 'showWhen' },
    ]);
    expect((await wren.getFieldsTemplate({ id: template.id })).version).toBe(2);

    for (const id of [double.id, why.id, load.id, force.id]) await wren.deleteField({ id });
    const { fields } = await wren.getFieldsTemplate({ id: template.id });
    expect(fields.map(({ name }) => name)).toEqual(['Legs']);
  });
});
