import { mailTo } from '../fixtures/outbox.ts';
import { expect, test } from '../fixtures/journey.ts';

test('An invited user chooses a password with the link in the email, whose state administrators see', async ({
  as,
  company,
  server,
  browser,
  page,
}) => {
  test.slow();
  const email = `invited-${process.pid}@holdfast.example`;
  await as(company.wren, '/admin/users');
  await page.getByRole('button', { name: 'Create User' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create User' });
  await dialog.getByLabel('Name').fill('Signe Aldous');
  const address = dialog.getByLabel('Email Address');
  await address.fill(company.maren.email);
  await dialog.getByRole('radio', { name: 'Inspector' }).check();
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: 'Northmere Drilling' }).click();
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(dialog).toContainText('Another account has this address.');
  await expect(address).toBeFocused();
  await address.fill(email);
  await expect(dialog).not.toContainText('Another account has this address.');
  await dialog.getByRole('button', { name: 'Create User' }).click();
  await expect(page.getByText(`${email} is invited. Mails shows`)).toBeVisible();

  await page.getByRole('button', { name: 'Mails' }).click();
  const mails = page.getByRole('dialog', { name: 'Mails of the last 30 days' });
  await expect(mails.getByRole('row').filter({ hasText: email })).toContainText('Stored in the outbox folder');

  await expect.poll(() => mailTo(server.folder, email)).toContain('#invitation=');
  const link = /http:\S+#invitation=\S+/.exec(mailTo(server.folder, email))![0];
  const other = await browser.newPage();
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Welcome to Holdfast' })).toBeVisible();
  await other.getByRole('textbox', { name: 'Password' }).fill('a first-Password 7');
  await other.getByRole('button', { name: 'Set password' }).click();
  await expect(other.getByText('Your password is set. Sign in with it now.')).toBeVisible();
  await other.getByRole('link', { name: 'Login' }).click();
  await expect(other.getByPlaceholder('Email Address')).toHaveValue(email);
  await expect(other.getByPlaceholder('Password')).toBeFocused();
  await other.getByPlaceholder('Password').fill('a first-Password 7');
  await other.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(other.getByRole('button', { name: 'Menu of Signe Aldous' })).toBeVisible();
  await other.close();
});
