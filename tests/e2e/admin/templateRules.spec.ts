import { FIELD_TYPES, NO_RULES } from '@holdfast/contract';
import { makeTemplate, test } from '../fixtures/admin.ts';
import { axeFindings, axeFindingsInEveryTheme, expect } from '../fixtures/journey.ts';

test.describe('the rules of a template', () => {
  test('are written in the draft, tested in the preview, refused while they have errors, and published without them', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Load', 'inspection');
    const number = { fieldTypeId: FIELD_TYPES.number.id, fieldsTemplateId: id };
    for (const [order, name] of ['Force', 'Legs', 'Load', 'Why so much'].entries())
      await call('createField', { ...number, name, order });
    await as(company.wren, `/admin/inspection-templates/${id}?draft=1`);
    await studio.open('Load');
    const load = studio.field('Load');
    await load.getByRole('textbox', { name: 'Calculated from' }).fill('[Force] / [Legz]');
    await expect(load).toContainText("did you mean 'Legs'?");
    await expect(load.getByRole('img', { name: 'A rule has an error' })).toBeVisible();
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
    const publish = admin.dialog.getByRole('button', { name: 'Publish', exact: true });
    await expect(publish).toBeDisabled();
    await expect(publish).toHaveAccessibleDescription('Correct the errors in its rules first.');
    await expect(admin.dialog.getByText('Correct the errors in its rules first.')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await studio.open('Load');
    await load.getByRole('textbox', { name: 'Calculated from' }).fill('[Force] / [Legs]');
    await expect(load.getByRole('img', { name: 'A rule has an error' })).toHaveCount(0);
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
    const inUse = page.getByRole('region', { name: 'Evidence' });
    await expect(inUse.getByRole('listitem')).toHaveText('[Condition] == "Defective" · A photo: Show the defect');
  });

  test('that cannot be saved are shown with the reason, and the other changes are saved', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Refused', 'inspection');
    const number = { fieldTypeId: FIELD_TYPES.number.id, fieldsTemplateId: id };
    for (const [order, name] of ['Force', 'Load'].entries()) await call('createField', { ...number, name, order });
    await as(company.wren, `/admin/inspection-templates/${id}`);
    await studio.open('Load');
    await studio.field('Load').getByRole('textbox', { name: 'Calculated from' }).fill('[Legs] * 2');
    await studio.open('Force');
    await studio.field('Force').getByRole('textbox', { name: 'Unit' }).fill('kN');
    await admin.save.click();
    await expect(studio.field('Load').getByRole('alert')).toContainText('The rules of this template have faults');
    await expect(studio.field('Load')).toContainText("There is no question 'Legs'");
    await expect(admin.unsaved).toBeVisible();
    await expect.poll(async () => (await call('getFieldsTemplate', { id })).fields[0]?.rules?.unit).toBe('kN');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  test('follow a renamed question and option, and prevent the removal of an option that they compare with', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Securing', 'inspection');
    const select = { fieldTypeId: FIELD_TYPES.select.id, fieldsTemplateId: id, order: 0 };
    const asking = await call('createField', { ...select, name: 'Fitted with' });
    const options = ['Wire', 'Chain'].map((name, order) => ({ name, order }));
    await call('updateField', { id: asking.id, options });
    const text = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id, order: 1 };
    const links = await call('createField', { ...text, name: 'Links' });
    await call('updateField', { id: links.id, rules: { ...NO_RULES, showWhen: '[Fitted with] == "Chain"' } });
    const stored = async (): Promise<string | undefined> =>
      (await call('getFieldsTemplate', { id })).fields[1]!.rules?.showWhen;

    await as(company.wren, `/admin/inspection-templates/${id}`);
    await studio.open('Fitted with');
    const follows = page.getByRole('status').filter({ hasText: 'follows the new name when you save' });
    await studio.field('Fitted with').getByRole('textbox', { name: 'Name', exact: true }).fill('Held by');
    await expect(follows).toContainText('Links: show when: [Fitted with] == "Chain" → [Held by] == "Chain"');
    const field = studio.field('Held by');
    await field.getByRole('textbox', { name: 'Option 2' }).fill('Chain sling');
    await expect(follows).toContainText('[Fitted with] == "Chain" → [Held by] == "Chain sling"');
    expect(await axeFindings(page)).toEqual([]);
    await admin.saveAll();
    await expect(follows).toHaveCount(0);
    expect(await stored()).toBe('[Held by] == "Chain sling"');
    const preview = studio.preview;
    await expect(preview.getByRole('textbox', { name: 'Links' })).toHaveCount(0);
    await preview.getByRole('combobox', { name: 'Held by' }).click();
    await page.getByRole('option', { name: 'Chain sling' }).click();
    await expect(preview.getByRole('textbox', { name: 'Links' })).toBeVisible();

    await field.getByRole('button', { name: 'Remove option Chain sling' }).click();
    await admin.confirm('Remove');
    const kept = page.getByRole('alert').filter({ hasText: 'Rules compare with an option that was removed' });
    await expect(kept).toContainText('Links: show when');
    expect(await axeFindings(page)).toEqual([]);
    await admin.save.click();
    await expect(page.getByText('Rules of this template use what would be removed. Change them first.')).toBeVisible();
    expect((await call('getFieldsTemplate', { id })).fields[0]!.options.map(({ name }) => name)).toEqual([
      'Wire',
      'Chain sling',
    ]);
  });

  test('prevent the deletion of a question that they read, and link to the rule to change first', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Load', 'inspection');
    const number = { fieldTypeId: FIELD_TYPES.number.id, fieldsTemplateId: id };
    await call('createField', { ...number, name: 'Force', order: 0 });
    const twice = await call('createField', { ...number, name: 'Twice', order: 1 });
    await call('updateField', { id: twice.id, rules: { ...NO_RULES, calculation: '[Force] * 2' } });
    await as(company.wren, `/admin/inspection-templates/${id}`);
    await studio.open('Force');
    await studio.field('Force').getByRole('button', { name: 'Delete field' }).click();
    await expect(admin.dialog).toContainText('Force cannot be deleted');
    expect(await axeFindingsInEveryTheme(page, '[role="dialog"]')).toEqual([]);
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
