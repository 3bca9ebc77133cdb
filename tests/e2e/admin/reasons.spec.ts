import { own, test } from '../fixtures/admin.ts';
import { axeFindings, expect } from '../fixtures/journey.ts';

test.describe('a button that cannot be used says why', () => {
  test('in the dialogs of reports', async ({ as, company, admin, page }) => {
    await as(company.wren, '/admin/reports');
    await page.getByRole('button', { name: 'Create Report' }).click();
    await expect(admin.dialog.getByText('Still needed: Title, Runs over.', { exact: true }).last()).toBeVisible();
    await admin.dialog.getByRole('textbox', { name: 'Title' }).fill('Findings');
    const publish = admin.dialog.getByRole('button', { name: 'Publish' });
    await expect(publish).toBeDisabled();
    await expect(publish).toHaveAccessibleDescription('Still needed: Runs over.');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();

    await page.getByRole('button', { name: 'Upload report' }).click();
    const upload = admin.dialog.getByRole('button', { name: 'Upload report' });
    await expect(upload).toHaveAccessibleDescription('Still needed: Template, Title, Runs over.');
    await upload.focus();
    await page.keyboard.press('Enter');
    await expect(admin.dialog).toBeVisible();
  });

  test('in the editor of an inspection type and in its default items', async ({ as, company, admin, page }) => {
    const { id } = await company.wren.call('createInspection', { name: own('Derrick survey') });
    await as(company.wren, `/admin/inspections/${id}`);
    await expect(admin.save).toHaveAccessibleDescription('Nothing is changed.');
    await admin.save.hover();
    await expect(page.getByRole('tooltip', { name: 'Nothing is changed.' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await expect(admin.section('Inspection Details').getByRole('button', { name: 'Add' })).toHaveAccessibleDescription(
      'Choose an entry first.',
    );
    await admin.tab('Default Items/Questions').click();
    await page.getByRole('button', { name: 'Add Item or Question' }).click();
    await expect(admin.dialog.getByText('Still needed: Item type, Name.', { exact: true })).toBeVisible();
    await admin.dialog.getByRole('radiogroup').getByText('Question', { exact: true }).click();
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill('Access');
    await expect(admin.dialog.getByText('Still needed: Question type.', { exact: true })).toBeVisible();
  });
});
