import type { Locator } from '@playwright/test';
import { FIELD_TYPES, FIELDS_TEMPLATE_TYPES } from '@holdfast/contract';
import { asked, makeTemplate, own, test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';

/** Type of the templates that most journeys here create. */
const OF_ITEMS = FIELDS_TEMPLATE_TYPES.itemType.id;

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Types a text and presses Save in the same task, before the page has rendered the text. */
function typeAndSave(field: Locator, text: string): Promise<void> {
  return field.evaluate((element: HTMLTextAreaElement, typed) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(element, typed);
    element.dispatchEvent(new Event('input', { bubbles: true }));
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save')!.click();
  }, text);
}

test.describe('a field of a template', () => {
  test('adds "New field" after the last one, with the field types of the server, and changes it [ATPL-05] [ATPL-06] [ATPL-07] [CNST-08]', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Hydrostatic');
    const types = asked(page, 'GET', /^\/admin\/field-types$/);
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await types;
    const first = asked(page, 'POST', /^\/admin\/field$/);
    await studio.addField.click();
    expect((await first).postDataJSON()).toEqual({
      id: expect.any(String),
      name: 'New field',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: id,
      order: 0,
    });
    const field = studio.field('New field');
    await field.getByRole('combobox', { name: 'Field Type' }).click();
    await expect(page.getByRole('option')).toHaveText(
      Object.values(FIELD_TYPES)
        .map(({ name }) => name as string)
        .toSorted((a, b) => a.localeCompare(b)),
    );
    await page.getByRole('option', { name: 'Number', exact: true }).click();
    await field.getByRole('textbox', { name: 'Name', exact: true }).fill('Pressure (bar)');
    const named = studio.field('Pressure (bar)');
    await named.getByRole('textbox', { name: 'Short Name' }).fill('pressure');
    await named.getByRole('textbox', { name: 'Description' }).fill('As read from the gauge.');
    await named.getByRole('switch', { name: 'Required' }).click({ force: true });
    await named.getByRole('switch', { name: 'Show in list' }).click({ force: true });
    await expect(studio.preview).toContainText('Pressure (bar)');
    await expect(studio.preview).toContainText('As read from the gauge.');
    await expect(studio.preview.getByText('Required')).toBeVisible();
    await admin.saveAll();
    expect((await call('getFieldsTemplate', { id })).fields).toMatchObject([
      {
        name: 'Pressure (bar)',
        shortName: 'pressure',
        description: 'As read from the gauge.',
        fieldTypeId: FIELD_TYPES.number.id,
        required: true,
        showInList: true,
        order: 0,
      },
    ]);
    const second = asked(page, 'POST', /^\/admin\/field$/);
    await studio.addField.click();
    expect((await second).postDataJSON()).toMatchObject({ order: 1 });
  });

  test('is saved with the text typed last before Save, in a template and in its draft', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Hydrostatic');
    const question = { fieldTypeId: FIELD_TYPES.text.id, fieldsTemplateId: id, order: 0 };
    await call('createField', { ...question, name: 'Gauge' });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    for (const [before, name, hint] of [
      ['Gauge', 'Gauge A', 'As read from the gauge.'],
      ['Gauge A', 'Gauge B', 'As read by two persons.'],
    ] as const) {
      await studio.open(before);
      const named = studio.field(name);
      await studio.field(before).getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await expect(admin.save).toBeEnabled();
      await typeAndSave(named.getByRole('textbox', { name: 'Description' }), hint);
      await admin.unsaved.waitFor({ state: 'hidden' });
      if (name === 'Gauge B') break;
      expect((await call('getFieldsTemplate', { id })).fields).toMatchObject([{ name, description: hint }]);
      await page.getByRole('button', { name: 'Edit as Draft' }).click();
      await expect(admin.title).toContainText('Draft');
    }
    const draft = await call('getFieldsTemplateDraft', { id });
    expect(draft?.content.fields).toMatchObject([{ name: 'Gauge B', description: 'As read by two persons.' }]);
  });

  test('the name of a new field or option has the focus, and two options need different names', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const id = await makeTemplate(company.wren.call, 'Naming');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await studio.addField.click();
    const name = studio.field('New field').getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toBeFocused();
    await page.keyboard.type('Retention');
    const field = studio.field('Retention');
    await field.getByRole('combobox', { name: 'Field Type' }).click();
    await page.getByRole('option', { name: 'Select', exact: true }).click();
    for (const option of ['Net', 'net']) {
      await field.getByRole('button', { name: 'Add option' }).click();
      await page.keyboard.type(option);
    }
    await expect(field.getByRole('textbox', { name: 'Option 2' })).toHaveValue('net');
    await expect(page.getByText('Another option has this name.')).toBeVisible();
    await expect(admin.save).toBeDisabled();
    await field.getByRole('textbox', { name: 'Option 2' }).fill('Wire');
    await admin.saveAll();
  });

  test('accepts options by the Enter key and from a copied list, and proposes a short name', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Listing');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    const field = await studio.add('Sling diameter, mm', 'Select');
    await field.getByRole('button', { name: 'Add option' }).click();
    await page.keyboard.type('Net');
    await page.keyboard.press('Enter');
    await expect(field.getByRole('textbox', { name: 'Option 2' })).toBeFocused();
    await page.keyboard.type('Wire');
    await page.keyboard.press('Enter');
    await expect(field.getByRole('textbox', { name: 'Option 3' })).toBeFocused();
    await field.getByRole('textbox', { name: 'Option 3' }).evaluate((input) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Clamp\r\n\r\n Sling \r\n');
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await expect(field.getByRole('textbox', { name: 'Option 4' })).toHaveValue('Sling');
    await admin.saveAll();
    const [saved] = (await call('getFieldsTemplate', { id })).fields;
    expect(saved?.shortName).toBe('SlingDiameterMm');
    expect(saved?.options.map(({ name }) => name)).toEqual(['Net', 'Wire', 'Clamp', 'Sling']);
  });

  test('proposes a short name for a field that is named after it was saved', async ({ as, company, studio }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Gap');
    await call('createField', {
      name: 'New field',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: id,
      order: 0,
    });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await studio.open('New field');
    await studio.field('New field').getByRole('textbox', { name: 'Name', exact: true }).fill('Gap at flange');
    await expect(studio.field('Gap at flange').getByRole('textbox', { name: 'Short Name' })).toHaveValue('GapAtFlange');
  });

  test('offers the rules of a type before it is saved', async ({ as, company, studio, page }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Rules');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    const weight = await studio.add('Weight', 'Number');
    await expect(weight.getByRole('textbox', { name: 'Unit' })).toBeVisible();
    const seen = await studio.add('Seen at', 'Datetime');
    await expect(seen.getByRole('textbox', { name: 'Unit' })).toHaveCount(0);
    await seen.getByRole('combobox', { name: 'Proposed answer' }).click();
    await expect(page.getByRole('option', { name: 'Now', exact: true })).toBeVisible();
  });

  test('keeps options that are added, renamed, moved and removed, in two kinds of list, one of which opens further templates [ATPL-10] [ATPL-11]', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    test.slow();
    const { call } = company.wren;
    const further = await call('createFieldsTemplate', {
      name: own('When welded'),
      fieldsTemplateTypeId: OF_ITEMS,
    });
    await call('createField', {
      name: 'Weld appearance',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: further.id,
      order: 0,
    });
    const id = await makeTemplate(call, 'Fixing');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    for (const type of ['Checkbox', 'Date', 'Datetime', 'Text', 'Number', 'Select', 'Multi-select']) {
      const field = await studio.add(type, type);
      const hasOptions = type === 'Select' || type === 'Multi-select';
      await expect(field.getByRole('region', { name: 'Options' })).toHaveCount(hasOptions ? 1 : 0);
      if (!hasOptions) continue;
      for (const option of ['Good', 'Fair', 'Poor', 'Gone']) await studio.addOption(field, option);
      await expect(field.getByRole('combobox', { name: 'Further questions of Good' })).toHaveCount(0);
      await field.getByRole('button', { name: 'Move Fair up' }).click();
      await field.getByRole('button', { name: 'Move Good down' }).click();
      await field.getByRole('button', { name: 'Remove option Gone' }).click();
      await field.getByRole('textbox', { name: 'Option 1' }).fill('Fairly good');
    }
    const field = await studio.add('Fixed how?', 'Select with subfields');
    await studio.addOption(field, 'Bolted');
    await expect(field.getByRole('combobox', { name: 'Further questions of Bolted' })).toHaveValue(
      'No further questions',
    );
    await studio.addOption(field, 'Welded', further.name);
    await studio.addOption(field, 'Glued');
    await studio.addOption(field, 'Wired');
    await field.getByRole('button', { name: 'Move Welded up' }).click();
    await field.getByRole('button', { name: 'Move Bolted down' }).click();
    await field.getByRole('button', { name: 'Remove option Glued' }).click();
    await field.getByRole('textbox', { name: 'Option 2' }).fill('Bolted on');

    await studio.preview.getByRole('combobox', { name: 'Fixed how?' }).click();
    await page.getByRole('option', { name: 'Welded', exact: true }).click();
    await expect(studio.preview.getByRole('textbox', { name: 'Weld appearance' })).toBeVisible();

    await admin.saveAll();
    const optionsOf = async (name: string) =>
      (await call('getFieldsTemplate', { id })).fields.find((one) => one.name === name)!.options;
    expect(await optionsOf('Fixed how?')).toMatchObject([
      { name: 'Welded', order: 0, fieldsTemplateId: further.id },
      { name: 'Bolted on', order: 1, fieldsTemplateId: null },
      { name: 'Wired', order: 2, fieldsTemplateId: null },
    ]);
    for (const type of ['Select', 'Multi-select']) {
      expect(await optionsOf(type)).toMatchObject([
        { name: 'Fairly good', order: 0 },
        { name: 'Poor', order: 1 },
        { name: 'Good', order: 2 },
      ]);
    }

    // Stored options are changed in the same ways.
    for (const [name, second, third] of [
      ['Fixed how?', 'Bolted on', 'Wired'],
      ['Select', 'Poor', 'Good'],
      ['Multi-select', 'Poor', 'Good'],
    ] as const) {
      const kept = studio.field(name);
      if ((await kept.getByRole('region', { name: 'Options' }).count()) === 0) await studio.open(name);
      await kept.getByRole('button', { name: `Remove option ${second}` }).click();
      await expect(admin.dialog).toContainText('It has no answers yet.');
      await admin.confirm('Remove');
      await kept.getByRole('button', { name: `Move ${third} up` }).click();
      await kept.getByRole('textbox', { name: 'Option 1' }).fill('First of all');
    }
    await admin.saveAll();
    for (const [name, last] of [
      ['Fixed how?', 'Welded'],
      ['Select', 'Fairly good'],
      ['Multi-select', 'Fairly good'],
    ] as const) {
      expect((await optionsOf(name)).map((option) => option.name)).toEqual(['First of all', last]);
    }
  });

  test('shows in numbers what deleting a field affects, and inspectors see the changed form [ATPL-08] [ATPL-14]', async ({
    as,
    company,
    admin,
    studio,
    page,
    rig,
    openItem,
    item,
  }) => {
    const { call } = company.wren;
    const template = await call('createFieldsTemplate', {
      name: own('Passing'),
      fieldsTemplateTypeId: OF_ITEMS,
    });
    const field = await call('createField', {
      name: 'Passing question',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: template.id,
      order: 0,
    });
    const type = company.itemTypes.floodlight;
    await call('addItemTypeFieldsTemplate', { id: type, templateId: template.id });
    for (const name of ['Padeye, port', 'Gas detector, doghouse']) {
      await company.maren.call('saveItemField', {
        itemId: rig.items[name]!,
        fieldId: field.id,
        value: 'seen',
        displayValue: 'seen',
        parentFieldOptionId: null,
      });
    }
    await openItem('Junction box, crown');
    await expect(item.question('Passing question')).toBeVisible();

    await as(company.wren, `/admin/item-type-templates/${template.id}`);
    await studio.add('Standing question', 'Text');
    await admin.saveAll();
    await studio.open('Passing question');
    await studio.field('Passing question').getByRole('button', { name: 'Delete field' }).click();
    await expect(admin.dialog).toContainText('Are you sure you want to delete this field?');
    await expect(admin.dialog).toContainText('2 answers on 2 items');
    const deleted = asked(page, 'DELETE', new RegExp(`^/admin/field/${field.id}$`));
    await admin.confirm('Delete');
    await deleted;
    await expect(studio.field('Passing question')).toHaveCount(0);

    await openItem('Junction box, crown');
    await expect(item.question('Standing question')).toBeVisible();
    await expect(item.question('Passing question')).toHaveCount(0);
    await call('removeItemTypeFieldsTemplate', { id: type, templateId: template.id });
  });

  test('adds and removes images; a failure of this or of a deletion throws nothing and changes nothing [ATPL-12] [ATPL-13] [ERRS-03]', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Pictures');
    const { id: fieldId } = await call('createField', {
      name: 'Split pin',
      fieldTypeId: FIELD_TYPES.text.id,
      fieldsTemplateId: id,
      order: 0,
    });
    const raised: string[] = [];
    page.on('pageerror', (error) => raised.push(error.message));
    page.on('console', (message) => {
      if (message.text().startsWith('Failed to') && !message.text().startsWith('Failed to load resource'))
        raised.push(message.text());
    });
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await studio.open('Split pin');
    const field = studio.field('Split pin');
    const upload = async (): Promise<void> => {
      const chooser = page.waitForEvent('filechooser');
      await field.getByRole('button', { name: 'Add image' }).click();
      await (await chooser).setFiles({ name: 'pin.png', mimeType: 'image/png', buffer: PICTURE });
    };
    const added = asked(page, 'POST', new RegExp(`^/admin/field/${fieldId}/add-image$`));
    await upload();
    expect((await added).postDataJSON()).toMatchObject({ path: 'pin.png', mimeType: 'image/png' });
    const picture = field.getByRole('img', { name: 'Image 1' });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);

    const refuse = { status: 500, contentType: 'text/plain', body: '' };
    await page.route(/\/admin\/field\//, (route) => route.fulfill(refuse));
    await upload();
    await expect(page.getByText('The image could not be added')).toBeVisible();
    await field.getByRole('button', { name: 'Remove image 1' }).click();
    await admin.confirm('Remove');
    await expect(page.getByText('The image could not be removed')).toBeVisible();
    await field.getByRole('button', { name: 'Delete field' }).click();
    await admin.confirm('Delete');
    await expect(page.getByText('The field could not be deleted')).toBeVisible();
    await expect(picture).toBeVisible();
    expect(raised).toEqual([]);

    await page.unroute(/\/admin\/field\//);
    const removed = asked(page, 'DELETE', new RegExp(`^/admin/field/${fieldId}/remove-image/`));
    await field.getByRole('button', { name: 'Remove image 1' }).click();
    await admin.confirm('Remove');
    await removed;
    await expect(picture).toHaveCount(0);
  });
});
