import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { own, test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';

test.describe('the draft of a template', () => {
  test('survives a reload, changes nothing before it is published, and becomes the next version', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const { id } = await call('createFieldsTemplate', {
      name: own('Securing'),
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    const field = { name: 'Secured by', fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id, order: 0 };
    await call('createField', field);
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await page.getByRole('button', { name: 'Edit as Draft' }).click();
    await studio.addField.click();
    await studio.field('New field').getByRole('textbox', { name: 'Name', exact: true }).fill('Torque checked');
    await page.reload();
    await expect(page.getByText('Your unsaved changes are back')).toBeVisible();
    await admin.saveAll();
    const names = async (): Promise<string[]> =>
      (await call('getFieldsTemplate', { id })).fields.map(({ name }) => name);
    expect(await names()).toEqual(['Secured by']);

    await page.getByRole('button', { name: 'Publish …' }).click();
    await expect(admin.dialog).toContainText('Torque checked');
    await expect(admin.dialog).toContainText('No recorded answers are concerned.');
    await admin.dialog.getByLabel('Reason of the change').fill('Audit of March');
    await admin.dialog.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Version 2' })).toBeVisible();
    expect(await names()).toEqual(['Secured by', 'Torque checked']);
    await page.getByRole('button', { name: 'Version 2' }).click();
    await admin.dialog.getByRole('button', { name: /Version 2.*Audit of March/s }).click();
    await expect(admin.dialog.getByRole('list', { name: 'Differences' })).toHaveText('AddedTorque checked');
  });
});
