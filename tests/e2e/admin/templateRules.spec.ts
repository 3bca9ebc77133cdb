import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES, NO_RULES } from '@holdfast/contract';
import { own, test } from '../fixtures/admin.ts';
import { axeFindings, axeFindingsInEveryLook, expect } from '../fixtures/journey.ts';

test.describe('the rules of a template', () => {
  test('are written in the draft, tried in the preview, refused with their faults and published without them', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const { id } = await call('createFieldsTemplate', {
      name: own('Load'),
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
    });
    const number = { fieldTypeId: FIELD_TYPES.number.id, fieldsTemplateId: id };
    for (const [order, name] of ['Force', 'Legs', 'Load', 'Why so much'].entries())
      await call('createField', { ...number, name, order });
    await as(company.wren, `/admin/inspection-templates/${id}?draft=1`);
    await studio.open('Load');
    const load = studio.field('Load');
    await load.getByRole('textbox', { name: 'Calculated from' }).fill('[Force] / [Legz]');
    await expect(load).toContainText("did you mean 'Legs'?");
    await expect(load.getByRole('img', { name: 'A rule has a fault' })).toBeVisible();
    await studio.open('Why so much');
    const why = studio.field('Why so much');
    await why.getByRole('combobox', { name: 'Question' }).click();
    await page.getByRole('option', { name: 'Load', exact: true }).click();
    await why.getByRole('combobox', { name: 'How it compares' }).click();
    await page.getByRole('option', { name: 'is above' }).click();
    await why.getByRole('textbox', { name: 'Value' }).fill('3');
    await page.keyboard.press('Enter');
    await expect(why.getByRole('textbox', { name: 'Show when' })).toHaveValue('[Load] > 3');
    await page.getByRole('button', { name: 'Add evidence rule' }).click();
    await page.getByRole('textbox', { name: 'Reason shown to inspectors' }).fill('Show the defect');
    await admin.saveAll();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText('One rule has a fault. Correct it before you publish.');
    await expect(admin.dialog.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await studio.open('Load');
    await load.getByRole('textbox', { name: 'Calculated from' }).fill('[Force] / [Legs]');
    await expect(load.getByRole('img', { name: 'A rule has a fault' })).toHaveCount(0);
    const preview = studio.preview;
    await preview.getByRole('textbox', { name: 'Force' }).fill('9');
    await preview.getByRole('textbox', { name: 'Legs' }).fill('2');
    await expect(preview.getByRole('textbox', { name: 'Load', exact: true })).toHaveValue('4.5');
    await expect(preview.getByRole('textbox', { name: 'Why so much' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await admin.saveAll();
    await page.getByRole('button', { name: 'Publish …' }).click();
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Version 2' })).toBeVisible();
    const saved = await call('getFieldsTemplate', { id });
    expect(saved.fields[2]!.rules).toMatchObject({ calculation: '[Force] / [Legs]' });
    expect(saved.evidence).toEqual([{ when: '[Condition] == "Defective"', needs: 'photo', reason: 'Show the defect' }]);
  });

  test('keep a question they read from being deleted, and lead to what has to change first', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const { id } = await call('createFieldsTemplate', {
      name: own('Load'),
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.inspection.id,
    });
    const number = { fieldTypeId: FIELD_TYPES.number.id, fieldsTemplateId: id };
    await call('createField', { ...number, name: 'Force', order: 0 });
    const twice = await call('createField', { ...number, name: 'Twice', order: 1 });
    await call('updateField', { id: twice.id, rules: { ...NO_RULES, calculation: '[Force] * 2' } });
    await as(company.wren, `/admin/inspection-templates/${id}`);
    await studio.open('Force');
    await studio.field('Force').getByRole('button', { name: 'Delete field' }).click();
    await expect(admin.dialog).toContainText('Force cannot be deleted');
    expect(await axeFindingsInEveryLook(page, '[role="dialog"]')).toEqual([]);
    await admin.dialog.getByRole('button', { name: 'Twice: calculation' }).click();
    await expect(admin.dialog).toHaveCount(0);
    const calculation = studio.field('Twice').getByRole('textbox', { name: 'Calculated from' });
    await expect(calculation).toHaveValue('[Force] * 2');
    await calculation.fill('');
    await admin.saveAll();

    await studio.open('Force');
    await studio.field('Force').getByRole('button', { name: 'Delete field' }).click();
    await admin.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect.poll(() => studio.names()).toEqual(['Twice']);
  });
});
