import type { Role } from '@holdfast/contract';
import { own, test } from '../fixtures/admin.ts';
import { type Company, PASSWORD, type Person } from '../fixtures/company.ts';
import { axeFindingsInEveryTheme, expect } from '../fixtures/journey.ts';

/** Creates a user of Northmere. */
async function userOf({ id: companyId, wren }: Company, role: Role): Promise<Person> {
  const name = own('Sunniva Brekke');
  const email = `${name.toLowerCase().replace(/\W+/g, '-')}@holdfast.example`;
  await wren.call('createUser', { name, email, role, companyId, password: PASSWORD });
  return { ...wren, name, email };
}

test.describe('the administrator of a company', () => {
  test('maintains its particulars and users, and sees nothing of other companies or of the library', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const person = await userOf(company, 'companyAdministrator');
    await as(person, '/admin');
    await expect(page).toHaveURL(/\/admin\/companies$/);
    await expect(admin.menu.getByRole('link')).toHaveText(['Companies', 'Users', 'To the dashboard']);
    await expect(admin.row('Northmere Drilling')).toBeVisible();
    await expect(admin.row('Skerrow Energy')).toHaveCount(0);
    await expect(admin.create).toHaveCount(0);
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);

    await admin.row('Northmere Drilling').getByRole('link').click();
    await expect(admin.name.first()).toHaveValue('Northmere Drilling');
    await page.getByRole('textbox', { name: 'Accreditation' }).fill('UKAS 4711');
    await admin.saveAll();
    expect(await company.wren.call('getCompany', { id: company.id })).toMatchObject({ accreditation: 'UKAS 4711' });
    await company.wren.call('updateCompany', { id: company.id, name: 'Northmere Drilling', accreditation: '' });

    await admin.goTo('Users');
    await expect(admin.row(person.name)).toBeVisible();
    await expect(admin.row('Anouk Veldering')).toHaveCount(0);
    await page.getByRole('button', { name: 'Create User' }).click();
    const invited = own('Eskil Morken');
    await admin.dialog.getByRole('textbox', { name: 'Name' }).fill(invited);
    await admin.dialog
      .getByRole('textbox', { name: 'Email Address' })
      .fill(`${invited.toLowerCase().replace(/\W+/g, '-')}@holdfast.example`);
    await expect(admin.dialog.getByRole('radio', { name: 'System administrator' })).toHaveCount(0);
    await admin.dialog.getByRole('radio', { name: 'Inspector' }).click();
    await admin.dialog.getByRole('button', { name: 'Create User' }).click();
    await expect(admin.row(invited)).toContainText('Invited');
    await expect(admin.dialog).toHaveCount(0);

    await page.keyboard.press('Control+k');
    const search = admin.dialog.getByPlaceholder('Search records and commands');
    await search.fill('@holdfast.example');
    const users = admin.dialog.getByRole('group', { name: 'Users' });
    await expect(users.getByRole('option').first()).toBeVisible();
    await search.fill('anouk');
    await expect(admin.dialog.getByText('Nothing found')).toBeVisible();
  });
});

test.describe('a report author', () => {
  test('creates reports of the company, and sees no other part of the administration', async ({
    as,
    company,
    admin,
    page,
  }) => {
    const person = await userOf(company, 'reportAuthor');
    await as(person, '/admin');
    await expect(page).toHaveURL(/\/admin\/reports$/);
    await expect(admin.menu.getByRole('link')).toHaveText(['Reports', 'To the dashboard']);
    await page.getByRole('button', { name: 'Create Report' }).click();
    const title = own('Sheave list');
    await admin.dialog.getByRole('textbox', { name: 'Title' }).fill(title);
    await admin.choose(admin.dialog.getByRole('combobox', { name: 'Runs over' }), 'Installation Inspection');
    await admin.dialog.getByRole('button', { name: 'Publish' }).click();
    // The first template of a server is checked by a process that must start first.
    await expect(page.getByRole('dialog', { name: title })).toBeVisible({ timeout: 30_000 });
    const made = (await company.wren.call('getReports', {})).find((report) => report.title === title);
    expect(made).toMatchObject({ companyId: company.id, published: true });
    await page.keyboard.press('Escape');
    await expect(admin.dialog).toHaveCount(0);

    await page.getByRole('tab', { name: 'Fields' }).click();
    await expect(page.getByRole('button', { name: /^Company/ })).toBeVisible();
    expect(await axeFindingsInEveryTheme(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await admin.dialog.getByPlaceholder('Search records and commands').fill(title);
    await expect(admin.dialog.getByRole('option')).toHaveText([title]);
    await company.wren.call('deleteReport', { id: made!.id });
  });
});
