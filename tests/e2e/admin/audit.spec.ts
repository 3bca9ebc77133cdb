import { readFile } from 'node:fs/promises';
import { PASSWORD, signIn } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

test('an administrator finds who changed an account, with both values, and exports the shown entries', async ({
  as,
  company,
  page,
  server,
}) => {
  const email = `audit-${process.pid}-${Date.now()}@holdfast.example`;
  const { id } = await company.wren.call('createUser', {
    name: 'Signe Aldous',
    email,
    role: 'viewer',
    companyId: company.id,
    password: PASSWORD,
  });
  await company.wren.call('updateUser', { id, role: 'inspector' });
  await expect(signIn(server.address, email, 'wrong-Password')).rejects.toThrow('401');
  await as(company.wren, '/admin/audit');
  const table = page.getByRole('table', { name: 'Audit log' });
  await expect(table.getByRole('row', { name: email }).filter({ hasText: 'Refused' })).toBeVisible();

  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('combobox', { name: 'Area' }).click();
  await page.getByRole('option', { name: 'Accounts' }).click();
  await page.getByRole('textbox', { name: 'From' }).fill('01/02/2020');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2020-02-01/);
  await page.getByRole('textbox', { name: 'From' }).click();
  await page.getByRole('button', { name: '3 February 2020', exact: true }).click();
  await expect(page).toHaveURL(/area=account&from=2020-02-03/);
  await page.getByRole('textbox', { name: 'Until' }).fill('04/02/2020');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/to=2020-02-04/);
  await page.reload();
  await expect(page.getByText('No entries for these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Filter (3)' }).click();
  await page.getByRole('textbox', { name: 'Until' }).fill('');
  await expect(page).not.toHaveURL(/to=/);
  await page.keyboard.press('Escape');
  await expect(table.getByRole('row', { name: email })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search' }).fill('Signe Aldous');
  await table.getByRole('row', { name: 'Update user' }).first().getByRole('button').click();
  const dialog = page.getByRole('dialog', { name: 'Update user' });
  await expect(dialog.getByRole('row', { name: 'Role viewer inspector' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('updateUser');
  expect(csv).not.toContain('signIn,');
});

test('the log reports that older entries are not loaded and not covered by the search', async ({
  as,
  company,
  page,
}) => {
  const email = `audit-many-${process.pid}-${Date.now()}@holdfast.example`;
  const { id } = await company.wren.call('createUser', {
    name: 'Ragna Holt',
    email,
    role: 'viewer',
    companyId: company.id,
    password: PASSWORD,
  });
  for (let n = 0; n < 100; n++) await company.wren.call('updateUser', { id, name: `Ragna Holt ${n}` });
  await as(company.wren, '/admin/audit');
  await expect(page.getByText('100 entries loaded so far')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('Create user Unknown');
  await expect(page.getByText('0 of 100 entries loaded so far')).toBeVisible();
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect(page.getByText('0 of 100 entries')).toHaveCount(0);
});
