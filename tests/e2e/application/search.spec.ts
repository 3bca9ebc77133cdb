import { CONDITIONS, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import type { Locator, Page } from '@playwright/test';
import { own } from '../fixtures/admin.ts';
import { DROPS } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect, test } from '../fixtures/journey.ts';

/** Opens the search and types a text. Returns its dialog. */
async function search(page: Page, text: string): Promise<Locator> {
  // Keys run no command while something covers the screen.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByPlaceholder('Search records and commands').fill(text);
  return dialog;
}

test.describe('the search', { tag: '@agent' }, () => {
  test('opens an item, its inspection and its installation by name from the dashboard', async ({
    as,
    company,
    rig,
    dashboard,
    item,
    page,
  }) => {
    await as(company.maren);
    await expect(dashboard.card(rig.installationName)).toBeVisible();
    const name = own('Shackle');
    await company.maren.call('setItemName', { itemId: rig.items['Padeye, port']!, name });
    let dialog = await search(page, name.toLowerCase());
    await expect(dialog.getByRole('option')).toHaveText([`${name}Drill floor, ${rig.installationName}`]);
    // The option that Enter would open is highlighted as soon as it is loaded.
    await expect(dialog.getByRole('option')).toHaveAttribute('data-combobox-selected', 'true');
    expect(await axeFindingsInEveryTheme(page, '[role="dialog"]')).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(item.name).toHaveValue(name);

    dialog = await search(page, `${DROPS} ${rig.installationName}`);
    await dialog.getByRole('option', { name: DROPS }).click();
    await expect(page.getByRole('heading', { name: DROPS })).toBeVisible();

    dialog = await search(page, rig.installationName);
    await dialog.getByRole('option', { name: rig.installationName }).click();
    await expect(page.getByRole('button', { name: 'New Inspection' })).toBeVisible();

    dialog = await search(page, 'no record is called this');
    await expect(dialog.getByText('Nothing found')).toBeVisible();
  });
});

test.describe('the search while it is still being loaded', () => {
  test('keeps typed letters for its own input, regardless of the focus', async ({
    openItem,
    item,
    rig,
    company,
    page,
  }) => {
    const parts: (() => void)[] = [];
    await page.route('**/assets/Palette*.js', async (route) => {
      await new Promise<void>((resolve) => parts.push(resolve));
      await route.continue();
    });
    await openItem('Padeye, port');
    await item.come();
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await recommendation.fill('Renew');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('of2');
    await recommendation.blur();
    await page.keyboard.type('12');
    for (let letters = 0; letters < 3; letters += 1) await page.keyboard.press('Backspace');
    await page.keyboard.type('gas');
    for (const go of parts) go();
    const input = page.getByRole('dialog', { name: 'Search' }).getByPlaceholder('Search records and commands');
    await expect(input).toBeFocused();
    await page.keyboard.type(' d');
    await expect(input).toHaveValue('ofgas d');
    await expect(recommendation).toHaveValue('Renew');
    await expect(item.condition('Not Checked')).toHaveAttribute('aria-pressed', 'true');

    // Escape and a click cancel the search before it is loaded.
    await page.reload();
    await item.come();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await page.keyboard.press('2');
    await expect(item.condition('Needs attention')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+k');
    await item.title.click();
    for (const go of parts) go();
    await page.keyboard.press('1');
    await expect(item.condition('Fit for purpose')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('dialog', { name: 'Search' })).toHaveCount(0);
    const inspected = { installationInspectionId: rig.drops, itemId: rig.items['Padeye, port']! };
    await expect
      .poll(() => company.maren.call('getInstallationInspectionItemCondition', inspected))
      .toMatchObject({ id: CONDITIONS.fitForPurpose.id });
  });
});

test.describe('the search of an administrator', () => {
  test('opens screens and records of the administration, and reports when records cannot be searched', async ({
    as,
    company,
    page,
  }) => {
    const { call } = company.wren;
    const template = await call('createFieldsTemplate', {
      name: own('Quartz'),
      fieldsTemplateTypeId: FIELDS_TEMPLATE_TYPES.itemType.id,
    });
    await as(company.wren, '/admin/companies');
    await expect(page.getByRole('heading', { name: 'Companies' })).toBeVisible();
    let dialog = await search(page, template.name);
    await dialog.getByRole('group', { name: 'Templates' }).getByRole('option', { name: template.name }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/item-type-templates/${template.id}$`));
    await expect(page.getByRole('heading', { name: template.name })).toBeVisible();

    dialog = await search(page, 'jorun@holdfast');
    await expect(dialog.getByRole('option')).toHaveText(['Jorun Halebyjorun@holdfast.example']);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Jorun Haleby' })).toBeVisible();
    await page.keyboard.press('Escape');

    dialog = await search(page, 'recycle');
    await dialog.getByRole('option', { name: 'Recycle Bin' }).click();
    await expect(page).toHaveURL(/\/admin\/recycle-bin$/);

    await page.route('**/ext/admin/records?*', (route) => route.abort());
    dialog = await search(page, 'jorun');
    await expect(dialog.getByRole('status')).toContainText('Records could not be searched.');
  });
});
