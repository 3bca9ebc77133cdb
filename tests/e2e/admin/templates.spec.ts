import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { asked, makeTemplate, own, test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';

/** Type of the templates that most journeys here create. */
const OF_ITEMS = FIELDS_TEMPLATE_TYPES.itemType.id;

const LISTS = [
  ['Item Type Templates', 'item-type-templates', FIELDS_TEMPLATE_TYPES.itemType.id],
  ['Installation Details Templates', 'installation-details-templates', FIELDS_TEMPLATE_TYPES.installationDetails.id],
  ['Inspection Details Templates', 'inspection-details-templates', FIELDS_TEMPLATE_TYPES.inspectionDetails.id],
  ['Inspection Templates', 'inspection-templates', FIELDS_TEMPLATE_TYPES.inspection.id],
  ['Prompt Templates', 'prompt-templates', FIELDS_TEMPLATE_TYPES.prompt.id],
] as const;

test.describe('the lists of templates', () => {
  test('show one type each; Create adds "New Template" of this type and opens its editor [ROUT-14] [ROUT-15] [ROUT-16] [ROUT-17] [ROUT-18] [ATPL-01] [ATPL-02]', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const { call } = company.wren;
    const made: { name: string; path: string }[] = [];
    for (const [, path, fieldsTemplateTypeId] of LISTS) {
      const name = own(`Of ${path}`);
      await call('createFieldsTemplate', { name, fieldsTemplateTypeId });
      made.push({ name, path });
    }
    await as(company.wren, '/admin');
    for (const [entry, path, fieldsTemplateTypeId] of LISTS) {
      const read = asked(
        page,
        'GET',
        new RegExp(`^/admin/fieldsTemplate\\?fieldsTemplateTypeId=${fieldsTemplateTypeId}$`),
      );
      await admin.goTo(entry);
      await read;
      for (const template of made) await expect(admin.row(template.name)).toHaveCount(template.path === path ? 1 : 0);
      const created = asked(page, 'POST', /^\/admin\/fieldsTemplate$/);
      await admin.create.click();
      expect((await created).postDataJSON()).toEqual({ name: 'New Template', fieldsTemplateTypeId });
      await expect(page).toHaveURL(new RegExp(`/admin/${path}/[0-9a-f-]{36}$`));
      await page.reload();
      await expect(admin.name).toHaveValue('New Template');
    }
  });
});

test('a list of templates says in which records each one is used', async ({ as, company, admin, page }) => {
  const { call } = company.wren;
  const [used, unused] = [await makeTemplate(call, 'Used'), await makeTemplate(call, 'Unused')];
  for (const name of [own('Light'), own('Lamp')]) {
    const { id } = await call('createItemType', { name, isPrompt: '0' });
    await call('addItemTypeFieldsTemplate', { id, templateId: used });
  }
  const nameOf = async (id: string): Promise<string> => (await call('getFieldsTemplate', { id })).name;
  await as(company.wren, '/admin/item-type-templates');
  await expect(page.getByRole('columnheader', { name: 'Used in' })).toBeVisible();
  await expect(admin.row(await nameOf(used))).toContainText('2 item types');
  await expect(admin.row(await nameOf(unused))).not.toContainText('item type');
});

test.describe('the template editor', () => {
  test('selects the proposed name of a new record, so that typing replaces it', async ({
    as,
    company,
    admin,
    page,
  }) => {
    for (const [list, proposed] of [
      ['item-type-templates', 'New Template'],
      ['companies', 'New Company'],
      ['item-types', 'New Item Type'],
    ] as const) {
      await as(company.wren, `/admin/${list}`);
      await admin.create.click();
      await expect(admin.name).toHaveValue(proposed);
      await expect(admin.name).toBeFocused();
      const name = own('Typed at once');
      await page.keyboard.type(name);
      await admin.saveAll();
      await expect(admin.name).toHaveValue(name);
    }
  });

  test('saves its name on request, and shows the answer of the server [ATPL-03] [ATPL-04]', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const id = await makeTemplate(company.wren.call, 'Draft');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await expect(studio.addField).toBeVisible();
    await expect(admin.save).toBeDisabled();
    const name = own('Structural');
    await admin.name.fill(`  ${name}  `);
    await expect(admin.unsaved).toBeVisible();
    const saved = asked(page, 'PUT', new RegExp(`^/admin/fieldsTemplate/${id}$`));
    await admin.saveAll();
    expect((await saved).postDataJSON()).toMatchObject({ name: `  ${name}  `, fields: [] });
    await expect(admin.title).toHaveText(name);
    await expect(admin.name).toHaveValue(name);
  });

  test('creates a copy that is changed independently and shares the templates of its options', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const further = await call('createFieldsTemplate', { name: own('Bolted'), fieldsTemplateTypeId: OF_ITEMS });
    const name = own('Securing');
    const { id } = await call('createFieldsTemplate', { name, fieldsTemplateTypeId: OF_ITEMS });
    const { id: fieldId } = await call('createField', {
      name: 'Primary fixing',
      fieldTypeId: FIELD_TYPES.selectWithSubfields.id,
      fieldsTemplateId: id,
      order: 0,
    });
    await call('updateField', { id: fieldId, options: [{ name: 'Bolted', fieldsTemplateId: further.id }] });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    const more = page.getByRole('button', { name: 'More', exact: true });
    const duplicate = page.getByRole('menuitem', { name: 'Duplicate' });
    await admin.name.fill('not saved yet');
    await more.click();
    await expect(duplicate).toBeDisabled();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await more.focus();
    await page.keyboard.press('Enter');
    await duplicate.focus();
    await page.keyboard.press('Enter');

    await expect(admin.name).toHaveValue(`${name} (copy)`);
    await expect(page.getByText('are still shared with the original')).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(id));
    await studio.open('Primary fixing');
    const copied = studio.field('Primary fixing');
    await expect(copied.getByRole('combobox', { name: 'Further questions of Bolted' })).toHaveValue(further.name);
    await copied.getByRole('textbox', { name: 'Option 1' }).fill('Bolted through');
    await admin.saveAll();
    expect((await call('getFieldsTemplate', { id })).fields[0]!.options[0]!.name).toBe('Bolted');
  });

  test('reorders fields by arrows, keys and dragging, numbered from 0 [ATPL-09]', async ({
    as,
    company,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Order');
    for (const [index, name] of ['Alpha', 'Bravo', 'Charlie', 'Delta'].entries()) {
      await call('createField', { name, fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id, order: index * 3 });
    }
    await as(company.wren, `/admin/item-type-templates/${id}`);
    const saved = async (): Promise<string[]> =>
      (await call('getFieldsTemplate', { id })).fields.map(({ name, order }) => `${order} ${name}`);
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name}: drag, or press the arrow keys` });
    await expect(page.getByRole('button', { name: 'Move Alpha up' })).toBeDisabled();
    await expect(page.getByRole('button', { name: 'Move Delta down' })).toBeDisabled();

    const sorted = asked(page, 'PUT', new RegExp(`^/ext/admin/fields-templates/${id}/sort$`));
    await page.getByRole('button', { name: 'Move Bravo up' }).click();
    expect(((await sorted).postDataJSON() as { fieldIds: string[] }).fieldIds).toHaveLength(4);
    await expect.poll(() => studio.names()).toEqual(['Bravo', 'Alpha', 'Charlie', 'Delta']);
    await expect.poll(saved).toEqual(['0 Bravo', '1 Alpha', '2 Charlie', '3 Delta']);

    await handle('Bravo').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await expect(page.getByText('Bravo is now 4 of 4')).toBeAttached();
    await expect.poll(saved).toEqual(['0 Alpha', '1 Charlie', '2 Delta', '3 Bravo']);

    const from = (await handle('Bravo').boundingBox())!;
    const to = (await handle('Alpha').boundingBox())!;
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 30, { steps: 8 });
    await page.mouse.move(to.x + 10, to.y + 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(saved).toEqual(['0 Bravo', '1 Alpha', '2 Charlie', '3 Delta']);
  });

  test('shows that another user changed the same field, with both values, and overwrites it on request', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Shared');
    const { id: fieldId } = await call('createField', {
      name: 'Bolt size',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: id,
      order: 0,
    });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await studio.open('Bolt size');
    await studio.field('Bolt size').getByRole('textbox', { name: 'Description' }).fill('In millimetres.');
    await call('updateField', { id: fieldId, description: 'In inches.' });
    await admin.save.click();
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('row', { name: 'Description In inches. In millimetres.' })).toBeVisible();
    await alert.getByRole('button', { name: 'Save mine on top' }).click();
    await expect(alert).toHaveCount(0);
    expect((await call('getFieldsTemplate', { id })).fields[0]!.description).toBe('In millimetres.');
  });

  test('stays responsive with 200 fields', async ({ as, company, studio, page }) => {
    test.setTimeout(120_000);
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Long');
    for (let order = 0; order < 200; order += 1) {
      await call('createField', {
        name: `Question ${order + 1}`,
        fieldTypeId: FIELD_TYPES.text.id,
        fieldsTemplateId: id,
        order,
      });
    }
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await page.getByRole('button', { name: /^Question 1\s?Text$/ }).click({ timeout: 40_000 });
    await studio.fields.getByRole('textbox', { name: 'Name', exact: true }).click();
    const presses = await page.evaluate(async () => {
      const input = document.activeElement as HTMLInputElement;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;
      const took: number[] = [];
      for (const letter of 'as stamped on the plate') {
        const began = performance.now();
        set.call(input, input.value + letter);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        took.push(performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      return took.toSorted((a, b) => a - b);
    });
    // The median, because outliers on a busy machine do not concern this page.
    expect(presses[Math.floor(presses.length / 2)]).toBeLessThan(100);
    await expect(studio.preview).toContainText('as stamped on the plate');
  });
});
