import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { type Company, PASSWORD, type Person } from '../fixtures/company.ts';
import { axeFindings, expect, test } from '../fixtures/journey.ts';
import { startServer } from '../fixtures/server.ts';

let people = 0;

/** Creates an inspector of the company that no other journey uses. */
async function makeInspector({ id: companyId, wren }: Company): Promise<Person> {
  people += 1;
  const email = `factor-${process.pid}-${people}@holdfast.example`;
  await wren.call('createUser', { name: 'Signe Aldous', email, role: 'inspector', companyId, password: PASSWORD });
  return { name: 'Signe Aldous', email, token: '', call: wren.call };
}

async function openAccount(page: Page) {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  return page.getByRole('dialog', { name: 'Account' });
}

async function signOut(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

/** Returns the code that an app shows one time step later, which the server still accepts. */
function nextCode(secret: string): string {
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + 30_000 });
}

test.describe('a second factor', () => {
  test.slow();

  test('by an authenticator app is set up with a code and required at sign-in', async ({ company, login, page }) => {
    const signe = await makeInspector(company);
    await login.open();
    await login.signIn(signe.email, PASSWORD);
    const dialog = await openAccount(page);
    await dialog.getByRole('button', { name: 'Add authenticator app' }).click();
    await dialog.getByLabel('Current password').last().fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    const secret = (await dialog.getByLabel('Secret for the app').textContent())!;
    await dialog.getByLabel('Code from the app').fill('000000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Incorrect code');
    await dialog.getByLabel('Code from the app').fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate());
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    const codes = (await dialog.getByLabel('Recovery codes', { exact: true }).textContent())!.trim().split('\n');
    expect(codes).toHaveLength(10);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'I have stored them' }).click();
    await expect(dialog.getByText('10 recovery codes left')).toBeVisible();

    await signOut(page);
    await login.signIn(signe.email, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Code', { exact: true }).fill('123');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toContainText('The code is not right');
    await page.getByLabel('Code', { exact: true }).fill(nextCode(secret));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  });

  test('by a passkey of the browser is set up and required at sign-in', async ({ company, server, page, login }) => {
    const signe = await makeInspector(company);
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    // A passkey belongs to a host name.
    await page.goto(server.address.replace('127.0.0.1', 'localhost'));
    await login.signIn(signe.email, PASSWORD);
    const dialog = await openAccount(page);
    await dialog.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel('Name').fill('Tablet');
    await dialog.getByLabel('Current password').last().fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('button', { name: 'I have stored them' }).click();
    await expect(dialog.getByRole('list', { name: 'Second factor' }).getByText('Tablet')).toBeVisible();

    await signOut(page);
    await login.signIn(signe.email, PASSWORD);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();

    const own = await openAccount(page);
    await own.getByRole('button', { name: 'Remove Tablet' }).click();
    await own.getByLabel('Current password').last().fill(PASSWORD);
    await own.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(own.getByRole('list', { name: 'Second factor' })).toHaveCount(0);
  });

  test('that the operator requires of administrators is set up before any other screen is accessible', async ({
    page,
  }) => {
    const server = await startServer({ demo: false, settings: { HOLDFAST_SECOND_FACTOR: 'administrators' } });
    try {
      await page.goto(`${server.address}/#first-administrator`);
      await page.getByLabel('Setup code').fill(server.setupCode);
      await page.getByLabel('Name').fill('Wren Castellane');
      await page.getByLabel('Email Address').fill('wren@holdfast.example');
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByRole('heading', { name: 'Second factor required' })).toBeVisible();
      await page.goto(`${server.address}/admin/users`);
      await expect(page.getByRole('heading', { name: 'Second factor required' })).toBeVisible();
      await page.getByRole('button', { name: 'Add authenticator app' }).click();
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      const secret = (await page.getByLabel('Secret for the app').textContent())!;
      await page.getByLabel('Code from the app').fill(new TOTP({ secret: secret.replaceAll(' ', '') }).generate());
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('button', { name: 'I have stored them' }).click();
      await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    } finally {
      await server.remove();
    }
  });
});
