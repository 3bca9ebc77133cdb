import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { own, test } from '../fixtures/admin.ts';
import { axeFindingsInEveryTheme, expect } from '../fixtures/journey.ts';

test.describe('the fields of report templates', () => {
  test('are found by their question and copied as expressions', async ({ as, company, context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const { call } = company.wren;
    const template = await call('createFieldsTemplate', {
      name: own('Sheave'),
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    const field = await call('createField', {
      name: 'Groove depth',
      fieldTypeId: FIELD_TYPES.number.id,
      fieldsTemplateId: template.id,
      order: 0,
    });
    const shortName = own('GROOVE').replace(/\W/g, '_');
    await call('updateField', { id: field.id, shortName });
    await as(company.wren, '/admin/reports');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await page.getByRole('button', { name: /^Company/ }).click();
    await expect(page.getByRole('row', { name: /\[Company\.Accreditation\]/ })).toContainText('Text');
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);

    await page.getByRole('searchbox', { name: 'Search fields' }).fill(`${template.name} groove depth`);
    const row = page.getByRole('row', { name: new RegExp(shortName) });
    await expect(row).toContainText(`Groove depthAsked by ${template.name}`);
    await expect(row).toContainText('Number');
    await row.getByRole('button', { name: `Copy [Item.${shortName}]` }).click();
    await expect(row.getByRole('status')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`[Item.${shortName}]`);
    // The search is written to the address when typing pauses.
    await expect(page).toHaveURL(/tab=fields.*field=|field=.*tab=fields/);
    await page.reload();
    await expect(row).toBeVisible();

    await page.getByRole('searchbox', { name: 'Search fields' }).fill('no field is called this');
    await expect(page.getByText('No field contains these words.')).toBeVisible();
  });
});
