import type { Page } from '@playwright/test';
import { makeTemplate, own, test } from '../fixtures/admin.ts';
import { expect } from '../fixtures/journey.ts';

/** Holds requests with a method and an address back until the returned function is called. */
async function held(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  const free = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (route.request().method() === method) await free.promise;
    await route.fallback();
  });
  return () => free.resolve();
}

test.describe('what is typed right after a button that adds something', () => {
  test('is the name of the new field, while the server answers and afterwards', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Typed ahead');
    const names = async () => (await call('getFieldsTemplate', { id })).fields.map(({ name }) => name);
    await as(company.wren, `/admin/item-type-templates/${id}`);
    const answer = await held(page, 'POST', '**/admin/field');
    await studio.addField.click();
    await page.keyboard.type('Retention');
    const field = studio.field('Retention');
    const name = field.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('Retention');
    expect(await names()).toEqual([]);
    answer();
    await expect.poll(names).toEqual(['New field']);
    await expect(field.getByRole('button', { name: 'Add image' })).toBeVisible();
    await expect(name).toBeFocused();
    await page.keyboard.type(' of net');
    await admin.saveAll();
    expect(await names()).toEqual(['Retention of net']);
    await studio.addField.click();
    await page.keyboard.type('Second');
    await admin.saveAll();
    expect(await names()).toEqual(['Retention of net', 'Second']);
  });

  test('stays with the reason when the server refuses the field, survives a reload, and is stored by Save', async ({
    as,
    company,
    admin,
    studio,
    page,
  }) => {
    const { call } = company.wren;
    const id = await makeTemplate(call, 'Refused');
    await as(company.wren, `/admin/item-type-templates/${id}`);
    await page.route('**/admin/field', (route) => route.fulfill({ status: 500, contentType: 'text/plain', body: '' }));
    await studio.addField.click();
    await page.keyboard.type('Retention');
    const field = studio.field('Retention');
    await expect(field.getByRole('alert')).toContainText('Failed to add the field: Internal Server Error');
    await expect(field.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Retention');
    await expect(admin.unsaved).toBeVisible();
    await page.unroute('**/admin/field');
    await page.reload();
    await expect(field).toBeVisible();
    await admin.saveAll();
    await expect(field).toBeVisible();
    expect((await call('getFieldsTemplate', { id })).fields).toMatchObject([{ name: 'Retention' }]);
  });

  test('is the name of a new record, even before its editor is open', async ({ as, company, admin, page }) => {
    for (const [list, path] of [
      ['item-type-templates', '**/admin/fieldsTemplate'],
      ['companies', '**/admin/companies'],
      ['item-types', '**/admin/itemTypes*'],
      ['inspections', '**/admin/inspections'],
    ] as const) {
      await as(company.wren, `/admin/${list}`);
      const answer = await held(page, 'POST', path);
      await admin.create.click();
      const name = own('Typed at once');
      await page.keyboard.type(name.slice(0, 8));
      answer();
      await expect(admin.name).toBeFocused();
      await page.keyboard.type(name.slice(8));
      await expect(admin.name).toHaveValue(name);
      await admin.saveAll();
      await expect(admin.title).toHaveText(name);
    }
  });

  test('is the name of the record that is created after one was refused', async ({ as, company, admin, page }) => {
    await as(company.wren, '/admin/companies');
    const refusal = { status: 503, contentType: 'text/plain', body: '' };
    await page.route('**/admin/companies', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
    );
    const refuse = await held(page, 'POST', '**/admin/companies');
    await admin.create.click();
    const name = own('Kept');
    await page.keyboard.type(name);
    refuse();
    await expect(page.getByText('Failed to create the company: Service Unavailable')).toBeVisible();
    await page.unroute('**/admin/companies');
    await admin.create.click();
    await expect(admin.name).toHaveValue(name);
  });

  test('searches the next record of a list, while the one before is added', async ({ as, company, admin, page }) => {
    const { call } = company.wren;
    const { id } = await call('createInspection', { name: own('Linking') });
    const [one, other] = [own('First type'), own('Second type')];
    for (const name of [one, other]) await call('createItemType', { name, isPrompt: '0' });
    await as(company.wren, `/admin/inspections/${id}?tab=itemTypes`);
    const panel = admin.section('Item Types');
    const choice = panel.getByRole('combobox', { name: 'Item type to add' });
    await admin.choose(choice, one);
    const answer = await held(page, 'POST', /\/admin\/inspection/);
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await choice.click();
    await page.keyboard.type(other);
    answer();
    await expect(panel.getByRole('link', { name: one })).toBeVisible();
    await expect(choice).toHaveValue(other);
    await page.getByRole('option', { name: other, exact: true }).click();
    await panel.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(panel.getByRole('link', { name: other })).toBeVisible();
  });

  test('replaces the proposed condition of a new evidence rule', async ({ as, company, admin, page }) => {
    const id = await makeTemplate(company.wren.call, 'Evidence', 'inspection');
    await as(company.wren, `/admin/inspection-templates/${id}?draft=1`);
    await page.getByRole('button', { name: 'Add evidence rule' }).click();
    await page.keyboard.type('[Condition] == "Needs attention"');
    await expect(page.getByRole('textbox', { name: 'When', exact: true })).toHaveValue(
      '[Condition] == "Needs attention"',
    );
    await admin.saveAll();
  });
});

test.describe('leaving an editor while its changes are being saved', () => {
  test('waits for the save and asks nothing once it has ended', async ({ as, company, admin, page }) => {
    const { call } = company.wren;
    const { id } = await call('createCompany', { name: own('Leaving') });
    await as(company.wren, `/admin/companies/${id}`);
    const answer = await held(page, 'PUT', `**/admin/companies/${id}`);
    const name = own('Left');
    await admin.name.fill(name);
    await admin.save.click();
    await admin.goTo('Item Types');
    await expect(admin.dialog).toContainText('This page closes as soon as your changes are saved.');
    answer();
    await expect(admin.title).toHaveText('Item Types');
    await expect(admin.dialog).toBeHidden();
    expect((await call('getCompany', { id })).name).toBe(name);
    await page.goBack();
    await expect(admin.name).toHaveValue(name);
    await expect(admin.unsaved).toBeHidden();
  });

  test('asks whether the changes are discarded when the save fails', async ({ as, company, admin, page }) => {
    const { call } = company.wren;
    const { id, name: before } = await call('createCompany', { name: own('Staying') });
    await as(company.wren, `/admin/companies/${id}`);
    const path = `**/admin/companies/${id}`;
    await page.route(path, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, contentType: 'text/plain', body: '' })
        : route.fallback(),
    );
    const refuse = await held(page, 'PUT', path);
    const name = own('Refused');
    await admin.name.fill(name);
    await admin.save.click();
    await admin.goTo('Item Types');
    await expect(admin.dialog).toContainText('This page closes as soon as your changes are saved.');
    refuse();
    await expect(admin.dialog).toContainText('If you leave now, it is lost.');
    await admin.confirm('Cancel');
    await expect(admin.name).toHaveValue(name);
    await expect(page.getByRole('alert')).toContainText('Failed to save the company');
    expect((await call('getCompany', { id })).name).toBe(before);
  });
});
