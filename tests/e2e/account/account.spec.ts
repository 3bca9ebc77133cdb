import { callerOf, type Company, PASSWORD, type Person, signIn } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

let people = 0;

/** Creates an inspector of the company that no other journey uses. */
async function makeInspector({ id: companyId, wren }: Company): Promise<Person> {
  people += 1;
  const email = `account-${process.pid}-${people}@holdfast.example`;
  await wren.call('createUser', { name: 'Signe Aldous', email, role: 'inspector', companyId, password: PASSWORD });
  return { name: 'Signe Aldous', email, token: '', call: wren.call };
}

test.describe('the account dialog', () => {
  test('shows where the person is signed in and signs out one or all of the others', async ({
    as,
    company,
    server,
    page,
  }) => {
    const signe = await makeInspector(company);
    const elsewhere = await Promise.all([1, 2, 3].map(() => signIn(server.address, signe.email)));
    await as(signe);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account' });
    const sessions = dialog.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
    await expect(sessions).toHaveCount(4);
    const own = sessions.filter({ hasText: 'This browser' });
    await expect(own).toHaveCount(1);
    await expect(own.getByRole('button')).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);

    await sessions.getByRole('button').first().click();
    await expect(sessions).toHaveCount(3);
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out everywhere else?' })
      .getByRole('button', { name: 'Sign out everywhere else' })
      .click();
    await expect(sessions).toHaveCount(1);
    for (const token of elsewhere)
      await expect(callerOf(server.address, token)('getCurrentUser', {})).rejects.toThrow('401');
    await page.reload();
    await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  });

  test('changes the password only with the current one, and the new one signs in', async ({
    as,
    company,
    server,
    page,
  }) => {
    const signe = await makeInspector(company);
    await as(signe);
    await page.getByRole('button', { name: /^Menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account' });
    const submit = dialog.getByRole('button', { name: 'Change password' });
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByLabel('New password').fill('short');
    await expect(submit).toBeDisabled();
    await dialog.getByLabel('New password').fill('a longer-Password 7');
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('The current password is incorrect');
    await expect(dialog.getByLabel('New password')).toHaveValue('a longer-Password 7');
    await dialog.getByLabel('Current password').fill(PASSWORD);
    await submit.click();
    await expect(page.getByText('Password changed.')).toBeVisible();
    await expect(signIn(server.address, signe.email)).rejects.toThrow('401');
    expect(await signIn(server.address, signe.email, 'a longer-Password 7')).not.toBe('');
  });
});

test.describe('a role that an administrator removes', () => {
  test('makes the open screen read-only without a reload, says so, and keeps what was typed', async ({
    as,
    company,
    rig,
    dashboard,
    inspection,
    item,
    page,
  }) => {
    const signe = await makeInspector(company);
    const { id } = (await company.wren.call('getUsers', {})).find(({ email }) => email === signe.email)!;
    await as(signe);
    await dashboard.openInspection(rig.installationName, 'Dropped Object Survey');
    await inspection.row('Padeye, port').click();
    await item.come();
    const recommendation = page.getByRole('textbox', { name: 'Recommendation' });
    await recommendation.fill('Written before');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await company.wren.call('updateUser', { id, role: 'viewer' });
    await expect(page.getByRole('alert').filter({ hasText: 'Your role is now Viewer' })).toBeVisible();
    await expect(recommendation).not.toBeEditable();
    await expect(recommendation).toHaveValue('Written before');
    await expect(page.getByRole('button', { name: 'Add note' })).toBeHidden();

    await company.wren.call('updateUser', { id, role: 'inspector' });
    await expect(page.getByRole('alert').filter({ hasText: 'Your role is now Inspector' })).toBeVisible();
    await expect(recommendation).toBeEditable();
  });
});
