import { openIdentityProvider, TEST_CLIENT, type TestProvider } from '@holdfast/host/testing';
import { TOTP } from 'otpauth';
import { callerOf, PASSWORD } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';

const BUTTON = 'Sign in with your organisation';

test.describe('single sign-on', () => {
  test.slow();
  let provider: TestProvider;
  test.beforeAll(async ({ server }) => {
    provider = await openIdentityProvider(`${server.address}/single-sign-on`);
  });
  test.afterAll(() => provider.stop());

  test('is set up by an administrator, and signs users in with an account of their organisation', async ({
    as,
    company,
    page,
    login,
  }) => {
    const domain = `crew-${process.pid}.example`;
    await as(company.wren, '/admin/users');
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create Provider' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Northmere');
    await dialog.getByRole('combobox', { name: 'Company' }).click();
    await page.getByRole('option', { name: 'Northmere Drilling' }).click();
    const issuer = dialog.getByRole('textbox', { name: 'Issuer' });
    await issuer.fill('http://127.0.0.1:1');
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByRole('alert')).toContainText('fetch failed');
    await issuer.fill(provider.issuer);
    await dialog.getByRole('button', { name: 'Check' }).click();
    await expect(dialog.getByRole('status').filter({ hasText: 'answered with a valid configuration' })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill(TEST_CLIENT.clientId);
    await dialog.getByLabel('Client secret').fill(TEST_CLIENT.clientSecret);
    await dialog.getByLabel('Email domains').fill(`${domain},`);
    await dialog.getByRole('switch', { name: 'Give people an account' }).click();
    await dialog.getByRole('textbox', { name: 'Claim that gives roles' }).fill('groups');
    await dialog.getByRole('button', { name: 'Add a value' }).click();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('crew');
    await dialog.getByRole('combobox', { name: 'Role of crew' }).click();
    await page.getByRole('option', { name: 'Inspector' }).click();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('row', { name: /Northmere .* In use/ })).toContainText(domain);

    await page.evaluate(() => localStorage.clear());
    await login.open();
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(login.alert).toContainText('Enter your email address first');
    await login.email.fill('someone@elsewhere.example');
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(login.alert).toContainText('no single sign-on for this email address');

    const email = `signe@${domain}`;
    provider.choose({ sub: 's-1', email, email_verified: true, name: 'Signe Aldous', groups: ['office'] });
    await login.email.fill(email);
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(login.alert).toContainText('gives you no access to Holdfast');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    provider.choose({ sub: 's-1', email, email_verified: true, name: 'Signe Aldous', groups: ['crew'] });
    await login.email.fill(email);
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(page.getByRole('button', { name: /^Menu of Signe Aldous/ })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await page.reload();
    await expect(page.getByRole('button', { name: /^Menu of Signe Aldous/ })).toBeVisible();
  });

  test('requires the second factor of the account after the sign-in at the organisation', async ({
    company,
    server,
    page,
    login,
  }) => {
    const domain = `factor-${process.pid}.example`;
    const email = `signe@${domain}`;
    await company.wren.call('createIdentityProvider', {
      ...TEST_CLIENT,
      name: 'Northmere',
      companyId: company.id,
      issuer: provider.issuer,
      domains: [domain],
      trustsAddresses: false,
      createsAccounts: false,
      defaultRole: null,
      roleClaim: '',
      roles: [],
      trustsSecondFactor: false,
      sessionDays: 7,
      enabled: true,
    });
    await company.wren.call('createUser', {
      name: 'Signe Berg',
      email,
      role: 'inspector',
      companyId: company.id,
      password: PASSWORD,
    });
    const { details } = await callerOf(server.address, null)('signIn', { email, password: PASSWORD });
    const call = callerOf(server.address, details!.token);
    const { offer } = await call('beginTotp', { currentPassword: PASSWORD });
    const app = new TOTP({ secret: offer!.secret });
    await call('confirmTotp', { challengeId: offer!.challengeId, name: 'Phone', code: app.generate() });

    provider.choose({ sub: 's-2', email, email_verified: true });
    await login.open();
    await login.email.fill(email);
    await page.getByRole('button', { name: BUTTON }).click();
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    await page.getByLabel('Code', { exact: true }).fill('000000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('The code is not right');
    await page.getByLabel('Code', { exact: true }).fill(app.generate({ timestamp: Date.now() + 30_000 }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: /^Menu of Signe Berg/ })).toBeVisible();
  });
});
