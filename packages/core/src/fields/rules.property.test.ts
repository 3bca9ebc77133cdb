import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { compileRules, NO_ANSWER } from '@holdfast/contract/rules';
import { compileFormula } from '@holdfast/frx/expressions';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../testing/index.ts';

const EXPRESSIONS = [
  '[A] + [B] * 2.5',
  '[A] / [B]',
  'Math.Round([A] / [B], 2)',
  '[B] == 0 ? 0.0 : [A]',
  '[C] == "" ? [A] : [B]',
  'IsNull("A") ? 1.0 : [A] * [A]',
];
const number = fc.oneof(fc.constant(''), fc.integer({ min: -1000, max: 1000 }).map(String), fc.constant('0.1'));

onEachDatabase('A page and a host', (fixture) => {
  it('result in the same calculated answers and questions, for any answers in any order', async () => {
    const { build } = fixture;
    const maren = fixture.as('maren');
    const { drops, item } = await build.itemInInspection();
    const template = await build.fieldsTemplate({ fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id });
    const one = (name: string, order: number, calculation = '', showWhen = '') =>
      build.field({
        name,
        order,
        fieldsTemplateId: template.id,
        fieldTypeId: name === 'C' ? FIELD_TYPES.text.id : FIELD_TYPES.number.id,
        required: 1,
        rules: calculation + showWhen === '' ? '' : JSON.stringify({ ...NO_RULES, calculation, showWhen }),
      });
    const typed = [await one('A', 0), await one('B', 1), await one('C', 2)];
    for (const [place, expression] of EXPRESSIONS.entries()) await one(`E${place}`, 3 + place, expression);
    await one('Chained', 20, '[E0] - [E1]');
    await one('Asked', 21, '', '[Chained] > 5 || [C] == "x"');
    const type = { inspectionId: String(drops['inspectionId']), itemTypeId: String(item['itemTypeId']) };
    await build.typeOfInspection({ ...type, fieldsTemplateId: template.id });
    const at = { installationInspectionId: drops.id, itemId: item.id };
    await maren.setCondition({ ...at, conditionId: '00000000-0000-7000-8000-00000000c001' });

    const answers = fc.array(fc.tuple(fc.nat(2), number), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(answers, async (given) => {
        for (const [place, value] of given)
          await maren.saveInstallationInspectionItemField({
            ...at,
            fieldId: typed[place]!.id,
            value,
            displayValue: value,
          });
        const form = await maren.getFieldsForInstallationInspection(at);
        const answerTo = (fieldId: string) =>
          form.fieldResponses.find((response) => response.fieldId === fieldId) ?? NO_ANSWER;
        const page = compileRules(form.fieldsTemplates[0]!, compileFormula);
        const circumstances = { answerTo, condition: 'Fit for purpose', now: 0 };
        for (const [fieldId, { value }] of page.calculated(circumstances)) expect(answerTo(fieldId).value).toBe(value);
        const asked = page.asked(circumstances);
        const blank = form.fieldsTemplates[0]!.fields.filter(({ id }) => asked.has(id) && answerTo(id).value === '');
        const { requiredFields } = await maren.getInspectionGaps({ installationInspectionId: drops.id });
        expect(requiredFields.count).toBe(blank.length);
      }),
      { seed: Number(process.env['HOLDFAST_SEED'] ?? 1), numRuns: Number(process.env['HOLDFAST_RUNS'] ?? 12) },
    );
  });
});
