import { CONDITIONS, FIELD_TYPES, FIELDS_TEMPLATE_TYPES, type FieldRules, NO_RULES } from '@holdfast/contract';
import type { Company, Rig } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

/** Creates a sling whose load is calculated. Above 3 t a reason is required, a date is proposed, and a defect requires a note. */
async function makeSling({ wren, maren, inspections }: Company, rig: Rig): Promise<{ name: string; itemId: string }> {
  const { call } = wren;
  const name = `Sling ${rig.installationName}`;
  const { id } = await call('createFieldsTemplate', {
    name: `Load of ${name}`,
    fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
  });
  const question = (
    words: string,
    shortName: string,
    type: keyof typeof FIELD_TYPES,
    rules: Partial<FieldRules> | null = null,
  ) => ({
    id: crypto.randomUUID().replace(/^(.{14})./, '$17'),
    name: words,
    shortName,
    description: '',
    fieldTypeId: FIELD_TYPES[type].id,
    required: false,
    showInList: false,
    options: [],
    rules: rules === null ? null : { ...NO_RULES, ...rules },
  });
  const content = {
    name: `Load of ${name}`,
    fields: [
      question('Force (kN)', 'F', 'number', { unit: 'kN', minimum: 1, maximum: 50 }),
      question('Legs', 'N', 'number'),
      question('Load per leg', 'L', 'number', { calculation: 'Math.Round([F] / [N], 2)', unit: 'kN' }),
      question('Why so much', 'W', 'text', { showWhen: '[L] > 3' }),
      question('Seen on', 'D', 'date', { default: 'now' }),
    ],
    evidence: [{ when: '[Condition] == "Defective"', needs: 'note' as const, reason: 'Say what is wrong' }],
  };
  const { savedAt } = await call('saveFieldsTemplateDraft', { id, content, replaces: null });
  await call('publishFieldsTemplateDraft', { id, savedAt });
  const { id: itemTypeId } = await call('createItemType', { name });
  await call('addInspectionItemType', { inspectionId: inspections.DROPS, itemTypeId });
  const { itemTypes } = await call('getAdminInspection', { id: inspections.DROPS });
  const link = itemTypes.find((one) => one.itemTypeId === itemTypeId)!;
  await call('updateInspectionItemType', { id: link.id, fieldsTemplateId: id });
  const { itemId } = await maren.call('newItem', {
    installationInspectionId: rig.drops,
    itemTypeId,
    name,
    parentItemId: rig.items['Drill floor']!,
  });
  return { name, itemId };
}

test.describe('questions with rules', { tag: '@agent' }, () => {
  test('are shown by rule, calculated, proposed and have warnings; a defect requires evidence', async ({
    openItem,
    company,
    rig,
    page,
  }) => {
    const { name, itemId } = await makeSling(company, rig);
    await openItem(name);
    const force = page.getByRole('textbox', { name: 'Force (kN)' });
    const load = page.getByRole('textbox', { name: 'Load per leg' });
    const why = page.getByRole('textbox', { name: 'Why so much' });
    await expect(load).toHaveAttribute('readonly');
    await expect(why).toHaveCount(0);
    await force.fill('60');
    await force.blur();
    await expect(page.getByText('Above the expected maximum of 50 kN')).toBeVisible();
    await page.getByRole('textbox', { name: 'Legs' }).fill('7');
    await page.getByRole('textbox', { name: 'Legs' }).blur();
    await expect(load).toHaveValue('8.57');
    await why.fill('Storm');
    await why.blur();
    // The proposed day is that of the button beside the field, and has no button of its own.
    await expect(page.getByRole('button', { name: /^Use \d\d/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Today Seen on' }).click();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole('button', { name: CONDITIONS.defective.name }).first().click();
    const notice = page.getByRole('status').filter({ hasText: 'A note is needed' });
    await expect(notice).toContainText('Say what is wrong. The item counts as incomplete until then.');
    const at = { installationInspectionId: rig.drops, itemId };
    await expect
      .poll(async () => {
        const { fieldResponses } = await company.maren.call('getFieldsForInstallationInspection', at);
        return fieldResponses.filter(({ displayValue }) => displayValue !== '').length;
      })
      .toBe(5);
    await expect
      .poll(
        async () =>
          (await company.maren.call('getInspectionGaps', { installationInspectionId: rig.drops })).evidence.length,
      )
      .toBe(1);
    await company.maren.call('addNoteToInstallationInspectionItem', { ...at, content: 'Cracked' });
    await page.reload();
    await openItem(name);
    await expect(load).toHaveValue('8.57');
    await expect(why).toHaveValue('Storm');
    await expect(notice).toHaveCount(0);
  });
});
